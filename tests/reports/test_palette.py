"""The colours hold on white and on black, and for the colour-blind."""

from itertools import combinations

import numpy as np
import pytest

from reports.components.palette import (
    DARK,
    LIGHT,
    PLAYER_COLOURS,
    player_class,
    player_spot,
    style_rules,
    to_dark,
)

PLAYERS = [f"p{i}" for i in range(PLAYER_COLOURS)]

# Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB
SIGHTS = {
    "full": np.eye(3),
    "no red": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "no green": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def linear(colour: str) -> np.ndarray:
    parts = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    """WCAG 2.2's contrast ratio."""
    dark, light = sorted(float(TO_XYZ[1] @ linear(colour)) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def lab(rgb: np.ndarray) -> np.ndarray:
    xyz = TO_XYZ @ np.clip(rgb, 0, 1) / np.array([0.9505, 1, 1.089])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_text_and_lines_stand_out_from_the_paper(colours: dict[str, str]) -> None:
    for name in ("ink", "muted", "gain", "loss"):
        assert contrast(colours[name], colours["paper"]) >= 4.5, name
    for name in PLAYERS:
        assert contrast(colours[name], colours["paper"]) >= 3, name


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_everybody_tells_the_players_apart(colours: dict[str, str], sight: str) -> None:
    seen = {name: lab(SIGHTS[sight] @ linear(colours[name])) for name in (*PLAYERS, "gain", "loss")}
    pairs = [*combinations(PLAYERS, 2), ("gain", "loss")]
    assert min(float(np.linalg.norm(seen[a] - seen[b])) for a, b in pairs) > 15


def test_each_light_colour_has_one_dark_one() -> None:
    assert LIGHT.keys() == DARK.keys()
    assert len(to_dark()) == len(LIGHT)
    assert all(f"--{name}:{DARK[name]}" in style_rules() for name in DARK)


def test_eight_players_have_a_solid_spot_and_no_two_of_thirty_two_the_same() -> None:
    spots = [player_spot(order) for order in range(4 * PLAYER_COLOURS)]
    assert spots[:PLAYER_COLOURS] == [player_class(order) for order in range(PLAYER_COLOURS)]
    assert len(set(spots)) == len(spots)
