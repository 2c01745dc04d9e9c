"""Chunks: parts of a run, as records that a thread, a process or a worker on another machine can play.

A `Chunk` is self-contained, some 500 bytes. Only `pipeline.simulation.play`, which plays them, needs the kernels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.api import VARIANTS, Profile, Variant
from pipeline.simulation.stacks import AT_STACKS, Stacks
from pipeline.simulation.versions import Versions
from pipeline.store.manifest import Part


@dataclass(frozen=True, kw_only=True)
class Chunk:
    """Deals `first` to `first` + `deals` - 1 of a game at a table of players with these `profiles`, each deal in
    every seating; its hands are numbered from `first_no`. `own` are the profiles that a user wrote, by name.
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
    stacks: Stacks | None = None
    own_game: Variant | None = None  # a game of the group's own, which other processes don't know by its id
    versions: Versions | None = None  # of the run, where others than this process may play it

    @property
    def variant(self) -> Variant:
        """The game."""
        variant = self.own_game or VARIANTS.with_additions(self.game, self.additions)
        assert variant is not None  # the run's process and this one are the same version
        return variant

    @property
    def seatings(self) -> int:
        """The number of seatings that each deal is played in."""
        return seatings(self.profiles)

    @property
    def labels(self) -> list[str]:
        """The label of each seat's profile in the store: with the stacks, if they aren't the usual ones."""
        if self.stacks is None or not self.variant.all_in:
            return list(self.profiles)
        return [f"{profile}{AT_STACKS}{self.stacks.name}" for profile in self.profiles]

    @property
    def chains(self) -> int:
        """The number of chains: hands, where those of a carried pot count as one."""
        return self.deals * self.seatings


@dataclass(frozen=True, kw_only=True)
class PlayedChunk:
    """A played chunk: its part files, the worker that played it, and the seconds it took."""

    first_no: int
    chains: int
    parts: tuple[Part, ...]
    worker: str
    seconds: float


def seatings(profiles: Sequence[str]) -> int:
    """Return the number of seatings in which players of these profiles play each deal, until they sit as at first: one
    if all have the same profile.

    >>> seatings(["regular"] * 6), seatings(["rock", "regular"] * 3), seatings(["rock", *["regular"] * 5])
    (1, 2, 6)
    """
    around = list(profiles)
    return next(turn for turn in range(1, len(around) + 1) if around[turn:] + around[:turn] == around)
