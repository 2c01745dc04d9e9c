"""Chunks of a run played by an executor: processes, or workers on other machines, that come and go."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, as_completed
from contextlib import AbstractContextManager
from dataclasses import replace

from language import tr, trn
from pipeline.progress import Progress
from pipeline.simulation.chunks import Chunk, PlayedChunk, play_chunk
from pipeline.simulation.versions import versions
from pipeline.store.places import Location, LostError

Pool = Callable[[], AbstractContextManager[Executor]]
"""Begins an executor: `partial(ProcessPoolExecutor, 2)`, or one of the workers of `pipeline.cluster`."""

_PATIENCE = 120.0
_LONGEST_WAIT = 15.0
"""Seconds: how long nothing may come back, and the longest pause until workers are asked again."""


def play_on(
    pool: Pool,
    location: Location,
    chunks: Sequence[Chunk],
    there: Callable[[], Collection[int]],
    told: Callable[[PlayedChunk], None],
) -> None:
    """Have chunks played and their parts put into a location, and be `told` of each.

    Where workers, their scheduler or the location are lost, wait, ask which parts are `there` (by the number
    of their first hand), and hand out the others again. Raises LostError where that doesn't help for two
    minutes, and whatever a chunk fails with.
    """
    now = versions()
    waiting = [replace(chunk, versions=now) for chunk in chunks]
    tries, lost_at = 0, 0.0
    while waiting:
        try:
            with pool() as executor:
                futures = [executor.submit(play_chunk, chunk, location) for chunk in waiting]
                try:
                    for future in as_completed(futures):
                        told(future.result())
                        tries = 0
                except BaseException:
                    for future in futures:
                        future.cancel()
                    raise
            return
        except (LostError, OSError, CancelledError, BrokenExecutor) as error:
            tries += 1
            lost_at = lost_at if tries > 1 else time.monotonic()
            if time.monotonic() - lost_at > _PATIENCE:
                why = next(iter(str(error).splitlines()), "cancelled")[:200]
                raise LostError(
                    tr(
                        "The workers or their store are lost ({why}): what was played is kept; have them up "
                        "again, and repeat the command to go on.",
                        why=why,
                    )
                ) from error
            time.sleep(min(0.5 * 2**tries, _LONGEST_WAIT))
        try:
            done = there()
            waiting = [chunk for chunk in waiting if chunk.first_no not in done]
        except LostError:
            continue


class Speed:
    """Tells how far a run is, and of workers how fast each plays."""

    def __init__(self, progress: Progress | None, done: int, total: int) -> None:
        self._progress = progress
        self._done, self._total = done, total
        self._chains = 0
        self._seconds = 0.0
        self._workers: set[str] = set()

    def count(self, what: str, chains: int) -> None:
        """Count what was played of `what`."""
        self._done = min(self._total, self._done + chains)  # a chunk may have been played twice
        if self._progress:
            self._progress(what, self._done, self._total)

    def count_chunk(self, played: PlayedChunk) -> None:
        """Count a chunk that a worker has played."""
        self._workers.add(played.worker)
        self._chains += played.chains
        self._seconds += played.seconds
        workers, speed = len(self._workers), self._chains / self._seconds
        self.count(
            trn(
                "{n} worker, {speed:,.0f} hands/s each",
                "{n} workers, {speed:,.0f} hands/s each",
                workers,
                speed=speed,
            ),
            played.chains,
        )
