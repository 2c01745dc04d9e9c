"""Best responses are found, and met by whoever learns on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.learning import knowledge, responses
from engine.learning.betting import Learner
from engine.policy import CHOICES
from engine.profiles import LEARNED
from engine.variants import VARIANTS

GAME = VARIANTS["three-card-draw"]


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responses, "_TRIED", 4)
    monkeypatch.setattr(responses, "_DEALS", (30,))


def test_finds_who_wins_from_players_that_always_fold() -> None:
    """Five who fold to every bet lose their antes to whoever bets; from the trained player little is won."""
    folds, rng = knowledge.known_programme(GAME).copy(), np.random.default_rng(4)
    folds.policy[:] = 255
    found, gain = responses.best_response(folds, rng, 6, 10**6, seed=901)
    assert gain > 2 * GAME.unit
    assert len(found) > LEARNED
    _, against_trained = responses.best_response(knowledge.known_programme(GAME), rng, 6, 10**6, seed=901)
    assert against_trained < gain


def test_a_response_sits_alone_among_learners_once_it_was_found() -> None:
    short = replace(knowledge.QUICK, batches=3, sittings=1, hands=32, answers=1, odds_hands=800)
    learner = Learner(knowledge.plain_programme(GAME).copy(), GAME.unit, short, 7, 3)
    learner.learn()
    assert learner.programme.policy.shape[1] == CHOICES - 1
    assert len(learner.answers) == 1, "after three batches there is much to win"
    tables = [learner.seats(5) for _ in range(400)]
    met = [learns.sum() == 4 and (rows[~learns] == learner.answers[0]).all() for rows, learns in tables]
    assert 0.3 < np.mean(met) < 0.5


def test_a_recipe_without_responses_keeps_its_hash() -> None:
    programme, recipe = knowledge.plain_programme(GAME), knowledge.full_recipe(GAME)
    fits = knowledge.hash_of(programme, recipe)
    assert fits == knowledge.hash_of(programme, replace(recipe, answers=0))
    assert fits != knowledge.hash_of(programme, replace(recipe, answers=2))
