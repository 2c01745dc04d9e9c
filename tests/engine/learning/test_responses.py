"""Best responses are found, and met in the rest of the training."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.catalogue import VARIANTS
from engine.players.betting_table import CHOICES
from engine.players.profiles import LEARNED
from engine.players.training import card_games, responses
from engine.players.training.betting import BettingTrainer

GAME = VARIANTS["three-card-draw"]


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responses, "_TRIED", 4)
    monkeypatch.setattr(responses, "_DEALS", (30,))


def test_finds_who_wins_from_players_that_always_fold() -> None:
    """Five who fold to every bet lose their antes to whoever bets; from the trained player little is won."""
    folds, rng = card_games.trained_program(GAME).copy(), np.random.default_rng(4)
    folds.policy[:] = 255
    result, gain = responses.best_response(folds, rng, 6, 10**6, seed=901)
    assert gain > 2 * GAME.unit
    assert len(result) > LEARNED
    _, against_trained = responses.best_response(card_games.trained_program(GAME), rng, 6, 10**6, seed=901)
    assert against_trained < gain


def test_a_response_sits_alone_among_learners_once_it_was_found() -> None:
    short = replace(card_games.QUICK, batches=3, tables=1, hands=32, best_responses=1, odds_hands=800)
    learner = BettingTrainer(card_games.plain_program(GAME).copy(), GAME.unit, short, 7, 3)
    learner.train()
    assert learner.program.policy.shape[1] == CHOICES - 1
    assert len(learner.best_responses) == 1, "after three batches there is much to win"
    tables = [learner.seats(5) for _ in range(400)]
    met = [
        learns.sum() == 4 and (rows[~learns] == learner.best_responses[0]).all() for rows, learns in tables
    ]
    assert 0.3 < np.mean(met) < 0.5
