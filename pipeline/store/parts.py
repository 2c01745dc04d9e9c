"""Part files: one Parquet file each, whole or absent, with the columns of the table's schema."""

from __future__ import annotations

import os
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

import polars as pl
from polars import selectors as cs

from language import tr
from pipeline.store.compaction import PLACED, restore
from pipeline.store.files import StoreError, whole_file

_ROW_GROUP = 1 << 20
"""Rows to a row group: a usual part is one, so that its words and numbers are listed once."""


def write_part(rows: pl.DataFrame, place: Path) -> None:
    """Write rows as a part file: whole or absent, whatever happens."""
    with whole_file(place) as file:
        try:
            _pack(rows, file)
        except pl.exceptions.PolarsError:
            os.write(file.fileno(), bytes(1 << 16))  # a write that fails raises the system's own error
            raise


def part_bytes(rows: pl.DataFrame) -> bytes:
    packed = BytesIO()
    _pack(rows, packed)
    return packed.getvalue()


def _pack(rows: pl.DataFrame, file: BinaryIO) -> None:
    # zstd 1 compresses as fast as a disk writes; no query filters by row group
    rows.write_parquet(
        file, compression="zstd", compression_level=1, statistics=False, row_group_size=_ROW_GROUP
    )


def read_parts(parts: Sequence[Path], schema: pl.Schema, *, only: bool = False) -> pl.DataFrame:
    """Part files as one frame; columns that a part lacks are null. With `only`, other columns aren't read.

    Raises StoreError for a file that can't be read, or isn't of this schema.
    """
    frames = [_read_part(part, schema, only) for part in parts]
    return pl.concat(frames) if frames else pl.DataFrame(schema=schema)


def _read_part(part: Path, schema: pl.Schema, only: bool) -> pl.DataFrame:

    try:
        rows = pl.scan_parquet(part, hive_partitioning=False, glob=False)
        if only:
            columns = {*schema, *PLACED, *(("won", "paid") if "net" in schema else ())}
            rows = rows.select(cs.by_name(*sorted(columns), require_all=False))
        whole = restore(rows.collect(), schema)
        return full(whole.select(cs.by_name(*schema, require_all=False)) if only else whole, schema)
    except (pl.exceptions.PolarsError, OSError, ValueError) as error:
        raise StoreError(
            tr(
                "{part} can't be read ({why}): restore it from a backup; `peder check` tells "
                "what else is damaged.",
                part=part,
                why=str(error).splitlines()[0][:200],
            )
        ) from error


def full(rows: pl.DataFrame, schema: pl.Schema) -> pl.DataFrame:
    """`rows` with just the columns and types of the schema; those that it lacks are null.

    Raises ValueError for a column, or a type of it, that isn't the schema's.
    """
    if rows.schema == schema:
        return rows
    columns = {column.name: column for column in fitted(rows, schema)}
    return pl.DataFrame(
        [
            _nulls(name, dtype, len(rows)) if name not in columns else _cast(columns[name], dtype)
            for name, dtype in schema.items()
        ]
    )


def _nulls(name: str, dtype: pl.DataType, rows: int) -> pl.Series:
    return pl.Series(name, [None], dtype).new_from_index(0, rows)


def _cast(column: pl.Series, dtype: pl.DataType) -> pl.Series:
    return column if column.dtype == dtype else column.cast(dtype)


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
    alike = type(given) is type(dtype) and isinstance(dtype, pl.List | pl.Datetime)
    if given in (dtype, pl.Null) or alike or (dtype.is_decimal() and given.is_numeric()):
        return _cast(column, dtype)
    raise ValueError(f"the column {column.name} is {given}, and the store keeps {dtype}")
