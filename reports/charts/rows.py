"""Charts of rows: a label at the left, and a dot with its interval, a range of quantiles, or a bar."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Any

import plotly.graph_objects as go

from reports.charts.layout import figure, on_a_phone, plain, ticks, wrapped
from reports.components.palette import LIGHT

ROW = 27
TALL_ROW = 34  # where a label takes two lines
NARROW_ROW = 40  # on a phone the page's script writes the label above its row
CHROME = 52  # the axis above the rows and the room below
LEFT = 236
FAR = 8  # a value this many times the smallest is far from it
LEAST = 0.1  # where such a scale begins at the latest
LADDERS = ((1, 1.5, 2, 3, 5, 7), (1, 2, 5), (1, 3), (1,))
"""Round values for the ticks of a logarithmic axis, from fine to coarse."""


@dataclass(frozen=True, kw_only=True)
class ChartRows:
    """The rows of a chart: the id, the label and the hover text of each."""

    ids: Sequence[str]
    labels: Sequence[str]
    words: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class Intervals:
    """The interval of each row of a chart, and the value in it."""

    low: Sequence[float]
    value: Sequence[float]
    high: Sequence[float]

    def error(self, *, width: float, colour: str) -> go.scatter.ErrorX:
        """Lines from `low` to `high`, as Plotly draws them around the dots at `value`."""
        return go.scatter.ErrorX(
            type="data",
            symmetric=False,
            array=[high - value for value, high in zip(self.value, self.high, strict=True)],
            arrayminus=[value - low for value, low in zip(self.value, self.low, strict=True)],
            thickness=width,
            width=0,
            color=colour,
        )


def intervals(
    rows: ChartRows,
    known: Intervals,
    show: Callable[[float, int], str],
    marks: Sequence[float | None] | None = None,
    reach: float | None = None,
) -> go.Figure:
    """A dot at each value and a line over its interval, up to `reach`; `marks` are strokes next to it.

    The axis starts at 0. It is logarithmic if the values are positive and differ by a large factor.

    >>> from reports.components.numbers import number
    >>> games = ChartRows(ids=["guts", "stud"], labels=["Guts", "Stud"], words=["", ""])
    >>> known = Intervals(low=[4.0, 2.5], value=[5.0, 3.0], high=[6.0, 3.5])
    >>> chart = intervals(games, known, number)
    >>> chart.layout.xaxis.range
    (0, 6.24)
    """
    dots = _dots(rows, known.value, size=8, error=known.error(width=2, colour=LIGHT["gain"]))
    traces = [dots] if marks is None else [_strokes(marks), dots]
    if reach is None and min(known.low) > 0 and max(known.value) > FAR * min(known.value):
        return _chart(rows, traces, *_log_scale(min(known.low), max(known.high), show))
    end = reach or 1.04 * max(known.high)
    return _chart(rows, traces, {"range": [0, end]}, *(ticks(0, end, most, show) for most in (9, 6)))


def outcomes(
    rows: ChartRows,
    expected: Intervals,
    now: Sequence[float],
    show: Callable[[float, int], str],
    meta: Mapping[str, Any] | None = None,
) -> go.Figure:
    """A dot at each value and a line over its interval, gains to the right of zero; a stroke at `now`.

    >>> from reports.components.numbers import signed
    >>> games = ChartRows(ids=["guts", "stud"], labels=["Guts", "Stud"], words=["", ""])
    >>> expected = Intervals(low=[-9.0, -8.0], value=[4.0, -2.0], high=[12.0, 3.0])
    >>> chart = outcomes(games, expected, [6.0, -1.0], signed)
    >>> len(chart.data)
    2
    """
    dots = _dots(rows, expected.value, size=9, error=expected.error(width=4, colour=LIGHT["faint"]))
    start, end = min([0.0, *expected.low, *now]), max([0.0, *expected.high, *now])
    room = 0.04 * (end - start or 1)
    start, end = start - room, end + room
    axis = {"range": [start, end], "zeroline": True}
    many, few = (ticks(start, end, most, show) for most in (9, 5))
    return _chart(rows, [_strokes(now), dots], axis, many, few, meta=meta)


def quantiles(
    rows: ChartRows, points: Sequence[Sequence[float]], show: Callable[[float, int], str]
) -> go.Figure:
    """A thin line from p10 to p90, a thick one from p25 to p75 and a dot at the middle. `points` are these five quantiles,
    the lowest first, each with a value for every row.

    >>> from reports.components.numbers import number
    >>> games = ChartRows(ids=["guts", "stud"], labels=["Guts", "Stud"], words=["", ""])
    >>> chart = quantiles(games, [[1.0, 1.0], [2.0, 2.0], [4.0, 3.0], [7.0, 5.0], [9.0, 8.0]], number)
    >>> len(chart.data)
    2
    """
    p10, p25, p50, p75, p90 = points
    most, half = (Intervals(low=low, value=p50, high=high) for low, high in ((p10, p90), (p25, p75)))
    thin = _dots(rows, p50, size=0, error=most.error(width=1.5, colour=LIGHT["faint"]))
    thick = _dots(rows, p50, size=9, error=half.error(width=6, colour=LIGHT["faint"]))
    thin.hoverinfo = "skip"
    return _chart(rows, [thin, thick], *_log_scale(min(p10), max(p90), show))


def bars(
    rows: ChartRows,
    value: Sequence[float],
    show: Callable[[float, int], str],
    meta: Mapping[str, Any] | None = None,
) -> go.Figure:
    """A bar from 0: a gain to the right, a loss to the left.

    >>> from reports.components.numbers import signed
    >>> games = ChartRows(ids=["guts", "stud"], labels=["Guts", "Stud"], words=["", ""])
    >>> bars(games, [12.0, -4.0], signed).data[0].x
    (12.0, -4.0)
    """
    trace = go.Bar(
        x=list(value),
        y=list(range(len(value))),
        orientation="h",
        text=list(rows.words),
        textposition="none",
        hoverinfo="text",
        marker={
            "color": [LIGHT["loss"] if each < 0 else LIGHT["gain"] for each in value],
            "line": {"width": 0},
        },
    )
    low, high = min([0.0, *value]), max([0.0, *value])
    room = 0.04 * (high - low or 1)
    axis = {"range": [low - room, high + room], "zeroline": True}
    many, few = (ticks(low - room, high + room, most, show) for most in (9, 6))
    return _chart(rows, [trace], axis, many, few, meta=meta, bargap=0.35)


def _log_scale(
    low: float, high: float, show: Callable[[float, int], str]
) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """A logarithmic axis with its ticks, and fewer ticks for a phone."""
    start, end = (log10(max(value, LEAST)) for value in (low / 1.12, high * 1.12))
    many, few = (_log_ticks(start, end, most, show) for most in (10, 7))
    return {"type": "log", "range": [start, end]}, many, few


def _log_ticks(low: float, high: float, most: int, show: Callable[[float, int], str]) -> dict[str, Any]:
    """At most `most` round values between 10**low and 10**high."""
    powers = [10.0**power for power in range(floor(low), ceil(high) + 1)]
    scales = ([step * power for power in powers for step in ladder] for ladder in LADDERS)
    within = [[value for value in scale if low <= log10(value) <= high] for scale in scales]
    values = next((scale for scale in within if len(scale) <= most), within[-1])
    return {"tickvals": values, "ticktext": [show(v, 0 if v == round(v) else 1) for v in values]}


def _dots(rows: ChartRows, value: Sequence[float], *, size: int, error: go.scatter.ErrorX) -> go.Scatter:
    return go.Scatter(
        x=list(value),
        y=list(range(len(value))),
        mode="markers",
        text=list(rows.words),
        hoverinfo="text",
        marker={"color": LIGHT["gain"], "size": size, "line": {"width": 0}},
        error_x=error,
        cliponaxis=False,
    )


def _strokes(value: Sequence[float | None]) -> go.Scatter:
    return go.Scatter(
        x=list(value),
        y=list(range(len(value))),
        mode="markers",
        hoverinfo="skip",
        marker={"symbol": "line-ns", "size": 15, "line": {"width": 2, "color": LIGHT["muted"]}},
        cliponaxis=False,
    )


def _chart(
    rows: ChartRows,
    traces: Sequence[go.Scatter | go.Bar],
    xaxis: dict[str, Any],
    many: dict[str, Any],
    few: dict[str, Any],
    meta: Mapping[str, Any] | None = None,
    **settings: Any,
) -> go.Figure:
    count = len(rows.ids)
    labels = [wrapped(label, 34) for label in rows.labels]
    row = TALL_ROW if any("<br>" in label for label in labels) else ROW
    return figure(
        traces,
        height=CHROME + row * count,
        margin=(LEFT, 20, 30, CHROME - 30),
        xaxis={"side": "top", "tickangle": 0, **xaxis, **many},
        yaxis={
            "range": [count - 0.5, -0.5],
            "tickvals": list(range(count)),
            "ticktext": labels,
            "tickfont": {"color": LIGHT["ink"], "size": 12},
            "ticklabelstandoff": 8,
            "showgrid": True,
        },
        hovermode="closest",
        meta={
            "rows": {"ids": list(rows.ids), "height": row, "narrow": NARROW_ROW, "chrome": CHROME},
            "narrow": {
                "margin.l": 12,
                "margin.r": 14,
                "yaxis.showticklabels": False,
                "bargap": 0.72,
                **on_a_phone("xaxis", few),
            },
            **(meta or {}),
        },
        **settings,
    )


def words(*parts: str) -> str:
    """The lines of a row's hover text. The first is text that a person typed, and is escaped.

    >>> words("Guts & co", "12 hands")
    '<b>Guts &amp; co</b><br>12 hands'
    """
    name, *rest = parts
    return "<br>".join([f"<b>{plain(name)}</b>", *rest])
