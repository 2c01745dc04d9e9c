"""Orders other than the family's: the pack of 32 or 33, dice, two and three cards, 7/27; and which cards a
hand may use.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from tests.oracle import melds
from tests.oracle.cards import ACE, SHORT_PACK, Card

# --- The pack of 32 or 33 (SR) ----------------------------------------------------------------------------

SHORT_CATEGORIES = (
    "high_card", "pair", "two_pair", "three", "straight",
    "full_house", "flush", "four", "straight_flush", "royal_flush",
)  # fmt: skip


class ShortMeld(NamedTuple):
    """A meld in the order of the short pack; the larger wins.

    Ruling 13: within a category a meld made without the joker beats every meld made with it, before the ranks
    are looked at. Four of a kind with the joker are made without it.
    """

    category: int
    without_joker: bool
    announced: tuple[int, ...]

    @property
    def name(self) -> str:
        return SHORT_CATEGORIES[self.category]


def short_meld(hand: Sequence[Card], wild: Collection[Card] = ()) -> ShortMeld:
    """Five cards of the short pack: flush over full house, ace never low, the joker any card not held."""
    natural, jokers = melds.part(hand, wild)
    if len(hand) != 5:
        raise ValueError("a hand of the short pack has five cards")
    readings = []
    for stand_ins in combinations([card for card in SHORT_PACK if card not in natural], jokers):
        cards = natural + list(stand_ins)
        ranks = sorted((card.rank for card in cards), reverse=True)
        one_suit = len({card.suit for card in cards}) == 1
        category, announced = melds.classify(ranks, one_suit)
        if tuple(ranks) == melds.WHEEL:
            raise ValueError("the short pack holds no wheel")
        name = melds.CATEGORIES[category]
        if name == "straight_flush" and announced == (ACE,):
            name = "royal_flush"
        four_natural = name == "four" and len({card.rank for card in natural}) == 1
        readings.append(ShortMeld(SHORT_CATEGORIES.index(name), jokers == 0 or four_natural, announced))
    return max(readings)


# --- Five dice (SR, ruling 32) ----------------------------------------------------------------------------

DICE_CATEGORIES = (
    "nothing", "pair", "two_pair", "three", "small_straight", "full_house", "big_straight", "four", "five",
)  # fmt: skip
FACES = (9, 10, 11, 12, 13, 14)


class Throw(NamedTuple):
    """What five dice make; the larger wins, equal ones throw again."""

    category: int
    ranks: tuple[int, ...]

    @property
    def name(self) -> str:
        return DICE_CATEGORIES[self.category]


def throw(dice: Sequence[int]) -> Throw:
    """Five faces, 9 to 14 for nine to ace. Only the faces of the combination count, no kickers."""
    category, announced = melds.classify(dice, one_suit=False)
    name = melds.CATEGORIES[category]
    counted = {"pair": 1, "two_pair": 2, "three": 1, "full_house": 2, "four": 1, "five": 1}.get(name, 0)
    if name == "high_card":
        name = "nothing"
    if name == "straight":
        name = "big_straight" if announced == (ACE,) else "small_straight"
    return Throw(DICE_CATEGORIES.index(name), announced[:counted])


# --- Two and three cards (RG, ruling 35) ------------------------------------------------------------------


class GutsHand(NamedTuple):
    """How many cards share a rank, then the ranks by number and height; a joker is 0."""

    alike: tuple[int, ...]
    ranks: tuple[int, ...]


def guts_high(hand: Sequence[Card], joker_pair_best: bool = False) -> GutsHand:
    """Pairs and threes over high cards, the other cards break ties; the larger wins. A joker is worth
    nothing.

    `joker_pair_best`: a pair of jokers beats the aces (the game with jokers); otherwise it is the worst
    hand.
    """
    ranks = [card.rank for card in hand]
    if ranks.count(0) == 2:
        return GutsHand((2,), (ACE + 1,)) if joker_pair_best else GutsHand((1, 1), (0, 0))
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], group[0]), reverse=True)
    return GutsHand(tuple(size for _, size in groups), tuple(rank for rank, _ in groups))


def guts_low(hand: Sequence[Card]) -> GutsHand:
    """Gutter sluts' low of two cards: the lowest poker hand, ace low, the joker pairing the other card; the
    smaller wins.
    """
    ranks = sorted(1 if card.rank == ACE else card.rank for card in hand)
    if ranks == [0, 0]:
        return GutsHand((2,), (ACE,))
    if ranks[0] == 0 or ranks[0] == ranks[1]:
        return GutsHand((2,), (ranks[1],))
    return GutsHand((1, 1), (ranks[1], ranks[0]))


# --- 7/27 (RG, ruling 20), counted in halves --------------------------------------------------------------


def counts(hand: Iterable[Card]) -> set[int]:
    """Every count the cards may have, in halves: an ace 1 or 11, a face a half, other cards their number."""
    worth: list[tuple[int, ...]] = []
    for card in hand:
        if card.rank == ACE:
            worth.append((2, 22))
        elif card.rank > 10:
            worth.append((1,))
        else:
            worth.append((2 * card.rank,))
    return {sum(choice) for choice in product(*worth)}


def nearness(hand: Iterable[Card], target: int) -> tuple[int, int]:
    """How far the cards are from 7 or 27, then their count, both in halves; the smaller wins."""
    return min((abs(count - 2 * target), count) for count in counts(hand))


# --- Which cards a hand may use ---------------------------------------------------------------------------


class Usage(NamedTuple):
    """One set of cards that a hand may be made from, and its wild ones."""

    cards: tuple[Card, ...]
    wild: frozenset[Card]


def best_usage(usages: Iterable[Usage]) -> melds.Meld:
    """The best meld over the sets that a hand may use (a line, a side, four outer cards or the centre…)."""
    return max(_high(usage) for usage in usages)


def lowest_usage(usages: Iterable[Usage]) -> melds.Low:
    """The lowest low hand over those sets."""
    return min(melds.best_low(usage.cards, usage.wild) for usage in usages)


def best_eight(usages: Iterable[Usage]) -> melds.Low | None:
    """The best low of eight or better over those sets, or None."""
    result = (melds.eight_or_better(usage.cards, usage.wild) for usage in usages)
    return min((low for low in result if low is not None), default=None)


@cache
def _high(usage: Usage) -> melds.Meld:
    return melds.best_high(usage.cards, usage.wild)


def exactly(
    own: Sequence[Card], board: Sequence[Card], from_own: int, from_board: int
) -> list[tuple[Card, ...]]:
    """Omaha's sets: exact numbers of own cards and of the board's."""
    return [
        first + second for first in combinations(own, from_own) for second in combinations(board, from_board)
    ]  # fmt: skip


def at_most(own: Sequence[Card], board: Sequence[Card], from_own: int) -> list[tuple[Card, ...]]:
    """Tahoe's sets: at most a number of own cards, and any of the board's."""
    count = min(from_own, len(own))
    return [first + tuple(board) for first in combinations(own, count)]
