"""How the players judge: where a hand stands among the levels of its street, and the chance that it gives."""

from __future__ import annotations

from dataclasses import astuple
from types import SimpleNamespace

import numpy as np
import pytest

from engine.kernel.players import chance_of
from engine.kernel.standing import PARTS, standing_among
from engine.profiles import find_profile
from engine.program import LEVELS


@pytest.mark.parametrize("kinds", [1, 2, 5, 20, 1000])
def test_a_standing_counts_what_is_beaten_and_half_of_what_is_tied(kinds: int) -> None:
    rng = np.random.default_rng(kinds)
    levels = np.sort(rng.integers(100, 100 + kinds, (3, LEVELS)), axis=1)
    program = SimpleNamespace(levels=levels)
    for row in range(3):
        for score in [0, *levels[row], *(levels[row] + 1), 1 << 48]:
            beaten, tied = int((levels[row] < score).sum()), int((levels[row] == score).sum())
            assert standing_among(program, row, score) == 2 * beaten + tied + 1


@pytest.mark.parametrize("others", [0, 1, 2, 7])
def test_every_other_player_counts_for_half_a_rival(others: int) -> None:
    """The chance is the part of the hands that are beaten, times its root for each player after the first."""
    program = SimpleNamespace(chase=0)
    for standing in range(PARTS):
        plain = np.array([astuple(find_profile("plain-steady"))])
        state = SimpleNamespace(live_count=2 + others, standing_known=1, standing=[standing], profiles=plain)
        part = standing / PARTS
        assert chance_of(state, program, 0, 0, 0) == pytest.approx(part * part ** (others / 2))
