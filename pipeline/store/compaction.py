"""Compaction of the parts of runs: columns that follow from a row's place and its other columns are left out.

The hands of a run are numbered without a gap, and seats are in the order of hands. So two constants
(`first_hand`, and `dealt`, the rows of a hand) replace columns that hardly compress: of 35.7 bytes a hand, at
eight players, such numbers took 13.6, and `net` 4.9. Readers restore them: polars here, SQL in
`queries/sources.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import polars as pl

PLACED = pl.Schema({"first_hand": pl.Int64, "dealt": pl.Int64})
"""The columns that a compacted part has instead."""

_ROW = pl.int_range(pl.len(), dtype=pl.Int64)
_HAND = pl.col("first_hand") + _ROW // pl.col("dealt")
_FOLLOWS = {
    "hand_no": _HAND,
    "chain_no": _HAND,  # where each hand is its own chain
    "seat": _ROW % pl.col("dealt"),
    "net": pl.col("won") - pl.col("paid"),
}


def compact(rows: pl.DataFrame, hands: int) -> pl.DataFrame:
    """The rows of `hands` hands without the columns that follow; unchanged where the hands are not numbered
    without a gap, or have no numbers.
    """
    if "hand_no" not in rows.columns or len(rows) % hands:
        return rows
    placed = rows.with_columns(first_hand=rows["hand_no"].first(), dealt=pl.lit(len(rows) // hands, pl.Int16))
    following = [
        name
        for name, value in _followed(rows.columns, placed.columns).items()
        if placed.select(pl.col(name).eq_missing(value).all()).item()
    ]
    return placed.drop(following) if "hand_no" in following else rows


def restore(rows: pl.DataFrame, schema: pl.Schema) -> pl.DataFrame:
    """Rows as read, with the columns of `schema` that were left out."""
    if "first_hand" not in rows.columns:
        return rows
    left_out = [name for name in schema if name not in rows.columns]
    return rows.with_columns(**_followed(left_out, rows.columns)).drop(*PLACED)


def _followed(names: Iterable[str], known: Collection[str]) -> dict[str, pl.Expr]:
    """The expressions of the columns `names` that follow from the columns `known`."""
    return {
        name: value
        for name in names
        if (value := _FOLLOWS.get(name)) is not None and {*value.meta.root_names()} <= {*known}
    }
