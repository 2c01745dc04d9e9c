"""What is foretold of a season comes true as often as it says: seasons made up otherwise, and played on."""

from __future__ import annotations

import re

import numpy as np
import polars as pl
import pytest

from reports.components.blocks import Chart, Paragraph
from reports.pages.forecast import AHEAD, Forecast, forecast_blocks, simulate_season

PLAYERS = 6


def season(random: np.random.Generator, nights: int, between: float) -> tuple[np.ndarray, np.ndarray]:
    """A season of `nights`, nan where somebody was away, and what ten nights more brought each.

    Averages differ by `between` of a night's deviation; nights are skewed, and add up to nothing.
    """
    average = random.normal(0, 100 * between, PLAYERS)
    come = random.uniform(0.5, 1, PLAYERS)
    rows = np.full((nights + AHEAD, PLAYERS), np.nan)
    for row in rows:
        there = random.random(PLAYERS) < come
        there[random.choice(PLAYERS, 3, replace=False)] = True
        net = average[there] + 100 * (random.gamma(4, 0.5, there.sum()) - 2)
        row[there] = net - net.mean()
    return rows[:nights], np.nansum(rows, axis=0)


@pytest.mark.parametrize(("nights", "between"), [(6, 0.0), (9, 0.3), (20, 0.15)])
def test_chances_come_true_as_often_as_they_say(nights: int, between: float) -> None:
    random = np.random.default_rng(nights)
    within: list[float] = []
    told: list[np.ndarray] = []
    came: list[np.ndarray] = []
    for number in range(24):
        rows, ends = season(random, nights, between)
        if np.isnan(rows).all(axis=0).any():
            continue
        found = simulate_season(rows, seed=number)
        assert found
        low, high = np.quantile(found.ends, (0.1, 0.9), axis=0)
        within.append(((low < ends) & (ends < high)).mean())
        told.append(found.leads())
        came.append(np.arange(PLAYERS) == ends.argmax())
    assert np.mean(within) == pytest.approx(0.8, abs=4 * np.std(within) / len(within) ** 0.5 + 0.01)
    chance, true = np.concatenate(told), np.concatenate(came)
    for low, high in ((0, 0.1), (0.1, 0.35), (0.35, 1.01)):
        mine = (low <= chance) & (chance < high)
        error = max((chance[mine] * (1 - chance[mine])).sum() ** 0.5 / mine.sum(), 1 / mine.sum())
        assert true[mine].mean() == pytest.approx(chance[mine].mean(), abs=3.5 * error)


def of(rows: list[list[float]]) -> Forecast:
    found = simulate_season(np.array(rows))
    assert found
    return found


def test_what_is_foretold_follows_from_the_nights() -> None:
    nan = float("nan")
    some: list[list[float]] = [
        [60, -20, -30, -10],
        [-40, 60, nan, -20],
        [50, -10, 10, -50],
        [30, 20, -60, 10],
    ]
    rows = some * 4
    found = of(rows)
    assert found.ends.sum(axis=1) == pytest.approx(np.full(len(found.ends), np.nansum(rows)))
    assert found.next_night.sum(axis=1) == pytest.approx(np.zeros(len(found.ends)))
    assert (found.next_night[~found.there] == 0).all()
    assert found.there[:, 2].mean() == pytest.approx(0.75, abs=0.03)
    assert found.leads().sum() == pytest.approx(1)
    assert found.leads().argmax() == 0
    drift = np.median(found.ends, axis=0) - np.nansum(rows, axis=0)
    played_on = AHEAD * np.nanmean(rows, axis=0)
    assert 0 < drift[0] < played_on[0]  # drawn towards nothing
    assert played_on[3] < drift[3] < 0


def test_too_few_nights_foretell_nothing() -> None:
    row = [10.0, -10, 5, -5]
    assert simulate_season(np.array([row] * 4)) is None
    assert simulate_season(np.array([row[:2]] * 6)) is None
    assert simulate_season(np.zeros((9, 4))) is None


def test_the_sentence_and_the_chart_say_the_same_of_the_leader() -> None:
    nets = [[60.0, -20, -40], [-40, 60, -20], [50, -10, -40], [30, 20, -50]] * 3
    line = pl.DataFrame(
        {
            "session_id": f"n{n}",
            "player_id": name,
            "name": name,
            "join_order": i,
            "value": net,
            "measure": "DKK",
        }
        for n, row in enumerate(nets)
        for i, (name, net) in enumerate(zip(("Anna", "Bo", "Carl " + 9 * "Familie"), row, strict=True))
    )
    sentence, chart, *_ = forecast_blocks(line)
    assert isinstance(sentence, Paragraph)
    assert isinstance(chart, Chart)
    said = re.fullmatch(
        r"Anna leads, and still leads ten nights from now in (\d+) of 100 simulations\. Next comes Bo with (\d+)\.",
        str(sentence.text),
    )
    assert said
    labels = [re.sub(r"\s%", "%", label) for label in chart.figure.layout["yaxis"]["ticktext"]]
    assert labels[:2] == [f"Anna · {said[1]}%", f"Bo · {said[2]}%"]
    chance = labels[2].replace("<br>", " ").rpartition(" · ")[2]  # which a long name must not cut off
    assert re.fullmatch(r"(less than )?\d+%", chance)
    assert len(labels[2]) < 50
