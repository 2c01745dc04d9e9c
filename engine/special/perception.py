"""How a profile of a trained player sees chances and other players, in games with kernels of their own."""

from __future__ import annotations

from math import exp, log, pi, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.compile.jit import njit
from engine.players.profiles import ERROR, READING
from engine.special.batch import luck

_EDGE = 1e-6
_OF_LOGISTIC = sqrt(3.0) / pi
"""Scales a logistic draw to a standard deviation of one."""


@njit
def log_odds(chance: float) -> float:
    """The log-odds of a chance, which is clipped away from 0 and 1."""
    chance = min(max(chance, _EDGE), 1.0 - _EDGE)
    return log(chance / (1.0 - chance))


@njit
def chance_of(odds: float) -> float:
    """The chance of log-odds."""
    return 1.0 / (1.0 + exp(-odds))


@njit
def random_error(sheet: Any, profile: Any) -> float:
    """A random error of a profile, in log-odds."""
    if profile[ERROR] <= 0.0:
        return 0.0
    return float(profile[ERROR] * _OF_LOGISTIC * log_odds(luck(sheet)))


@njit
def seen_chance(sheet: Any, chance: float, better: float, profile: Any) -> float:
    """A chance as a profile sees it: better by `better` log-odds, and off by its error."""
    if better == 0.0 and profile[ERROR] == 0.0:
        return chance
    return chance_of(log_odds(chance) + better + random_error(sheet, profile))


@njit
def players_read(sheet: Any, others: int, profile: Any) -> int:
    """The number of `others` who showed strength that a profile takes into account (`reading`)."""
    if profile[READING] >= 1.0:
        return others
    return int(others * profile[READING] + luck(sheet))


def claim_cases(stage: Any, chance: Any, true: Any) -> NDArray[np.float64]:
    """Claims in the columns of `Training.cases`: round, chance, one in how many of the round's is true (all of them
    where none is), and whether it is.
    """
    one_in = np.zeros(len(stage))
    for number in np.unique(stage):
        one_in[stage == number] = 1 / max(true[stage == number].mean(), 1 / len(stage))
    return np.column_stack([stage, chance, one_in, true])
