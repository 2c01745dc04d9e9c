"""What a hand is worth, by trying every card that a wild card may stand for.

The order is rulings 2 and 3: the category, the ranks as announced with the civil cards, in straights and
flushes the natural cards from the highest down, then the number of natural cards. A wild card may stand for
a card already held, so five of a kind exist; a flush holds no pair. The cards that make the meld are always
five, or all when there are fewer (ruling 27).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from tests.oracle.cards import ACE, RANKS, Card

CATEGORIES = (
    "high_card", "pair", "two_pair", "three", "straight",
    "flush", "full_house", "four", "straight_flush", "five",
)  # fmt: skip
HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, FIVE = range(10)
WHEEL = (ACE, 5, 4, 3, 2)


class Meld(NamedTuple):
    """A meld; the larger of two wins, and equal ones share.

    `announced`: the ranks as one says them, then the civil cards, all from the highest down: ``(9, 4)`` for
    nines full of fours, ``(5,)`` for the straight from ace to five. `natural`: the ranks of the natural
    cards in a straight, a flush or a straight flush (an ace that counts low is 1), empty in other melds.
    """

    category: int
    announced: tuple[int, ...]
    natural: tuple[int, ...]
    natural_count: int

    @property
    def name(self) -> str:
        return CATEGORIES[self.category]


def classify(ranks: Iterable[int], one_suit: bool) -> tuple[int, tuple[int, ...]]:
    """Category and announced ranks of at most five cards, each with a rank of its own; `one_suit`: all of
    one suit.
    """
    ranks = sorted(ranks, reverse=True)
    if len(ranks) == 5 and len(set(ranks)) == 5:
        run = ranks[0] - ranks[4] == 4
        wheel = tuple(ranks) == WHEEL
        if run or wheel:
            top = 5 if wheel else ranks[0]
            return (STRAIGHT_FLUSH if one_suit else STRAIGHT), (top,)
        if one_suit:
            return FLUSH, tuple(ranks)
    # Ranks held most often come first, and among those held equally often the highest.
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], group[0]), reverse=True)
    sizes = [size for _, size in groups]
    names = tuple(rank for rank, _ in groups)
    if sizes[:1] == [5]:
        return FIVE, names
    if sizes[:1] == [4]:
        return FOUR, names
    if sizes[:2] == [3, 2]:
        return FULL_HOUSE, names
    if sizes[:1] == [3]:
        return THREE, names
    if sizes[:2] == [2, 2]:
        return TWO_PAIR, names
    if sizes[:1] == [2]:
        return PAIR, names
    return HIGH_CARD, names


@cache
def best_completion(ranks: tuple[int, ...], one_suit: bool, wilds: int) -> Meld:
    """The best meld of exactly these natural ranks and this many wild cards, every reading of the wild
    cards tried.

    A wild card takes the suit of the natural cards whenever those agree: with five different ranks that is
    only to the good (a flush beats what the ranks alone make), and with any pair suits mean nothing.
    """
    best: Meld | None = None
    for stand_ins in combinations_with_replacement(RANKS, wilds):
        category, announced = classify(ranks + stand_ins, one_suit)
        natural: tuple[int, ...] = ()
        if category in (STRAIGHT, FLUSH, STRAIGHT_FLUSH):
            low_ace = category != FLUSH and announced == (5,)
            natural = tuple(sorted((1 if low_ace and r == ACE else r for r in ranks), reverse=True))
        meld = Meld(category, announced, natural, len(ranks))
        if best is None or meld > best:
            best = meld
    assert best is not None
    return best


def part(cards: Iterable[Card], wild: Collection[Card]) -> tuple[list[Card], int]:
    """The natural cards, and how many of the cards are wild. A joker is always wild."""
    cards = list(cards)
    natural = [card for card in cards if card not in wild and card.rank != 0]
    return natural, len(cards) - len(natural)


def best_high(cards: Iterable[Card], wild: Collection[Card] = ()) -> Meld:
    """The best meld of any five of the cards (of all of them when there are fewer); `wild`: those that are
    wild.
    """
    natural, wilds = part(cards, wild)
    size = min(5, len(natural) + wilds)
    best: Meld | None = None
    for used in range(max(0, size - len(natural)), min(wilds, size) + 1):
        for kept in combinations(natural, size - used):
            ranks = tuple(sorted(card.rank for card in kept))
            meld = best_completion(ranks, len({card.suit for card in kept}) <= 1, used)
            if best is None or meld > best:
                best = meld
    assert best is not None
    return best


class Low(NamedTuple):
    """A low hand; the smaller of two wins, and equal ones share. An ace is 1 in `announced`."""

    category: int
    announced: tuple[int, ...]

    @property
    def name(self) -> str:
        return CATEGORIES[self.category]


@cache
def low_completion(ranks: tuple[int, ...], one_suit: bool, wilds: int) -> Low:
    """The lowest meld of exactly these natural ranks (ace 1) and this many wild cards."""
    readings = []
    for stand_ins in combinations_with_replacement(range(1, ACE), wilds):
        # A wild card may always take another suit than the rest, which is what a low hand wants.
        # `classify` knows the ace as 14: a 1 runs with 2-3-4-5 but not with 10-J-Q-K, as a low hand has it.
        category, announced = classify(ranks + stand_ins, one_suit and wilds == 0)
        readings.append(Low(category, announced))
    return min(readings)


def best_low(cards: Iterable[Card], wild: Collection[Card] = ()) -> Low:
    """PR's low (ruling 4): the lowest five-card meld, straights and flushes counting against it."""
    natural, wilds = part(cards, wild)
    if len(natural) + wilds < 5:
        raise ValueError("a low hand needs five cards")
    lows = []
    for used in range(max(0, 5 - len(natural)), min(wilds, 5) + 1):
        for kept in combinations(natural, 5 - used):
            ranks = tuple(sorted(1 if card.rank == ACE else card.rank for card in kept))
            lows.append(low_completion(ranks, len({card.suit for card in kept}) <= 1, used))
    return min(lows)


def eight_or_better(cards: Sequence[Card], wild: Collection[Card] = ()) -> Low | None:
    """Omaha's low (ruling 4): five different ranks from ace to eight, straights and flushes not counting;
    or None.
    """
    natural, wilds = part(cards, wild)
    held = {1 if card.rank == ACE else card.rank for card in natural}
    made = []
    for ranks in combinations(range(8, 0, -1), 5):
        missing = sum(rank not in held for rank in ranks)
        if missing <= wilds:
            made.append(Low(HIGH_CARD, ranks))
    return min(made, default=None)


# --- The packed score of the records ----------------------------------------------------------------------
# category << 44 | primary << 31 | secondary << 18 | natural << 4 | natural_count; bit 0 of primary and
# secondary is the two, bit 0 of natural is the ace that counts low.


def bits(ranks: Iterable[int]) -> int:
    return sum(1 << (rank - 2) for rank in set(ranks))


def to_score(meld: Meld) -> int:
    """The packed score of a meld."""
    named = {HIGH_CARD: 5, TWO_PAIR: 2, FLUSH: 5, FULL_HOUSE: 1, FOUR: 1}.get(meld.category, 1)
    primary, secondary = bits(meld.announced[:named]), bits(meld.announced[named:])
    natural = sum(1 << (rank - 1) for rank in meld.natural)
    return meld.category << 44 | primary << 31 | secondary << 18 | natural << 4 | meld.natural_count


def from_score(score: int) -> Meld:
    """The meld of a packed score."""

    def ranks(mask: int) -> tuple[int, ...]:
        return tuple(rank for rank in reversed(RANKS) if mask >> (rank - 2) & 1)

    natural = tuple(rank for rank in range(ACE, 0, -1) if score >> (4 + rank - 1) & 1)
    announced = ranks(score >> 31 & 0x1FFF) + ranks(score >> 18 & 0x1FFF)
    return Meld(score >> 44, announced, natural, score & 0xF)
