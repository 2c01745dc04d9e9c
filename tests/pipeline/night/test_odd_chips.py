"""Ruling 6 is decided in a kernel and, for told hands, in the log: both give the odd chip to the same half.

Card games are compared share by share where simulated hands are told again (`test_log_detail`).
"""

from __future__ import annotations

from itertools import product

from engine.games.declared import high_part
from pipeline.night.hand.shares import award, halve
from tests.oracle import settle

SEATS = range(4)
SETS = [[seat for seat in SEATS if bits >> seat & 1] for bits in range(1, 1 << len(SEATS))]


def as_bits(seats: list[int]) -> int:
    return sum(1 << seat for seat in seats)


def test_both_halve_alike() -> None:
    for chips, high, low in product(range(6), SETS, SETS):
        to_high, to_low = halve(chips, high, low)
        assert to_high + to_low == chips
        assert to_high == high_part(chips, as_bits(high), as_bits(low)), (chips, high, low)


def test_odd_chips_go_one_at_a_time_from_the_dealers_left() -> None:
    for chips, winners in product(range(12), SETS):
        won = award(chips, winners)
        assert sum(won.values()) == chips
        assert won == settle.award(chips, winners), (chips, winners)
