"""Reads a spreadsheet from before the log: what each player won or lost on each night, with no hands.

Three layouts are supported, by the first line: a row a player and a night (date, player, and net or buy-in and
cash-out), a row a night with a column a player, and a row a player with a column a night. `Spreadsheet.remarks` says
how a file was understood, before anything is written.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from pathlib import Path

from engine.api import shortened
from language import tr, trn
from pipeline.formats.csv.layouts import (
    Grid,
    Layout,
    check_headings,
    check_one_table,
    check_second_columns,
    extremes,
    is_passed,
    is_sum,
    layout_of,
    read_grid,
    sums_of_others,
    with_units,
)
from pipeline.formats.csv.values import Amounts, Days, is_absent, is_error, parse_cell
from pipeline.formats.currency import named_currency
from pipeline.formats.sessions import FileError
from pipeline.store.player_names import can_be_name


@dataclass(frozen=True, kw_only=True)
class Result:
    """What a player won or lost on a night, in money; `line` of the file says so. A part is a buy-in or a cash-out alone:
    other rows may have more of them.
    """

    line: int
    day: date
    name: str
    net: Decimal
    season: str | None = None
    stint: str = ""  # which of several results of a player and a night this is, if a column says so
    is_part: bool = False


@dataclass(frozen=True, kw_only=True)
class Spreadsheet:
    """A spreadsheet as it was understood: its results, and a remark for each choice that was made."""

    path: Path
    results: Sequence[Result]
    remarks: Sequence[str]
    currency: str | None = None  # as `Amount` has it


def read_sheet(path: Path, *, day_first: bool | None = None) -> Spreadsheet:
    r"""Read a spreadsheet's results in money, and how it was understood. `day_first` decides whether 1/2 is in February;
    None leaves that to the sheet.

    Raises FileError for a sheet that can't be read, with the line at fault, and for days whose order nothing decides.

    >>> _ = (tmp / "wide.csv").write_text("date,Anna,Bo\n27.11.2026,12.50,-12.50\n4.12.2026,-3,3\n")
    >>> sheet = read_sheet(tmp / "wide.csv")
    >>> [(result.day.day, result.name, result.net) for result in sheet.results][:2]
    [(27, 'Anna', Decimal('12.50')), (27, 'Bo', Decimal('-12.50'))]
    >>> sheet.remarks[0]
    '2 nights, 2026-11-27 to 2026-12-04: a row a night, a column a player'
    """
    grid = with_units(read_grid(path))
    for place, name in enumerate(grid.header):
        if is_error(name):
            raise _error(grid, grid.rows[0][0] - 1 if grid.rows else 1, place, name)
    layout = layout_of(grid)
    check_one_table(grid, layout)
    check_headings(grid, layout)
    repeated = 0
    if layout.day is not None and layout.player is not None:
        grid, repeated = grid.filled(*sorted((layout.day, layout.player)))  # groups are named on the left
    written = (
        [grid.header[place] for place in layout.places] if layout.day is None else grid.column(layout.day)
    )
    cells = [cell for place in layout.amounts for cell in grid.column(place)]
    currency = _currency(grid, layout, path.name)
    amounts = Amounts.of(cells, grid.delimiter)
    is_european = grid.delimiter == ";" or amounts.decimal_mark == ","
    days = _days(grid, written, is_european=is_european) if day_first is None else Days(day_first)
    rows = [(line, row) for line, row in grid.rows if not is_passed(row, layout)]
    passed = len(grid.rows) - len(rows)
    extreme_rows, extreme_columns = extremes(grid, layout, amounts, [row for _, row in rows])
    rows = [(line, row) for line, row in rows if not any(row is one for one in extreme_rows)]
    layout = replace(layout, places=[place for place in layout.places if place not in extreme_columns])
    rows, layout, second = _without_second(grid, rows, layout)
    used = {layout.day, layout.player, layout.season, layout.stint, *layout.amounts} - {None}
    for line, row in rows:
        for place, text in enumerate(row):
            if place in used and is_error(text):
                raise _error(grid, line, place, text)
    if layout.places:
        _check_names(grid, layout, [row for _, row in rows])
    results = [result for line, row in rows for result in _results(grid, layout, days, amounts, line, row)]
    if not results:
        raise FileError(tr("{name} holds no result of a night: there is nothing to import.", name=path.name))
    left = [
        repr(name) if name else tr("{n}, which has no name", n=place + 1)
        for place, name in enumerate(grid.header)
        if place not in used and (name or any(parse_cell(cell) for cell in grid.column(place)))
    ]
    remarks = _remarks(layout.text, results, days, amounts, left, passed)
    statistics = [row[layout.player or 0] for row in extreme_rows] + second
    remarks += _row_remarks(grid.title, repeated, statistics)
    return Spreadsheet(path=path, results=results, remarks=remarks, currency=currency)


def _without_second(
    grid: Grid, rows: list[tuple[int, list[str]]], layout: Layout
) -> tuple[list[tuple[int, list[str]]], Layout, list[str]]:
    """The rows and columns without those of a player's sums next to the player's own, and the names of such rows. Raises
    FileError for other second ones.
    """
    if not layout.places:
        return rows, layout, []
    if layout.player is None:
        names = {place: grid.header[place] for place in layout.places}
        sums = sums_of_others([*names.values()])
        layout = replace(layout, places=[place for place in layout.places if names[place] not in sums])
        check_second_columns(grid, [grid.header[place] for place in layout.places])
        return rows, layout, []
    of = layout.player
    sums = sums_of_others([row[of] for _, row in rows])
    rows = [(line, row) for line, row in rows if row[of] not in sums]
    check_second_columns(grid, [row[of] for _, row in rows])
    return rows, layout, sorted(sums)


def _days(grid: Grid, written: Sequence[str], *, is_european: bool) -> Days:
    """How a sheet's days are `written`. Raises FileError where Americans may have written them, in slashes, and nothing
    tells which number is the month.
    """
    days = Days.of(written)
    if days.doubtful.count("/") < 2 or is_european:
        return days
    one, two = (Days(day_first).read(days.doubtful) for day_first in (True, False))
    raise FileError(
        tr(
            "{name}: {text!r} may be {one} or {two}, and no other day of the sheet tells which: import it with "
            "peder import csv FILE --day-first, or --month-first.",
            name=grid.path.name,
            text=days.doubtful,
            one=one,
            two=two,
        )
    )


def _check_names(grid: Grid, layout: Layout, rows: Sequence[list[str]]) -> None:
    """Raise FileError if two columns, or two of the `rows`, are one player's: their sum may not be meant."""
    names = (
        [grid.header[place] for place in layout.places]
        if layout.player is None
        else [row[layout.player] for row in rows]
    )
    seen: dict[str, str] = {}
    for name in names:
        if not name or is_sum(name):
            continue
        key = unicodedata.normalize("NFC", name).casefold()
        if key in seen:
            raise FileError(
                tr(
                    "{name} has {one!r} and {other!r}, which are one player: name them apart, or add up what is one player's.",
                    name=grid.path.name,
                    one=shortened(seen[key]),
                    other=shortened(name),
                )
            )
        seen[key] = name


def _results(
    grid: Grid, layout: Layout, days: Days, amounts: Amounts, line: int, row: Sequence[str]
) -> Iterator[Result]:
    """Return the results in a row."""

    def result(day: str, name: str, net: Decimal, *, is_part: bool = False) -> Result:
        return Result(
            line=line,
            day=_day(grid, days, line, day),
            name=_name(grid, line, name),
            net=net,
            season=None if layout.season is None else row[layout.season] or None,
            stint="" if layout.stint is None else row[layout.stint],
            is_part=is_part,
        )

    for place in layout.places:
        if not is_absent(row[place]):
            day = grid.header[place] if layout.day is None else row[layout.day]
            name = grid.header[place] if layout.player is None else row[layout.player]
            yield result(day, name, _amount(grid, amounts, line, row[place]))
    if layout.day is None or layout.player is None:
        return
    is_part = False
    if any(not is_absent(row[place]) for place in (*layout.bought, *layout.cashed)):
        bought, cashed = (
            sum(
                (moved(grid, amounts, line, row, place) for place in places if not is_absent(row[place])),
                Decimal(0),
            )
            for places, moved in (
                (layout.bought, _lost if layout.is_won_or_lost else _moved),
                (layout.cashed, _moved),
            )
        )
        net, is_part = cashed - bought, not (layout.is_won_or_lost or (bought and cashed))
        stated = row[layout.net] if layout.net is not None else ""
        if not is_absent(stated) and _amount(grid, amounts, line, stated) != net:
            raise grid.at(
                line, tr("{stated!r} isn't the cash-out less the buy-in, {net}", stated=stated, net=net)
            )
    elif layout.net is None or is_absent(row[layout.net]):
        return
    else:
        net = _amount(grid, amounts, line, row[layout.net])
    yield result(row[layout.day], row[layout.player], net, is_part=is_part)


def _remarks(
    layout: str, results: list[Result], days: Days, amounts: Amounts, left: list[str], passed: int
) -> list[str]:
    """Return remarks on how a sheet was understood; `left` are the unused columns, `passed` is the number of unused
    rows.
    """
    nights = sorted({result.day for result in results})
    span = {"first": nights[0], "last": nights[-1], "how": layout}
    remarks = [
        trn(
            "{n} night, {first} to {last}: {how}", "{n} nights, {first} to {last}: {how}", len(nights), **span
        ),
        _days_remark(days),
        tr("amounts are money, with a decimal comma")
        if amounts.decimal_mark == ","
        else tr("amounts are money, with a decimal point"),
    ]
    if left:
        names = ", ".join(left)
        remarks.append(
            trn("left out: the column {names}", "left out: the columns {names}", len(left), names=names)
        )
    if passed:
        remarks.append(
            trn(
                "left out: {n} row without a day or a player, or with sums",
                "left out: {n} rows without a day or a player, or with sums",
                passed,
            )
        )
    return remarks


def _days_remark(days: Days) -> str:
    """A remark on the order of day and month, with an example where nothing tells it."""
    if not days.day_first:
        return tr("days are written with the month first, where they aren't ISO")
    if not days.doubtful:
        return tr("days are written with the day first, where they aren't ISO")
    return tr(
        "days are written with the day first, such as {text!r} for {day}: --month-first reads {other}",
        text=shortened(days.doubtful),
        day=days.read(days.doubtful),
        other=Days(day_first=False).read(days.doubtful),
    )


def _row_remarks(above: int, repeated: int, statistics: Sequence[str]) -> Iterator[str]:
    """Yield remarks on the lines above the columns' names, rows filled from those above them, and the names of rows of
    statistics.
    """
    if above:
        yield trn(
            "left out: {n} line above the columns' names",
            "left out: {n} lines above the columns' names",
            above,
        )
    if repeated:
        yield trn(
            "{n} row without a day or a player has that of the row above it",
            "{n} rows without a day or a player have that of the row above them",
            repeated,
        )
    for name in map(shortened, statistics):
        yield tr("left out: {name!r}, whose amounts are statistics of the rows above", name=name)


def _currency(grid: Grid, layout: Layout, name: str) -> str | None:
    """The currency that the amounts name; None if they name none. Raises FileError for two."""
    cells = (
        (cell.currency, line)
        for line, row in grid.rows
        for place in layout.amounts
        if (cell := parse_cell(row[place]))
    )
    return named_currency(cells, lambda line: tr("{name}, line {number}", name=name, number=line))


def _day(grid: Grid, days: Days, line: int, text: str) -> date:
    day = days.read(text)
    if not text:
        raise grid.at(
            line, tr("there is no day: write it in every row, or once above the rows of each night")
        )
    if day is None:
        raise grid.at(
            line,
            tr("{text!r} has no year: write the day as 2019-03-14 or 14.3.2019", text=shortened(text))
            if any(days.read(f"{text.strip(' .')}{mark}2024") for mark in " -/.")
            else tr("{text!r} isn't a day: write it as 2019-03-14 or 14.3.2019", text=shortened(text)),
        )
    return day


def _amount(grid: Grid, amounts: Amounts, line: int, text: str) -> Decimal:
    amount = amounts.read(text)
    if amount is not None and amount == round(amount, 2):
        return amount
    if amount is None and Amounts.of([text]).read(text) is not None:
        mark = tr("a decimal comma") if amounts.decimal_mark == "," else tr("a decimal point")
        why = tr(
            "{text!r} isn't an amount that can be read in one way, where the sheet has {mark}: write thousands as 1200, with no "
            "mark",
            text=shortened(text),
            mark=mark,
        )
        raise grid.at(line, why)
    raise grid.at(line, tr("{text!r} isn't an amount: write it as -120 or 37,50", text=shortened(text)))


def _moved(grid: Grid, amounts: Amounts, line: int, row: Sequence[str], place: int) -> Decimal:
    """The amount of a buy-in or a cash-out. Raises FileError for a negative one: some write what they paid so, others a
    correction.
    """
    amount = _amount(grid, amounts, line, row[place])
    if amount < 0:
        raise grid.at(
            line,
            tr(
                "{text!r} in the column {column!r} is negative: write what went in and what came out without a minus, and a "
                "correction as the corrected amount",
                text=shortened(row[place]),
                column=shortened(grid.header[place]),
            ),
        )
    return amount


def _lost(grid: Grid, amounts: Amounts, line: int, row: Sequence[str], place: int) -> Decimal:
    """The amount in a column of losses, which some write with a minus."""
    return abs(_amount(grid, amounts, line, row[place]))


def _error(grid: Grid, line: int, place: int, text: str) -> FileError:
    """The error of a cell in which a spreadsheet shows an error of its own."""
    column = grid.header[place]
    named = shortened(column) if column and not is_error(column) else str(place + 1)
    return grid.at(
        line,
        tr(
            "{text!r} in the column {column} is an error of the spreadsheet: correct that cell there and save it again",
            text=shortened(text),
            column=named,
        ),
    )


def _name(grid: Grid, line: int, text: str) -> str:
    name = " ".join(text.removeprefix("'").split())
    if not name:
        raise grid.at(line, tr("there is no player: write the name in every row"))
    if not can_be_name(name):
        raise grid.at(
            line, tr("{text!r} isn't a player's name: letters, at most sixty of them", text=shortened(text))
        )
    return name
