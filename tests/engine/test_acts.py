"""Decisions that cost something, and the regression of folds on them."""

from __future__ import annotations

import numpy as np
import pytest

from bench.acts import COLUMNS, Decisions, decisions_of, fit, held_out_loss, loss, report, simulated_decisions
from bench.populations import NO_LIMIT
from bench.table_figures import Seats
from engine.api import Act
from engine.kernel.actions import pack


def test_each_price_is_a_case() -> None:
    """A raise, a fold, a call; on the flop a check, the raiser's bet and a fold; an ante isn't a part of a bet."""
    acts = [
        pack(Act.ANTE, 2, 0, 1), pack(Act.SMALL_BLIND, 0, 0, 1), pack(Act.BIG_BLIND, 1, 0, 2),
        pack(Act.RAISE, 2, 1, 6), pack(Act.FOLD, 0, 1), pack(Act.CALL, 1, 1, 4),
        pack(Act.CHECK, 1, 2), pack(Act.BET, 2, 2, 7), pack(Act.RAISE, 1, 2, 20), pack(Act.FOLD, 2, 2),
        pack(Act.RETURNED, 1, 2, 13),
    ]  # fmt: skip
    decisions = decisions_of([(acts, [50.0, 60.0, 70.0], 2.0, 3)])
    assert decisions.folds.tolist() == [0, 1, 0, 0, 1]
    assert decisions.prices == pytest.approx([2 / 6, 5 / 15, 4 / 14, 7 / 28, 13 / 54])
    columns = {name: decisions.columns[:, place] for place, name in enumerate(COLUMNS)}
    assert columns["flop"].tolist() == [0, 0, 0, 1, 1]
    assert np.exp(columns["log of players in"]) == pytest.approx([3, 3, 2, 2, 2])
    assert columns["last to bet before that"].tolist() == [0, 0, 0, 0, 1]
    assert columns["raised before in the round"].tolist() == [0, 1, 1, 0, 1]
    assert columns["acts last"].tolist() == [1, 0, 0, 0, 1]
    assert np.exp(columns["log of the pot in big blinds"]) == pytest.approx([2, 5, 5, 10.5, 20.5])
    assert decisions.group.tolist() == [3] * 5


def test_the_regression_finds_who_folds_and_foretells_other_nights() -> None:
    rng = np.random.default_rng(2)
    columns = rng.normal(0, 1, (6000, len(COLUMNS)))
    columns[:, 0] = 1.0
    weights = np.linspace(-1, 1, len(COLUMNS))
    folds = (rng.random(6000) < 1 / (1 + np.exp(-columns @ weights))).astype(float)
    decisions = Decisions(columns, folds, np.full(6000, 0.2), rng.integers(0, 4, 6000))
    assert fit(decisions) == pytest.approx(weights, abs=0.15)
    held_out = held_out_loss(decisions)
    assert loss(weights, decisions) == pytest.approx(held_out, abs=0.01)
    assert held_out < loss(np.zeros(len(COLUMNS)), decisions) - 0.1


def test_friends_fold_more_at_higher_prices_and_the_page_says_so() -> None:
    friends = simulated_decisions(NO_LIMIT, "friends", [Seats(4, 1)], 600, 8)
    assert fit(friends)[COLUMNS.index("log of price to pot")] > 0.3
    again = simulated_decisions(NO_LIMIT, "friends", [Seats(4, 1)], 600, 9)
    lines = [
        line
        for line in report(again._replace(group=np.arange(len(again.folds)) % 3), {"friends": friends})
        if line.startswith("| loss")
    ]
    own, other = (float(cell) for cell in lines[0].split("|")[2:4])
    assert own == pytest.approx(other, abs=0.05), "two seeds of the same players"
