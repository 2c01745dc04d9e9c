"""Plays chunks of runs: the threads of this process share each chunk; another process or a worker plays one after
the other.
"""

from __future__ import annotations

import gc
import os
import platform
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from threading import Lock, local

import numpy as np
import polars as pl

from engine.api import BATCH_HANDS, Buffers, HandColumn, play
from engine.cores import usable_cores
from pipeline.simulation.chunks import Chunk, PlayedChunk
from pipeline.simulation.evenings import cut, first_hands, hands_of
from pipeline.simulation.frames import Columns, columns_of, dealt, frames_of, joined
from pipeline.simulation.versions import check_versions
from pipeline.store.locations import Location, RunWriter
from pipeline.store.run_parts import pack_part, put_packed


def batches_of(chunk: Chunk) -> Iterator[range]:
    """The deals of a chunk, as many at a time as are played at once."""
    size = max(1, BATCH_HANDS // chunk.seatings)
    end = chunk.first + chunk.deals
    return (range(begin, min(begin + size, end)) for begin in range(chunk.first, end, size))


def play_batch(chunk: Chunk, deals: range, buffers: Buffers) -> Columns:
    """Play some deals of a chunk."""
    own = dict(chunk.own)
    stacks = chunk.stacks.chips(chunk.variant, len(chunk.profiles)) if chunk.stacks else None
    batches: list[Columns] = []
    for turn in range(chunk.seatings):
        seated = chunk.profiles[turn:] + chunk.profiles[:turn]
        records = play(
            chunk.variant, players=len(seated), hands=len(deals), seed=chunk.seed, first_hand=deals.start,
            profiles=[own.get(name, name) for name in seated], detail=chunk.detail, buffers=buffers, stacks=stacks,
        )  # fmt: skip
        played = [(first, columns_of([(chunk.variant, record)])) for first, record in records]
        if chunk.seatings > 1:
            batches += dealt(played, deals.stop, turn)
        else:
            batches += [batch for _, batch in played]
    return joined(batches)


def chunk_frames(chunk: Chunk, whole: Columns) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The rows of `hands` and `seats` of a chunk that was played."""
    hands, seats = frames_of(whole, first_no=chunk.first_no, detail=chunk.detail, profiles=chunk.labels)
    if chunk.seatings == 1:  # an evening doesn't distinguish profiles
        pot_in = whole.hand[HandColumn.POT_IN]
        begins = np.flatnonzero((pot_in == 0) | (np.arange(pot_in.size) == 0))
        evenings = cut(begins, len(hands), hands_of(chunk.variant))
        hands = hands.with_columns(evening_no=first_hands(evenings, chunk.first_no))
    return hands, seats


def play_chunks(chunks: Sequence[Chunk], location: Location) -> list[PlayedChunk]:
    """Play chunks and put their parts into the location of their session, each while the next is played: so a slow
    disk or bucket delays play only once. Raises VersionsError if this process has another version than the run,
    StoreError if a part can't be written.
    """
    played: list[PlayedChunk] = []
    with ThreadPoolExecutor(1) as writer:
        putting: Future[None] | None = None
        for chunk in chunks:
            begun = time.perf_counter()
            parts, packed = pack_part(*chunk_frames(chunk, _play(chunk)))
            if putting:
                putting.result()
            putting = writer.submit(put_packed, location, parts, packed)
            played.append(
                PlayedChunk(
                    first_no=chunk.first_no, chains=chunk.chains, parts=parts,
                    worker=f"{platform.node()}:{os.getpid()}", seconds=time.perf_counter() - begun,
                )
            )  # fmt: skip
        if putting:
            putting.result()
    return played


def _play(chunk: Chunk) -> Columns:
    if chunk.versions:
        check_versions(chunk.versions)
    buffers = _buffers.__dict__.setdefault("buffers", Buffers())
    return joined([play_batch(chunk, deals, buffers) for deals in batches_of(chunk)])


_buffers = local()  # a thread fills the same record chunk after chunk


class _SharedChunk:
    """A chunk of which threads play a batch each, and return them in any order."""

    def __init__(self, chunk: Chunk) -> None:
        self.chunk = chunk
        self.batches = list(batches_of(chunk))
        self._brought: dict[range, Columns] = {}
        self._lock = Lock()

    def bring(self, deals: range, played: Columns) -> Columns | None:
        """Add a batch; returns the whole part with the last one, else None."""
        with self._lock:
            self._brought[deals] = played
            if len(self._brought) < len(self.batches):
                return None
        return joined([self._brought.pop(batch) for batch in self.batches])


def play_here(
    writer: RunWriter,
    chunks: Sequence[Chunk],
    threads: int | None,
    report: Callable[[str, int], None],
    meanwhile: Callable[[], None],
) -> None:
    """Play chunks and write their parts; `report` is called with the game and the number of chains played.

    `meanwhile` runs in a thread that has nothing left to play, while another writes a part.
    """
    buffers = Buffers()
    with _no_old_garbage(), ThreadPoolExecutor(threads or usual_threads()) as pool:
        try:
            futures = {
                pool.submit(_play_shared, writer, part, deals, buffers): (part.chunk, deals)
                for part in map(_SharedChunk, chunks)
                for deals in part.batches
            }
            last = pool.submit(meanwhile)
            for future in as_completed(futures):
                future.result()
                chunk, deals = futures[future]
                report(chunk.variant.name, len(deals) * chunk.seatings)
            last.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _play_shared(writer: RunWriter, part: _SharedChunk, deals: range, buffers: Buffers) -> None:
    whole = part.bring(deals, play_batch(part.chunk, deals, buffers))
    if whole:
        writer.write_part(*chunk_frames(part.chunk, whole))


def usual_threads() -> int:
    """Return one more than the cores that this process may use, so that no core is idle while a thread waits for a disk."""
    return usable_cores() + 1


@contextmanager
def _no_old_garbage() -> Iterator[None]:
    """Collect only new garbage, because scanning all objects of the kernels stops every thread."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
