"""Lines that run over nights or hands, one a player, each named at its end."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
import plotly.graph_objects as go

from reports.charts.layout import figure, on_a_phone, plain, ticks
from reports.components.numbers import signed
from reports.components.palette import LIGHT, player_colour

HEIGHT, ON_A_PHONE, PRINTED = 300, 300, 195
"""Heights in pixels, where the names at the ends of the lines need no more."""
TOP, BOTTOM = 12, 36
SECOND_LINE = 14  # pixels more below, for marks of two lines
LONGEST = 20  # letters of a name next to its figures
LABEL = 12  # letters of a name at the end of its line
LABEL_GAP = 17  # pixels between two names

Mark = TypeVar("Mark")


@dataclass(kw_only=True)
class PlayerLine:
    """A player's line; it starts at 0, and `add` appends points.

    `order` is the player's `join_order` on the page and determines the colour. `words` are the hover texts, already
    Plotly's HTML (`layout.plain`); `x` and `words` may be empty if the page's script fills them in. For a night's race the script needs
    `states`, one letter per point: p for a hand played, s for a hand sat out, and a space for no hover text.
    A `quiet` line is one of many: thin, unnamed, and without hover texts.
    """

    name: str
    order: int
    quiet: bool = False
    x: list[int] = field(default_factory=lambda: [0])
    y: list[float] = field(default_factory=lambda: [0.0])
    words: list[str] = field(default_factory=lambda: [""])
    states: str = ""

    def add(self, x: int, y: float, words: str = "", state: str = "") -> None:
        """Append the point (x, y)."""
        self.x.append(x)
        self.y.append(y)
        if state:
            self.states += state
        else:
            self.words.append(words)


@dataclass(frozen=True, kw_only=True)
class XAxis:
    """The x axis of lines: nights or hands from 1 up. `marks` are written below it, `titles` head the hover texts, and
    `dividers` are vertical strokes. Titles are already Plotly's HTML (`layout.plain`).
    """

    marks: Mapping[int, str]
    titles: Mapping[int, str]
    dividers: Sequence[int] = ()

    @property
    def last(self) -> int:
        """The last night or hand."""
        return max(self.titles)

    @property
    def bottom(self) -> int:
        """The room for the marks, in pixels."""
        return BOTTOM + SECOND_LINE * any("<br>" in mark for mark in self.marks.values())

    def scale(self, most: int | None = None) -> dict[str, Any]:
        """The marks as Plotly's ticks, at most `most`. They stand a little to the left: right under a point, a mark would give
        its short text to the hover text's title.
        """
        shown = self.marks if most is None else few(self.marks, most)
        return {"tickvals": [x - self.last / 2000 for x in shown], "ticktext": list(shown.values())}


LONG_NAMES = 100
"""Pixels of a margin for names that leaves a phone's chart room for three marks only."""


def lines(
    drawn: Sequence[PlayerLine],
    axis: XAxis,
    *,
    band: Mapping[int, float] | None = None,
    shape: str = "linear",
    meta: Mapping[str, Any] | None = None,
) -> go.Figure:
    """Lines from x = 0 over a `band` around 0, half its width by x. The best and the worst final result are coloured
    and drawn last, the best on top; other lines are grey until the reader points at one.

    >>> anna = PlayerLine(name="Anna", order=0, x=[0, 1, 2], y=[0.0, 5.0, -2.0], words=["", "+5", "−2"])
    >>> nights = {1: "9 Jan", 2: "16 Jan"}
    >>> chart = lines([anna], XAxis(marks=nights, titles=nights))
    >>> chart.data[0].y.tolist()
    [0.0, 5.0, -2.0]
    """
    drawn = sorted(drawn, key=lambda line: -line.y[-1])
    band = band or {}
    low, high = _range(drawn, band.values())
    loud = [line for line in drawn if not line.quiet]
    ends = [*loud[1:][-1:], *loud[:1]]
    named = [*loud[1:-1], *ends] if len(drawn) > 1 else []
    right = max((24 + 8 * min(len(line.name), LABEL) for line in named), default=14)
    least = TOP + axis.bottom + LABEL_GAP * (len(named) + 1)
    return figure(
        [
            *grey_band(band),
            *(_quiet(line, shape) for line in drawn if line.quiet),
            *(_trace(line, shape, is_grey=line not in ends, alone=not named) for line in named or loud),
        ],
        height=max(HEIGHT, least),
        margin=(58, right, TOP, axis.bottom),
        xaxis={
            "range": [0, axis.last],
            "showgrid": False,
            **axis.scale(),
            "tickangle": 0,
            "labelalias": {str(x): title for x, title in axis.titles.items()} if named else {},
        },
        yaxis={"range": [low, high], "zeroline": True, **ticks(low, high, 7, signed)},
        annotations=[_label(line, is_grey=line not in ends) for line in named],
        shapes=[_divider(x) for x in axis.dividers],
        hovermode="x unified" if named else "closest",
        hoversort=f"value {'ascending' if band else 'descending'}",  # plotly.js turns the list over a fill round
        meta={
            "narrow": {
                **_narrow(axis.scale(4 if right < LONG_NAMES else 3), low, high),
                "height": max(ON_A_PHONE, least),
            },
            "print": {"height": max(PRINTED, least)},
            **(meta or {}),
        },
    )


def _range(drawn: Sequence[PlayerLine], band: Collection[float]) -> tuple[float, float]:
    """The ends of the y axis."""
    low = min(0.0, *(min(line.y) for line in drawn), *(-reach for reach in band))
    high = max(0.0, *(max(line.y) for line in drawn), *band)
    room = (high - low or 1.0) * 0.06
    return low - room, high + room


def spread(values: Sequence[float], low: float, high: float, gap: float) -> list[float]:
    """Positions for labels of `values` in descending order: as near to the values as possible, at least `gap`
    (a share of the range) apart.

    >>> spread([10.0, 9.9, 0.0], 0.0, 10.0, 0.1)
    [10.0, 9.0, 0.0]
    """
    step = gap * (high - low)
    placed: list[float] = []
    for value in values:
        placed.append(min(value, placed[-1] - step) if placed else value)
    floor = low
    for i in reversed(range(len(placed))):
        placed[i] = max(placed[i], floor)
        floor = placed[i] + step
    return placed


def few(marks: Mapping[int, Mark], most: int) -> dict[int, Mark]:
    """Every n-th mark, so that at most `most` remain; the last mark always does.

    >>> few({1: "9 Jan", 2: "16 Jan", 3: "23 Jan", 4: "30 Jan"}, 2)
    {2: '16 Jan', 4: '30 Jan'}
    """
    every = -(-len(marks) // most) if marks else 1
    places = list(marks)
    return {place: marks[place] for place in reversed(places[::-1][::every])}


def grey_band(band: Mapping[int, float]) -> list[go.Scatter]:
    """An area around 0, half its width by x.

    >>> [edge.y for edge in grey_band({0: 0.0, 1: 4.0})]
    [(0.0, 4.0), (-0.0, -4.0)]
    """
    if not band:
        return []
    places, reach = list(band), list(band.values())
    edge = {"mode": "lines", "hoverinfo": "skip", "line": {"width": 0, "color": LIGHT["rule"]}}
    return [
        go.Scatter(x=places, y=reach, **edge),
        go.Scatter(x=places, y=[-each for each in reach], fill="tonexty", fillcolor=LIGHT["rule"], **edge),
    ]


def _quiet(line: PlayerLine, shape: str) -> go.Scatter:
    style = {"color": LIGHT["faint"], "width": 1, "shape": shape}
    return go.Scatter(
        x=np.array(line.x),
        y=np.array(line.y),
        name=plain(line.name),
        mode="lines",
        hoverinfo="skip",
        line=style,
    )


def _trace(line: PlayerLine, shape: str, *, is_grey: bool, alone: bool) -> go.Scatter:
    colour = player_colour(line.order)
    style = {"color": LIGHT["faint"], "width": 1.5} if is_grey else {"color": colour, "width": 2.5}
    return go.Scatter(
        x=np.array(line.x) if line.x else None,
        y=np.array(line.y),
        name=plain(line.name),
        text=np.array(line.words) if line.words else None,
        hoverinfo="text" if alone else "x+text",
        mode="lines",
        line={**style, "shape": shape},
        meta={
            "color": colour,
            **({"states": line.states, "who": plain(line.name, LONGEST)} if line.states else {}),
        },
        cliponaxis=False,
    )


def _label(line: PlayerLine, *, is_grey: bool) -> go.layout.Annotation:
    """A name at the end of a line; the page's script moves labels apart (`ay`)."""
    colour = player_colour(line.order)
    return go.layout.Annotation(
        name="end", x=line.x[-1], y=line.y[-1], xanchor="left", ax=14, ay=0,
        text=plain(line.name, LABEL), captureevents=True, font={"color": LIGHT["muted"] if is_grey else colour, "size": 13},
        showarrow=True, arrowhead=0, arrowwidth=1, arrowcolor=LIGHT["faint"] if is_grey else colour, standoff=2,
    )  # fmt: skip


def _divider(x: int) -> dict[str, Any]:
    """A line between two nights; a season has hundreds, which `figure` takes without Plotly's validation."""
    return {
        "layer": "below", "line": {"color": LIGHT["rule"], "width": 1}, "type": "line",
        "x0": x, "x1": x, "xref": "x", "y0": 0, "y1": 1, "yref": "paper",
    }  # fmt: skip


def _narrow(xaxis: dict[str, Any], low: float, high: float) -> dict[str, Any]:
    scale = ticks(low, high, 6, signed)
    longest = max(map(len, scale["ticktext"]))
    return {
        **on_a_phone("xaxis", xaxis),
        **on_a_phone("yaxis", scale),
        "margin.l": max(46, 7 * longest + 6),
    }
