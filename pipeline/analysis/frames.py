"""A store opened in Python (`peder.open_store`): its marts and any select over them as polars frames."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

import polars as pl

from engine.api import PederError
from language import tr
from pipeline.analysis.marts import open_marts, sentences
from queries import warehouse


class OpenStore:
    """A store in the state in which it was opened; close it, or use it in a `with`."""

    def __init__(self, path: Path) -> None:
        self._con = open_marts(path)

    def sql(self, query: str, **values: object) -> pl.DataFrame:
        """The rows of one select over the views (`stg_*`, `int_*`) and the marts, `values` bound to `$name`.

        Whole numbers are Int64, money is Decimal, times are in UTC. Raises PederError for anything else than
        one select, and for one that can't be run.
        """
        with sentences():
            return warehouse.read(self._con, query, values)

    def mart(self, name: str) -> pl.DataFrame:
        """A mart, whole. Raises PederError where no mart has that name."""
        if name not in (marts := self.marts()):
            raise PederError(
                tr("There is no mart {name!r}: there are {marts}.", name=name, marts=", ".join(marts))
            )
        return self.sql(f"from {name}")

    def marts(self) -> list[str]:
        """The names of the marts."""
        tables = self.sql("select table_name from duckdb_tables() where starts_with(table_name, 'mart_')")
        return sorted(tables["table_name"])

    def sessions(self) -> pl.DataFrame:
        """The nights, imports and runs, a row each, in time order: `mart_sessions`."""
        return self.sql("from mart_sessions order by started_at nulls first, session_id")

    def close(self) -> None:
        """Close the store."""
        self._con.close()

    def __enter__(self) -> OpenStore:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
