"""The marts of ten million hands as a user meets them, process start included: built anew, after a night was
logged beside them, beside polars at the same sums, and as growth from a million.
"""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl

from bench.harness import pin
from engine.variants import CATALOGUE
from pipeline.beside import write_beside
from pipeline.lengths_kept import KEPT
from pipeline.marts import open_marts
from pipeline.simulation.runs import Run, simulate
from pipeline.simulation.season import play_season
from pipeline.store.store import Store

HANDS, FEW_HANDS = 122_000, 12_200
"""Of each of the 82 games: ten million in all, and one."""
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


def _peder(store: Store, *words: str) -> Spent:
    """Run a command in a process of its own, on two cores."""
    pin(2)
    start = time.perf_counter()
    command = [sys.executable, "-m", "pipeline.cli", "--store", str(store.path), *words]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return Spent(
        seconds=time.perf_counter() - start,
        processor=usage.ru_utime + usage.ru_stime,
        memory=usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10),
    )


def _anew(store: Store, *words: str) -> Spent:
    """The same where nothing was built yet."""
    shutil.rmtree(store.path / ".warehouse", ignore_errors=True)
    return _peder(store, *words)


def build_seconds() -> float:
    """The time until the marts of ten million hands are there."""
    return _anew(_played(HANDS), "build").seconds


def build_memory() -> float:
    """The memory that it takes, in MB."""
    return _anew(_played(HANDS), "build").memory


def build_growth() -> float:
    """How many times the processor time of a million hands."""
    return _anew(_played(HANDS), "build").processor / _anew(_played(FEW_HANDS), "build").processor


def report_seconds() -> float:
    """The time until the page of games is there for the first time: marts built, evenings walked for it."""
    return _first_report().seconds


def report_memory() -> float:
    """The memory that it takes, in MB."""
    return _first_report().memory


def _first_report() -> Spent:
    store = _played(HANDS)
    (store.path / KEPT).unlink(missing_ok=True)
    return _anew(store, "report", "variants", "--out", str(store.path / ".variants.html"))


def after_a_night() -> float:
    """The processor time of a build after a first night was logged beside the hands."""
    with tempfile.TemporaryDirectory(prefix="peder-bench-") as folder:
        store = Store(Path(folder) / "store")
        shutil.copytree(_played(HANDS).path, store.path, copy_function=os.link)
        _peder(store, "build")
        (night,) = play_season(store, nights=1, seed=1, season="bench")
        write_beside(store, only=night)  # as whoever leaves a night does
        return _peder(store, "build").processor


def build_to_polars() -> float:
    """The processor time of a build to that of polars at some of the same sums, which are compared."""
    store = _played(HANDS)
    pin(2)
    start = time.process_time()
    found = polars_sums(store.path)
    took = time.process_time() - start
    built = _anew(store, "build").processor
    if found != _sums_of_marts(store.path):
        raise AssertionError("polars has other sums than the marts")
    return built / took


def polars_sums(store: Path) -> Mapping[str, Any]:
    """Of every game the hands, how often each net and each pot was there, and the squares of the squares of
    hands (of games that carry no pots: there a hand is a cluster).
    """
    asked: list[pl.LazyFrame] = []
    for hands in sorted(store.glob("hands/session_id=run-*/part-[0-9]*.parquet")):
        seats = pl.scan_parquet(store / "seats" / hands.parent.name / hands.name, hive_partitioning=False)
        nets = seats.select("dealt", net=pl.col("won").cast(pl.Int64) - pl.col("paid").cast(pl.Int64))
        of_hand = pl.col("net").pow(2).sum()
        rows = pl.scan_parquet(hands, hive_partitioning=False)
        asked += [
            rows.select(
                pl.col("variant_id").first().cast(pl.String),
                hands=pl.len(),
                carries=(pl.col("pot_out") > 0).any(),
            ),
            nets.group_by("net").len().sort("net"),
            rows.select(pl.col("pot").cast(pl.Int64)).group_by("pot").len().sort("pot"),
            nets.with_row_index()
            .group_by(pl.col("index") // pl.col("dealt"))
            .agg(of_hand)
            .select(pl.col("net").pow(2).sum()),
        ]
    frames = pl.collect_all(asked)
    found: dict[str, Any] = {}
    for told, net_counts, pot_counts, squares in zip(*(iter(frames),) * 4, strict=True):
        name, hands_told, carries = told.row(0)
        game = found.setdefault(name, {"hands": 0, "net": {}, "hand": {}, "squares": 0})
        game["hands"] += hands_told
        game["squares"] += 0 if carries else squares.item()
        for fact, counted in (("net", net_counts), ("hand", pot_counts)):
            for chips, times in counted.rows():
                game[fact][chips] = game[fact].get(chips, 0) + times
    return found


def _sums_of_marts(store: Path) -> Mapping[str, Any]:
    """The same from what was built."""
    of_games = """
        select variant_id, sum(counts.hands), if(sum(carries.total) = 0, sum(nets.squares_x_squares), 0)
        from int_variant_sums join stg_sessions using (session_id)
        where kind = 'run' and per = 'hand' group by variant_id
    """
    of_chips = """
        select variant_id, fact, chips, sum(n)
        from (
            select variant_id, fact, unnest(counted, recursive := true)
            from int_chip_counts join stg_sessions using (session_id) where kind = 'run'
        )
        where fact in ('net', 'hand') group by all
    """
    with open_marts(store) as con:
        found: dict[str, Any] = {
            game: {"hands": int(hands), "net": {}, "hand": {}, "squares": int(squares)}
            for game, hands, squares in con.execute(of_games).fetchall()
        }
        for game, fact, chips, times in con.execute(of_chips).fetchall():
            found[game][fact][chips] = int(times)
    return found
