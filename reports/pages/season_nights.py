"""Nights on a season's page: the calendar, the months, each night by player."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import groupby

import polars as pl

from language import join_words, tr
from reports.components import numbers
from reports.components.amounts import (
    exact,
    gain_in_chart,
    gain_shown,
    money_cell,
    unit_shown,
)
from reports.components.blocks import (
    Block,
    Column,
    Paragraph,
    Row,
    Table,
)
from reports.components.calendar import CalendarNight, calendar_blocks
from reports.components.columns import (
    count_column,
    gain_class,
    pivot_players,
    player,
    player_key,
    split_table,
)
from reports.components.drill_down import (
    COUNTED,
    hands_column,
    night_hands_link,
    night_range,
)
from reports.components.html import Child, filled, fragment, tag
from reports.components.links import night_link
from reports.components.nights import short_titles
from reports.components.numbers import currency_sign, date, local, month
from reports.components.palette import player_spot
from reports.data import CHIPS, NamedPlayer
from reports.pages.season_games import (
    with_any,
)


def calendar_of(nights: pl.DataFrame, evenings: pl.DataFrame) -> list[Block]:
    """The nights by day, each with a dot for its biggest winner, and the results by month.

    >>> from reports import data
    >>> nights = data.sessions(con).filter(season="2026", kind="night")
    >>> evenings = data.player_nights(con, "2026")
    >>> [type(block).__name__ for block in calendar_of(nights, evenings)]
    ['Calendar', 'Table']
    """
    best = best_of(evenings, ["session_id"])
    days = []
    for row in nights.join(best, on="session_id", how="left", maintain_order="left").iter_rows(named=True):
        if row["started_at"] is None:
            continue
        about = f"{date(row['started_at'])}: {numbers.hands(row['hands'])}"
        if row["name"] is not None:
            about += f", {row['name']} {gain_in_chart(row['value'], row['measure'])}"
        spot = None if row["join_order"] is None else player_spot(row["join_order"])
        days.append(CalendarNight(session_id=row["session_id"], at=row["started_at"], about=about, spot=spot))
    if not days:
        return [Paragraph(tr("No night has been logged."))]
    return [
        *calendar_blocks(days, tr("The spot has the colour of the player who won most that night.")),
        *_months(nights, evenings),
    ]


def best_of(evenings: pl.DataFrame, by: Sequence[str]) -> pl.DataFrame:
    """The biggest winner by some columns: `name`, `join_order`, and `value` in `measure`.

    >>> from reports import data
    >>> best_of(data.player_nights(con, "2026"), ["session_id"]).height
    12
    """
    sums = evenings.group_by(*by, "player_id", "name", "join_order", "measure").agg(pl.col("value").sum())
    ordered = sums.sort(["value", "join_order"], descending=[True, False])
    return ordered.group_by(*by, maintain_order=True).agg(
        pl.col("name", "join_order", "value", "measure").first()
    )


def month_rows(nights: pl.DataFrame, evenings: pl.DataFrame) -> pl.DataFrame:
    """One row per month, the latest first: `at` (its first night), nights, hands, and the players who won and
    lost the most in it (`best`, `best_order`, `best_value`, `best_measure`, and the same for `worst`).

    >>> from reports import data
    >>> nights = data.sessions(con).filter(season="2026", kind="night")
    >>> evenings = data.player_nights(con, "2026")
    >>> month_rows(nights, evenings).height
    6
    """
    dated = [row for row in nights.iter_rows(named=True) if row["started_at"] is not None]
    months = [[*some] for _, some in groupby(dated, key=lambda row: _month_of(row["started_at"]))]
    ends_of = _ends_by_month(
        evenings, {row["session_id"]: place for place, mine in enumerate(months) for row in mine}
    )
    rows = []
    for place, mine in enumerate(months):
        ends = ends_of.get(place, {})
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


def _ends_by_month(evenings: pl.DataFrame, months: Mapping[str, int]) -> dict[int, dict[str, Row]]:
    """The player who won the most in a month and the one who lost the most (`best` and `worst`), in the measure of most of its
    nights, by the number that `months` has for these nights. All months are grouped at once: a season may have hundreds.
    """
    number = pl.col("session_id").replace_strict(months, default=None, return_dtype=pl.Int64)
    there = evenings.with_columns(month=number).drop_nulls("month")
    measures = there.group_by("month", "measure", maintain_order=True).agg(pl.col("session_id").n_unique())
    main = measures.sort("session_id", descending=True, maintain_order=True).unique(
        "month", keep="first", maintain_order=True
    )
    sums = (
        there.join(main, on=["month", "measure"], how="semi", maintain_order="left")
        .group_by("month", "player_id", "name", "join_order", "measure")
        .agg(pl.col("value").sum())
        .sort(["value", "join_order"], descending=[True, False])
    )
    ends: dict[int, dict[str, Row]] = {}
    for row in sums.to_dicts():
        ends.setdefault(row["month"], {"best": row})["worst"] = row
    return ends


def _month_of(at: datetime) -> tuple[int, int]:
    here = local(at)
    return here.year, here.month


def _months(nights: pl.DataFrame, evenings: pl.DataFrame) -> list[Block]:
    rows = month_rows(nights, evenings)
    if len(rows) < 2:
        return []

    table = Table(
        frame=rows,
        caption=tr("Month by month, the latest first"),
        columns=[
            Column(label=tr("Month"), kind="text", sort="at", cell=lambda row: month(row["at"])),
            count_column(tr("Nights"), "nights"),
            hands_column(tr("Hands"), "hands", lambda row: f"{night_range(*row['numbers'])} {COUNTED}"),
            Column(label=tr("Won most"), kind="text", sort="best_value", cell=_ended("best")),
            Column(label=tr("Lost most"), kind="text", sort="worst_value", cell=_ended("worst")),
        ],
        sortable=True,
    )
    return [table]


def _ended(what: str) -> Callable[[Row], Child]:
    def cell(row: Row) -> Child:
        value = row[f"{what}_value"]
        if value is None or (value <= 0 if what == "best" else value >= 0):
            return ""
        text = tag("span", gain_shown(value, row[f"{what}_measure"]), class_=gain_class(value))
        return fragment(player(row[what], row[f"{what}_order"]), " ", text)

    return cell


def nights_blocks(nights: pl.DataFrame, evenings: pl.DataFrame, group: Sequence[NamedPlayer]) -> list[Block]:
    """Each player's net on each night, with the sum.

    >>> from reports import data
    >>> nights = data.sessions(con).filter(season="2026", kind="night")
    >>> evenings = data.player_nights(con, "2026")
    >>> len(nights_blocks(nights, evenings, data.people(evenings)))
    1
    """
    wide = pivot_players(nights, evenings, "session_id", group, "value")
    measures = evenings["measure"].unique(maintain_order=True).to_list()
    places = exact(evenings["value"])
    unit: Child = join_words([currency_sign(measure) for measure in measures])
    if len(measures) < 2:
        unit = unit_shown(measures[0] if measures else CHIPS)
    in_money = measures != [CHIPS]
    units = dict(evenings.select("session_id", "measure").iter_rows()) if len(measures) > 1 else {}

    def table(some: Sequence[NamedPlayer]) -> Table:
        totals = [money_cell(float(wide[player_key(person)].sum()), places, in_money) for person in some]
        foot: list[Child] = [tr("Season"), *totals]
        there = wide
        if len(some) < len(group):
            theirs = [player_key(person) for person in some]
            there = with_any(wide.select(*nights.columns, *theirs), theirs)
        return Table(
            frame=there,
            caption=filled(tr("Net of each night in {unit}"), unit=unit),
            empty=tr("No night has been logged."),
            columns=[
                Column(label=tr("Night"), kind="text", sort="started_at", cell=_dated(nights, units)),
                *(_evening(person, places, in_money) for person in some),
            ],
            foot=foot if len(measures) == 1 else (),
            sortable=True,
            matrix=True,
        )

    return split_table(group, table)


def _dated(nights: pl.DataFrame, units: Mapping[str, str]) -> Callable[[Row], Child]:
    """A night's title and its number of hands; its unit, if the nights have several `units`."""
    titles = short_titles(nights.iter_rows(named=True))

    def cell(row: Row) -> Child:
        return fragment(
            night_link(titles[row["session_id"]].html(), row["session_id"]),
            " ",
            tag(
                "span",
                night_hands_link(row, numbers.hands(row["hands"])) if row["hands"] else None,
                f", {currency_sign(units[row['session_id']])}" if row["session_id"] in units else None,
                class_="quiet",
            ),
        )

    return cell


def _evening(person: NamedPlayer, places: int, in_money: bool) -> Column:
    name = player_key(person)
    return Column(
        label=person.name,
        sort=name,
        cell=lambda row: "" if row[name] is None else money_cell(row[name], places, in_money),
        style=lambda row: gain_class(row[name]),
    )
