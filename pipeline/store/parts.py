"""Part files: one Parquet file each, whole or absent, its columns those of the table's schema."""

from __future__ import annotations

import errno
import os
import re
import sys
import threading
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO
from urllib.parse import quote

from engine.api import PederError
from language import tr
from pipeline.store.contents import KEY, SEASON_PAYMENTS

if TYPE_CHECKING:
    import polars as pl

PARTS = "part-*.parquet"
_BEGUN = re.compile(r"\..+\.\d+-\d+")
"""The name of a file that is being written."""
_ROW_GROUP = 1 << 20
"""Rows to a row group: a usual part is one, so that its words and numbers are listed once."""


class StoreError(PederError):
    """The store can't be read or written, or holds already what was to be added."""


def write_part(rows: pl.DataFrame, place: Path) -> None:
    """Write rows as a part file: whole or absent, whatever happens."""
    import polars as pl

    with whole_file(place) as file:
        try:
            _pack(rows, file)
        except pl.exceptions.PolarsError:
            os.write(file.fileno(), bytes(1 << 16))  # the system says it in words of its own
            raise


def part_bytes(rows: pl.DataFrame) -> bytes:
    """What a part file of these rows holds."""
    packed = BytesIO()
    _pack(rows, packed)
    return packed.getvalue()


def _pack(rows: pl.DataFrame, file: BinaryIO) -> None:
    # zstd 1 packs as fast as a disk takes it; nobody filters by row group
    rows.write_parquet(
        file, compression="zstd", compression_level=1, statistics=False, row_group_size=_ROW_GROUP
    )


def write_whole(place: Path, data: bytes) -> None:
    """Write a small file: whole or absent, whatever happens."""
    with whole_file(place) as file:
        file.write(data)


@contextmanager
def whole_file(place: Path) -> Iterator[BinaryIO]:
    """A file beside its place, flushed to disk and renamed when it is written."""
    beside = place.with_name(f".{place.name}.{os.getpid()}-{threading.get_ident()}")
    try:
        with open(beside, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        beside.replace(place)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def sweep(*folders: Path) -> None:
    """Take away what writers who died had begun of files in some folders (`whole_file`): for whoever alone
    writes there.
    """
    for left in (place for folder in folders for place in folder.glob(".*")):
        if _BEGUN.fullmatch(left.name):
            left.unlink(missing_ok=True)


def flush(folder: Path) -> None:
    """Have the disk keep the names in a folder (Windows has no such call, and needs none)."""
    if os.name == "posix":
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)


def session_folder(session_id: str) -> str:
    """The folder of a session within a table, in the form that SQL reads back as the column `session_id`.

    Letters of any language, digits, space, `-`, `_` and `.` stand as they are, the rest as `%XX` (UTF-8).
    Raises StoreError for an id that is empty, too long for a file name, or not printable.
    """
    name = unicodedata.normalize("NFC", session_id)
    if not name.strip() or not name.isprintable() or name.startswith("__"):
        raise StoreError(
            tr("{session_id!r} can't name a session: use letters, digits and - _ .", session_id=session_id)
        )
    if KEY + name.casefold() == SEASON_PAYMENTS:
        raise StoreError(
            tr("{name!r} is what the payments of seasons are kept under: give another name.", name=name)
        )
    escaped = "".join(char if char.isalnum() or char in "-_. " else quote(char, safe="") for char in name)
    if len(escaped.encode()) > 200:
        raise StoreError(
            tr("The session name {name!r}… is too long: keep it under 100 letters.", name=name[:40])
        )
    return KEY + escaped


def read_parts(parts: Sequence[Path], schema: pl.Schema, *, only: bool = False) -> pl.DataFrame:
    """Part files as one frame; columns that a part lacks are null. With `only`, other columns aren't read.

    Raises StoreError for a file that can't be read, or isn't of this schema.
    """
    import polars as pl

    frames = [_read_part(part, schema, only) for part in parts]
    return pl.concat(frames) if frames else pl.DataFrame(schema=schema)


def _read_part(part: Path, schema: pl.Schema, only: bool) -> pl.DataFrame:
    import polars as pl
    from polars import selectors as cs

    from pipeline.store.spared import PLACED, restore

    try:
        rows = pl.scan_parquet(part, hive_partitioning=False, glob=False)
        if only:
            kept = {*schema, *PLACED, *(("won", "paid") if "net" in schema else ())}
            rows = rows.select(cs.by_name(*sorted(kept), require_all=False))
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
    import polars as pl

    if rows.schema == schema:
        return rows
    kept = {column.name: column for column in fitted(rows, schema)}
    return pl.DataFrame(
        [
            _nulls(name, dtype, len(rows)) if name not in kept else _cast(kept[name], dtype)
            for name, dtype in schema.items()
        ]
    )


def _nulls(name: str, dtype: pl.DataType, rows: int) -> pl.Series:
    import polars as pl

    return pl.Series(name, [None], dtype).new_from_index(0, rows)


def _cast(column: pl.Series, dtype: pl.DataType) -> pl.Series:
    return column if column.dtype == dtype else column.cast(dtype)


def fitted(rows: pl.DataFrame, schema: pl.Schema) -> pl.DataFrame:
    """The columns of `rows` in the schema's order and kinds; integers may be narrower than it states.

    Raises ValueError for a column, or a type of it, that isn't the schema's.
    """
    import polars as pl

    if unknown := set(rows.columns) - set(schema):
        raise ValueError(f"no such column: {', '.join(sorted(unknown))}")
    return pl.DataFrame(
        [_fitted(rows[name], dtype) for name, dtype in schema.items() if name in rows.columns]
    )


def _fitted(column: pl.Series, dtype: pl.DataType) -> pl.Series:
    import polars as pl

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


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Say in one sentence, as StoreError, what the system has against writing the store at `path`."""
    try:
        yield
    except _writing_errors() as error:
        code = error.errno if isinstance(error, OSError) else _system_code(error)
        if code is None:
            raise
        if code in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            what = tr("The disk of the store {path} is full: make room and run the command again.", path=path)
        else:
            what = tr(
                "The store {path} can't be written ({strerror}): name another with --store.",
                path=path,
                strerror=os.strerror(code),
            )
        raise StoreError(what) from error


def _writing_errors() -> tuple[type[Exception], ...]:
    """Those that the system has against writing; polars' where it was imported."""
    polars = sys.modules.get("polars")
    return (OSError, *([polars.exceptions.ComputeError] if polars else ()))


def _system_code(error: Exception) -> int | None:
    """The system's error code in the words of polars' writer."""
    found = re.search(r"os error (\d+)", str(error))
    return int(found[1]) if found else None
