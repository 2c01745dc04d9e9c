"""The chance that is fitted is the one that players see, and rare choices are left out of a mean strategy."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bench import players as bench_players
from bench.players import noise_of
from engine.catalogue import VARIANTS
from engine.kernel.hand_features import CASE, situation_of
from engine.kernel.program import BEND_PARTS, ODDS
from engine.players.betting_table import BETS, CHOICES, ROWS
from engine.players.training import chances
from engine.players.training.betting import mean_strategy
from engine.players.training.card_games import trained_program
from engine.players.training.chances import (
    PEOPLE,
    TRAINED,
    Cases,
    bet_cases,
    fit_bends,
    fit_odds,
    odds_columns,
)


@pytest.mark.parametrize("players", [3, 6])
def test_the_fit_weighs_what_the_kernel_weighs_among_trained_players(players: int) -> None:
    """Odds and bends at random, so that each column and each situation counts."""
    program = trained_program(VARIANTS["three-card-draw"]).copy()
    program.odds[:] = np.random.default_rng(7).normal(0, 0.3, program.odds.shape)
    program.bends[:] = np.random.default_rng(8).integers(-20, 20, program.bends.shape)
    seen = bet_cases(program, ["regular"] * players, 400, 5).seen
    assert len(np.unique(seen[:, 5])) > 2, "some have raised"
    street = seen[:, 0].astype(int)
    x = (odds_columns(seen) * program.odds[street, TRAINED]).sum(axis=1)
    situation = situation_of(seen[:, 6], seen[:, 5], seen[:, 7], seen[:, 2]).astype(int)
    shift, slope = program.bends[street, players - 2, situation].T / BEND_PARTS
    fitted = 1 / (1 + np.exp(-(x + shift + slope * x)))
    np.testing.assert_allclose(fitted, seen[:, 9], rtol=1e-9)


@pytest.mark.parametrize(
    ("names", "among"),
    [
        (["friends"] * 4, PEOPLE),
        (["friends-1", "rock", "regular", "regular"], TRAINED),
        (["friends-1", "rock", "never-folds", "regular"], PEOPLE),
    ],
)
def test_where_most_trained_players_depart_their_chances_are_weighed_as_peoples(
    names: list[str], among: int
) -> None:
    program = trained_program(VARIANTS["texas-holdem"]).copy()
    program.odds[:, TRAINED, 0], program.odds[:, PEOPLE, 0] = -1.0, 1.0
    program.odds[:, :, 1:] = 0.0
    program.bends[:] = 0
    fitted = bet_cases(program, names, 50, 5).seen[:, 9]
    np.testing.assert_allclose(fitted, 1 / (1 + np.exp([1.0, -1.0][among])))


@pytest.mark.parametrize("game", ["texas-holdem", "seven-card-stud", "yankee-baseball"])
def test_chances_are_true_among_friends(game: str) -> None:
    """On hands of another seed than the fit's, at the main table; what true chances show by chance is allowed."""
    rows = bench_players.chances(VARIANTS[game], 6, "friends")
    assert len(rows) >= 4
    assert all(row["error"] <= 0.03 + noise_of(row) for row in rows)
    assert all(abs(row["sum"] - 1) <= 0.05 for row in rows)


def test_a_sample_of_many_cases_is_even_over_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two at a table, fitted in turn, of whom the first wins seven of ten: by chance each wins half."""

    def two_in_turn(_program: Any, names: list[str], _hands: int, _seed: int) -> Cases:
        seen = np.zeros((chances._MOST, CASE))
        seen[:, 0], seen[:, 2], seen[:, 10] = 1, len(names), len(names)
        return Cases(seen, np.tile([0.7, 0.3], len(seen) // 2))

    monkeypatch.setattr(chances, "bet_cases", two_in_turn)
    program = SimpleNamespace(streets=1, odds=np.zeros((2, 2, ODDS)))
    fit_odds(program, [["regular"] * 2], 0, 1)
    fitted = 1 / (
        1
        + np.exp(-odds_columns(two_in_turn(None, ["regular"] * 2, 0, 1).seen[:1]) @ program.odds[1, TRAINED])
    )
    assert fitted == pytest.approx(0.5, abs=0.005)


def test_chances_are_bent_to_what_is_won_in_each_situation_at_each_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By two, who was raised wins nine of ten and who wasn't one of two; by three all win a third: but the
    odds say .5 to each player. A situation that is hardly ever seen is left as it was.
    """
    truth = {2: (0.5, 0.9), 3: (1 / 3, 1 / 3)}

    def won(_program: Any, names: list[str], _hands: int, seed: int) -> Cases:
        seen = np.zeros((30_000, CASE))
        seen[:, 0], seen[:, 2], seen[:, 10] = 1, len(names), len(names)
        seen[::2, 5] = 1
        seen[:3, 5] = 3
        share = np.where(seen[:, 5] == 1, truth[len(names)][1], truth[len(names)][0])
        return Cases(seen, (np.random.default_rng(seed).random(len(seen)) < share).astype(float))

    monkeypatch.setattr(chances, "bet_cases", won)
    program = SimpleNamespace(streets=1, odds=np.zeros((2, 2, ODDS)), bends=np.zeros((2, 9, 240, 2), np.int8))
    fit_bends(program, [["regular"] * 2, ["regular"] * 3], 0, 1)
    for players, shares in truth.items():
        for raises, share in enumerate(shares):
            bend = program.bends[1, players - 2, situation_of(0, raises, 0, players)]
            assert 1 / (1 + np.exp(-bend[0] / BEND_PARTS)) == pytest.approx(share, abs=0.02)
        assert not program.bends[1, players - 2, situation_of(0, 3, 0, players)].any()


def test_rare_choices_are_left_out_but_never_all() -> None:
    sums = np.zeros((ROWS, CHOICES))
    sums[:] = [80.0, 15.0, 3.0, 1.5, 0.5]
    often, resolute = mean_strategy(sums, 0.02)[:BETS], mean_strategy(sums, 0.3)[:BETS]
    assert (often[:, :3] > 0).all()
    assert not often[:, 4].any()
    np.testing.assert_allclose(resolute, [[1, 0, 0, 0, 0]] * BETS)
    np.testing.assert_allclose(mean_strategy(np.full((ROWS, CHOICES), 9.0), 0.9).sum(axis=1), 1)


def test_the_noise_of_a_round_is_what_true_chances_show() -> None:
    """Shares drawn by the chances fitted: their error is about what `noise_of` says, and at most that."""
    rng = np.random.default_rng(3)
    errors = []
    for _ in range(40):
        fitted = rng.random(4000)
        share = (rng.random(4000) < fitted).astype(float)
        tenth = (fitted * 10).astype(int)
        errors.append(np.abs(np.bincount(tenth, fitted - share, 10)).sum() / 4000)
    row = {"brier": float(np.mean(fitted * (1 - fitted))), "cases": 4000}
    assert 0.85 * noise_of(row) < np.mean(errors) < 1.05 * noise_of(row)
