"""High and low in the kernel over all small cases, against ruling 5 said the other way round: who wins?"""

from __future__ import annotations

from itertools import product

from engine.kernel.showdown import declared_winners
from engine.kernel.state import new_state

LOW, BOTH, HIGH = 1, 2, 3  # PR: the chips that one lays out


def test_declared_winners_over_all_small_cases() -> None:
    """Three players, every order of highs and lows with ties, every declaration, all or two of them in."""
    state = new_state()
    state.players = 3
    for highs, lows in product(product((1, 2, 3), repeat=3), repeat=2):
        state.score[:3] = highs
        state.low[:3] = lows  # the kernel values lows upwards
        for words in product((LOW, BOTH, HIGH), repeat=3):
            state.declared[:3] = words
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
                assert declared_winners(state, eligible) == (high_winners, low_winners), (highs, lows, words)


def test_who_makes_no_low_wins_none() -> None:
    state = new_state()
    state.players = 3
    state.score[:3] = (3, 2, 1)
    state.low[:3] = 0
    state.declared[:3] = (HIGH, LOW, LOW)
    assert declared_winners(state, 0b111) == (0b001, 0)
