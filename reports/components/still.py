"""Figures as SVG for readers without scripts: the same lines, bars and dots, without hover texts."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from html import unescape
from math import log10
from typing import Any

import plotly.graph_objects as go

from reports.components.html import Html, tag
from reports.components.palette import LIGHT

WIDTH = 720
GAP = 14
"""Pixels between two names at the ends of lines."""
MOST = 240
"""Maximum number of points drawn of a line; more would be closer together than pixels."""

_NAMES = {colour: f"var(--{name})" for name, colour in LIGHT.items()}

Trace = Mapping[str, Any]
"""A trace's settings (`settings_of`)."""

Place = Callable[[Any], int]
"""Maps a value to its position in pixels."""


def settings_of(figure: go.Figure) -> tuple[Sequence[Mapping[str, Any]], Mapping[str, Any]]:
    """The settings of a figure's traces and of its layout, which callers must not change.

    Only this function uses undocumented parts of Plotly, where a figure has its settings: copies, as
    `to_plotly_json` makes them, would take longer than writing a chart. Tested with plotly 7.1.0; with another that
    lacks them, the copies are taken.

    >>> traces, layout = settings_of(go.Figure(go.Scatter(y=[1, 2]), {"height": 300}))
    >>> traces[0]["type"], layout["height"]
    ('scatter', 300)
    """
    if hasattr(figure, "_data") and hasattr(figure, "_layout"):
        return figure._data, figure._layout
    settings = figure.to_plotly_json()
    return settings["data"], settings["layout"]


def still(figure: go.Figure) -> Html | None:
    """The figure as SVG in the reader's colours; None if a script fills it in.

    >>> from reports.charts.totals import season_line
    >>> from reports.data import player_nights
    >>> str(still(season_line(player_nights(con, "2026")))).startswith("<svg")
    True
    """
    traces, layout = settings_of(figure)
    if not traces:
        return None
    margin, height = layout["margin"], layout["height"]
    axes = {name: layout.get(name, {}) for name in ("xaxis", "yaxis")}
    if any("range" not in axis for axis in axes.values()):
        return None
    x = _scale(axes["xaxis"], margin["l"], WIDTH - margin["r"])
    y = _scale(axes["yaxis"], height - margin["b"], margin["t"])
    drawn: list[Html] = [*_grid(axes, x, y, margin, height)]
    before: Sequence[tuple[int, int]] = ()
    for trace in traces:
        points = _points(trace, x, y)
        drawn += _draw(trace, points, before, x, y)
        before = points
    ends = [note for note in layout.get("annotations", ()) if note.get("name") == "end"]
    labels, lowest = [], 0
    for note in sorted(ends, key=lambda note: -note["y"]):
        lowest = max(y(note["y"]) + 4, lowest + GAP)
        labels.append(_text(unescape(note["text"]), x(note["x"]) + 8, lowest, "start", note["font"]["color"]))
    return tag("svg", drawn, labels, viewBox=f"0 0 {WIDTH} {height}", aria_hidden="true", font_size=12)


def _scale(axis: Mapping[str, Any], start: float, end: float) -> Place:
    low, high = axis["range"]
    is_log = axis.get("type") == "log"

    def place(value: Any) -> int:
        at = log10(max(value, 1e-9)) if is_log else float(value)
        return int(start + (end - start) * (at - low) / ((high - low) or 1) + 0.5)

    return place


def _points(trace: Trace, x: Place, y: Place) -> list[tuple[int, int]]:
    ys = list(trace["y"])
    xs = list(trace["x"]) if "x" in trace else list(range(len(ys)))
    every = -(-len(ys) // MOST)
    places = sorted({*range(0, len(ys), every), len(ys) - 1}) if ys else []
    return [(x(xs[i]), y(ys[i])) for i in places if xs[i] is not None and ys[i] is not None]


def _draw(
    trace: Trace, points: Sequence[tuple[int, int]], before: Sequence[tuple[int, int]], x: Place, y: Place
) -> list[Html]:
    if trace["type"] == "bar":
        zero, half = x(0), 8
        colours = trace["marker"]["color"]
        return [
            tag(
                "rect",
                x=min(zero, at),
                y=up - half,
                width=abs(at - zero),
                height=2 * half,
                style=_fill(colour),
            )
            for (at, up), colour in zip(points, colours, strict=False)
        ]
    parts: list[Html] = []
    mode, line = trace.get("mode", "lines"), trace.get("line", {})
    fill, fill_colour = trace.get("fill"), trace.get("fillcolor")
    if fill == "tonexty" and before:
        parts.append(tag("path", d=_path([*before, *points[::-1]]), style=_fill(fill_colour)))
    elif fill == "tozeroy" and points:
        around = [(points[0][0], y(0)), *points, (points[-1][0], y(0))]
        parts.append(tag("path", d=_path(around), style=_fill(fill_colour)))
    if "lines" in mode and line.get("width") != 0 and points:
        steps = points
        if line.get("shape") == "hv":
            turns = [((at, up), (then, up)) for (at, up), (then, _) in itertools.pairwise(points)]
            steps = [each for turn in turns for each in turn] + [points[-1]]
        style = f"fill:none;stroke:{_colour(line.get('color'))};stroke-width:{line.get('width') or 2}"
        parts.append(tag("path", d=_path(steps), style=style))
    if "markers" in mode:
        parts += _marks(trace, points, x)
    return parts


def _marks(trace: Trace, points: Sequence[tuple[int, int]], x: Place) -> list[Html]:
    marker = trace.get("marker", {})
    if marker.get("symbol") == "line-ns":
        style = f"stroke:{_colour(marker['line'].get('color'))}"
        return [tag("path", d=f"M{at} {up - 7}v14", style=style) for at, up in points]
    parts: list[Html] = []
    error = trace.get("error_x", {})
    if "array" in error:
        style = f"stroke:{_colour(error.get('color'))};stroke-width:{error.get('thickness')}"
        values = zip(points, trace["x"], error["array"], error["arrayminus"], strict=False)
        parts += [
            tag("path", d=f"M{x(value - down)} {up}H{x(value + over)}", style=style)
            for (_, up), value, over, down in values
        ]
    size = marker.get("size")
    size = size if isinstance(size, int | float) else 7
    if size:
        parts += [
            tag("circle", cx=at, cy=up, r=f"{size / 2:g}", style=_fill(marker.get("color")))
            for at, up in points
        ]
    if "text" in trace.get("mode", "") and trace.get("text"):
        names = zip(points, trace["text"], strict=False)
        parts += [
            _text(unescape(name), at + 8, up - 8, "start", LIGHT["muted"]) for (at, up), name in names if name
        ]
    return parts


def _grid(
    axes: Mapping[str, Mapping[str, Any]], x: Place, y: Place, margin: Mapping[str, Any], height: int
) -> list[Html]:
    left, right, top, bottom = margin["l"], WIDTH - margin["r"], margin["t"], height - margin["b"]
    parts = []
    for value, text in _ticks(axes["yaxis"]):
        parts.append(tag("path", d=f"M{left} {y(value)}H{right}", style="stroke:var(--rule)"))
        lines = text.split("<br>")
        parts += [
            _text(
                unescape(line), left - 6, y(value) + 4 + 13 * n - 6 * (len(lines) - 1), "end", LIGHT["muted"]
            )
            for n, line in enumerate(lines)
        ]
    above = axes["xaxis"].get("side") == "top"
    for value, text in _ticks(axes["xaxis"]):
        for n, line in enumerate(text.split("<br>")):
            at = top - 8 if above else bottom + 18 + 14 * n
            parts.append(_text(unescape(line), x(value), at, "middle", LIGHT["muted"]))
    return parts


def _ticks(axis: Mapping[str, Any]) -> list[tuple[Any, str]]:
    low, high = axis["range"]
    values = axis.get("tickvals") or ()
    place = log10 if axis.get("type") == "log" else float
    return [
        (value, text)
        for value, text in zip(values, axis.get("ticktext") or (), strict=False)
        if min(low, high) <= place(value) <= max(low, high)
    ]


def _path(points: Sequence[tuple[int, int]]) -> str:
    """An SVG path through points, with relative coordinates."""
    (x, y), *_ = points
    steps = (f"{to[0] - at[0]},{to[1] - at[1]}" for at, to in itertools.pairwise(points))
    return f"M{x},{y}l{' '.join(steps).replace(' -', '-').replace(',-', '-')}"


def _colour(colour: str | None) -> str:
    return _NAMES.get(colour or "", colour or "currentcolor")


def _fill(colour: Any) -> str:
    return f"fill:{_colour(colour if isinstance(colour, str) else None)}"


def _text(text: str, x: int, y: int, anchor: str, colour: str) -> Html:
    return tag("text", text, x=x, y=y, text_anchor=anchor, style=_fill(colour))
