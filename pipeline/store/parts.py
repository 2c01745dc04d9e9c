"""Part files: one Parquet file each, complete or absent, with the columns of the table's schema.

The parts of runs are compacted: the hands of a run are numbered without a gap, and seats are in the order of hands,
so two constants (`first_hand`, and `dealt`, the rows of a hand) replace columns that hardly compress and took half of
the bytes. Readers restore them: polars here, SQL in `queries/sources.py`.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

import polars as pl
from polars import selectors as cs

from language import tr
from pipeline.store.files import StoreError, whole_file

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
    """Return the rows of `hands` hands without the columns that can be restored; unchanged if the hands have no
    numbers, or numbers with gaps.
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
    """Return the expressions that compute the columns `names` from the columns `known`."""
    return {
        name: value
        for name in names
        if (value := _FOLLOWS.get(name)) is not None and {*value.meta.root_names()} <= {*known}
    }


_ROW_GROUP = 1 << 20
"""Rows to a row group: a usual part is one, so that its words and numbers are listed once."""


def write_part(rows: pl.DataFrame, place: Path) -> None:
    """Write rows as a part file: complete or absent, whatever happens."""
    with whole_file(place) as file:
        try:
            _pack(rows, file)
        except pl.exceptions.PolarsError:
            os.write(file.fileno(), bytes(1 << 16))  # a write that fails raises the system's own error
            raise


def part_bytes(rows: pl.DataFrame) -> bytes:
    """Return the part file of some rows, as `write_part` writes it.

    >>> data = part_bytes(pl.DataFrame({"hand_no": [1, 2], "pot": [8, 14]}))
    >>> pl.read_parquet(data).rows()
    [(1, 8), (2, 14)]
    """
    packed = BytesIO()
    _pack(rows, packed)
    return packed.getvalue()


def _pack(rows: pl.DataFrame, file: BinaryIO) -> None:
    # zstd 1 compresses as fast as a disk writes; no query filters by row group
    rows.write_parquet(
        file, compression="zstd", compression_level=1, statistics=False, row_group_size=_ROW_GROUP
    )


def read_parts(parts: Sequence[Path], schema: pl.Schema, *, only: bool = False) -> pl.DataFrame:
    """Read part files as one frame; columns that a part lacks are null. With `only`, other columns aren't read.

    Raises StoreError for a file that can't be read, or has another schema.

    >>> parts = sorted(folder.glob("hands/*/part-0*.parquet"))[:2]
    >>> read_parts(parts, pl.Schema({"hand_no": pl.Int64, "pot": pl.Int64}), only=True).shape  # rows, columns
    (48, 2)
    """
    frames = read_each(parts, schema, only=only)
    return pl.concat(frames) if frames else pl.DataFrame(schema=schema)


def read_each(
    parts: Sequence[Path], schema: pl.Schema, *, only: bool = False, first: int | None = None
) -> list[pl.DataFrame]:
    """Read part files, as `read_parts`, a frame for each; of each the `first` rows, or all.

    >>> parts = sorted(folder.glob("hands/*/part-0*.parquet"))[:2]
    >>> [rows["pot"].to_list() for rows in read_each(parts, pl.Schema({"pot": pl.Int64}), only=True, first=3)]  # chips
    [[26, 45, 28], [24, 59, 37]]
    """
    if len(parts) > 1:  # reading them together takes a tenth of the time
        with suppress(*_UNREADABLE):
            read = pl.collect_all([_scan(part, schema, only, first) for part in parts])
            return [_whole(rows, schema, only) for rows in read]
    return [_read_part(part, schema, only, first) for part in parts]


_UNREADABLE = pl.exceptions.PolarsError, OSError, ValueError


def _read_part(part: Path, schema: pl.Schema, only: bool, first: int | None) -> pl.DataFrame:
    try:
        return _whole(_scan(part, schema, only, first).collect(), schema, only)
    except _UNREADABLE as error:
        raise _unreadable(part, error) from error


def count_rows(part: Path) -> int:
    """The number of rows of a part file. Raises StoreError for one that can't be read."""
    try:
        return int(
            pl.scan_parquet(part, hive_partitioning=False, glob=False).select(pl.len()).collect().item()
        )
    except _UNREADABLE as error:
        raise _unreadable(part, error) from error


def _unreadable(part: Path, error: Exception) -> StoreError:
    return StoreError(
        tr(
            "{part} can't be read ({why}): restore it from a backup; `peder store check` tells "
            "what else is damaged.",
            part=part,
            why=str(error).splitlines()[0][:200],
        )
    )


def _scan(part: Path, schema: pl.Schema, only: bool, first: int | None) -> pl.LazyFrame:
    rows = pl.scan_parquet(part, hive_partitioning=False, glob=False, n_rows=first)
    if not only:
        return rows
    columns = {*schema, *PLACED, *(("won", "paid") if "net" in schema else ())}
    return rows.select(cs.by_name(*sorted(columns), require_all=False))


def _whole(rows: pl.DataFrame, schema: pl.Schema, only: bool) -> pl.DataFrame:
    rows = restore(rows, schema)
    return full(rows.select(cs.by_name(*schema, require_all=False)) if only else rows, schema)


def full(rows: pl.DataFrame, schema: pl.Schema) -> pl.DataFrame:
    """Return `rows` with just the columns and types of the schema; columns that it lacks are null.

    Raises ValueError for a column, or a type of it, that isn't the schema's.

    >>> full(pl.DataFrame({"pot": [8, 14]}), pl.Schema({"hand_no": pl.Int64, "pot": pl.Int64})).rows()
    [(None, 8), (None, 14)]
    """
    if rows.schema == schema:
        return rows
    columns = {column.name: column for column in fitted(rows, schema)}
    return pl.DataFrame(
        [
            columns[name].cast(dtype)
            if name in columns
            else pl.Series(name, [None], dtype).new_from_index(0, len(rows))
            for name, dtype in schema.items()
        ]
    )


def fitted(rows: pl.DataFrame, schema: pl.Schema) -> pl.DataFrame:
    """The columns of `rows` in the schema's order and kinds; integers may be narrower than it states.

    Raises ValueError for a column, or a type of it, that isn't the schema's.
    """
    if unknown := set(rows.columns) - set(schema):
        raise ValueError(f"no such column: {', '.join(sorted(unknown))}")
    return pl.DataFrame(
        [_fitted(rows[name], dtype) for name, dtype in schema.items() if name in rows.columns]
    )


def _fitted(column: pl.Series, dtype: pl.DataType) -> pl.Series:
    given = column.dtype
    if dtype == pl.Int64 and given.is_integer():
        return column
    if dtype == pl.String and isinstance(given, pl.Enum | pl.Categorical):
        return column  # a file packs words the same way
    if isinstance(dtype, pl.List) and isinstance(given, pl.List) and given.inner != pl.Null:
        return column  # integers within may be narrower too
    is_same_kind = type(given) is type(dtype) and isinstance(dtype, pl.List | pl.Datetime)
    if given in (dtype, pl.Null) or is_same_kind or (dtype.is_decimal() and given.is_numeric()):
        return column.cast(dtype)
    raise ValueError(f"the column {column.name} is {given}, and the store keeps {dtype}")
