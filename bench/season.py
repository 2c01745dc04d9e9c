"""A season of dealer's choice by friends and their guests, written night by night, on one core."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from bench.harness import pin
from engine.ahead import compile_kernels
from engine.catalogue import CATALOGUE
from pipeline.simulation.season import play_season
from pipeline.store.store import Store

NIGHTS = 300
"""Of some hundred hands each."""


def season_seconds() -> float:
    """The processor time of a season in a new store, kernels compiled, what hands are worth not known yet."""
    games = list(CATALOGUE.values())
    compile_kernels(games)
    pin(1)
    with tempfile.TemporaryDirectory(prefix="peder-bench-") as folder:
        start = time.process_time()
        play_season(Store(Path(folder)), nights=NIGHTS, seed=7)
        return time.process_time() - start
