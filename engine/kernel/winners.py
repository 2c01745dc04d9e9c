"""The winners: the best hands of some seats, high and low as declared (ruling 5), halves and odd chips (ruling 6).

Sets of seats are bits; seats count from the dealer's left, whose nearest winners have the odd chips.
"""

from __future__ import annotations

from typing import Any

from engine.cards.bits import low_bit
from engine.compile.jit import njit
from engine.terms import Declared

LOW, BOTH, HIGH = Declared.LOW.code, Declared.BOTH.code, Declared.HIGH.code
LEAST = -1 << 60
"""Below every score."""
_NOBODY = 64


@njit
def best_of(scores: Any, among: int, sign: int, least: int) -> int:
    """The seats of a set with its highest score, or its lowest where `sign` is -1; none unless sign x score > `least`."""
    best = least
    winners = 0
    for seat in range(scores.shape[0]):
        if among >> seat & 1:
            score = sign * scores[seat]
            if score > best:
                best = score
                winners = 0
            if score == best and score > least:
                winners |= 1 << seat
    return winners


@njit
def sides_of(declared: Any, among: int) -> tuple[int, int]:
    """Return the seats of a set that declared high, and those that declared low; a seat that declared both is in both."""
    for_high = 0
    for_low = 0
    for seat in range(declared.shape[0]):
        if among >> seat & 1:
            if declared[seat] >= BOTH:
                for_high |= 1 << seat
            if declared[seat] <= BOTH:
                for_low |= 1 << seat
    return for_high, for_low


@njit
def declared_winners(
    highs: Any, lows: Any, declared: Any, among: int, sign: int, least: int
) -> tuple[int, int]:
    """Return the winners of high and of low among the seats of a set; 0 if a side has none.

    The highest of `highs` wins, and the best of `lows` by `sign` and `least` (`best_of`). A player who declared both
    must at least tie both: else it wins nothing, and where it was the best no player below it wins that side.
    """
    for_high, for_low = sides_of(declared, among)
    high = best_of(highs, for_high, 1, LEAST)
    low = best_of(lows, for_low, sign, least)
    failed = for_high & for_low & ~(high & low)
    return high & ~failed, low & ~failed


@njit(forceinline=True)
def nearest(seats: int) -> int:
    """Return the distance of the first of some seats from the dealer's left; larger than any seat if there is none."""
    return low_bit(seats) if seats else _NOBODY


@njit(forceinline=True)
def first_half(chips: int, one: int, other: int) -> int:
    """The first of two halves, whose nearest winners sit `one` and `other` places from the dealer's left.

    An odd chip goes to the half of the nearer, to the first where one player is the nearest in both.
    """
    return chips // 2 if other < one else chips - chips // 2


@njit(forceinline=True)
def equal_part(chips: int, winners: int, turn: int) -> int:
    """The part of the winner who comes in `turn`, from 0, among `winners`."""
    return chips // winners + (1 if turn < chips % winners else 0)
