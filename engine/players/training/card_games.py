"""How the games that the interpreter plays are trained, and their compiled programs with the trained model.

A model holds the weights of hand strength and of the chance to win, the cuts between the parts of the hands, and the
betting table. It serves every size of table. Where the dealer adds something to a game, the betting table of the game
itself is used if the rounds are the same; the strength of hands is fitted again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from engine.catalogue import VARIANTS
from engine.catalogue.model import Op, Variant, largest_table
from engine.kernel.program import MAX_STREETS, PROGRAM, STRENGTH_TREES, compile_program
from engine.players.anchor import anchor_people
from engine.players.training.betting import Recipe, as_thresholds, trained_strategy
from engine.players.training.chances import (
    PEOPLE,
    PLAIN_TABLE,
    TRAINED,
    TREE_FIELDS,
    fit_bends,
    fit_odds,
    fit_strength,
    take_chances_as_computed,
)
from engine.players.training.quantiles import main_table, quantiles_of, set_quantiles
from engine.players.training.store import Arrays, Training, shipped_file, short_hash, write_model
from engine.terms import Limit

_FITTED = ("weights", "cuts", "odds")
"""Arrays of a model with a row for each betting round, row 0 unused."""
_NOT_RULES = {
    "quantiles",
    "open_quantiles",
    "all_open",
    "ends_with_bet",
    "stages",
    "finer_prices",
    "trees",
    *TREE_FIELDS,
    "bends",
    "policy",
    "anchored",
    "unseen",
    *_FITTED,
}
_RULES = sorted(set(PROGRAM.names or ()) - _NOT_RULES)
_LAYOUT = repr([(name, PROGRAM[name].shape) for name in (*_FITTED, "policy")])

_ROUNDS_UNKNOWN, _FEWEST_ROUNDS, _MOST_ROUNDS = 3, 3, 7
_MANY_TABLES, _ROUNDS_OF_MANY = 12, 5
"""Tables in a batch of games of five rounds and of no-limit games: with three times as many as `Recipe.tables`, exploiters gain
less at most of them. At six and seven rounds that would take a quarter of an hour a game, and at four rounds they gained more.
"""
_BATCHES, _RUNS = 50, 4
"""Batches a betting round, and runs: four runs of half the length cost twice as much as one of the whole. From their mean, with
finer prices, exploiters gain a fifth to three quarters less at two thirds of the games that were tried, and about as much at the
others. At Three-Card Draw with one-eyed cards wild they gained as much from eight runs as from four.
"""
_STRENGTH_HANDS = 30_000
"""Hands that the strengths of a shipped model are fitted to; from 12,000, trees explained a little less of hands not seen."""
_BATCHES_OF_CHASE = 150
"""Batches of a chase, whose hands take ten times as long as others. From four runs exploiters gained a third less than from two, from
six as much as from four.
"""


def _rounds(variant: Variant) -> int:
    return min(variant.rounds or _ROUNDS_UNKNOWN, _MOST_ROUNDS)


def full_recipe(variant: Variant) -> Recipe:
    """The recipe of a shipped model: the more betting rounds there are to learn, the longer."""
    rounds, limit = _rounds(variant), variant.betting.limit
    chase = any(step.op is Op.CHASE for step in variant.steps)
    batches = _BATCHES_OF_CHASE if chase else _BATCHES * max(rounds, _FEWEST_ROUNDS)
    many = rounds == _ROUNDS_OF_MANY or limit is Limit.NO
    return Recipe(
        batches=batches, tables=_MANY_TABLES if many else Recipe.tables, departures=0.6, exploiters=12, runs=_RUNS,
        strength_hands=_STRENGTH_HANDS,
        finer=limit in (Limit.HOUSE, Limit.NO), trees=STRENGTH_TREES, bends=True,
    )  # fmt: skip


def quick_recipe(variant: Variant) -> Recipe:
    """The recipe of a model that is trained at first use."""
    return Recipe(batches=20 + 3 * _rounds(variant), strength_hands=5000, odds_hands=5000)


def rules_hash(variant: Variant) -> str:
    """A hash of a game's compiled rules and of the layout of a model.

    A rule that is 0 for a game doesn't change its hash, so a new rule invalidates only the models of games that have
    it.
    """
    program = compile_program(variant, main_table(variant))
    values = ((name, np.asarray(program[name])) for name in _RULES)
    return short_hash(_LAYOUT, *(name.encode() + value.tobytes() for name, value in values if value.any()))


def train(variant: Variant, _players: int, recipe: Recipe) -> Arrays:
    """Train a game by a recipe; the arrays of its model."""
    program = _with_quantiles(variant)
    tables = tables_of("regular", variant)
    seed = recipe.seed
    if program.chase:
        take_chances_as_computed(program)
    else:
        fit_strength(program, main_table(variant), recipe.strength_hands, seed + 1, recipe.trees)
        fit_odds(program, [PLAIN_TABLE[: main_table(variant)]], recipe.odds_hands // 2, seed + 3)
    if not _use_betting_of_base(program, variant):
        if program.chase and recipe.batches < _BATCHES_OF_CHASE:
            # so few hands can't fill separate rows: at No Peek exploiters gained half as much again
            program.stages[:] = 0
        strategy = trained_strategy(program, variant.unit, recipe, largest_table(variant), variant.players[0])
        program.policy[:] = as_thresholds(strategy)
    if not program.chase:
        fit_odds(program, tables, recipe.odds_hands, seed + 2)
        if recipe.bends:
            fit_bends(program, tables, recipe.odds_hands, seed + 4)
    _fit_people(program, variant, recipe)
    arrays = {name: program[name][: program.streets + 1].astype(np.float32) for name in _FITTED}
    arrays["policy"] = program.policy.copy()
    if program.chase:
        arrays["stages"] = program.stages.copy()
    if program.finer_prices:
        arrays["finer_prices"] = np.array(program.finer_prices)
    if program.trees:
        arrays["trees"] = np.array(program.trees)
        arrays |= {name: program[name][: program.streets + 1].copy() for name in TREE_FIELDS}
        arrays["tree_cut"] = arrays["tree_cut"].astype(np.float32)
    if program.bends.any():
        arrays["bends"] = program.bends[: program.streets + 1].copy()
    return arrays


def _fit_people(program: Any, variant: Variant, recipe: Recipe) -> None:
    """Fit the chances that apply where people sit at the table; in a chase they are the same at every table."""
    anchor_people(program)
    if program.chase:
        return
    fit_odds(program, tables_of("friends", variant), recipe.odds_hands, recipe.seed + 5, PEOPLE)


def refit_people(variant: Variant) -> None:
    """Fit the chances among people again in the shipped model of a game, after `friends` have changed."""
    shipped = TRAINING.shipped(variant)
    if shipped is None:
        return
    program = _with_quantiles(variant)
    fill_program(program, shipped.arrays)
    _fit_people(program, variant, full_recipe(variant))
    odds = program["odds"][: program.streets + 1].astype(np.float32)
    odds[:, TRAINED] = shipped.arrays["odds"][:, TRAINED]
    write_model(
        shipped_file(variant), rules_hash(variant), shipped._replace(arrays={**shipped.arrays, "odds": odds})
    )


TRAINING = Training(rules=rules_hash, train=train, recipe=full_recipe, quick=quick_recipe)


def is_trained(variant: Variant) -> bool:
    """Whether there is a model of a game, so that it can be played without training it first.

    >>> from engine.catalogue import VARIANTS
    >>> is_trained(VARIANTS["baseball"])
    True
    """
    return TRAINING.find(variant) is not None


def train_game(variant: Variant) -> None:
    """Train a game unless there is a model of it: takes seconds."""
    trained_program(variant)


@lru_cache(maxsize=1024)
def trained_program(variant: Variant, training: bool = True) -> Any:
    """Return a game's program with its model. Not to be changed.

    Trains a game that has none, which takes seconds. Without `training`, a game with additions that has no
    shipped model is played by the model of the game itself, if the betting is the same, whatever this machine
    has trained before: a seed then stands for the same hands everywhere.

    >>> trained_program(VARIANTS["baseball"]).policy.shape  # rows of `betting_table`, all choices but the last
    (90720, 4)
    """
    program = _with_quantiles(variant)
    shipped = TRAINING.shipped(variant)
    if shipped:
        fill_program(program, shipped.arrays)
    elif training or not _fill_from_base(program, variant):
        fill_program(program, TRAINING.arrays(variant))
    anchor_people(program)
    return program


@lru_cache(maxsize=1024)
def plain_program(variant: Variant) -> Any:
    """Return a game's program for plain players, who need no model. Not to be changed.

    >>> program = plain_program(VARIANTS["baseball"])
    >>> int(program.streets), bool(program.policy.any())  # betting rounds; no betting table
    (5, False)
    """
    return _with_quantiles(variant)


def tables_of(profile: str, variant: Variant) -> list[list[str]]:
    """A table of such players of every size that a game takes."""
    return [[profile] * size for size in range(variant.players[0], largest_table(variant) + 1)]


def _with_quantiles(variant: Variant) -> Any:
    program = compile_program(variant, main_table(variant))
    set_quantiles(program, quantiles_of(variant))
    return program


def fill_program(program: Any, arrays: Arrays) -> None:
    """Fill a program with a model."""
    for name, values in arrays.items():
        if values.ndim:
            program[name][: len(values)] = values
        else:
            program[name] = values


def _fill_from_base(program: Any, variant: Variant) -> bool:
    """Fill the program of a game with additions from the model of the game itself, round by round."""
    base = VARIANTS.get(variant.id)
    if base is None or base == variant:
        return False
    trained = trained_program(base)
    if (trained.limit, trained.chase) != (program.limit, program.chase):
        return False
    source = -(-np.arange(MAX_STREETS) * trained.streets // program.streets)
    for name in (*_FITTED, *TREE_FIELDS, "stages", "bends"):
        program[name][:] = trained[name][np.minimum(source, MAX_STREETS - 1)]
    for name in ("finer_prices", "trees"):
        program[name] = trained[name]
    program.policy[:] = trained.policy
    return True


def _use_betting_of_base(program: Any, variant: Variant) -> bool:
    """Give a program the betting table of the game without additions, if it ships and the rounds are the same."""
    base = VARIANTS.get(variant.id)
    if base is None or base == variant:
        return False
    rules = compile_program(base, main_table(base))
    shipped = TRAINING.shipped(base)
    if shipped is None or (rules.streets, rules.limit) != (program.streets, program.limit):
        return False
    betting = ("policy", "finer_prices", "stages")
    fill_program(program, {name: shipped.arrays[name] for name in betting if name in shipped.arrays})
    return True
