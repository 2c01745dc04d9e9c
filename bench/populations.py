"""`python -m bench.populations [NAME]…`: fit the styles of `friends` and `careful` again, after `regular` was trained again.

A style departs from `regular`, so another `regular` makes other people. The styles keep their differences: shifts that all of
them share move, by the method of Levenberg and Marquardt, until tables of these people show the figures of real ones, in
no-limit hold'em by six and by the deviations of two games with published ones. Prints the styles, to be put into
`engine/players/profiles.py`, and the figures that they show on another seed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bench.people import FIGURES, played_hands
from engine.api import VARIANTS, Profile
from engine.players.profiles import POPULATIONS
from pipeline.simulation.fitting import game_of

Floats = NDArray[np.float64]
HANDS = 48_000
NO_LIMIT = game_of(VARIANTS, "texas-holdem", "no-limit")
OTHERS = {
    "deviation at limit": (game_of(VARIANTS, "texas-holdem", "limit"), 9),
    "deviation at pot-limit": (game_of(VARIANTS, "omaha", "pot-limit"), 6),
}
"""Games that people are fitted at by the deviation of a hand alone, and players at the table."""
LOGGED: Mapping[str, Mapping[str, float]] = {
    "friends": {
        "VPIP": 0.408, "PFR": 0.166, "showdowns a hand": 0.276, "showdowns of three or more": 0.025,
        "mean pot": 24.6, "mean pot without a showdown": 11.9, "deviation of a seat": 17.5,
        "deviation at limit": 3.6, "deviation at pot-limit": 16.0,
    },
    "careful": {
        "VPIP": 0.257, "PFR": 0.172, "showdowns a hand": 0.175, "showdowns of three or more": 0.005,
        "mean pot": 14.3, "mean pot without a showdown": 7.9, "deviation of a seat": 9.3,
        "deviation at limit": 3.0, "deviation at pot-limit": 14.0,
    },
}  # fmt: skip
"""Rates, mean pots and deviation (big blinds a hand) at no-limit hold'em: of seven nights at home (913 hands), and of 200
hands of Pluribus and professionals. Then deviations at fixed-limit hold'em by nine and pot-limit omaha by six, within what
is published of online players (2.4 to 4; 12 to 16).
"""
_RATES = 4
_WEIGHTS = {
    "friends": np.array([4.0, 3.0, 3.0, 1.0, 3.0, 2.0, 2.0, 0.3, 0.3]),
    "careful": np.array([8.0, 4.0, 3.0, 0.2, 3.0, 1.0, 1.0, 1.0, 3.0]),
}
"""What an error of each figure counts: little for published deviations among friends, whom they don't describe, and for
showdowns of three among the careful, of which 200 hands had one.
"""
_STAYS = 0.1
"""What a shift of one weighs: of two fits that show the same, the one with the smaller shifts is chosen."""
_TRIED, _LONGEST, _STEPS = 0.15, 0.5, 20
"""A shift from which slopes are estimated, the longest step, and the most steps."""
_SEED = 400


def shown(name: str, styles: Sequence[Profile], seed: int) -> Floats:
    """What tables of these styles show: the figures of `LOGGED`."""
    POPULATIONS[name] = tuple(styles)
    hands = played_hands(NO_LIMIT, [name], hands=HANDS, seed=seed)
    others = {
        figure: FIGURES["deviation of a seat"](
            played_hands(variant, [name], players=players, hands=HANDS // 2, seed=seed)
        )
        for figure, (variant, players) in OTHERS.items()
    }
    return np.array(
        [others[figure] if figure in others else FIGURES[figure](hands) for figure in LOGGED[name]]
    )


def shifted(style: Profile, shifts: Sequence[float]) -> Profile:
    """A style moved by log-odds. Below -1 a style plays, or raises, fewer hands instead of thinking less of them."""
    enters, raises, stays, later, again, sizing = shifts

    def both(odds: float, part: float, shift: float) -> tuple[float, float]:
        moved = odds + min(np.log(part), 0.0) + shift
        return round(max(moved, -1.0), 3), round(float(np.exp(min(moved + 1, 0.0))), 3)

    def share(of: float, shift: float) -> float:
        of = min(max(of, 0.01), 0.99)
        return round(1 / (1 + float(np.exp(-np.log(of / (1 - of)) - shift))), 3)

    loose, plays = both(style.loose_first, style.plays_first, enters)
    bold, raised = both(style.aggression, style.raises_first, raises)
    return replace(
        style, loose_first=loose, plays_first=plays, aggression=bold, raises_first=raised,
        loose_later=round(style.loose_later + stays, 3),
        aggression_later=round(style.aggression_later + later, 3),
        reraises=share(style.reraises, again), sizing=-share(-style.sizing, sizing),
    )  # fmt: skip


def _scaled(figures: Floats) -> Floats:
    """Rates in log-odds, the others in logs."""
    return np.append(np.log(figures[:_RATES] / (1 - figures[:_RATES])), np.log(figures[_RATES:]))


def fit(name: str) -> Iterator[str]:
    """Fit a population; yields lines to print."""
    styles, aim = POPULATIONS[name], _scaled(np.array([*LOGGED[name].values()]))
    dials = 6

    def off(shifts: Floats) -> Floats:
        moved = [shifted(style, shifts.tolist()) for style in styles]
        return np.append((_scaled(shown(name, moved, _SEED)) - aim) * _WEIGHTS[name], _STAYS * shifts)

    shifts, wrong = np.zeros(dials), off(np.zeros(dials))
    for _ in range(_STEPS):
        slopes = np.column_stack([(off(shifts + step) - wrong) / _TRIED for step in _TRIED * np.eye(dials)])
        curve = slopes.T @ slopes
        for damping in (0.001, 0.01, 0.1, 1.0, 10.0):
            damped = curve + damping * np.diag(curve.diagonal()) + 1e-4 * np.eye(dials)
            tried = shifts - np.clip(np.linalg.solve(damped, slopes.T @ wrong), -_LONGEST, _LONGEST)
            if ((error := off(tried)) ** 2).sum() < (wrong**2).sum():
                shifts, wrong = tried, error
                break
        else:
            break
    fitted = [shifted(style, shifts.tolist()) for style in styles]
    one = fitted[0]
    yield f"{name}: shifted by {', '.join(f'{shift:+.3f}' for shift in shifts)}"
    for style in fitted:
        yield f"    ({style.loose_first}, {style.loose_later}, {style.aggression}, {style.plays_first}, {style.raises_first}),"
    yield f"    sizing={one.sizing}, reraises={one.reraises}, aggression_later={one.aggression_later}"
    figures = shown(name, fitted, _SEED + 1)
    for (figure, logged), value in zip(LOGGED[name].items(), figures, strict=True):
        yield f"    {figure}: {value:.3f} (asked {logged})"


def main(names: Sequence[str]) -> None:
    """Fit the populations of these names, or both."""
    for name in names or LOGGED:
        for line in fit(name):
            print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
