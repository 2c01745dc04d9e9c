"""Work done by an executor: processes, or workers on other machines, which may be lost and come back."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Generator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, as_completed
from contextlib import AbstractContextManager, closing, suppress
from dataclasses import replace
from functools import partial
from typing import TypeVar

from language import tr, trn
from pipeline.simulation.chunks import Chunk, PlayedChunk
from pipeline.simulation.versions import versions
from pipeline.store.locations import Location, LostError
from pipeline.store.progress import Progress

Piece = TypeVar("Piece")
Result = TypeVar("Result")

Pool = Callable[[], AbstractContextManager[Executor]]
"""Begins an executor: `partial(ProcessPoolExecutor, 2)`, or one of the workers of `pipeline.distributed.cluster`."""

_pause = time.sleep
_HANDFUL = 4
_SHARES = 12
"""The number of chunks handed out at once: at most the first, and at most a `_SHARES`th of those left."""
_PATIENCE = 120.0
_LONGEST_WAIT = 15.0
"""Seconds without any result after which work fails, and the longest pause until workers are asked again."""


def play_on_pool(
    pool: Pool,
    location: Location,
    chunks: Sequence[Chunk],
    there: Callable[[], Collection[int]],
    report: Callable[[PlayedChunk], None],
) -> None:
    """Let an executor play chunks and write their parts into a location; `report` is called with each. If workers are
    lost, chunks that aren't `there` (by the number of their first hand) are handed out again. Raises as `results_on`.
    """
    now = versions()
    waiting = [replace(chunk, versions=now) for chunk in chunks]

    def left() -> list[tuple[Chunk, ...]]:
        done = there()
        return handfuls([chunk for chunk in waiting if chunk.first_no not in done])

    with closing(results_on(pool, partial(_play, location=location), handfuls(waiting), left)) as played:
        for _, chunks_played in played:
            for chunk in chunks_played:
                report(chunk)


def handfuls(chunks: Sequence[Chunk]) -> list[tuple[Chunk, ...]]:
    """Yield chunks to hand out: several at a time, so that a worker needn't wait for each, and fewer towards the end,
    so that no worker waits for another.
    """
    portions: list[tuple[Chunk, ...]] = []
    first = 0
    while first < len(chunks):
        size = max(1, min(_HANDFUL, (len(chunks) - first) // _SHARES))
        portions.append(tuple(chunks[first : first + size]))
        first += size
    return portions


def _play(chunks: Sequence[Chunk], location: Location) -> list[PlayedChunk]:
    from pipeline.simulation.play import play_chunks  # handing chunks out needs no kernels

    return play_chunks(chunks, location)


def results_on(
    pool: Pool,
    work: Callable[[Piece], Result],
    pieces: Sequence[Piece],
    left: Callable[[], Sequence[Piece]],
) -> Generator[tuple[Piece, Result]]:
    """Let an executor do pieces of work; yields each with its result as it arrives. If workers, their scheduler or
    their store are lost, waits, asks which pieces are `left`, and hands those out again. Raises LostError after two
    minutes without success, and the errors of the pieces.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> sorted(results_on(ThreadPoolExecutor, len, ["7s", "baseball"], left=list))
    [('7s', 2), ('baseball', 8)]
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
                        "The workers or their store are lost ({why}): finished parts are stored; "
                        "start them again, and repeat the command to go on.",
                        why=why,
                    )
                ) from error
            _pause(min(0.5 * 2**tries, _LONGEST_WAIT))
        with suppress(LostError):
            waiting = left()


class Speed:
    """Reports the progress of a run, and how fast each worker plays."""

    def __init__(self, progress: Progress | None, done: int, total: int) -> None:
        self._progress = progress
        self._done, self._total = done, total
        self._chains = 0
        self._seconds = 0.0
        self._workers: set[str] = set()

    def count(self, what: str, chains: int) -> None:
        """Add played chains; `what` is shown."""
        self._done = min(self._total, self._done + chains)  # a chunk may have been played twice
        if self._progress:
            self._progress(what, self._done, self._total)

    def count_chunk(self, played: PlayedChunk) -> None:
        """Add a chunk that a worker has played."""
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
