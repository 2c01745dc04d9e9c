"""How betting is learned at 7/27: first what a chance is worth, then what to do with it, twice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.games.mind import SEEN, MindLearner, MindRecipe, Play
from engine.games.seven_twenty_seven.betting import (
    COLUMNS,
    SAW_ODDS,
    SAW_STAGE,
    STAGES,
)
from engine.learning.chances import BUCKET_EDGES, fit_logistic
from engine.policy import BUCKETS, CALLS, CHOICES, FLAT, FOLDS, LIVE, PRICES, RAISED, SMALL, STAGES as ROUNDS
from engine.programme import MAX_PLAYERS

Floats = NDArray[np.float64]
Hold = Callable[[Any, Any, Any, int], Floats]
"""Plays so many hands of a table of so many regulars by (policy, known, players, hands), and holds what is
seen against what comes of it: cases as `engine.games.mind.cases_of` leaves them.
"""
_CASES = 20_000
PARTS = 24
"""Parts of the hands whose chance is told by what they won."""
_SHARES = np.array([2.0, 3.0, 4.0, 5.5])
_COSTS = (0.1, 0.25, 0.6)
_BETS_AT, _RAISES_AT, _STEP, _SURE = 1.3, 1.7, 0.35, 0.8


@dataclass(frozen=True, kw_only=True)
class CountRecipe(MindRecipe):
    """chance_hands: from how many hands at each table chances are told."""

    chance_hands: int = 300_000


def unlearned() -> dict[str, NDArray[Any]]:
    """The share by the plan as it is, and hands cut evenly by their log-odds."""
    weights = np.zeros((STAGES, COLUMNS))
    weights[:, 1] = 1.0
    return {
        "weights": weights,
        "cuts": np.tile(np.linspace(-3.0, 2.0, BUCKETS - 1), (STAGES, 1)),
        "policy": np.zeros((FLAT, CHOICES), np.uint8),
        **{name: np.array([part] * MAX_PLAYERS) for name, part in _even().items()},
    }


def _even() -> dict[str, Floats]:
    """Edges of even log-odds, and the chances between them: what a table has before its hands are known."""
    edges = np.linspace(-4.0, 3.0, PARTS - 1)
    middle = np.concatenate([edges[:1], (edges[1:] + edges[:-1]) / 2, edges[-1:]])
    return {"edges": np.tile(edges, (STAGES, 1)), "shares": np.tile(1 / (1 + np.exp(-middle)), (STAGES, 1))}


def tell_chances(known: dict[str, NDArray[Any]], players: int, cases: Floats) -> None:
    """Have the chances of a table be what its hands were seen to win, part by part of them (histogram
    binning: Zadrozny and Elkan, "Obtaining calibrated probability estimates", 2001).
    """
    for stage in range(STAGES):
        found = cases[cases[:, SAW_STAGE] == stage]
        edges = np.quantile(found[:, SAW_ODDS], np.arange(1, PARTS) / PARTS)
        part = np.searchsorted(edges, found[:, SAW_ODDS])
        count = np.bincount(part, minlength=PARTS)
        known["edges"][players - 1, stage] = edges
        known["shares"][players - 1, stage] = (np.bincount(part, found[:, SEEN], PARTS) + 0.5) / (count + 1)


def weigh(known: dict[str, NDArray[Any]], cases: Floats) -> None:
    """Fit the weights of a chance and cut the hands, stage by stage."""
    for stage in range(STAGES):
        found = cases[cases[:, SAW_STAGE] == stage]
        weights = fit_logistic(found[:, :COLUMNS], found[:, SEEN])
        known["weights"][stage] = np.round(weights, 4)
        known["cuts"][stage] = np.quantile(found[:, :COLUMNS] @ known["weights"][stage], BUCKET_EDGES)


def start(cuts: Floats) -> Floats:
    """How to bet before anything is learned: by the chance of a part of the hands and the price alone."""
    out = np.zeros((ROUNDS, BUCKETS, LIVE, PRICES, 2, CHOICES))
    for stage in range(STAGES):
        middle = np.concatenate([
            [cuts[stage, 0] - 0.5], (cuts[stage, 1:] + cuts[stage, :-1]) / 2, [cuts[stage, -1] + 0.5]
        ])  # fmt: skip
        chance = 1 / (1 + np.exp(-middle))[:, None] * np.ones(LIVE)
        for asked in range(PRICES):
            priced = 0 < asked < PRICES - 1
            raises = 1 + (asked - 1) // RAISED if priced else 0
            lifts = chance * _SHARES > (_RAISES_AT + _STEP * raises if priced else _BETS_AT)
            cost = _COSTS[(asked - 1) % 3] if priced else 0.0
            chosen = np.where(lifts, SMALL, np.where(chance * (1 + cost) > cost, CALLS, FOLDS))
            rows = np.full((BUCKETS, LIVE, CHOICES), (1 - _SURE) / CHOICES)
            np.put_along_axis(rows, chosen[..., None], _SURE, axis=2)
            rows[..., CHOICES - 1] *= 0.1
            out[stage, :, :, asked] = (rows / rows.sum(-1, keepdims=True))[:, :, None]
    out[STAGES:] = 1 / CHOICES
    return out.reshape(-1, CHOICES)


def learn(
    hold: Hold, play: Callable[[Any], Play], sizes: range, recipe: CountRecipe
) -> dict[str, NDArray[Any]]:
    """Learn the betting by a recipe: weights and cuts of a chance, and the policy.

    `play(known)` plays exercises. What is learned in the first round tells who stays, and
    so what a chance is worth, which the second and the third begin with. At last the chances of each table
    are told by what was won there.
    """
    known = unlearned()
    known["policy"] = np.round(255 * start(known["cuts"])).astype(np.uint8)
    for turn in range(3):
        for again in range(2):
            cases = [hold(known, players, _CASES, recipe.seed + 10 * turn + again) for players in sizes]
            weigh(known, np.concatenate(cases))
        if turn < 2:
            learner = MindLearner(play(known), start(known["cuts"]), 4.0, recipe, 256)
            known["policy"] = learner.learn(sizes)
    tell_all(hold, known, sizes, recipe)
    return known


def tell_all(hold: Hold, known: dict[str, NDArray[Any]], sizes: range, recipe: CountRecipe) -> None:
    """Tell the chances of all tables by what is won there; weights, cuts and policy are left as they are."""
    for players in sizes:
        cases = hold(known, players, recipe.chance_hands, recipe.seed + 100)
        tell_chances(known, players, cases[cases[:, SEEN] >= 0])
