"""A season's hands as columns for a page that searches them (`assets/hands/`).

A column has its distinct values, and for each hand or seat the index of its value: a condition is tested once per value,
and looked up for each row. The columns' indices follow one another in one block of bytes, deflated.
"""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from duckdb import DuckDBPyConnection

from reports.data import named_frame, players, sessions
from reports.search.fields import FIELDS
from reports.search.hands import ORDER, local_day, played

KEY = ["night", "hand"]


@dataclass(frozen=True, kw_only=True)
class PackedHands:
    """Hands in order, drafts too, and their seats. `hands` has a column for each field, and `seats`: the number of the hand's
    rows in the frame of seats. That frame has a column for each field on a player, `player_id` and `winner`.
    """

    hands: pl.DataFrame
    seats: pl.DataFrame

    def packed(self) -> dict[str, Any]:
        """Both frames as data of a page."""
        columns, blocks = [], []
        for of, frame in (("hand", self.hands), ("seat", self.seats.drop(KEY))):
            for name in frame.columns:
                values, places = _column(frame[name])
                columns.append({"of": of, "name": name, "values": values, "bytes": places.itemsize})
                blocks.append(places.tobytes())
        block = zlib.compress(b"".join(blocks))  # level 9 takes ten times as long and saves a twentieth
        return {
            "hands": len(self.hands), "seats": len(self.seats), "columns": columns,
            "block": b64encode(block).decode(),
        }  # fmt: skip


def pack_season(con: DuckDBPyConnection, season: str | None) -> PackedHands:
    """The hands of a season's nights.

    >>> type(pack_season(con, "2026")).__name__
    'PackedHands'
    """
    every = sessions(con, "night")
    return _facts(con, every.filter(pl.col("season").eq_missing(season))["session_id"].to_list())


def pack_hands(con: DuckDBPyConnection, hands: pl.DataFrame) -> PackedHands:
    """The rows of `find_hands`, with all fields.

    >>> from reports.search.fields import parse
    >>> from reports.search.hands import find_hands
    >>> sorted(pack_hands(con, find_hands(con, parse("night=2026-03"))).packed())
    ['block', 'columns', 'hands', 'seats']
    """
    keys = hands.select(pl.col("session_id").alias("night"), pl.col("hand_no").alias("hand"))
    nights = keys["night"].unique(maintain_order=True).to_list()
    facts = _facts(con, nights)
    return PackedHands(
        hands=facts.hands.join(keys, on=KEY, how="semi", maintain_order="left"),
        seats=facts.seats.join(keys, on=KEY, how="semi", maintain_order="left"),
    )


def _facts(con: DuckDBPyConnection, of: Sequence[str]) -> PackedHands:
    """The hands of these nights and imports."""

    def fields(*, of_player: bool) -> str:
        return ", ".join(
            f'{field.sql} as "{name}"'
            for name, field in FIELDS.items()
            if field.of_player == of_player and not field.of_seats and field.sql
        )

    tables, rows, nights = played(con, of)
    hands = named_frame(
        con,
        f"""
        with {tables}
        select {fields(of_player=False)}, s.is_night, s.started_at as night_at, h.started_at as hand_at
        {rows}
        order by {ORDER}
        """,
        **nights,
    )
    seats = named_frame(
        con,
        f"""
        with {tables}
        select h.session_id as night, h.hand_no as hand, p.player_id, me.winner, {fields(of_player=True)}
        from logged as h
        join nights as s using (session_id)
        join seated as me using (session_id, hand_no)
        left join named_players as p on p.player_id = me.player_id
        order by {ORDER}, me.seat
        """,
        **nights,
    )
    at = (
        pl.when("is_night")
        .then(pl.coalesce("night_at", "hand_at"))
        .otherwise(pl.coalesce("hand_at", "night_at"))
    )
    counts = seats.group_by(KEY).len("seats")
    known = players(con)["player_id"].implode()  # pages know nothing about hidden players
    hands = hands.join(counts, on=KEY, how="left", maintain_order="left").with_columns(
        pl.col("seats").fill_null(0), at.alias("date"), pl.when(pl.col("dealer").is_in(known)).then("dealer")
    )
    days = {each: local_day(each) for each in hands["date"].unique().drop_nulls()}
    texts = {each: day.isoformat() for each, day in days.items()}
    weekdays = {each: day.isoweekday() for each, day in days.items()}
    dated = pl.col("date").replace_strict(texts, default=None, return_dtype=pl.String)
    weekday = pl.col("date").replace_strict(weekdays, default=None, return_dtype=pl.Int64).alias("weekday")
    return PackedHands(
        hands=hands.with_columns(dated, weekday).drop("is_night", "night_at", "hand_at"), seats=seats
    )


def _column(series: pl.Series) -> tuple[list[Any], np.ndarray[Any, Any]]:
    """The distinct values of a column, null last, and the index of each row's value."""
    values = series.unique().sort(nulls_last=True)
    if series.dtype == pl.Boolean:  # most columns
        place_of = {value: place for place, value in enumerate(values)}
        places_by_code = np.array([place_of.get(value, 0) for value in (False, True, None)], "<u1")
        return values.to_list(), places_by_code[series.cast(pl.UInt8).fill_null(2).to_numpy()]
    places = pl.DataFrame({"value": values, "place": np.arange(len(values))})
    rows = pl.DataFrame({"value": series}).join(
        places, on="value", how="left", nulls_equal=True, maintain_order="left"
    )
    size = next(size for size in (1, 2, 4) if len(values) <= 256**size)
    return values.to_list(), rows["place"].to_numpy().astype(f"<u{size}")
