"""The learned players: their chances are true, they beat the plain ones, and profiles differ as they say."""

from __future__ import annotations

import numpy as np
import pytest

from bench.players import chances, one_against
from engine import simulate
from engine.catalogue import VARIANTS
from engine.kernel.record import SeatColumn
from engine.players.profiles import PROFILES

REGULAR = PROFILES["regular"]


@pytest.mark.parametrize("other", ["plain-steady", "plain-loose", "plain-caller"])
def test_beats_plain_players_in_draw(other: str) -> None:
    """Three card draw, on a seed of its own: one against five, by more than three standard errors."""
    mean, error = one_against(VARIANTS["three-card-draw"], REGULAR, PROFILES[other], 24_000, 123_000)
    assert mean > 3 * error
    mean, error = one_against(VARIANTS["three-card-draw"], PROFILES[other], REGULAR, 24_000, 124_000)
    assert mean < -3 * error


@pytest.mark.parametrize("game", ["midnight-baseball", "narwidjan-munaeklips"])
@pytest.mark.parametrize("other", ["plain-warrior", "plain-bold"])
def test_beats_raisers_in_a_chase(game: str, other: str) -> None:
    """Where all lies open blind raises win nothing, one against five and five against one."""
    mean, error = one_against(VARIANTS[game], REGULAR, PROFILES[other], 9_000, 125_000)
    assert mean > 3 * error
    mean, error = one_against(VARIANTS[game], PROFILES[other], REGULAR, 9_000, 126_000)
    assert mean < -3 * error


@pytest.mark.parametrize("game", ["three-card-draw", "texas-holdem"])
def test_chances_are_true(game: str) -> None:
    for row in chances(VARIANTS[game], 6):
        assert row["error"] < 0.03
        assert row["brier"] < row["base"]
        assert abs(row["sum"] - 1) < 0.05


def played(profile: str) -> tuple[float, float]:
    """Alone among regulars: chips paid, and what part of the hands were folded in the first round."""
    paid, folded = [], []
    for _, record in simulate.play(
        VARIANTS["three-card-draw"], players=5, hands=6000, seed=11, profiles=(profile, *["regular"] * 4)
    ):
        paid.append(record.seat[:, 0, SeatColumn.PAID].mean())
        folded.append((record.seat[:, 0, SeatColumn.FOLDED] == 1).mean())
    return float(np.mean(paid)), float(np.mean(folded))


def test_profiles_depart_as_they_say() -> None:
    results = {name: played(name) for name in ("regular", "rock", "station", "maniac", "aggressive")}
    assert results["rock"][1] > results["regular"][1] + 0.05
    assert results["station"][1] < results["regular"][1] - 0.05
    assert results["maniac"][0] > 1.5 * results["regular"][0]
    assert results["aggressive"][0] > results["regular"][0]


def test_bounds_fold_never_and_bet_never() -> None:
    for _, record in simulate.play(
        VARIANTS["cincinnati"], players=5, hands=500, seed=2, profiles=("never-folds", "regular")
    ):
        assert (record.seat[:, ::2, SeatColumn.FOLDED] == 0).all()
