"""What is learned in games with kernels of their own: it ships, is learned where it doesn't, and wins."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bench.players import one_against
from engine.games import kept, kernel_of
from engine.games.kept import Training
from engine.games.mind import MindRecipe
from engine.learning.knowledge import shipped_file
from engine.profiles import PROFILES
from engine.variants import VARIANTS

TRAININGS = {
    variant.id: training
    for variant in VARIANTS.values()
    if variant.kernel and (training := kernel_of(variant.kernel).training)
}


@pytest.mark.parametrize("game", TRAININGS)
def test_what_ships_fits_the_rules(game: str) -> None:
    assert TRAININGS[game].is_shipped(VARIANTS[game]), "the rules or the recipe changed: make train"
    assert shipped_file(VARIANTS[game]).stat().st_size < 250_000


def counting(learned: list[int]) -> Training:
    """A training that writes down what it is asked to learn."""

    def learn(variant: object, players: int, recipe: object) -> kept.Arrays:
        learned.append(players)
        return {"doubled": np.array([2 * players])}

    return Training(
        rules=lambda variant: variant.pack, learn=learn, full=MindRecipe(), quick=MindRecipe(batches=2)
    )


def test_what_does_not_ship_is_learned_once_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "cached_file", lambda fits: tmp_path / f"{fits}.npz")
    monkeypatch.setattr(kept, "shipped_file", lambda variant: tmp_path / f"{variant.id}.npz")
    learned: list[int] = []
    training, guts = counting(learned), VARIANTS["guts"]
    for players in (3, 4, 3, 4):
        assert training.known(guts, players)["doubled"] == [2 * players]
    assert learned == [3, 4]
    assert training.known(replace(guts, pack=54), 3)["doubled"] == [6]
    assert learned == [3, 4, 3]
    assert training.ship(guts)
    assert not training.ship(guts)
    assert learned[3:] == list(range(3, 11))
    assert (training.known(guts, 9)["doubled"], len(learned)) == ([18], 11)
    assert training.is_of_now(guts)
    assert not replace(training, way=2).is_of_now(guts), "learned by the way before"
    own = replace(training, own={"guts": MindRecipe(batches=9)})
    assert not own.is_shipped(guts), "a recipe of its own voids the game's file"
    elsewhere = replace(guts, id="guts-3-card")
    assert own.full_fits(elsewhere) == training.full_fits(elsewhere), "and no other's"
    assert training.ship(guts, again=True)
    (tmp_path / "guts.npz").write_bytes(b"PK damaged")
    assert not training.is_shipped(guts)


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


def test_chances_at_seven_twenty_seven_are_true() -> None:
    told = TRAININGS["seven-twenty-seven"].cases
    assert told is not None
    cases = told(VARIANTS["seven-twenty-seven"], 5, 30_000, 126_000)
    for stage in range(1, 5):
        chance, live, share = cases[cases[:, 0] == stage, 1:].T
        assert len(chance) > 500
        assert ((chance - share) ** 2).mean() < ((1 / live - share) ** 2).mean()
        assert abs(chance.mean() - share.mean()) < 0.03


@pytest.mark.parametrize("players", [3, 8])
def test_chances_at_liars_poker_are_true(players: int) -> None:
    """Of the second, third and later claims of a round; the first is hardly ever a lie."""
    told = TRAININGS["liars-poker"].cases
    assert told is not None
    cases = told(VARIANTS["liars-poker"], players, 20_000, 127_000)
    assert (abs(cases[:, 1] - cases[:, 3])[cases[:, 0] == 1] < 0.1).mean() > 0.98
    for claim in (2, 3):
        chance, one_in, true = cases[cases[:, 0] == claim, 1:].T
        assert len(chance) > 1500
        assert ((chance - true) ** 2).mean() < ((1 / one_in - true) ** 2).mean()
        tenth = np.minimum((chance * 10).astype(int), 9)
        assert abs(np.bincount(tenth, chance - true, 10)).sum() / len(chance) < 0.05
