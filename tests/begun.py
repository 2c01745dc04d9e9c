"""What takes long in many tests and is the same, made once for all workers of a run: the views under the marts, the luck
of the same hands, stores that are only read.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

from engine.catalogue import CATALOGUE, Catalogue
from pipeline.analysis import derived
from queries import run_sums, warehouse
from queries.builder import created_marts
from queries.cache import key_of
from queries.run_sums import RunSums
from queries.sources import StoredTable
from queries.system import lock


def common_folder(factory: pytest.TempPathFactory, name: str) -> Path:
    """A folder of this run, the same for all its workers."""
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    folder.mkdir(exist_ok=True)
    return folder


def made_once(place: Path, make: Callable[[Path], object]) -> Path:
    """Return a file or folder that the first test worker to need it makes, while the others wait. It must not be changed."""
    done = place.with_name(f"{place.name}.done")
    if not done.exists():
        with place.with_name(f"{place.name}.lock").open("w") as file:
            lock(file.fileno(), wait=True)
            if not done.exists():
                shutil.rmtree(place, ignore_errors=True)  # of a worker that failed
                place.unlink(missing_ok=True)
                make(place)
                done.touch()
    return place


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
        empty = {name: replace(table, parts=[]) for name, table in tables.items()}

        def make(place: Path) -> None:
            with duckdb.connect() as con:
                self._fill(con, place, None, empty, None, {}, lambda *_: None, same_data=False)
            with duckdb.connect(place) as con:
                for mart in created_marts(con):  # the views of the checks stay
                    con.execute(f"drop table {mart}")

        return made_once(self._folder / f"{key_of(facts=facts)}.duckdb", make)


class SharedSums:
    """The views that sum up runs, one set of them for each set of models: creating them takes as long as summing up a small run.
    A thread that finds them in use gets its own.
    """

    def __init__(self) -> None:
        self._make = derived.run_sums
        self._idle: dict[str, list[RunSums]] = {}

    @contextmanager
    def lend(self) -> Iterator[RunSums]:
        """Stand in for `derived.run_sums`."""
        models = run_sums.load_models(derived.stored_tables({}))
        idle = self._idle.setdefault(key_of(facts=[model.sql for model in models.values()]), [])
        sums = idle.pop() if idle else self._make()
        try:
            yield sums
        except BaseException:
            sums.__exit__(None, None, None)
            raise
        idle.append(sums)

    def close(self) -> None:
        """Close the databases."""
        for sums in (sums for idle in self._idle.values() for sums in idle):
            sums.__exit__(None, None, None)


class KnownLuck:
    """The luck of hands that an earlier test of this run has computed, by the bytes of their files: playing out the hands
    of a sample takes seconds, and dozens of tests import the same. It is that of fewer runouts than users get.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._rows = derived.luck_rows

    def rows(self, files: derived.Files, games: Catalogue) -> pl.DataFrame:
        """Stand in for `derived.luck_rows`."""
        digest = hashlib.sha256()
        for file in (file for table in ("hands", "seats") for file in files[table]):
            digest.update(file.read_bytes())
        own = [repr(games[game]) for game in games if game not in CATALOGUE]
        digest.update("".join(own).encode())
        place = self._folder / f"{digest.hexdigest()[:24]}.parquet"
        if not place.exists():
            half = place.with_suffix(f".{os.getpid()}")
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("engine.rules.equity.ALL_IN_DRAWN", 1000)
                patch.setattr(
                    "engine.rules.equity.MOST_COUNTED", 50_000
                )  # the turn and the river of two hands
                self._rows(files, games).write_parquet(half)
            half.rename(place)
        return pl.read_parquet(place)
