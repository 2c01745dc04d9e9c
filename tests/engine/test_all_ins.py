"""All-in equities of hands as their acts tell them: who could expect what, and which hands say nothing."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest

from engine.cards.card import card_set, parse_cards
from engine.catalogue import VARIANTS
from engine.kernel.actions import Act
from engine.rules.all_in_equity import all_in_equities, has_all_ins
from engine.rules.runouts import covariance
from tests.engine.test_later_cards import BETS, DEALT, acts, laid

POT = [(44, 0b11)]


def expected(game: str, told: list[int], *held: str) -> list[float] | None:
    variant = VARIANTS.with_additions(*game.split("+")) if "+" in game else VARIANTS[game]
    assert variant is not None
    result = all_in_equities(variant, told, [card_set(parse_cards(cards)) for cards in held], (0, 1), POT)
    return None if result is None else [player.chips for player in result[1]]


def test_folded_cards_are_not_dealt_again_where_all_cards_are_known() -> None:
    """Of 42 cards one king is left that saves Bo; by those alone who are in two of 44."""
    before = acts(*DEALT, (Act.CHECK, 0, 0), laid("2c 7d 9h 3s"), *BETS)
    river = acts(laid("Qs"))
    assert expected("texas-holdem", [*before, *river], "", "", "") == pytest.approx([44 * 41 / 42, 44 / 42])
    unknown = acts((Act.CHECK, 0, 0), laid("2c 7d 9h 3s"), *BETS, laid("Qs"))
    assert expected("texas-holdem", unknown, "As Ah", "Kd Kc", "") == pytest.approx([42, 2])
    assert expected("texas-holdem", unknown, "As Ah", "Kd", "") is None


def test_a_pot_run_twice_varies_less_than_two_of_one_board() -> None:
    """Two of 44 cards win: the second board is dealt from 43."""
    told = acts((Act.CHECK, 0, 0), laid("2c 7d 9h 3s"), *BETS, laid("Qs"))
    held = [card_set(parse_cards(cards)) for cards in ("As Ah", "Kd Kc", "")]
    for runs, variance in ((1, 44**2 * 2 / 44 * 42 / 44), (2, _of_two_rivers())):
        result = all_in_equities(VARIANTS["texas-holdem"], told, held, (0, 1), POT, runs)
        assert result is not None
        assert [player.chips for player in result[1]] == pytest.approx([42, 2])
        assert [player.variance for player in result[1]] == pytest.approx([variance, variance])


def _of_two_rivers() -> float:
    """The variance of the pot's part won with two different river cards, of which two of 44 win, over all pairs."""
    won = [22 * ((one < 2) + (other < 2)) for one in range(44) for other in range(44) if one != other]
    return float(np.var(won))


@pytest.mark.parametrize(("stock", "cards"), [(7, 1), (8, 2), (8, 3), (7, 4)])
def test_covariances_of_two_boards_are_those_of_all_pairs(stock: int, cards: int) -> None:
    ways = list(combinations(range(stock), cards))
    won = np.random.default_rng(1).random((len(ways), 2))
    pairs = [(a, b) for a, b in product(range(len(ways)), repeat=2) if not {*ways[a]} & {*ways[b]}]
    expected = np.zeros(2)
    if pairs:
        one, other = won[[a for a, _ in pairs]], won[[b for _, b in pairs]]
        expected = (one * other).mean(axis=0) - one.mean(axis=0) * other.mean(axis=0)
    assert covariance(won, stock, cards) == pytest.approx(expected)


def test_wild_cards_that_the_last_card_names() -> None:
    """The lowest common card is wild, whatever it will be."""
    told = acts((Act.CHECK, 0, 0), laid("Jc 7d 9h Ts"), *BETS, laid("2s"))
    result = expected("cool-hand-luke", told, "As Ah", "Kd Qc", "")
    assert result is not None
    assert sum(result) == pytest.approx(44)
    assert 0 < result[0] < 44


def test_stud_is_drawn_and_known_where_nothing_can_change() -> None:
    dealt = [
        (Act.DEAL_CLOSED, 0, "As Ah"), (Act.DEAL_CLOSED, 1, "2d 7c"), (Act.DEAL_OPEN, 0, "Ad"),
        (Act.DEAL_OPEN, 1, "9s"), (Act.BET, 0, 2), (Act.CALL, 1, 2), (Act.DEAL_OPEN, 0, "Ac"),
        (Act.DEAL_OPEN, 1, "Kh"), (Act.DEAL_OPEN, 0, "Kc"), (Act.DEAL_OPEN, 1, "Qs"),
        (Act.DEAL_OPEN, 0, "Kd"), (Act.DEAL_OPEN, 1, "3h"),
    ]  # fmt: skip
    in_time = [(Act.BET, 0, 2), (Act.CALL, 1, 2)]
    last = [(Act.DEAL_CLOSED, 0, "4c"), (Act.DEAL_CLOSED, 1, "5c")]
    assert expected("stud-bring-in", acts(*dealt, *in_time, *last), "", "") == pytest.approx([44, 0])
    early = expected("stud-bring-in", acts(*dealt, *last), "", "")
    assert early is not None
    assert 40 < early[0] < 44
    assert expected("stud-bring-in", acts(*dealt[:1], *dealt[2:], *in_time, *last), "", "") is None


def test_hands_that_are_not_over_say_nothing() -> None:
    """Something is left to decide, or nothing is left to come."""
    drawn = [(Act.DEAL_CLOSED, 0, "2s 3d 4h 5c 7s"), (Act.DEAL_CLOSED, 1, "8s 9d Th Jc Ks")]
    told = acts(*drawn, (Act.BET, 0, 2), (Act.CALL, 1, 2))
    assert expected("deuce-to-seven-triple-draw", told, "", "") is None
    over = acts(*DEALT, (Act.CHECK, 0, 0), laid("2c 7d 9h 3s Qs"), *BETS)
    assert expected("texas-holdem", over, "", "", "") is None
    games = ("texas-league", "omaha-high-low", "poker-33", "straight-poker", "guts")
    assert not any(has_all_ins(VARIANTS[game]) for game in games)
