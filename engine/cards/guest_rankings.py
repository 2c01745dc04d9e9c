"""How the guests rank hands: one integer, higher for the better hand, as `engine.cards.high` has for the rest.

A lowball hand's value is `NO_LOW` less a score laid out as in `engine.cards.low`, whose category may be a badugi's.
A hand of six-plus has its place in `SIX_PLUS_ORDER` for a category, then what `engine.cards.high` puts below it.
There are no wild cards. Known counts of every ranking are in `tests/known_counts.py`.
"""

from __future__ import annotations

import numpy as np

from engine.cards.bits import popcount
from engine.cards.categories import (
    CATEGORY_SHIFT,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    HIGH_CARD,
    LANE,
    PAIR,
    PRIMARY_SHIFT,
    SECONDARY_SHIFT,
    SIX_PLUS_ORDER,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIR,
    WHOLE_BADUGI,
)
from engine.cards.high import keep_top, natural_meld
from engine.cards.low import NO_LOW
from engine.compile.jit import njit
from engine.terms import Ranking

_SIX_PLUS, _ACE_FIVE, _DEUCE_SEVEN = Ranking.SIX_PLUS.code, Ranking.ACE_FIVE.code, Ranking.DEUCE_SEVEN.code
_PLACES = np.array([SIX_PLUS_ORDER.index(category) for category in range(STRAIGHT_FLUSH + 1)])
_NINE_HIGH = 0b1000011110000  # A 6 7 8 9
_NINE = 1 << 7
_WHEEL = 0b1000000001111  # A 2 3 4 5
_FIVE = 1 << 3
_BELOW = (1 << CATEGORY_SHIFT) - 1


@njit(forceinline=True)
def _ace_low(ranks: int) -> int:
    return ranks << 1 & LANE | ranks >> 12 & 1


@njit
def six_plus(cards: int) -> int:
    """The value of the best five of up to seven cards of a pack from six to ace."""
    score = natural_meld(cards)
    category = score >> CATEGORY_SHIFT
    rest = score & _BELOW
    if category != STRAIGHT_FLUSH:
        ranks = 0
        for lane in range(0, 64, 16):
            suit = cards >> lane & LANE
            ranks |= suit
            if suit & _NINE_HIGH == _NINE_HIGH:
                category = STRAIGHT_FLUSH
                rest = _NINE << PRIMARY_SHIFT
        if category < STRAIGHT and ranks & _NINE_HIGH == _NINE_HIGH:
            category = STRAIGHT
            rest = _NINE << PRIMARY_SHIFT
    return int(_PLACES[category]) << CATEGORY_SHIFT | rest >> SECONDARY_SHIFT << SECONDARY_SHIFT


@njit
def deuce_seven(cards: int) -> int:
    """The value of five cards at deuce-to-seven: the worst of the melds, where ace to five is no straight."""
    score = natural_meld(cards) >> SECONDARY_SHIFT << SECONDARY_SHIFT
    if score & _BELOW == _FIVE << PRIMARY_SHIFT:
        if score >> CATEGORY_SHIFT == STRAIGHT:
            score = HIGH_CARD << CATEGORY_SHIFT | _WHEEL << PRIMARY_SHIFT
        elif score >> CATEGORY_SHIFT == STRAIGHT_FLUSH:
            score = FLUSH << CATEGORY_SHIFT | _WHEEL << PRIMARY_SHIFT
    return NO_LOW - score


@njit
def ace_five(cards: int) -> int:
    """The value of the lowest five of some cards, ace low; straights and flushes do no harm.

    Fewer than five cards are ranked by what they hold of pairs, threes, fours and ranks.
    """
    clubs, diamonds = _ace_low(cards & LANE), _ace_low(cards >> 16 & LANE)
    hearts, spades = _ace_low(cards >> 32 & LANE), _ace_low(cards >> 48 & LANE)
    ranks = clubs | diamonds | hearts | spades
    held = popcount(ranks)
    if held >= 5:
        while held > 5:
            ranks ^= keep_top(ranks, 1, held)
            held -= 1
        return NO_LOW - (HIGH_CARD << CATEGORY_SHIFT | ranks << PRIMARY_SHIFT)
    twos = (clubs & diamonds) | (hearts & spades) | (clubs | diamonds) & (hearts | spades)
    threes = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    fours = clubs & diamonds & hearts & spades
    # the cards beside one of each rank: none more than five need, the lowest ranks first
    more = min(popcount(cards), 5) - held
    if more == 0:
        return NO_LOW - (HIGH_CARD << CATEGORY_SHIFT | ranks << PRIMARY_SHIFT)
    low_two = twos & -twos
    if more == 1:
        return NO_LOW - _paired(PAIR, low_two, ranks ^ low_two)
    if more == 2:
        second = twos ^ low_two
        if second:
            pairs = low_two | second & -second
            return NO_LOW - _paired(TWO_PAIR, pairs, ranks ^ pairs)
        return NO_LOW - _paired(THREE, threes, ranks ^ threes)
    low_three = threes & -threes
    if twos ^ low_three:
        return NO_LOW - _paired(FULL_HOUSE, low_three, ranks ^ low_three)
    return NO_LOW - _paired(FOUR, fours, ranks ^ fours)


@njit(forceinline=True)
def _paired(category: int, primary: int, secondary: int) -> int:
    return category << CATEGORY_SHIFT | primary << PRIMARY_SHIFT | secondary << SECONDARY_SHIFT


@njit
def badugi_of(cards: int) -> int:
    """The best badugi of up to four cards, as a set: the most of different ranks and suits, the lowest."""
    best = 0
    best_score = 0
    chosen = cards
    while chosen:
        score = _badugi_value(chosen)
        if score > best_score:
            best = chosen
            best_score = score
        chosen = chosen - 1 & cards
    return best


@njit(forceinline=True)
def _badugi_value(chosen: int) -> int:
    """The value of a set of cards as a badugi; 0 where two share a rank or a suit."""
    ranks = 0
    for lane in range(0, 64, 16):
        suit = _ace_low(chosen >> lane & LANE)
        if suit & ranks or suit & (suit - 1):
            return 0
        ranks |= suit
    return NO_LOW - (WHOLE_BADUGI + 4 - popcount(ranks) << CATEGORY_SHIFT | ranks << PRIMARY_SHIFT)


@njit
def badugi(cards: int) -> int:
    """The value of up to four cards at badugi."""
    return _badugi_value(badugi_of(cards))


@njit
def ranked(ranking: int, cards: int) -> int:
    """The value of some natural cards by the ranking of a code of `Ranking`."""
    if ranking == _SIX_PLUS:
        return six_plus(cards)
    if ranking == _ACE_FIVE:
        return ace_five(cards)
    if ranking == _DEUCE_SEVEN:
        return deuce_seven(cards)
    return badugi(cards)


@njit(forceinline=True)
def bring_in_place(ranking: int, card: int) -> int:
    """How soon an open card brings in: at stud the lowest, clubs first; at razz the highest, the ace low."""
    rank, suit = card % 16, card // 16
    if ranking == _ACE_FIVE:
        return 4 * (12 - (rank + 1) % 13) + 3 - suit
    return 4 * rank + suit


__all__ = [
    "ace_five", "badugi", "badugi_of", "bring_in_place", "deuce_seven", "ranked", "six_plus",
]  # fmt: skip
