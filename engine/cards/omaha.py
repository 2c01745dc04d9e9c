"""The best five of exactly two own cards and three of the board, as in Omaha, without trying all of them.

The scores are those of `engine.cards.high` and `engine.cards.low`. For each category, from the best down, the
possible hands follow from the ranks that occur once, twice and three times among the own cards and on the board. Each
category assumes that no better one can be made.
"""

from __future__ import annotations

from engine.cards.bits import popcount, top_bit
from engine.cards.high import (
    CATEGORY_SHIFT,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    HIGH_CARD,
    LANE,
    PAIR,
    PRIMARY_SHIFT,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIR,
    ranks_of,
    repeated_ranks,
    score_of,
)
from engine.cards.low import EIGHT_RANKS, NO_LOW, ace_low
from engine.compile.jit import njit

MOST_SIDE = 5
"""The most cards of a board for which `two_and_three` holds."""


@njit(forceinline=True)
def _highest(ranks: int) -> int:
    """The highest rank of a set, as a set; 0 of none."""
    return 1 << top_bit(ranks) if ranks else 0


@njit(forceinline=True)
def two_highest(ranks: int) -> int:
    """Return the two highest of some ranks as a set.

    >>> bin(two_highest(0b10110))
    '0b10100'
    """
    highest = _highest(ranks)
    return highest | _highest(ranks ^ highest)


@njit(forceinline=True)
def _three_highest(ranks: int) -> int:
    two = two_highest(ranks)
    return two | _highest(ranks ^ two)


@njit
def _line(own: int, side: int) -> int:
    """Return the start of the highest straight of two ranks of one set and three of the other; -1 for none."""
    own = own << 1 | own >> 12
    side = side << 1 | side >> 12
    line = own | side
    starts = line & line >> 1 & line >> 2 & line >> 3 & line >> 4
    while starts:
        start = top_bit(starts)
        five = 0x1F << start
        if popcount(own & five) >= 2 and popcount(side & five) >= 3:
            return start
        starts ^= 1 << start
    return -1


@njit
def _suited(own: int, side: int) -> tuple[int, int]:
    """The ranks of the suit in which there are enough cards for a flush, of the own cards and of the board;
    0 and 0 for none.
    """
    for lane in range(0, 64, 16):
        mine, theirs = own >> lane & LANE, side >> lane & LANE
        if popcount(theirs) >= 3 and popcount(mine) >= 2:
            return mine, theirs
    return 0, 0


@njit(forceinline=True)
def _full(o1: int, o2: int, b1: int, b2: int, b3: int) -> int:
    """The score of the best full house, or 0."""
    threes = o2 & b1 | o1 & b2 | b3
    while threes:
        three = 1 << top_bit(threes)
        pairs = (b2 if o2 & three else 0) | (o1 & b1 if o1 & b2 & three else 0) | (o2 if b3 & three else 0)
        pairs &= ~three
        if pairs:
            return score_of(FULL_HOUSE, three, _highest(pairs), 0, 5)
        threes ^= three
    return 0


@njit(forceinline=True)
def _two_pairs(o1: int, o2: int, b1: int, b2: int) -> int:
    """Return the score of the best two pair, or 0: a pair in the hand and one on the board, two own cards that the
    board pairs, or one of those and a pair on the board.
    """
    best = 0
    shared = o1 & b1
    of_board = _highest(b2)
    if o2 and b2:
        best = score_of(TWO_PAIR, _highest(o2) | of_board, _highest(b1 ^ of_board), 0, 5)
    if shared & (shared - 1):
        two = two_highest(shared)
        best = max(best, score_of(TWO_PAIR, two, _highest(b1 ^ two), 0, 5))
    if shared and b2:
        one = _highest(shared)
        best = max(best, score_of(TWO_PAIR, one | of_board, _highest(o1 ^ one), 0, 5))
    return best


@njit(forceinline=True)
def _one_pair(o1: int, o2: int, b1: int, b2: int) -> int:
    """The score of the best pair, or of the highest cards."""
    best = 0
    shared = o1 & b1
    if o2:
        best = score_of(PAIR, _highest(o2), _three_highest(b1), 0, 5)
    if shared:
        best = max(best, score_of(PAIR, shared, _highest(o1 ^ shared) | two_highest(b1 ^ shared), 0, 5))
    if b2:
        pair = _highest(b2)
        best = max(best, score_of(PAIR, pair, two_highest(o1) | _highest(b1 ^ pair), 0, 5))
    return best if best else score_of(HIGH_CARD, two_highest(o1) | _three_highest(b1), 0, 0, 5)


@njit
def two_and_three(own: int, side: int) -> int:
    """Score the best five of two cards of `own` (two or more) and three of `side`, all natural.

    `side` has three to `MOST_SIDE` cards, or none: then two own cards are the hand (ruling 27).

    >>> from engine.cards.card import card_set, parse_cards
    >>> from engine.cards.categories import CATEGORIES
    >>> own, board = card_set(parse_cards("As Kd Qh Jc")), card_set(parse_cards("Ts 9s 8s 7s 2d"))
    >>> score = two_and_three(own, board)  # one spade of the player's own makes no flush
    >>> CATEGORIES[score >> CATEGORY_SHIFT]
    'straight'
    """
    o1, o2, _, _ = repeated_ranks(own)
    if side == 0:
        return score_of(PAIR, _highest(o2), 0, 0, 2) if o2 else score_of(HIGH_CARD, two_highest(o1), 0, 0, 2)
    b1, b2, b3, _ = repeated_ranks(side)
    mine, theirs = _suited(own, side)
    if mine:
        start = _line(mine, theirs)
        if start >= 0:
            return score_of(STRAIGHT_FLUSH, 8 << start, 0, 0x1F << start, 5)
    fours = o2 & b2 | o1 & b3
    if fours:
        four = _highest(fours)
        return score_of(FOUR, four, _highest((b1 if o2 & b2 & four else o1) ^ four), 0, 5)
    if b2 or o2 & b1:
        full = _full(o1, o2, b1, b2, b3)
        if full:
            return full
    if mine:
        five = two_highest(mine) | _three_highest(theirs)
        return score_of(FLUSH, five, 0, five << 1, 5)
    start = _line(o1, b1)
    if start >= 0:
        return score_of(STRAIGHT, 8 << start, 0, 0x1F << start, 5)
    threes = o2 & b1 | o1 & b2 | b3
    if threes:
        three = _highest(threes)
        if b3 & three:
            return score_of(THREE, three, two_highest(o1), 0, 5)
        if b2 & three:
            return score_of(THREE, three, _highest(o1 ^ three) | _highest(b1 ^ three), 0, 5)
        return score_of(THREE, three, two_highest(b1 ^ three), 0, 5)
    pairs = _two_pairs(o1, o2, b1, b2)
    return pairs if pairs else _one_pair(o1, o2, b1, b2)


@njit
def low_of_two_and_three(own: int, side: int) -> int:
    """Score the lowest eight or better of two cards of `own` and three of `side`, all natural; `NO_LOW` for
    none.

    >>> from engine.cards.card import card_set, parse_cards
    >>> own, board = card_set(parse_cards("As 2s Kd Kc")), card_set(parse_cards("3s 7h 8s 9s 2d"))
    >>> bin(low_of_two_and_three(own, board) >> PRIMARY_SHIFT)  # 8 7 3 2 A
    '0b11000111'
    """
    low = ace_low(ranks_of(side)) & EIGHT_RANKS
    if popcount(low) < 3:
        return NO_LOW
    mine = ace_low(ranks_of(own)) & EIGHT_RANKS
    best = LANE
    while mine:
        one = mine & -mine
        mine ^= one
        others = mine
        while others:
            two = others & -others
            others ^= two
            rest = low & ~(one | two)
            first = rest & -rest
            rest ^= first
            second = rest & -rest
            rest ^= second
            if rest:
                best = min(best, one | two | first | second | rest & -rest)
    return NO_LOW if best == LANE else HIGH_CARD << CATEGORY_SHIFT | best << PRIMARY_SHIFT
