"""The public API for analysts: a store opened in Python, its marts and any select over them as polars frames.

    with open_store("demo/store") as store:
        store.sessions()
        store.mart("mart_player_nights")
        store.sql("select sum(net) as net from mart_player_nights where player_id = $who", who="anna")

`docs/analysis.md` goes through an example. The `.yml` of a mart under `queries/marts/` states
its columns and units.
"""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

import polars as pl
from duckdb import DuckDBPyConnection

from engine.api import PederError
from language import tr
from pipeline.analysis.marts import open_marts, sentences
from queries import warehouse


class AnalysisError(PederError):
    """No such mart."""


class OpenStore:
    """A store in the state in which it was opened; close it, or use it in a `with`."""

    def __init__(self, con: DuckDBPyConnection) -> None:
        self._con = con

    def sql(self, query: str, **values: object) -> pl.DataFrame:
        """The rows of one select over the views (`stg_*`, `int_*`) and the marts, `values` bound to `$name`.

        Whole numbers are Int64, money is Decimal, times are in UTC. Raises PederError for anything else than
        one select, and for one that can't be run.
        """
        with sentences():
            return warehouse.read(self._con, query, values)

    def mart(self, name: str) -> pl.DataFrame:
        """A mart, whole. Raises AnalysisError where no mart has that name."""
        if name not in (marts := self.marts()):
            raise AnalysisError(
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


def open_store(path: Path | str) -> OpenStore:
    """Open the store in a folder, its marts brought up to date (on a terminal with a bar).

    Raises StoreError where there is no store, or it can't be written; PederError where it can't be queried.
    """
    return OpenStore(open_marts(Path(path)))
