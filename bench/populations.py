"""`python -m bench.populations [NAME]…`: fit the styles of `friends` and `careful` again, after `regular` was trained again.

A style departs from `regular`, so another `regular` makes other people. The styles keep their differences: shifts that all of
them share move until tables of these people show the figures of real ones, each weighed by its error. The slopes of the
figures are measured once, and corrected by every step (Broyden, *Mathematics of Computation*, 1965; damped as by
Levenberg and Marquardt). Prints the styles, to be put into `engine/players/profiles.py`, and the figures that they show on another seed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.table_figures import FIGURES, RATES, played_hands
from engine.api import VARIANTS, Profile, Variant
from engine.players.profiles import POPULATIONS
from pipeline.simulation.fitting import game_of
from pipeline.simulation.stacks import Stacks

Floats = NDArray[np.float64]
HANDS = 16_000
NO_LIMIT = game_of(VARIANTS, "texas-holdem", "no-limit")
LIMIT = game_of(VARIANTS, "texas-holdem", "limit")
OMAHA = VARIANTS["omaha-high"]


@dataclass(frozen=True, kw_only=True)
class LoggedTable:
    """What real players showed at a game by so many players: each figure with its standard error. `stacks` are the range of
    depths at which these people are simulated, None for the usual ones.
    """

    game: Variant
    players: int
    figures: Mapping[str, tuple[float, float]]
    stacks: tuple[float, float] | None = None


LOGGED: Mapping[str, Sequence[LoggedTable]] = {
    "friends": (
        LoggedTable(
            game=NO_LIMIT, players=6, stacks=(40, 160),
            figures={
                "VPIP": (0.428, 0.005), "PFR": (0.175, 0.003), "fold to a 3-bet": (0.278, 0.017),
                "first-in limps": (0.384, 0.016), "c-bet": (0.548, 0.011), "fold to a c-bet": (0.604, 0.011),
                "multiway flops": (0.520, 0.013), "aggression on the flop": (1.56, 0.03),
                "went to showdown": (0.291, 0.006), "showdowns a hand": (0.312, 0.007), "mean pot": (33.1, 1.2),
                "median pot": (14.0, 0.5), "deviation of a seat": (19.3, 0.8),
            },
        ),
        LoggedTable(
            game=NO_LIMIT, players=4, stacks=(60, 350),
            figures={"first-in limps": (0.299, 0.04), "median pot": (11.2, 2.4), "deviation of a seat": (22.4, 2.1)},
        ),
        LoggedTable(
            game=NO_LIMIT, players=3, stacks=(80, 500),
            figures={"first-in limps": (0.248, 0.039), "median pot": (8.0, 1.4), "deviation of a seat": (22.5, 1.7)},
        ),
        LoggedTable(
            game=OMAHA, players=6, stacks=(40, 160),
            figures={"showdowns a hand": (0.468, 0.02), "median pot": (34.5, 1.7), "deviation of a seat": (37.6, 1.5)},
        ),
    ),
    "careful": (
        LoggedTable(
            game=NO_LIMIT, players=6,
            figures={
                "VPIP": (0.252, 0.009), "PFR": (0.168, 0.007), "fold to a 3-bet": (0.50, 0.086),
                "first-in limps": (0.086, 0.021), "c-bet": (0.571, 0.052), "fold to a c-bet": (0.368, 0.064),
                "multiway flops": (0.047, 0.021), "aggression on the flop": (1.85, 0.22),
                "went to showdown": (0.327, 0.047), "showdowns a hand": (0.175, 0.026), "mean pot": (14.3, 2.4),
                "median pot": (5.0, 0.3), "mean pot without a showdown": (7.9, 0.9), "deviation of a seat": (9.3, 1.0),
            },
        ),
        LoggedTable(game=LIMIT, players=9, figures={"deviation of a seat": (3.0, 0.3)}),
        LoggedTable(game=OMAHA, players=6, figures={"deviation of a seat": (14.0, 1.0)}),
    ),
}  # fmt: skip
"""Figures of cash games, pots and deviations in big blinds.

`friends`: 5,502 hands of no-limit hold'em by five to seven in 137 nights of one club, errors by night; what a hand deviates there by
four and by three, and at pot-limit omaha (1.95 times as much). The depths are those at which the friends of before deviated
as they did at the club's. `careful`: 200 hands of Pluribus and professionals with 100 big blinds, and deviations within what
is published of online players (no-limit hold'em 8 to 12, fixed-limit 2.4 to 4, pot-limit omaha 12 to 16).
"""
_LEAST_ERROR = 0.03
"""No figure counts as known better than this (a part, or log-odds): what people are is known less well than one club."""
_STAYS = 0.3
"""What a shift of one weighs: of two fits that show the same, the one with the smaller shifts is chosen."""
_TRIED, _LONGEST, _STEPS, _PATIENCE = 0.2, 0.5, 24, 3
"""A shift from which slopes are estimated, the longest step, the most steps, and after how many in vain slopes are estimated
again.
"""
_SEED = 400


def shown(name: str, styles: Sequence[Profile], seed: int, hands: int = HANDS) -> list[dict[str, float]]:
    """What tables of these styles show: the figures of each table of `LOGGED`."""
    POPULATIONS[name] = tuple(styles)
    return [
        {figure: FIGURES[figure](played) for figure in table.figures}
        for number, table in enumerate(LOGGED[name])
        for played in [
            played_hands(
                table.game, [name], _depths(table.stacks), players=table.players, seed=seed,
                hands=hands if number == 0 else hands // 3,
            )
        ]
    ]  # fmt: skip


def _depths(between: tuple[float, float] | None) -> Stacks | None:
    if between is None:
        return None
    low, high = between
    return Stacks(
        name="club", depths=tuple((low * (high / low) ** ((np.arange(33) + 0.5) / 33)).round(1).tolist())
    )


def shifted_share(share: float, shift: float) -> float:
    """A share moved by a shift of its log-odds.

    >>> shifted_share(0.5, 1.0)
    0.731
    """
    share = min(max(share, 0.01), 0.99)
    return round(1 / (1 + float(np.exp(-np.log(share / (1 - share)) - shift))), 3)


def shifted(style: Profile, shifts: Sequence[float]) -> Profile:
    """A style moved by `DIALS` shifts."""
    enters, raises, stays, later, again, sizing, reading, plays, sizes = shifts

    return replace(
        style, loose_first=round(style.loose_first + enters, 3), aggression=round(style.aggression + raises, 3),
        loose_later=round(style.loose_later + stays, 3),
        aggression_later=round(style.aggression_later + later - raises, 3),
        reraises=shifted_share(style.reraises, again), sizing=round(2 * shifted_share((style.sizing + 1) / 2, sizing) - 1, 3),
        reading=round(min(max(style.reading + reading / 2, 0.0), 1.0), 3),
        plays_first=round(min(style.plays_first * float(np.exp(plays)), 1.0), 3),
        sizes=shifted_share(style.sizes, sizes),
    )  # fmt: skip


DIALS = 9


def _scaled(name: str, figures: Sequence[Mapping[str, float]]) -> Floats:
    """The figures of all tables: rates in log-odds, the others in logs."""
    return np.array(
        [
            np.log(value / (1 - value)) if figure in RATES else np.log(value)
            for shown in figures
            for figure, value in shown.items()
        ]
    )


def _weights(name: str) -> Floats:
    """One over the error of each figure, scaled in the same way."""
    return np.array(
        [
            1 / max(error / (value * (1 - value) if figure in RATES else value), _LEAST_ERROR)
            for table in LOGGED[name]
            for figure, (value, error) in table.figures.items()
        ]
    )


def least(off: Callable[[Floats], Floats], dials: int) -> Iterator[tuple[float, Floats]]:
    """Shifts (dials,) that make the squares of `off` small, with their sum: the best of each step."""
    shifts, wrong = np.zeros(dials), off(np.zeros(dials))
    yield float((wrong**2).sum()), shifts
    slopes, damping, rejected = np.zeros((len(wrong), dials)), 0.1, _PATIENCE
    for _ in range(_STEPS):
        if rejected == _PATIENCE:
            slopes = np.column_stack(
                [(off(shifts + step) - wrong) / _TRIED for step in _TRIED * np.eye(dials)]
            )
            damping, rejected = 0.1, 0
        curve = slopes.T @ slopes
        damped = curve + damping * np.diag(curve.diagonal()) + 1e-4 * np.eye(dials)
        step = -np.clip(np.linalg.solve(damped, slopes.T @ wrong), -_LONGEST, _LONGEST)
        error = off(shifts + step)
        slopes += np.outer(error - wrong - slopes @ step, step) / (step @ step)
        if (error**2).sum() < (wrong**2).sum():
            shifts, wrong, damping, rejected = shifts + step, error, damping / 3, 0
        else:
            damping, rejected = damping * 4, rejected + 1
        yield float((wrong**2).sum()), shifts


def errors_of(name: str, styles: Sequence[Profile], seed: int = _SEED) -> Floats:
    """How far the figures of such tables are from the logged ones, in standard errors."""
    aim = _scaled(
        name, [{figure: value for figure, (value, _) in table.figures.items()} for table in LOGGED[name]]
    )
    errors: Floats = (_scaled(name, shown(name, styles, seed)) - aim) * _weights(name)
    return errors


def fit(name: str) -> Iterator[str]:
    """Fit a population; yields lines to print."""
    styles = POPULATIONS[name]

    def off(shifts: Floats) -> Floats:
        moved = [shifted(style, shifts.tolist()) for style in styles]
        return np.append(errors_of(name, moved), _STAYS * shifts)

    shifts = np.zeros(DIALS)
    for wrong, shifts in least(off, DIALS):
        yield f"    {wrong:.0f} at {', '.join(f'{shift:+.3f}' for shift in shifts)}"
    fitted = [shifted(style, shifts.tolist()) for style in styles]
    one = fitted[0]
    for style in fitted:
        yield f"    ({style.loose_first}, {style.loose_later}, {style.aggression}),"
    shared = ("sizing", "sizes", "reraises", "aggression_later", "reading", "plays_first")
    yield f"    {', '.join(f'{field}={getattr(one, field)}' for field in shared)}"
    for table, figures in zip(LOGGED[name], shown(name, fitted, _SEED + 1), strict=True):
        for figure, (value, spread) in table.figures.items():
            yield f"    {table.game.id} by {table.players}, {figure}: {figures[figure]:.3f} (real {value} ± {spread})"


DOCUMENT = Path(__file__).parents[1] / "docs" / "profiles.md"
_BEGIN, _END = "<!-- written by `python -m bench.people` -->", "<!-- end -->"


def table_rows() -> Iterator[str]:
    """The table of `docs/profiles.md`: what real players show, and what the line-ups show on a seed that they weren't fitted to."""
    figures = {name: shown(name, POPULATIONS[name], _SEED + 1) for name in LOGGED}
    names = [
        "VPIP", "PFR", "first-in limps", "fold to a 3-bet", "c-bet", "fold to a c-bet", "showdowns a hand", "mean pot",
        "median pot", "deviation of a seat",
    ]  # fmt: skip
    yield "| figure | home games | `friends` | professionals | `careful` |"
    yield "|---|--:|--:|--:|--:|"
    for name in names:
        cells = [
            cell
            for people in LOGGED
            for cell in (_with_error(*LOGGED[people][0].figures[name]), f"{figures[people][0][name]:.3g}")
        ]
        yield f"| {name} | {' | '.join(cells)} |"
    omaha = "deviation of a seat"
    cells = [
        cell
        for people in LOGGED
        for cell in (_with_error(*LOGGED[people][-1].figures[omaha]), f"{figures[people][-1][omaha]:.3g}")
    ]
    yield f"| {omaha} at pot-limit omaha | {' | '.join(cells)} |"


def _with_error(value: float, error: float) -> str:
    return f"{value:.3g} ± {error:.2g}"


def write_table() -> None:
    """Write the table into the document, between its marks."""
    text = DOCUMENT.read_text(encoding="utf-8")
    rows = "\n".join([_BEGIN, *table_rows(), _END])
    text = re.sub(f"{re.escape(_BEGIN)}.*?{re.escape(_END)}", lambda _: rows, text, flags=re.DOTALL)
    DOCUMENT.write_text(text, encoding="utf-8")


def main(names: Sequence[str]) -> None:
    """Fit the populations of these names, or both."""
    for name in names or LOGGED:
        for line in fit(name):
            print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
