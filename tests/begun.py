"""Builds of marts that begin with their views in place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb

from queries import warehouse
from queries.cache import key_of
from queries.sources import StoredTable


class Begun:
    """Databases of marts without rows, one for each set of models and columns: a build in this process that finds
    none of its store begins with a copy. Creating the views takes a third of the build of a small store, and
    the first build of each set does it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._fill = warehouse._fill

    def fill(
        self,
        con: duckdb.DuckDBPyConnection,
        half: Path,
        before: Path | None,
        tables: Mapping[str, StoredTable],
        *rest: Any,
        same_data: bool,
    ) -> None:
        """Stand in for `warehouse._fill`."""
        self._fill(con, half, before or self._of(tables), tables, *rest, same_data=same_data)

    def _of(self, tables: Mapping[str, StoredTable]) -> Path:
        models = warehouse.load_models(tables)
        facts = [
            *(f"{name} {table.columns}" for name, table in tables.items()),
            *(m.sql for m in models.values()),
        ]
        place = self._folder / f"{key_of(facts=facts)}.duckdb"
        if not place.exists():
            empty = {name: replace(table, parts=[]) for name, table in tables.items()}
            with duckdb.connect() as con:
                self._fill(con, place, None, empty, (), {}, lambda *_: None, same_data=False)
        return place
