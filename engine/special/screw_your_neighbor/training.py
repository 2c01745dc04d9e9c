"""How trained players of Screw Your Neighbor learn when to swap."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards.bits import popcount
from engine.catalogue.model import Variant, largest_table
from engine.compile.jit import kernel, njit
from engine.players.training.store import Arrays
from engine.special.batch import WON, draw, new_state
from engine.special.choice_table import ChoiceRecipe, ChoiceTable
from engine.special.screw_your_neighbor.game import (
    KEEP,
    LIVES,
    MOST_PLAYERS,
    PACK,
    RANKS,
    ROWS,
    SWAP,
    NeighborTable,
    lose_lives,
    play_round,
)
from engine.special.training import TrainingHands, add_regrets, train_choices

_LIFE = 1000
_UNSURE, _WEIGHT = 0.1, 300.0


@njit(makes_arrays=True)
def play_training_round(state: Any, table: NeighborTable, pot_in: int) -> None:
    """Play one round at a table where some lives are lost. Each of those in then wins what the others lose of
    lives, shared by them, less what it loses itself, in `_LIFE`ths of a life.
    """
    players = state.seats.shape[0]
    alive = 2 + draw(state, players - 1)
    lives = np.zeros(players, np.int64)
    for seat in range(alive):
        lives[seat] = 1 + draw(state, LIVES)
    losers = play_round(state, table, lives, draw(state, alive), 1, PACK.copy())
    lost = popcount(losers) if lose_lives(losers, lives) else 0
    if lost:
        for seat in range(alive):
            own = losers >> seat & 1
            state.seats[seat, WON] = _LIFE * (lost - own) // (alive - 1) - _LIFE * own


@kernel
def play_training_hands(state: Any, table: NeighborTable, hands: TrainingHands) -> None:
    add_regrets(play_training_round, state, table, table.trained, hands)


def train(variant: Variant, players: int, recipe: ChoiceRecipe) -> Arrays:
    """Train when to swap, at tables of every size, beginning with a swap of every card below the middle."""
    first = np.full((ROWS // RANKS, RANKS, 2), _UNSURE)
    first[:, : RANKS // 2, SWAP] = first[:, RANKS // 2 :, KEEP] = 1.0 - _UNSURE

    def play_hands(trained: ChoiceTable, profiles: NDArray[np.float64], hands: TrainingHands) -> None:
        play_training_hands(new_state(len(profiles)), NeighborTable(profiles, 1, trained), hands)

    sizes = range(variant.players[0], largest_table(variant) + 1)
    return {"policy": train_choices(play_hands, first.reshape(ROWS, 2), _WEIGHT, recipe, MOST_PLAYERS, sizes)}
