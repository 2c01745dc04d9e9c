"""A part of a run as a record that anybody may play: a thread, a process, a worker on another machine.

A `Chunk` is all that it takes, some 500 bytes. Whoever hands chunks out needs no kernels; whoever plays them
does so by `pipeline.simulation.playing`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from engine.api import CATALOGUE, VARIANTS, Profile, Variant
from pipeline.simulation.versions import Versions
from pipeline.store.contents import Part


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
