"""How players play: how many hands they go into, and how they bet in them, on two axes."""

from __future__ import annotations

from math import log10
from typing import Any

import plotly.graph_objects as go
import polars as pl

from language import tr
from reports.figures.style import figure, on_a_phone, plain, ticks
from reports.numbers import number, percent
from reports.palette import LIGHT, player_colour, player_mark

NAMED = 12
"""So many of the players bear their name; who plays less is a mark alone."""
LEAST_RATIO = 0.05
"""Who bets and raises less often than that, to a call, stands at the edge."""


def styles(players: pl.DataFrame, player_id: str) -> go.Figure:
    """A mark a player at VPIP (across) and aggression factor (up, equal steps multiply), `player_id` with its
    intervals; lines at the group's.

    `players` has `player_id`, `name`, `join_order`, `vpip`, `af` with `_low` and `_high`, `vpip_group`,
    `af_group` and `hands`, the hands that tell (`player_style.style_frame`).
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
        [_marks([row], row["player_id"] in named, alone=row is mine) for row in rows],
        height=420,
        margin=(58, 20, 12, 52),
        xaxis={
            "range": [low, high], **x_marks, "title": _title(tr("Hands gone into (VPIP): tight to loose")),
        },
        yaxis={
            "type": "log", "range": [bottom, top], "title": _title(tr("Bets and raises to a call (AF)")),
            "tickvals": ratios, "ticktext": [number(value, 0 if value >= 1 else 2) for value in ratios],
        },
        hovermode="closest",
        shapes=[_divider("x", vpip), _divider("y", af)],
        annotations=[
            _corner(tr("tight, aggressive"), 0, 1), _corner(tr("loose, aggressive"), 1, 1),
            _corner(tr("tight, passive"), 0, 0), _corner(tr("loose, passive"), 1, 0),
        ],
        meta={
            "narrow": {
                "height": 360, "margin.l": 50,
                **on_a_phone("xaxis", ticks(low, high, 5, lambda value, decimals: percent(value))),
            }
        },
    )  # fmt: skip


def _marks(rows: list[dict[str, Any]], named: bool, *, alone: bool) -> go.Scatter:
    (row,) = rows
    colour = player_colour(row["join_order"])
    told = [
        f"<b>{plain(row['name'], 20)}</b>",
        tr("VPIP {share} of {count} hands", share=percent(row["vpip"]), count=number(row["hands"])),
        tr("{value} bets and raises to a call", value=number(row["af"], 2)),
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
        mode="markers+text" if named else "markers",
        text=[plain(row["name"], 12)] if named else [""],
        textposition="top right" if alone else "top center",
        textfont={"color": colour, "size": 13 if alone else 12},
        hovertext=["<br>".join(told)],
        hoverinfo="text",
        marker={
            "color": colour,
            "symbol": player_mark(row["join_order"]),
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


def _divider(axis: str, value: float) -> dict[str, Any]:
    across = {"xref": "x", "x0": value, "x1": value, "yref": "paper", "y0": 0, "y1": 1}
    up = {"yref": "y", "y0": value, "y1": value, "xref": "paper", "x0": 0, "x1": 1}
    line = {"color": LIGHT["faint"], "width": 1, "dash": "dot"}
    return {"type": "line", "layer": "below", "line": line, **(across if axis == "x" else up)}


def _corner(text: str, x: int, y: int) -> dict[str, Any]:
    return {
        "text": text, "xref": "paper", "x": x, "xanchor": "right" if x else "left", "yref": "paper", "y": y,
        "yanchor": "top" if y else "bottom", "showarrow": False,
        "font": {"size": 12, "color": LIGHT["muted"]},
    }  # fmt: skip


__all__ = ["styles"]
