"""The distribution of a hand's net: bars an ante wide or wider, the rarest gathered in the outermost."""

from __future__ import annotations

from collections.abc import Mapping

import plotly.graph_objects as go

from language import tr
from reports.figures.style import figure, on_a_phone, ticks
from reports.numbers import number, percent, signed
from reports.palette import LIGHT

MOST_BARS = 64
TAIL = 0.002  # the share of hands gathered at each end


def histogram(counts: Mapping[int, int]) -> go.Figure:
    """Shares of hands by net in antes; `counts[n]` of a seat's have a net from n up to, not with, n + 1."""
    total = sum(counts.values())
    first, last = _ends(counts, total)
    width = next(
        w for w in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**9) if (last - first + 1) / w <= MOST_BARS
    )
    first = first // width * width
    last = last // width * width
    bars = dict.fromkeys(range(first, last + 1, width), 0)
    for place, n in counts.items():
        bars[min(max(place // width * width, first), last)] += n
    shares = [n / total for n in bars.values()]
    left, right, top = first - width / 2, last + 1.5 * width, 1.04 * max(shares)
    return figure(
        [
            go.Bar(
                x=[place + width / 2 for place in bars],
                y=shares,
                width=width * 0.86,
                text=[_words(place, width, first, last, n, total) for place, n in bars.items()],
                textposition="none",
                hoverinfo="text",
                marker={"color": [_colour(place, width) for place in bars], "line": {"width": 0}},
            )
        ],
        height=320,
        margin=(52, 16, 12, 36),
        xaxis={"showgrid": False, "range": [left, right], **ticks(left, right, 10, signed)},
        yaxis={"range": [0, top], **ticks(0, top, 6, _percent)},
        hovermode="closest",
        meta={
            "narrow": {"height": 280, "margin.l": 46, **on_a_phone("xaxis", ticks(left, right, 6, signed))}
        },
    )


def _ends(counts: Mapping[int, int], total: int) -> tuple[int, int]:
    """The bins within which all but `TAIL` of the hands lie on each side, 0 among them."""
    places = sorted(counts)
    first, last = places[0], places[-1]
    for direction in (1, -1):
        gathered = 0
        for place in places[::direction]:
            gathered += counts[place]
            if gathered > TAIL * total:
                if direction == 1:
                    first = place
                else:
                    last = place
                break
    return min(first, 0), max(last, 0)


def _percent(share: float, decimals: int) -> str:
    return percent(share, max(0, decimals - 2))


def _colour(place: int, width: int) -> str:
    if place + width <= 0:
        return LIGHT["loss"]
    return LIGHT["muted"] if place == 0 and width == 1 else LIGHT["gain"]


def _words(place: int, width: int, first: int, last: int, n: int, total: int) -> str:
    if place == first:
        where = tr("below {value} antes", value=signed(place + width))
    elif place == last:
        where = tr("{value} antes or more", value=signed(place))
    elif width == 1 and place == 0:
        where = tr("nothing, or less than an ante won")
    else:
        where = tr("{low} up to {high} antes", low=signed(place), high=signed(place + width))
    share = tr("{share} of {count}", share=percent(n / total, 2), count=number(total))
    return f"{where}<br>{share}"
