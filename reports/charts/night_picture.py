"""A night as a picture to share, 1200 by 630 pixels (what messengers show large), in SVG.

Plotly's own export of PNG needs a browser beside it, so the picture is drawn here: the day, and every
player's line with its end.
"""

from __future__ import annotations

import polars as pl

from reports.charts.layout import FONT
from reports.charts.lines import spread
from reports.components.html import Html, tag
from reports.components.numbers import amount
from reports.components.palette import LIGHT, player_colour
from reports.data import people

WIDTH, HEIGHT = 1200, 630
LEFT, RIGHT, TOP, BOTTOM = 64, 800, 190, 570
GAP = 40  # pixels between two names
LONGEST = 16  # letters of a name


def picture(title: str, lead: str, running: pl.DataFrame) -> Html:
    """The picture of a night's lines (`data.running_nets`), under its title and a line of text."""
    numbers = running["hand_no"].unique().sort().to_list()
    places = {number: place for place, number in enumerate(numbers, 1)}
    low = min(0.0, float(running["total"].min() or 0))  # type: ignore[arg-type]
    high = max(0.0, float(running["total"].max() or 0))  # type: ignore[arg-type]

    def x(place: int) -> float:
        return LEFT + (RIGHT - LEFT) * place / len(numbers)

    def y(value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low or 1)

    lines, ends = [], []
    for person in people(running):
        rows = running.filter(pl.col("player_id") == person.player_id)
        points, total, measure = [(x(0), y(0.0))], 0.0, rows["measure"][0]
        for hand_no, reached in rows.select("hand_no", "total").iter_rows():
            points.append((x(places[hand_no]), y(reached)))
            total = reached
        points.append((x(len(numbers)), points[-1][1]))
        lines.append(_line(points, player_colour(person.join_order)))
        ends.append((total, person.name, player_colour(person.join_order), amount(total, measure)))
    ends.sort(key=lambda end: -end[0])
    heights = spread([-y(end[0]) for end in ends], -BOTTOM - 20, -TOP, GAP / (BOTTOM + 20 - TOP))
    labels = [
        _text(RIGHT + 24, -at + 10, f"{_cut(name)}  {money}", size=28, colour=colour, weight=600)
        for (_, name, colour, money), at in zip(ends, heights, strict=True)
    ]
    drawn = tag(
        "svg",
        tag("title", f"{title}: {lead}"),
        tag("rect", width=WIDTH, height=HEIGHT, fill=LIGHT["paper"]),
        _text(LEFT, 84, title, size=52, colour=LIGHT["ink"], weight=650),
        _text(LEFT, 130, _cut(lead, 84), size=26, colour=LIGHT["muted"]),
        tag("path", d=f"M{LEFT} {y(0.0):.1f}H{RIGHT}", stroke=LIGHT["faint"], stroke_width=2),
        lines,
        labels,
        xmlns="http" + "://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
        role="img",
        font_family=FONT,
    )
    return Html(drawn + "\n")


def _line(points: list[tuple[float, float]], colour: str) -> Html:
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return tag("path", d=path, fill="none", stroke=colour, stroke_width=4, stroke_linejoin="round")


def _text(x: int, y: float, text: str, *, size: int, colour: str, weight: int = 400) -> Html:
    return tag("text", text, x=x, y=f"{y:.1f}", font_size=size, font_weight=weight, fill=colour)


def _cut(text: str, longest: int = LONGEST) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
