"""Rank hands of guest games and of a group's own games: one integer, higher for the better hand, as in
`engine.cards.high`.

The value of a lowball hand is `NO_LOW` minus a score laid out as in `engine.cards.low`, whose category may be a
badugi's. The category of a hand at six-plus is its place in `SIX_PLUS_ORDER`, and that of a hand of three cards its
place in `THREE_CARD_ORDER`; the rest is as in `engine.cards.high`. There are no wild cards. Known counts of every
ranking are in `tests/known_counts.py`.
"""

from __future__ import annotations

import numpy as np

from engine.cards.bits import popcount, top_bit
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
    THREE_CARD_ORDER,
    TWO_PAIR,
    WHOLE_BADUGI,
)
from engine.cards.high import keep_top, natural_meld, ranks_of, repeated_ranks, score_of
from engine.cards.low import NO_LOW, ace_low, low_meld
from engine.compile.jit import njit
from engine.terms import Ranking

_SIX_PLUS, _ACE_FIVE, _DEUCE_SEVEN = Ranking.SIX_PLUS.code, Ranking.ACE_FIVE.code, Ranking.DEUCE_SEVEN.code
_ACE_SIX, _THREE_CARD, _TWO_CARD = Ranking.ACE_SIX.code, Ranking.THREE_CARD.code, Ranking.TWO_CARD.code
_PLACES = np.array([SIX_PLUS_ORDER.index(category) for category in range(STRAIGHT_FLUSH + 1)])
_SHORT_FLUSH, _SHORT_STRAIGHT, _SHORT_THREE, _SHORT_STRAIGHT_FLUSH = (
    THREE_CARD_ORDER.index(category) for category in (FLUSH, STRAIGHT, THREE, STRAIGHT_FLUSH)
)
_NINE_HIGH = 0b1000011110000  # A 6 7 8 9
_NINE = 1 << 7
_WHEEL = 0b1000000001111  # A 2 3 4 5
_FIVE = 1 << 3
_BELOW = (1 << CATEGORY_SHIFT) - 1


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
    """Return the value of the lowest five of some cards, ace low; straights and flushes don't count.

    Fewer than five cards are ranked by their pairs, threes, fours and ranks.
    """
    ranks = ace_low(ranks_of(cards))
    held = popcount(ranks)
    if held >= 5:
        while held > 5:
            ranks ^= keep_top(ranks, 1, held)
            held -= 1
        return NO_LOW - (HIGH_CARD << CATEGORY_SHIFT | ranks << PRIMARY_SHIFT)
    _, twos, threes, fours = repeated_ranks(cards)
    twos, threes, fours = ace_low(twos), ace_low(threes), ace_low(fours)
    # duplicates of ranks, which count only if there are fewer than five ranks; the lowest ranks first
    more = min(popcount(cards), 5) - held
    if more == 0:
        return NO_LOW - (HIGH_CARD << CATEGORY_SHIFT | ranks << PRIMARY_SHIFT)
    low_two = twos & -twos
    if more == 1:
        return NO_LOW - score_of(PAIR, low_two, ranks ^ low_two, 0, 0)
    if more == 2:
        second = twos ^ low_two
        if second:
            pairs = low_two | second & -second
            return NO_LOW - score_of(TWO_PAIR, pairs, ranks ^ pairs, 0, 0)
        return NO_LOW - score_of(THREE, threes, ranks ^ threes, 0, 0)
    low_three = threes & -threes
    if twos ^ low_three:
        return NO_LOW - score_of(FULL_HOUSE, low_three, ranks ^ low_three, 0, 0)
    return NO_LOW - score_of(FOUR, fours, ranks ^ fours, 0, 0)


@njit
def badugi_of(cards: int) -> int:
    """Return the best badugi of up to four cards, as a set: the most cards of different ranks and suits, then the
    lowest.

    >>> from engine.cards.card import card_set, parse_cards, set_text
    >>> set_text(badugi_of(card_set(parse_cards("Ac 2d 3d 5h"))))
    'Ac 2d 5h'
    """
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
    """Return the value of a set of cards as a badugi; 0 if two cards share a rank or a suit."""
    ranks = 0
    for lane in range(0, 64, 16):
        suit = ace_low(chosen >> lane & LANE)
        if suit & ranks or suit & (suit - 1):
            return 0
        ranks |= suit
    return NO_LOW - (WHOLE_BADUGI + 4 - popcount(ranks) << CATEGORY_SHIFT | ranks << PRIMARY_SHIFT)


@njit
def badugi(cards: int) -> int:
    return _badugi_value(badugi_of(cards))


@njit
def ace_six(cards: int) -> int:
    """The value of the lowest five of some cards, ace low; straights and flushes count against it, and 6-4-3-2-A is
    the best. Fewer than five cards make no straight and no flush.
    """
    return ace_five(cards) if popcount(cards) < 5 else NO_LOW - low_meld(cards, 0)


@njit(forceinline=True)
def _run_of_three(ranks: int) -> int:
    """Return the highest rank of the best three in a row, as a set, or 0; the ace is low in A-2-3."""
    ranks = ranks << 1 | ranks >> 12 & 1
    runs = ranks & ranks >> 1 & ranks >> 2
    return 1 << top_bit(runs) + 1 if runs else 0


@njit(forceinline=True)
def _top(ranks: int, count: int) -> int:
    held = popcount(ranks)
    return keep_top(ranks, count, held) if held > count else ranks


@njit
def short_hand(cards: int, size: int) -> int:
    """The value of the best two or three of some cards."""
    ranks, twos, threes, _ = repeated_ranks(cards)
    if size == 3:
        run = flush = 0
        for lane in range(0, 64, 16):
            suit = cards >> lane & LANE
            run = max(run, _run_of_three(suit))
            if popcount(suit) >= 3:
                flush = max(flush, _top(suit, 3))
        if run:
            return score_of(_SHORT_STRAIGHT_FLUSH, run, 0, 0, 0)
        if threes:
            return score_of(_SHORT_THREE, _top(threes, 1), 0, 0, 0)
        run = _run_of_three(ranks)
        if run:
            return score_of(_SHORT_STRAIGHT, run, 0, 0, 0)
        if flush:
            return score_of(_SHORT_FLUSH, flush, 0, 0, 0)
    if twos:
        pair = _top(twos, 1)
        return score_of(PAIR, pair, _top(ranks ^ pair, size - 2) if size > 2 else 0, 0, 0)
    return score_of(HIGH_CARD, _top(ranks, size), 0, 0, 0)


@njit
def rank_hand(ranking: int, cards: int) -> int:
    """Return the value of some natural cards by the ranking of a code of `Ranking`; the higher the better.

    >>> from engine.cards.card import card_set, parse_cards
    >>> hands = ["2c 3d 4h 5s 7c", "Ac 2d 3h 4s 5c", "Kc Kd 4h 5s 7c"]
    >>> def value(hand):
    ...     return rank_hand(Ranking.DEUCE_SEVEN.code, card_set(parse_cards(hand)))
    >>> sorted(hands, key=value, reverse=True)  # the best first: the ace is high
    ['2c 3d 4h 5s 7c', 'Ac 2d 3h 4s 5c', 'Kc Kd 4h 5s 7c']
    """
    if ranking == _SIX_PLUS:
        return six_plus(cards)
    if ranking == _ACE_FIVE:
        return ace_five(cards)
    if ranking == _DEUCE_SEVEN:
        return deuce_seven(cards)
    if ranking == _ACE_SIX:
        return ace_six(cards)
    if ranking == _THREE_CARD:
        return short_hand(cards, 3)
    if ranking == _TWO_CARD:
        return short_hand(cards, 2)
    return badugi(cards)


@njit(forceinline=True)
def bring_in_place(ranking: int, card: int) -> int:
    """Return an open card's place in the order of bringing in: at stud the lowest card first, and of a rank clubs
    first; at razz the highest, the ace low.

    >>> from engine.cards.card import parse_card
    >>> [bring_in_place(Ranking.MELDS.code, parse_card(card)) for card in ("2c", "2d", "As")]
    [0, 1, 51]
    >>> [bring_in_place(Ranking.ACE_FIVE.code, parse_card(card)) for card in ("2c", "2d", "As")]
    [47, 46, 48]
    """
    rank, suit = card % 16, card // 16
    if ranking == _ACE_FIVE or ranking == _ACE_SIX:  # noqa: SIM109
        return 4 * (12 - (rank + 1) % 13) + 3 - suit
    return 4 * rank + suit
