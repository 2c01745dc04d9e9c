"""A spreadsheet from before the log: what each player won or lost on each night, with no hands.

Three layouts are known, by the first line: a row a player and a night (date, player, net), a row a night with
a column a player, and a row a player with a column a night. `Spreadsheet.remarks` says how
a file was understood, before anything is written. A night that doesn't sum to zero is refused, unless the user
names a player who takes the rest.
"""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal, InvalidOperation
from importlib.metadata import version
from math import gcd
from pathlib import Path

from engine.api import fold_name, shortened
from language import tr, trn
from pipeline.bank.ledger import BankEntry, BankKind
from pipeline.formats.files import read_text
from pipeline.formats.sessions import FileError, Imported
from pipeline.formats.tables import bank_frame
from pipeline.store.people import Registry

_FIRST_YEAR, _LAST_YEAR = 1950, 2100
_EPOCH = date(1899, 12, 30)
"""The day 0 of spreadsheets, whose days are numbers where a cell lost its format."""
_LARGEST = Decimal(10) ** 12

_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d{1,2}:\d{2}.*)?")
_PARTED = re.compile(r"(?:[^\W\d]+\.?,? )?(\d{1,2})[-/. ]+(\d{1,2})[-/. ]+(\d{2}|\d{4})(?: \d{1,2}:\d{2}.*)?")
_SERIAL = re.compile(r"([2-6]\d{4})(?:[.,]\d+)?")
_AMOUNT = re.compile(r"[+-]?\d[\d.,]*")
_AROUND = re.compile(r"(?i)\b(?:kr|dkk|sek|nok|eur|usd|gbp)\b\.?|[€$£]")
_BLANK = re.compile(r"[\s\u00a0\u202f'\u2019]+")


@dataclass(frozen=True)
class Days:
    """How a column's days are written: the day before the month, or after it."""

    day_first: bool = True

    @classmethod
    def of(cls, texts: Iterable[str]) -> Days:
        """As all of these can be read; where both ways do, the day stands first."""
        parts = [match for text in texts if (match := _PARTED.fullmatch(text.strip()))]
        return cls(not any(int(part[2]) > 12 for part in parts))

    def read(self, text: str) -> date | None:
        """The day that a cell names; None for one that names none."""
        text = text.strip()
        try:
            if match := _ISO.fullmatch(text):
                day = date(int(match[1]), int(match[2]), int(match[3]))
            elif match := _PARTED.fullmatch(text):
                one, two, year = int(match[1]), int(match[2]), int(match[3])
                month, number = (two, one) if self.day_first else (one, two)
                day = date(year + 2000 * (year < 100), month, number)
            elif match := _SERIAL.fullmatch(text):
                day = _EPOCH + timedelta(days=int(match[1]))
            else:
                return None
        except ValueError:
            return None
        return day if _FIRST_YEAR <= day.year <= _LAST_YEAR else None


@dataclass(frozen=True)
class Amounts:
    """How a column's amounts are written: which mark parts the decimals."""

    decimal_mark: str = "."

    @classmethod
    def of(cls, texts: Iterable[str]) -> Amounts:
        """As these are written: the mark that stands last of both, or before one or two digits."""
        for text in texts:
            number = _plain(text)
            marks = [mark for mark in number if mark in ".,"]
            if len(set(marks)) == 2:
                return cls(marks[-1])
            if len(marks) == 1 and re.search(r"[.,]\d{1,2}$", number):
                return cls(marks[0])
        return cls()

    def read(self, text: str) -> Decimal | None:
        """The amount in a cell; None for one that holds none. In brackets or before a `-` it's a loss."""
        number = _plain(text)
        other = "." if self.decimal_mark == "," else ","
        if not _AMOUNT.fullmatch(number):
            return None
        whole, mark, part = number.partition(self.decimal_mark)
        if other in part or self.decimal_mark in part or not _parted(whole.lstrip("+-"), other):
            return None
        try:
            amount = Decimal(whole.replace(other, "") + (f".{part}" if mark and part else ""))
        except InvalidOperation:
            return None
        return amount if abs(amount) < _LARGEST else None


def _parted(whole: str, mark: str) -> bool:
    """Whether the thousands are parted as thousands are."""
    return mark not in whole or re.fullmatch(rf"\d{{1,3}}(?:{re.escape(mark)}\d{{3}})+", whole) is not None


def _plain(text: str) -> str:
    """A number's digits, sign and marks alone."""
    text = _BLANK.sub("", _AROUND.sub("", text.strip().removeprefix("'")))
    text = text.replace("\u2212", "-").replace("\u2013", "-").removesuffix(",-").removesuffix(".-")
    if text.startswith("(") and text.endswith(")"):
        return f"-{text[1:-1]}"
    return f"-{text[:-1]}" if text.endswith("-") and not text.startswith("-") else text


_WORDS = {
    "date": {"date", "dato", "day", "dag", "night", "aften", "when", "hvornar", "datum"},
    "player": {"player", "spiller", "name", "navn", "who", "hvem", "nick", "nickname"},
    "net": {
        "net", "netto", "result", "resultat", "amount", "belob", "win", "gevinst", "profit", "won",
        "plusminus",
    },
    "season": {"season", "saeson", "sason"},
}  # fmt: skip
"""What the columns may be called, as `fold_name` writes it."""
_SUMS = {
    "total", "sum", "ialt", "kontrol", "check", "control", "balance", "saldo", "note", "noter", "notes",
    "kommentar", "comment", "bemaerkning", "place", "sted", "host", "vaert",
}  # fmt: skip
"""Columns and rows that are no player's."""
_EVENING = time(18, tzinfo=UTC)
"""The hour that a night without one begins: the same day everywhere in Europe."""
_ENCODING = "cp1252"  # where it isn't Unicode: what spreadsheets save on Windows


@dataclass(frozen=True, kw_only=True)
class Result:
    """What a player won or lost on a night, in money; `line` of the file says so."""

    line: int
    day: date
    name: str
    net: Decimal
    season: str | None = None


@dataclass(frozen=True, kw_only=True)
class Spreadsheet:
    """A spreadsheet as it was understood: its results, and a remark for each choice that was made."""

    path: Path
    results: Sequence[Result]
    remarks: Sequence[str]


@dataclass(frozen=True)
class _Grid:
    path: Path
    header: list[str]
    rows: list[tuple[int, list[str]]]

    def column(self, place: int) -> list[str]:
        return [row[place] for _, row in self.rows if row[place].strip()]

    def named(self, what: str) -> int | None:
        """The column of a kind, by what it is called."""
        folded = [_folded(name) for name in self.header]
        return next((place for place, name in enumerate(folded) if name in _WORDS[what]), None)

    def at(self, line: int, what: str) -> FileError:
        return FileError(tr("{name}, line {line}: {what}.", name=self.path.name, line=line, what=what))


def read_sheet(path: Path, *, month_first: bool = False) -> Spreadsheet:
    """Understand a spreadsheet. Raises FileError for one that isn't, with the line that isn't understood."""
    grid = _grid(path)
    header = grid.header
    day, player, net, season = (grid.named(what) for what in ("date", "player", "net", "season"))
    dated = sum(Days().read(name) is not None for name in header[1:])
    if day is not None and player is not None and net is not None:
        layout = tr("a row a player and a night")
    elif 2 * dated > len(header) - 1 > 0:
        layout = tr("a row a player, a column a night")
        day, player, season = None, 0, None
    elif day is not None:
        layout = tr("a row a night, a column a player")
        player = None
    else:
        raise FileError(
            tr(
                "{name} has no column that is a date: its first line must name the columns, such as "
                "date,player,net, and it is {header!r}.",
                name=path.name,
                header=shortened(",".join(header)),
            )
        )
    days = Days(False) if month_first else Days.of(header[1:] if day is None else grid.column(day))
    if day is None:
        places = [place for place, name in enumerate(header) if place and days.read(name)]
    elif player is None:
        others = [place for place in range(len(header)) if place not in (day, season)]
        places = [place for place in others if header[place] and not _is_sum(header[place])]
    else:
        places = [place for place in [net] if place is not None]
    amounts = Amounts.of(cell for place in places for cell in grid.column(place))
    keys = [column for column in (day, player) if column is not None]
    blank = ("", "-", "–") if len(keys) == 1 else ()
    results, passed = [], 0
    for line, row in grid.rows:
        if any(_is_sum(row[key]) for key in keys) or not any(row[key] for key in keys):
            passed += 1
            continue
        results += [
            Result(
                line=line,
                day=_day(grid, days, line, header[place] if day is None else row[day]),
                name=_name(grid, line, header[place] if player is None else row[player]),
                net=_amount(grid, amounts, line, row[place]),
                season=None if season is None else row[season] or None,
            )
            for place in places
            if row[place] not in blank
        ]
    if not results:
        raise FileError(tr("{name} holds no result of a night: there is nothing to import.", name=path.name))
    used = {day, player, season, *places}
    left = [repr(name) for place, name in enumerate(header) if place not in used and name]
    remarks = _remarks(layout, results, days, amounts, left, passed)
    return Spreadsheet(path=path, results=results, remarks=remarks)


def _grid(path: Path) -> _Grid:
    text = read_text(path, otherwise=_ENCODING)
    first = next((line for line in text.splitlines() if line.strip()), "")
    if not first:
        raise FileError(tr("{name} is empty: save the spreadsheet as CSV again.", name=path.name))
    mark = max(";\t,", key=first.count)
    rows: list[tuple[int, list[str]]] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                rows.append((reader.line_num, [cell.strip() for cell in row]))
    except csv.Error as error:
        raise FileError(
            tr(
                "{name}, line {line_num} is cut off or damaged: save it again.",
                name=path.name,
                line_num=reader.line_num,
            )
        ) from error
    (_, header), *rest = rows
    width = len(header)
    for line, row in rest:
        if any(row[width:]):
            raise FileError(
                tr(
                    "{name}, line {line} has more cells than the first line has columns.",
                    name=path.name,
                    line=line,
                )
            )
    return _Grid(path, header, [(line, (row + [""] * width)[:width]) for line, row in rest])


def _remarks(
    layout: str, results: list[Result], days: Days, amounts: Amounts, left: list[str], passed: int
) -> list[str]:
    """How a sheet was understood; `left` are the columns that weren't used, `passed` counts such rows."""
    nights = sorted({result.day for result in results})
    span = {"first": nights[0], "last": nights[-1], "how": layout}
    remarks = [
        trn(
            "{n} night, {first} to {last}: {how}", "{n} nights, {first} to {last}: {how}", len(nights), **span
        ),
        tr("days are written with the day first, where they aren't ISO")
        if days.day_first
        else tr("days are written with the month first, where they aren't ISO"),
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


def _day(grid: _Grid, days: Days, line: int, text: str) -> date:
    day = days.read(text)
    if day is None:
        raise grid.at(
            line, tr("{text!r} is no day: write it as 2019-03-14 or 14.3.2019", text=shortened(text))
        )
    return day


def _amount(grid: _Grid, amounts: Amounts, line: int, text: str) -> Decimal:
    amount = amounts.read(text)
    if amount is None or amount != round(amount, 2):
        raise grid.at(line, tr("{text!r} is no amount: write it as -120 or 37,50", text=shortened(text)))
    return amount


def _name(grid: _Grid, line: int, text: str) -> str:
    name = " ".join(text.removeprefix("'").split())
    if not any(char.isalpha() for char in name) or not name.isprintable() or len(name) > 60:
        raise grid.at(
            line, tr("{text!r} is no player's name: letters, at most sixty of them", text=shortened(text))
        )
    return name


def _is_sum(text: str) -> bool:
    return _folded(text) in _SUMS


def _folded(text: str) -> str:
    return fold_name(text) or ("plusminus" if text == "+/-" else "")


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What the user says of a sheet's nights; where `season` is None, and no column tells, it's the year."""

    prefix: str = "sheet"
    season: str | None = None
    currency: str | None = None
    rest: str | None = None  # who takes what a night is off by


def nights_of(sheet: Spreadsheet, registry: Registry, terms: Terms) -> list[Imported]:
    """Each night of a sheet as a session of kind `night`, players found by their names.

    Raises FileError if a night doesn't sum to zero and no player takes the rest.
    """
    names = _players(sheet, registry, terms.rest)
    by_day: dict[date, list[Result]] = defaultdict(list)
    for result in sheet.results:
        by_day[result.day].append(result)
    return [_night(sheet.path, day, results, names, terms) for day, results in sorted(by_day.items())]


def _players(sheet: Spreadsheet, registry: Registry, rest: str | None) -> dict[str, str]:
    """The ids of a sheet's players by name: the store's ids where it knows the player, else new ones."""
    ids: dict[str, str] = {}
    new: dict[str, str] = {}
    for name in dict.fromkeys([result.name for result in sheet.results] + ([rest] if rest else [])):
        person = registry.find(name)
        folded = fold_name(name)
        ids[name] = person.player_id if person else new.setdefault(folded, registry.new_id(name))
    return ids


def understood_players(sheet: Spreadsheet, registry: Registry) -> Iterator[str]:
    """A remark for each name of a sheet: which player it is, or that it is a new one."""
    for name in dict.fromkeys(result.name for result in sheet.results):
        person = registry.find(name)
        yield f"{name}: {f'{person.name} ({person.player_id})' if person else 'new'}"


def _night(
    path: Path, day: date, results: Sequence[Result], names: Mapping[str, str], terms: Terms
) -> Imported:
    nets: dict[str, Decimal] = defaultdict(Decimal)
    called: dict[str, list[str]] = {}
    for result in results:
        nets[names[result.name]] += result.net
        called.setdefault(names[result.name], []).append(result.name)
    if left := sum(nets.values()):
        if terms.rest is None:
            raise FileError(
                tr(
                    "{name}, line {line}: the night of {day} adds up to {left} and not to 0: correct it, "
                    "or name who takes what is left with --rest.",
                    name=path.name,
                    line=results[0].line,
                    day=day,
                    left=left,
                )
            )
        nets[names[terms.rest]] -= left
        called.setdefault(names[terms.rest], [terms.rest])
    seasons = {result.season for result in results if result.season}
    if len(seasons) > 1:
        raise FileError(
            tr(
                "{name}: the night of {day} belongs to several seasons: {names}.",
                name=path.name,
                day=day,
                names=", ".join(sorted(seasons)),
            )
        )
    session_id = f"{terms.prefix}-{day}"
    start = datetime.combine(day, _EVENING)
    chip = gcd(100, *(int(100 * net) for net in nets.values()))
    return Imported(
        source=path,
        session={
            "session_id": session_id,
            "kind": "night",
            "season": terms.season or (seasons.pop() if seasons else str(day.year)),
            "started_at": start,
            "ended_at": start,
            "currency": terms.currency,
            "chip_value": Decimal(chip) / 100,
            "engine_version": version("peder"),
        },
        bank=bank_frame(_entries(nets, chip, start), Decimal(chip) / 100, terms.currency),
        names={player_id: list(dict.fromkeys(known)) for player_id, known in called.items()},
        origin=session_id,
    )


def _entries(nets: Mapping[str, Decimal], chip: int, at: datetime) -> Iterator[BankEntry]:
    """The bank's entries of a night with known nets only: losers bought what they lost, winners handed back what they
    won, and the differences put both into the standings.
    """
    for player_id, net in sorted(nets.items(), key=lambda one: not one[1]):
        chips = int(100 * net) // chip
        if chips:
            kind = BankKind.PURCHASE if chips < 0 else BankKind.BUYBACK
            yield BankEntry(kind=kind, player_id=player_id, chips=abs(chips), at=at)
        yield BankEntry(kind=BankKind.DIFFERENCE, player_id=player_id, chips=chips, at=at)
