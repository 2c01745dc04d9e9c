"""Simulation runs: many hands of some games, played on all cores and written part by part."""

from __future__ import annotations

import gc
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from threading import Lock

from engine.api import (
    BATCH_HANDS,
    PROFILES,
    CallError,
    Detail,
    Profile,
    Room,
    Variant,
    check_table,
    find_profile,
    largest_table,
)
from pipeline.progress import Progress
from pipeline.simulation.evenings import cut, first_hands, hands_of
from pipeline.simulation.played import Columns, columns_of, dealt, frames_of, joined
from pipeline.simulation.sums import chain_begins, sums_of
from pipeline.store.reference import write_engine_tables
from pipeline.store.store import SessionWriter, Store

PART_HANDS = 1 << 16
"""Chains to a part file: about what an interruption of a run can cost."""
CHAIN_ROOM = 64
"""Hand numbers kept free for a chain, in games whose pot can be carried."""


@dataclass(frozen=True, kw_only=True)
class Run:
    """What to simulate: `hands` chains of each game at a table of `players`, or as many as a game takes.

    Players of several profiles play duplicate: each deal once in every seating, the players moved a seat on,
    so that nobody gains by his seat or his cards; `hands` is made up to whole rounds of that. `own` are the
    profiles that a user wrote, by name.

    Raises CallError for what can't be played.
    """

    variants: Sequence[Variant]
    hands: int
    players: int
    seed: int
    profiles: Sequence[str] = ("regular",)
    own: Mapping[str, Profile] = field(default_factory=dict)
    detail: str = Detail.RESULT

    def __post_init__(self) -> None:
        if self.hands < 1:
            raise CallError(f"A run has at least one hand, not {self.hands}.")
        Detail.called(self.detail)
        if len(self.variants) == 1:
            check_table(self.variants[0], self.players)
        if not self.profiles:
            raise CallError(f"Name at least one profile of {', '.join(PROFILES)}.")
        for name in self.profiles:
            if name not in self.own:
                find_profile(name)

    def profiles_at(self, players: int) -> list[str]:
        """How those at a table of so many play, from the first dealer's left."""
        return [self.profiles[seat % len(self.profiles)] for seat in range(players)]

    @property
    def learned(self) -> bool:
        """Whether anybody plays what was learned."""
        return any((self.own.get(name) or find_profile(name)).learned for name in self.profiles)

    @property
    def chains(self) -> int:
        """How many chains are played in all."""
        return sum(part.hands for part in _parts(self))

    @property
    def name(self) -> str:
        """The session id of a run that was given none: what it plays."""
        one = self.variants[0]
        what = f"{one.id} {one.additions}" if len(self.variants) == 1 else f"{len(self.variants)} games"
        return f"run {what.strip()} {self.players}p {self.hands} s{self.seed}".replace(" ", "-")


class _Part:
    """A part file: so many deals of a game, each in `seatings`, its rows numbered from `first_no`.

    Threads bring its batches in any order.
    """

    def __init__(self, variant: Variant, profiles: Sequence[str], *, deals: range, first_no: int) -> None:
        self.variant = variant
        self.profiles = list(profiles)
        self.seatings = seatings(profiles)
        self.hands = len(deals) * self.seatings
        self.first_no = first_no
        size = max(1, BATCH_HANDS // self.seatings)
        self.batches = [deals[begin : begin + size] for begin in range(0, len(deals), size)]
        self._brought: dict[range, Columns] = {}
        self._lock = Lock()

    def bring(self, deals: range, played: Columns) -> Columns | None:
        """Add a batch; whoever brings the last one is given the whole part."""
        with self._lock:
            self._brought[deals] = played
            if len(self._brought) < len(self.batches):
                return None
        return joined([self._brought.pop(batch) for batch in self.batches])


def seatings(profiles: Sequence[str]) -> int:
    """In how many seatings players of these profiles play each deal: until they sit as at first, so in one
    where they are all alike.
    """
    around = list(profiles)
    return next(turn for turn in range(1, len(around) + 1) if around[turn:] + around[:turn] == around)


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
    parts = list(_parts(run))
    name = session_id or run.name
    session = {
        "session_id": name, "kind": "run", "started_at": datetime.now(UTC), "seed": run.seed,
        "house_rules": _settings(run), "engine_version": version("peder"),
    }  # fmt: skip
    room = Room()
    total = sum(part.hands for part in parts)
    with store.begin_session(session, replace=replace) as writer:
        written = {first for first, _ in writer.ranges()}
        waiting = [part for part in parts if part.first_no not in written]
        done = total - sum(part.hands for part in waiting)
        with _no_old_garbage(), ThreadPoolExecutor(threads or _usual_threads()) as pool:
            try:
                futures = {
                    pool.submit(_play_batch, writer, part, deals, run, room): (part, deals)
                    for part in waiting
                    for deals in part.batches
                }
                games = pool.submit(write_engine_tables, store)  # the last, while another writes a part
                for future in as_completed(futures):
                    future.result()
                    part, deals = futures[future]
                    done += len(deals) * part.seatings
                    if progress:
                        progress(part.variant.name, done, total)
                games.result()
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        writer.commit(ended_at=datetime.now(UTC))
    return name


def _usual_threads() -> int:
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


def _settings(run: Run) -> str:
    """What a run must share with the one that it takes up where it was interrupted."""
    return json.dumps({
        "games": [f"{variant.id} {variant.additions}".strip() for variant in run.variants],
        "hands": run.hands, "players": run.players, "profiles": [*run.profiles], "detail": run.detail,
        **({"own": {name: asdict(profile) for name, profile in run.own.items()}} if run.own else {}),
    })  # fmt: skip


def _parts(run: Run) -> Iterator[_Part]:
    """The parts of a run, every game's hand numbers after those of the game before."""
    next_no = 1
    for variant in run.variants:
        players = table_for(variant, run.players)
        carries = variant.kernel or variant.reentry or variant.share.declared
        room = CHAIN_ROOM if carries else 1
        profiles = run.profiles_at(players)
        turns = seatings(profiles)
        deals = range(-(-run.hands // turns))
        size = max(1, PART_HANDS // turns)
        for first in range(0, len(deals), size):
            some = deals[first : first + size]
            yield _Part(variant, profiles, deals=some, first_no=next_no + first * turns * room)
        next_no += len(deals) * turns * room


def _play_batch(writer: SessionWriter, part: _Part, deals: range, run: Run, room: Room) -> None:
    from engine.api import play

    batches: list[Columns] = []
    for turn in range(part.seatings):
        seated = part.profiles[turn:] + part.profiles[:turn]
        records = play(
            part.variant, players=len(seated), hands=len(deals), seed=run.seed, first_hand=deals.start,
            profiles=[run.own.get(name, name) for name in seated], detail=run.detail, room=room,
        )  # fmt: skip
        played = [(first, columns_of([(part.variant, record)])) for first, record in records]
        if part.seatings > 1:
            batches += dealt(played, deals.stop, turn)
        else:
            batches += [batch for _, batch in played]
    whole = part.bring(deals, joined(batches))
    if whole:
        hands, seats = frames_of(whole, first_no=part.first_no, detail=run.detail, profiles=part.profiles)
        sums = None
        if part.seatings == 1:  # an evening and the sums beside a part don't tell profiles apart
            evenings = cut(chain_begins(whole), len(hands), hands_of(part.variant))
            hands = hands.with_columns(evening_no=first_hands(evenings, part.first_no))
            sums = sums_of(
                whole, seats["meld"], part.variant, evenings, first_no=part.first_no, profiles=part.profiles
            )
        writer.write_part(hands, seats, sums)


def compile_kernels(variants: Sequence[Variant]) -> None:
    """Compile what the games need, or load it, so that it doesn't count as play."""
    from engine.api import play

    seen = set()
    for variant in variants:
        if variant.kernel not in seen:
            seen.add(variant.kernel)
            with suppress(StopIteration):
                next(
                    play(
                        variant, players=variant.players[0], hands=1, seed=0,
                        profiles=["plain-steady"], detail=Detail.ACTIONS,
                    )
                )  # fmt: skip
