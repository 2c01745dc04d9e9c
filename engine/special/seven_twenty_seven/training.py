"""How the betting of 7/27 is trained: the chance to win and the betting table, in turns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.kernel.program import MAX_PLAYERS
from engine.players.betting_table import BUCKETS, CHOICES, FLAT, LIVE
from engine.players.training.chances import BUCKET_EDGES, fit_logistic
from engine.players.training.regret import as_bytes, first_betting, middles
from engine.players.training.store import Arrays
from engine.special.choice_table import SEEN, ChoiceRecipe, Play, train_choices
from engine.special.seven_twenty_seven.betting import COLUMNS, SAW_ODDS, SAW_STAGE, STAGES

Floats = NDArray[np.float64]
PlayCases = Callable[[Arrays, int, int, int], Floats]
"""Plays hands at a table of trained players by (model, players, hands, seed), and returns cases as
`engine.special.choice_table.record_cases` leaves them.
"""
_CASES = 20_000
_WEIGHT, _CHOICES = 4.0, 256
PARTS = 24
"""Parts of the hands that have a chance each."""


@dataclass(frozen=True, kw_only=True)
class CountRecipe(ChoiceRecipe):
    """chance_hands: hands at each table that chances are fitted to."""

    chance_hands: int = 300_000


def untrained() -> Arrays:
    """A model that takes the plan's share for the chance, and cuts the hands evenly by their log-odds."""
    weights = np.zeros((STAGES, COLUMNS))
    weights[:, 1] = 1.0
    edges = np.linspace(-4.0, 3.0, PARTS - 1)
    middle = np.concatenate([edges[:1], (edges[1:] + edges[:-1]) / 2, edges[-1:]])
    return {
        "weights": weights,
        "cuts": np.tile(np.linspace(-3.0, 2.0, BUCKETS - 1), (STAGES, 1)),
        "policy": np.zeros((FLAT, CHOICES), np.uint8),
        "edges": np.tile(edges, (MAX_PLAYERS, STAGES, 1)),
        "shares": np.tile(1 / (1 + np.exp(-middle)), (MAX_PLAYERS, STAGES, 1)),
    }


def fit_chances(model: Arrays, players: int, cases: Floats) -> None:
    """Fit the chances of a table to what its hands won, part by part (histogram binning: Zadrozny and Elkan,
    "Obtaining calibrated probability estimates", 2001).
    """
    for stage in range(STAGES):
        of_stage = cases[cases[:, SAW_STAGE] == stage]
        edges = np.quantile(of_stage[:, SAW_ODDS], np.arange(1, PARTS) / PARTS)
        part = np.searchsorted(edges, of_stage[:, SAW_ODDS])
        count = np.bincount(part, minlength=PARTS)
        model["edges"][players - 1, stage] = edges
        model["shares"][players - 1, stage] = (np.bincount(part, of_stage[:, SEEN], PARTS) + 0.5) / (
            count + 1
        )


def fit_weights(model: Arrays, cases: Floats) -> None:
    """Fit the weights of a chance and cut the hands, stage by stage."""
    for stage in range(STAGES):
        of_stage = cases[cases[:, SAW_STAGE] == stage]
        weights = fit_logistic(of_stage[:, :COLUMNS], of_stage[:, SEEN])
        model["weights"][stage] = np.round(weights, 4)
        model["cuts"][stage] = np.quantile(of_stage[:, :COLUMNS] @ model["weights"][stage], BUCKET_EDGES)


def first_strategy(cuts: Floats) -> Floats:
    """The strategy that training starts from: `FLAT` rows x choices."""

    def chance(stage: int, raises: int) -> Floats:
        middle = middles(cuts[min(stage, STAGES - 1)])
        return 1 / (1 + np.exp(-middle))[:, None] * np.ones(LIVE)

    return first_betting(chance)


def train_betting(
    play_cases: PlayCases, player: Callable[[Arrays], Play], sizes: range, recipe: CountRecipe
) -> Arrays:
    """Train the betting by a recipe.

    `player(model)` plays training hands. The betting tells who stays, and so what a chance is worth: both are
    fitted in turns, and at last the chances of every size of table.
    """
    model = untrained()
    model["policy"] = as_bytes(first_strategy(model["cuts"]))
    for turn in range(3):
        for again in range(2):
            seed = recipe.seed + 10 * turn + again
            tables = [play_cases(model, players, _CASES, seed) for players in sizes]
            fit_weights(model, np.concatenate(tables))
        if turn < 2:
            first = first_strategy(model["cuts"])
            model["policy"] = train_choices(player(model), first, _WEIGHT, recipe, _CHOICES, sizes)
    for players in sizes:
        cases = play_cases(model, players, recipe.chance_hands, recipe.seed + 100)
        fit_chances(model, players, cases[cases[:, SEEN] >= 0])
    return model
