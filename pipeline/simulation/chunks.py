"""A part of a run as a record that anybody may play: a thread, a process, a worker on another machine.

A `Chunk` is all that it takes, some 500 bytes; `play_chunk` plays it and puts its part into the location of
its session. Played again it puts the same bytes again.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from threading import local

import numpy as np
import polars as pl

from engine.api import BATCH_HANDS, CATALOGUE, VARIANTS, Profile, Room, Variant
from pipeline.simulation.evenings import cut, first_hands, hands_of
from pipeline.simulation.played import Columns, columns_of, dealt, frames_of, joined
from pipeline.simulation.sums import chain_begins, sums_of
from pipeline.simulation.versions import Versions, check_versions
from pipeline.store.contents import Part
from pipeline.store.parted import put_part
from pipeline.store.places import Location


@dataclass(frozen=True, kw_only=True)
class Chunk:
    """Deals `first` to `first` + `deals` - 1 of a call at a table of so many `profiles`, each in every
    seating; its hands are numbered from `first_no`. `own` are those profiles that a user wrote, by name.
    """

    game: str
    additions: str
    first: int
    deals: int
    first_no: int
    seed: int
    profiles: tuple[str, ...]
    own: tuple[tuple[str, Profile], ...] = ()
    detail: str
    versions: Versions | None = None  # of the run, where others than this process may play it

    @property
    def variant(self) -> Variant:
        """What is played."""
        return called(self.game, self.additions)

    @property
    def seatings(self) -> int:
        """In how many seatings each deal is played."""
        return seatings(self.profiles)

    @property
    def chains(self) -> int:
        """How many chains are played: hands, but those of a carried pot are one."""
        return self.deals * self.seatings

    @property
    def batches(self) -> Iterator[range]:
        """The deals, as many at a time as are played at once."""
        size = max(1, BATCH_HANDS // self.seatings)
        end = self.first + self.deals
        return (range(begin, min(begin + size, end)) for begin in range(self.first, end, size))


@dataclass(frozen=True, kw_only=True)
class PlayedChunk:
    """What became of a chunk: its parts as they are stated, who played it, in how many seconds."""

    first_no: int
    chains: int
    parts: tuple[Part, ...]
    worker: str
    seconds: float


def seatings(profiles: Sequence[str]) -> int:
    """In how many seatings players of these profiles play each deal: until they sit as at first, so in one
    where they are all alike.
    """
    around = list(profiles)
    return next(turn for turn in range(1, len(around) + 1) if around[turn:] + around[:turn] == around)


@cache
def called(game: str, additions: str) -> Variant:
    """A game of the catalogue with what its dealer adds, by its id and the additions' canonical words."""
    from engine.api import call, parse_additions

    variant = CATALOGUE.get(game) or VARIANTS[game]
    return call(variant, parse_additions(additions.split())) if additions else variant


def play_batch(chunk: Chunk, deals: range, room: Room) -> Columns:
    """Play some deals of a chunk."""
    from engine.api import play

    own = dict(chunk.own)
    batches: list[Columns] = []
    for turn in range(chunk.seatings):
        seated = chunk.profiles[turn:] + chunk.profiles[:turn]
        records = play(
            chunk.variant, players=len(seated), hands=len(deals), seed=chunk.seed, first_hand=deals.start,
            profiles=[own.get(name, name) for name in seated], detail=chunk.detail, room=room,
        )  # fmt: skip
        played = [(first, columns_of([(chunk.variant, record)])) for first, record in records]
        if chunk.seatings > 1:
            batches += dealt(played, deals.stop, turn)
        else:
            batches += [batch for _, batch in played]
    return joined(batches)


def framed(chunk: Chunk, whole: Columns) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """The rows of `hands` and `seats` of a chunk that was played, and its row of `sums`."""
    profiles = list(chunk.profiles)
    hands, seats = frames_of(whole, first_no=chunk.first_no, detail=chunk.detail, profiles=profiles)
    evenings = np.full(len(hands), -1)
    if chunk.seatings == 1:  # an evening doesn't tell profiles apart
        evenings = cut(chain_begins(whole), len(hands), hands_of(chunk.variant))
        hands = hands.with_columns(evening_no=first_hands(evenings, chunk.first_no))
    return hands, seats, sums_of(whole, seats, chunk.variant, evenings, first_no=chunk.first_no)


def play_chunk(chunk: Chunk, location: Location) -> PlayedChunk:
    """Play a chunk and put its part into the location of its session.

    Raises VersionsError where this process is another version than the run's, StoreError where the part
    can't be put.
    """
    if chunk.versions:
        check_versions(chunk.versions)
    begun = time.perf_counter()
    room = _rooms.__dict__.setdefault("room", Room())
    whole = joined([play_batch(chunk, deals, room) for deals in chunk.batches])
    parts = put_part(location, *framed(chunk, whole))
    return PlayedChunk(
        first_no=chunk.first_no, chains=chunk.chains, parts=parts,
        worker=f"{platform.node()}:{os.getpid()}", seconds=time.perf_counter() - begun,
    )  # fmt: skip


_rooms = local()  # a thread fills the same record chunk after chunk
