"""The loop of the games that are played for one pot at a time: pot after pot while there is room.

Each game has a kernel of its own that calls it with the game's `play_pot`, so that numba compiles the two
together, keeps them, and leaves them plain where nothing is compiled.
"""

from __future__ import annotations

from typing import Any

from engine.games.batch import Rows, clear, has_room, keep_hand, new_sheet, seed_chain
from engine.jit import njit
from engine.record import Span


@njit(inline="always")
def each_pot(play_pot: Any, rows: Rows, span: Span, table: Any) -> tuple[int, int]:
    """Play the pots of a span, each by ``play_pot(sheet, table, pot_in)``; return the next and the rows
    filled.

    `table` is the game's own record of what a pot needs: stakes, profiles, a plan.
    """
    sheet = new_sheet(rows.record.seat.shape[1])
    row = 0
    number = span.number
    pot_in = span.pot_in
    while number < span.last and has_room(rows, row, 1):
        clear(sheet)
        seed_chain(sheet, span.seed, number)
        play_pot(sheet, table, pot_in)
        row = keep_hand(rows, row, sheet)
        pot_in = 0
        number += 1
    return number, row
