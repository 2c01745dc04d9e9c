"""The ranking of hands: known counts, exhaustively; the oracle, on random hands; compiled or not."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.cards.card import JOKER_SET, card_set, cards_in, pack_of, parse_cards, rank_set
from engine.cards.high import (
    CATEGORIES,
    CATEGORY_SHIFT,
    PRIMARY_SHIFT,
    STRAIGHT_FLUSH,
    best_meld,
)
from engine.cards.low import NO_LOW, eight_or_better, low_meld
from engine.cards.omaha import low_of_two_and_three, two_and_three
from engine.catalogue import VARIANTS
from engine.compile.jit import kernel
from engine.kernel.program import compile_program
from engine.kernel.value import HIGH, used_value
from tests import known_counts
from tests.oracle import melds as oracle
from tests.oracle.cards import from_code

PUBLISHED = {
    "fivekind": "five", "straightflush": "straight_flush", "quads": "four", "fullhouse": "full_house",
    "flush": "flush", "straight": "straight", "trips": "three", "twopair": "two_pair", "pair": "pair",
    "high": "high_card",
}  # fmt: skip
ROYAL = len(CATEGORIES)


# --- known counts ---


@kernel
def _tally(pack: NDArray[np.int64], wild_set: int) -> NDArray[np.int64]:
    """Categories of every five cards of a pack; the last place counts the royal flushes."""
    result = np.zeros(ROYAL + 1, np.int64)
    size = len(pack)
    for a in range(size):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    four = 1 << pack[a] | 1 << pack[b] | 1 << pack[c] | 1 << pack[d]
                    for e in range(d):
                        score = best_meld(four | 1 << pack[e], wild_set)
                        category = score >> CATEGORY_SHIFT
                        royal = category == STRAIGHT_FLUSH and score >> PRIMARY_SHIFT & 1 << 12
                        result[ROYAL if royal else category] += 1
    return result


@pytest.mark.parametrize(
    ("name", "size", "wild_set"),
    [
        ("5 of 52", 52, 0),
        ("5 of 53, one joker", 53, JOKER_SET),
        ("5 of 52, deuces wild", 52, rank_set(0)),
        ("5 of 32 (7 to A), ace not low", 32, 0),
    ],
)
def test_every_hand_of_a_pack_counts_as_published(name: str, size: int, wild_set: int) -> None:
    result = _tally(np.array(pack_of(size)), wild_set)
    expected = known_counts.CATEGORY_COUNTS[name]
    assert {key: result[CATEGORIES.index(category)] for key, category in PUBLISHED.items()} == {
        key: expected[key] for key in PUBLISHED
    }
    assert result[ROYAL] == expected["royal"]


@kernel
def _count_lows(pack: NDArray[np.int64]) -> int:
    count = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    four = 1 << pack[a] | 1 << pack[b] | 1 << pack[c] | 1 << pack[d]
                    for e in range(d):
                        count += eight_or_better(four | 1 << pack[e], 0) != NO_LOW
    return count


def test_lows_of_eight_or_better_count_as_published() -> None:
    assert _count_lows(np.array(pack_of(52))) == known_counts.LOW_COUNTS["8-or-better low of 5"]


@kernel
def _equity(first: int, second: int, rest: NDArray[np.int64], game: Any) -> tuple[int, int, int]:
    """Boards that the first hand wins, loses and ties."""
    won = lost = tied = 0
    size = len(rest)
    for a in range(size):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    four = 1 << rest[a] | 1 << rest[b] | 1 << rest[c] | 1 << rest[d]
                    for e in range(d):
                        board = four | 1 << rest[e]
                        if game.own_exactly:
                            one, two = two_and_three(first, board), two_and_three(second, board)
                        else:
                            one = used_value(0, first, first, 0, board, 0, game, HIGH)
                            two = used_value(0, second, second, 0, board, 0, game, HIGH)
                        won += one > two
                        lost += one < two
                        tied += one == two
    return won, lost, tied


def _matchups() -> Iterator[tuple[str, str, tuple[int, int, int]]]:
    for game, hands in known_counts.EQUITIES.items():
        for hand, counts in hands.items():
            yield hand, "omaha" if game.startswith("omaha") else "texas-holdem", counts


@pytest.mark.parametrize(("hands", "game", "expected"), list(_matchups()))
def test_two_hands_win_the_published_number_of_boards(
    hands: str, game: str, expected: tuple[int, int, int]
) -> None:
    first, second = (card_set(parse_cards(hand)) for hand in hands.split("-"))
    rest = np.array([card for card in pack_of(52) if not (first | second) >> card & 1])
    assert _equity(first, second, rest, compile_program(VARIANTS.find(game), 2)) == expected


# --- the oracle ---


def _random_hands(count: int, least: int, seed: int) -> Iterator[tuple[list[int], int]]:
    """Hands of `least` to 13 cards, jokers among them now and then, and 0 to 6 wild cards."""
    draw = random.Random(seed)
    packs = {size: pack_of(size) for size in (32, 52, 54)}
    for _ in range(count):
        size = draw.choices((32, 52, 54), (2, 6, 1))[0]
        # few ranks or one suit now and then, so that the rarer melds come up
        pack = packs[size]
        kind = draw.random()
        if kind < 0.15:
            suits = draw.sample(range(4), draw.choice((1, 2)))
            pack = [card for card in pack if card // 16 in suits]
        elif kind < 0.3:
            ranks = draw.sample(range(13), draw.randint(3, 6))
            pack = [card for card in packs[52] if card % 16 in ranks]
        cards = draw.sample(pack, min(len(pack), draw.randint(least, 13)))
        wild = draw.sample(cards, min(len(cards), draw.choice((0, 0, 1, 1, 2, 2, 3, 4, 5, 6))))
        yield cards, card_set(wild) | JOKER_SET


LONG = pytest.param(20_000, marks=pytest.mark.nightly)


@pytest.mark.parametrize("count", [2_000, LONG])
def test_the_best_five_are_those_of_the_oracle(count: int) -> None:
    for cards, wild_set in _random_hands(count, least=1, seed=1):
        wild = [from_code(card) for card in cards if wild_set >> card & 1]
        expected = oracle.to_score(oracle.best_high([from_code(card) for card in cards], wild))
        assert best_meld(card_set(cards), wild_set) == expected, (cards, wild_set)


def _low_score(low: oracle.Low) -> int:
    """The score that `engine.cards.low` gives an oracle's low: ranks as bits, the ace lowest."""
    named = {"pair": 1, "two_pair": 2, "three": 1, "full_house": 1, "four": 1, "five": 1}.get(low.name, 5)

    def bits(ranks: tuple[int, ...]) -> int:
        return sum(1 << rank - 1 for rank in ranks)

    # a straight is named by its top card alone
    ranks = low.announced
    if low.name in ("straight", "straight_flush"):
        ranks = tuple(range(ranks[0], ranks[0] - 5, -1))
    return low.category << 44 | bits(ranks[:named]) << 31 | bits(ranks[named:]) << 18


@pytest.mark.parametrize("count", [1_000, LONG])
def test_the_lowest_five_are_those_of_the_oracle(count: int) -> None:
    for cards, wild_set in _random_hands(count, least=5, seed=2):
        wild = [from_code(card) for card in cards if wild_set >> card & 1]
        expected = _low_score(oracle.best_low([from_code(card) for card in cards], wild))
        assert low_meld(card_set(cards) & ~wild_set, len(wild)) == expected, (cards, wild_set)


@pytest.mark.parametrize("count", [1_000, LONG])
def test_the_lows_of_eight_or_better_are_those_of_the_oracle(count: int) -> None:
    for cards, wild_set in _random_hands(count, least=5, seed=3):
        wild = [from_code(card) for card in cards if wild_set >> card & 1]
        low = oracle.eight_or_better([from_code(card) for card in cards], wild)
        expected = NO_LOW if low is None else _low_score(low)
        assert eight_or_better(card_set(cards) & ~wild_set, len(wild)) == expected, (cards, wild_set)


# --- two own cards and three of the board ---


def _dealt_alike(rng: random.Random) -> tuple[list[int], list[int]]:
    """Own cards, and none or three to five of a board, of few ranks or suits, so that much is made."""
    ranks = rng.sample(range(13), rng.choice([4, 5, 6, 13]))
    suits = rng.sample(range(4), rng.choice([2, 3, 4]))
    own, laid = rng.choice([2, 4, 4, 5]), rng.choice([0, 3, 4, 5, 5])
    pack = [16 * suit + rank for suit in suits for rank in ranks]
    cards = rng.sample(pack, min(own + laid, len(pack)))
    return (cards[:own], cards[own:]) if len(cards) == own + laid else (cards[:4], cards[4:7])


def test_two_of_the_own_cards_and_three_of_the_board_are_the_best_that_can_be_tried() -> None:
    rng = random.Random(52)
    seen = set()
    for _ in range(1500):
        own, board = _dealt_alike(rng)
        hands = [
            card_set([*two, *three])
            for two in combinations(own, 2)
            for three in (combinations(board, 3) if board else [()])
        ]
        best = two_and_three(card_set(own), card_set(board))
        assert best == max(best_meld(hand, 0) for hand in hands), (own, board)
        assert low_of_two_and_three(card_set(own), card_set(board)) == min(
            eight_or_better(hand, 0) for hand in hands
        ), (own, board)
        seen.add(best >> CATEGORY_SHIFT)
    assert len(seen) == STRAIGHT_FLUSH + 1, "every category but five of a kind"


@pytest.mark.parametrize("suits", ["sssss", "shdcs"], ids=["flush", "mixed"])
@pytest.mark.parametrize("ranks", [("A23456789TJQKA")[start : start + 5] for start in range(10)])
def test_every_straight_of_two_own_cards_and_three_of_the_board_counts(ranks: str, suits: str) -> None:
    five = parse_cards(" ".join(map("".join, zip(ranks, suits, strict=True))))
    for own in combinations(five, 2):
        board = [card for card in five if card not in own]
        assert two_and_three(card_set(own), card_set(board)) == best_meld(card_set(five), 0), own


PLAIN = """
import sys
sys.path.insert(0, {root!r})
from engine.cards.high import best_meld
from engine.cards.low import eight_or_better, low_meld
for line in sys.stdin:
    cards, wild_set, wild = (int(word) for word in line.split())
    rest = cards & ~wild_set
    print(best_meld(cards, wild_set), low_meld(rest, wild), eight_or_better(rest, wild))
assert "numba" not in sys.modules
"""


def test_compiled_or_not_the_hands_are_the_same() -> None:
    root = str(Path(__file__).parents[2])
    hands = [
        (card_set(cards), wild_set, sum(wild_set >> card & 1 for card in cards))
        for cards, wild_set in _random_hands(400, least=5, seed=5)
    ]
    done = subprocess.run(
        [sys.executable, "-c", PLAIN.format(root=root)],
        input="\n".join(" ".join(map(str, hand)) for hand in hands),
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    plain = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    assert plain == [
        (
            best_meld(cards, wild_set),
            low_meld(cards & ~wild_set, wild),
            eight_or_better(cards & ~wild_set, wild),
        )
        for cards, wild_set, wild in hands
    ]
    assert all(cards_in(cards) for cards, _, _ in hands)
