"""The settings of a trained player of Liar's Poker, how they are tuned, and how often claims turn out true.

For each number of players in there are three: how sure to be before calling, how far above the surest claim to go,
and how far to believe the last claimant. Coordinate by coordinate a step up and a step down are tried, on the
same cards, at tables with plain players of every kind. The best settings win: by what their player wins alone among plain ones,
and by what players of these settings lose to a single plain one. With so few numbers this needs no table of regrets.

The computed chance of a claim (`plan`) ignores why a player makes it: one who raises a claim may hold what it names, or
have no better one. So chances are calibrated by what was seen at tables of trained players, for each number of players
in and of cards, for the first claim of a round and later ones, part by part (histogram binning: Zadrozny and Elkan,
"Obtaining calibrated probability estimates", 2001).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.compile.jit import njit
from engine.players.profiles import profile_rows
from engine.special.perception import CLAIM_CELL, CLAIM_TRUE

MOST_IN = 10
STAGES = 4
"""First, second and third claims of a round, and later ones."""
PARTS = 32
"""Even parts of the computed chance; certain claims form another part."""
_SHAPE = (MOST_IN - 1, MOST_IN + 1, STAGES, PARTS + 1)
_DOUBT = 4
"""Cases that the computed chance of a part counts for."""
Floats = NDArray[np.float64]


def uncalibrated() -> Floats:
    """Return a calibration that leaves the computed chance unchanged: [players in less two, cards dealt less players
    in, claim of the round, part].
    """
    parts = np.append((np.arange(PARTS) + 0.5) / PARTS, 1.0)
    return np.broadcast_to(parts, _SHAPE).copy()


@njit
def cell_of(players_in: int, pooled: int, claims: int, chance: float) -> int:
    """The cell, in the flat calibration, of a claim's computed chance; `claims` is its number in the round, from 1."""
    row = (min(players_in, MOST_IN) - 2) * (MOST_IN + 1) + min(pooled - players_in, MOST_IN)
    part = PARTS if chance > 1.0 - 1e-9 else int(chance * PARTS)
    return (row * STAGES + min(claims, STAGES) - 1) * (PARTS + 1) + part


def fit_calibration(log: Floats) -> Floats:
    """The calibration by logged claims, rows of `CLAIM_…`."""
    cells = log[:, CLAIM_CELL].astype(int)
    prior = uncalibrated().ravel()
    count = np.bincount(cells, minlength=len(prior))
    true = np.bincount(cells, log[:, CLAIM_TRUE], len(prior))
    return np.round((true + _DOUBT * prior) / (count + _DOUBT), 4).reshape(_SHAPE)


CALLS, GREED, TRUST = range(3)
"""calls: weight of the chance of a lie when it is compared with that of the surest claim. greed: the highest
claim is made whose chance is at least this part of the surest one's. trust: chance that the last claimant holds
what it named.
"""
MOST = 6
"""Larger tables are played with the settings of a table of six."""
SIZES = range(2, MOST + 1)
_START = (0.8, 1.0, 0.95)
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


@dataclass(frozen=True, kw_only=True)
class SettingsRecipe:
    """turns: how often each setting is tried. pots: played for each trial at each table. claims: number at each
    table that the calibration is fitted to.
    """

    turns: int = 2
    pots: int = 1500
    claims: int = 50_000
    seed: int = 19


def start() -> Floats:
    """The settings before tuning: [players in less two, setting]."""
    return np.tile(np.array(_START), (len(SIZES), 1))


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
