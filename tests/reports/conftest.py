"""Stores to report on, each built once for all workers, and the snapshots."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from duckdb import DuckDBPyConnection

from pipeline.analysis.marts import open_marts
from pipeline.store.store import Store
from reports.manifest import SiteState
from reports.site import Site
from tests.begun import common_folder, made_once
from tests.reports.house import HOSTILE, build_house

SNAPSHOTS = Path(__file__).parent / "snapshots"


@contextmanager
def _in_copenhagen() -> Iterator[None]:
    """Tell the house's time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", "Europe/Copenhagen")
        time.tzset()
        yield
    time.tzset()


@pytest.fixture(scope="module", autouse=True)
def _copenhagen() -> Iterator[None]:
    """Pages tell the reader's own time: here it is the house's."""
    with _in_copenhagen():
        yield


def _house(factory: pytest.TempPathFactory, name: str, **what: Any) -> Store:
    """A house with its marts."""

    def make(place: Path) -> None:
        with _in_copenhagen():  # built before the time of the first module is set
            open_marts(build_house(place, **what).path).close()

    return Store(made_once(common_folder(factory, "houses") / name, make))


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """Six friends' season of five nights, an import, and a run of ten games."""
    return _house(tmp_path_factory, "friends", nights=5, hands=14, run_hands=40)


@pytest.fixture(scope="session")
def con(house: Store) -> Iterator[DuckDBPyConnection]:
    """The marts of `house`."""
    with open_marts(house.path) as con:
        yield con


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DuckDBPyConnection]:
    """The marts of a house whose players have names that try to break out of a page."""
    store = _house(tmp_path_factory, "hostile", names=HOSTILE, nights=2, hands=8, run_hands=0)
    with open_marts(store.path) as con:
        yield con


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DuckDBPyConnection]:
    """The marts of a house that hasn't played yet."""
    store = _house(tmp_path_factory, "empty", nights=0, run_hands=0)
    with open_marts(store.path) as con:
        yield con


@pytest.fixture(scope="session")
def site(con: DuckDBPyConnection, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the site of `house`."""
    state = SiteState(night=lambda night: night)
    folder = common_folder(tmp_path_factory, "houses") / "site"
    with _in_copenhagen():
        return made_once(folder, lambda place: Site(con, place, state=state).write())


@pytest.fixture
def snapshot() -> Callable[[str, str], None]:
    """Compare a text with the one kept under a name; PEDER_SNAPSHOTS=write keeps what there is now."""

    def compare(name: str, text: str) -> None:
        place = SNAPSHOTS / name
        if os.environ.get("PEDER_SNAPSHOTS") == "write":
            place.parent.mkdir(exist_ok=True)
            place.write_text(text, encoding="utf-8")
        assert place.is_file(), f"no snapshot {name}: PEDER_SNAPSHOTS=write pytest tests/reports writes it"
        assert text == place.read_text(encoding="utf-8"), f"{name}: PEDER_SNAPSHOTS=write if this is meant"

    return compare
