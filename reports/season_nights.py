"""A season's nights: as a calendar, by month, and what each brought each player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import groupby

import polars as pl

from language import tr, trn
from reports import numbers
from reports.behind import COUNTED, behind_column, night_hands, ranged
from reports.blocks import Block, Column, Folded, Paragraph, Row, Table
from reports.calendar import CalendarNight, calendar_blocks
from reports.cells import count_column, gain_class, player
from reports.data import NamedPlayer
from reports.html import Child, fragment, tag
from reports.links import night_link
from reports.matrix import by_batches, own, spread_out
from reports.numbers import CHIPS, amount, currency_sign, date, day, local, month, short_date, signed, year
from reports.palette import player_spot

MONTHS = 12
"""So many months stand open, the latest; the rest unfold."""
MOST_NIGHTS = 30
"""So many nights stand open; of more the table of every night unfolds."""


def calendar_of(nights: pl.DataFrame, evenings: pl.DataFrame) -> list[Block]:
    """The nights by day, each with the spot of whoever won most, and what each month brought."""
    best = best_of(evenings, ["session_id"])
    days = []
    for row in nights.join(best, on="session_id", how="left", maintain_order="left").iter_rows(named=True):
        if row["started_at"] is None:
            continue
        about = f"{date(row['started_at'])}: {numbers.hands(row['hands'])}"
        if row["name"] is not None:
            about += f", {row['name']} {amount(row['value'], row['measure'])}"
        spot = None if row["join_order"] is None else player_spot(row["join_order"])
        days.append(CalendarNight(session_id=row["session_id"], at=row["started_at"], about=about, spot=spot))
    if not days:
        return [Paragraph(tr("No night has been logged."))]
    return [
        *calendar_blocks(days, tr("The spot is the colour of whoever won most that night.")),
        *_months(nights, evenings),
    ]


def best_of(evenings: pl.DataFrame, by: Sequence[str]) -> pl.DataFrame:
    """Who won most by some columns: `name`, `join_order`, and `value` in `measure`."""
    sums = evenings.group_by(*by, "player_id", "name", "join_order", "measure").agg(pl.col("value").sum())
    ordered = sums.sort(["value", "join_order"], descending=[True, False])
    return ordered.group_by(*by, maintain_order=True).agg(
        pl.col("name", "join_order", "value", "measure").first()
    )


def month_rows(nights: pl.DataFrame, evenings: pl.DataFrame) -> pl.DataFrame:
    """A row a month, the latest first: `at` (its first night), nights, hands, and who won and lost most in it
    (`best`, `best_order`, `best_value`, `best_measure`, and so with `worst`).
    """
    rows = []
    dated = [row for row in nights.iter_rows(named=True) if row["started_at"] is not None]
    for _, some in groupby(dated, key=lambda row: _month_of(row["started_at"])):
        mine = list(some)
        there = evenings.filter(pl.col("session_id").is_in([row["session_id"] for row in mine]))
        sums = there.group_by("player_id", "name", "join_order", "measure").agg(pl.col("value").sum())
        ordered = sums.sort(["value", "join_order"], descending=[True, False]).to_dicts()
        ends = {"best": ordered[0], "worst": ordered[-1]} if ordered else {}
        rows.append(
            {
                "at": mine[0]["started_at"],
                "nights": len(mine),
                "hands": sum(row["hands"] for row in mine),
                "numbers": (mine[0]["night_no"], mine[-1]["night_no"]),
                **{
                    key: end.get(name)
                    for what in ("best", "worst")
                    for end in [ends.get(what, {})]
                    for key, name in (
                        (what, "name"), (f"{what}_order", "join_order"), (f"{what}_value", "value"),
                        (f"{what}_measure", "measure"),
                    )
                },
            }
        )  # fmt: skip
    return pl.DataFrame(rows[::-1], infer_schema_length=None)


def _month_of(at: datetime) -> tuple[int, int]:
    here = local(at)
    return here.year, here.month


def _months(nights: pl.DataFrame, evenings: pl.DataFrame) -> list[Block]:
    rows = month_rows(nights, evenings)
    if len(rows) < 2:
        return []

    def table(some: pl.DataFrame) -> Table:
        return Table(
            frame=some,
            caption=tr("Month by month, the latest first"),
            empty="",
            columns=[
                Column(label=tr("Month"), kind="text", sort="at", cell=lambda row: month(row["at"])),
                count_column(tr("Nights"), "nights"),
                behind_column(tr("Hands"), "hands", lambda row: f"{ranged(*row['numbers'])} {COUNTED}"),
                Column(label=tr("Won most"), kind="text", sort="best_value", cell=_ended("best")),
                Column(label=tr("Lost most"), kind="text", sort="worst_value", cell=_ended("worst")),
            ],
            sortable=True,
        )

    blocks: list[Block] = [table(rows.head(MONTHS))]
    if len(rows) > MONTHS:
        more = trn("{n} month before", "{n} months before", len(rows) - MONTHS)
        blocks.append(Folded(summary=more, blocks=[table(rows.slice(MONTHS))]))
    return blocks


def _ended(what: str) -> Callable[[Row], Child]:
    def cell(row: Row) -> Child:
        value = row[f"{what}_value"]
        if value is None or (value <= 0 if what == "best" else value >= 0):
            return ""
        text = tag("span", amount(value, row[f"{what}_measure"]), class_=gain_class(value))
        return fragment(player(row[what], row[f"{what}_order"]), " ", text)

    return cell


def nights_blocks(nights: pl.DataFrame, evenings: pl.DataFrame, group: Sequence[NamedPlayer]) -> list[Block]:
    """What each night brought each player, with the sum; of many nights and players it unfolds."""
    wide = spread_out(nights, evenings, "session_id", group, "value")
    measures = evenings["measure"].unique(maintain_order=True).to_list()
    decimals = 0 if measures == ["chips"] else 2
    unit = tr(" and ").join(currency_sign(m) or tr("money") for m in measures) or currency_sign(CHIPS)

    def table(some: Sequence[NamedPlayer]) -> Table:
        totals = [signed(wide[own(person)].sum(), decimals) for person in some]
        foot: list[Child] = [tr("Season"), *totals]
        there = wide
        if len(some) < len(group):
            there = wide.filter(pl.any_horizontal(pl.col(own(person)).is_not_null() for person in some))
        return Table(
            frame=there,
            caption=tr("Net of each night in {unit}", unit=unit),
            empty=tr("No night has been logged."),
            columns=[
                Column(label=tr("Night"), kind="text", sort="started_at", cell=_dated(nights)),
                *(_evening(person, decimals) for person in some),
            ],
            foot=foot if len(measures) == 1 else (),
            sortable=True,
            matrix=True,
        )

    blocks = by_batches(group, table)
    if len(nights) <= MOST_NIGHTS:
        return blocks
    return [Folded(summary=trn("The {n} night", "All {n} nights", len(nights)), blocks=blocks)]


def _dated(nights: pl.DataFrame) -> Callable[[Row], Child]:
    """A night's day, with the year where they lie in several, and how many hands it had."""
    show = short_date if len({year(at) for at in nights["started_at"].drop_nulls()}) < 2 else day

    def cell(row: Row) -> Child:
        when = row["session_id"] if row["started_at"] is None else show(row["started_at"])
        return fragment(
            night_link(when, row["session_id"]),
            " ",
            tag("span", night_hands(row, numbers.hands(row["hands"])), class_="quiet"),
        )

    return cell


def _evening(person: NamedPlayer, decimals: int) -> Column:
    name = own(person)
    return Column(
        label=person.name,
        sort=name,
        cell=lambda row: "" if row[name] is None else signed(row[name], decimals),
        style=lambda row: gain_class(row[name]),
    )


__all__ = ["best_of", "calendar_of", "month_rows", "nights_blocks"]
