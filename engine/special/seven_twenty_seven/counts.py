"""Counting at 7/27, in halves: an ace 2 or 22, a picture card 1, other cards twice their number.

A *nearness* to a target is the distance and below it, in the last 12 bits, the count; the smaller is nearer.
"""

from __future__ import annotations

from engine.cards.bits import popcount
from engine.cards.high import spread
from engine.compile.jit import kernel, njit

SEVEN, TWENTY_SEVEN = 14, 54
ACE_MORE = 20
"""What an ace counts more when it is eleven."""
_SHIFT = 12
_PICTURES = 0xE00
_ACE = 0x1000


@njit
def ranks_in(cards: int, ranks: int) -> int:
    """How many cards of a set have one of some ranks, given as bits."""
    return popcount(cards & spread(ranks))


@njit
def aces_in(cards: int) -> int:
    """How many aces a set holds."""
    return ranks_in(cards, _ACE)


@njit
def count_of(cards: int) -> int:
    """The count of a set with every ace as one."""
    count = ranks_in(cards, _PICTURES) + 2 * aces_in(cards)
    for rank in range(9):
        count += 2 * (rank + 2) * ranks_in(cards, 1 << rank)
    return count


@kernel
def nearest(count: int, aces: int, target: int) -> int:
    """The nearness of a count to a target, as many of the aces eleven as does best."""
    best = 1 << 30
    for _ in range(aces + 1):
        best = min(best, abs(count - target) << _SHIFT | count)
        count += ACE_MORE
    return best


@njit
def nearness(cards: int, target: int) -> int:
    """The nearness of a set of cards to a target."""
    return nearest(count_of(cards), aces_in(cards), target)


def count_text(near: int) -> str:
    """The count of a nearness: ``26½``."""
    whole, half = divmod(near & (1 << _SHIFT) - 1, 2)
    return f"{whole or ''}½" if half else str(whole)
