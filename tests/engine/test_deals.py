"""What first cards are worth: 0 on average over every deal, for any players, and a part of the nets."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from engine.cards.card import UNKNOWN_CARD, card_set, pack_of, parse_cards
from engine.catalogue import TRAINED, VARIANTS
from engine.kernel.actions import TABLE, Act, pack
from engine.rules.deal_luck import CardMatrix, deal_worths, first_cards, keeps_first_cards
from engine.rules.deal_weights import sample_hands


def held(*hands: list[int]) -> CardMatrix:
    table = np.zeros((len(hands), 64), np.bool_)
    for row, cards in enumerate(hands):
        table[row, cards] = True
    return table


@pytest.mark.parametrize("game", ["texas-holdem", "guts", "seven-card-stud", "short-deck"])
def test_over_all_deals_the_worth_is_zero_and_its_variance_as_stated(game: str) -> None:
    worth = deal_worths()[game]
    every = held(*map(list, combinations(pack_of(VARIANTS[game].pack), worth.cards)))
    values = worth.of(every)
    assert values.mean() == pytest.approx(0, abs=1e-9 * values.std() + 1e-6)
    assert values.var() == pytest.approx(worth.variances[worth.cards], rel=1e-5)


def test_better_cards_are_worth_more() -> None:
    for game, better, worse in (
        ("texas-holdem", "As Ah", "7c 2d"),
        ("texas-holdem", "Ks Qs", "Ks Qd"),
        ("straight-poker", "9c 9d 9h 4s 4d", "Ac Kd Jh 8s 3d"),
        ("razz", "Ac 2d 3h", "Kc Kd Qh"),
        ("guts", "3c 3d", "Ac Kd"),
    ):
        first, second = deal_worths()[game].of(held(parse_cards(better), parse_cards(worse)))
        assert first > second, (game, better, worse)


def test_first_cards_are_those_before_anybody_decides() -> None:
    told = [
        pack(Act.ANTE, 0, 0, 2),
        pack(Act.DEAL_CLOSED, 0, 0, 5),
        pack(Act.DEAL_CLOSED, 1, 0, UNKNOWN_CARD),
        pack(Act.LAY_CLOSED, TABLE, 0, 7),
        pack(Act.DEAL_OPEN, 0, 0, 20),
        pack(Act.CHECK, 1, 1),
        pack(Act.DEAL_OPEN, 0, 1, 21),
        pack(Act.DEAL_CLOSED, 1, 0, 33),  # the next hand
    ]
    result = first_cards(np.array(told), np.array([0, 7, 8]), 2)
    assert [[{*np.nonzero(seat)[0].tolist()} for seat in hand] for hand in result] == [
        [{5, 20}, set()],
        [set(), {33}],
    ]


def test_which_games_keep_their_deal() -> None:
    kept = {game for game, variant in TRAINED.items() if keeps_first_cards(variant)}
    assert {"texas-holdem", "omaha", "straight-poker", "cincinnati"} <= kept
    assert not kept & {"seven-card-stud", "three-card-draw", "pineapple", "guts", "baseball", "poker-dice"}
    assert card_set(parse_cards("2c")) == 1


@pytest.mark.parametrize("profile", ["regular", pytest.param("plain-loose", marks=pytest.mark.nightly)])
@pytest.mark.parametrize("game", ["straight-poker", "three-card-draw"])
def test_it_takes_nothing_from_the_mean_and_something_from_the_spread(game: str, profile: str) -> None:
    """Of hands of a seed that nothing was fitted to, and of players that it wasn't fitted to either."""
    cards, nets = sample_hands(VARIANTS[game], 20_000, 77, profile)
    worth = deal_worths()[game].of(cards)
    assert abs(worth.mean()) < 4 * worth.std() / len(worth) ** 0.5
    rest = nets - worth
    reduced = nets**2 - rest**2
    assert reduced.mean() > 3 * reduced.std() / len(reduced) ** 0.5
