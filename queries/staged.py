"""The store's tables as the staging models tell them, with all sessions, and rows as they come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

import arro3.core as arrow
import duckdb
from duckdb import DuckDBPyConnection

from language import tr
from queries.models import load_models, told
from queries.sources import StoredTable, rows_of, state_columns
from queries.warehouse import selected

if TYPE_CHECKING:
    import polars as pl


@contextmanager
def staged(tables: Mapping[str, StoredTable]) -> Iterator[DuckDBPyConnection]:
    """A connection with the staging views over these tables, nothing built and nothing kept."""
    with duckdb.connect() as con, told(tr("the store")):
        con.execute("set timezone = 'UTC'")
        state_columns(con, tables)
        for name, table in tables.items():
            con.execute(f"create view {name} as {rows_of(name, table, table.parts)}")
        for model in load_models(tables).values():
            if model.kind == "staging":
                con.execute(f"create view {model.name} as {model.sql}")
        yield con


def stream(
    con: DuckDBPyConnection, sql: str, values: Mapping[str, object] | None = None
) -> Iterator[pl.DataFrame]:
    """The rows of a select as they come, the first frame there even without rows. Raises QueryError."""
    import polars as pl

    names, reader = selected(con, sql, values)
    try:
        with told(tr("the query")):
            yield pl.DataFrame(reader.schema.empty_table().rename_columns(names))
            for batch in reader:
                yield pl.DataFrame(arrow.Table.from_batches([batch]).rename_columns(names))
    finally:
        del reader  # while it is open, the connection takes no other query
