"""Equities against hands that one can count, and against the oracle's melds board by board."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

from engine.cards.card import parse_cards
from engine.catalogue import VARIANTS
from engine.errors import VariantError
from engine.rules.equity import equities, has_equities
from tests.oracle.cards import Card, from_code
from tests.oracle.melds import best_high, eight_or_better

HOLDEM = VARIANTS["texas-holdem"]
PACK = [suit * 16 + rank for suit in range(4) for rank in range(13)]


def chips(game: str, held: str, board: str, *pots: tuple[int, int]) -> list[float]:
    hands = [parse_cards(cards) for cards in held.split("|")]
    return [player.chips for player in equities(VARIANTS[game], hands, parse_cards(board), pots)]


@pytest.mark.parametrize(
    ("game", "held", "board", "pots", "expected"),
    [
        # two of the 44 cards that are left save the kings
        ("texas-holdem", "As Ah|Kd Kc", "2c 7d 9h 3s", [(44, 0b11)], [42, 2]),
        # nine spades win; the board can't be shared
        ("texas-holdem", "Ah Ac|Ks Qs", "2s 7s 9h 3d", [(44, 0b11)], [35, 9]),
        # neither can beat the other
        ("texas-holdem", "2c 3d|2d 3c", "As Ks Qs Js", [(44, 0b11)], [22, 22]),
        # 42 cards: two kings and two queens take the pot from the aces, who have no part in the side pot
        ("texas-holdem", "Kd Kc|Qd Qc|As Ah", "2c 7d 9h 3s", [(42, 0b111), (42, 0b011)], [42, 4, 38]),
        # eight or better: the low is there for the second with any card, and only he can have it
        ("omaha", "Ks Kh Qs Qh|As 2d Jc Tc", "3c 4d 7h Ks", [(80, 0b11)], None),
    ],
)
def test_equities_that_one_counts(
    game: str, held: str, board: str, pots: list[tuple[int, int]], expected: list[float] | None
) -> None:
    result = chips(game, held, board, *pots)
    assert sum(result) == pytest.approx(sum(size for size, _ in pots))
    if expected:
        assert result == pytest.approx(expected)
    else:
        assert result[1] >= 40


def value(game: str, own: list[Card], board: list[Card]) -> tuple[Any, Any]:
    """The best high and the best low of eight, None without one."""
    fives = [own + board]
    if game.startswith("omaha"):
        fives = [[*a, *b] for a in combinations(own, 2) for b in combinations(board, 3)]
    lows = [low for five in fives if (low := eight_or_better(five)) is not None]
    return max(map(best_high, fives)), min(lows, default=None)


@pytest.mark.parametrize("game", ["texas-holdem", "omaha", "omaha-high"])
def test_equities_are_the_oracles(game: str) -> None:
    dice = random.Random(3)
    size = 2 if game == "texas-holdem" else 4
    for _ in range(4 if size == 2 else 2):
        dealt = dice.sample(PACK, 3 * size + 4)
        hands, board = [dealt[place * size : (place + 1) * size] for place in range(3)], dealt[3 * size :]
        got = [0.0] * 3
        left = [card for card in PACK if card not in dealt]
        for river in left:
            lying = [from_code(card) for card in (*board, river)]
            values = [value(game, [from_code(card) for card in hand], lying) for hand in hands]
            winners = [[v[0] for v in values].count(max(v[0] for v in values))]
            lows = [v[1] for v in values if v[1] is not None] if game == "omaha" else []
            high_pot = 50 if lows else 100
            for player, (high, low) in enumerate(values):
                got[player] += high_pot / winners[0] * (high == max(v[0] for v in values))
                if lows and low == min(lows):
                    got[player] += 50 / lows.count(low)
        result = equities(VARIANTS[game], hands, board, [(100, 0b111)])
        assert [player.chips for player in result] == pytest.approx([chips / len(left) for chips in got])
        assert {player.boards for player in result} == {len(left)}


def test_what_a_dealer_made_wild_is_wild() -> None:
    game = VARIANTS.with_additions("texas-holdem", "wild 2")
    assert game is not None
    held = [parse_cards("2d 2h"), parse_cards("Kd Kc")]  # four aces against two pair
    assert [player.chips for player in equities(game, held, parse_cards("As Ah 7d 9c"), [(44, 3)])] == [44, 0]


def test_the_variance_is_that_of_what_one_gets() -> None:
    aces, kings = equities(
        HOLDEM, [parse_cards("As Ah"), parse_cards("Kd Kc")], parse_cards("2c 7d 9h 3s"), [(44, 3)]
    )
    share = 2 / 44
    assert aces.variance == pytest.approx(kings.variance) == pytest.approx(44 * 44 * share * (1 - share))


def test_games_of_which_cards_alone_say_nothing_have_none() -> None:
    assert not any(
        has_equities(VARIANTS[game]) for game in ("seven-card-stud", "guts", "pineapple", "baseball")
    )
    assert not has_equities(VARIANTS["omaha-high-low"])  # who goes high or low says it
    with pytest.raises(VariantError, match="no equities"):
        equities(VARIANTS["razz"], [], [], [])
