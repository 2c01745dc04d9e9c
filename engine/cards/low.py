"""The lowest hand: PR's low (ruling 4) and Omaha's eight or better.

A low score is laid out like that of a meld, but the smallest wins: the category, then the ranks from the highest down
with the ace low. As in `engine.cards.high` ranks are sets, here with bit 0 for the ace and bit 12 for the king.
"""

from __future__ import annotations

from engine.cards.bits import low_bit, popcount
from engine.cards.high import (
    CATEGORY_SHIFT,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    HIGH_CARD,
    LANE,
    PAIR,
    PRIMARY_SHIFT,
    SECONDARY_SHIFT,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIR,
    keep_top,
    ranks_of,
    repeated_ranks,
)
from engine.compile.jit import njit

NO_LOW = 1 << 60
"""The score of a hand that makes no low: worse than any."""

_FIRST_FIVE = 0x1F
EIGHT_RANKS = 0xFF
"""The ranks of eight and lower, the ace low."""


@njit(forceinline=True)
def ace_low(ranks: int) -> int:
    """A set of ranks with the ace as the lowest."""
    return ranks << 1 & LANE | ranks >> 12 & 1


@njit(forceinline=True)
def _next_five(five: int) -> int:
    """The next larger set of five ranks, in order of comparison (Gosper's hack)."""
    lowest = five & -five
    ripple = five + lowest
    return ripple | ((five ^ ripple) >> 2 + low_bit(lowest))


@njit(forceinline=True)
def _is_straight(five: int) -> bool:
    return five == _FIRST_FIVE << low_bit(five)  # the ace is low: ten to ace is none


@njit
def low_meld(cards: int, wild: int) -> int:
    """Score PR's low of five cards or more: natural `cards` and `wild` wild ones (ruling 4). The lowest score is the best.

    Straights and flushes count against the hand, so the best is 6-4-3-2-A in more than one suit; a wild
    card is the lowest card that helps, and may be of any suit.

    >>> from engine.cards.card import card_set, parse_cards
    >>> from engine.catalogue.hand_names import meld_ranks
    >>> score = low_meld(card_set(parse_cards("Ac 2d 3h 4s 5c 6d 7h")), wild=0)
    >>> meld_ranks(score, low=True)  # six, four, three, two, ace
    [4, 2, 1, 0, 12]
    """
    clubs = ace_low(cards & LANE)
    diamonds = ace_low(cards >> 16 & LANE)
    hearts = ace_low(cards >> 32 & LANE)
    spades = ace_low(cards >> 48 & LANE)
    ranks = clubs | diamonds | hearts | spades
    if popcount(ranks) + wild >= 5:
        five = _lowest_five(ranks, wild)
        while five <= LANE:
            natural = five & ranks
            if popcount(natural) + wild >= 5 and not _is_straight(five):
                flush = wild == 0 and natural == five and (
                    (natural & ~clubs == 0 and natural & (diamonds | hearts | spades) == 0)
                    or (natural & ~diamonds == 0 and natural & (clubs | hearts | spades) == 0)
                    or (natural & ~hearts == 0 and natural & (clubs | diamonds | spades) == 0)
                    or (natural & ~spades == 0 and natural & (clubs | diamonds | hearts) == 0)
                )  # fmt: skip
                if not flush:
                    return HIGH_CARD << CATEGORY_SHIFT | five << PRIMARY_SHIFT
            five = _next_five(five)
    return _forced_low(cards, wild)


@njit(forceinline=True)
def _lowest_five(ranks: int, wild: int) -> int:
    """The lowest five ranks of those held, each wild card being the lowest that isn't."""
    for _ in range(wild):
        ranks |= ranks + 1 & ~ranks
    five = 0
    for _ in range(5):
        five |= ranks & -ranks
        ranks &= ranks - 1
    return five


@njit
def _forced_low(cards: int, wild: int) -> int:
    """Return the lowest five of a hand that can't make five unpaired cards, and so no straight and no flush.

    There are too few wild cards here to make five ranks, so each takes the lowest missing rank.
    """
    best = NO_LOW
    if popcount(cards) + wild < 5:
        return best
    chosen = 0
    while True:
        missing = 5 - popcount(chosen)
        if 0 <= missing <= wild:
            best = min(best, _five_low(chosen, missing))
        chosen = chosen - cards & cards  # the next subset
        if chosen == 0:
            return best


@njit
def _five_low(cards: int, wild: int) -> int:
    """Score five cards as they lie, ace low."""
    clubs = ace_low(cards & LANE)
    diamonds = ace_low(cards >> 16 & LANE)
    hearts = ace_low(cards >> 32 & LANE)
    spades = ace_low(cards >> 48 & LANE)
    ones, twos, threes, fours = repeated_ranks(cards)
    ranks, twos, threes, fours = ace_low(ones), ace_low(twos), ace_low(threes), ace_low(fours)
    total = popcount(cards)
    for _ in range(wild):
        ranks |= ranks + 1 & ~ranks
        total += 1
    twins = total - popcount(ranks)
    if twins == 0:
        suited = wild == 0 and (clubs == ranks or diamonds == ranks or hearts == ranks or spades == ranks)
        straight = _is_straight(ranks)
        category = HIGH_CARD
        if straight:
            category = STRAIGHT_FLUSH if suited else STRAIGHT
        elif suited:
            category = FLUSH
        return category << CATEGORY_SHIFT | ranks << PRIMARY_SHIFT
    if fours:
        category, primary = FOUR, fours
    elif threes:
        category, primary = (FULL_HOUSE if twos != threes else THREE), threes
    else:
        category, primary = (TWO_PAIR if twins == 2 else PAIR), twos
    return category << CATEGORY_SHIFT | primary << PRIMARY_SHIFT | (ranks ^ primary) << SECONDARY_SHIFT


@njit
def eight_or_better(cards: int, wild: int) -> int:
    """Score Omaha's low (ruling 4): five ranks of eight or lower; straights and flushes don't count. The lowest score is the
    best; `NO_LOW` if the hand has none.

    >>> from engine.cards.card import card_set, parse_cards
    >>> bin(eight_or_better(card_set(parse_cards("Ac 2d 3h 7s 8c Kd")), wild=0) >> PRIMARY_SHIFT)  # 8 7 3 2 A
    '0b11000111'
    """
    ranks = ace_low(ranks_of(cards)) & EIGHT_RANKS
    for _ in range(wild):
        ranks |= ranks + 1 & ~ranks
    ranks &= EIGHT_RANKS
    held = popcount(ranks)
    if held < 5:
        return NO_LOW
    # the five lowest: drop the highest
    while held > 5:
        ranks ^= keep_top(ranks, 1, held)
        held -= 1
    return HIGH_CARD << CATEGORY_SHIFT | ranks << PRIMARY_SHIFT
