"""Runs a user's select on a connection of `queries.warehouse.build`: only one select, and at most as many rows as fit in
memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import arro3.core as arrow
import duckdb
from duckdb import DuckDBPyConnection

from language import forms, tr
from queries.models import QueryError, as_query_error
from queries.parsed import without_surrogates
from queries.sources import name_in_sql

if TYPE_CHECKING:
    import polars as pl

ROWS_SHOWN = 500_000
BYTES_SHOWN = 1 << 28
"""Size in bytes of the largest answer; a larger one would fill the memory."""


def run(
    con: DuckDBPyConnection, sql: str, parameters: Sequence[Any] | Mapping[str, Any] | None = None
) -> list[dict[str, Any]]:
    """Run a select on a connection of `build`, with `parameters` bound to its `?` or `$name`, and return its rows by
    column. Raises QueryError for anything but one select, and for a select that fails.

    >>> run(con, "select count(*) as hands, max(player_count) as players from mart_hands where kind = ?", ["night"])
    [{'hands': 288, 'players': 6}]
    """
    try:
        names, columns = _read_columns(con, sql, parameters)
    except (ValueError, OverflowError):
        names, columns = [], []
    if not names:  # a year is outside Python's calendar
        names, columns = _read_columns(con, sql, parameters, times_as_text=True)
    return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]


def _read_columns(
    con: DuckDBPyConnection,
    sql: str,
    parameters: Sequence[Any] | Mapping[str, Any] | None,
    *,
    times_as_text: bool = False,
) -> tuple[list[str], list[list[Any]]]:
    names, stream = selected(con, sql, parameters, times_as_text=times_as_text)
    columns: list[list[Any]] = [[] for _ in names]
    size = 0
    try:
        with as_query_error(tr("the query")):
            for batch in stream:
                size += batch.nbytes
                if len(columns[0]) + batch.num_rows > ROWS_SHOWN or size > BYTES_SHOWN:
                    raise QueryError(
                        tr(
                            "The answer has more than {rows} rows, or {size} MB: ask for less, with a sum or "
                            "a limit.",
                            rows=forms.number(ROWS_SHOWN),
                            size=BYTES_SHOWN >> 20,
                        )
                    )
                for column, values in zip(columns, batch.columns, strict=True):
                    column += values.to_pylist()
    finally:
        del stream  # while it is open, the connection takes no other query
    return names, columns


def read(
    con: DuckDBPyConnection, sql: str, parameters: Sequence[Any] | Mapping[str, Any] | None = None
) -> pl.DataFrame:
    """Run a select and return a frame. Sums, which DuckDB computes in 128 bits, become 64-bit integers if they fit.
    Raises as `run`.

    >>> read(con, "select kind, count(*) as sessions from mart_sessions group by kind order by kind").rows()
    [('import', 1), ('night', 12), ('run', 1)]
    """
    import polars as pl

    names, stream = selected(con, sql, parameters)
    with as_query_error(tr("the query")):
        table = stream.read_all()
    frame = pl.DataFrame(table.rename_columns(names))
    sums = [name for name, kind in frame.schema.items() if isinstance(kind, pl.Decimal) and not kind.scale]
    whole = frame.select(pl.col(sums).cast(pl.Int64, strict=False))
    fit = [name for name in sums if whole[name].null_count() == frame[name].null_count()]
    return frame.with_columns(whole[fit])


def selected(
    con: DuckDBPyConnection,
    sql: str,
    parameters: Sequence[Any] | Mapping[str, Any] | None,
    *,
    times_as_text: bool = False,
) -> tuple[list[str], arrow.RecordBatchReader]:
    """Return the column names of a select, made unique, and its rows as they come.

    >>> names, batches = selected(con, "select 1 as one, 2 as one", None)
    >>> names, sum(batch.num_rows for batch in batches)
    (['one', 'one_1'], 1)
    """
    sql = without_surrogates(sql)
    with as_query_error(tr("the query")):
        if not _is_select(con, sql):
            raise QueryError(tr("The query must be one select: nothing is changed from here."))
        # only a select at the top may have a part that writes; as a subquery it is refused
        within = f"({sql.strip().rstrip(';')}\n)"
        columns = con.execute(f"describe select * from {within}", parameters).fetchall()
        kinds = (
            "INTERVAL",
            *(("DATE", "TIME") if times_as_text else ()),
        )  # Arrow doesn't support these intervals
        as_text = [name_in_sql(name) for name, kind, *_ in columns if any(word in kind for word in kinds)]
        if as_text:
            replaced = ", ".join(f"cast({name} as varchar) as {name}" for name in as_text)
            sql = f"select * replace ({replaced}) from {within}"
        # through arro3: polars would read all rows at once
        stream = arrow.RecordBatchReader.from_arrow(con.sql(sql, params=parameters or None))
    return [name for name, *_ in columns], stream


def _is_select(con: DuckDBPyConnection, sql: str) -> bool:
    try:
        statements = con.extract_statements(sql)
        return len(statements) == 1 and statements[0].type == duckdb.StatementType.SELECT
    except ValueError:  # a kind of statement that has no name in Python, such as `update extensions`
        return False


def stream(
    con: DuckDBPyConnection, sql: str, values: Mapping[str, object] | None = None
) -> Iterator[pl.DataFrame]:
    """Yield the rows of a select in frames as they come, and a first frame even without rows. Raises QueryError.

    >>> sum(len(frame) for frame in stream(con, "from mart_sessions where kind = 'night'"))
    12
    """
    import polars as pl

    names, reader = selected(con, sql, values)
    try:
        with as_query_error(tr("the query")):
            yield pl.DataFrame(reader.schema.empty_table().rename_columns(names))
            for batch in reader:
                yield pl.DataFrame(arrow.Table.from_batches([batch]).rename_columns(names))
    finally:
        del reader  # while it is open, the connection takes no other query
