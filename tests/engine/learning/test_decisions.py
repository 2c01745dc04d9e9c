"""A trained player decides by chance, each time anew: what one choice was tells nothing of the luck of the next."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from engine.catalogue import VARIANTS
from engine.kernel.training import new_jobs
from engine.players.betting_table import CALLS, FOLDS, SMALL
from engine.players.profiles import profile_rows
from engine.players.training.card_games import trained_program
from engine.players.training.quantiles import play_jobs

SEAT, STREET, ROW, LEGAL, CHOICE = range(5)
HANDS = 12_000


def _raises_and_folds(game: str) -> tuple[np.ndarray, np.ndarray]:
    """Of all pairs of decisions of one player in one round: by how much more the first was a raise, and the second a
    fold, than the betting table says they are; and the variance of the product if they are independent.
    """
    program, jobs = trained_program(VARIANTS[game]), new_jobs(np.arange(HANDS))
    results, _ = play_jobs(program, profile_rows(["regular"] * 5), jobs, 77, choices=256)
    products, variances = [], []
    for first, last in pairwise(results.choice_ends):
        before: dict[tuple[int, int], np.ndarray] = {}
        for one in results.choices[first:last]:
            key = int(one[SEAT]), int(one[STREET])
            earlier = before.get(key)
            before[key] = one
            if earlier is None or not (earlier[LEGAL] >> SMALL & 1 and one[LEGAL] & 1):
                continue
            was, now = program.policy[earlier[ROW]] / 255, program.policy[one[ROW]] / 255
            stayed = 1 - was[FOLDS]  # who folded decides no more
            if not stayed:
                continue
            raises, folds = 1 - (was[CALLS] - was[FOLDS]) / stayed, now[FOLDS]
            products.append(((earlier[CHOICE] > CALLS) - raises) * ((one[CHOICE] == FOLDS) - folds))
            variances.append(raises * (1 - raises) * folds * (1 - folds))
    return np.array(products), np.array(variances)


@pytest.mark.parametrize(
    "game", [pytest.param("seven-card-stud", marks=pytest.mark.nightly), "three-card-draw"]
)
def test_decisions_of_one_round_are_independent(game: str) -> None:
    products, variances = _raises_and_folds(game)
    error = np.sqrt(variances.sum())
    assert error > 3  # many pairs where both were open
    assert abs(products.sum()) < 4 * error
