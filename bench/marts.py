"""The marts of ten million hands as a user meets them, process start included: first built, after a night was
logged, and compared with a million.
"""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bench.harness import pin
from engine.catalogue import CATALOGUE
from pipeline.analysis.derived import derive_luck
from pipeline.simulation.runs import Run, simulate
from pipeline.simulation.season import play_season
from pipeline.store.store import Store
from queries.cache import FOLDER

HANDS, FEW_HANDS = 122_000, 12_200
"""Hands of each of the 82 games: ten million in all, and one."""
PLAYERS = 8


@dataclass(frozen=True, kw_only=True)
class Spent:
    """What a command took: seconds by the clock and of processors, and its most memory in MB."""

    seconds: float
    processor: float
    memory: float


@cache
def _played(hands: int) -> Store:
    folder = tempfile.TemporaryDirectory(prefix="peder-bench-")
    atexit.register(folder.cleanup)
    store = Store(Path(folder.name))
    simulate(store, Run(variants=[*CATALOGUE.values()], hands=hands, players=PLAYERS, seed=11))
    return store


_MEASURE = """
import json, os, subprocess, sys, time
start = time.perf_counter()
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
seconds = time.perf_counter() - start
print(json.dumps([os.waitstatus_to_exitcode(status), seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss]))
"""
"""A small process between the benchmark and the command: on Linux the most memory of a process counts what its
parent had when it started it.
"""


def run_peder(store: Store, *words: str) -> Spent:
    """Run a command in a process of its own, on two cores, and with the code compiled, as where Peder is installed."""
    pin(2)
    command = [sys.executable, "-m", "pipeline.cli", "--store", str(store.path), *words]
    compiled = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    measured = subprocess.run(
        [sys.executable, "-S", "-c", _MEASURE, *command], stdout=subprocess.PIPE, check=True, env=compiled
    )
    code, seconds, processor, memory = json.loads(measured.stdout)
    if code:
        raise subprocess.CalledProcessError(code, command)
    return Spent(
        seconds=seconds,
        processor=processor,
        memory=memory / (1 << 20 if sys.platform == "darwin" else 1 << 10),
    )


def run_first(store: Store, *words: str) -> Spent:
    """The same where nothing is cached."""
    shutil.rmtree(store.path / FOLDER, ignore_errors=True)
    return run_peder(store, *words)


def build_processor() -> float:
    """The processor time until the marts of ten million hands are there."""
    return run_first(_played(HANDS), "build").processor


def build_memory() -> float:
    """The memory that it takes, in MB."""
    return run_first(_played(HANDS), "build").memory


def build_growth() -> float:
    """How many times the processor time of a million hands."""
    return run_first(_played(HANDS), "build").processor / run_first(_played(FEW_HANDS), "build").processor


def report_seconds() -> float:
    """The time until the page of games is there for the first time."""
    return _first_report().seconds


def report_memory() -> float:
    """The memory that it takes, in MB."""
    return _first_report().memory


def _first_report() -> Spent:
    store = _played(HANDS)
    return run_first(store, "report", "variants", "--out", str(store.path / ".variants.html"))


def after_a_night() -> float:
    """Processor time of a build after a first night was logged next to the hands."""
    with tempfile.TemporaryDirectory(prefix="peder-bench-") as folder:
        store = Store(Path(folder) / "store")
        shutil.copytree(_played(HANDS).path, store.path, copy_function=os.link)
        run_peder(store, "build")
        (night,) = play_season(store, nights=1, seed=1, season="bench")
        derive_luck(store, only=[night])  # as the log does when a night is left
        return run_peder(store, "build").processor
