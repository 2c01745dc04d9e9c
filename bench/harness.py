"""Measuring side by side: contenders take turns, and a ratio is taken within each turn.

On a machine that others use too, a rate by itself says little. So those who are compared run one after the
other, A B A B and so on, each for about the same short time; every turn gives a ratio, and the median of the
turns with their quartiles is the result. Work on one core is timed by the processor time of this process,
pinned to that core; work on several cores, or with a disk in it, by the clock.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

Run = Callable[[int], int]
"""Does about this many units of work and returns how many it did."""


class MissingError(Exception):
    """A contender can't run here; the message says why."""


@dataclass(frozen=True, kw_only=True)
class Contender:
    """Something that is timed.

    `prepare` does what isn't timed (loading, compiling) and returns the run; it raises `MissingError` where
    the contender can't run. `tidy` does away with what a run left, and isn't timed either. `cores` are those
    it may use. `wall`: timed by the clock, and not by processor time.
    """

    name: str
    unit: str
    prepare: Callable[[], Run]
    tidy: Callable[[], None] = lambda: None
    cores: int = 1
    wall: bool = False


@dataclass(frozen=True)
class Spread:
    """The median of some values, with their lower and upper quartiles."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """Sum up at least one value."""
        if len(values) == 1:
            return cls(values[0], values[0], values[0])
        low, median, high = statistics.quantiles(values, n=4, method="inclusive")
        return cls(median, low, high)


def pin(cores: int) -> None:
    """Keep every thread of this process on the last `cores` of its cores (on Linux; else nothing)."""
    if not hasattr(os, "sched_setaffinity"):
        return
    chosen = set(sorted(_CORES)[-cores:])
    for thread in Path("/proc/self/task").iterdir():
        try:
            os.sched_setaffinity(int(thread.name), chosen)
        except ProcessLookupError:  # it ended meanwhile
            continue


_CORES = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()


def timed(contender: Contender, run: Run, amount: int) -> tuple[int, float]:
    """Run once; the units done and the seconds they took."""
    pin(contender.cores)
    clock = time.perf_counter if contender.wall else time.process_time
    start = clock()
    done = run(amount)
    took = clock() - start
    contender.tidy()
    return done, max(took, 1e-9)


def calibrate(contender: Contender, run: Run, seconds: float) -> int:
    """The amount of work that takes about `seconds`."""
    amount = 1
    while True:
        done, took = timed(contender, run, amount)
        if took >= seconds / 2:
            return max(1, round(done * seconds / took))
        amount = max(done, amount) * min(100, max(2, int(seconds / took)))


def take_turns(
    contenders: Sequence[Contender],
    *,
    turns: int,
    seconds: float,
    progress: Callable[[str], None] = lambda _: None,
) -> tuple[dict[str, list[float]], dict[str, str]]:
    """Run the contenders in turn, `rounds` times, each for about `seconds`.

    Returns the rates of each by name (units a second, a value a turn), and for who can't run the reason why.
    """
    ready: list[tuple[Contender, Run, int]] = []
    missing: dict[str, str] = {}
    for contender in contenders:
        progress(f"{contender.name}: getting ready")
        try:
            run = contender.prepare()
        except MissingError as reason:
            missing[contender.name] = str(reason)
            continue
        ready.append((contender, run, calibrate(contender, run, seconds)))
    rates: dict[str, list[float]] = {contender.name: [] for contender, _, _ in ready}
    for turn in range(turns):
        for contender, run, amount in ready:
            progress(f"{contender.name}: turn {turn + 1} of {turns}")
            done, took = timed(contender, run, amount)
            rates[contender.name].append(done / took)
    return rates, missing
