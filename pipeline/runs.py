"""Simulation runs: many hands of some games, played on all cores and written part by part."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version

import polars as pl

from engine.errors import CallError
from engine.kernel.state import detail_code
from engine.profiles import PROFILES, find_profile
from engine.program import check_table, largest_table
from engine.variants import Variant
from pipeline.parts import narrow
from pipeline.reference import write_engine_tables
from pipeline.schemas import HANDS, SEATS
from pipeline.store import SessionWriter, Store

PART_HANDS = 1 << 16
"""Chains to a part file: what an interruption of a run can cost."""
CHAIN_ROOM = 64
"""Hand numbers kept free for a chain, in games whose pot can be carried."""

Progress = Callable[[str, int, int], None]
"""Told (what, hands done, hands in all) as a run goes on."""


@dataclass(frozen=True, kw_only=True)
class Run:
    """What to simulate: `hands` chains of each game at a table of `players`, or as many as a game takes.

    Raises CallError for what can't be played.
    """

    variants: Sequence[Variant]
    hands: int
    players: int
    seed: int
    profiles: Sequence[str] = ("steady",)
    detail: str = "result"

    def __post_init__(self) -> None:
        if self.hands < 1:
            raise CallError(f"A run has at least one hand, not {self.hands}.")
        detail_code(self.detail)
        if len(self.variants) == 1:
            check_table(self.variants[0], self.players)
        if not self.profiles:
            raise CallError(f"Name at least one profile of {', '.join(PROFILES)}.")
        for name in self.profiles:
            find_profile(name)

    @property
    def name(self) -> str:
        """The session id of a run that was given none: what it plays."""
        one = self.variants[0]
        what = f"{one.id} {one.additions}" if len(self.variants) == 1 else f"{len(self.variants)} games"
        return f"run {what.strip()} {self.players}p {self.hands} s{self.seed}".replace(" ", "-")


@dataclass(frozen=True)
class _Job:
    """One part: chains `first` to `first + hands` - 1 of a game, its rows numbered from `first_no`."""

    variant: Variant
    players: int
    first: int
    hands: int
    first_no: int


def table_for(variant: Variant, players: int) -> int:
    """The size of the table: `players`, or the nearest that the game takes."""
    return max(variant.players[0], min(players, largest_table(variant)))


def simulate(
    store: Store,
    run: Run,
    *,
    session_id: str | None = None,
    replace: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> str:
    """Play a run and write it as one session of kind `run`; returns its id.

    An interrupted run is taken up where it stopped: the same hands come out whatever the parts, threads or
    machine. Raises StoreError for a session that is there already.
    """
    jobs = list(_jobs(run))
    name = session_id or run.name
    session = {
        "session_id": name, "kind": "run", "started_at": datetime.now(UTC), "seed": run.seed,
        "house_rules": _settings(run), "engine_version": version("peder"),
    }  # fmt: skip
    done = 0
    total = run.hands * len(run.variants)
    with store.begin_session(session, replace=replace) as writer:
        written = {first for first, _ in writer.ranges()}
        waiting = [job for job in jobs if job.first_no not in written]
        done = total - sum(job.hands for job in waiting)
        with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
            futures = {pool.submit(_play_part, writer, job, run): job for job in waiting}
            try:
                for future in as_completed(futures):
                    future.result()
                    done += futures[future].hands
                    if progress:
                        progress(futures[future].variant.name, done, total)
            except BaseException:
                for future in futures:
                    future.cancel()
                raise
        writer.commit(ended_at=datetime.now(UTC))
    write_engine_tables(store)
    return name


def _settings(run: Run) -> str:
    """What a run must share with the one that it takes up where it was interrupted."""
    return json.dumps({
        "games": [f"{variant.id} {variant.additions}".strip() for variant in run.variants],
        "hands": run.hands, "players": run.players, "profiles": [*run.profiles], "detail": run.detail,
    })  # fmt: skip


def _jobs(run: Run) -> Iterator[_Job]:
    """The parts of a run, every game's hand numbers after those of the game before."""
    next_no = 1
    for variant in run.variants:
        players = table_for(variant, run.players)
        carries = variant.kernel or variant.reentry or variant.share.startswith("declared")
        room = CHAIN_ROOM if carries else 1
        for first in range(0, run.hands, PART_HANDS):
            hands = min(PART_HANDS, run.hands - first)
            yield _Job(variant, players, first, hands, next_no + first * room)
        next_no += run.hands * room


def _play_part(writer: SessionWriter, job: _Job, run: Run) -> None:
    from engine.simulate import play
    from pipeline.played import frames_of

    tempers = [run.profiles[seat % len(run.profiles)] for seat in range(job.players)]
    batches = []
    number = job.first_no
    for _, record in play(
        job.variant, players=job.players, hands=job.hands, seed=run.seed, first_hand=job.first,
        profiles=tempers, detail=run.detail,
    ):  # fmt: skip
        hands, seats = frames_of(record, job.variant, first_no=number, detail=run.detail, profiles=tempers)
        batches.append((narrow(hands, HANDS), narrow(seats, SEATS)))  # small while they wait for the others
        number += len(record.hand)
    hands, seats = (pl.concat(frames, how="vertical_relaxed") for frames in zip(*batches, strict=True))
    writer.write_part(hands, seats)


def compile_kernels(variants: Sequence[Variant]) -> None:
    """Compile what the games need, or load it, so that it doesn't count as play."""
    from engine.simulate import play

    seen = set()
    for variant in variants:
        if variant.kernel not in seen:
            seen.add(variant.kernel)
            with suppress(StopIteration):
                next(iter(play(variant, players=variant.players[0], hands=1, seed=0, detail="actions")))
