"""Numbers and dates in the format of the current language, by Babel's tables (CLDR)."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from functools import cache

from language.current import current_language

MINUS = "\u2212"

Number = int | float | Decimal


@cache
def separators(locale: str) -> tuple[str, str]:
    """What a locale writes before decimals and between thousands."""
    from babel import Locale

    symbols = Locale.parse(locale).number_symbols["latn"]
    return symbols["decimal"], symbols["group"]


def number(value: Number, decimals: int = 0) -> str:
    """`12,345.6`, in Danish `12.345,6`; a true minus, and none before 0."""
    text = f"{abs(value):,.{decimals}f}"
    minus = MINUS if value < 0 and text.strip("0.,") else ""
    decimal, group = separators(current_language().locale)
    if (decimal, group) != (".", ","):
        text = text.translate({ord("."): decimal, ord(","): group})
    return minus + text


def day_text(at: datetime, skeleton: str) -> str:
    """A day by a skeleton of CLDR (`yMMMEd`), in its own time zone: `Fri, 9 Jan 2026`."""
    from babel.dates import format_datetime

    locale = current_language().locale
    return str(format_datetime(at, _pattern(locale, skeleton), tzinfo=at.tzinfo, locale=locale))


@cache
def _pattern(locale: str, skeleton: str) -> str:
    from babel import Locale

    pattern = Locale.parse(locale).datetime_skeletons[skeleton]
    return str(pattern.pattern)


__all__ = ["MINUS", "Number", "day_text", "number", "separators"]
