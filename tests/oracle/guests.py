"""The guests' rankings, said plainly: every five cards are tried, and compared as lists of ranks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from tests.oracle.cards import ACE, Card

SIX_PLUS = (
    "high_card", "pair", "two_pair", "three", "straight", "full_house", "flush", "four", "straight_flush",
)  # fmt: skip
MELDS = (
    "high_card", "pair", "two_pair", "three", "straight", "flush", "full_house", "four", "straight_flush",
)  # fmt: skip


def value(ranking: str, cards: Sequence[Card]) -> tuple[object, ...]:
    """What some cards are worth: of two the larger wins."""
    if ranking == "badugi":
        return max(
            (size, _down(sorted((_low_ace(card) for card in some), reverse=True)))
            for size in range(1, len(cards) + 1)
            for some in combinations(cards, size)
            if len({card.rank for card in some}) == len({card.suit for card in some}) == size
        )
    if size := {"three-card": 3, "two-card": 2}.get(ranking):
        return max(_short(some) for some in combinations(cards, min(size, len(cards))))
    fives = list(combinations(cards, min(5, len(cards))))
    if ranking == "ace-to-five":
        return max(_down([shape, ranks]) for five in fives for shape, ranks in [_groups(five, True)])
    if ranking == "ace-to-six" and len(cards) < 5:
        return value("ace-to-five", cards)
    if ranking == "ace-to-six":
        return max(_down(_low(five)) for five in fives)  # type: ignore[type-var,return-value]
    if ranking == "deuce-to-seven":
        return max(_down([MELDS.index(name), ranks]) for five in fives for name, ranks in [_meld(five, None)])
    return max(
        (SIX_PLUS.index(name), ranks) for five in fives for name, ranks in [_meld(five, (ACE, 9, 8, 7, 6))]
    )


def text(ranking: str, cards: Sequence[Card]) -> str:
    """The category of what some cards are worth, as the store calls it."""
    if ranking == "badugi":
        size = value(ranking, cards)[0]
        return {4: "badugi", 3: "three_card_badugi", 2: "two_card_badugi", 1: "one_card_badugi"}[size]  # type: ignore[index]
    best = max(combinations(cards, 5), key=lambda five: value(ranking, five))
    if ranking == "ace-to-five":
        shape = _groups(best, True)[0]
        return {
            (1, 1, 1, 1, 1): "high_card", (2, 1, 1, 1): "pair", (2, 2, 1): "two_pair", (3, 1, 1): "three",
            (3, 2): "full_house", (4, 1): "four",
        }[shape]  # fmt: skip
    return _meld(best, (ACE, 9, 8, 7, 6) if ranking == "six-plus" else None)[0]


def _low(five: Sequence[Card]) -> tuple[int, tuple[int, ...]]:
    """The category of five cards whose ace is low, and their ranks."""
    shape, ranks = _groups(five, True)
    suited = len({card.suit for card in five}) == 1
    if len(ranks) == 5:
        run = ranks[0] - ranks[4] == 4
        name = (
            "straight_flush" if run and suited else "straight" if run else "flush" if suited else "high_card"
        )
    else:
        name = {(4, 1): "four", (3, 2): "full_house", (3, 1, 1): "three", (2, 2, 1): "two_pair"}.get(
            shape, "pair"
        )
    return MELDS.index(name), ranks


def _short(cards: Sequence[Card]) -> tuple[int, tuple[int, ...]]:
    """Up to three cards: the place of what they make, and their ranks."""
    shape, ranks = _groups(cards, False)
    if shape != (1, 1, 1):
        return {3: 4, 2: 1}.get(shape[0], 0), ranks
    run = ranks[0] - ranks[2] == 2 or ranks == (ACE, 3, 2)
    suited = len({card.suit for card in cards}) == 1
    return (5 if suited else 3) if run else 2 if suited else 0, (3, 2, 1) if ranks == (ACE, 3, 2) else ranks


def _low_ace(card: Card) -> int:
    return 1 if card.rank == ACE else card.rank


def _down(what: object) -> object:
    """Numbers turned around, however deep they lie: what was the smaller is the larger."""
    if isinstance(what, int):
        return -what
    assert isinstance(what, list | tuple)
    return tuple(_down(part) for part in what)


def _groups(five: Sequence[Card], ace_low: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How many of each rank, the most first, and the ranks in that order."""
    counted = Counter(_low_ace(card) if ace_low else card.rank for card in five)
    ordered = sorted(counted, key=lambda rank: (counted[rank], rank), reverse=True)
    return tuple(counted[rank] for rank in ordered), tuple(ordered)


def _meld(five: Sequence[Card], wheel: tuple[int, ...] | None) -> tuple[str, tuple[int, ...]]:
    """The name and ranks of five cards; the ace ends only the straight `wheel` below."""
    shape, ranks = _groups(five, False)
    run = shape == (1, 1, 1, 1, 1) and (ranks[0] - ranks[4] == 4 or ranks == wheel)
    suited = len({card.suit for card in five}) == 1
    if ranks == wheel:
        ranks = ranks[1:] + ranks[:1]
    if run:
        return "straight_flush" if suited else "straight", ranks[:1]
    if suited:
        return "flush", ranks
    return {
        (4, 1): "four", (3, 2): "full_house", (3, 1, 1): "three", (2, 2, 1): "two_pair", (2, 1, 1, 1): "pair",
        (1, 1, 1, 1, 1): "high_card",
    }[shape], ranks  # fmt: skip
