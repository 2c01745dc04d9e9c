"""What a hand is worth: one integer for the best five of any number of cards, wild cards included.

A hand is a set of natural cards (`engine.cards`) and a number of wild ones. Its score compares as
rulings 2 and 3 say:

    category (4 bits) << 44 | primary (13) << 31 | secondary (13) << 18 | natural (14) << 4 | count (4)

`primary` and `secondary` are sets of ranks, which compare as the ranks do, from the highest down: the
announced ranks first, then the civil cards. `natural`, kept in straights and flushes alone, is the set
of ranks that natural cards hold, one place up so that bit 0 is an ace counted low; `count` is how many
of the five are natural. Everything comes from rank counts and suit lanes; no subset is tried.
"""

from __future__ import annotations

from engine.bits import popcount, top_bit
from engine.categories import (
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
from engine.jit import njit

__all__ = [
    "CATEGORIES", "CATEGORY_SHIFT", "FIVE", "FLUSH", "FOUR", "FULL_HOUSE", "HIGH_CARD", "LANE",
    "NATURAL_SHIFT", "PAIR", "PRIMARY_SHIFT", "SECONDARY_SHIFT", "STRAIGHT", "STRAIGHT_FLUSH", "THREE",
    "TWO_PAIR", "best_meld", "keep_top", "natural_meld", "wild_meld",
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
def _score(category: int, primary: int, secondary: int, natural: int, count: int) -> int:
    return (
        category << CATEGORY_SHIFT
        | primary << PRIMARY_SHIFT
        | secondary << SECONDARY_SHIFT
        | natural << NATURAL_SHIFT
        | count
    )


@njit(forceinline=True)
def natural_meld(cards: int) -> int:
    """Score a hand without wild cards: a set of 1 to 52 cards.

    Fewer than five cards are ranked by what they hold of pairs, threes, fours and high cards (ruling 27).
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
            return _natural_flush(cards, flush, ranks, total)
        line = ranks << 1 | ranks >> 12
        starts = line & line >> 1 & line >> 2 & line >> 3 & line >> 4
        if starts and (total < 8 or not _full_or_four(clubs, diamonds, hearts, spades)):
            start = top_bit(starts)
            return _score(STRAIGHT, 8 << start, 0, 0x1F << start, 5)
    twins = total - held
    natural = min(total, 5)
    if twins == 0:
        return _score(HIGH_CARD, keep_top(ranks, 5, held), 0, 0, natural)
    odd = clubs ^ diamonds ^ hearts ^ spades
    if twins == 1:
        pair = ranks ^ odd
        return _score(PAIR, pair, keep_top(odd, 3, held - 1), 0, natural)
    if twins == 2 and odd != ranks:
        pairs = ranks ^ odd
        return _score(TWO_PAIR, pairs, keep_top(odd, 1, held - 2), 0, natural)
    threes = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    if twins == 2:
        return _score(THREE, threes, keep_top(ranks ^ threes, 2, held - 1), 0, natural)
    fours = clubs & diamonds & hearts & spades
    if fours:
        four = 1 << top_bit(fours)
        rest = ranks ^ four
        return _score(FOUR, four, 1 << top_bit(rest) if rest else 0, 0, natural)
    twos = ranks & ~odd | threes
    if threes:
        three = 1 << top_bit(threes)
        twos ^= three
        if twos:
            return _score(FULL_HOUSE, three, 1 << top_bit(twos), 0, 5)
        return _score(THREE, three, keep_top(ranks ^ three, 2, held - 1), 0, natural)
    pairs = keep_top(twos, 2, popcount(twos))
    rest = ranks ^ pairs
    return _score(TWO_PAIR, pairs, 1 << top_bit(rest) if rest else 0, 0, natural)


@njit
def _full_or_four(clubs: int, diamonds: int, hearts: int, spades: int) -> bool:
    """Whether eight or more cards hold a full house or four alike, which beat a straight or a flush."""
    if clubs & diamonds & hearts & spades:
        return True
    threes = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    twos = (clubs | diamonds) & (hearts | spades) | clubs & diamonds | hearts & spades
    return threes != 0 and popcount(twos) >= 2


@njit
def _natural_flush(cards: int, flush: int, ranks: int, total: int) -> int:
    """Score a natural hand that holds five of a suit; `flush` is the suit with the highest ranks."""
    line = cards << 1 | cards >> 12 & _LOW_ACES
    starts = line & line >> 1 & line >> 2 & line >> 3 & line >> 4 & _STARTS
    if starts:
        start = top_bit((starts | starts >> 16 | starts >> 32 | starts >> 48) & 0x3FF)
        return _score(STRAIGHT_FLUSH, 8 << start, 0, 0x1F << start, 5)
    if total > 7:
        clubs = cards & LANE
        diamonds = cards >> 16 & LANE
        hearts = cards >> 32 & LANE
        spades = cards >> 48 & LANE
        fours = clubs & diamonds & hearts & spades
        if fours:
            four = 1 << top_bit(fours)
            return _score(FOUR, four, 1 << top_bit(ranks ^ four), 0, 5)
        threes = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
        if threes:
            three = 1 << top_bit(threes)
            twos = ((clubs | diamonds) & (hearts | spades) | clubs & diamonds | hearts & spades) ^ three
            if twos:
                return _score(FULL_HOUSE, three, 1 << top_bit(twos), 0, 5)
    five = keep_top(flush, 5, popcount(flush))
    return _score(FLUSH, five, 0, five << 1, 5)


@njit(forceinline=True)
def _windows(line: int, wild: int) -> int:
    """Where a straight can start: the places from which at most `wild` of five in a row are missing.

    Counts the five places of every window at once, bit by bit (ones, twos, fours), in all the lanes
    that `line` has.
    """
    second, third, fourth, fifth = line >> 1, line >> 2, line >> 3, line >> 4
    ones = line ^ second ^ third
    carry = line & second | third & (line ^ second)
    low = ones ^ fourth ^ fifth
    carry_too = ones & fourth | fifth & (ones ^ fourth)
    twos = carry ^ carry_too
    fours = carry & carry_too
    if wild == 1:
        return fours
    if wild == 2:
        return fours | twos & low
    if wild == 3:
        return fours | twos
    if wild == 4:
        return fours | twos | low
    return -1 if wild > 4 else fours & low


@njit(forceinline=True)
def wild_meld(cards: int, wild: int) -> int:
    """Score a hand of the natural `cards` and `wild` (one or more) wild cards: rulings 2 and 3."""
    if wild >= 5 or cards == 0:
        return _mostly_wild(cards, wild)
    clubs = cards & LANE
    diamonds = cards >> 16 & LANE
    hearts = cards >> 32 & LANE
    spades = cards >> 48 & LANE
    ranks = clubs | diamonds | hearts | spades
    total = popcount(cards) + wild
    either = clubs | diamonds
    other = hearts | spades
    both = clubs & diamonds
    both_others = hearts & spades
    twos = either & other | both | both_others
    threes = both & other | both_others & either
    fours = both & both_others

    # enough natural cards of a rank for five, four or three alike with all the wild cards
    if wild == 1:
        for_five, for_four, for_three = fours, threes, twos
    elif wild == 2:
        for_five, for_four, for_three = threes, twos, ranks
    elif wild == 3:
        for_five, for_four, for_three = twos, ranks, ranks
    else:
        for_five, for_four, for_three = ranks, ranks, ranks
    if for_five:
        five = 1 << top_bit(for_five)
        count = popcount(cards & (five | five << 16 | five << 32 | five << 48))
        return _score(FIVE, five, 0, 0, count)
    need = 5 - wild
    suited = total >= 5 and (
        popcount(clubs) >= need
        or popcount(diamonds) >= need
        or popcount(hearts) >= need
        or popcount(spades) >= need
    )
    if suited:
        line = cards << 1 | cards >> 12 & _LOW_ACES
        starts = _windows(line, wild) & _STARTS
        if starts:
            return _straight_flush(line, starts)
    if for_four:
        four = 1 << top_bit(for_four)
        rest = ranks ^ four if ranks & four else ranks
        kicker = 1 << top_bit(rest) if rest else 0
        return _score(FOUR, four, kicker, 0, 4 - wild + (1 if rest else 0))
    if total >= 5:
        if wild == 1 and twos & (twos - 1):
            pairs = keep_top(twos, 2, popcount(twos))
            three = 1 << top_bit(pairs)
            return _score(FULL_HOUSE, three, pairs ^ three, 0, 4)
        if suited:
            return _wild_flush(cards, wild)
        line = ranks << 1 | ranks >> 12
        starts = _windows(line, wild) & 0x3FF
        if starts:
            start = top_bit(starts)
            natural = line & 0x1F << start
            return _score(STRAIGHT, 8 << start, 0, natural, popcount(natural))
    held = popcount(ranks)
    if for_three:
        three = 1 << top_bit(for_three)
        kickers = keep_top(ranks ^ three, 2, held - 1)
        return _score(THREE, three, kickers, 0, 3 - wild + popcount(kickers))
    pair = 1 << top_bit(ranks)
    kickers = keep_top(ranks ^ pair, 3, held - 1)
    return _score(PAIR, pair, kickers, 0, 1 + popcount(kickers))


@njit
def _mostly_wild(cards: int, wild: int) -> int:
    """Score five wild cards or more, or wild cards alone: aces, as many as there are cards."""
    ace = 1 << 12
    if wild >= 5:
        return _score(FIVE, ace, 0, 0, popcount(cards & (ace | ace << 16 | ace << 32 | ace << 48)))
    if wild == 4:
        return _score(FOUR, ace, 0, 0, 0)
    if wild == 3:
        return _score(THREE, ace, 0, 0, 0)
    return _score(PAIR if wild == 2 else HIGH_CARD, ace, 0, 0, 0)


@njit
def _straight_flush(line: int, starts: int) -> int:
    """The best straight flush that begins at one of the `starts` of the four lanes, by natural cards."""
    start = top_bit((starts | starts >> 16 | starts >> 32 | starts >> 48) & 0x3FF)
    natural = 0
    for lane in range(0, 64, 16):
        if starts >> lane >> start & 1:
            natural = max(natural, line >> lane & 0x1F << start)
    return _score(STRAIGHT_FLUSH, 8 << start, 0, natural, popcount(natural))


@njit
def _wild_flush(cards: int, wild: int) -> int:
    """The best flush: a wild card is the highest rank of the suit that the hand doesn't hold (ruling 3)."""
    best = 0
    for lane in range(0, 64, 16):
        suit = cards >> lane & LANE
        if popcount(suit) + wild >= 5:
            announced = suit
            for _ in range(wild):
                announced |= 1 << top_bit(LANE & ~announced)
            announced = keep_top(announced, 5, popcount(announced))
            natural = announced & suit
            best = max(best, _score(FLUSH, announced, 0, natural << 1, popcount(natural)))
    return best


@njit
def best_meld(cards: int, wild_set: int) -> int:
    """Score the best five of the set `cards`, those in `wild_set` being wild."""
    wild = popcount(cards & wild_set)
    if wild == 0:
        return natural_meld(cards)
    return wild_meld(cards & ~wild_set, wild)
