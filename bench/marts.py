"""The marts of ten million hands: built anew, and after a night was logged beside them."""

from __future__ import annotations

import atexit
import tempfile
import time
from functools import cache
from pathlib import Path

from bench.harness import pin
from engine.variants import CATALOGUE
from pipeline.marts import open_marts
from pipeline.simulation.runs import Run, simulate
from pipeline.simulation.season import play_season
from pipeline.store.store import Store

HANDS = 122_000
"""Of each of the 82 games."""
PLAYERS = 8


@cache
def _played() -> Store:
    folder = tempfile.TemporaryDirectory(prefix="peder-bench-")
    atexit.register(folder.cleanup)
    store = Store(Path(folder.name))
    simulate(store, Run(variants=[*CATALOGUE.values()], hands=HANDS, players=PLAYERS, seed=11))
    return store


def build_seconds() -> float:
    """The time on two cores until the marts of the hands are there and open."""
    store = _played()
    for built in (store.path / ".warehouse").glob("*.duckdb"):
        built.unlink()
    pin(2)
    start = time.perf_counter()
    open_marts(store.path).close()
    return time.perf_counter() - start


def after_a_night() -> float:
    """The processor time of a build after a night was logged beside the hands."""
    store = _played()
    open_marts(store.path).close()
    nights = len(store.session_ids())
    play_season(store, nights=1, seed=nights, season=f"bench {nights}")
    pin(2)
    start = time.process_time()
    open_marts(store.path).close()
    return time.process_time() - start
