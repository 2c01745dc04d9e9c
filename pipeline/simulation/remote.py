"""Work done by an executor: processes, or workers on other machines, that come and go."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Generator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, as_completed
from contextlib import AbstractContextManager, closing, suppress
from dataclasses import replace
from functools import partial
from typing import TypeVar

from language import tr, trn
from pipeline.progress import Progress
from pipeline.simulation.chunks import Chunk, PlayedChunk
from pipeline.simulation.versions import versions
from pipeline.store.places import Location, LostError

Piece = TypeVar("Piece")
Result = TypeVar("Result")

Pool = Callable[[], AbstractContextManager[Executor]]
"""Begins an executor: `partial(ProcessPoolExecutor, 2)`, or one of the workers of `pipeline.cluster`."""

_pause = time.sleep
_HANDFUL = 4
_SHARES = 12
"""How many chunks are handed out at once: so many, and no more than such a part of those that are left."""
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

    Where something is lost, those are handed out again that aren't `there` (by the number of their first
    hand). Raises as `done_on`.
    """
    now = versions()
    waiting = [replace(chunk, versions=now) for chunk in chunks]

    def left() -> list[tuple[Chunk, ...]]:
        done = there()
        return handfuls([chunk for chunk in waiting if chunk.first_no not in done])

    with closing(done_on(pool, partial(_play, location=location), handfuls(waiting), left)) as played:
        for _, chunks_played in played:
            for chunk in chunks_played:
                told(chunk)


def handfuls(chunks: Sequence[Chunk]) -> list[tuple[Chunk, ...]]:
    """Chunks as they are handed out: several at a time, so that a worker needn't wait for each, and fewer
    towards the end, so that no worker waits for another.
    """
    found: list[tuple[Chunk, ...]] = []
    first = 0
    while first < len(chunks):
        size = max(1, min(_HANDFUL, (len(chunks) - first) // _SHARES))
        found.append(tuple(chunks[first : first + size]))
        first += size
    return found


def _play(chunks: Sequence[Chunk], location: Location) -> list[PlayedChunk]:
    from pipeline.simulation.playing import play_chunks  # whoever hands chunks out needs no kernels

    return play_chunks(chunks, location)


def done_on(
    pool: Pool,
    work: Callable[[Piece], Result],
    pieces: Sequence[Piece],
    left: Callable[[], Sequence[Piece]],
) -> Generator[tuple[Piece, Result]]:
    """Have pieces of work done by an executor: each with what came of it, as it comes.

    Where workers, their scheduler or what they read and write are lost, wait, ask which pieces are `left`,
    and hand out those. Raises LostError where that doesn't help for two minutes, and whatever a piece fails
    with.
    """
    waiting = pieces
    tries, lost_at = 0, 0.0
    while waiting:
        try:
            with pool() as executor:
                futures = {executor.submit(work, piece): piece for piece in waiting}
                try:
                    for future in as_completed(list(futures)):
                        yield futures.pop(future), future.result()
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
            _pause(min(0.5 * 2**tries, _LONGEST_WAIT))
        with suppress(LostError):
            waiting = left()


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
