"""What the cells of a sheet hold: days and amounts, as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal

from pipeline.bank.currency import MoneyError
from pipeline.bank.money import NumberStyle, written_money

_FIRST_YEAR, _LAST_YEAR = 1950, 2100
_EPOCH = date(1899, 12, 30)
"""The day 0 of spreadsheets, whose days are numbers where a cell lost its format."""
_LARGEST = Decimal(10) ** 12

_ISO = re.compile(r"(\d{4})(?:[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d{1,2}:\d{2}.*)?|(\d\d)(\d\d))")
_WEEKDAY = (
    r"(?:(?:m[ao]n|tues?|tir|wed|ons|thu|tor|fre|fri|sat|l[øö]r|lau|s[uoøö]n|die|mit|don|sam|lun|mar|mer|jeu|ven|dim"
    r"|maa|din|woe|vri|zat|zon|mi[eé]|jue|vie|s[aá]b|dom)[^\W\d]*\.?,? |(?:mo|di|mi|do|fr|sa|so|ma|ti|on|to|l[øö]|s[øö])\.?,? )?(?:(?:d\.|den|the|le|am) ?)?"
)
"""The name of a weekday in some languages, by its first letters; any other word may make a day one of a sum: ``until 31.12.2024``."""
_TIME = r"(?:,? (?:kl\.? ?|at |um )?\d{1,2}(?:[:.]\d{2}.*| ?[ap]m)?)?"
_PARTED = re.compile(
    rf"{_WEEKDAY}(\d{{1,2}})[-/. ]+(\d{{1,2}})[-/. ]+(\d{{2}}|\d{{4}}){_TIME}", re.IGNORECASE
)
_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan januar january januari", "feb februar february februari", "mar mär maer mrz march marts märz mars",
            "apr april", "may maj mai", "jun june juni", "jul july juli", "aug august augusti",
            "sep sept september", "oct okt october oktober", "nov november", "dec dez des december dezember desember",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
_NAMED = (
    re.compile(rf"{_WEEKDAY}(?P<day>\d{{1,2}})(?:\.|st|nd|rd|th)?[-/ ]*(?P<month>[^\W\d_]{{3,9}})\.?,?[-/ ]*(?P<year>\d{{4}}|\d\d){_TIME}", re.IGNORECASE),
    re.compile(rf"{_WEEKDAY}(?P<month>[^\W\d_]{{3,9}})\.?[-/ ]+(?P<day>\d{{1,2}})(?:\.|st|nd|rd|th)?,?[-/ ]+(?P<year>\d{{4}}){_TIME}", re.IGNORECASE),
)  # fmt: skip
"""A day with the month's name: ``24. dec 2025``, ``24-Dec-25``, ``Dec 24, 2025``."""
_SERIAL = re.compile(r"([2-6]\d{4})(?:[.,]\d+)?")
_CELL = re.compile(r"(\D*?)([.,]?\d(?:.*\d)?)(?:[.,]-)?(\D*)", re.ASCII)
_SIGNS = re.compile(r"[-+()]")
_ERROR = re.compile(r"#[^\W\d_][\w/ ]*[!?]?|Err:\d+")
"""What a spreadsheet shows in place of a value that can't be computed: ``#REF!``, ``#DIV/0!``, ``#I/T``."""
_ABSENT = re.compile(r"|[xX]|(?:(?:[€£$]|kr\.?) *)?[-–—](?: *(?:[€£$]|kr\.?))?")
_AS_WRITTEN = str.maketrans(
    dict.fromkeys("\u00a0\u2007\u2009\u202f", " ")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d", "-")
    | {"\u2019": "'"}
)


_ORDERED = 3
"""Days in order that show which of their numbers is the month."""


def _is_ordered(days: Sequence[date]) -> bool:
    return list(days) in (sorted(days), sorted(days, reverse=True))


@dataclass(frozen=True)
class Days:
    """How a column's days are written: the day before the month, or after it."""

    day_first: bool = True
    doubtful: str = ""  # a day in which the month may as well stand first; "" where that is known

    @classmethod
    def of(cls, texts: Sequence[str]) -> Days:
        """As all of these can be read; where both ways do, as they are in order, else the day stands first, which is
        doubtful but for points, which Americans don't write.
        """
        parted = [text for text in texts if _PARTED.fullmatch(text.strip())]
        by_day, by_month = ([cls(day_first).read(text) for text in parted] for day_first in (True, False))
        if None in by_day or None in by_month:
            return cls(by_day.count(None) <= by_month.count(None))
        is_ordered = [
            _is_ordered([day for text in texts if (day := cls(day_first).read(text))])
            for day_first in (True, False)
        ]
        if len(parted) >= _ORDERED and is_ordered[0] != is_ordered[1]:
            return cls(is_ordered[0])
        pairs = zip(parted, by_day, by_month, strict=True)
        doubtful = [text for text, one, two in pairs if one != two and "." not in text]
        return cls(True, max(doubtful, key=lambda text: text.count("/"), default=""))

    def read(self, text: str) -> date | None:
        """Return the day in a cell; None if it has none."""
        text = text.strip()
        try:
            if match := _ISO.fullmatch(text):
                day = date(int(match[1]), int(match[2] or match[4]), int(match[3] or match[5]))
            elif match := _PARTED.fullmatch(text):
                one, two, year = int(match[1]), int(match[2]), int(match[3])
                month, number = (two, one) if self.day_first else (one, two)
                day = date(year + 2000 * (year < 100), month, number)
            elif named := next(filter(None, (form.fullmatch(text) for form in _NAMED)), None):
                if named["month"].casefold() not in _MONTHS:
                    return None
                year = int(named["year"])
                day = date(year + 2000 * (year < 100), _MONTHS[named["month"].casefold()], int(named["day"]))
            elif match := _SERIAL.fullmatch(text):
                day = _EPOCH + timedelta(days=int(match[1]))
            else:
                return None
        except ValueError:
            return None
        return day if _FIRST_YEAR <= day.year <= _LAST_YEAR else None


@dataclass(frozen=True)
class Amounts:
    """How the amounts of a sheet are written."""

    style: NumberStyle = field(default_factory=NumberStyle)

    @classmethod
    def of(cls, texts: Iterable[str], delimiter: str = "\t") -> Amounts:
        """The style of a sheet whose cells `delimiter` separates.

        A comma between cells goes with a point before decimals, and a semicolon with a comma: there, amounts such as
        1.500 and 1,500 are thousands only where others of the sheet show it.
        """
        numbers = [cell.number for text in texts if (cell := parse_cell(text))]
        style = NumberStyle.of(numbers)
        usual = {",": ".", ";": ","}.get(delimiter, style.marks)
        is_shown = any(style.marks in number for number in numbers)
        return cls(style if usual in style.marks or is_shown else NumberStyle(usual))

    @property
    def decimal_mark(self) -> str:
        return self.style.marks[0]

    def read(self, text: str) -> Decimal | None:
        """Return the amount in a cell; None if it has none. In brackets or next to a `-` it is a loss."""
        cell = parse_cell(text)
        number = self.style.read(cell.number) if cell else None
        if cell is None or number is None or number >= _LARGEST:
            return None
        return number * cell.unit * (-1 if cell.is_loss else 1)


@dataclass(frozen=True)
class Cell:
    """The parts of a cell with an amount: the number as written, its unit, its value."""

    number: str
    is_loss: bool
    currency: str | None = None
    unit: Decimal = Decimal(1)


def parse_cell(text: str) -> Cell | None:
    """The parts of a cell with an amount; None if it has none. The amount is read as `written_money` does."""
    match = _CELL.fullmatch(text.strip().removeprefix("'").translate(_AS_WRITTEN))
    if match is None:
        return None
    before, digits, after = match.groups()
    signs = "".join(_SIGNS.findall(before) + _SIGNS.findall(after))
    if signs not in ("", "+", "-", "()"):
        return None
    try:
        amount = " ".join(_SIGNS.sub(" ", f"{before}\0{after}").split()).replace("\0", digits)
        written = written_money(amount, whole=True)
    except MoneyError:
        return None
    if written.rest.strip("."):
        return None
    return Cell(written.digits, signs in ("-", "()"), written.currency, written.unit)


def is_unit(text: str) -> bool:
    """Whether a word is a unit of money.

    >>> is_unit("kr"), is_unit("€"), is_unit("øre"), is_unit("bounty")
    (True, True, True, False)
    """
    cell = parse_cell(f"1 {text}") if re.fullmatch(r"[^\W\d_]{1,8}\.?|[€£$]", text) else None
    return cell is not None and (cell.currency is not None or cell.unit != 1)


def is_day(text: str) -> bool:
    """Whether a cell holds a day, written in either order.

    >>> is_day("24/12/2025"), is_day("12/24/2025"), is_day("24/12")
    (True, True, False)
    """
    return any(Days(day_first).read(text) for day_first in (True, False))


def is_error(text: str) -> bool:
    """Whether a cell shows an error of the spreadsheet.

    >>> is_error("#REF!"), is_error("#I/T"), is_error("#1")
    (True, True, False)
    """
    return _ERROR.fullmatch(text.strip()) is not None


def is_absent(text: str) -> bool:
    """Whether a cell in a column of amounts has none: it is empty, marked x, or a dash, as spreadsheets show 0.

    >>> is_absent(""), is_absent("$ -"), is_absent("-5")
    (True, True, False)
    """
    return _ABSENT.fullmatch(text) is not None
