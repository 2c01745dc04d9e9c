"""A player's form: what the last ten nights brought, how far below its best the line lies,
how far the nights spread.
"""

from __future__ import annotations

import polars as pl

from language import tr
from reports.charts.layout import figure, on_a_phone, ticks
from reports.charts.rows import ChartRows, bars, words
from reports.charts.totals import date_marks
from reports.components import numbers
from reports.components.amounts import gain_in_chart, is_money
from reports.components.figure import Figure, scatter
from reports.components.numbers import date, day, number, signed
from reports.components.palette import LIGHT, player_colour


def form_and_drawdown(luck: pl.DataFrame, join_order: int) -> Figure:
    """One player's `form` after each night as a line, and `drawdown` as an area below 0 (`streaks.add_form`)."""
    places = list(range(1, len(luck) + 1))
    form, falls = luck["form"].to_list(), [-fall for fall in luck["drawdown"]]
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
    low, high = min([0.0, *form, *falls]), max([1.0, *form])
    room = (high - low) * 0.06
    low, high = low - room, high + room
    times = dict(enumerate(luck["started_at"], 1))
    marks, few = date_marks(times, 12), date_marks(times, 4)
    colour = player_colour(join_order)
    return figure(
        [
            scatter(
                x=places, y=falls, mode="lines", fill="tozeroy", fillcolor=LIGHT["rule"], hoverinfo="skip",
                line={"color": LIGHT["faint"], "width": 1},
            ),
            scatter(
                x=places, y=form, mode="lines+markers" if len(places) <= 60 else "lines", text=hovers,
                hoverinfo="text", cliponaxis=False, line={"color": colour, "width": 2.5},
                marker={"color": colour, "size": 7, "line": {"width": 0}},
            ),
        ],
        height=320,
        margin=(58, 30, 12, 50),
        xaxis={
            "range": [0.5, len(places) + 0.5], "showgrid": False, "tickangle": 0, "tickvals": list(marks),
            "ticktext": list(marks.values()),
        },
        yaxis={
            "range": [low, high], "zeroline": True, "zerolinecolor": LIGHT["faint"],
            **ticks(low, high, 7, signed),
        },
        hovermode="closest",
        meta={
            **_in_money(measure, "yaxis"),
            "narrow": {
                "height": 280, "margin.l": 46,
                **on_a_phone("xaxis", {"tickvals": list(few), "ticktext": list(few.values())}),
            },
        },
    )  # fmt: skip


def volatility(luck: pl.DataFrame, join_order: int) -> Figure:
    """One player's `volatility` after each night, over the thin line of `chance_volatility` (`streaks.add_form`,
    nights for which it is known).
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
    times = dict(zip(places, luck["started_at"], strict=True))
    marks, few = date_marks(times, 12), date_marks(times, 4)
    return figure(
        [
            scatter(
                x=places, y=chance, mode="lines", hoverinfo="skip",
                line={"color": LIGHT["muted"], "width": 1.2},
            ),
            scatter(
                x=places, y=own, mode="lines", text=hovers, hoverinfo="text",
                line={"color": player_colour(join_order), "width": 2.5},
            ),
        ],
        height=240,
        margin=(58, 30, 12, 50),
        xaxis={
            "range": [places[0] - 0.5, places[-1] + 0.5], "showgrid": False, "tickangle": 0,
            "tickvals": list(marks), "ticktext": list(marks.values()),
        },
        yaxis={"range": [0, high], "zeroline": False, **ticks(0, high, 5, number)},
        hovermode="closest",
        meta={
            **_in_money(measure, "yaxis"),
            "narrow": {
                "height": 220, "margin.l": 46,
                **on_a_phone("xaxis", {"tickvals": list(few), "ticktext": list(few.values())}),
            },
        },
    )  # fmt: skip


def drawdowns(falls: pl.DataFrame, *, named: bool) -> Figure:
    """Drawdowns (`streaks.add_depth`) as bars to the left, each with its nights where the reader points."""
    labels, hovers = [], []
    measure = falls["measure"][0]
    for row in falls.iter_rows(named=True):
        begun = tr("the start") if row["best_session"] is None else day(row["best_at"])
        label = tr("{low} to {high}", low=begun, high=day(row["deepest_at"]))
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
    rows = ChartRows(ids=list(map(str, range(len(falls)))), labels=labels, words=hovers)
    return bars(rows, [-depth for depth in falls["depth"]], show=number, meta=_in_money(measure, "xaxis"))


def _in_money(measure: str, axis: str) -> dict[str, str]:
    """The axis that a switch of the unit rewrites, in the `meta` of a figure."""
    return {"money": axis} if is_money(measure) else {}
