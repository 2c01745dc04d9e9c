"""Common parts of all figures: the layout, the axes, and escaped texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from math import ceil, floor, isclose, log10
from typing import Any

import plotly.graph_objects as go

from reports.charts.theme import THEME
from reports.components.numbers import separators
from reports.components.palette import LIGHT


def plain(text: str, longest: int | None = None) -> str:
    """A typed text, escaped so that Plotly shows it letter by letter.

    Plotly reads some HTML tags and entities in texts, and `%{…}` in some as a place to fill in; the page's script
    reads `¤…¤` as an amount (`reports.components.amounts.in_chart`).

    Cut with an ellipsis where it has more than `longest` characters (`shortened`).

    >>> plain("<b>Bo</b>"), plain("Annemette", 6), plain("Bo (PokerNow, since 14 Mar 2021)", 14)
    ('&lt;b&gt;Bo&lt;/b&gt;', 'Annem…', 'Bo …Mar 2021')
    """
    text = " ".join(text.split())
    if longest is not None:
        text = shortened(text, longest)
    return escape(text, quote=False).replace("%{", "%&#123;").replace("¤", "&#164;")


def shortened(text: str, longest: int) -> str:
    """A name of at most `longest` letters. What tells namesakes apart stands at the end, and stays.

    >>> shortened("Annemette", 6), shortened("Bo (PokerNow, since 14 Mar 2021)", 14)
    ('Annem…', 'Bo …Mar 2021')
    """
    if len(text) <= longest:
        return text
    name, bracket, label = text.removesuffix(")").rpartition(" (")
    if text.endswith(")") and bracket and len(name) < longest // 2:
        begun = f"{name} …"
        ends = [label[at + 1 :] for at, letter in enumerate(label) if letter == " "]
        return begun + next((end for end in ends if len(begun) + len(end) <= longest), "")
    return text[: longest - 1].rstrip() + "…"


def wrapped(text: str, width: int) -> str:
    """A label on at most two lines of about `width` characters.

    >>> wrapped("Seven Card Stud High-Low", 14)
    'Seven Card<br>Stud High-Low'
    """
    text = " ".join(text.split())
    if len(text) <= width:
        return plain(text)
    cut = text.rfind(" ", 0, width + 1)
    cut = cut if cut > 0 else width
    return f"{plain(text[:cut])}<br>{plain(text[cut:].lstrip(), width)}"


def ticks(low: float, high: float, most: int, show: Callable[[float, int], str]) -> dict[str, Any]:
    """At most `most` round values from `low` to `high`, written by `show` (of `reports.components.numbers`).

    >>> from reports.components.numbers import number
    >>> ticks(0, 10, 3, number)
    {'tickvals': [0.0, 5.0, 10.0], 'ticktext': ['0', '5', '10']}
    """
    span = high - low or 1.0
    powers = (10.0 ** (floor(log10(span / most)) + up) for up in range(3))
    step = next(step for power in powers for step in _steps(power) if _count(low, high, step) <= most)
    decimals = next(n for n in range(20) if isclose(step * 10**n, round(step * 10**n)))
    first = ceil(low / step - 1e-9)
    values = [i * step for i in range(first, first + _count(low, high, step))]
    return {"tickvals": values, "ticktext": [show(value, decimals) for value in values]}


def _steps(power: float) -> tuple[float, ...]:
    quarter = (2.5 * power,) if power >= 10 else ()
    return (power, 2 * power, *quarter, 5 * power)


def _count(low: float, high: float, step: float) -> int:
    """How many multiples of a step lie between two values."""
    return floor(high / step + 1e-9) - ceil(low / step - 1e-9) + 1


def on_a_phone(axis_name: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings of an axis in the form of `layout.meta["narrow"]`.

    >>> on_a_phone("xaxis", {"nticks": 3})
    {'xaxis.nticks': 3}
    """
    return {f"{axis_name}.{key}": value for key, value in settings.items()}


def note(text: str, x: float, y: float, **settings: Any) -> go.layout.Annotation:
    """A grey text at a place of the whole figure, from (0, 0) at the lower left to (1, 1).

    >>> note("no hands yet", 0.5, 0.5).text
    'no hands yet'
    """
    return go.layout.Annotation(
        text=text, showarrow=False, xref="paper", yref="paper", x=x, y=y,
        font={"color": LIGHT["muted"], "size": 12}, **settings,
    )  # fmt: skip


def figure(
    traces: Sequence[go.Scatter | go.Bar],
    *,
    height: int,
    margin: tuple[int, int, int, int],
    xaxis: Mapping[str, Any],
    yaxis: Mapping[str, Any],
    meta: Mapping[str, Any] | None = None,
    **settings: Any,
) -> go.Figure:
    """A figure in the house style. `margin` is left, right, top and bottom in pixels; `settings` are the
    layout's.

    Plotly's validation is skipped, because it takes longer than drawing the charts of a page. Tests validate
    the figures (`tests.reports.figures`), and so does `reports.figures` for figures that callers may change.

    >>> dots = go.Scatter(x=[1, 2], y=[3, 4])
    >>> chart = figure([dots], height=200, margin=(40, 10, 10, 30), xaxis={}, yaxis={})
    >>> chart.layout.margin.l
    40
    """
    left, right, top, bottom = margin
    layout = {
        "template": THEME,
        "autosize": True,
        "height": height,
        "margin": {"l": left, "r": right, "t": top, "b": bottom},
        "separators": separators(),
        "xaxis": xaxis,
        "yaxis": yaxis,
        "meta": meta or {},
        **settings,
    }
    return go.Figure(traces, layout, _validate=False)
