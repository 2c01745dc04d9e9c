"""Chunks of a run played by the threads of this process, on all cores: they share a part, batch by batch."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from threading import Lock

from engine.api import Room
from pipeline.simulation.chunks import Chunk
from pipeline.simulation.played import Columns, joined
from pipeline.simulation.playing import batches_of, framed, play_batch
from pipeline.simulation.written import RunWriter


class _SharedChunk:
    """A chunk of which threads play a batch each, and bring them in any order."""

    def __init__(self, chunk: Chunk) -> None:
        self.chunk = chunk
        self.batches = list(batches_of(chunk))
        self._brought: dict[range, Columns] = {}
        self._lock = Lock()

    def bring(self, deals: range, played: Columns) -> Columns | None:
        """Add a batch; whoever brings the last one is given the whole part."""
        with self._lock:
            self._brought[deals] = played
            if len(self._brought) < len(self.batches):
                return None
        return joined([self._brought.pop(batch) for batch in self.batches])


def play_here(
    writer: RunWriter,
    chunks: Sequence[Chunk],
    threads: int | None,
    told: Callable[[str, int], None],
    beside: Callable[[], None],
) -> None:
    """Play chunks and write their parts; `told` are the game and how many chains of it were played.

    `beside` is done by a thread that has nothing left to play, while another writes a part.
    """
    room = Room()
    with _no_old_garbage(), ThreadPoolExecutor(threads or usual_threads()) as pool:
        try:
            futures = {
                pool.submit(_play_batch, writer, part, deals, room): (part.chunk, deals)
                for part in map(_SharedChunk, chunks)
                for deals in part.batches
            }
            last = pool.submit(beside)
            for future in as_completed(futures):
                future.result()
                chunk, deals = futures[future]
                told(chunk.variant.name, len(deals) * chunk.seatings)
            last.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _play_batch(writer: RunWriter, part: _SharedChunk, deals: range, room: Room) -> None:
    whole = part.bring(deals, play_batch(part.chunk, deals, room))
    if whole:
        writer.write_part(*framed(part.chunk, whole))


def usual_threads() -> int:
    """One more than the cores that this process may use: none rests while a thread waits for a disk."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) + 1
    return (os.cpu_count() or 1) + 1


@contextmanager
def _no_old_garbage() -> Iterator[None]:
    """Look for garbage among what is new alone: to look through all that kernels are stops every thread."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
