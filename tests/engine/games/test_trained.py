"""Trained players of the games with kernels of their own win from plain ones, and know their chances."""

from __future__ import annotations

import numpy as np
import pytest

from bench.players import one_against
from engine.catalogue import TRAINED, VARIANTS
from engine.players.profiles import PROFILES
from engine.special import kernel_of
from engine.special.seven_twenty_seven import training

TRAININGS = {
    variant.id: trained
    for variant in TRAINED.values()
    if variant.kernel and (trained := kernel_of(variant.kernel).training)
}


@pytest.mark.parametrize(
    "game",
    [
        "guts",
        "guts-3-card",
        "gutter-sluts",
        "seven-twenty-seven",
        "screw-your-neighbor",
        "bluff-dice",
        "liars-poker",
    ],
)
def test_beats_plain_players(game: str) -> None:
    """On a seed of its own, one against the rest of a table, by more than three standard errors."""
    regular, steady = PROFILES["regular"], PROFILES["plain-steady"]
    mean, error = one_against(VARIANTS[game], regular, steady, 6_000, 123_000)
    assert mean > 3 * error
    mean, error = one_against(VARIANTS[game], steady, regular, 6_000, 124_000)
    assert mean < 3 * error


@pytest.mark.parametrize("game", TRAININGS)
def test_blind_play_wins_nowhere(game: str) -> None:
    regular = PROFILES["regular"]
    for blind in ("plain-warrior", "always-checks"):
        mean, error = one_against(VARIANTS[game], PROFILES[blind], regular, 6_000, 125_000)
        assert mean < -3 * error


@pytest.mark.nightly  # what it compiles, no game needs
def test_chances_at_seven_twenty_seven_are_true() -> None:
    cases_of = TRAININGS["seven-twenty-seven"].cases
    assert cases_of is not None
    cases = cases_of(VARIANTS["seven-twenty-seven"], 5, 30_000, 126_000)
    for stage in range(1, 5):
        chance, live, share = cases[cases[:, 0] == stage, 1:].T
        assert len(chance) > 400
        assert ((chance - share) ** 2).mean() < ((1 / live - share) ** 2).mean()
        assert abs(chance.mean() - share.mean()) < 0.03


@pytest.mark.nightly  # of the model that ships
@pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")  # random numbers, in plain Python
def test_chances_at_seven_twenty_seven_are_true_on_few_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "play_cases", training.play_cases.py_func)
    cases = training.chance_cases(VARIANTS["seven-twenty-seven"], 5, 400, 126_000)
    assert {*cases[:, 0]} == {1, 2, 3, 4}
    chance, live, share = cases[:, 1:].T
    assert len(chance) > 300
    assert ((chance - share) ** 2).mean() < 0.95 * ((1 / live - share) ** 2).mean()
    assert abs(chance.mean() - share.mean()) < 0.06


@pytest.mark.nightly  # of the settings that ship
@pytest.mark.parametrize("players", [3, 8])
def test_chances_at_liars_poker_are_true(players: int) -> None:
    """Of the second, third and later claims of a round; the first is hardly ever a lie."""
    cases_of = TRAININGS["liars-poker"].cases
    assert cases_of is not None
    cases = cases_of(VARIANTS["liars-poker"], players, 20_000, 127_000)
    assert (abs(cases[:, 1] - cases[:, 3])[cases[:, 0] == 1] < 0.1).mean() > 0.98
    for claim in (2, 3):
        chance, one_in, true = cases[cases[:, 0] == claim, 1:].T
        assert len(chance) > 1500
        assert ((chance - true) ** 2).mean() < ((1 / one_in - true) ** 2).mean()
        tenth = np.minimum((chance * 10).astype(int), 9)
        assert abs(np.bincount(tenth, chance - true, 10)).sum() / len(chance) < 0.05
