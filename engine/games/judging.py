"""How the profile of a learned player bends what it sees, in games with kernels of their own."""

from __future__ import annotations

from math import exp, log, pi, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.games.batch import luck
from engine.jit import njit
from engine.profiles import ERROR, READING

_EDGE = 1e-6
_OF_LOGISTIC = sqrt(3.0) / pi
"""What a logistic draw is multiplied by to have a standard deviation of one."""


@njit
def log_odds(chance: float) -> float:
    """The log-odds of a chance, which is kept off 0 and 1."""
    chance = min(max(chance, _EDGE), 1.0 - _EDGE)
    return log(chance / (1.0 - chance))


@njit
def chance_of(odds: float) -> float:
    """The chance that has such log-odds."""
    return 1.0 / (1.0 + exp(-odds))


@njit
def misjudged(sheet: Any, profile: Any) -> float:
    """By how many log-odds a profile errs, drawn now."""
    if profile[ERROR] <= 0.0:
        return 0.0
    return float(profile[ERROR] * _OF_LOGISTIC * log_odds(luck(sheet)))


@njit
def judged(sheet: Any, chance: float, better: float, profile: Any) -> float:
    """A chance as a profile sees it: `better` by so many log-odds, and wrong by its error."""
    if better == 0.0 and profile[ERROR] == 0.0:
        return chance
    return chance_of(log_odds(chance) + better + misjudged(sheet, profile))


@njit
def read_of(sheet: Any, others: int, profile: Any) -> int:
    """How many of the others who showed strength a profile takes in: all, or a part (`reading`)."""
    if profile[READING] >= 1.0:
        return others
    return int(others * profile[READING] + luck(sheet))


def claims_as_cases(stage: Any, chance: Any, true: Any) -> NDArray[np.float64]:
    """Claims as `Training.cases` has them: round, chance, one in how many of the round's is true (all of them
    where none is), and whether it is.
    """
    one_in = np.zeros(len(stage))
    for number in np.unique(stage):
        one_in[stage == number] = 1 / max(true[stage == number].mean(), 1 / len(stage))
    return np.column_stack([stage, chance, one_in, true])
