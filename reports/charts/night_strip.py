"""A night's lines as a strip over the front page, in SVG."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from reports.components.html import Html, tag
from reports.components.palette import player_class
from reports.data import NamedPlayer, people


def title_picture(running: pl.DataFrame) -> Html:
    """A night's lines (`data.running_nets`) as a strip over the front page, first and last in their colours."""
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
