"""The empty frames of the charts that the page of games fills in itself, from its data and the reader's own
stack, money and hours (`assets/games/`).
"""

from __future__ import annotations

import plotly.graph_objects as go

from language import tr
from reports.charts.layout import figure, note


def chooser() -> go.Figure:
    """A dot a game: what an evening of it usually brings to the right, minutes to a pot downwards.

    >>> chooser().layout.xaxis.type
    'log'
    """
    return figure(
        [],
        height=500,
        margin=(62, 20, 30, 58),
        xaxis={"type": "log", "zeroline": False},
        yaxis={"type": "log", "autorange": False},
        hovermode="closest",
        annotations=[
            note(tr("← calm"), 0, -0.13, xanchor="left"),
            note(tr("wild →"), 1, -0.13, xanchor="right"),
            note(tr("↑ quick: minutes until a pot is won"), 0, 1.075, xanchor="left"),
        ],
        meta={"narrow": {"height": 480, "margin.l": 48, "margin.r": 10}},
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
    return figure(
        [],
        height=300,
        margin=(64, 70, 12, 40),
        xaxis={"type": "log", "showgrid": False},
        yaxis={"zeroline": True},
        hovermode="closest",
    )


def curve() -> go.Figure:
    """The share of hands that bring at most an amount.

    >>> curve().layout.height
    300
    """
    return _half((52, 16, 12, 40))


def _half(margin: tuple[int, int, int, int]) -> go.Figure:
    """One of two charts side by side, on paper too."""
    return figure(
        [],
        height=300,
        margin=margin,
        xaxis={"showgrid": False},
        yaxis={"zeroline": True},
        hovermode="closest",
        meta={"print": {"width": 320, "height": 260}},
    )
