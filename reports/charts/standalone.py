"""Standalone figures, for a notebook, a picture or another page: with the changes that a page's script makes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import plotly.graph_objects as go

from language import tr
from reports.charts.lines import LABEL_GAP, spread
from reports.components.amounts import in_unit
from reports.components.numbers import signed
from reports.components.palette import LIGHT


def standalone(figure: go.Figure) -> go.Figure:
    """Return the figure on white paper with its hover texts and labels written out. Plotly validates its
    settings, and all later changes.

    >>> standalone(go.Figure(go.Scatter(x=[1], y=[2]))).layout.paper_bgcolor
    '#ffffff'
    """
    figure = go.Figure(figure)
    if "hands" in (meta := figure.layout.meta or {}):
        _add_hands(figure.data[0], meta["hands"])
    if "race" in meta:
        for trace in figure.data:
            if trace.meta and "states" in trace.meta:
                trace.text = _race_texts(trace, meta["race"])
    for trace in figure.data:
        if trace.text is not None:
            trace.text = [in_unit(text, None) for text in trace.text]
    _spread_labels(figure.layout)
    return figure.update_layout(meta=None, paper_bgcolor=LIGHT["paper"], plot_bgcolor=LIGHT["paper"])


def _race_texts(trace: go.Scatter, sat_out: str) -> list[str]:
    """The hover texts of a line of a night's race (`reports.charts.totals.session_line`)."""
    who, totals = trace.meta["who"], list(trace.y)
    texts = {" ": "", "s": f"{who} · {sat_out}"}
    return [
        texts.get(letter, f"{who} {signed(total, 2)} ({signed(total - before, 2)})")
        for letter, total, before in zip(trace.meta["states"], totals, [0.0, *totals], strict=False)
    ]


def _add_hands(trace: go.Scatter, hands: Mapping[str, Any]) -> None:
    """Add x values and hover texts to a player's line (`reports.charts.totals.player_line`)."""
    totals = list(trace.y)
    begun = [first for first, *_ in hands["nights"]]
    texts, night = [""], -1
    for hand, (game, number) in enumerate(zip(hands["games"], hands["no"], strict=True)):
        night += night + 1 < len(begun) and begun[night + 1] == hand
        when = tr("{date}, hand {no}", date=hands["nights"][night][1], no=number)
        net, total = (signed(value, 2) for value in (totals[hand + 1] - totals[hand], totals[hand + 1]))
        texts.append(f"{when}<br>{hands['names'][game]} {net} ({total})")
    trace.update(x=list(range(len(totals))), text=texts)


def _spread_labels(layout: go.Layout) -> None:
    """Move the names at the ends of lines apart."""
    labels = sorted((note for note in layout.annotations if note.name == "end"), key=lambda note: -note.y)
    if not labels:
        return
    low, high = layout.yaxis.range
    inner = layout.height - layout.margin.t - layout.margin.b
    places = spread([label.y for label in labels], low, high, LABEL_GAP / inner)
    for label, place in zip(labels, places, strict=True):
        label.ay = round((label.y - place) / (high - low) * inner)
