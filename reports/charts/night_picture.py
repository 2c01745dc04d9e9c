"""A night as a picture in SVG: to share, 1200 by 630 pixels (what messengers show large), and over its page.

Plotly's own export of PNG needs a browser, so the pictures are drawn here: the day, and every
player's line with its end; over the page the lines alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from reports.charts.lines import spread
from reports.charts.theme import FONT
from reports.components.html import Html, tag
from reports.components.numbers import amount
from reports.components.palette import LIGHT, player_class, player_colour
from reports.data import NamedPlayer, people

WIDTH, HEIGHT = 1200, 630
LEFT, RIGHT, TOP, BOTTOM = 64, 800, 190, 570
GAP = 40  # pixels between two names
LONGEST = 16  # letters of a name


def picture(title: str, lead: str, running: pl.DataFrame) -> Html:
    """The picture of a night's lines (`data.running_nets`), under its title and a line of text."""
    zero, drawn = _lines(running, LEFT, RIGHT, TOP, BOTTOM)
    lines, ends = [], []
    ends_at = _first_and_last(drawn)
    for person, total, points in drawn:
        colour = player_colour(person.join_order) if person in ends_at else LIGHT["muted"]
        measure = running.filter(pl.col("player_id") == person.player_id)["measure"][0]
        lines.append(
            tag(
                "path",
                d=points,
                fill="none",
                stroke=colour if person in ends_at else LIGHT["faint"],
                stroke_width=4,
                stroke_linejoin="round",
            )
        )
        ends.append((total, points, person.name, colour, amount(total, measure)))
    ends.sort(key=lambda end: -end[0])
    places = [-float(points.rpartition(" ")[2]) for _, points, *_ in ends]
    heights = spread(places, -BOTTOM - 20, -TOP, GAP / (BOTTOM + 20 - TOP))
    labels = [
        _text(RIGHT + 24, -at + 10, f"{_cut(name)}  {money}", size=28, colour=colour, weight=600)
        for (_, _, name, colour, money), at in zip(ends, heights, strict=True)
    ]
    svg = tag(
        "svg",
        tag("title", f"{title}: {lead}"),
        tag("rect", width=WIDTH, height=HEIGHT, fill=LIGHT["paper"]),
        _text(LEFT, 84, title, size=52, colour=LIGHT["ink"], weight=650),
        _text(LEFT, 130, _cut(lead, 84), size=26, colour=LIGHT["muted"]),
        tag("path", d=f"M{LEFT} {zero:.1f}H{RIGHT}", stroke=LIGHT["faint"], stroke_width=2),
        lines,
        labels,
        xmlns="http" + "://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
        role="img",
        font_family=FONT,
    )
    return Html(svg + "\n")


def title_picture(running: pl.DataFrame) -> Html:
    """A night's lines (`data.running_nets`) as a strip over its page, first and last in their colours."""
    zero, drawn = _lines(running, 0, 1000, 6, 94)
    ends = _first_and_last(drawn)
    return tag(
        "svg",
        tag("path", d=f"M0 {zero:.0f}H1000", class_="zero"),
        [
            tag("path", d=points, class_=player_class(person.join_order) if person in ends else "other")
            for person, _, points in drawn
        ],
        viewBox="0 0 1000 100",
        preserveAspectRatio="none",
        aria_hidden="true",
        class_="title-picture",
    )


def _lines(
    running: pl.DataFrame, left: int, right: int, top: int, bottom: int
) -> tuple[float, list[tuple[NamedPlayer, float, str]]]:
    """Where 0 lies within a box, and of each player the total at the end and the line as SVG's path."""
    numbers = running["hand_no"].unique().sort().to_list()
    across = {number: left + (right - left) * place / len(numbers) for place, number in enumerate(numbers, 1)}
    low = min(0.0, float(running["total"].min() or 0))  # type: ignore[arg-type]
    high = max(0.0, float(running["total"].max() or 0))  # type: ignore[arg-type]

    def y(value: float) -> float:
        return bottom - (bottom - top) * (value - low) / (high - low or 1)

    drawn = []
    for person in people(running):
        rows = running.filter(pl.col("player_id") == person.player_id)
        points = [f"M{left} {y(0.0):.1f}"]
        points += [f"{across[no]:.1f} {y(at):.1f}" for no, at in rows.select("hand_no", "total").iter_rows()]
        total = float(rows["total"][-1])
        points.append(f"{right} {y(total):.1f}")
        drawn.append((person, total, "L".join(points)))
    return y(0.0), drawn


def _first_and_last(drawn: Sequence[tuple[NamedPlayer, float, str]]) -> set[NamedPlayer]:
    ordered = sorted(drawn, key=lambda each: each[1])
    return {person for person, *_ in (*ordered[:1], *ordered[-1:])}


def _text(x: int, y: float, text: str, *, size: int, colour: str, weight: int = 400) -> Html:
    return tag("text", text, x=x, y=f"{y:.1f}", font_size=size, font_weight=weight, fill=colour)


def _cut(text: str, longest: int = LONGEST) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
