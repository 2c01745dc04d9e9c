"""A season's line within the band of what chance alone would do."""

from __future__ import annotations

from math import sqrt

import plotly.graph_objects as go
import polars as pl

from language import tr
from reports.figures.nets import dates
from reports.figures.style import figure, on_a_phone, ticks
from reports.numbers import date, number, signed
from reports.palette import LIGHT, player_colour


def chance_band(luck: pl.DataFrame, beyond: float, join_order: int) -> go.Figure:
    """One player's `season_units` after each night (`player_data.luck`), in antes, over `beyond` deviations
    of chance to each side of zero.
    """
    places = list(range(len(luck) + 1))
    totals, reach, words, squares = [0.0], [0.0], [""], 0.0
    times = {}
    for place, row in enumerate(luck.iter_rows(named=True), 1):
        squares += (row["chance_sd"] or 0.0) ** 2
        totals.append(row["season_units"])
        reach.append(beyond * sqrt(squares))
        times[place] = row["started_at"]
        within = tr("chance alone: within ±{reach}", reach=number(reach[-1]))
        total = tr("{antes} antes", antes=signed(totals[-1]))
        words.append(f"{date(row['started_at'])}<br><b>{total}</b><br>{within}")
    most = max([1.0, *map(abs, totals), *reach]) * 1.06
    edge = {"mode": "lines", "line": {"width": 0, "color": LIGHT["rule"]}, "hoverinfo": "skip"}
    traces = [
        go.Scatter(x=places, y=reach, **edge),
        go.Scatter(x=places, y=[-each for each in reach], fill="tonexty", fillcolor=LIGHT["rule"], **edge),
        go.Scatter(
            x=places, y=totals, mode="lines+markers", name="", text=words, hoverinfo="text",
            line={"color": player_colour(join_order), "width": 2.5}, cliponaxis=False,
            marker={"color": player_colour(join_order), "size": 7, "line": {"width": 0}},
        ),
    ]  # fmt: skip
    marks, few = dates(times, 12), dates(times, 4)
    return figure(
        traces,
        height=320,
        margin=(58, 30, 12, 50),
        xaxis={
            "range": [0, len(luck)], "showgrid": False, "tickangle": 0, "tickvals": list(marks),
            "ticktext": list(marks.values()),
        },
        yaxis={
            "range": [-most, most], "zeroline": True, "zerolinecolor": LIGHT["faint"],
            **ticks(-most, most, 7, signed),
        },
        hovermode="closest",
        meta={
            "narrow": {
                "height": 280, "margin.l": 46,
                **on_a_phone("xaxis", {"tickvals": list(few), "ticktext": list(few.values())}),
            }
        },
    )  # fmt: skip


__all__ = ["chance_band"]
