"""`python -m bench.populations [NAME]…`: fit the styles of `friends` and `careful` again, after `regular` was trained anew.

A style departs from `regular`, so another `regular` makes other people. The styles keep their differences: four shifts that
all of them share (going in, raising, staying, betting later) move, by Newton's method, until a table of six shows the logged
figures. Prints the
styles, to be put into `engine/players/profiles.py`, and the figures that they show on another seed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bench.people import columns_of
from engine.api import CATALOGUE, Detail, Profile, call, parse_additions, play
from engine.players.profiles import POPULATIONS

PLAYERS, HANDS, STEPS = 6, 48_000, 8
LOGGED = {"friends": (0.408, 0.166, 0.276, 24.6), "careful": (0.257, 0.172, 0.175, 14.3)}
"""VPIP, PFR, showdowns a hand and the mean pot (big blinds) of no-limit hold'em: of seven nights at home (913 hands), and of
200 hands of Pluribus and professionals.
"""
NO_LIMIT = call(CATALOGUE["texas-holdem"], parse_additions(["no-limit"]))
_TRIED, _LONGEST = 0.15, 0.5
"""A shift from which slopes are estimated, and the longest step, in log-odds."""
_SEED = 400
Floats = NDArray[np.float64]


def shown(name: str, styles: Sequence[Profile], seed: int) -> Floats:
    """VPIP, PFR, showdowns a hand, mean pot and deviation of a seat (big blinds) of a table of these styles."""
    POPULATIONS[name] = tuple(styles)
    parts = [
        columns_of(record, NO_LIMIT.unit)
        for _, record in play(
            NO_LIMIT, players=PLAYERS, hands=HANDS, seed=seed, profiles=[name], detail=Detail.ACTIONS
        )
    ]
    hands = {figure: np.concatenate([part[figure] for part in parts]) for figure in parts[0]}
    seats = hands["seats"].sum()
    return np.array([
        hands["vpip"].sum() / seats, hands["pfr"].sum() / seats, hands["showdown"].mean(), hands["pot"].mean(),
        (hands["squares"].sum() / seats) ** 0.5,
    ])  # fmt: skip


def shifted(style: Profile, shifts: Sequence[float]) -> Profile:
    """A style moved by log-odds. Below -1 a style plays, or raises, fewer hands instead of thinking less of them."""
    enters, raises, stays, later = shifts

    def both(odds: float, part: float, shift: float) -> tuple[float, float]:
        moved = odds + min(np.log(part), 0.0) + shift
        return round(max(moved, -1.0), 3), round(float(np.exp(min(moved + 1, 0.0))), 3)

    loose, plays = both(style.loose_first, style.plays_first, enters)
    bold, raised = both(style.aggression, style.raises_first, raises)
    return replace(
        style, loose_first=loose, plays_first=plays, aggression=bold, raises_first=raised,
        loose_later=round(style.loose_later + stays, 3),
        aggression_later=round(style.aggression_later + later, 3),
    )  # fmt: skip


def _scaled(figures: Floats) -> Floats:
    """Rates in log-odds, the mean pot in logs."""
    return np.append(np.log(figures[:3] / (1 - figures[:3])), np.log(figures[3]))


def fit(name: str) -> Iterator[str]:
    """Fit a population; yields lines to print."""
    styles, aim = POPULATIONS[name], _scaled(np.array(LOGGED[name]))

    def off(shifts: Floats) -> Floats:
        moved = [shifted(style, shifts.tolist()) for style in styles]
        return _scaled(shown(name, moved, _SEED)) - aim

    shifts, wrong = np.zeros(4), off(np.zeros(4))
    for _ in range(STEPS):
        slopes = np.column_stack([(off(shifts + step) - wrong) / _TRIED for step in _TRIED * np.eye(4)])
        step = np.clip(np.linalg.lstsq(slopes, wrong, rcond=0.02)[0], -_LONGEST, _LONGEST)
        for part in (1.0, 0.5, 0.25, 0.1):
            error = off(shifts - part * step)
            if np.abs(error).sum() < np.abs(wrong).sum():
                shifts, wrong = shifts - part * step, error
                break
    fitted = [shifted(style, shifts.tolist()) for style in styles]
    yield f"{name}: shifted by {', '.join(f'{shift:+.3f}' for shift in shifts)}"
    for style in fitted:
        yield f"    ({style.loose_first}, {style.loose_later}, {style.aggression}, {style.plays_first}, {style.raises_first}),"
    yield f"    aggression_later={fitted[0].aggression_later}"
    figures = " ".join(f"{figure:.3f}" for figure in shown(name, fitted, _SEED + 1))
    yield f"    VPIP, PFR, showdowns, pot, deviation: {figures} (logged {LOGGED[name]})"


def main(names: Sequence[str]) -> None:
    """Fit the populations of these names, or both."""
    for name in names or LOGGED:
        for line in fit(name):
            print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
