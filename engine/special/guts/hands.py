"""What two or three cards are worth at guts: three of a kind, a pair, high cards; no straights or flushes.

A score has the category of `engine.cards.high` in its place and below it the ranks, the most frequent first, four
bits each: 1 for a two to 13 for an ace, 0 for a joker; in a low 1 is an ace and 13 a king.
"""

from __future__ import annotations

from engine.cards.card import JOKERS
from engine.cards.high import CATEGORY_SHIFT, HIGH_CARD, PAIR, THREE
from engine.compile.jit import kernel, njit

_ABOVE_ALL = 14
_ONE_JOKER, _OTHER_JOKER = JOKERS


@njit
def jokers_in(cards: int) -> int:
    """How many jokers a set holds."""
    return (cards >> _ONE_JOKER & 1) + (cards >> _OTHER_JOKER & 1)


@kernel
def high_score(cards: int, jokers_best: bool) -> int:
    """The score of a hand; the larger wins. A joker is worth nothing; two beat any pair if `jokers_best`."""
    if jokers_in(cards) == 2 and jokers_best:
        return PAIR << CATEGORY_SHIFT | _ABOVE_ALL << 8
    category = HIGH_CARD
    ranks = 0
    shift = 8
    for copies in range(3, 0, -1):
        for rank in range(12, -1, -1):
            count = 0
            for lane in range(0, 64, 16):
                count += cards >> lane + rank & 1
            if count == copies:
                if copies > 1:
                    category = THREE if copies == 3 else PAIR
                ranks |= (rank + 1) << shift
                shift -= 4
    return category << CATEGORY_SHIFT | ranks


@kernel
def low_score(cards: int) -> int:
    """The score of two cards for low; the smaller wins: a joker pairs the other card, two are the highest
    pair.
    """
    jokers = jokers_in(cards)
    if jokers == 2:
        return PAIR << CATEGORY_SHIFT | _ABOVE_ALL << 8
    high = low = 0
    for rank in range(12, -2, -1):
        for lane in range(0, 64, 16):
            if rank < 12 and cards >> lane + (rank if rank >= 0 else 12) & 1:
                if high == 0:
                    high = rank + 2
                else:
                    low = rank + 2
    if jokers or high == low:
        return PAIR << CATEGORY_SHIFT | high << 8
    return HIGH_CARD << CATEGORY_SHIFT | high << 8 | low << 4


@kernel
def hand_key(cards: int) -> int:
    """A number for the ranks of up to three cards, jokers included, under 14 ** 3."""
    key = 0
    for rank in range(13, -1, -1):
        for lane in range(0, 64, 16):
            if cards >> lane + rank & 1:
                key = key * 14 + rank
    return key
