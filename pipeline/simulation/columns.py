"""Columns for the store from numpy arrays, without loops over rows: codes, constants, lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import arro3.core as arrow
import numpy as np
import polars as pl

Array = np.ndarray[Any, np.dtype[Any]]


def narrowed(values: Array) -> Array:
    """Copy integers (n,) to the narrowest signed type that fits all of them."""
    return narrow_columns(values[:, None])[0]


def narrow_columns(table: Array) -> list[Array]:
    """Return the columns of integers (n, m), each as `narrowed` makes it. Uses few calls, because each releases the
    GIL, and another thread may hold it for long.
    """
    columns = np.ascontiguousarray(table.T)
    if columns.size == 0:
        return list(columns.astype(np.int8))
    widest = np.maximum(columns.max(axis=1), ~columns.min(axis=1)).tolist()
    return [column.astype(_narrowest(most)) for column, most in zip(columns, widest, strict=True)]


def _narrowest(most: int) -> np.dtype[Any]:
    """The narrowest type for integers from `~most` to `most`."""
    return next(np.dtype(f"i{size}") for size in (1, 2, 4, 8) if most >> 8 * size - 1 == 0)


def words(codes: Array, names: Sequence[str]) -> pl.Series:
    """Names by code: `codes` (n,) holds indexes into `names` (256 at most), or -1 for null."""
    least, most = (codes.min(), codes.max()) if codes.size else (0, 0)
    if least < -1 or most >= len(names):
        raise IndexError(f"codes from {least} to {most} for {len(names)} names")
    places = pl.Series(codes.astype(np.uint8, copy=False))
    if least < 0:
        places = places.set(pl.Series(codes < 0), None)
    return places.cat.to(pl.Enum(names))


def constant(value: str | int | bool | None, rows: int) -> pl.Series:
    """The same value `rows` times."""
    dtype = pl.Enum([str(value)]) if isinstance(value, str) else None
    return pl.Series([value], dtype=dtype).shrink_dtype().new_from_index(0, rows)


def where(known: Array, values: Array) -> pl.Series:
    """`values` (n,) where `known` (n,) is true, else null."""
    return pl.Series(values).set(~pl.Series(known), None)


def lists(offsets: Array, values: Array | Mapping[str, pl.Series | Array]) -> pl.Series:
    """Lists (n,): row i holds `values[offsets[i]:offsets[i + 1]]`, with `offsets` (n + 1,) below 2**31.

    `values` is one array, or columns by name for lists of structs.
    """
    if isinstance(values, Mapping):
        inner = arrow.Array.from_arrow(pl.DataFrame(dict(values)).to_struct("item"))
    else:
        inner = arrow.Array.from_numpy(np.ascontiguousarray(values))
    return pl.Series(arrow.list_array(arrow.Array.from_numpy(offsets.astype(np.int32, copy=False)), inner))
