"""The value of a hand: one integer for the best five of any number of cards, wild cards included.

A hand is a set of natural cards (`engine.cards.card`) and a number of wild ones. Its score compares as
rulings 2 and 3 say:

    category (4 bits) << 44 | primary (13) << 31 | secondary (13) << 18 | natural (14) << 4 | count (4)

`primary` and `secondary` are sets of ranks, which compare as the ranks do, from the highest down: the announced ranks
first, then the civil cards. `natural`, used for straights and flushes only, is the set of ranks that natural cards
hold, one place up so that bit 0 is an ace counted low; `count` is how many of the five are natural. All of it is
computed from rank counts, suit lanes and, for wild cards, a table of straights, without trying subsets.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.cards.bits import popcount, top_bit
from engine.cards.categories import (
    CATEGORIES,
    CATEGORY_SHIFT,
    FIVE,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    HIGH_CARD,
    LANE,
    NATURAL_SHIFT,
    PAIR,
    PRIMARY_SHIFT,
    SECONDARY_SHIFT,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIR,
)
from engine.compile.jit import njit

__all__ = [
    "CATEGORIES",
    "CATEGORY_SHIFT",
    "FIVE",
    "FLUSH",
    "FOUR",
    "FULL_HOUSE",
    "HIGH_CARD",
    "LANE",
    "NATURAL_SHIFT",
    "PAIR",
    "PRIMARY_SHIFT",
    "SECONDARY_SHIFT",
    "STRAIGHT",
    "STRAIGHT_FLUSH",
    "THREE",
    "TWO_PAIR",
    "best_meld",
    "keep_top",
    "natural_meld",
    "ranks_of",
    "repeated_ranks",
    "score_of",
    "spread",
    "wild_meld",
]  # fmt: skip

_LOW_ACES = 0x0001_0001_0001_0001
_STARTS = 0x03FF_03FF_03FF_03FF


@njit(forceinline=True)
def keep_top(ranks: int, count: int, held: int) -> int:
    """The highest `count` of the `held` ranks in a set."""
    for _ in range(held - count):
        ranks &= ranks - 1
    return ranks


@njit(forceinline=True)
def score_of(category: int, primary: int, secondary: int, natural: int, count: int) -> int:
    """Pack the parts of a score, as laid out above.

    >>> aces = score_of(PAIR, 1 << 12, 0b111, 0, 5)  # with 4, 3 and 2
    >>> CATEGORIES[aces >> CATEGORY_SHIFT], bin(aces >> SECONDARY_SHIFT & LANE)
    ('pair', '0b111')
    """
    return (
        category << CATEGORY_SHIFT
        | primary << PRIMARY_SHIFT
        | secondary << SECONDARY_SHIFT
        | natural << NATURAL_SHIFT
        | count
    )


@njit(forceinline=True)
def spread(ranks: int) -> int:
    """Return the set of all cards of some ranks.

    >>> from engine.cards.card import set_text
    >>> set_text(spread(1 << 12))
    'Ac Ad Ah As'
    """
    return ranks | ranks << 16 | ranks << 32 | ranks << 48


@njit(forceinline=True)
def ranks_of(cards: int) -> int:
    """Return the ranks of some cards, as a set: bit 0 for a two, bit 12 for an ace.

    >>> from engine.cards.card import card_set, parse_cards
    >>> bin(ranks_of(card_set(parse_cards("2c 2d 5h"))))
    '0b1001'
    """
    return (cards | cards >> 16 | cards >> 32 | cards >> 48) & LANE


@njit(forceinline=True)
def repeated_ranks(cards: int) -> tuple[int, int, int, int]:
    """The ranks of which the hand holds at least one, two, three and four cards."""
    clubs = cards & LANE
    diamonds = cards >> 16 & LANE
    hearts = cards >> 32 & LANE
    spades = cards >> 48 & LANE
    either = clubs | diamonds
    other = hearts | spades
    both = clubs & diamonds
    both_others = hearts & spades
    twos = either & other | both | both_others
    threes = both & other | both_others & either
    return either | other, twos, threes, both & both_others


@njit(forceinline=True)
def natural_meld(cards: int) -> int:
    """Score a hand without wild cards: a set of 1 to 52 cards.

    Fewer than five cards are ranked by their pairs, threes, fours and high cards (ruling 27).

    >>> from engine.cards.card import card_set, parse_cards
    >>> natural_meld(card_set(parse_cards("As Ah"))) > natural_meld(card_set(parse_cards("Ks Kh")))
    True
    """
    clubs = cards & LANE
    diamonds = cards >> 16 & LANE
    hearts = cards >> 32 & LANE
    spades = cards >> 48 & LANE
    ranks = clubs | diamonds | hearts | spades
    held = popcount(ranks)
    total = popcount(cards)
    flush = 0
    if held >= 5:
        if popcount(clubs) >= 5:
            flush = clubs
        if popcount(diamonds) >= 5:
            flush = max(flush, diamonds) if total > 9 else diamonds
        if popcount(hearts) >= 5:
            flush = max(flush, hearts) if total > 9 else hearts
        if popcount(spades) >= 5:
            flush = max(flush, spades) if total > 9 else spades
        if flush:
            return _natural_flush(cards, flush, total)
        line = ranks << 1 | ranks >> 12
        starts = line & line >> 1 & line >> 2 & line >> 3 & line >> 4
        if starts:
            start = top_bit(starts)
            straight = score_of(STRAIGHT, 8 << start, 0, 0x1F << start, 5)
            return max(straight, _full_or_four(cards)) if total > 7 else straight
    twins = total - held
    natural = min(total, 5)
    if twins == 0:
        return score_of(HIGH_CARD, keep_top(ranks, 5, held), 0, 0, natural)
    odd = clubs ^ diamonds ^ hearts ^ spades
    if twins == 1:
        pair = ranks ^ odd
        return score_of(PAIR, pair, keep_top(odd, 3, held - 1), 0, natural)
    if twins == 2 and odd != ranks:
        pairs = ranks ^ odd
        return score_of(TWO_PAIR, pairs, keep_top(odd, 1, held - 2), 0, natural)
    threes = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    if twins == 2:
        return score_of(THREE, threes, keep_top(ranks ^ threes, 2, held - 1), 0, natural)
    fours = clubs & diamonds & hearts & spades
    if fours:
        four = 1 << top_bit(fours)
        rest = ranks ^ four
        return score_of(FOUR, four, 1 << top_bit(rest) if rest else 0, 0, natural)
    twos = ranks & ~odd | threes
    if threes:
        three = 1 << top_bit(threes)
        twos ^= three
        if twos:
            return score_of(FULL_HOUSE, three, 1 << top_bit(twos), 0, 5)
        return score_of(THREE, three, keep_top(ranks ^ three, 2, held - 1), 0, natural)
    pairs = keep_top(twos, 2, popcount(twos))
    rest = ranks ^ pairs
    return score_of(TWO_PAIR, pairs, 1 << top_bit(rest) if rest else 0, 0, natural)


@njit
def _natural_flush(cards: int, flush: int, total: int) -> int:
    """Score a natural hand that holds five of a suit; `flush` is the suit with the highest ranks."""
    line = cards << 1 | cards >> 12 & _LOW_ACES
    starts = line & line >> 1 & line >> 2 & line >> 3 & line >> 4 & _STARTS
    if starts:
        start = top_bit((starts | starts >> 16 | starts >> 32 | starts >> 48) & 0x3FF)
        return score_of(STRAIGHT_FLUSH, 8 << start, 0, 0x1F << start, 5)
    five = keep_top(flush, 5, popcount(flush))
    score = score_of(FLUSH, five, 0, five << 1, 5)
    return max(score, _full_or_four(cards)) if total > 7 else score


@njit
def _full_or_four(cards: int) -> int:
    """Score the full house or four of a kind that eight or more cards hold in addition to a flush or straight; or 0."""
    ranks, twos, threes, fours = repeated_ranks(cards)
    if fours:
        four = 1 << top_bit(fours)
        return score_of(FOUR, four, 1 << top_bit(ranks ^ four), 0, 5)
    if threes:
        three = 1 << top_bit(threes)
        if twos ^ three:
            return score_of(FULL_HOUSE, three, 1 << top_bit(twos ^ three), 0, 5)
    return 0


def _reaches() -> NDArray[np.uint8]:
    """The best straight of a set of ranks with 1 to 3 wild cards, at ``wild << 13 | ranks``: 0 if they are fewer than
    five together, 1 if they are five, and 3 + 2 * start if they are a straight, the highest of them starting at that
    place (0 for the ace counted low).
    """
    ranks = np.arange(1 << 13)
    line = ranks << 1 | ranks >> 12
    reaches = np.zeros((4, 1 << 13), np.uint8)
    for wild in range(1, 4):
        reaches[wild, np.bitwise_count(ranks) + wild >= 5] = 1
        for start in range(10):
            reaches[wild, np.bitwise_count(line & 0x1F << start) + wild >= 5] = 3 + 2 * start
    return reaches.ravel()


_REACHES = _reaches()


@njit(forceinline=True)
def _reach(ranks: int, wild: int) -> int:
    return int(_REACHES[wild << 13 | ranks])


@njit(forceinline=True)
def wild_meld(cards: int, wild: int) -> int:
    """Score a hand of the natural `cards` and `wild` (one or more) wild cards: rulings 2 and 3."""
    if wild > 3:
        return _mostly_wild(cards, wild)
    clubs = _reach(cards & LANE, wild)
    diamonds = _reach(cards >> 16 & LANE, wild)
    hearts = _reach(cards >> 32 & LANE, wild)
    spades = _reach(cards >> 48 & LANE, wild)
    suited = max(max(clubs, diamonds), max(hearts, spades))
    ranks, twos, threes, fours = repeated_ranks(cards)
    # the ranks with enough natural cards for five, four or three of a kind with all the wild cards
    if wild == 1:
        for_five, for_four, for_three = fours, threes, twos
    elif wild == 2:
        for_five, for_four, for_three = threes, twos, ranks
    else:
        for_five, for_four, for_three = twos, ranks, ranks
    if for_five:
        five = 1 << top_bit(for_five)
        return score_of(FIVE, five, 0, 0, popcount(cards & spread(five)))
    if suited > 1:
        return _wild_straight_flush(cards, clubs, diamonds, hearts, spades)
    if for_four:
        four = 1 << top_bit(for_four)
        rest = ranks & ~four
        kicker = 1 << top_bit(rest) if rest else 0
        return score_of(FOUR, four, kicker, 0, 4 - wild + (1 if rest else 0))
    if wild == 1 and twos & (twos - 1):
        pairs = keep_top(twos, 2, popcount(twos))
        three = 1 << top_bit(pairs)
        return score_of(FULL_HOUSE, three, pairs ^ three, 0, 4)
    if suited:
        if popcount(cards) + wild > 7:
            return _best_flush(cards, wild)
        lane = 0 if clubs else 16 if diamonds else 32 if hearts else 48
        return _wild_flush(cards >> lane & LANE, wild)
    straight = _reach(ranks, wild) >> 1
    if straight:
        start = straight - 1
        natural = (ranks << 1 | ranks >> 12) & 0x1F << start
        return score_of(STRAIGHT, 8 << start, 0, natural, popcount(natural))
    if cards == 0:
        return _mostly_wild(cards, wild)
    # no other rank occurs twice: the kickers are all the others but the lowest
    rank = 1 << top_bit(for_three if for_three else ranks)
    kickers = keep_top(ranks ^ rank, 5, popcount(cards) + wild)
    return score_of(THREE if for_three else PAIR, rank, kickers, 0, min(popcount(cards), 5 - wild))


@njit
def _mostly_wild(cards: int, wild: int) -> int:
    """Score four wild cards or more, or wild cards alone: as many of a kind as possible, aces if possible."""
    ranks = ranks_of(cards)
    if wild == 4 and ranks:
        size, rank = 5, 1 << top_bit(ranks)
    else:
        size, rank = min(wild, 5), 1 << 12
    category = (HIGH_CARD, PAIR, THREE, FOUR, FIVE)[size - 1]
    return score_of(category, rank, 0, 0, popcount(cards & spread(rank)))


@njit
def _wild_straight_flush(cards: int, clubs: int, diamonds: int, hearts: int, spades: int) -> int:
    """The best straight flush, of a suit that reaches highest, by its natural cards."""
    highest = max(max(clubs, diamonds), max(hearts, spades))
    start = (highest >> 1) - 1
    line = (cards << 1 | cards >> 12 & _LOW_ACES) >> start
    # without branches, because which suits they are is unpredictable
    natural = max(
        max(line & 0x1F & -(clubs == highest), line >> 16 & 0x1F & -(diamonds == highest)),
        max(line >> 32 & 0x1F & -(hearts == highest), line >> 48 & 0x1F & -(spades == highest)),
    )
    return score_of(STRAIGHT_FLUSH, 8 << start, 0, natural << start, popcount(natural))


@njit
def _best_flush(cards: int, wild: int) -> int:
    """The best flush of a hand that may hold more than one."""
    best = 0
    for lane in range(0, 64, 16):
        suit = cards >> lane & LANE
        if popcount(suit) + wild >= 5:
            best = max(best, _wild_flush(suit, wild))
    return best


@njit
def _wild_flush(suit: int, wild: int) -> int:
    """A flush: a wild card (1 to 3) is the highest rank of the suit that the hand doesn't hold (ruling 3)."""
    first = 1 << top_bit(LANE & ~suit)
    second = 1 << top_bit(LANE & ~suit & ~first)
    third = 1 << top_bit(LANE & ~suit & ~first & ~second)
    announced = suit | first | (second if wild > 1 else 0) | (third if wild > 2 else 0)
    announced = keep_top(announced, 5, popcount(announced))
    natural = announced & suit
    return score_of(FLUSH, announced, 0, natural << 1, popcount(natural))


@njit(forceinline=True)
def best_meld(cards: int, wild_set: int) -> int:
    """Score the best five of a hand in which the cards of `wild_set` are wild.

    >>> from engine.cards.card import card_set, parse_cards, rank_set
    >>> score = best_meld(card_set(parse_cards("As Ad Kh Kd 2c")), wild_set=rank_set(0))
    >>> CATEGORIES[score >> CATEGORY_SHIFT]
    'full_house'
    """
    wild = popcount(cards & wild_set)
    if wild == 0:
        return natural_meld(cards)
    return wild_meld(cards & ~wild_set, wild)
