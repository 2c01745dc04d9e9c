"""What real tables show, and how near line-ups of people come to it: for the fit of `friends` and `careful` (`bench.anchor`).

The styles of a line-up keep their differences: what all of them share moves until tables of these people show the figures of real
ones. The slopes of the figures are measured once, and corrected by every step (Broyden, *Mathematics of Computation*, 1965; damped as by
Levenberg and Marquardt).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.table_figures import FIGURES, RATES, Seats, played_alike
from engine.api import VARIANTS, Profile, Variant
from engine.players.profiles import POPULATIONS, SPREADS, make_styles
from pipeline.simulation.fitting import game_of
from pipeline.simulation.stacks import Stacks

Floats = NDArray[np.float64]
HANDS = 16_000
NO_LIMIT = game_of(VARIANTS, "texas-holdem", "no-limit")
LIMIT = game_of(VARIANTS, "texas-holdem", "limit")
OMAHA = VARIANTS["omaha-high"]


@dataclass(frozen=True, kw_only=True)
class LoggedTable:
    """The figures of a group of real people at a game with this number of players, each with its standard error. `stacks` is the range
    of stack depths to simulate, None for the usual ones; or `tables` are the tables to simulate. `of_logs` are figures that nobody knows of
    the group, and that the logs of `bench.logged` show instead.
    """

    game: Variant
    players: int
    figures: Mapping[str, tuple[float, float]]
    stacks: tuple[float, float] | None = None
    tables: Sequence[Seats] = ()
    group: str = "published"
    nights: int = 137
    of_logs: Collection[str] = ()

    @property
    def depths(self) -> Stacks | None:
        """The stacks of simulated tables, None for the usual ones."""
        if self.stacks is None:
            return None
        low, high = self.stacks
        depths = low * (high / low) ** ((np.arange(33) + 0.5) / 33)
        return Stacks(name="club", depths=tuple(depths.round(1).tolist()))

    @property
    def own(self) -> LoggedTable:
        """The table with the group's own figures alone."""
        return replace(
            self, figures={name: each for name, each in self.figures.items() if name not in self.of_logs}
        )

    @property
    def seated(self) -> Sequence[Seats]:
        """The tables to simulate."""
        return self.tables or [Seats(self.players, 1, self.depths)]

    def shown(self, name: str, seed: int, hands: int) -> dict[str, float]:
        """The figures of simulated tables of a line-up."""
        played = played_alike(self.game, [name], self.seated, hands, seed)
        return {figure: FIGURES[figure](played) for figure in self.figures}


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
            of_logs=("first-in limps", "median pot"),
        ),
        LoggedTable(
            game=NO_LIMIT, players=3, stacks=(80, 500),
            figures={"first-in limps": (0.248, 0.039), "median pot": (8.0, 1.4), "deviation of a seat": (22.5, 1.7)},
            of_logs=("first-in limps", "median pot"),
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
four and by three, and at pot-limit omaha (1.95 times as much). Limps and median pots by four and by three are those of the logs. The depths are those at which the friends of before deviated
as they did at the club's. `careful`: 200 hands of Pluribus and professionals with 100 big blinds, and deviations within what
is published of online players (no-limit hold'em 8 to 12, fixed-limit 2.4 to 4, pot-limit omaha 12 to 16).
"""
_LEAST_ERROR = 0.05
"""No figure counts as known better than this (a part, or log-odds): what people are is known less well than one club."""
BETWEEN, NIGHTS = 0.13, 0.25
"""Standard deviations of a figure, in logarithms or log-odds: between groups (less than the .2 by which the two groups of `friends` differ, so
that the one with 137 nights counts for more than the one with 4), and between the nights of a group (`pipeline.analysis.foretelling`). By these
a group's figures of one kind are off together, at all of its tables.
"""
_STAYS = 0.3
"""What a shift of one weighs: of two fits that show the same, the one with the smaller shifts is chosen."""
_TRIED, _LONGEST, _STEPS, _PATIENCE, _GAIN = 0.2, 0.5, 24, 2, 0.01
"""A shift from which slopes are estimated, the longest step, the most steps, after how many in vain slopes are estimated
again, and the part of the squares that is worth doing so.
"""
_SEED = 400


def styles_of(name: str, shared: Mapping[str, float]) -> tuple[Profile, ...]:
    """The styles of a line-up around what they share."""
    return make_styles(SPREADS[name], shared)


def shown(
    name: str, seed: int, tables: Sequence[LoggedTable] = (), hands: int = HANDS
) -> list[dict[str, float]]:
    """What tables of a line-up show: the figures of each table, by default of `LOGGED`."""
    return [
        table.shown(name, seed, hands if number == 0 else hands // 3)
        for number, table in enumerate(tables or LOGGED[name])
    ]


def shifted_share(share: float, shift: float) -> float:
    """A share moved by a shift of its log-odds.

    >>> shifted_share(0.5, 1.0)
    0.731
    """
    share = min(max(share, 0.01), 0.99)
    return round(1 / (1 + float(np.exp(-np.log(share / (1 - share)) - shift))), 3)


def shifted(shared: Mapping[str, float], shifts: Sequence[float]) -> dict[str, float]:
    """What styles share, moved by `DIALS` shifts."""
    enters, raises, stays, later, again, sizing, reading, plays, sizes = shifts
    was = Profile(**shared)
    return {
        "loose_first": round(was.loose_first + enters, 3),
        "loose_later": round(was.loose_later + stays, 3),
        "aggression": round(was.aggression + raises, 3),
        "aggression_later": round(was.aggression_later + later - raises, 3),
        "plays_first": round(min(was.plays_first * float(np.exp(plays)), 1.0), 3),
        "reraises": shifted_share(was.reraises, again),
        "reading": shifted_share(was.reading, reading),
        "sizing": round(2 * shifted_share((was.sizing + 1) / 2, sizing) - 1, 3),
        "sizes": shifted_share(was.sizes, sizes),
    }


DIALS = 9
START: Mapping[str, Mapping[str, float]] = {
    "friends": {"sizes": 0.45, "reraises": 0.6, "reading": 0.7},
    "careful": {
        "loose_first": -1.5,
        "aggression": 0.5,
        "plays_first": 0.5,
        "sizes": 0.45,
        "reraises": 0.5,
        "reading": 0.8,
    },
}
"""Where fits start: the same, whatever was fitted before."""


def _scale(figure: str, value: float) -> float:
    """A rate as log-odds, another figure as its logarithm."""
    value = min(max(value, 1e-3), 1 - 1e-3) if figure in RATES else max(value, 1e-3)
    return float(np.log(value / (1 - value)) if figure in RATES else np.log(value))


def _scaled_error(figure: str, value: float, error: float) -> float:
    return max(error / (value * (1 - value) if figure in RATES else value), _LEAST_ERROR)


def least(off: Callable[[Floats], Floats], dials: int) -> Iterator[tuple[float, Floats]]:
    """Shifts (dials,) that make the squares of `off` small, with their sum: the best of each step, until steps by slopes that were just
    estimated are in vain.
    """
    shifts, wrong = np.zeros(dials), off(np.zeros(dials))
    yield float((wrong**2).sum()), shifts
    slopes, damping, rejected, gained = np.zeros((len(wrong), dials)), 0.1, _PATIENCE, True
    for _ in range(_STEPS):
        if rejected == _PATIENCE:
            if not gained:
                return
            slopes = np.column_stack(
                [(off(shifts + step) - wrong) / _TRIED for step in _TRIED * np.eye(dials)]
            )
            damping, rejected, gained = 0.1, 0, False
        curve = slopes.T @ slopes
        damped = curve + damping * np.diag(curve.diagonal()) + 1e-4 * np.eye(dials)
        step = -np.clip(np.linalg.solve(damped, slopes.T @ wrong), -_LONGEST, _LONGEST)
        error = off(shifts + step)
        slopes += np.outer(error - wrong - slopes @ step, step) / (step @ step)
        if (error**2).sum() < (wrong**2).sum():
            gained = gained or (error**2).sum() < (1 - _GAIN) * (wrong**2).sum()
            shifts, wrong, damping, rejected = shifts + step, error, damping / 3, 0
        else:
            damping, rejected = damping * 4, rejected + 1
        yield float((wrong**2).sum()), shifts


def errors_of(name: str, tables: Sequence[LoggedTable], seed: int = _SEED) -> Floats:
    """How far the figures of such tables are from the logged ones, in standard errors. Where there are several groups, a figure of a group has an error that
    all of its tables share (`BETWEEN`), and the errors are made independent.
    """
    several = len({table.group for table in tables}) > 1
    blocks: dict[tuple[str, str], list[tuple[float, float, float]]] = {}
    for table, figures in zip(tables, shown(name, seed, tables), strict=True):
        together = BETWEEN**2 + NIGHTS**2 / table.nights if several else 0.0
        for figure, (value, error) in table.figures.items():
            off = _scale(figure, figures[figure]) - _scale(figure, value)
            alone = _scaled_error(figure, value, error) ** 2
            blocks.setdefault((table.group, figure), []).append((off, alone, together))
    errors = []
    for block in blocks.values():
        off, alone, together = np.array(block).T
        errors.append(np.linalg.solve(np.linalg.cholesky(np.diag(alone) + together[0]), off))
    return np.concatenate(errors)


def fit(name: str) -> Iterator[tuple[str, dict[str, float]]]:
    """What the styles of a line-up share, fitted to `LOGGED`: ever better, each with a line that says how near it comes."""

    def off(shifts: Floats) -> Floats:
        POPULATIONS[name] = styles_of(name, shifted(START[name], shifts.tolist()))
        return np.append(errors_of(name, LOGGED[name]), _STAYS * shifts)

    for wrong, shifts in least(off, DIALS):
        line = f"    {wrong:.1f} at {', '.join(f'{shift:+.3f}' for shift in shifts)}"
        yield line, shifted(START[name], shifts.tolist())


def report(name: str, tables: Sequence[LoggedTable]) -> Iterator[str]:
    """Compare the figures of a line-up, simulated with a seed that the fit didn't use, with the real ones."""
    for table, figures in zip(tables, shown(name, _SEED + 1, tables), strict=True):
        for figure, (value, spread) in table.figures.items():
            yield f"    {table.group} {table.game.id} by {table.players}, {figure}: {figures[figure]:.3f} (real {value:.3f} ± {spread:.2g})"


DOCUMENT = Path(__file__).parents[1] / "docs" / "profiles.md"
_BEGIN, _END = "<!-- written by `python -m bench.people` -->", "<!-- end -->"


def table_rows() -> Iterator[str]:
    """The table of `docs/profiles.md`: what real players show, and what the line-ups show on a seed that they weren't fitted to."""
    figures = {name: shown(name, _SEED + 1) for name in LOGGED}
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
