"""A night's lines as a strip over the front page, in SVG."""

from __future__ import annotations

import polars as pl

from reports.components.html import Html, tag
from reports.components.palette import player_class
from reports.pictures.posters import race

WIDTH, TOP, BOTTOM = 1000, 6, 94


def title_picture(running: pl.DataFrame) -> Html:
    """A night's lines (`data.running_nets`) as a strip over the front page, first and last in their colours.

    >>> from reports import data
    >>> "<svg" in str(title_picture(data.running_nets(con, "2026-03")))
    True
    """
    lines = race(running, "hand_no")
    totals = [0.0, *(y for line in lines for _, y in line.points)]
    low, high = min(totals), max(totals)

    def at(total: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (total - low) / (high - low or 1)

    paths = [
        tag(
            "path",
            d="M" + "L".join(f"{WIDTH * x:.1f} {at(y):.1f}" for x, y in line.points),
            class_="other" if line.order is None else player_class(line.order),
        )
        for line in lines
    ]
    return tag(
        "svg",
        tag("path", d=f"M0 {at(0.0):.0f}H{WIDTH}", class_="zero"),
        paths,
        viewBox=f"0 0 {WIDTH} 100",
        preserveAspectRatio="none",
        aria_hidden="true",
        class_="title-picture",
    )
