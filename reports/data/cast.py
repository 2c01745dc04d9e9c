"""The players on a page: their names there, and their colours.

A page is about a night, a season or the whole store. Its players come first, in the order in which they first sat
down to what it is about, and `join_order` counts them: it gives a colour. Two of them with one name are distinguished
by something that people know, such as the site that one was imported from. Later nights change neither on a page of
an earlier one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from math import inf
from typing import Any, NamedTuple
from unicodedata import bidirectional
from weakref import WeakKeyDictionary

import polars as pl
from duckdb import DuckDBPyConnection

from language import tr
from language.current import current_language
from language.forms import local_day_text
from language.sites import site_of

_PLAYERS = """
    select p.player_id, p.name as called, s.handle
    from mart_players as p
    left join stg_players as s using (player_id)
    where not p.hidden
    order by p.player_id
"""

_EVENINGS = """
    select n.player_id, n.session_id, n.kind, n.season, n.night_no, n.started_at, coalesce(s.is_imported, false) as is_imported,
        s.place
    from mart_player_nights as n
    left join stg_sessions as s using (session_id)
    order by n.started_at nulls last, n.session_id
"""


Cast = tuple[object, ...]
"""What the names of players depend on: two pages with equal values name them equally."""


class _Arrival(NamedTuple):
    """When a player first sat down; players of imported nights only come after the others."""

    is_elsewhere: bool
    is_imported: bool
    has_no_time: bool
    at: float
    """The time, or the place in the order of nights without times."""

    def and_then(self, other: _Arrival) -> _Arrival:
        return _Arrival(
            self.is_elsewhere and other.is_elsewhere,
            self.is_imported and other.is_imported,
            *min(self[2:], other[2:]),
        )


_Arrivals = Mapping[str, _Arrival]
"""Arrivals by the ids of players."""


class _Tables(NamedTuple):
    """All players who aren't hidden, the time when each first came (None if no evening has a time), and the arrivals by a page's
    subject: the whole store, the season of the front page, a season, and a night with the earlier nights of its season.
    """

    players: pl.DataFrame
    since: dict[str, datetime | None]
    to_all: _Arrivals
    to_latest: _Arrivals
    to_season: dict[str | None, _Arrivals]
    to_night: dict[str, _Arrivals]
    named: dict[Cast, pl.DataFrame]
    """The players' names, by what they depend on."""


_TABLES: WeakKeyDictionary[DuckDBPyConnection, _Tables] = WeakKeyDictionary()
_CAST: WeakKeyDictionary[DuckDBPyConnection, Cast] = WeakKeyDictionary()


def cast_season(con: DuckDBPyConnection, season: str | None) -> None:
    """Name the players as the pages of a season of nights do.

    >>> cast_season(con, "2026")
    >>> names_now(con)["name"].to_list()
    ['Anna', 'Bo', 'Carl', 'Dorte', 'Erik', 'Søren']
    """
    _cast(con, ("season", season))


def cast_night(con: DuckDBPyConnection, session_id: str) -> None:
    """Name the players as the page of a night or an import does: by the nights of its season until then.

    >>> cast_night(con, "2026-03")
    >>> names_now(con)["name"][0]
    'Anna'
    """
    _cast(con, ("night", session_id))


def cast_all(con: DuckDBPyConnection) -> None:
    """Name the players as on the front page, with the players of the latest season first.

    >>> cast_all(con)
    >>> len(players_here(con))
    6
    """
    _cast(con, ("all", None))


def current_cast(con: DuckDBPyConnection) -> Cast | None:
    """The current basis of the players' names; None if no page has set one yet.

    >>> cast_night(con, "2026-03")
    >>> before = current_cast(con)
    >>> cast_all(con)
    >>> current_cast(con) == before
    False
    """
    return _CAST.get(con)


def nights_named_so(con: DuckDBPyConnection, nights: Sequence[str]) -> list[str]:
    """The nights whose pages name the players as they are named now.

    >>> cast_night(con, "2026-03")
    >>> "2026-03" in nights_named_so(con, ["2026-03"])
    True
    """
    tables, now = _tables(con), _CAST.get(con)
    return [night for night in nights if _dependencies(tables, ("night", night))[0] == now]


def players_here(con: DuckDBPyConnection) -> list[str]:
    """The ids of the players on the page: of a night, the players who had come by then; of a season, those who came.


    >>> cast_night(con, "2026-03")
    >>> players_here(con)
    ['p1', 'p2', 'p3', 'p4', 'p5', 'p6']
    """
    ensure_cast(con)
    return _tables(con).named[_CAST[con]].filter("is_own")["player_id"].to_list()


def names_now(con: DuckDBPyConnection) -> pl.DataFrame:
    """What the players who aren't hidden are called now: player_id, called (the name as typed), name, join_order.

    >>> cast_all(con)
    >>> names_now(con)["name"].to_list()
    ['Anna', 'Bo', 'Carl', 'Dorte', 'Erik', 'Søren']
    """
    ensure_cast(con)
    return _tables(con).named[_CAST[con]].select("player_id", "called", "name", "join_order")


def ensure_cast(con: DuckDBPyConnection) -> None:
    """Name the players as on the front page, unless the page has set another basis.

    >>> ensure_cast(con)
    >>> current_cast(con) is not None
    True
    """
    if con not in _CAST:
        cast_all(con)


def cast_of_night(con: DuckDBPyConnection, session_id: str) -> pl.DataFrame:
    """What `cast_night` names the players: player_id, called (the name as typed), name, join_order, whether a namesake is
    there, and whether the player had come by then (`is_own`).

    >>> cast_of_night(con, "2026-03").select("name", "is_own").row(0)
    ('Anna', True)
    """
    return _named_players(con, ("night", session_id))


def cast_of_season(con: DuckDBPyConnection, season: str | None) -> pl.DataFrame:
    """The names that `cast_season` gives the players.

    >>> cast_of_season(con, "2026")["name"].to_list()
    ['Anna', 'Bo', 'Carl', 'Dorte', 'Erik', 'Søren']
    """
    return _named_players(con, ("season", season))


def cast_of_all(con: DuckDBPyConnection) -> pl.DataFrame:
    """The names that `cast_all` gives the players.

    >>> cast_of_all(con)["name"].to_list()
    ['Anna', 'Bo', 'Carl', 'Dorte', 'Erik', 'Søren']
    """
    return _named_players(con, ("all", None))


def played_nights(every: pl.DataFrame) -> pl.DataFrame:
    """The nights (with `place`, `is_imported`) that the group played: all but the simulated ones. If no night was logged, these are
    the imported or the simulated nights, whichever are more, so that an import takes no simulated season's place.

    >>> nights = pl.DataFrame({"place": ["simulated", "simulated", "PokerNow"], "is_imported": [False, False, True]})
    >>> played_nights(nights)["place"].to_list()
    ['simulated', 'simulated']
    """
    simulated = pl.col("place").eq_missing("simulated")
    played, invented = every.filter(~simulated), every.filter(simulated)
    return (
        invented if played["is_imported"].fill_null(False).all() and len(invented) > len(played) else played
    )


def _cast(con: DuckDBPyConnection, scope: tuple[str, str | None]) -> None:
    asked = _dependencies(_tables(con), scope)[0]
    if _CAST.get(con) == asked:
        return
    columns = _named_players(con, scope).to_dict(as_series=False)
    con.execute(
        """
        create or replace temp table named_players as
        select
            unnest($player_id::varchar[]) as player_id, unnest($called::varchar[]) as called,
            unnest($name::varchar[]) as name, unnest($join_order::bigint[]) as join_order
        """,
        {name: columns[name] for name in ("player_id", "called", "name", "join_order")},
    )
    _CAST[con] = asked


def _tables(con: DuckDBPyConnection) -> _Tables:
    if con not in _TABLES:
        players, evenings = (pl.DataFrame(con.sql(q, params=None)) for q in (_PLAYERS, _EVENINGS))
        _TABLES[con] = _arrivals(players, evenings)
    return _TABLES[con]


def _arrivals(players: pl.DataFrame, evenings: pl.DataFrame) -> _Tables:
    since: dict[str, datetime | None] = {}
    to_all: dict[str, _Arrival] = {}
    to_season: dict[str | None, _Arrivals] = {}
    to_night: dict[str, _Arrivals] = {}
    for place, row in enumerate(evenings.iter_rows(named=True)):
        player, night, at = row["player_id"], row["session_id"], row["started_at"]
        if since.get(player) is None:
            since[player] = at
        is_night = row["kind"] == "night"
        own = _Arrival(not is_night, row["is_imported"], at is None, at.timestamp() if at else place)
        _arrive(to_all, player, own)
        before = to_season.get(row["season"], {}) if is_night else to_night.get(night, {})
        known = before.get(player)
        arrived = known.and_then(own) if known else own
        to_night[night] = before if arrived == known else {**before, player: arrived}
        if is_night:
            to_season[row["season"]] = to_night[night]
    nights = evenings.filter(pl.col("kind") == "night").unique("session_id", maintain_order=True)
    front = {} if nights.is_empty() else to_season[played_nights(nights)["season"][-1]]
    return _Tables(players, since, to_all, front, to_season, to_night, {})


def _arrive(there: dict[str, _Arrival], player: str, arrival: _Arrival) -> None:
    there[player] = there[player].and_then(arrival) if player in there else arrival


def _named_players(con: DuckDBPyConnection, scope: tuple[str, str | None]) -> pl.DataFrame:
    tables = _tables(con)
    asked, there = _dependencies(tables, scope)
    if asked not in tables.named:
        own = {*tables.players["player_id"]} if scope[0] == "all" else {*there}
        tables.named[asked] = _named_by(tables, there, own)
    return tables.named[asked]


def _dependencies(tables: _Tables, scope: tuple[str, str | None]) -> tuple[Cast, _Arrivals]:
    """What the names on a page depend on, and the arrivals to the page's subject."""
    what, name = scope
    match what:
        case "night":
            there = tables.to_night.get(str(name), {})
        case "season":
            there = tables.to_season.get(name, {})
        case _:
            there = tables.to_latest
    return (what == "all", current_language().code, *there.items()), there


def _named_by(tables: _Tables, there: _Arrivals, own: set[str]) -> pl.DataFrame:
    """The players' names if the players in `there` come first and `own` are the page's."""
    players = tables.players
    ids = players["player_id"].to_list()

    def place(player: str) -> tuple[Any, ...]:
        """Players who weren't there come after the others."""
        arrival = there.get(player) or tables.to_all.get(player)
        return (player not in there, *arrival, player) if arrival else (True, True, True, True, inf, player)

    order = {player: number for number, player in enumerate(sorted(ids, key=place))}
    names, namesakes = tell_apart(players.to_dicts(), own, tables.since)
    names = [_isolated(name) for name in names]
    return players.select(
        "player_id", "called",
        name=pl.Series(names, dtype=pl.String),
        join_order=pl.Series([order[player] for player in ids], dtype=pl.Int64),
        is_namesake=pl.Series(namesakes, dtype=pl.Boolean),
        is_own=pl.Series([player in own for player in ids], dtype=pl.Boolean),
    ).sort("join_order")  # fmt: skip


def _isolated(name: str) -> str:
    """A name that runs from right to left between the marks that keep an amount after it in its place; others as they are."""
    is_leftward = any(bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if is_leftward else name


def folded(name: str) -> str:
    """A name for comparing, without case and extra spaces.

    >>> folded(" Bo  Hansen")
    'bo hansen'
    """
    return " ".join(name.split()).casefold()


def tell_apart(
    players: Sequence[dict[str, Any]], own: set[str], arrivals: Mapping[str, datetime | None]
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
        groups.setdefault(folded(player["called"]), []).append(player)
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


def _labelled(group: Sequence[dict[str, Any]], arrivals: Mapping[str, datetime | None]) -> dict[str, str]:
    """The names of namesakes, each by the first of these that no other of them has: the site, the first night, the letters
    that the log knows a player by, a number. Of several, one who was logged here is called by the name alone.
    """

    def site(player: dict[str, Any]) -> str | None:
        return site_of(player["player_id"])

    def since(player: dict[str, Any]) -> str | None:
        at = arrivals.get(player["player_id"])
        began = tr("since {date}", date=local_day_text(at, "yMMMd")) if at else None
        return ", ".join(filter(None, [site(player), began])) or None

    def letters(player: dict[str, Any]) -> str | None:
        return ", ".join(filter(None, [site(player), player["handle"]])) or None

    places = {player["player_id"]: place for place, player in enumerate(group, 1)}
    rungs: list[Callable[[dict[str, Any]], str | None]] = [
        site, since, letters, lambda player: str(places[player["player_id"]]),
    ]  # fmt: skip
    if len(group) < 2:
        rungs = [lambda player: None]
    names: dict[str, str] = {}
    for rung in rungs:
        labels = {player["player_id"]: rung(player) for player in group}
        count = Counter(labels.values())
        for player in group:
            label = labels[player["player_id"]]
            if count[label] == 1:
                names.setdefault(
                    player["player_id"], f"{player['called']} ({label})" if label else player["called"]
                )
    return names


__all__ = [
    "cast_all", "cast_night", "cast_of_all", "cast_of_night", "cast_of_season", "cast_season", "ensure_cast",
    "played_nights", "tell_apart",
]  # fmt: skip
