"""How guests rank hands: known counts, exhaustively; an enumeration that shares no code; who brings in."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from math import comb, prod

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.cards import guest_rankings as rankings
from engine.cards.card import (
    RANKS,
    card_set,
    cards_in,
    pack_of,
    parse_card,
    parse_cards,
)
from engine.cards.categories import (
    CATEGORIES,
    CATEGORY_SHIFT,
    HIGH_CARD,
    PRIMARY_SHIFT,
    SIX_PLUS_ORDER,
    THREE_CARD_ORDER,
)
from engine.cards.guest_rankings import (
    ace_five,
    badugi,
    bring_in_place,
    deuce_seven,
    rank_hand,
    short_hand,
    six_plus,
)
from engine.cards.low import NO_LOW
from engine.compile.jit import kernel
from engine.terms import Ranking
from tests.known_counts import GUEST_COUNTS
from tests.oracle import guests as oracle
from tests.oracle.cards import from_code


@kernel
def _tally(pack: NDArray[np.int64], six: bool) -> NDArray[np.int64]:
    """Categories of every five cards of a pack."""
    result = np.zeros(10, np.int64)
    for a in range(len(pack)):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    four = 1 << pack[a] | 1 << pack[b] | 1 << pack[c] | 1 << pack[d]
                    for e in range(d):
                        five = four | 1 << pack[e]
                        score = six_plus(five) if six else NO_LOW - deuce_seven(five)
                        result[score >> CATEGORY_SHIFT] += 1
    return result


def test_every_five_cards_from_six_to_ace_count_as_known() -> None:
    result = _tally(np.array(pack_of(36)), True)
    known = GUEST_COUNTS["5 of 36 (6 to A), A-6-7-8-9 a straight"]
    assert {CATEGORIES[category]: result[place] for place, category in enumerate(SIX_PLUS_ORDER)} == known
    assert sum(known.values()) == comb(36, 5)


def test_every_five_cards_count_at_deuce_to_seven_as_known() -> None:
    result = _tally(np.array(pack_of(52)), False)
    known = GUEST_COUNTS["5 of 52, deuce to seven"]
    assert {name: result[CATEGORIES.index(name)] for name in known} == known
    assert sum(known.values()) == comb(52, 5)


def test_every_seven_cards_count_at_razz_as_known() -> None:
    """Suits don't matter: one hand for all of the same ranks, which are counted."""
    tally: Counter[str] = Counter()
    for counts in _spread(7, 13):
        cards = [16 * suit + rank for rank, held in enumerate(counts) for suit in range(held)]
        score = NO_LOW - ace_five(card_set(cards))
        category = score >> CATEGORY_SHIFT
        highest = (score >> PRIMARY_SHIFT).bit_length() - 1  # the ace is the lowest
        name = RANKS[highest - 1] if category == HIGH_CARD else CATEGORIES[category]
        tally[name] += prod(comb(4, held) for held in counts)
    known = GUEST_COUNTS["7 of 52, ace to five"]
    assert tally == known
    assert sum(known.values()) == comb(52, 7)


def _spread(total: int, places: int) -> list[tuple[int, ...]]:
    """Every way to hold `total` cards of `places` ranks, four of each at most."""
    if places == 1:
        return [(total,)] if total <= 4 else []
    return [
        (held, *rest) for held in range(min(total, 4) + 1) for rest in _spread(total - held, places - 1)
    ]  # fmt: skip


@kernel
def _tally_badugi(pack: NDArray[np.int64]) -> NDArray[np.int64]:
    """Categories of every four cards of a pack."""
    result = np.zeros(len(CATEGORIES), np.int64)
    for a in range(len(pack)):
        for b in range(a):
            for c in range(b):
                three = 1 << pack[a] | 1 << pack[b] | 1 << pack[c]
                for d in range(c):
                    result[NO_LOW - badugi(three | 1 << pack[d]) >> CATEGORY_SHIFT] += 1
    return result


def test_every_four_cards_count_at_badugi_as_known() -> None:
    results = dict(zip(CATEGORIES, _tally_badugi(np.array(pack_of(52))), strict=True))
    known = GUEST_COUNTS["4 of 52, badugi"]
    assert {category: count for category, count in results.items() if count} == known
    assert sum(known.values()) == comb(52, 4)


def test_every_three_cards_count_as_known() -> None:
    pack = pack_of(52)
    values = [short_hand(card_set(three), 3) for three in combinations(pack, 3)]
    counts = Counter(CATEGORIES[THREE_CARD_ORDER[value >> CATEGORY_SHIFT]] for value in values)
    assert counts == {
        "straight_flush": 48, "three": 52, "straight": 720, "flush": 1096, "pair": 3744, "high_card": 16440,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("ranking", "pack", "size"),
    [
        (Ranking.SIX_PLUS, 36, 7),
        (Ranking.SIX_PLUS, 36, 5),
        (Ranking.ACE_FIVE, 52, 7),
        (Ranking.ACE_FIVE, 52, 3),
        (Ranking.DEUCE_SEVEN, 52, 5),
        (Ranking.BADUGI, 52, 4),
        (Ranking.ACE_SIX, 52, 7),
        (Ranking.ACE_SIX, 52, 4),
        (Ranking.THREE_CARD, 52, 5),
        (Ranking.THREE_CARD, 52, 2),
        (Ranking.TWO_CARD, 52, 4),
    ],
)
def test_the_oracle_orders_hands_the_same_way(ranking: Ranking, pack: int, size: int) -> None:
    random = np.random.default_rng(7)
    hands = [random.choice(pack_of(pack), size, replace=False) for _ in range(150)]
    # few ranks make the rare categories common
    few = [card for card in pack_of(pack) if card % 16 in (12, 4, 5, 6, 7)]
    hands += [random.choice(few, size, replace=False) for _ in range(150)]
    ours = [rank_hand(ranking.code, card_set(map(int, hand))) for hand in hands]
    theirs = [oracle.value(ranking.value, [from_code(int(card)) for card in hand]) for hand in hands]
    for (mine, other), (here, there) in product(zip(ours, theirs, strict=True), repeat=2):
        assert (mine < here, mine == here) == (other < there, other == there)


def test_known_hands() -> None:
    def best(value: object, *hands: str) -> None:
        values = [value(card_set(parse_cards(hand))) for hand in hands]  # type: ignore[operator]
        assert values == sorted(values, reverse=True)
        assert len(set(values)) == len(values)

    best(
        deuce_seven, "7h 5s 4d 3c 2c", "7h 6s 4d 3c 2c", "Ah 5s 4d 3c 2c", "2h 2s 4d 3c 5c", "6h 5s 4d 3c 2c",
        "7h 5h 4h 3h 2h",
    )  # fmt: skip
    best(
        ace_five,
        "5h 4h 3h 2h Ah Kd Kc",
        "6d 4h 3h 2h Ah Kd Kc",
        "Ad Ac 2d 2c 3h 3d 4h",
        "Ad Ac 2d 2c 3h 3d 3s",
    )
    best(badugi, "As 2d 3c 4h", "Ks Qd Jc Th", "As 2d 3c 3h", "As 2d 4c Ad", "As 2s Ad 2d", "As 2s 3s 4s")
    best(six_plus, "Ah Kh Qh Jh Th", "6h 7h 8h 9h Ah", "6c 6d 6h 6s 7h", "6h 7h 9h Th Kh", "Ac Ad Ah Ks Kd",
         "6c 7d 8h 9s Tc", "6c 7d 8h 9s Ac", "Ac Ad Ah Ks Qd")  # fmt: skip


def test_who_brings_in() -> None:
    def order(ranking: Ranking, text: str) -> list[str]:
        return sorted(text.split(), key=lambda card: bring_in_place(ranking.code, parse_card(card)))

    assert order(Ranking.MELDS, "As 2d 2c Kh") == ["2c", "2d", "Kh", "As"]
    assert order(Ranking.ACE_FIVE, "As 2d Kh Ks Ac") == ["Ks", "Kh", "2d", "As", "Ac"]


def test_the_cards_of_a_badugi() -> None:
    kept = rankings.badugi_of(card_set(parse_cards("As 2s 3d 3h")))
    assert cards_in(kept) == parse_cards("3d As") or cards_in(kept) == parse_cards("3h As")
