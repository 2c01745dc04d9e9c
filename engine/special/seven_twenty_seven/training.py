"""How the betting of 7/27 is trained: the chance to win and the betting table, in turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.catalogue.model import Variant, largest_table
from engine.compile.jit import kernel, njit
from engine.players.betting_table import CALLS, LIVE
from engine.players.profiles import profile_rows
from engine.players.training.chances import BUCKET_EDGES, fit_logistic
from engine.players.training.regret import as_bytes, first_betting, middles
from engine.players.training.store import Arrays
from engine.special.batch import new_state
from engine.special.choice_table import SEEN, ChoiceTable
from engine.special.seven_twenty_seven.betting import (
    COLUMNS,
    SAW_CHANCE,
    SAW_ODDS,
    SAW_RIVALS,
    SAW_STAGE,
    STAGES,
)
from engine.special.seven_twenty_seven.game import (
    PACK,
    PARTS,
    TRAINING,
    CountRecipe,
    play_hand,
    table_of,
    untrained,
)
from engine.special.training import Play, TrainingHands, add_regrets, record_cases, train_choices

Floats = NDArray[np.float64]
PlayCases = Callable[[Arrays, int, int, int], Floats]
"""Plays hands at a table of trained players by (model, players, hands, seed), and returns cases as
`engine.special.training.record_cases` leaves them.
"""
_CASES = 20_000
_WEIGHT, _CHOICES = 4.0, 256


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


@njit(makes_arrays=True)
def play_alone(state: Any, table: Any, pot_in: int) -> None:
    """Play one hand by itself, in training."""
    play_hand(state, table, pot_in, PACK.copy(), True)


@kernel
def play_training_hands(state: Any, table: Any, hands: TrainingHands) -> None:
    add_regrets(play_alone, state, table, table.trained, hands)


@kernel
def play_cases(state: Any, table: Any, seed: int, first: int, last: int, cases: Any) -> None:
    """Record what players see and the outcome in hands `first` to `last` - 1 of a seed."""
    record_cases(play_alone, state, table, table.trained, (seed, first, last), CALLS, cases)


def train(variant: Variant, players: int, recipe: CountRecipe) -> Arrays:
    def cases(model: Arrays, players: int, hands: int, seed: int) -> Floats:
        return cases_of_regulars(variant, model, players, hands, seed)

    def player(model: Arrays) -> Play:
        def play_hands(trained: ChoiceTable, profiles: Floats, hands: TrainingHands) -> None:
            table = table_of(variant, profiles, model)._replace(trained=trained)
            play_training_hands(new_state(len(profiles)), table, hands)

        return play_hands

    return train_betting(cases, player, range(variant.players[0], largest_table(variant) + 1), recipe)


def cases_of_regulars(variant: Variant, model: Arrays, players: int, hands: int, seed: int) -> Floats:
    """Cases of a table of trained players, as `engine.special.training.record_cases` fills them."""
    cases = np.full((hands, SEEN + 1), -1.0)
    table = table_of(variant, profile_rows(["regular"] * players), model, room=1024)
    play_cases(new_state(players), table, seed, 0, hands, cases)
    return cases


def chance_cases(variant: Variant, players: int, hands: int, seed: int) -> Floats:
    """Cases of a table of trained players: round, chance, players in, share won."""
    cases = cases_of_regulars(variant, TRAINING.arrays(variant), players, hands, seed)
    cases = cases[cases[:, SEEN] >= 0]
    return np.column_stack([
        cases[:, SAW_STAGE] + 1, cases[:, SAW_CHANCE], cases[:, SAW_RIVALS] + 1, cases[:, SEEN],
    ])  # fmt: skip
