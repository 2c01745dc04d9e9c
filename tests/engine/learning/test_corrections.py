"""The trees that correct the strength of hands."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.catalogue import VARIANTS
from engine.kernel.hand_features import CASE
from engine.kernel.program import STRENGTH_TREES
from engine.kernel.regression_trees import sum_of_trees
from engine.players.training.boosting import fit_corrections
from engine.players.training.card_games import plain_program
from engine.players.training.chances import TREE_FIELDS, fit_strength, unbet_cases


def test_corrections_find_what_a_weighted_sum_cant_say() -> None:
    """Two columns that count only together, on rows that weren't seen; where nothing is lacking, next to nothing is added."""
    rng = np.random.default_rng(5)
    rows = rng.random((2, 30_000, 5)).astype(np.float32)
    known = rows[..., 4].astype(float)
    truth = known + 2.0 * ((rows[..., 0] > 0.5) != (rows[..., 1] > 0.5)) - 1.0
    share = (rng.random(truth.shape) < 1 / (1 + np.exp(-truth))).astype(float)

    def added(share: Any, offset: Any) -> Any:
        trees, here = fit_corrections(rows[0], share[0], offset[0], STRENGTH_TREES, rng)
        unseen = np.array([sum_of_trees(row, STRENGTH_TREES, *trees) for row in rows[1, :2000]])
        seen = [sum_of_trees(row, STRENGTH_TREES, *trees) for row in rows[0, :50]]
        np.testing.assert_allclose(here[:50], seen, atol=1e-5)
        return unseen

    found = known[1, :2000] + added(share, known)
    assert np.mean((found - truth[1, :2000]) ** 2) < 0.1, "1 without trees"
    plain = (rng.random(truth.shape) < 1 / (1 + np.exp(-known))).astype(float)
    assert np.abs(added(plain, known)).mean() < 0.1


def test_trees_foretell_omaha_better_than_the_weighted_sum() -> None:
    """At the river, on hands to which nothing was fitted; and the kernel adds up what was fitted."""
    program = plain_program(VARIANTS["omaha"]).copy()
    explained = []
    for trees in (0, STRENGTH_TREES):
        fit_strength(program, 6, 4000, 7, trees)
        share, strength = _river(program)
        explained.append(np.corrcoef(strength, share)[0, 1] ** 2)
    assert explained[1] > 1.03 * explained[0]


def _river(program: Any) -> tuple[Any, Any]:
    """Shares of the pot at the river, and the strengths that won them, as chances."""
    cases = unbet_cases(program, 6, 6000, 8).of_street(program.streets)
    features, strength = cases.seen[:, CASE:], cases.seen[:, 8]
    last = [program[name][program.streets] for name in TREE_FIELDS]
    expected = features @ program.weights[program.streets]
    expected += [sum_of_trees(row, program.trees, *last) for row in features]
    np.testing.assert_allclose(strength, expected, atol=1e-9)
    return cases.share, 1 / (1 + np.exp(-strength))
