"""Who gets odd chips (ruling 6): the winners nearest the dealer's left."""

from __future__ import annotations

from engine.cards.bits import low_bit
from engine.compile.jit import njit

_NOBODY = 64


@njit(forceinline=True)
def nearest(seats: int) -> int:
    """How many places from the dealer's left the first of some seats sits; beyond all where there is none."""
    return low_bit(seats) if seats else _NOBODY


@njit(forceinline=True)
def first_half(chips: int, one: int, other: int) -> int:
    """The first of two halves, whose nearest winners sit `one` and `other` places from the dealer's left.

    An odd chip goes to the half of the nearer, to the first where one player is the nearest in both.
    """
    return chips // 2 if other < one else chips - chips // 2


@njit(forceinline=True)
def equal_part(chips: int, winners: int, turn: int) -> int:
    """The part of a winner who comes in `turn` (from 0) among `count` winners from the dealer's left."""
    return chips // winners + (1 if turn < chips % winners else 0)
