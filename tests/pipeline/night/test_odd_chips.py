"""Ruling 6 is decided in `engine/kernel/odd_chips.py` and, for told hands, in the log: both give odd chips to the
same seats, through every kernel that shares a pot.
"""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest

from engine.kernel.record import SeatColumn
from engine.kernel.showdown import _first_half, _split
from engine.rules.pots import halve, split
from engine.special.batch import new_sheet, win_together
from engine.special.declared import high_part
from tests.oracle import settle

SEATS = range(4)
SETS = [[seat for seat in SEATS if bits >> seat & 1] for bits in range(1, 1 << len(SEATS))]


def as_bits(seats: list[int]) -> int:
    return sum(1 << seat for seat in seats)


def state() -> SimpleNamespace:
    """What the showdown of the card games asks of a state."""
    return SimpleNamespace(
        players=len(SEATS), won=np.zeros(len(SEATS), np.int64), shares=np.zeros(64, np.int64), share_at=0
    )


def around(seats: list[int], *, anticlockwise: bool) -> list[int]:
    """The seats by their places from the dealer's left (`engine.kernel.anticlockwise` numbers seats as they play)."""
    players = len(SEATS)
    return [(2 * players - 2 - seat) % players for seat in seats] if anticlockwise else seats


@pytest.mark.parametrize("anticlockwise", [False, True])
def test_every_kernel_halves_as_the_log_does(anticlockwise: bool) -> None:
    game = SimpleNamespace(anticlockwise=anticlockwise)
    for chips, high, low in product(range(6), SETS, SETS):
        to_high, to_low = halve(chips, high, low)
        assert to_high + to_low == chips
        seated = [as_bits(around(seats, anticlockwise=anticlockwise)) for seats in (high, low)]
        assert to_high == _first_half(state(), game, *seated, chips), (chips, high, low)
        assert to_high == high_part(chips, as_bits(high), as_bits(low)), (chips, high, low)


@pytest.mark.parametrize("anticlockwise", [False, True])
def test_every_kernel_parts_equally_as_the_log_does(anticlockwise: bool) -> None:
    game = SimpleNamespace(anticlockwise=anticlockwise)
    for chips, winners in product(range(12), SETS):
        told = split(chips, winners)
        assert sum(told.values()) == chips
        assert told == settle.award(chips, winners), (chips, winners)
        st = state()
        _split(st, game, 0, 0, as_bits(around(winners, anticlockwise=anticlockwise)), chips)
        assert [st.won[seat] for seat in around(winners, anticlockwise=anticlockwise)] == list(told.values())
        sheet = new_sheet(len(SEATS))
        win_together(sheet, 0, as_bits(winners), chips)
        assert [sheet.seats[seat, SeatColumn.WON] for seat in winners] == list(told.values())
