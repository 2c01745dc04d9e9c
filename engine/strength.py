"""What hands hold at each street of a game: the scores that cut them into equal parts."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.kernel.players import LOWS
from engine.kernel.state import MAX_SHARES, new_state
from engine.kernel.table import MAX_CHAIN, play_hands
from engine.low import NO_LOW
from engine.profiles import profile_rows
from engine.program import LEVELS, compile_program
from engine.record import SeatColumn, empty_record
from engine.variants.model import Variant

SAMPLED_HANDS = 1024
_SEED = 2002  # the year of PR; the levels are facts of a game, not of a run


@lru_cache(maxsize=256)
def levels_of(variant: Variant, players: int) -> NDArray[np.int64]:
    """The cutting scores of a game at a table of `players`, streets + 1 x `LEVELS`: row 0 is for the lows.

    From `SAMPLED_HANDS` hands in which nobody bets, exchanging, passing and choosing as in play.
    """
    program = compile_program(variant, players)
    state = new_state()
    state.players = players
    state.profiles[:players] = profile_rows(["caller"] * players)
    state.sampling = 1
    samples = np.full((SAMPLED_HANDS, program.streets + 1, players), -1, np.int64)
    rows = SAMPLED_HANDS * 2 + MAX_CHAIN
    record = empty_record(rows, players, actions=1, shares=rows * 8 + MAX_CHAIN * MAX_SHARES)
    _, filled = play_hands(
        state, program, np.full(players, 1_000_000, np.int64), _SEED, 0, SAMPLED_HANDS,
        record.hand, record.seat, record.actions, record.action_ends, record.shares, record.share_ends,
        0, samples,
    )  # fmt: skip
    cuts = np.stack([_cut(samples[:, street]) for street in range(samples.shape[1])])
    lows = record.seat[:filled, :, SeatColumn.LOW]
    cuts[LOWS] = _cut(np.where(lows > 0, NO_LOW - lows, -1))
    return cuts


def _cut(values: NDArray[np.int64]) -> NDArray[np.int64]:
    """The `LEVELS` values in the middle of as many equal parts of those that were sampled (-1 was not)."""
    seen = np.sort(values[values >= 0], axis=None)
    if len(seen) == 0:
        return np.zeros(LEVELS, np.int64)
    places = (np.arange(LEVELS) + 0.5) / LEVELS * len(seen)
    return np.ascontiguousarray(seen[places.astype(np.int64)])
