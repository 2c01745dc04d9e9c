"""Queries as frames: sums as ordinary numbers, players by name, money if its value is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Literal, NamedTuple
from weakref import WeakKeyDictionary

import polars as pl
from duckdb import DuckDBPyConnection

from reports.data.cast import Cast, current_cast, ensure_cast, nights_named_so, players_here

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
    """The players of a frame, each once, in its order.

    >>> anna, *others = people(named_frame(con, "from named_players order by join_order"))
    >>> anna.name, len(others)
    ('Anna', 5)
    """
    rows = frame.select("player_id", "name", "join_order").unique(maintain_order=True).iter_rows()
    return [NamedPlayer(*row) for row in rows]


class Answers:
    """What the pages of a site have asked a connection: each question is read once, for all players of a page and for all
    nights that are read ahead, since planning a query takes longer than its rows. The store must not change meanwhile.
    """

    def __init__(self, con: DuckDBPyConnection) -> None:
        self._con = con
        self._frames: dict[_Question, pl.DataFrame] = {}
        self._parts: dict[str, dict[_Question, Mapping[str, pl.DataFrame]]] = {
            "player_id": {},
            "session_id": {},
        }
        self._nights: Sequence[str] = []

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Answer questions to this connection from here."""
        before = _answers.set(self)
        try:
            yield
        finally:
            _answers.reset(before)

    def read_ahead(self, nights: Sequence[str]) -> None:
        """Read the hands of some nights into memory, in place of those before: opening a night's files again for each
        query would take most of the time of its page. With no nights, the hands are the whole store's again.
        """
        if nights == self._nights:
            return
        self._nights = nights
        self._parts["session_id"].clear()
        for name in ("stg_hands", "stg_seats", "stg_actions", "stg_chances"):
            self._con.execute(f"drop table if exists temp.{name}")
            if nights:
                places = ", ".join("?" * len(nights))
                rows = f"select * from {name} where session_id in ({places})"
                self._con.execute(f"create temp table {name} as {rows}", list(nights))
        self._con.execute("create temp table if not exists int_players as from int_players")

    @staticmethod
    def of(con: DuckDBPyConnection) -> Answers | None:
        """The answers of a connection that are in use."""
        answers = _answers.get()
        return answers if answers and answers._con is con else None

    def frame(self, cast: Cast | None, query: str, parameters: Mapping[str, Any]) -> pl.DataFrame:
        """The rows of a query, with the players named as in `cast`."""
        question = (cast, query, repr(parameters))
        if question not in self._frames:
            self._frames[question] = _read(self._con, query, parameters)
        return self._frames[question]

    def part(self, query: str, by: PageOf, wanted: str, parameters: Mapping[str, Any]) -> pl.DataFrame:
        """The rows of `wanted` of a query by player or night."""
        known, question = self._parts[by], (current_cast(self._con), query, repr(parameters))
        if question not in known and wanted in (ids := self._read_together(by)):
            rows = _read_parts(self._con, query, ids, parameters)
            parts = rows.partition_by(by, as_dict=True, maintain_order=True)
            known[question] = dict.fromkeys(ids, rows.clear()) | {
                str(one): part for (one,), part in parts.items()
            }
        part = known.get(question, {}).get(wanted)
        return _read_parts(self._con, query, [wanted], parameters) if part is None else part

    def _read_together(self, by: PageOf) -> list[str]:
        """The players, or the nights, whose rows are read with one query."""
        return players_here(self._con) if by == "player_id" else nights_named_so(self._con, self._nights)


PageOf = Literal["player_id", "session_id"]
"""The column that says which page a row is for: a player's or a night's."""

_Question = tuple[Cast | None, str, str]
"""How players are named (None where they aren't), the query and its parameters."""

_answers: ContextVar[Answers | None] = ContextVar("_answers", default=None)


def frame_of(con: DuckDBPyConnection, query: str, **parameters: Any) -> pl.DataFrame:
    """The rows of a query; sums, which DuckDB counts in 128 bits, as ordinary integers and floats.

    >>> frame_of(con, "select count(*) as n from mart_sessions where kind = $kind", kind="night").rows()
    [(12,)]
    """
    answers = Answers.of(con)
    return answers.frame(None, query, parameters) if answers else _read(con, query, parameters)


def named_frame(con: DuckDBPyConnection, query: str, **parameters: Any) -> pl.DataFrame:
    """The rows of a query that names players: it may join `named_players`, which has `player_id`, `name`, `called` (the name
    as typed) and `join_order` of those who aren't hidden.

    >>> named_frame(con, "select name from named_players order by join_order limit 2").rows()
    [('Anna',), ('Bo',)]
    """
    ensure_cast(con)
    answers = Answers.of(con)
    return answers.frame(current_cast(con), query, parameters) if answers else _read(con, query, parameters)


def part_of(con: DuckDBPyConnection, query: str, by: PageOf, wanted: str, **parameters: Any) -> pl.DataFrame:
    """The rows of a player or of a night, of a query with `... in $ids`, as of `named_frame`.

    >>> hands = "select session_id, max(hand_no) as hands from mart_hands where session_id in $ids group by session_id"
    >>> part_of(con, hands, "nights", "2026-03").rows()
    [('2026-03', 24)]
    """
    ensure_cast(con)
    answers = Answers.of(con)
    return (
        answers.part(query, by, wanted, parameters)
        if answers
        else _read_parts(con, query, [wanted], parameters)
    )


def with_ids(query: str, ids: Sequence[str]) -> tuple[str, dict[str, str]]:
    """A query with `... in $ids` for some players or nights, and its parameters, one for each: of these alone the files are read.

    >>> with_ids("from mart_hands where session_id in $ids", ["2026-03", "2026-04"])
    ('from mart_hands where session_id in ($id_0, $id_1)', {'id_0': '2026-03', 'id_1': '2026-04'})
    """
    named = {f"id_{place}": one for place, one in enumerate(ids)}
    listed = ", ".join(f"${name}" for name in named) or "null"
    return query.replace("$ids", f"({listed})"), named


def _read_parts(
    con: DuckDBPyConnection, query: str, ids: Sequence[str], parameters: Mapping[str, Any]
) -> pl.DataFrame:
    listing, named = with_ids(query, ids)
    return _read(con, listing, {**named, **parameters})


def _read(con: DuckDBPyConnection, query: str, parameters: Mapping[str, Any]) -> pl.DataFrame:
    rows = con.sql(query, params=dict(parameters) or None)
    frame = pl.DataFrame(rows)
    sums = {name: dtype.scale for name, dtype in frame.schema.items() if isinstance(dtype, pl.Decimal)}
    if not sums:
        return frame
    return frame.cast({name: pl.Float64 if scale else pl.Int64 for name, scale in sums.items()})


def with_names(
    con: DuckDBPyConnection,
    rows: str,
    *,
    order: str,
    hidden: bool = False,
    night: str | None = None,
    **parameters: Any,
) -> pl.DataFrame:
    """Rows (`r`) of players with `name` and `join_order`; with `hidden` also hidden players, whose name is null.
    With `night` only its rows, as of `part_of`.

    >>> entries = "from mart_bank where session_id = $session_id"
    >>> with_names(con, entries, order="entry_no", session_id="2026-03")["name"][0]
    'Bo'
    """
    query = f"""
        select r.*, p.name, p.join_order
        from ({rows}) as r
        {"left" if hidden else "inner"} join named_players as p using (player_id)
        order by {order}
        """
    if night is None:
        return named_frame(con, query, **parameters)
    return part_of(con, query, "session_id", night, **parameters)


def create_once(con: DuckDBPyConnection, name: str, query: str) -> None:
    """Create a temporary table of a query's rows, unless this connection has it: `if not exists` would plan the
    query all the same.

    >>> create_once(con, "kinds", "select distinct kind from mart_sessions")
    >>> con.sql("select count(*) from kinds").fetchall()
    [(3,)]
    """
    there = _CREATED.setdefault(con, set())
    if name not in there:
        con.execute(f"create temp table if not exists {name} as {query}")
        there.add(name)


_CREATED: WeakKeyDictionary[DuckDBPyConnection, set[str]] = WeakKeyDictionary()


def measured(
    frame: pl.DataFrame, *, money: str, chips: str, within: list[str], is_money: pl.Expr | None = None
) -> pl.DataFrame:
    """Add `value`, `total` and `measure`: money, or chips if no currency or no value is known. Rows that are money though no
    currency is named (`is_money`) have the measure "".

    >>> nights = pl.DataFrame(
    ...     {"player_id": ["a", "a"], "money": [5.0, -2.0], "chips": [10, -4], "currency": ["DKK", "DKK"]}
    ... )
    >>> frame = measured(nights, money="money", chips="chips", within=["player_id"])
    >>> frame.select("value", "total", "measure").rows()
    [(5.0, 5.0, 'DKK'), (-2.0, 3.0, 'DKK')]
    """
    known = pl.col(money).is_not_null().all().over("currency") & (
        pl.col("currency").is_not_null() | (pl.lit(False) if is_money is None else is_money)
    )
    value = pl.when(known).then(pl.col(money)).otherwise(pl.col(chips)).cast(pl.Float64)
    return frame.with_columns(
        value.alias("value"),
        pl.when(known).then(pl.col("currency").fill_null("")).otherwise(pl.lit(CHIPS)).alias("measure"),
    ).with_columns(pl.col("value").cum_sum().over(within).alias("total"))


def season_row(con: DuckDBPyConnection, mart: str, season: str | None, player_id: str) -> pl.DataFrame:
    """The rows of a mart of a player's season.

    >>> season_row(con, "mart_player_calls", "2026", "p1")["calls"].sum()
    50
    """
    rows = f"from {mart} where {OF_SEASON} and player_id in $ids"
    return part_of(con, rows, "player_id", player_id, season=season)
