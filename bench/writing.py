"""Runs written to a store: on one core and on two, against playing and a bare write; and bytes a hand.

The bare write puts the arrays of a record into Parquet as they lie, packed and narrowed: no words, no names,
no nesting but the list of actions, no flushing to disk, no folder to move into place.
"""

from __future__ import annotations

import tempfile
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import polars as pl

from bench import harness
from bench.harness import Contender
from engine.catalogue import VARIANTS
from engine.kernel.record import HandColumn, Record, SeatColumn
from engine.simulate import play
from pipeline.simulation.columns import lists
from pipeline.simulation.runs import PART_HANDS, Run, simulate
from pipeline.store.store import Store

GAME = "texas-holdem"
PLAYERS = 6
SEED = 7


PARTS = 16
"""Part files that a run has at least: a million hands. With fewer, what a run does once counts for more."""


def _whole_parts(amount: int) -> int:
    """About this many hands, in whole parts."""
    return max(1, round(amount / (PARTS * PART_HANDS))) * PARTS * PART_HANDS


def _simulate(
    store: Path, hands: int, cores: int, *, detail: str = "actions", players: int = PLAYERS
) -> None:
    """`peder simulate` on as many threads as keep `cores` busy."""
    games = [VARIANTS.find(GAME)]
    run = Run(variants=games, hands=hands, players=players, seed=SEED, detail=detail)
    simulate(Store(store), run, threads=cores + 1)


_written: list[tempfile.TemporaryDirectory[str]] = []


def _writes(write: Callable[[Path, int], None]) -> Callable[[], harness.Run]:
    """A run that writes hands into a new folder each time, which `_tidy` does away with."""

    def run(amount: int) -> int:
        hands = _whole_parts(amount)
        _written.append(tempfile.TemporaryDirectory(prefix="peder-bench-"))
        write(Path(_written[-1].name), hands)
        return hands

    return lambda: run


def _tidy() -> None:
    while _written:
        _written.pop().cleanup()


def _bare_write(record: Record, folder: Path, number: int) -> None:
    """One batch as two files, every number in the narrowest integers that hold it."""
    hands = {column.name: pl.Series(record.hand[:, column]).shrink_dtype() for column in HandColumn}
    hands["shares"] = lists(record.share_ends, record.shares)
    hands["actions"] = lists(record.action_ends, record.actions.astype(np.int32))
    flat = record.seat.reshape(-1, len(SeatColumn))
    seats = {column.name: pl.Series(flat[:, column]).shrink_dtype() for column in SeatColumn}
    for name, columns in (("hands", hands), ("seats", seats)):
        pl.DataFrame(columns).write_parquet(
            folder / f"{name}-{number}.parquet", compression="zstd", compression_level=1, statistics=False
        )


def _play_and_write(folder: Path, hands: int) -> None:
    """The same hands with the bare write."""
    for number, record in play(
        VARIANTS.find(GAME), players=PLAYERS, hands=hands, seed=SEED, detail="actions"
    ):
        _bare_write(record, folder, number)


def bytes_a_hand(detail: str = "actions", players: int = PLAYERS) -> float:
    """What a hand takes in the store, with every action or as much as `detail` says."""
    hands = 2 * PART_HANDS
    with tempfile.TemporaryDirectory(prefix="peder-bench-") as folder:
        _simulate(Path(folder), hands, 1, detail=detail, players=players)
        return sum(part.stat().st_size for part in Path(folder).rglob("session_id=*/*.parquet")) / hands


def _play_alone(threads: int) -> Callable[[], harness.Run]:
    """Hands played part by part on `threads` threads, and not written."""

    def part(number: int) -> None:
        batches = play(
            VARIANTS.find(GAME), players=PLAYERS, hands=PART_HANDS, seed=SEED, first_hand=number * PART_HANDS,
            detail="actions",
        )  # fmt: skip
        deque(batches, maxlen=0)

    def run(amount: int) -> int:
        hands = _whole_parts(amount)
        with ThreadPoolExecutor(threads) as pool:
            deque(pool.map(part, range(hands // PART_HANDS)), maxlen=0)
        return hands

    return lambda: run


WRITING = Contender(
    name="peder simulate, every action kept",
    unit="hands",
    prepare=_writes(partial(_simulate, cores=1)),
    tidy=_tidy,
    wall=True,
)
WRITING_ON_TWO = Contender(
    name="peder simulate on two cores",
    unit="hands",
    prepare=_writes(partial(_simulate, cores=2)),
    tidy=_tidy,
    cores=2,
    wall=True,
)
BARE = Contender(
    name="playing and a bare packed write",
    unit="hands",
    prepare=_writes(_play_and_write),
    tidy=_tidy,
    wall=True,
)
PLAYING = Contender(name="playing alone", unit="hands", prepare=_play_alone(1), wall=True)
PLAYING_ON_TWO = Contender(
    name="playing alone on two cores", unit="hands", prepare=_play_alone(2), cores=2, wall=True
)
