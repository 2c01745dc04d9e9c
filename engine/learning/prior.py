"""How to bet before anything is learned: by the chance of a bucket's hands and the price alone.

Learning starts here and not from nothing, which saves it half of its time: the chances are known already.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.learning.chances import chance_told
from engine.policy import BUCKETS, CALLS, CHOICES, FOLDS, LIVE, PRICES, RAISED, SMALL, STAGES

_PLAYERS = np.array([2.0, 3.0, 4.0, 5.5])
_COSTS = np.array([0.1, 0.25, 0.6])
"""What a call costs beside the pot, in the three parts that the policy tells apart."""
_BETS_AT, _RAISES_AT, _STEP = 1.3, 1.7, 0.35
"""Shares of the pot, in fair shares, above which to bet and to raise, and what each raise before adds."""
_SURE = 0.8


def prior(programme: Any) -> NDArray[np.float64]:
    """A strategy: `engine.policy.FLAT` rows x choices."""
    out = np.zeros((STAGES, BUCKETS, LIVE, PRICES, 2, CHOICES))
    for stage in range(STAGES):
        streets = np.flatnonzero(programme.stages[1 : programme.streets + 1] == stage) + 1
        street = int(streets[0]) if len(streets) else programme.streets
        cuts = programme.cuts[street]
        middle = np.concatenate([[cuts[0] - 0.5], (cuts[1:] + cuts[:-1]) / 2, [cuts[-1] + 0.5]])
        for asked in range(PRICES):
            priced = 0 < asked < PRICES - 1
            raises = 0 if asked == 0 else 1 + (asked - 1) // RAISED if priced else 1
            chance = chance_told(programme.odds[street], middle[:, None], _PLAYERS, raises)
            share = chance * _PLAYERS
            lifts = share > (_RAISES_AT + _STEP * raises if priced else _BETS_AT)
            cost = _COSTS[(asked - 1) % 3] if priced else 0.0
            stays = chance * (1 + cost) > cost
            first = np.where(stays, CALLS, FOLDS)
            chosen = np.where(lifts, SMALL, first)
            rows = np.full((BUCKETS, LIVE, CHOICES), (1 - _SURE) / CHOICES)
            np.put_along_axis(rows, chosen[..., None], _SURE, axis=2)
            rows[..., CHOICES - 1] *= 0.1
            out[stage, :, :, asked] = rows[:, :, None] / rows.sum(-1)[:, :, None, None]
    return out.reshape(-1, CHOICES)
