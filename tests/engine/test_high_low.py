"""High and low over all small cases, against ruling 5 said the other way round: who wins?"""

from __future__ import annotations

from itertools import product

import numpy as np

from engine.kernel.winners import BOTH, HIGH, LOW, declared_winners

NO_LOW = 0


def test_declared_winners_over_all_small_cases() -> None:
    """Three players, every order of highs and lows with ties, every declaration, all or two of them in."""
    for highs, lows in product(product((1, 2, 3), repeat=3), repeat=2):
        for words in product((LOW, BOTH, HIGH), repeat=3):
            arrays = np.array(highs), np.array(lows), np.array(words)
            for eligible in (0b111, 0b101):
                seats = [seat for seat in range(3) if eligible >> seat & 1]
                high_winners = low_winners = 0
                for me in seats:
                    beaten_high = any(highs[you] > highs[me] and words[you] != LOW for you in seats)
                    beaten_low = any(lows[you] > lows[me] and words[you] != HIGH for you in seats)
                    if words[me] == BOTH:
                        beaten_high = beaten_low = beaten_high or beaten_low
                    if words[me] != LOW and not beaten_high:
                        high_winners |= 1 << me
                    if words[me] != HIGH and not beaten_low:
                        low_winners |= 1 << me
                winners = declared_winners(*arrays, eligible, 1, NO_LOW)
                assert winners == (high_winners, low_winners), (highs, lows, words)


def test_who_makes_no_low_wins_none() -> None:
    arrays = np.array([3, 2, 1]), np.array([NO_LOW] * 3), np.array([HIGH, LOW, LOW])
    assert declared_winners(*arrays, 0b111, 1, NO_LOW) == (0b001, 0)
