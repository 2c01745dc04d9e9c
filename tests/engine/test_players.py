"""How the players judge: where a hand stands among the quantiles of its street, and its chance."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from engine.kernel.players import chance_of
from engine.kernel.program import QUANTILES
from engine.kernel.standing import PARTS, standing_among


@pytest.mark.parametrize("kinds", [1, 2, 5, 20, 1000])
def test_a_standing_counts_what_is_beaten_and_half_of_what_is_tied(kinds: int) -> None:
    rng = np.random.default_rng(kinds)
    quantiles = np.sort(rng.integers(100, 100 + kinds, (3, QUANTILES)), axis=1)
    program = SimpleNamespace(quantiles=quantiles)
    for row in range(3):
        for score in [0, *quantiles[row], *(quantiles[row] + 1), 1 << 48]:
            beaten, tied = int((quantiles[row] < score).sum()), int((quantiles[row] == score).sum())
            assert standing_among(program, row, score) == 2 * beaten + tied + 1


@pytest.mark.parametrize("others", [0, 1, 2, 7])
def test_every_other_player_counts_for_half_a_rival(others: int) -> None:
    """The chance is the part of the hands that are beaten, times its root for each player after the first."""
    program = SimpleNamespace(chase=0)
    for standing in range(PARTS):
        state = SimpleNamespace(live_count=2 + others, standing_known=1, standing=[standing], learned=0)
        part = standing / PARTS
        assert chance_of(state, program, 0, 0, 0) == pytest.approx(part * part ** (others / 2))
