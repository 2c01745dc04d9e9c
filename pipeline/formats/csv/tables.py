"""A table of the store or a mart as CSV or Parquet, row by row, so that its size doesn't matter.

A program for spreadsheets takes a cell that begins with `=`, `+`, `-` or `@` for a formula: a player called
`=cmd…` would run when the file is opened. Text that begins like a formula gets an apostrophe in front, which
marks it as text. Numbers stay numbers.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

import arro3.core as arrow
import duckdb
import polars as pl
from duckdb import DuckDBPyConnection

from engine.api import shortened
from language import tr
from pipeline.analysis.marts import marts_read, open_marts, open_tables, sentences
from pipeline.formats.output import STDOUT, ExportError, opened
from pipeline.store.files import StoreError
from pipeline.store.store import Store
from queries import selects

_FORMULA = r"^[=+\-@\t\r\n'\x{FF1D}\x{FF0B}\x{FF0D}\x{FF20}]"  # = + - @ as wide letters too
_MART = "mart_"
_STAGED = "stg_"


def export_csv(store: Path, name: str, out: Path, session: str | None) -> int:
    """Write a table or a mart, or a session's rows of it, as CSV in UTF-8. Returns the number of rows.

    The elements of a list are separated by `; `. Raises ExportError if there is no such table, or `out` can't be written.

    >>> export_csv(folder, "players", tmp / "players.csv", session=None)
    6
    >>> print((tmp / "players.csv").read_text().split()[1])
    p1,Anna,,,false,,
    """
    count = 0
    with _rows(store, name, session) as frames, opened(out) as file:
        for number, frame in enumerate(frames):
            file.write(_harmless(frame).write_csv(include_header=number == 0).encode())
            count += len(frame)
    return count


def export_parquet(store: Path, name: str, out: Path, session: str | None) -> int:
    """Write a table or a mart, or a session's rows of it, as a Parquet file. Returns the number of rows.

    Raises ExportError if there is no such table, or `out` can't be written.

    >>> export_parquet(folder, "seats", tmp / "seats.parquet", session="2026-01")
    144
    >>> pl.read_parquet(tmp / "seats.parquet", columns=["hand_no", "seat", "net"]).row(0)
    (1, 0, 18)
    """
    if out == STDOUT:
        if sys.stdout.isatty():
            raise ExportError(tr("Parquet can't be shown as text: name a file with --out."))
        with _rows(store, name, session) as frames, opened(out) as file:
            whole = pl.concat(frames)
            whole.write_parquet(file)
            return len(whole)
    with _rows(store, name, session) as frames, opened(out) as file, duckdb.connect() as con:
        first = next(frames)
        schema = arrow.Table.from_arrow(first).schema
        batches = chain.from_iterable(
            arrow.Table.from_arrow(frame).to_batches() for frame in chain([first], frames)
        )
        con.from_arrow(arrow.RecordBatchReader.from_batches(schema, batches)).create_view("exported")
        written = con.execute(
            "copy exported to $file (format parquet, compression zstd, use_tmp_file false)",
            {"file": str(file.name)},
        ).fetchone()
    return int(written[0]) if written else 0


def _harmless(frame: pl.DataFrame) -> pl.DataFrame:
    """A frame that CSV can hold, with no cell that a spreadsheet would run."""
    lists = [name for name, kind in frame.schema.items() if kind == pl.List(pl.String)]
    frame = frame.with_columns(pl.col(lists).list.join("; "))
    if nested := [name for name, kind in frame.schema.items() if kind.is_nested()]:
        raise ExportError(
            tr("The column {nested} is nested, which CSV can't hold: export it as Parquet.", nested=nested[0])
        )
    text = [name for name, kind in frame.schema.items() if kind == pl.String]
    return frame.with_columns(
        pl.when(pl.col(name).str.contains(_FORMULA)).then("'" + pl.col(name)).otherwise(name).alias(name)
        for name in text
    )


@contextmanager
def _rows(store: Path, name: str, session: str | None) -> Iterator[Iterator[pl.DataFrame]]:
    """The rows of a table or a mart as they come, the first frame there even without rows."""
    with (
        open_marts(store, marts_read(f"from {name}"))
        if name.startswith(_MART)
        else open_tables(store) as con,
        sentences(),
    ):
        names = _names(con)
        view = name if name.startswith(_MART) else f"{_STAGED}{name}"
        if view not in names:
            raise ExportError(
                tr(
                    "There is no table {name!r}: there are {listed}.",
                    name=shortened(name),
                    listed=_listed(store),
                )
            )
        if session is None:
            yield selects.stream(con, f"from {view} order by all")
            return
        if "session_id" not in names[view]:
            raise ExportError(tr("The rows of {name} are of no session: leave --session away.", name=name))
        if not Store(store).has(session):
            raise StoreError(
                tr(
                    "There is no session {session!r} in the store {store}: `peder sql` lists them.",
                    session=session,
                    store=store,
                )
            )
        yield selects.stream(
            con, f"from {view} where session_id = $session order by all", {"session": session}
        )


def _names(con: DuckDBPyConnection) -> dict[str, list[str]]:
    """What there is to export, by the name that SQL has for it, with its columns."""
    rows = con.execute("select table_name, column_name from duckdb_columns() where not internal").fetchall()
    names: dict[str, list[str]] = {}
    for table, column in rows:
        if table.startswith((_MART, _STAGED)):
            names.setdefault(table, []).append(column)
    return names


def _listed(store: Path) -> str:
    with open_tables(store) as tables, open_marts(store) as marts:
        staged = sorted(name.removeprefix(_STAGED) for name in _names(tables))
        return ", ".join([*staged, *sorted(name for name in _names(marts) if name.startswith(_MART))])
