"""How profiles of the trained player perceive chances and other players, in games with their own kernels."""

from __future__ import annotations

from math import exp, log, pi, sqrt
from typing import Any, NamedTuple

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
def random_error(state: Any, profile: Any) -> float:
    """A random error of a profile, in log-odds."""
    if profile[ERROR] <= 0.0:
        return 0.0
    return float(profile[ERROR] * _OF_LOGISTIC * log_odds(luck(state)))


@njit
def perceived_chance(state: Any, chance: float, better: float, profile: Any) -> float:
    """A chance as a profile sees it: better by `better` log-odds, and off by its error."""
    if better == 0.0 and profile[ERROR] == 0.0:
        return chance
    return chance_of(log_odds(chance) + better + random_error(state, profile))


@njit
def players_read(state: Any, others: int, profile: Any) -> int:
    """The number of `others` who showed strength that a profile takes into account (`reading`)."""
    if profile[READING] >= 1.0:
        return others
    return int(others * profile[READING] + luck(state))


class ClaimLog(NamedTuple):
    """Claims of trained players, to compare chances with results: in `rows` the columns `CLAIM_…`, and how many there
    are. Without room nothing is recorded.
    """

    rows: Any
    count: Any

    def claims(self) -> NDArray[np.float64]:
        """The claims that were recorded."""
        return np.asarray(self.rows[: self.count[0]])


CLAIM_CELL, CLAIM_STAGE, CLAIM_CHANCE, CLAIM_TRUE = range(4)
"""A claim's cell in a calibration, its stage of the round, its chance to be true, and whether it was."""


def new_claim_log(room: int = 0) -> ClaimLog:
    """A log with room for some claims."""
    return ClaimLog(np.zeros((room, 4)), np.zeros(1, np.int64))


@njit
def log_claim(log: ClaimLog, cell: int, stage: int, chance: float, true: bool) -> None:
    """Record a claim, where there is room."""
    place = log.count[0]
    if place < log.rows.shape[0]:
        log.rows[place, CLAIM_CELL] = cell
        log.rows[place, CLAIM_STAGE] = stage
        log.rows[place, CLAIM_CHANCE] = chance
        log.rows[place, CLAIM_TRUE] = true
        log.count[0] = place + 1
