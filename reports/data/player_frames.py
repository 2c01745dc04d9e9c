"""The players: who they are, how they play, and how they do against each other."""

from __future__ import annotations

from collections.abc import Collection

import polars as pl
from duckdb import DuckDBPyConnection

from language import nearest, tr
from reports.data.cast import folded
from reports.data.frames import OF_SEASON, NamedPlayer, named_frame, part_of, people, with_names
from reports.errors import ReportError


def players(con: DuckDBPyConnection) -> pl.DataFrame:
    """All players who aren't hidden: player_id, called (the name as typed), name, join_order.

    >>> players(con)["name"].to_list()
    ['Anna', 'Bo', 'Carl', 'Dorte', 'Erik', 'Søren']
    """
    return named_frame(con, "select * from named_players order by join_order")


def names_of(con: DuckDBPyConnection) -> dict[str, str]:
    """The names of all players who aren't hidden, by id, as the page's cast has them.

    >>> names_of(con)["p1"]
    'Anna'
    """
    return dict(players(con).select("player_id", "name").iter_rows())


def find_player(players: pl.DataFrame, name: str, own: Collection[str] = ()) -> NamedPlayer:
    """The player with this name or id; among namesakes the one in `own`, the ids of the players that the question is
    about, and of several the one who is called by the name alone. Raises ReportError, with suggestions, for an unknown name
    and for a name of several players.

    >>> find_player(players(con), "anna").player_id
    'p1'
    """
    wanted = folded(name)
    by_name: dict[str, list[NamedPlayer]] = {}
    for person, called in zip(people(players), players["called"], strict=True):
        if person.player_id == name:
            return person
        for each in {*map(folded, (called, person.name))}:
            by_name.setdefault(each, []).append(person)  # where two have the same name, `called` has the ids
    namesakes = by_name.get(wanted, [])
    there = [person for person in namesakes if person.player_id in own] or namesakes
    alone = [person for person in there if folded(person.name) == wanted]
    match alone if len(alone) == 1 else there:
        case [person]:
            return person
        case [_, *_] as several:
            ids = ", ".join(person.player_id for person in several)
            raise ReportError(
                tr(
                    "{count} players are called {name!r}: give one of the ids {ids}.",
                    count=len(several), name=name, ids=ids,
                )
            )  # fmt: skip
    near = nearest(wanted, by_name)
    if near:
        meant = by_name[near][0].name
        raise ReportError(
            tr("There is no player called {name!r}. Did you mean {meant}?", name=name, meant=meant)
        )
    names = ", ".join(players["name"].head(12)) or tr("nobody yet")
    raise ReportError(
        tr("There is no player called {name!r}: the store has {names}.", name=name, names=names)
    )


def imported(con: DuckDBPyConnection, player_id: str) -> int:
    """Number of a player's confirmed hands that were imported.

    >>> imported(con, "p1")
    24
    """
    query = """
        select player_id, sum(hands) as hands
        from mart_player_nights
        where kind = 'import' and player_id in $ids
        group by player_id
        """
    rows = part_of(con, query, "player_id", player_id)
    return int(rows["hands"].sum())


def player_stats(con: DuckDBPyConnection, season: str | None) -> pl.DataFrame:
    """The statistics of the players of a season: a row for each player and metric.

    >>> stats = player_stats(con, "2026")
    >>> stats.filter(name="Anna", metric="vpip").select("value", "numerator", "denominator").row(0)
    (1.0, 105.0, 105.0)
    """
    rows = f"from mart_player_stats where {OF_SEASON}"
    return with_names(con, rows, order="p.join_order, r.metric", season=season)


def versus(con: DuckDBPyConnection, season: str | None, player_id: str) -> pl.DataFrame:
    """A row an opponent: `mart_player_versus` with `name` and `join_order` of the other.

    >>> versus(con, "2026", "p1").select("name", "hands").row(0)
    ('Søren', 240)
    """
    rows = part_of(
        con,
        f"""
        select v.*, p.name, p.join_order
        from (from mart_player_versus where {OF_SEASON} and player_id in $ids) as v
        join named_players as p on p.player_id = v.other_id
        order by v.net_units desc, p.join_order
        """,
        "player_id",
        player_id,
        season=season,
    )
    return rows.drop("player_id")


def pairs(con: DuckDBPyConnection, season: str | None) -> pl.DataFrame:
    """A row a player and opponent of a season, `net_units` the player's: `mart_player_versus`.

    >>> pairs(con, "2026").height
    30
    """
    return named_frame(
        con,
        f"""
        select v.player_id, v.other_id, v.net_units, v.hands
        from (from mart_player_versus where {OF_SEASON}) as v
        join named_players as p using (player_id)
        join named_players as o on o.player_id = v.other_id
        """,
        season=season,
    )


def splits(con: DuckDBPyConnection, season: str | None, player_id: str) -> pl.DataFrame:
    """A row a part of the player's hands, by position, by dealer (with `name`, hidden ones left out) and by
    table: `mart_player_splits`.

    >>> splits(con, "2026", "p1")["split"].unique(maintain_order=True).to_list()
    ['dealer', 'position', 'table']
    """
    return part_of(
        con,
        f"""
        select s.*, p.name, p.join_order
        from (from mart_player_splits where {OF_SEASON} and player_id in $ids) as s
        left join named_players as p on s.split = 'dealer' and p.player_id = s.part
        where s.split <> 'dealer' or p.player_id is not null
        order by s.split, try_cast(s.part as integer), p.join_order, s.part
        """,
        "player_id",
        player_id,
        season=season,
    )
