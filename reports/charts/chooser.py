"""The empty frames of the charts that the page of games fills in itself, from its data and the reader's own
stack, money and hours (`assets/games/`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from language import tr
from reports.charts.layout import figure, note


def chooser() -> go.Figure:
    """A dot a game: what an evening of it usually brings to the right, minutes to a pot downwards.

    >>> chooser().layout.xaxis.type
    'log'
    """
    return _frame(
        500,
        (62, 20, 30, 58),
        xaxis={"type": "log", "zeroline": False},
        yaxis={"type": "log", "autorange": False},
        annotations=[
            note(tr("← calm"), 0, -0.13, xanchor="left"),
            note(tr("wild →"), 1, -0.13, xanchor="right"),
            note(tr("↑ quick: minutes until a pot is won"), 0, 1.075, xanchor="left"),
        ],
        narrow={"height": 480, "margin.l": 48, "margin.r": 10},
    )


def fan() -> go.Figure:
    """Sample evenings of a game within the band that nine of ten stay in, hour by hour.

    >>> fan().layout.height
    300
    """
    return _half((64, 16, 12, 40))


def drawdowns() -> go.Figure:
    """The largest drawdown by hours played: the median of each line-up, within the band of all.

    >>> drawdowns().layout.xaxis.type
    'log'
    """
    return _frame(300, (64, 70, 12, 40), xaxis={"type": "log", "showgrid": False}, yaxis={"zeroline": True})


def curve() -> go.Figure:
    """The share of hands that bring at most an amount.

    >>> curve().layout.height
    300
    """
    return _half((52, 16, 12, 40))


def _half(margin: tuple[int, int, int, int]) -> go.Figure:
    """One of two charts side by side, on paper too."""
    return _frame(
        300,
        margin,
        xaxis={"showgrid": False},
        yaxis={"zeroline": True},
        printed={"width": 320, "height": 260},
    )


def _frame(
    height: int,
    margin: tuple[int, int, int, int],
    *,
    xaxis: Mapping[str, Any],
    yaxis: Mapping[str, Any],
    annotations: Sequence[go.layout.Annotation] = (),
    narrow: Mapping[str, Any] | None = None,
    printed: Mapping[str, Any] | None = None,
) -> go.Figure:
    return figure(
        [],
        height=height,
        margin=margin,
        xaxis=xaxis,
        yaxis=yaxis,
        hovermode="closest",
        annotations=annotations,
        meta={"narrow": dict(narrow or {}), "print": dict(printed or {})},
    )
