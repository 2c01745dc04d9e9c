"""The players on a page: their names there, and their colours.

A page is about a night, a season or the whole store. Its players come first, in the order in which they first sat
down to what it is about, and `join_order` counts them: it gives a colour. Two of them with one name are distinguished
by something that people know, such as the site that one was imported from. Later nights change neither on a page of
an earlier one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import polars as pl
from arro3.core import Table
from duckdb import DuckDBPyConnection

from language import tr

SITES = {"pokernow": "PokerNow", "phh": "PHH", "ohh": "OHH"}
"""The names of the sites that begin the ids of imported players."""

_PLAYERS = """
    select p.player_id, p.name as called, s.handle
    from mart_players as p
    left join stg_players as s using (player_id)
    where not p.hidden
    order by p.player_id
"""

_EVENINGS = """
    select n.player_id, n.session_id, n.kind, n.season, n.night_no, n.started_at, coalesce(s.is_imported, false) as is_imported,
        coalesce(s.place = 'simulated', false) as is_simulated
    from mart_player_nights as n
    left join stg_sessions as s using (session_id)
    order by n.started_at nulls last, n.session_id
"""


class _Tables(NamedTuple):
    """All players who aren't hidden, and who came to which night, in time order."""

    players: pl.DataFrame
    evenings: pl.DataFrame


_TABLES: WeakKeyDictionary[DuckDBPyConnection, _Tables] = WeakKeyDictionary()
_CAST: WeakKeyDictionary[DuckDBPyConnection, tuple[str, str | None]] = WeakKeyDictionary()


def cast_season(con: DuckDBPyConnection, season: str | None) -> None:
    """Name the players as the pages of a season of nights do."""
    _cast(con, ("season", season))


def cast_night(con: DuckDBPyConnection, session_id: str) -> None:
    """Name the players as the page of a night or an import does: by the nights of its season until then."""
    _cast(con, ("night", session_id))


def cast_all(con: DuckDBPyConnection) -> None:
    """Name the players as the front page does, those of the latest season first."""
    _cast(con, ("all", None))


def current_cast(con: DuckDBPyConnection) -> tuple[str, str | None] | None:
    """By what the players are named now, None where no page has said so yet."""
    return _CAST.get(con)


def ensure_cast(con: DuckDBPyConnection) -> None:
    """Name the players as the front page does, unless the page said otherwise."""
    if con not in _CAST:
        cast_all(con)


def cast_of_night(con: DuckDBPyConnection, session_id: str) -> pl.DataFrame:
    """What `cast_night` names the players: player_id, called (the name as typed), name, join_order, whether a namesake is
    there, and whether the player had come by then (`is_own`).
    """
    return _named(con, ("night", session_id))


def cast_of_season(con: DuckDBPyConnection, season: str | None) -> pl.DataFrame:
    """What `cast_season` names the players."""
    return _named(con, ("season", season))


def cast_of_all(con: DuckDBPyConnection) -> pl.DataFrame:
    """What `cast_all` names the players."""
    return _named(con, ("all", None))


def _cast(con: DuckDBPyConnection, scope: tuple[str, str | None]) -> None:
    if _CAST.get(con) == scope:
        return
    columns = _named(con, scope).to_dict(as_series=False)
    con.execute(
        """
        create or replace temp table named_players as
        select
            unnest($player_id::varchar[]) as player_id, unnest($called::varchar[]) as called,
            unnest($name::varchar[]) as name, unnest($join_order::bigint[]) as join_order
        """,
        {name: columns[name] for name in ("player_id", "called", "name", "join_order")},
    )
    _CAST[con] = scope


def _tables(con: DuckDBPyConnection) -> _Tables:
    if con not in _TABLES:
        _TABLES[con] = _Tables(
            *(pl.DataFrame(Table.from_arrow(con.sql(q, params=None))) for q in (_PLAYERS, _EVENINGS))
        )
    return _TABLES[con]


def _named(con: DuckDBPyConnection, scope: tuple[str, str | None]) -> pl.DataFrame:
    players, evenings = _tables(con)
    there = evenings.filter(_of(evenings, scope))
    first = _first_seen(there) | _after(_first_seen(evenings), there)
    ids = players["player_id"].to_list()
    last: tuple[Any, ...] = (9,)
    order = {player: place for place, player in enumerate(sorted(ids, key=lambda p: (first.get(p, last), p)))}
    own = set(ids if scope[0] == "all" else there["player_id"])
    names, namesakes = tell_apart(players.to_dicts(), own, dict(_arrivals(evenings)))
    return players.select(
        "player_id", "called",
        name=pl.Series(names, dtype=pl.String),
        join_order=pl.Series([order[player] for player in ids], dtype=pl.Int64),
        is_namesake=pl.Series(namesakes, dtype=pl.Boolean),
        is_own=pl.Series([player in own for player in ids], dtype=pl.Boolean),
    ).sort("join_order")  # fmt: skip


def _of(evenings: pl.DataFrame, scope: tuple[str, str | None]) -> pl.Expr:
    """The evenings that a page is about; of the front page those of the latest season."""
    what, name = scope
    if what == "night":
        own = evenings.filter(pl.col("session_id") == name)
        if own.is_empty() or own["kind"][0] != "night":
            return pl.col("session_id") == pl.lit(name)
        of_season: pl.Expr = (pl.col("kind") == "night") & pl.col("season").eq_missing(
            pl.lit(own["season"][0])
        )
        until: int = own["night_no"][0]
        return of_season & (pl.col("night_no") <= until)
    if what == "all":
        nights = evenings.filter(pl.col("kind") == "night")
        played = nights.filter(~pl.col("is_simulated"))
        latest = nights if played.is_empty() else played
        name = latest["season"][-1] if len(latest) else None
    return (pl.col("kind") == "night") & pl.col("season").eq_missing(pl.lit(name, pl.String))


def _first_seen(evenings: pl.DataFrame) -> dict[str, tuple[Any, ...]]:
    """When each player first sat down: those who only came to imported nights after the others, if there are others."""
    seen = evenings.with_row_index("place").group_by("player_id").agg(
        pl.col("is_imported").all(), pl.col("kind").ne("night").all().alias("elsewhere"),
        pl.col("started_at").min(), pl.col("place").min(),
    )  # fmt: skip
    return {
        row["player_id"]: (
            0, row["elsewhere"], row["is_imported"], row["started_at"] is None,
            row["started_at"].timestamp() if row["started_at"] else row["place"],
        )
        for row in seen.to_dicts()
    }  # fmt: skip


def _after(first: dict[str, tuple[Any, ...]], there: pl.DataFrame) -> dict[str, tuple[Any, ...]]:
    """Those who weren't there come after those who were."""
    own = set(there["player_id"])
    return {player: (1, *seen[1:]) for player, seen in first.items() if player not in own}


def _arrivals(evenings: pl.DataFrame) -> list[tuple[str, datetime | None]]:
    return list(evenings.group_by("player_id").agg(pl.col("started_at").min()).iter_rows())


def tell_apart(
    players: Sequence[dict[str, Any]], own: set[str], arrivals: dict[str, datetime | None]
) -> tuple[list[str], list[bool]]:
    """What each player (player_id, called, handle) is called on a page of `own` players, and whether another of them has the
    same name.

    >>> players = [{"player_id": "bo", "called": "Bo", "handle": "b"}, {"player_id": "pokernow:x", "called": "Bo", "handle": None}]
    >>> tell_apart(players, {"bo", "pokernow:x"}, {})
    (['Bo', 'Bo (PokerNow)'], [True, True])
    >>> tell_apart(players, {"bo"}, {})
    (['Bo', 'Bo (PokerNow)'], [False, True])
    """
    groups: dict[str, list[dict[str, Any]]] = {}
    for player in players:
        groups.setdefault(" ".join(player["called"].split()).casefold(), []).append(player)
    names: dict[str, str] = {}
    namesakes: set[str] = set()
    for group in groups.values():
        here = [player for player in group if player["player_id"] in own]
        names |= _labelled(here, arrivals)
        if len(here) > 1:
            namesakes |= {player["player_id"] for player in here}
        if others := [player for player in group if player["player_id"] not in own]:
            namesakes |= {player["player_id"] for player in others} if len(group) > 1 else set()
            every = _labelled(group, arrivals)
            names |= {player["player_id"]: every[player["player_id"]] for player in others}
    ids = [player["player_id"] for player in players]
    return [names[each] for each in ids], [each in namesakes for each in ids]


def _labelled(group: Sequence[dict[str, Any]], arrivals: dict[str, datetime | None]) -> dict[str, str]:
    """The names of namesakes, by the first of these that tells them apart: the site, the first night, the letters that the log
    knows them by, a number.
    """

    def site(player: dict[str, Any]) -> str | None:
        prefix, colon, _ = player["player_id"].partition(":")
        return SITES.get(prefix.partition("-")[0], prefix) if colon else None

    def since(player: dict[str, Any]) -> str | None:
        from reports.components.numbers import day  # imports this package

        at = arrivals.get(player["player_id"])
        began = tr("since {date}", date=day(at)) if at else None
        return ", ".join(filter(None, [site(player), began])) or None

    def letters(player: dict[str, Any]) -> str | None:
        return ", ".join(filter(None, [site(player), player["handle"]])) or None

    places = {player["player_id"]: place for place, player in enumerate(group, 1)}
    rungs: list[Callable[[dict[str, Any]], str | None]] = [
        site, since, letters, lambda player: str(places[player["player_id"]]),
    ]  # fmt: skip
    if len(group) < 2:
        rungs = [lambda player: None]
    for rung in rungs:
        labels = {player["player_id"]: rung(player) for player in group}
        if max(Counter(labels.values()).values(), default=0) < 2:
            return {
                player["player_id"]: " ".join(
                    filter(None, [player["called"], (label := labels[player["player_id"]]) and f"({label})"])
                )
                for player in group
            }
    raise AssertionError("a number tells all apart")


__all__ = [
    "cast_all", "cast_night", "cast_of_all", "cast_of_night", "cast_of_season", "cast_season", "ensure_cast", "tell_apart",
]  # fmt: skip
