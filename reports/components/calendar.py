"""Nights as a calendar: one block per year, one box per month, and each night as the number of its day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

import polars as pl

from language import tr
from reports.components.amounts import in_unit, money_cell, unit_shown
from reports.components.blocks import Block, Column, Folded, Row, Table
from reports.components.columns import gain_class, tint_class
from reports.components.html import Child, Html, filled, fragment, tag
from reports.components.links import night_link
from reports.components.numbers import local, month_name
from reports.data import CHIPS

YEARS = 2
"""Number of years that are open; earlier years are folded."""


@dataclass(frozen=True, kw_only=True)
class CalendarNight:
    """A night in a calendar: its day, its hover text (with amounts of `in_chart`), and the classes of its
    number and of a spot.
    """

    session_id: str
    at: datetime
    about: str
    class_: str = ""
    spot: str | None = None

    def html(self) -> Html:
        """The number of the day, linked to the night's page if there is one."""
        spot = None if self.spot is None else tag("i", class_=self.spot)
        number = night_link(str(local(self.at).day), self.session_id)
        title = in_unit(self.about, None)
        switched = self.about if title != self.about else None
        return tag("li", spot, number, class_=f"day {self.class_}".strip(), title=title, data_title=switched)


@dataclass(frozen=True)
class Calendar:
    """Some years of nights in time order; `about` explains the colours."""

    nights: Sequence[CalendarNight]
    about: str

    def html(self) -> Html:
        """Lists of years, the latest first, each with twelve months."""
        years = [
            tag("div", tag("h3", str(year)), tag("ol", self._months(list(nights)), class_="months"))
            for year, nights in groupby(self.nights, key=lambda night: local(night.at).year)
        ]
        return tag("div", tag("p", self.about, class_="quiet"), years[::-1], class_="calendar")

    def _months(self, nights: list[CalendarNight]) -> list[Html]:
        return [
            tag(
                "li",
                tag("span", month_name(local(nights[0].at).replace(day=1, month=month)), class_="month"),
                tag("ol", [night.html() for night in nights if local(night.at).month == month]),
            )
            for month in range(1, 13)
        ]


def calendar_blocks(nights: Sequence[CalendarNight], about: str) -> list[Block]:
    """The latest years, with the earlier years folded.

    >>> calendar_blocks([], "The nights")
    []
    """
    years = sorted({local(night.at).year for night in nights})
    if not years:
        return []
    open_from = years[-YEARS:][0]
    late = [night for night in nights if local(night.at).year >= open_from]
    early = [night for night in nights if local(night.at).year < open_from]
    blocks: list[Block] = [Calendar(late, about)]
    if early:
        blocks.append(Folded(summary=tr("Earlier years"), blocks=[Calendar(early, about)]))
    return blocks


def own_nights(evenings: pl.DataFrame, texts: Sequence[str]) -> list[CalendarNight]:
    """A player's nights (`data.player_nights`), tinted by their net, each with its hover text from `texts`.

    >>> from reports import data
    >>> anna = data.player_nights(con, "2026").filter(name="Anna")
    >>> len(own_nights(anna, [""] * len(anna))) == len(anna)
    True
    """
    large = evenings["value"].abs().quantile(0.9) or 0.0
    return [
        CalendarNight(
            session_id=row["session_id"],
            at=row["started_at"],
            about=about,
            class_=tint_class(row["value"], large),
        )
        for row, about in zip(evenings.iter_rows(named=True), texts, strict=True)
        if row["started_at"] is not None
    ]


def month_sums(evenings: pl.DataFrame) -> pl.DataFrame:
    """A player's net per month, of nights in one measure. Columns: `year`, one per month from 1 to 12 (null
    without a night), and `sum`; the latest year first.

    >>> from reports import data
    >>> month_sums(data.player_nights(con, "2026").filter(name="Anna")).columns[:2]
    ['year', '1']
    """
    sums: dict[int, dict[str, float | None]] = {}
    for at, value in evenings.select("started_at", "value").drop_nulls().iter_rows():
        here = local(at)
        row = sums.setdefault(here.year, dict.fromkeys(map(str, range(1, 13))))
        row[str(here.month)] = (row[str(here.month)] or 0.0) + value
    rows = [
        {"year": year, **months, "sum": sum(value for value in months.values() if value is not None)}
        for year, months in sorted(sums.items(), reverse=True)
    ]
    schema = {"year": pl.Int64, **dict.fromkeys([*map(str, range(1, 13)), "sum"], pl.Float64)}
    return pl.DataFrame(rows, schema=schema)


def month_table(evenings: pl.DataFrame, measure: str) -> Table:
    """`month_sums` as a table of years by months.

    >>> from reports import data
    >>> anna = data.player_nights(con, "2026").filter(name="Anna")
    >>> len(month_table(anna, "DKK").frame)
    1
    """
    frame = month_sums(evenings)
    months = [str(month) for month in range(1, 13)]
    flat = frame.unpivot(months, variable_name="month", value_name="value")["value"].abs()
    large = flat.quantile(0.9) or 0.0

    def column(month: str) -> Column:
        return Column(
            label=month_name(datetime(2000, int(month), 1)),
            sort=month,
            cell=lambda row: "" if row[month] is None else money_cell(row[month], 0, measure != CHIPS),
            style=lambda row: tint_class(row[month], large),
        )

    return Table(
        frame=frame,
        caption=filled(tr("Net of each month in {unit}"), unit=unit_shown(measure)),
        empty=tr("No night yet."),
        columns=[
            Column(label=tr("Year"), kind="text", sort="year", cell=_year),
            *(column(month) for month in months),
            Column(
                label=tr("Sum"), sort="sum", cell=lambda row: money_cell(row["sum"], 0, measure != CHIPS),
                style=lambda row: gain_class(row["sum"]),
            ),
        ],
        matrix=True,
    )  # fmt: skip


def _year(row: Row) -> Child:
    return fragment(str(row["year"]))
