"""How often claims at Liar's Poker are true, by their computed chance, as seen among trained players.

The computed chance (`plan`) ignores why a player claims: one who raises a claim may hold what it names, or have no
better one. So it is calibrated by what was seen at tables of trained players, for each number of players in and of
cards, for the first claim of a round and later ones, part by part (histogram binning: Zadrozny and Elkan,
"Obtaining calibrated probability estimates", 2001).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.compile.jit import njit

MOST_IN = 10
STAGES = 4
"""First, second and third claims of a round, and later ones."""
PARTS = 32
"""Even parts of the computed chance; certain claims form another part."""
_SHAPE = (MOST_IN - 1, MOST_IN + 1, STAGES, PARTS + 1)
_DOUBT = 4
"""Cases that the computed chance of a part counts for."""
LOGGED_CELL, LOGGED_STAGE, LOGGED_CHANCE, LOGGED_TRUE = range(4)
"""Columns of a logged claim: its cell in the calibration, its number in the round from 1, its calibrated chance, and
whether it was true.
"""
Floats = NDArray[np.float64]


def uncalibrated() -> Floats:
    """The computed chance itself: [players in less two, cards dealt less players in, claim of the round, part]."""
    parts = np.append((np.arange(PARTS) + 0.5) / PARTS, 1.0)
    return np.broadcast_to(parts, _SHAPE).copy()


@njit
def cell_of(players_in: int, pooled: int, claims: int, chance: float) -> int:
    """The cell, in the flat calibration, of a claim's computed chance; `claims` is its number in the round, from 1."""
    row = (min(players_in, MOST_IN) - 2) * (MOST_IN + 1) + min(pooled - players_in, MOST_IN)
    part = PARTS if chance > 1.0 - 1e-9 else int(chance * PARTS)
    return (row * STAGES + min(claims, STAGES) - 1) * (PARTS + 1) + part


def fit_calibration(log: Floats) -> Floats:
    """The calibration by logged claims, rows of `LOGGED_…`."""
    cells = log[:, LOGGED_CELL].astype(int)
    prior = uncalibrated().ravel()
    count = np.bincount(cells, minlength=len(prior))
    true = np.bincount(cells, log[:, LOGGED_TRUE], len(prior))
    return np.round((true + _DOUBT * prior) / (count + _DOUBT), 4).reshape(_SHAPE)
