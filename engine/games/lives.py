"""Games of lives: whose turn it is among those who have some left."""

from __future__ import annotations

from typing import Any

from engine.jit import njit


@njit
def next_player(left: Any, seat: int) -> int:
    """The nearest seat to the left that has a life left."""
    seat = (seat + 1) % left.shape[0]
    while left[seat] == 0:
        seat = (seat + 1) % left.shape[0]
    return seat


@njit
def opens_next(left: Any, loser: int) -> int:
    """The loser opens the next round, or, if that was the last life, the next player to the left."""
    return loser if left[loser] > 0 else next_player(left, loser)
