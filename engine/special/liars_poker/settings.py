"""The settings of a trained player of Liar's Poker, and how often claims turn out true.

For each number of players in there are three: how sure to be before calling, how far above the surest claim to go,
and how far to believe the last claimant (`engine.special.liars_poker.training` tunes them).

The computed chance of a claim (`plan`) ignores why a player makes it: one who raises a claim may hold what it names, or
have no better one. So chances are calibrated by what was seen at tables of trained players, for each number of players
in and of cards, for the first claim of a round and later ones, part by part (histogram binning: Zadrozny and Elkan,
"Obtaining calibrated probability estimates", 2001).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.compile.jit import njit

MOST_IN = 10
STAGES = 4
"""First, second and third claims of a round, and later ones."""
PARTS = 32
"""Even parts of the computed chance; certain claims form another part."""
SHAPE = (MOST_IN - 1, MOST_IN + 1, STAGES, PARTS + 1)
Floats = NDArray[np.float64]


def uncalibrated() -> Floats:
    """Return a calibration that leaves the computed chance unchanged: [players in less two, cards dealt less players
    in, claim of the round, part].
    """
    parts = np.append((np.arange(PARTS) + 0.5) / PARTS, 1.0)
    return np.broadcast_to(parts, SHAPE).copy()


@njit
def cell_of(players_in: int, pooled: int, claims: int, chance: float) -> int:
    """The cell, in the flat calibration, of a claim's computed chance; `claims` is its number in the round, from 1."""
    row = (min(players_in, MOST_IN) - 2) * (MOST_IN + 1) + min(pooled - players_in, MOST_IN)
    part = PARTS if chance > 1.0 - 1e-9 else int(chance * PARTS)
    return (row * STAGES + min(claims, STAGES) - 1) * (PARTS + 1) + part


CALLS, GREED, TRUST = range(3)
"""calls: weight of the chance of a lie when it is compared with that of the surest claim. greed: the highest
claim is made whose chance is at least this part of the surest one's. trust: chance that the last claimant holds
what it named.
"""
MOST = 6
"""Larger tables are played with the settings of a table of six."""
SIZES = range(2, MOST + 1)
_START = (0.8, 1.0, 0.95)


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
