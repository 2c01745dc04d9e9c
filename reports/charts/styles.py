"""How players play: how many hands they go into, and how they bet in them, on two axes."""

from __future__ import annotations

from math import log10
from typing import Any

import plotly.graph_objects as go
import polars as pl

from language import tr
from reports.charts.layout import figure, note, on_a_phone, plain, ticks
from reports.components.numbers import number, percent
from reports.components.palette import LIGHT, player_colour

NAMED = 12
"""Number of players shown with their names; the others are unnamed marks."""
LEAST_RATIO = 0.05
"""Players with a lower aggression factor are drawn at the edge."""


def styles(players: pl.DataFrame, player_id: str) -> go.Figure:
    """One mark per player at VPIP (x) and aggression factor (y, logarithmic). The player `player_id` has
    intervals; lines mark the group's rates.

    `players` has `player_id`, `name`, `join_order`, `vpip` and `af` with `_low` and `_high`, `vpip_group`,
    `af_group` and `hands`, the sample size (`player_style.style_frame`).

    >>> figures = {"vpip": 0.4, "vpip_low": 0.3, "vpip_high": 0.5, "vpip_group": 0.35}
    >>> figures |= {"af": 2.0, "af_low": 1.5, "af_high": 2.6, "af_group": 1.8}
    >>> anna = {"player_id": "a", "name": "Anna", "join_order": 0, "hands": 90}
    >>> styles(pl.DataFrame([anna | figures]), "a").data[0].x
    (0.4,)
    """
    ordered = players.sort("hands", descending=True, maintain_order=True)
    named = set(ordered["player_id"].head(NAMED)) | {player_id}
    rows = ordered.with_columns(pl.col("af").clip(LEAST_RATIO)).to_dicts()
    across = [row["vpip"] for row in rows]
    mine = next((row for row in rows if row["player_id"] == player_id), None)
    up = [row["af"] for row in rows]
    if mine:
        across += [mine["vpip_low"], mine["vpip_high"]]
        up += [max(each, LEAST_RATIO) for each in (mine["af_low"], mine["af_high"]) if each is not None]
    low, high = max(0.0, min(across) - 0.06), min(1.0, max(across) + 0.08)
    bottom, top = log10(min(up)) - 0.12, log10(max(up)) + 0.16
    x_marks = ticks(low, high, 8, lambda value, decimals: percent(value))
    ratios = [value for value in (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50) if bottom <= log10(value) <= top]
    vpip, af = rows[0]["vpip_group"], max(rows[0]["af_group"], LEAST_RATIO)
    return figure(
        [
            _mark(row, place if row["player_id"] in named else None, alone=row is mine)
            for row, place in zip(rows, _label_places(rows, player_id, (low, high), (bottom, top)), strict=True)
        ],
        height=420,
        margin=(58, 20, 30, 52),
        xaxis={
            "range": [low, high], **x_marks, "title": _title(tr("Hands gone into (VPIP): tight to loose")),
        },
        yaxis={
            "type": "log", "range": [bottom, top], "tickvals": ratios, "ticktext": [number(value, 0 if value >= 1 else 2) for value in ratios],
        },
        hovermode="closest",
        shapes=[_divider("x", vpip), _divider("y", af)],
        annotations=[
            _corner(tr("tight, aggressive"), 0, 1), _corner(tr("loose, aggressive"), 1, 1),
            _corner(tr("tight, passive"), 0, 0), _corner(tr("loose, passive"), 1, 0),
            note(tr("Bets and raises per call after the first round (AF)"), 0, 1, xanchor="left", yanchor="bottom", xshift=-44, yshift=6),
        ],
        meta={
            "print": {"height": 270},
            "narrow": {
                "height": 360, "margin.l": 50,
                **on_a_phone("xaxis", ticks(low, high, 5, lambda value, decimals: percent(value))),
            }
        },
    )  # fmt: skip


def _label_places(
    rows: list[dict[str, Any]], alone: str, across: tuple[float, float], up: tuple[float, float]
) -> list[str]:
    """Positions of the names next to their marks, chosen to overlap neither each other nor another mark if
    possible. Sizes are those of a phone, in pixels.
    """
    wide, tall = 258.0, 278.0
    marks = [
        (
            wide * (row["vpip"] - across[0]) / (across[1] - across[0]),
            tall * (up[1] - log10(row["af"])) / (up[1] - up[0]),
        )
        for row in rows
    ]
    occupied = [(x - 7, y - 7, x + 7, y + 7) for x, y in marks]
    occupied += [
        (0, 0, 105, 16),
        (wide - 110, 0, wide, 16),
        (0, tall - 16, 95, tall),
        (wide - 100, tall - 16, wide, tall),
    ]
    places = []
    for own, (row, (x, y)) in enumerate(zip(rows, marks, strict=True)):
        length = 7.0 * min(len(row["name"]), 12)
        boxes = {
            "top center": (x - length / 2, y - 24, x + length / 2, y - 8),
            "bottom center": (x - length / 2, y + 8, x + length / 2, y + 24),
            "middle right": (x + 9, y - 8, x + 9 + length, y + 8),
            "middle left": (x - 9 - length, y - 8, x - 9, y + 8),
        }
        aslant = {
            f"{up} {side}": (
                left,
                y - 24 if up == "top" else y + 8,
                left + length,
                y - 8 if up == "top" else y + 24,
            )
            for up in ("top", "bottom")
            for side, left in (("right", x + 6), ("left", x - 6 - length))
        }

        def hits(box: tuple[float, float, float, float], own: int = own) -> int:
            outside = 9 if box[0] < -40 or box[2] > wide + 20 else 0
            return outside + sum(
                1
                for n, other in enumerate(occupied)
                if n != own
                and box[0] <= other[2]
                and box[2] >= other[0]
                and box[1] <= other[3]
                and box[3] >= other[1]
            )

        if row["player_id"] == alone:  # its intervals lie above, below, left and right of it
            boxes = {}
        boxes |= aslant
        place = min(boxes, key=lambda name: hits(boxes[name]))
        occupied.append(boxes[place])
        places.append(place)
    return places


def _mark(row: dict[str, Any], place: str | None, *, alone: bool) -> go.Scatter:
    colour = player_colour(row["join_order"]) if alone else LIGHT["muted"]
    hovers = [
        f"<b>{plain(row['name'], 20)}</b>",
        tr("VPIP {share} of {count} hands", share=percent(row["vpip"]), count=number(row["hands"])),
        tr("{value} bets and raises per call after the first round", value=number(row["af"], 2)),
    ]
    bars: dict[str, Any] = {}
    if alone:
        bars = {
            "error_x": _error(row["vpip"], row["vpip_low"], row["vpip_high"], colour),
            "error_y": _error(row["af"], row["af_low"], row["af_high"], colour),
        }
    return go.Scatter(
        x=[row["vpip"]],
        y=[row["af"]],
        name=plain(row["name"]),
        mode="markers+text" if place else "markers",
        text=[plain(row["name"], 12)] if place else [""],
        textposition=place or "top center",
        textfont={"color": colour, "size": 13 if alone else 12},
        hovertext=["<br>".join(hovers)],
        hoverinfo="text",
        marker={
            "color": colour,
            "size": 13 if alone else 9,
            "line": {"width": 0},
        },
        cliponaxis=False,
        **bars,
    )


def _error(value: float, low: float | None, high: float | None, colour: str) -> dict[str, Any]:
    return {
        "type": "data", "symmetric": False, "thickness": 1.5, "width": 0, "color": colour,
        "array": [0 if high is None else max(0.0, high - value)],
        "arrayminus": [0 if low is None else max(0.0, value - max(low, LEAST_RATIO))],
    }  # fmt: skip


def _title(text: str) -> dict[str, Any]:
    return {"text": text, "font": {"size": 12, "color": LIGHT["muted"]}, "standoff": 6}


def _divider(axis: str, value: float) -> go.layout.Shape:
    across = {"xref": "x", "x0": value, "x1": value, "yref": "paper", "y0": 0, "y1": 1}
    up = {"yref": "y", "y0": value, "y1": value, "xref": "paper", "x0": 0, "x1": 1}
    line = {"color": LIGHT["faint"], "width": 1, "dash": "dot"}
    return go.layout.Shape(type="line", layer="below", line=line, **(across if axis == "x" else up))


def _corner(text: str, x: int, y: int) -> go.layout.Annotation:
    anchors = {"xanchor": "right" if x else "left", "yanchor": "top" if y else "bottom"}
    return note(text, x, y, **anchors, xshift=-6 if x else 6)
