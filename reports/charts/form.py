"""Figures of a player's nights: the total within the band of luck alone, the form over ten nights, the
drawdown, and the volatility.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import plotly.graph_objects as go
import polars as pl

from language import tr
from reports.charts.layout import figure, on_a_phone, ticks
from reports.charts.lines import grey_band
from reports.charts.rows import ChartRows, bars, words
from reports.charts.totals import date_marks
from reports.components import numbers
from reports.components.amounts import gain_in_chart, is_money
from reports.components.numbers import date, day, number, signed, span
from reports.components.palette import LIGHT, player_colour

PRINTED = 190
"""Height on paper in pixels."""


def luck_band(line: pl.DataFrame, reach: Sequence[float]) -> go.Figure:
    """A player's `total` after each night (`data.player_nights`, one measure) over the band of luck alone.
    `reach` has half the band's width after each night.

    >>> from reports.data import player_nights
    >>> anna = player_nights(con, "2026").filter(name="Anna")
    >>> len(luck_band(anna, [10.0 * n for n in range(len(anna))]).data[-1].y) == len(anna) + 1
    True
    """
    measure, order = line["measure"][0], line["join_order"][0]
    places = list(range(len(line) + 1))
    totals, edge = [0.0, *line["total"]], [0.0, *reach]
    hovers = [""]
    for at, total, within in zip(line["started_at"], line["total"], reach, strict=True):
        luck = tr(
            "by luck alone within ±{reach}",
            reach=gain_in_chart(within, measure, 0, gain=False),
        )
        hovers.append(f"{date(at)}<br><b>{gain_in_chart(total, measure)}</b><br>{luck}")
    most = max([1.0, *map(abs, totals), *edge]) * 1.06
    return _by_night(
        [
            *grey_band(dict(enumerate(edge))),
            go.Scatter(
                x=places, y=totals, mode="lines+markers", name="", text=hovers, hoverinfo="text",
                line={"color": player_colour(order), "width": 2.5}, cliponaxis=False,
                marker={"color": player_colour(order), "size": 7, "line": {"width": 0}},
            ),
        ],
        dict(enumerate(line["started_at"], 1)),
        across=(0, len(line)),
        yaxis={"range": [-most, most], "zeroline": True, **ticks(-most, most, 7, signed)},
        meta={"money": "yaxis"},
    )  # fmt: skip


def form_and_drawdown(luck: pl.DataFrame, join_order: int) -> go.Figure:
    """One player's `form` after each night as a line, and `drawdown` as an area below 0 (`streaks.add_form`).

    >>> from reports.components.streaks import add_form
    >>> from reports.data import luck
    >>> anna = add_form(luck(con, "2026"), []).filter(name="Anna")
    >>> form_and_drawdown(anna, 0).data[1].mode
    'lines+markers'
    """
    places = list(range(1, len(luck) + 1))
    form, depths = luck["form"].to_list(), [-fall for fall in luck["drawdown"]]
    measure = luck["measure"][0]
    hovers = [
        "<br>".join(
            [
                date(row["started_at"]),
                f"<b>{gain_in_chart(row['form'], measure)}</b>",
                tr("{fall} below the best", fall=gain_in_chart(row["drawdown"], measure, gain=False)),
            ]
        )
        for row in luck.iter_rows(named=True)
    ]
    low, high = min([0.0, *form, *depths]), max([1.0, *form])
    room = (high - low) * 0.06
    low, high = low - room, high + room
    colour = player_colour(join_order)
    return _by_night(
        [
            go.Scatter(
                x=places, y=depths, mode="lines", fill="tozeroy", fillcolor=LIGHT["rule"], hoverinfo="skip",
                line={"color": LIGHT["faint"], "width": 1},
            ),
            go.Scatter(
                x=places, y=form, mode="lines+markers" if len(places) <= 60 else "lines", text=hovers,
                hoverinfo="text", cliponaxis=False, line={"color": colour, "width": 2.5},
                marker={"color": colour, "size": 7, "line": {"width": 0}},
            ),
        ],
        dict(enumerate(luck["started_at"], 1)),
        across=(0.5, len(places) + 0.5),
        yaxis={"range": [low, high], "zeroline": True, **ticks(low, high, 7, signed)},
        meta=_in_money(measure, "yaxis"),
    )  # fmt: skip


def volatility(luck: pl.DataFrame, join_order: int) -> go.Figure:
    """One player's `volatility` after each night, over the thin line of `chance_volatility` (`streaks.add_form`,
    nights for which it is known).

    >>> from reports.components.streaks import add_form
    >>> from reports.data import luck
    >>> anna = add_form(luck(con, "2026"), []).filter(name="Anna")
    >>> known = anna.with_columns(night_of_player=pl.int_range(1, pl.len() + 1)).drop_nulls("volatility")
    >>> len(volatility(known, 0).data)
    2
    """
    places = luck["night_of_player"].to_list()
    own, chance = luck["volatility"].to_list(), luck["chance_volatility"].to_list()
    measure = luck["measure"][0]
    hovers = [
        "<br>".join(
            [
                date(row["started_at"]),
                f"<b>{gain_in_chart(row['volatility'], measure, gain=False)}</b>",
                *(
                    [
                        tr(
                            "{amount} by luck alone",
                            amount=gain_in_chart(row["chance_volatility"], measure, gain=False),
                        )
                    ]
                    if row["chance_volatility"] is not None
                    else []
                ),
            ]
        )
        for row in luck.iter_rows(named=True)
    ]
    high = max([1.0, *own, *(each for each in chance if each is not None)]) * 1.08
    return _by_night(
        [
            go.Scatter(
                x=places, y=chance, mode="lines", hoverinfo="skip",
                line={"color": LIGHT["muted"], "width": 1.2},
            ),
            go.Scatter(
                x=places, y=own, mode="lines", text=hovers, hoverinfo="text",
                line={"color": player_colour(join_order), "width": 2.5},
            ),
        ],
        dict(zip(places, luck["started_at"], strict=True)),
        across=(places[0] - 0.5, places[-1] + 0.5),
        yaxis={"range": [0, high], "zeroline": False, **ticks(0, high, 5, number)},
        heights=(240, 220),
        meta=_in_money(measure, "yaxis"),
    )  # fmt: skip


def _by_night(
    traces: Sequence[go.Scatter],
    times: Mapping[int, datetime | None],
    *,
    across: tuple[float, float],
    yaxis: Mapping[str, Any],
    heights: tuple[int, int] = (320, 280),
    meta: Mapping[str, Any] | None = None,
) -> go.Figure:
    """Traces over nights at `times`. `heights` are the figure's height and its height on a phone, in pixels."""
    marks, few = date_marks(times, 12), date_marks(times, 4)
    narrow = on_a_phone("xaxis", {"tickvals": list(few), "ticktext": list(few.values())})
    return figure(
        traces,
        height=heights[0],
        margin=(58, 30, 12, 50),
        xaxis={
            "range": list(across), "showgrid": False, "tickangle": 0, "tickvals": list(marks),
            "ticktext": list(marks.values()),
        },
        yaxis=yaxis,
        hovermode="closest",
        meta={
            "narrow": {"height": heights[1], "margin.l": 46, **narrow}, "print": {"height": PRINTED}, **(meta or {}),
        },
    )  # fmt: skip


def drawdowns(table: pl.DataFrame, *, named: bool) -> go.Figure:
    """Drawdowns (`streaks.add_depth`) as bars to the left; the hover text of each names its nights.

    >>> from reports import data
    >>> from reports.components.streaks import add_depth, add_form
    >>> nights = add_form(data.luck(con, "2026"), [])
    >>> table = add_depth(data.drawdowns(con, "2026"), nights)
    >>> len(drawdowns(table, named=True).data[0].x) == len(table)
    True
    """
    labels, hovers = [], []
    measure = table["measure"][0]
    for row in table.iter_rows(named=True):
        label = (
            tr("{low} to {high}", low=tr("the start"), high=day(row["deepest_at"]))
            if row["best_session"] is None
            else span([row["best_at"], row["deepest_at"]])
        )
        labels.append(f"{row['name']} · {label}" if named else label)
        regained = tr("not yet") if row["regained_session"] is None else day(row["regained_at"])
        hovers.append(
            words(
                labels[-1],
                gain_in_chart(row["depth"], measure, gain=False),
                numbers.nights(row["nights"]),
                tr("recovered: {when}", when=regained),
            )
        )
    rows = ChartRows(ids=list(map(str, range(len(table)))), labels=labels, words=hovers)
    return bars(rows, [-depth for depth in table["depth"]], show=number, meta=_in_money(measure, "xaxis"))


def _in_money(measure: str, axis: str) -> dict[str, str]:
    """The axis that a switch of the unit rewrites, in the `meta` of a figure."""
    return {"money": axis} if is_money(measure) else {}
