"""How well nights predict nights that nothing was fitted to, and one group another: a part of `bench/measured/people.md`.

`friends` know every logged night. So what forecasts rest on is fitted here without the group of the logs: the levels of `friends` (`fit_levels`)
and what fits get wrong in the mean (`population_parts`). How acts depend on the situation is known from these logs alone, and stays.

A fit is made for the expected VPIP, PFR, showdowns and mean pot of a group. So these are forecast as they are expected (`forecast`), at the tables of the
nights foretold. The median pot and the deviation follow from no expected figure: the fitted people show them as parts of the mean pot, and a
part is corrected by how far it was off in the fitting nights (`correction`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.anchor import GROUP, fit_levels, fit_shape, tables_of, use
from bench.logged import columns, depths_of, errors_of, logged_tables
from bench.populations import BETWEEN, LOGGED, NIGHTS, OMAHA, LoggedTable
from bench.table_figures import FIGURES, HANDS, Figure, played_alike, seats_of
from engine.api import PROFILES, Profile, Variant
from engine.players.people import Anchor
from pipeline.analysis.foretelling import NightFigures, Nights, size_class
from pipeline.analysis.observed import logged_figures
from pipeline.analysis.own_group import estimate_group, expected_figures
from pipeline.simulation.fitting import Figures, fit_group

Floats = NDArray[np.float64]
Hands = Mapping[str, Floats]
EXPECTED = {"PFR": "pfr", "mean pot": "pot"}
"""Figures that a fit is made for, by their names in `Figures`."""
UNFITTED = ("median pot", "deviation of a seat")
FORETOLD = (*EXPECTED, *UNFITTED)
CORRECTED, FIT, RAW = (
    "the other half's expected figures and corrected fit",
    "its fit alone",
    "its raw figures",
)
LEFT_OUT, SHIPPED = "`friends` without this group", "`friends`, who know all nights"


STUDENT_TWO = 4.303
"""The 97.5 % quantile of Student's t with two degrees of freedom."""


def part(figure: str) -> Figure:
    """A figure as a part of the mean pot."""
    return lambda hands: FIGURES[figure](hands) / FIGURES["mean pot"](hands)


PARTS: Mapping[str, Figure] = {name: part(name) for name in UNFITTED}


def forecast(
    nights: Sequence[NightFigures], friends: Mapping[int, Figures], tables: Mapping[int, Figures], name: str
) -> float:
    """The figure that nights lead to expect at other tables of several sizes, with other stacks. `friends` has what friends show
    at the tables of the nights, by size (`size_class`); `tables` what they show at the other tables, with as many hands and seats
    as each size shall count for.

    >>> shown = {"seats": 2000, "vpip": 0.4, "pfr": 0.2, "showdown": 0.1, "showdowns": 0.3, "pot_sd": 9.0}
    >>> night, usual, deep = (Figures(hands=400, pot=pot, **shown) for pot in (12.0, 10.0, 20.0))
    >>> round(forecast([NightFigures(session="a", size=5, figures=night)], {5: usual}, {5: deep}, "pot"), 1)
    23.2
    """
    rows = [NightFigures(session="", size=size, figures=tables[size]) for size in sorted(tables)]
    others = Nights.of(rows, tables, name)
    return others.mean(Nights.of(nights, friends, name).offsets(others.sizes)[0])


class Residual(NamedTuple):
    """The logarithm by which a real figure exceeds that of people who were fitted to the same hands, and its standard error."""

    value: float
    error: float


def correction(own: Residual, nights: int, others: Sequence[Residual]) -> float:
    """The logarithm by which a fit's figure is corrected: what its own nights left, drawn towards what fits to other groups left.

    Groups depart from their mean by `BETWEEN` and that mean from zero by as much; a group's nights depart from the group by `NIGHTS`.

    >>> others = [Residual(0.1, 0.05), Residual(0.1, 0.2)]
    >>> [round(correction(Residual(0.3, error), nights, others), 2) for error, nights in ((0.01, 1000), (0.1, 2), (10.0, 2))]
    [0.3, 0.11, 0.06]
    >>> correction(Residual(0.0, 0.1), 2, [])
    0.0
    """
    spread = BETWEEN**2
    weights = [1 / (spread + other.error**2) for other in others]
    mean = sum(weight * other.value for weight, other in zip(weights, others, strict=True)) / (
        1 / spread + sum(weights)
    )
    return mean + spread / (spread + own.error**2 + NIGHTS**2 / nights) * (own.value - mean)


def population_parts() -> dict[str, list[Residual]]:
    """What fits to the figures of other groups (the first table of each in `LOGGED`) leave of `PARTS`.

    Where the stacks of a group were guessed from its deviation, what is left of that is no measurement, and left out.
    """
    left: dict[str, list[Residual]] = {name: [] for name in PARTS}
    for table, *_ in LOGGED.values():
        logged = {name: value for name, (value, _) in table.figures.items()}
        aim = Figures(
            hands=HANDS, seats=HANDS * table.players, vpip=logged["VPIP"], pfr=logged["PFR"], showdown=0.0,
            showdowns=logged["showdowns a hand"], pot=logged["mean pot"],
        )  # fmt: skip
        group = fit_group({"group": aim}, table.game, table.players, aim, stacks=table.depths)
        shown = played_alike(table.game, [group.players[0].profile], table.seated)
        for name in PARTS:
            if table.stacks is None or name == "median pot":
                squares = sum((table.figures[each][1] / logged[each]) ** 2 for each in (name, "mean pot"))
                real = logged[name] / logged["mean pot"]
                left[name].append(Residual(float(np.log(real / PARTS[name](shown))), squares**0.5))
    return left


def by_size(hands: Hands) -> dict[int, Figures]:
    """The figures of hands by the size of the table (`size_class`)."""
    sizes = np.array([size_class(int(seats)) for seats in hands["seats"]])
    figures = {}
    for size in np.unique(sizes).tolist():
        here = {name: each[sizes == size] for name, each in hands.items()}
        seats = here["seats"].sum()
        figures[size] = Figures(
            hands=len(here["pot"]), seats=int(seats), vpip=here["vpip"].sum() / seats, pfr=here["pfr"].sum() / seats,
            showdown=here["in_at_showdown"].sum() / seats, showdowns=FIGURES["showdowns a hand"](here),
            pot=FIGURES["mean pot"](here), pot_sd=float(here["pot"].std()),
        )  # fmt: skip
    return figures


class Half(NamedTuple):
    """Nights that a group is fitted to, their hands, and those of the other nights."""

    sessions: Sequence[str]
    rows: Sequence[Mapping[str, Any]]
    held: Sequence[Mapping[str, Any]]


def halves(rows: Sequence[Mapping[str, Any]]) -> list[Half]:
    """Nights in halves, in every way; the first and the last are each other's rest, and so on inwards."""
    sessions = sorted({row["session_id"] for row in rows})
    return [
        Half(
            fitted,
            [row for row in rows if row["session_id"] in fitted],
            [row for row in rows if row["session_id"] not in fitted],
        )
        for fitted in combinations(sessions, len(sessions) // 2)
    ]


def figures_of(hands: Hands) -> dict[str, float]:
    """The figures of hands that are foretold."""
    return {name: FIGURES[name](hands) for name in FORETOLD}


def foretold(
    store: Path, half: Half, variant: Variant, others: Mapping[str, Sequence[Residual]]
) -> dict[str, dict[str, float]]:
    """What a half foretells of the rest by its expected figures and corrected fit, by its fit alone, by its raw figures, and what `friends` would foretell."""
    size = round(np.mean([row["players"] for row in half.held]))
    logged = logged_figures(store, sessions=half.sessions, size=size, game=variant.id)
    assert logged.table is not None  # no player was named
    stacks = depths_of(half.rows)
    estimates, _ = estimate_group(logged, stacks)
    group = fit_group(logged.players, variant, size, expected_figures(logged.table, estimates), stacks=stacks)
    real = columns(half.rows)

    def at_both(seated: Sequence[str | Profile]) -> list[Hands]:
        return [played_alike(variant, seated, seats_of(rows)) for rows in (half.rows, half.held)]

    fitted, shown = at_both([one.profile for one in group.players])
    friends, friends_shown = at_both([GROUP])
    expected = {
        figure: forecast(logged.nights, by_size(friends), by_size(friends_shown), name)
        for figure, name in EXPECTED.items()
    }
    errors = errors_of(real, PARTS)
    for name, of_pot in PARTS.items():
        own = Residual(float(np.log(of_pot(real) / of_pot(fitted))), errors[name] / of_pot(real))
        times = np.exp(correction(own, len(half.sessions), others[name]))
        expected[name] = expected["mean pot"] * of_pot(shown) * float(times)
    return {
        CORRECTED: expected,
        FIT: figures_of(shown),
        RAW: figures_of(real),
        LEFT_OUT: figures_of(friends_shown),
    }


def _logs(figures: Mapping[str, float], real: Mapping[str, float]) -> list[float]:
    return [float(np.log(figures[name] / real[name])) for name in FORETOLD]


def root_mean_square(errors: Floats) -> Floats:
    """Of each column."""
    return np.asarray(np.sqrt((errors**2).mean(axis=0)))


def jackknife(errors: Floats, others: Floats | None = None) -> Floats:
    """The standard error of the root mean square of each column (splits x figures), or of its difference from that of other errors.

    A split and its rest are left out together, because they err by the same nights.
    """
    count = len(errors)
    pairs = range((count + 1) // 2)
    values = []
    for pair in pairs:
        stays = np.array([number not in (pair, count - 1 - pair) for number in range(count)])
        less = 0.0 if others is None else root_mean_square(others[stays])
        values.append(root_mean_square(errors[stays]) - less)
    return np.asarray(np.std(values, axis=0) * (len(pairs) - 1) ** 0.5)


def _with_errors(values: Floats, errors: Floats, form: str) -> str:
    pairs = zip(values.tolist(), errors.tolist(), strict=True)
    return " | ".join(f"{value:{form}} ± {error:.2f}" for value, error in pairs)


def _residuals(residuals: Sequence[Residual]) -> str:
    return " and ".join(f"{each.value:+.2f} ± {each.error:.2f}" for each in residuals)


def leave_out(shape: Anchor, figures: Sequence[LoggedTable]) -> None:
    """Let `friends` be people whose levels are fitted to these tables alone, until the process ends."""
    *_, (_, (people, shared)) = fit_levels(shape, figures)
    use(people, {GROUP: shared})
    PROFILES[GROUP] = replace(PROFILES[GROUP], **shared)


def of_nights(
    store: Path, rows: Sequence[Mapping[str, Any]], variant: Variant, known: Sequence[Mapping[str, float]]
) -> list[str]:
    """How well halves of the nights foretell the rest; `known` is what `friends` who know all nights show at the tables of each rest."""
    others = population_parts()
    splits = halves(rows)
    sessions = sorted({row["session_id"] for row in rows})
    off: dict[str, list[list[float]]] = {}
    chance = []
    for half, shipped in zip(splits, known, strict=True):
        real = columns(half.held)
        was, spread = figures_of(real), errors_of(real)
        chance.append([spread[name] / was[name] for name in FORETOLD])
        for name, figures in {**foretold(store, half, variant, others), SHIPPED: shipped}.items():
            off.setdefault(name, []).append(_logs(figures, was))
    errors = {name: np.array(each) for name, each in off.items()}
    lines = [
        f"Nights foretold: {len(splits)} splits of {len(sessions)} nights into halves, one of which foretells the other. Root mean square errors of the",
        "logarithm of each figure, at the stacks and tables of the nights foretold, with standard errors by jackknife (a split and its rest left out",
        "together; few nights, so these are rough), and what the hands of these nights leave open. The levels of the `friends` that fits depart",
        "from are fitted to another group here. Fits to the figures of other groups leave, in logarithms of parts of the mean pot, of the median pot",
        f"{_residuals(others['median pot'])}, and of the deviation {_residuals(others['deviation of a seat'])}.",
        "",
        f"| foretold by | {' | '.join(FORETOLD)} |",
        "|---|" + "--:|" * len(FORETOLD),
    ]
    for name, each in errors.items():
        lines.append(f"| {name} | {_with_errors(root_mean_square(each), jackknife(each), '.2f')} |")
    by_hands = root_mean_square(np.array(chance)).tolist()
    lines.append(f"| standard error by hands | {' | '.join(f'{value:.2f}' for value in by_hands)} |")
    for name in (RAW, LEFT_OUT):
        gain = root_mean_square(errors[name]) - root_mean_square(errors[CORRECTED])
        by = _with_errors(gain, jackknife(errors[name], errors[CORRECTED]), "+.2f")
        lines.append(f"| the first is better than {name} by | {by} |")
    lines += [
        "",
        "Each split: the error of the first forecast, that of the raw figures in brackets, and the standard error by the hands of the nights foretold.",
        "",
        f"| split | {' | '.join(FORETOLD)} |",
        "|---|" + "--:|" * len(FORETOLD),
    ]
    for number, half in enumerate(splits):
        cells = [
            f"{mine:+.2f} ({raw:+.2f}) ± {error:.2f}"
            for mine, raw, error in zip(off[CORRECTED][number], off[RAW][number], chance[number], strict=True)
        ]
        nights = ", ".join(str(sessions.index(session) + 1) for session in half.sessions)
        lines.append(f"| by nights {nights} | {' | '.join(cells)} |")
    return [*lines, ""]


class GroupForecast(NamedTuple):
    """Rows of what is foretold of a group's tables; the errors of the logarithms of its deviations (root mean square), and of the ratio of omaha's to hold'em's."""

    rows: Sequence[str]
    deviation: float
    ratio: Residual


def of_group(tables: Sequence[LoggedTable], fitted: str) -> GroupForecast:
    """What `friends` without a group foretell of its tables."""
    rows, errors = [], []
    for table, figures in ((table, table.shown(GROUP, 71_000, HANDS)) for table in tables):
        cells = []
        for name in FORETOLD:
            if name in table.figures:
                was, error = table.figures[name]
                off = Residual(float(np.log(figures[name] / was)), error / was)
                cells.append(f"{off.value:+.2f} ± {off.error:.2f}")
                if name == "deviation of a seat":
                    errors.append((table.game, off))
            else:
                cells.append("")
        rows.append(f"| {fitted} | {table.game.name}, by {table.players} | {' | '.join(cells)} |")
    whole = float(root_mean_square(np.array([off.value for _, off in errors])))
    omaha, holdem = (
        _mean([off for game, off in errors if (game is OMAHA) == is_omaha]) for is_omaha in (True, False)
    )
    ratio = Residual(omaha.value - holdem.value, (omaha.error**2 + holdem.error**2) ** 0.5)
    return GroupForecast(rows, whole, ratio)


def _mean(residuals: Sequence[Residual]) -> Residual:
    """The mean of residuals, weighted by their precision."""
    values, errors = np.array(residuals).T
    return Residual(float(np.average(values, weights=errors**-2)), float((errors**-2).sum() ** -0.5))


def forecasts(
    store: Path,
    rows: Sequence[Mapping[str, Any]],
    omaha: Sequence[Mapping[str, Any]],
    variant: Variant,
) -> Iterator[str]:
    """How well nights foretell nights, and groups each other. Afterwards `friends` are those of one group, so it comes last."""
    known = [figures_of(played_alike(variant, [GROUP], seats_of(half.held))) for half in halves(rows)]
    shape = fit_shape(tables_of(rows, omaha))
    tables = logged_tables(rows, omaha)
    others = [table.own for table in LOGGED[GROUP]]  # no figure of the nights that are foretold
    leave_out(shape, others)
    yield from of_nights(store, rows, variant, known)
    smaller = of_group(tables, "the logs")
    leave_out(shape, tables)
    larger = of_group(others, "the larger group")
    yield "A group foretold by `friends` whose levels are fitted to the other group alone: errors of the logarithms, and the standard errors of the"
    yield "real figures. The stacks of the larger group are guessed."
    yield ""
    yield f"| group | table | {' | '.join(FORETOLD)} |"
    yield "|---|---|" + "--:|" * len(FORETOLD)
    yield from (*smaller.rows, *larger.rows)
    yield ""
    together = ((smaller.deviation**2 + larger.deviation**2) / 2) ** 0.5
    yield f"The deviation is off by {smaller.deviation:.2f} and {larger.deviation:.2f} for the tables of a group, together by {together:.3f} (root mean square). A normal"
    yield "distribution whose 95 % interval is that of Student's t for two has a"
    yield f"standard deviation of {together * STUDENT_TWO / 1.96:.2f}."
    yield ""
    ratios = [smaller.ratio, larger.ratio]
    real = max(float(np.mean([each.value**2 - each.error**2 for each in ratios])), 0.0) ** 0.5
    yield f"The ratio of omaha's deviation to hold'em's is off by {_residuals(ratios)}: without these sampling errors by"
    yield f"{real:.2f}, root mean square."
    yield ""
