"""The winners of high and low when players declare high, low or both (PR, ruling 5)."""

from __future__ import annotations

from typing import Any

from engine.compile.jit import njit
from engine.kernel.odd_chips import first_half, nearest
from engine.terms import Declared

LOW, BOTH, HIGH = Declared.LOW.code, Declared.BOTH.code, Declared.HIGH.code
_LEAST = -1 << 60


@njit
def best_of(scores: Any, among: int, sign: int = 1) -> int:
    """The seats of a set with its highest score, as a set; with its lowest where `sign` is -1."""
    best = _LEAST
    winners = 0
    for seat in range(scores.shape[0]):
        if among >> seat & 1:
            score = sign * scores[seat]
            if score > best:
                best = score
                winners = 0
            if score == best:
                winners |= 1 << seat
    return winners


@njit
def sides_of(declared: Any, among: int) -> tuple[int, int]:
    """The seats of a set that declared high, and those that declared low; who declared both is in both."""
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
def high_part(chips: int, high: int, low: int) -> int:
    """The high half of chips that go to a set of seats for high and one for low."""
    return first_half(chips, nearest(high), nearest(low))


@njit
def declared_winners(highs: Any, lows: Any, declared: Any, among: int) -> tuple[int, int]:
    """The winners of high and of low among the seats of a set, as sets; 0 where a side has none.

    The highest of `highs` and the lowest of `lows` win. A seat that declared both must at least tie both: else it
    wins nothing, and where it was the best no player below it wins that side.
    """
    for_high, for_low = sides_of(declared, among)
    high = best_of(highs, for_high)
    low = best_of(lows, for_low, -1)
    failed = for_high & for_low & ~(high & low)
    return high & ~failed, low & ~failed
