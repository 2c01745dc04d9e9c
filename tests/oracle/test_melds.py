"""The oracle's ranking against known counts, and against hands that a person can check."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from pathlib import Path

import pytest

from tests import known_counts
from tests.oracle import special
from tests.oracle.cards import ACE, PACK, RANKS, SHORT_PACK, Card, card, cards, from_code, to_code
from tests.oracle.melds import (
    Meld,
    best_completion,
    best_high,
    best_low,
    eight_or_better,
    from_score,
    to_score,
)

PUBLISHED = {
    "five": "fivekind", "straight_flush": "straightflush", "four": "quads", "full_house": "fullhouse",
    "flush": "flush", "straight": "straight", "three": "trips", "two_pair": "twopair", "pair": "pair",
    "high_card": "high",
}  # fmt: skip


def published_name(meld: Meld) -> str:
    return "royal" if meld.name == "straight_flush" and meld.announced == (ACE,) else PUBLISHED[meld.name]


def tally(naturals: int, ranks: tuple[int, ...] = RANKS, wilds: int = 0, ways: int = 1) -> Counter[str]:
    """Categories of all hands of `naturals` natural cards of these ranks and `wilds` wild cards.

    Hands of the same ranks differ only in whether all natural cards share a suit, so each is weighed by how
    many ways its suits can fall; every way is counted once.
    """
    counts: Counter[str] = Counter()
    for held in combinations_with_replacement(ranks, naturals):
        alike = Counter(held).values()
        if naturals and max(alike) > 4:
            continue
        suits = prod(comb(4, count) for count in alike)
        one_suit = 4 if max(alike, default=0) == 1 else 0
        counts[published_name(best_completion(held, False, wilds))] += ways * (suits - one_suit)
        if one_suit:
            counts[published_name(best_completion(held, True, wilds))] += ways * one_suit
    return counts


def known(name: str) -> dict[str, int]:
    return {category: count for category, count in known_counts.CATEGORY_COUNTS[name].items() if count}


def test_the_counts_are_those_of_the_shared_file(shared: Path) -> None:
    facts = json.loads((shared / "data/truth/known-counts.json").read_text())
    facts.pop("convention")
    equities = {
        name: {hand: tuple(boards) for hand, boards in rows.items()}
        for name, rows in facts.items()
        if "boards" in name
    }
    ours = {**known_counts.CATEGORY_COUNTS, **known_counts.LOW_COUNTS, **known_counts.EQUITIES}
    assert ours == {**facts, **equities}


def test_five_of_52() -> None:
    assert tally(5) == known("5 of 52")


def test_five_of_53_with_a_joker() -> None:
    assert tally(5) + tally(4, wilds=1) == known("5 of 53, one joker")


def test_five_of_52_with_deuces_wild() -> None:
    counts: Counter[str] = Counter()
    for deuces in range(5):
        counts += tally(5 - deuces, RANKS[1:], wilds=deuces, ways=comb(4, deuces))
    assert counts == known("5 of 52, deuces wild")


def five_of_one_suit(alike: tuple[int, ...]) -> int:
    """Ways in which cards with these counts of their ranks can have five or more of one suit."""
    choices = [list(combinations("cdhs", count)) for count in alike]
    return sum(
        max(Counter(suit for rank in ways for suit in rank).values()) >= 5 for ways in product(*choices)
    )


def test_seven_of_52() -> None:
    counts: Counter[str] = Counter()
    flushes = {
        alike: five_of_one_suit(alike)
        for size in range(1, 8)
        for alike in combinations_with_replacement(range(4, 0, -1), size)
        if sum(alike) == 7
    }
    for held in combinations_with_replacement(RANKS, 7):
        alike = tuple(sorted(Counter(held).values(), reverse=True))
        if alike[0] <= 4:
            best = max(best_completion(five, False, 0) for five in set(combinations(held, 5)))
            counts[published_name(best)] += prod(comb(4, count) for count in alike) - flushes[alike]
    # With five cards of a suit nothing but a straight flush beats the flush.
    for suited in (5, 6, 7):
        for held in combinations(RANKS, suited):
            best = max(best_completion(five, True, 0) for five in combinations(held, 5))
            counts[published_name(best)] += 4 * comb(39, 7 - suited)
    assert counts == known("7 of 52")


@pytest.mark.nightly  # of the oracle alone
def test_five_of_32_by_every_hand() -> None:
    names = {**PUBLISHED, "royal_flush": "royal"}
    counts = Counter(names[special.short_meld(hand).name] for hand in combinations(SHORT_PACK, 5))
    assert counts == known("5 of 32 (7 to A), ace not low")


def test_five_dice_by_every_throw() -> None:
    counts = Counter(special.throw(dice).name for dice in product(special.FACES, repeat=5))
    straights = counts.pop("small_straight") + counts.pop("big_straight")
    names = {"pair": "pair", "two_pair": "twopair", "full_house": "fullhouse"}
    counted = {names.get(name, name): count for name, count in counts.items()} | {"straight": straights}
    assert counted == known("five dice")


def test_two_cards_by_every_hand() -> None:
    counts = Counter(
        "pair" if special.guts_high(hand).alike == (2,) else "high" for hand in combinations(PACK, 2)
    )
    assert counts == known("two cards")
    assert counts == Counter(PUBLISHED[best_high(hand).name] for hand in combinations(PACK, 2))


@pytest.mark.parametrize("size", [5, 7])
def test_lows_of_eight_or_better(size: int) -> None:
    found = 0
    for held in combinations_with_replacement(RANKS, size):
        alike = Counter(held).values()
        if max(alike) <= 4 and len(set(held) - set(range(9, ACE))) >= 5:
            hand = [Card(rank, "cdhs"[held[:place].count(rank)]) for place, rank in enumerate(held)]
            assert eight_or_better(hand) is not None
            found += prod(comb(4, count) for count in alike)
    assert found == known_counts.LOW_COUNTS[f"8-or-better low of {size}"]


# --- Rulings 2 and 3, hand by hand: the cards, the wild ones among them, what they make -------------------

HIGHS = [
    # The kinds of meld without wild cards, from PR's own table.
    ("5s 6h 7s 8d 9c", "", "straight", (9,), (9, 8, 7, 6, 5), 5),
    ("Jh 7h 9h 2h Ah", "", "flush", (14, 11, 9, 7, 2), (14, 11, 9, 7, 2), 5),
    ("4c 4d Ts Tc Th", "", "full_house", (10, 4), (), 5),
    ("Ts Js Qs Ks As", "", "straight_flush", (14,), (14, 13, 12, 11, 10), 5),
    ("Jc Js Jh Jd Jo", "", "five", (11,), (), 4),
    # Ace low in the wheel: its natural ace is the lowest card there.
    ("As 2h 3d 4c 5c", "", "straight", (5,), (5, 4, 3, 2, 1), 5),
    # One wild card makes a pair into three, two pairs into a full house of the higher.
    ("9s 9h Kd 5c 2c", "2c", "three", (9, 13, 5), (), 4),
    ("9s 9h 5d 5c 2c", "2c", "full_house", (9, 5), (), 4),
    # Three with a wild card make four, never a full house.
    ("9s 9h 9d 5c 2c", "2c", "four", (9, 5), (), 4),
    # A wild ace that stands for itself is still wild.
    ("As Ah Kd 9c 5c", "As", "pair", (14, 13, 9, 5), (), 4),
    # Ruling 3: in a flush a wild card is the highest rank not held: here the king next to the ace.
    ("Ah 9h 7h 4h 2c", "2c", "flush", (14, 13, 9, 7, 4), (14, 9, 7, 4), 4),
    # The higher straight: 5-6-7-8 and a wild card end in nine, not in eight.
    ("5s 6h 7s 8d 2c", "2c", "straight", (9,), (8, 7, 6, 5), 4),
    # Four to the wheel with a wild card: 2-3-4-5-6 beats A-2-3-4-5, the ace is then not used.
    ("3h 4d 5c 2s Ks", "Ks", "straight", (6,), (5, 4, 3, 2), 4),
    ("Ah 3d 4c 5s Ks", "Ks", "straight", (5,), (5, 4, 3, 1), 4),
    # Fewer than five cards (ruling 27).
    ("Kd 9c", "", "high_card", (13, 9), (), 2),
    ("Kd Kc 9c 9s", "", "two_pair", (13, 9), (), 4),
    ("2c", "2c", "high_card", (14,), (), 0),
    ("2c 2d", "2c 2d", "pair", (14,), (), 0),
    ("2c 2d 2h 2s", "2c 2d 2h 2s", "four", (14,), (), 0),
    ("2c 2d 2h 2s 3s", "2c 2d 2h 2s 3s", "five", (14,), (), 0),
    # Seven cards: the best five are chosen among natural and wild ones; a natural straight needs no wild card.
    ("5s 6h 7s 8d 9c Kd Jc", "Kd", "straight", (11,), (11, 9, 8, 7), 4),
    ("Ts Js Qd Kh Ac 2c 4d", "2c", "straight", (14,), (14, 13, 12, 11, 10), 5),
]


@pytest.mark.parametrize(("hand", "wild", "name", "announced", "natural", "count"), HIGHS)
def test_meld(
    hand: str, wild: str, name: str, announced: tuple[int, ...], natural: tuple[int, ...], count: int
) -> None:
    meld = best_high(cards(hand), cards(wild))
    assert (meld.name, *meld[1:]) == (name, announced, natural, count)


RANKED = [
    # Larger first. More natural cards win among equal melds.
    ("9s 9h 9d 9c 5c", "", "9s 9h 9d 2c 5d", "2c"),
    # The higher natural cards win among equal straights, before their number counts.
    ("8s 7h 6s 2d 2c", "2d 2c", "8d 6h 5s 4d 2c", "2c"),
    ("Ts 9h 2d 2c 7s", "2d 2c", "Td 8h 7d 2h 2s", "2h 2s"),
    # In straights the number of natural cards decides last: the same highest, then one more.
    ("Ah Kh Qs Jd 2c", "2c", "Ad Ks Qc 2d 2h", "2d 2h"),
    # Flushes: the announced ranks first, then the natural cards.
    ("Ah Kh 9h 7h 4h", "", "As 2c 9s 7s 4s", "2c"),
    ("Ah Kh 9h 7h 5h", "", "Ah Kh 9h 7h 4h", ""),
    # A missing card loses to any card.
    ("Ad 2c", "", "Ac", ""),
    ("Kd Kc 2h", "", "Ks Kh", ""),
    # Five aces beat the royal flush.
    ("As Ah Ad Ac Jo", "", "Ts Js Qs Ks As", ""),
    # Civil cards before naturalness.
    ("9s 2c Kd 5c 4h", "2c", "9s 9h Qd 5c 4h", ""),
]


@pytest.mark.parametrize(("better", "better_wild", "worse", "worse_wild"), RANKED)
def test_the_better_of_two(better: str, better_wild: str, worse: str, worse_wild: str) -> None:
    assert best_high(cards(better), cards(better_wild)) > best_high(cards(worse), cards(worse_wild))


LOWS = [
    ("6s 4h 3d 2c Ac", "", "high_card", (6, 4, 3, 2, 1)),
    ("5s 4h 3d 2c Ac", "", "straight", (5,)),
    ("7s 5s 3s 2s As", "", "flush", (7, 5, 3, 2, 1)),
    # Tens to ace is no straight where the ace is low.
    ("Ts Jh Qd Kc Ac", "", "high_card", (13, 12, 11, 10, 1)),
    # A wild card with A-2-3-4 is the six: the five would make a straight.
    ("As 2h 3d 4c Jo", "", "high_card", (6, 4, 3, 2, 1)),
    # Two wild cards need not share the suit of the rest.
    ("7s 5s 3s Jo Kd", "Kd", "high_card", (7, 5, 3, 2, 1)),
    # Of seven cards the pair is left out.
    ("As 2h 3d 4c 4d 6s Kd", "", "high_card", (6, 4, 3, 2, 1)),
    ("8s 8h 8d 8c Ks", "", "four", (8, 13)),
]


@pytest.mark.parametrize(("hand", "wild", "name", "announced"), LOWS)
def test_low(hand: str, wild: str, name: str, announced: tuple[int, ...]) -> None:
    low = best_low(cards(hand), cards(wild))
    assert (low.name, low.announced) == (name, announced)


def test_a_low_hand_is_the_better_the_lower() -> None:
    six = best_low(cards("6s 4h 3d 2c Ac"))
    assert (
        six
        < best_low(cards("7s 4h 3d 2c Ac"))
        < best_low(cards("As Ah 2d 3c 4c"))
        < best_low(cards("5s 4h 3d 2c Ac"))
    )


def test_eight_or_better() -> None:
    wheel = eight_or_better(cards("As 2s 3s 4s 5s"))
    assert wheel is not None
    assert wheel.announced == (5, 4, 3, 2, 1)
    assert eight_or_better(cards("As 2s 3s 4s 9s")) is None
    assert eight_or_better(cards("As 2s 3s 8s 8h")) is None
    held = eight_or_better(cards("As 2s 9s 8s 8h"), cards("9s 8h"))
    assert held is not None
    assert held.announced == (8, 4, 3, 2, 1)


def test_codes_and_scores_go_both_ways() -> None:
    assert [
        to_code(from_code(16 * suit + rank)) for suit in range(4) for rank in range(14 if suit < 2 else 13)
    ] == [16 * suit + rank for suit in range(4) for rank in range(14 if suit < 2 else 13)]
    assert (from_code(0), from_code(60)) == (card("2c"), card("As"))
    rng = random.Random(3)
    melds = []
    for _ in range(400):
        hand = rng.sample(PACK, rng.randint(1, 9))
        melds.append(best_high(hand, hand[: rng.randint(0, 4)]))
    assert [from_score(to_score(meld)) for meld in melds] == melds
    assert sorted(melds, key=to_score) == sorted(melds)


# --- The other orders -------------------------------------------------------------------------------------

SHORT = [
    ("8h 9h Th Qh Ah", "8s 8h Ad As Ah"),  # flush over full house
    ("7s 7h 7d 9c Th", "As Ah Jo 9c Th"),  # natural sevens over two aces and the joker (ruling 13)
    ("As Ah Jo 9c Th", "Ks Kh Jo 9c Th"),
    ("7s 8h 9d Tc Jd", "As Ah Ad 7c 8c"),
    ("7s 8h 9d Tc Jd", "Th Jh Qd Kc Jo"),  # a natural straight to the jack over one to the ace with the joker
    ("Ts Js Qs Ks Jo", "9h Th Jh Qh Kh"),  # a royal flush is a combination of its own
    ("As Ah Ad Ac Jo", "7s 7h 7d 7c 8h"),  # never five of a kind: the joker is the aces' civil card
    ("7s 7h 7d 7c 8h", "As Ah Ad Jo 8c"),  # four sevens over three aces and the joker
]


@pytest.mark.parametrize(("better", "worse"), SHORT)
def test_the_better_of_two_with_the_short_pack(better: str, worse: str) -> None:
    assert special.short_meld(cards(better)) > special.short_meld(cards(worse))


def test_in_the_short_pack_the_ace_is_not_low() -> None:
    assert special.short_meld(cards("As 7h 8d 9c Tc")).name == "high_card"
    assert special.short_meld(cards("Jo 7h 8d 9c Tc")).announced == (11,)
    four_aces = special.short_meld(cards("As Ah Ad Ac Jo"))
    assert (four_aces.name, four_aces.announced) == ("four", (14, 13))


def test_dice() -> None:
    order = [
        (9, 10, 11, 12, 14), (9, 9, 10, 11, 12), (9, 9, 10, 10, 14), (9, 9, 9, 13, 14), (9, 10, 11, 12, 13),
        (9, 9, 9, 10, 10), (9, 9, 9, 14, 14), (10, 11, 12, 13, 14), (9, 9, 9, 9, 10), (9, 9, 9, 9, 9),
    ]  # fmt: skip
    throws = [special.throw(dice) for dice in order]
    assert throws == sorted(throws)
    assert len(set(throws)) == len(throws)
    assert special.throw((12, 12, 9, 10, 11)) == special.throw((12, 12, 9, 13, 14))
    assert special.throw((12, 12, 13, 13, 9)) > special.throw((12, 12, 11, 11, 14))


def test_two_cards_with_jokers() -> None:
    high, low = special.guts_high, special.guts_low
    assert high(cards("2s 2h")) > high(cards("As Kh")) > high(cards("As Qh")) > high(cards("As Jo"))
    assert high(cards("Jo Jo"), joker_pair_best=True) > high(cards("As Ah"))
    assert high(cards("Jo Jo")) < high(cards("2s Jo"))
    assert low(cards("2s Ah")) < low(cards("3s Ah")) < low(cards("As Jo")) < low(cards("Ks Kh"))
    assert special.guts_high(cards("3s 3h 3d")) > special.guts_high(cards("As Ah Kd"))


def test_7_27_counts() -> None:
    near = special.nearness
    assert near(cards("5s As Ah"), 7) == (0, 14)
    assert near(cards("5s As Ah"), 27) == (0, 54)
    # 6 and 8 are equally near to 7: the lower wins.
    assert near(cards("6s"), 7) < near(cards("8s"), 7)
    # 6 and a half.
    assert near(cards("6s Kh"), 7) == (1, 13)
    sevens = {n: sum(near(hand, 7)[0] == 0 for hand in combinations(PACK, n)) for n in (2, 3)}
    assert sevens == {2: 48, 3: 400}
    assert sum(near(hand, 27)[0] == 0 for hand in combinations(PACK, 2)) == 0
    assert sum(near(hand, 27)[0] == 0 for hand in combinations(PACK, 3)) == 268
