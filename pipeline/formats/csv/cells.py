"""What people write into a spreadsheet's cells: days and amounts, a column understood together."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation

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
