"""How the settings of trained players of Liar's Poker are tuned (`engine.special.liars_poker.settings`).

Coordinate by coordinate a step up and a step down are tried, on the same cards, at tables with plain players of every
kind. The best settings win: by what their player wins alone among plain ones, and by what players of these settings lose
to a single plain one. With so few numbers this needs no table of regrets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engine.catalogue.model import Variant, largest_table
from engine.compile.jit import kernel
from engine.kernel.record import Span
from engine.players.profiles import profile_rows
from engine.players.training.store import Arrays
from engine.special.batch import PAID, WON, clear, new_state, seed_chain
from engine.special.liars_poker.game import TRAINING, LiarsTable, play_pot
from engine.special.liars_poker.plan import claim_chances
from engine.special.liars_poker.settings import (
    MOST,
    SHAPE,
    SIZES,
    Floats,
    SettingsRecipe,
    start,
    uncalibrated,
)
from engine.special.perception import CLAIM_CELL, CLAIM_TRUE, new_claim_log
from engine.special.training import claim_cases, fill_claim_log

_DOUBT = 4
"""Cases that the computed chance of a part counts for."""
_STEPS = ((0.25, 0.12, 0.06), (0.12, 0.06, 0.12), (0.3, 0.1, 0.1))
"""Steps of each setting, turn by turn."""
_SETTLES = 8
"""Calibrations at last, of which the mean is taken: another calibration leads to other calls."""
_BOUNDS = ((0.1, 0.3, 0.0), (3.0, 1.0, 1.0))
_OTHERS = ("plain-steady", "plain-tight", "plain-loose", "plain-bold", "plain-cautious")
Worth = Callable[[Floats, Floats, Floats, int, int, int], float]
"""Net of the first profile's player, in stakes a pot, its seat moving on from pot to pot: by (settings,
calibration, profiles, seed, first pot, pots).
"""
Calibrate = Callable[[Floats, Floats, int, int], Floats]
"""The calibration among players of some settings and an earlier calibration: by (settings, calibration, claims at
each table, seed).
"""


def fit_calibration(log: Floats) -> Floats:
    """The calibration by logged claims, rows of `CLAIM_…`."""
    cells = log[:, CLAIM_CELL].astype(int)
    prior = uncalibrated().ravel()
    count = np.bincount(cells, minlength=len(prior))
    true = np.bincount(cells, log[:, CLAIM_TRUE], len(prior))
    return np.round((true + _DOUBT * prior) / (count + _DOUBT), 4).reshape(SHAPE)


def tune_settings(worth: Worth, calibrate: Calibrate, recipe: SettingsRecipe) -> tuple[Floats, Floats]:
    """The settings by players in, and the calibration of claims among such players: fitted again after every turn,
    and at last until it settles.
    """
    tables = [
        (sign, profile_rows([one, *[others] * (MOST - 1)]))
        for name in _OTHERS
        for sign, one, others in ((1, "regular", name), (-1, name, "regular"))
    ]
    settings = start()
    calibration = calibrate(settings, uncalibrated(), recipe.claims, recipe.seed)
    for turn in range(recipe.turns):
        for size in range(len(SIZES)):
            for setting in range(3):
                first = ((turn * len(SIZES) + size) * 3 + setting) * recipe.pots
                step = _STEPS[setting][turn % len(_STEPS[setting])]
                tried = [settings.copy() for _ in range(3)]
                for number, moved in enumerate(tried):
                    value = moved[size, setting] + (number - 1) * step
                    moved[size, setting] = np.clip(value, _BOUNDS[0][setting], _BOUNDS[1][setting])
                won = [
                    sum(
                        sign * worth(moved, calibration, rows, recipe.seed, first, recipe.pots)
                        for sign, rows in tables
                    )
                    for moved in tried
                ]
                settings = tried[int(np.argmax(won))]
        calibration = calibrate(settings, calibration, recipe.claims, recipe.seed + 10 * turn)
    settings = np.round(settings, 3)
    for again in range(_SETTLES):
        fitted = calibrate(settings, calibration, recipe.claims, recipe.seed + 1000 * (again + 1))
        calibration = calibration + (fitted - calibration) / (again + 1)
    return settings, np.round(calibration, 4)


@kernel
def won_by_one(state: Any, table: LiarsTable, span: Span) -> int:
    """What the player of the first profile wins in the pots of a span, in chips; it moves on a seat a pot."""
    players = table.profiles.shape[0]
    won = 0
    for number in range(span.number, span.last):
        seated = np.empty_like(table.profiles)
        for place in range(players):
            seated[(place + number) % players] = table.profiles[place]
        clear(state)
        seed_chain(state, span.seed, number)
        there = LiarsTable(table.chances, seated, table.settings, table.calibration, table.stake, table.log)
        play_pot(state, there, 0)
        won += state.seats[number % players, WON] - state.seats[number % players, PAID]
    return won


@kernel
def log_pots(state: Any, table: LiarsTable, span: Span) -> None:
    fill_claim_log(play_pot, state, table, span)


def claims_of_regulars(settings: Floats, calibration: Floats, players: int, most: int, seed: int) -> Floats:
    """[claim, column]: claims logged at a table of trained players, at most `most`."""
    log = new_claim_log(most)
    profiles = profile_rows(["regular"] * players)
    table = LiarsTable(claim_chances(), profiles, settings, calibration.ravel(), 1, log)
    log_pots(new_state(players), table, Span(seed, 0, most, 0))
    return log.claims()


def train(variant: Variant, players: int, recipe: SettingsRecipe) -> Arrays:
    """Tune the settings for every number of players in, with the calibration of claims among such players."""
    sizes = range(variant.players[0], largest_table(variant) + 1)

    def worth(
        settings: Floats, calibration: Floats, profiles: Any, seed: int, first: int, pots: int
    ) -> float:
        table = LiarsTable(claim_chances(), profiles, settings, calibration.ravel(), 1, new_claim_log())
        span = Span(seed, first, first + pots, 0)
        return won_by_one(new_state(len(profiles)), table, span) / pots

    def calibrate(settings: Floats, calibration: Floats, claims: int, seed: int) -> Floats:
        return fit_calibration(
            np.concatenate(
                [claims_of_regulars(settings, calibration, size, claims, seed + size) for size in sizes]
            )
        )

    settings, calibration = tune_settings(worth, calibrate, recipe)
    return {"settings": settings, "calibration": calibration}


def cases(variant: Variant, players: int, hands: int, seed: int) -> Floats:
    """Of `hands` claims at a table of trained players that another could call: the number in the round (4 for
    later ones), the chance that it is true, one in how many is, and whether it is.
    """
    model = TRAINING.arrays(variant)
    log = claims_of_regulars(model["settings"], model["calibration"], players, hands, seed)
    return claim_cases(log)
