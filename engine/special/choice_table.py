"""A table of trained choices for the kernels of this folder, which `engine.special.training` fills.

A row is a situation, a column a choice; the table holds how often of 255 each choice is made. While players are
trained, the choices of a hand are recorded, and the hand is played again with some of them replaced.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.compile.jit import njit
from engine.special.batch import luck

Floats = NDArray[np.float64]
SEAT, ROW, LEGAL, CHOICE = range(4)
"""Columns of `ChoiceTable.log`."""
COUNT, FORCE_AT, FORCE_TO, STAY = range(4)
"""Places in `ChoiceTable.force`."""
SEEN = 20
"""Number of columns recorded at a choice."""
NOWHERE = -1
"""The place of the choice that is replaced, where none is."""


class ChoiceTable(NamedTuple):
    """policy[row, choice]: how often of 255. In training: log[…], the choices of a hand (seat, row, legal choices as
    bits, choice); seen[…], what the player saw at each; and force: the number of choices, the one that is replaced,
    its replacement, and whether later ones are replaced, too.
    """

    policy: Any
    log: Any
    seen: Any
    force: Any


def new_choice_table(policy: NDArray[np.uint8], room: int = 0) -> ChoiceTable:
    """A choice table; with room for `room` choices of a hand where players are trained."""
    force = np.array([0, NOWHERE, 0, 0])
    return ChoiceTable(policy, np.zeros((room, 4), np.int64), np.zeros((room, SEEN)), force)


@njit
def choose(state: Any, trained: ChoiceTable, seat: int, row: int, legal: int) -> int:
    """Draw one of the legal choices (bits) of a row; the highest where the table makes none of them."""
    total = 0.0
    choices = trained.policy.shape[1]
    for choice in range(choices):
        if legal >> choice & 1:
            total += trained.policy[row, choice]
    mark = luck(state) * total
    chosen = -1
    for choice in range(choices):
        if legal >> choice & 1 and (chosen < 0 or mark >= 0.0):
            chosen = choice
            mark -= trained.policy[row, choice]
    return record_choice(trained, seat, row, legal, chosen)


@njit
def see(trained: ChoiceTable, seen: Any) -> None:
    """In training: record the features that the player sees at the next choice."""
    place = trained.force[COUNT]
    if place < trained.seen.shape[0]:
        for column in range(SEEN):
            trained.seen[place, column] = seen[column]


@njit
def record_choice(trained: ChoiceTable, seat: int, row: int, legal: int, choice: int) -> int:
    """In training: record a choice, or replace it by the one that is tried."""
    place = trained.force[COUNT]
    if trained.log.shape[0] == 0:
        return choice
    at = trained.force[FORCE_AT]
    if place == at or (trained.force[STAY] and place > at):
        choice = trained.force[FORCE_TO]
    if place < trained.log.shape[0]:
        noted = trained.log[place]
        noted[SEAT] = seat
        noted[ROW] = row
        noted[LEGAL] = legal
        noted[CHOICE] = choice
    trained.force[COUNT] = place + 1
    return choice


@dataclass(frozen=True, kw_only=True)
class ChoiceRecipe:
    """How a choice table is trained.

    batches: between two discounts. tables: in a batch. hands: at each of them. tries: choices tried again for
    each hand.
    """

    batches: int = 20
    tables: int = 6
    hands: int = 1500
    tries: int = 3
    seed: int = 19
