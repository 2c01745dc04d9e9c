"""Forecasts of nights from others: fits corrected by what they leave, drawn towards what fits to other groups leave."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from bench.forecasts import (
    CORRECTED,
    FORETOLD,
    LEFT_OUT,
    PARTS,
    RAW,
    Residual,
    by_size,
    correction,
    halves,
    jackknife,
    root_mean_square,
)
from bench.populations import LOGGED
from queries.people_error import DEVIATION_OFF, RATIO_OFF

PAGE = (Path(__file__).parents[2] / "bench" / "measured" / "people.md").read_text(encoding="utf-8")


def test_a_correction_lies_between_what_is_left_here_and_elsewhere() -> None:
    """The nearer to its own nights, the more hands and nights there are; without other groups, drawn towards none."""
    others = [Residual(0.1, 0.04), Residual(0.12, 0.06)]
    known = [(1.0, 1), (0.2, 1), (0.1, 2), (0.05, 4), (0.02, 40)]
    drawn = [correction(Residual(0.4, error), nights, others) for error, nights in known]
    alone = [correction(Residual(0.4, error), nights, []) for error, nights in known]
    for corrections in (drawn, alone):
        assert all(less < more for less, more in pairwise(corrections))
        assert corrections[-1] == pytest.approx(0.4, abs=0.05)
    assert 0.0 < alone[0] < 0.02 < 0.05 < drawn[0] < 0.1, "two groups say little of all groups"
    vague = [Residual(each.value, 10.0) for each in others]
    assert correction(Residual(0.4, 0.1), 2, vague) == pytest.approx(alone[2], abs=0.001)


def test_corrections_forecast_simulated_groups_better_than_fits_and_than_raw_residuals() -> None:
    """Groups, nights and hands drawn with the spreads that a correction assumes: its error is the smallest."""
    rng = np.random.default_rng(5)
    errors = []
    for _ in range(4000):
        shared = rng.normal(0, 0.13)
        groups = shared + rng.normal(0, 0.13, size=3)
        measured = groups + rng.normal(0, [0.05, 0.1, (0.25**2 / 2 + 0.1**2) ** 0.5])
        others = [Residual(measured[0], 0.05), Residual(measured[1], 0.1)]
        by = correction(Residual(measured[2], 0.1), 2, others)
        errors.append([by - groups[2], -groups[2], measured[2] - groups[2], by - measured[2]])
    mine, none, whole, _ = root_mean_square(np.array(errors))
    assert mine < 0.75 * min(none, whole)


def test_a_jackknife_leaves_a_split_and_its_rest_out_together() -> None:
    """Six splits whose last three repeat the first three have the standard error of three; if all errors are equal, it is 0."""
    first = np.array([[0.1], [0.2], [0.4]])
    whole = np.concatenate([first, first[::-1]])
    without = [np.sqrt(np.delete(first, out) @ np.delete(first, out) / 2) for out in range(3)]
    expected = (2 / 3 * sum((each - np.mean(without)) ** 2 for each in without)) ** 0.5
    assert jackknife(whole)[0] == pytest.approx(expected)
    assert jackknife(whole, whole)[0] == 0.0
    assert jackknife(np.full((6, 1), 0.3))[0] == pytest.approx(0.0)


def test_halves_are_each_others_rest() -> None:
    rows = [{"session_id": name, "number": number} for number, name in enumerate("abcdabcd")]
    parts = halves(rows)
    assert len(parts) == 6
    for one, other in zip(parts, reversed(parts), strict=True):
        assert one.rows == other.held
        assert {row["session_id"] for row in one.rows} == set(one.sessions)


def test_friends_who_foretell_the_logs_know_none_of_their_figures() -> None:
    """The larger group's limps and median pots at small tables aren't known; the logs' stand for them where all is fitted."""
    borrowed = [name for table in LOGGED["friends"] for name in table.of_logs]
    assert borrowed == 2 * ["first-in limps", "median pot"]
    for table in LOGGED["friends"]:
        assert set(table.own.figures) == set(table.figures) - set(table.of_logs)
        assert "deviation of a seat" in table.own.figures


def test_figures_by_size_are_those_of_their_hands() -> None:
    names = ("vpip", "pfr", "in_at_showdown", "pot", "seats", "squares")
    hands = {name: np.array([2.0, 1.0, 3.0, 0.0]) for name in names} | {"seats": np.array([4.0, 4, 8, 6])}
    figures = by_size(hands)
    assert {size: each.hands for size, each in figures.items()} == {4: 2, 6: 2}
    assert (figures[4].vpip, figures[4].pot, figures[6].pfr) == (3 / 8, 1.5, 3 / 14)
    assert figures[4].showdowns == 0.5, "one player left is no showdown"
    assert PARTS["median pot"](hands) == 1.0


def row(name: str) -> list[tuple[float, float]]:
    """The figures of a row of the page, with standard errors."""
    (cells,) = re.findall(rf"^\| {re.escape(name)} \|(.*)\|$", PAGE, re.M)
    return [(float(value), float(error)) for value, error in (cell.split("±") for cell in cells.split("|"))]


def measured(name: str) -> list[float]:
    """The errors of a way to foretell on the page."""
    return [value for value, _ in row(name)]


def test_corrected_forecasts_are_better_than_friends_and_no_worse_than_raw_figures() -> None:
    """The median pot is foretold by raw figures as well, within the standard error of the difference."""
    assert len(measured(CORRECTED)) == len(FORETOLD)
    for mine, others in zip(measured(CORRECTED), measured(LEFT_OUT), strict=True):
        assert mine < others
    better_by = row(f"the first is better than {RAW} by")
    for figure, (gain, error) in zip(FORETOLD, better_by, strict=True):
        assert gain + (error if figure == "median pot" else 0.0) > 0, figure


def test_what_people_leave_open_of_a_deviation_is_what_forecasts_were_off() -> None:
    (off,) = re.findall(r"^standard deviation of ([\d.]+)\.$", PAGE, re.M)
    assert float(off) == DEVIATION_OFF
    (off,) = re.findall(r"^([\d.]+), root mean square\.$", PAGE, re.M)
    assert float(off) == RATIO_OFF
