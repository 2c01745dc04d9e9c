"""How often what is claimed at Liar's Poker is true, as learned players have seen it.

What is reckoned (`plan`) takes no notice of why one claims: who raises a claim can do no better, or holds
what it names. So a reckoned chance is told by what was seen of such chances at tables of learned players:
with so many players in and cards about, for the first claim of a round and later ones, part by part
(histogram binning: Zadrozny and Elkan, "Obtaining calibrated probability estimates", 2001).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import njit

MOST_IN = 10
STAGES = 4
"""First, second and third claims of a round, and later ones."""
PARTS = 32
"""Even parts of the reckoned chance; what is certain is a part of its own."""
_SHAPE = (MOST_IN - 1, MOST_IN + 1, STAGES, PARTS + 1)
_DOUBT = 4
"""So many cases of each part are taken to have been seen before, as true as they were reckoned to be."""
HEARD_CELL, HEARD_STAGE, HEARD_CHANCE, HEARD_TRUE = range(4)
"""Columns of what is heard: the cell of `truth` by its place, the number of the claim from 1, the chance that
it was told to have, and whether it was true.
"""
Floats = NDArray[np.float64]


def as_reckoned() -> Floats:
    """[players in less two, cards about less players in, claim of the round, part]: before anything is known,
    the chance as it is reckoned.
    """
    parts = np.append((np.arange(PARTS) + 0.5) / PARTS, 1.0)
    return np.broadcast_to(parts, _SHAPE).copy()


@njit
def cell_of(players_in: int, pooled: int, claims: int, chance: float) -> int:
    """The place in the truth, laid flat, of a claim's reckoned chance: so many are in and hold so many cards,
    and it is that claim of the round, from 1.
    """
    row = (min(players_in, MOST_IN) - 2) * (MOST_IN + 1) + min(pooled - players_in, MOST_IN)
    part = PARTS if chance > 1.0 - 1e-9 else int(chance * PARTS)
    return (row * STAGES + min(claims, STAGES) - 1) * (PARTS + 1) + part


def truth_of(heard: Floats) -> Floats:
    """What `heard` tells of every cell."""
    cells = heard[:, HEARD_CELL].astype(int)
    prior = as_reckoned().ravel()
    count = np.bincount(cells, minlength=len(prior))
    true = np.bincount(cells, heard[:, HEARD_TRUE], len(prior))
    return np.round((true + _DOUBT * prior) / (count + _DOUBT), 4).reshape(_SHAPE)
