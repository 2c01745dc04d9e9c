"""The standing of a hand: the share of the hands of a betting round that it beats.

`quantiles[street]` are scores that cut the hands seen at that street into equal parts
(`engine.players.training.quantiles`), so a standing means the same in every game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.compile.jit import njit
from engine.kernel.program import QUANTILES
from engine.kernel.value import HIGH, high_value

LOWS = 0
"""The row of the quantiles that is for lows; the others are for the streets, from 1."""
PARTS = 2 * QUANTILES + 2
"""A standing is a number of these parts: two for each quantile that is beaten, one for each that is tied."""
PART = np.arange(PARTS) / PARTS
"""Standings as shares of one: a look-up is quicker than a division."""


@njit(forceinline=True)
def _below(quantiles: Any, row: int, score: int) -> int:
    """Return the number of a row's quantiles below a score. Searches by quarters, because three comparisons at once
    cost as much as one.
    """
    at = 0
    quarter = QUANTILES >> 2
    while quarter:
        past = quantiles[row, at + quarter - 1] < score
        half = quantiles[row, at + 2 * quarter - 1] < score
        most = quantiles[row, at + 3 * quarter - 1] < score
        at += quarter * (int(past) + int(half) + int(most))
        quarter >>= 2
    return at + int(quantiles[row, at] < score)


@njit(forceinline=True)
def among(quantiles: Any, row: int, score: int) -> int:
    """The number of `PARTS` of some quantiles that a score beats, with half of those it ties."""
    return _below(quantiles, row, score) + _below(quantiles, row, score + 1) + 1


@njit(forceinline=True)
def standing_among(pg: Any, row: int, score: int) -> int:
    """The number of `PARTS` of the hands of a row that a score beats, with half of those it ties."""
    return among(pg.quantiles, row, score)


@njit(forceinline=True)
def standing_of(st: Any, pg: Any, seat: int) -> int:
    """The standing of a seat's hand in this round; 0 in the last if an open hand on the table beats it
    already.
    """
    if st.standing_known >> seat & 1:
        return int(st.standing[seat])
    score = high_value(st, pg, seat)
    standing = standing_among(pg, min(max(st.street, 1), pg.streets), score)
    if (
        st.street == pg.streets
        and st.any_open
        and pg.share == HIGH
        and score < st.open_best
        and st.open_best_seat != seat
    ):
        standing = 0
    st.standing[seat] = standing
    st.standing_known |= 1 << seat
    return standing
