"""Queries as frames: sums as ordinary numbers, players by name, money if its value is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import polars as pl
from arro3.core import Table
from duckdb import DuckDBPyConnection

from reports.data.cast import Cast, current_cast, ensure_cast, nights_named_so

CHIPS = "chips"
"""The measure of sums without a known value in money."""

ANTES = "antes"
"""The measure of sums over nights in money and nights in chips."""

NAMES = frozenset({"mart_player_nights", "mart_players", "mart_sessions", "mart_variants"})
"""The marts that name players, nights and games: every page needs them."""

NIGHTS = "kind = 'night' and season is not distinct from $season"
"""Rows of a season's nights."""

OF_SEASON = f"scope = 'season' and {NIGHTS}"
"""Rows that are of a whole season, of marts that also have each night's."""


class NamedPlayer(NamedTuple):
    """A player, as the rows of most frames name one."""

    player_id: str
    name: str
    join_order: int


def people(frame: pl.DataFrame) -> list[NamedPlayer]:
    """The players of a frame, each once, in its order."""
    rows = frame.select("player_id", "name", "join_order").unique(maintain_order=True).iter_rows()
    return [NamedPlayer(*row) for row in rows]


def frame_of(con: DuckDBPyConnection, query: str, **parameters: Any) -> pl.DataFrame:
    """The rows of a query; sums, which DuckDB counts in 128 bits, as ordinary integers and floats."""
    return _remembered(con, None, query, parameters)


def _remembered(
    con: DuckDBPyConnection, cast: Cast | None, query: str, parameters: Mapping[str, Any]
) -> pl.DataFrame:
    known = _known.get()
    if known is None:
        return _read(con, query, parameters)
    asked = (con, cast, query, repr(parameters))
    if asked not in known:
        known[asked] = _read(con, query, parameters)
    return known[asked]


Frames = dict[tuple[DuckDBPyConnection, Cast | None, str, str], pl.DataFrame]
"""Frames by what was asked: the connection, how players are named (None where they aren't), the query and its parameters."""

_known: ContextVar[Frames | None] = ContextVar("_known", default=None)


@contextmanager
def remembering(frames: Frames) -> Iterator[None]:
    """Ask a connection each question once, and remember the answer in `frames`: the pages of a season's players share most
    of what they ask. The store must not change meanwhile.
    """
    before = _known.set(frames)
    try:
        yield
    finally:
        _known.reset(before)


def _read(con: DuckDBPyConnection, query: str, parameters: Mapping[str, Any]) -> pl.DataFrame:
    rows = con.sql(query, params=dict(parameters) or None)
    # through arro3: polars would keep the relation's type alive, about which duckdb complains at exit
    frame = pl.DataFrame(Table.from_arrow(rows))
    sums = {name: dtype.scale for name, dtype in frame.schema.items() if isinstance(dtype, pl.Decimal)}
    if not sums:
        return frame
    return frame.cast({name: pl.Float64 if scale else pl.Int64 for name, scale in sums.items()})


def named_frame(con: DuckDBPyConnection, query: str, **parameters: Any) -> pl.DataFrame:
    """The rows of a query that names players: it may join `named_players`, which has `player_id`, `name`, `called` (the name
    as typed) and `join_order` of those who aren't hidden.
    """
    ensure_cast(con)
    return _remembered(con, current_cast(con), query, parameters)


def of_player(con: DuckDBPyConnection, query: str, player_id: str, **parameters: Any) -> pl.DataFrame:
    """The rows of a player, of a query with `$player_id in (player_id, '')`, which may join `named_players` (after `ensure_cast`).
    Where answers are remembered, it is asked once for all players.
    """
    if _known.get() is None:
        return _read(con, query, {"player_id": player_id, **parameters})
    rows = _remembered(con, current_cast(con), query, {"player_id": "", **parameters})
    return rows.filter(pl.col("player_id") == player_id)


def with_names(
    con: DuckDBPyConnection,
    rows: str,
    *,
    also: str = "",
    join: str = "",
    hidden: bool = False,
    order: str,
    night: str | None = None,
    **parameters: Any,
) -> pl.DataFrame:
    """Rows (`r`) of players with `name` and `join_order`, and other joined columns; with `hidden` also hidden
    players, whose name is null. With `night` as of `of_night`.
    """
    query = f"""
        select r.*, {also} p.name, p.join_order
        from ({rows}) as r
        {"left" if hidden else "inner"} join named_players as p using (player_id)
        {join}
        order by {order}
        """
    ensure_cast(con)
    return named_frame(con, query, **parameters) if night is None else of_night(con, query, night)


def create_once(con: DuckDBPyConnection, name: str, query: str) -> None:
    """Create a temporary table of a query's rows, unless this connection has it: `if not exists` would plan the
    query all the same.
    """
    there = _CREATED.setdefault(con, set())
    if name not in there:
        con.execute(f"create temp table if not exists {name} as {query}")
        there.add(name)


_CREATED: WeakKeyDictionary[DuckDBPyConnection, set[str]] = WeakKeyDictionary()


class _Ahead(NamedTuple):
    """Nights that are read together, and the rows of each by what was asked."""

    nights: Sequence[str]
    known: dict[tuple[object, str], Mapping[str, pl.DataFrame]]


_AHEAD: WeakKeyDictionary[DuckDBPyConnection, _Ahead] = WeakKeyDictionary()


def read_ahead(con: DuckDBPyConnection, nights: Sequence[str]) -> None:
    """Read the hands of some nights into memory, in place of those before: opening a night's files again for each
    query would take most of the time of its page. With no nights, the hands are the whole store's again.
    """
    _AHEAD[con] = _Ahead(nights, {})
    for name in ("stg_hands", "stg_seats", "stg_actions", "stg_chances"):
        con.execute(f"drop table if exists temp.{name}")
        if nights:
            places = ", ".join("?" * len(nights))
            rows = f"select * from {name} where session_id in ({places})"
            con.execute(f"create temp table {name} as {rows}", list(nights))
    con.execute("create temp table if not exists int_players as from int_players")


def of_night(con: DuckDBPyConnection, query: str, night: str) -> pl.DataFrame:
    """The rows of a night of a query with `session_id in $nights`, which may join `named_players` (after `ensure_cast`). It is
    asked once for all nights that are read ahead and name the players the same: planning a query takes longer than its rows.
    """
    ahead = _AHEAD.get(con)
    nights = nights_named_so(con, ahead.nights) if ahead and night in ahead.nights else []
    if ahead is None or night not in nights:
        return _of_nights(con, query, [night])
    asked = (current_cast(con), query)
    if asked not in ahead.known:
        rows = _of_nights(con, query, nights)
        parts = rows.partition_by("session_id", as_dict=True, maintain_order=True)
        ahead.known[asked] = dict.fromkeys(nights, rows.clear()) | {
            str(name): part for (name,), part in parts.items()
        }
    return ahead.known[asked][night]


def _of_nights(con: DuckDBPyConnection, query: str, nights: Sequence[str]) -> pl.DataFrame:
    names = {f"night_{place}": night for place, night in enumerate(nights)}
    listed = ", ".join(f"${name}" for name in names)
    return _read(con, query.replace("$nights", f"({listed})"), names)


def measured(frame: pl.DataFrame, *, money: str, chips: str, within: list[str]) -> pl.DataFrame:
    """Add `value`, `total` and `measure`: money, or chips if no currency or no value is known."""
    known = pl.col(money).is_not_null().all().over("currency") & pl.col("currency").is_not_null()
    value = pl.when(known).then(pl.col(money)).otherwise(pl.col(chips)).cast(pl.Float64)
    return frame.with_columns(
        value.alias("value"),
        pl.when(known).then(pl.col("currency").fill_null("")).otherwise(pl.lit(CHIPS)).alias("measure"),
    ).with_columns(pl.col("value").cum_sum().over(within).alias("total"))


def season_row(con: DuckDBPyConnection, mart: str, season: str | None, player_id: str) -> pl.DataFrame:
    """The rows of a mart of a player's season."""
    rows = f"from {mart} where {OF_SEASON} and $player_id in (player_id, '')"
    return of_player(con, rows, player_id, season=season)
