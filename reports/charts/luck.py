"""A player's total within the band of luck alone."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from language import tr
from reports.charts.layout import figure, on_a_phone, ticks
from reports.charts.totals import date_marks
from reports.components.amounts import gain_in_chart, in_chart
from reports.components.figure import Figure, scatter
from reports.components.numbers import amount, date, signed
from reports.components.palette import LIGHT, player_colour


def luck_band(line: pl.DataFrame, reach: Sequence[float]) -> Figure:
    """One player's `total` after each night (`data.player_nights`, one measure) over a band that goes `reach`
    to each side of zero.
    """
    measure, order = line["measure"][0], line["join_order"][0]
    places = list(range(len(line) + 1))
    totals, edge = [0.0, *line["total"]], [0.0, *reach]
    words = [""]
    for at, total, within in zip(line["started_at"], line["total"], reach, strict=True):
        luck = tr(
            "by luck alone within ±{reach}",
            reach=in_chart(within, amount(within, measure, 0).lstrip("+"), measure),
        )
        words.append(f"{date(at)}<br><b>{gain_in_chart(total, measure)}</b><br>{luck}")
    most = max([1.0, *map(abs, totals), *edge]) * 1.06
    invisible = {"mode": "lines", "line": {"width": 0, "color": LIGHT["rule"]}, "hoverinfo": "skip"}
    low = [-each for each in edge]
    times = dict(enumerate(line["started_at"], 1))
    marks, few = date_marks(times, 12), date_marks(times, 4)
    narrow = on_a_phone("xaxis", {"tickvals": list(few), "ticktext": list(few.values())})
    return figure(
        [
            scatter(x=places, y=edge, **invisible),
            scatter(x=places, y=low, fill="tonexty", fillcolor=LIGHT["rule"], **invisible),
            scatter(
                x=places, y=totals, mode="lines+markers", name="", text=words, hoverinfo="text",
                line={"color": player_colour(order), "width": 2.5}, cliponaxis=False,
                marker={"color": player_colour(order), "size": 7, "line": {"width": 0}},
            ),
        ],
        height=320,
        margin=(58, 30, 12, 50),
        xaxis={
            "range": [0, len(line)], "showgrid": False, "tickangle": 0, "tickvals": list(marks),
            "ticktext": list(marks.values()),
        },
        yaxis={
            "range": [-most, most], "zeroline": True, "zerolinecolor": LIGHT["faint"],
            **ticks(-most, most, 7, signed),
        },
        hovermode="closest",
        meta={"narrow": {"height": 280, "margin.l": 46, **narrow}, "money": "yaxis"},
    )  # fmt: skip
