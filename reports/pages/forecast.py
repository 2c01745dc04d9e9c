"""A forecast of the next nights: a season continued many times by simulation from its past nights.

A player's mean net per night is shrunk toward 0 as far as chance explains it: means are normal around 0 with
an unknown standard deviation, which is drawn by its likelihood (with a flat prior). The players of the latest
nights are assumed to come. The nets of a night are normal, with each player's standard deviation shrunk
toward the group's, and sum to 0. docs/statistics.md has the formulas, and how often such probabilities come
true.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
import polars as pl

from language import mark, tr
from reports.charts.layout import shortened
from reports.charts.rows import ChartRows, Intervals, outcomes, words
from reports.components.amounts import Form, in_chart, unit_shown
from reports.components.blocks import Block, Chart, Folded, Paragraph, Row
from reports.components.html import filled
from reports.components.numbers import number, percent, signed
from reports.data import CHIPS

AHEAD = 10
"""Number of nights that the forecast covers."""
LEAST = 5
"""Minimum number of past nights."""
FREE = 15
"""Minimum number of player-nights beyond each player's first."""
DRAWS = 4000
LATEST = 30
"""Number of latest nights whose players are assumed to come."""
OWN = 10
"""Number of nights at which a player's own standard deviation weighs as much as the group's."""
LONGEST_NAME = 30
"""The most letters of a name: with the chance of leading after it, more don't fit on a line of a phone."""
MAX_PLAYERS = 10
"""Number of players in the open chart; the others are folded."""
_BETWEEN = 60  # how finely the deviation of averages is drawn

Array = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, kw_only=True)
class Forecast:
    """A simulated continuation of a season, arrays of (draws, players): the net of the next night, who
    attended it, and the totals after `AHEAD` nights.
    """

    next_night: Array
    there: np.ndarray[Any, np.dtype[np.bool_]]
    ends: Array

    def leads(self) -> Array:
        """Each player's probability (players,) of the highest total."""
        return np.bincount(self.ends.argmax(axis=1), minlength=self.ends.shape[1]) / len(self.ends)


def simulate_season(nights: Array, seed: int = 1) -> Forecast | None:
    """Continue a season from each player's net per night (nights, players), nan for nights that a player
    missed; every player attended at least one. Returns None if too little is known.

    >>> import numpy as np
    >>> nights = np.array([[5.0, -5.0], [-2.0, 2.0], [4.0, -4.0]])
    >>> simulate_season(nights) is None  # too few nights
    True
    """
    there = ~np.isnan(nights)
    count = there.sum(axis=0)
    free = int(count.sum()) - nights.shape[1]
    if len(nights) < LEAST or free < FREE:
        return None
    random = np.random.default_rng(seed)
    mean = np.nansum(nights, axis=0) / count
    squares = np.nansum((nights - mean) ** 2, axis=0)
    group = squares.sum() / free
    if group == 0:
        return None
    variance = (squares + OWN * group) / (count - 1 + OWN)
    averages = _averages(mean, variance / count, group, random)
    spread = np.sqrt(variance) * np.sqrt(free / random.chisquare(free, DRAWS))[:, None]
    total = np.broadcast_to(np.nansum(nights, axis=0), averages.shape).copy()
    next_night = first = None
    for _ in range(AHEAD):
        come = there[-LATEST:][random.integers(min(LATEST, len(nights)), size=DRAWS)]
        size = come.sum(axis=1, keepdims=True)
        wider = np.sqrt(size / np.maximum(size - 1, 1))
        brought = np.where(come, averages + spread * wider * random.normal(size=averages.shape), 0)
        brought -= np.where(come, brought.sum(axis=1, keepdims=True) / size, 0)
        total += brought
        if first is None:
            next_night, first = brought, come
    assert next_night is not None
    assert first is not None
    return Forecast(next_night=next_night, there=first, ends=total)


def _averages(mean: Array, error: Array, group: float, random: np.random.Generator) -> Array:
    """Draws of each player's mean net per night (draws, players), given the sample means and their squared
    standard errors. The standard deviation between players is unknown; it is drawn between 0 and the standard
    deviation of a night.
    """
    between = np.linspace(0, 1, _BETWEEN) ** 2 * group
    about = between[:, None] + error
    likely = -0.5 * (np.log(about) + mean**2 / about).sum(axis=1)
    weight = np.exp(likely - likely.max())
    drawn = between[random.choice(_BETWEEN, size=DRAWS, p=weight / weight.sum())][:, None]
    own = drawn / (drawn + error)
    return own * mean + np.sqrt(own * error) * random.normal(size=(DRAWS, len(mean)))


HOW = mark(
    "From {draws} simulations of ten more nights. Each player's average is drawn toward zero "
    "as far as luck explains it; who comes and how much a night varies follow the latest "
    "nights."
)


def forecast_frame(line: pl.DataFrame) -> pl.DataFrame | None:
    """The forecast of ten nights for each player of a season's line (`data.player_nights`, one measure): one
    row per player, the most likely leader first.

    Columns: the total `now`; the quantiles `low` (10 %), `middle` and `high` (90 %) of the final total; and
    the probabilities to lead (`leads`), to be `ahead` at the end, and to be ahead after the next night
    (`ahead_next`). None if too little is known.

    >>> from reports import data
    >>> line = data.player_nights(con, "2026")
    >>> frame = forecast_frame(line)
    >>> None if frame is None else len(frame)
    6
    """
    wide = line.pivot("player_id", index="session_id", values="value", maintain_order=True).drop("session_id")
    forecast = simulate_season(wide.cast(pl.Float64).fill_null(float("nan")).to_numpy())
    if forecast is None:
        return None
    low, middle, high = np.quantile(forecast.ends, (0.1, 0.5, 0.9), axis=0)
    came = forecast.there.sum(axis=0)
    ahead_next = ((forecast.next_night > 0) & forecast.there).sum(axis=0) / np.maximum(came, 1)
    last = line.group_by("player_id", "name", "join_order", maintain_order=True).agg(
        now=pl.col("value").sum()
    )
    order = pl.DataFrame({"player_id": wide.columns}).join(last, on="player_id", maintain_order="left")
    return order.with_columns(
        pl.col("now").cast(pl.Float64),
        low=low, middle=middle, high=high, leads=forecast.leads(),
        ahead=(forecast.ends > 0).mean(axis=0),
        ahead_next=pl.Series(np.where(came > 0, ahead_next, np.nan)).fill_nan(None),
    ).sort(["leads", "middle"], descending=True, maintain_order=True)  # fmt: skip


def forecast_blocks(line: pl.DataFrame) -> list[Block]:
    """The forecast of ten nights for each player of a season's line (`data.player_nights`, one measure).

    >>> from reports import data
    >>> line = data.player_nights(con, "2026")
    >>> [type(block).__name__ for block in forecast_blocks(line)]
    ['Paragraph', 'Chart', 'Paragraph']
    """
    frame = forecast_frame(line)
    if frame is None:
        return [Paragraph(tr("Too few nights have been played to say what the next ones may bring."))]
    measure = line["measure"][0]
    about = filled(
        tr(
            "Where each player stands after ten more nights, in {unit}: the dot is the middle, the line covers 8 of "
            "10 outcomes, the short stroke is today. After the name: the chance of leading."
        ),
        unit=unit_shown(measure),
    )
    first, rest = frame.head(MAX_PLAYERS), frame.slice(MAX_PLAYERS)
    blocks: list[Block] = [
        Paragraph(_sentence(frame)),
        Chart(figure=forecast_figure(first, measure), about=about),
        Paragraph(tr(HOW, draws=number(DRAWS)), quiet=True),
    ]
    if len(rest):
        others = Chart(figure=forecast_figure(rest, measure), about=about)
        blocks.append(Folded(summary=tr("The others"), blocks=[others]))
    return blocks


def forecast_figure(frame: pl.DataFrame, measure: str) -> go.Figure:
    """The forecast totals (`forecast_frame`), one row per player.

    >>> from reports import data
    >>> line = data.player_nights(con, "2026")
    >>> frame = forecast_frame(line)
    >>> len(forecast_figure(frame, "DKK").data)
    2
    """
    rows = ChartRows(
        ids=frame["player_id"].to_list(),
        labels=[
            f"{shortened(row['name'], LONGEST_NAME)} · {_chance(row['leads'])}"
            for row in frame.iter_rows(named=True)
        ],
        words=[words(row["name"], *_outcomes(row, measure)) for row in frame.iter_rows(named=True)],
    )
    low, middle, high, now = (frame[name].to_list() for name in ("low", "middle", "high", "now"))
    meta = {"money": "xaxis"} if measure != CHIPS else {}
    return outcomes(rows, Intervals(low=low, value=middle, high=high), now, show=signed, meta=meta)


def _outcomes(row: Row, measure: str) -> list[str]:
    """The hover text of a player's row."""
    low, high, now, middle = (
        in_chart(row[name], signed(row[name]), measure, Form(has_unit=False))
        for name in ("low", "high", "now", "middle")
    )
    ends = tr("{low} to {high}", low=low, high=high)
    sentences = [
        tr("today {now}, then {middle}", now=now, middle=middle),
        tr("8 of 10 outcomes: {ends}", ends=ends),
        tr("leads: {chance}", chance=_chance(row["leads"])),
    ]
    if row["ahead_next"] is not None:
        sentences.append(tr("ahead on the next night: {chance}", chance=_chance(row["ahead_next"])))
    return sentences


def _sentence(frame: pl.DataFrame) -> str:
    """The most likely leader and the second most likely."""
    leader = frame.sort("now", descending=True, maintain_order=True).row(0, named=True)
    stays = tr(
        "{player} leads, and still leads ten nights from now in {n} of 100 simulations.",
        player=leader["name"], n=_of_100(leader["leads"]),
    )  # fmt: skip
    others = frame.filter(pl.col("player_id") != leader["player_id"])
    if others.is_empty():
        return stays
    other = others.row(0, named=True)
    then = (
        tr("{player} leads then in {n}.", player=other["name"], n=_of_100(other["leads"]))
        if other["leads"] > leader["leads"]
        else tr("Next comes {player} with {n}.", player=other["name"], n=_of_100(other["leads"]))
    )
    return f"{stays} {then}"


def _of_100(share: float) -> str:
    """A share as N of 100, never 0 or 100: rare and near-certain results are not certainties."""
    if share < 0.005:
        return tr("fewer than {n}", n=number(1))
    return tr("more than {n}", n=number(99)) if share > 0.995 else number(100 * share)


def _chance(share: float) -> str:
    """A probability in whole percent, but never 0 or 100."""
    if share < 0.005:
        return tr("less than {share}", share=percent(0.01))
    if share > 0.995:
        return tr("more than {share}", share=percent(0.99))
    return percent(share)
