"""Numbers and dates in the format of the current language, by Babel's tables (CLDR)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from decimal import Decimal
from functools import cache, lru_cache
from string import Formatter
from typing import Any

from language.current import current_language

MINUS = "\u2212"

_SEPARATORS = {"en_GB": (".", ","), "da_DK": (",", ".")}

Number = int | float | Decimal


@cache
def separators(locale: str) -> tuple[str, str]:
    """Return a locale's decimal and thousands separators.

    >>> separators("en"), separators("da")
    (('.', ','), (',', '.'))
    """
    if known := _SEPARATORS.get(locale):  # Babel takes a while to import, and isn't there in a browser
        return known
    from babel import Locale

    symbols = Locale.parse(locale).number_symbols["latn"]
    return symbols["decimal"], symbols["group"]


def number(value: Number, decimals: int = 0) -> str:
    """`12,345.6`, in Danish `12.345,6`; a true minus, and none before 0.

    >>> number(12345.6, 1)
    '12,345.6'
    """
    text = f"{abs(value):,.{decimals}f}"
    minus = MINUS if value < 0 and text.strip("0.,") else ""
    return minus + localized(text)


class _Formatter(Formatter):
    def format_field(self, value: Any, format_spec: str) -> Any:
        text = super().format_field(value, format_spec)
        return localized(text) if format_spec and isinstance(value, Number) else text


def fill_in(text: str, values: dict[str, Any]) -> str:
    """`text.format(**values)`, with the separators of the current language in numbers that have a format: `{n:,}`."""
    text = with_genitives(text, values)
    if separators(current_language().locale) == (".", ","):
        return text.format(**values)
    return _Formatter().vformat(text, (), values)


def with_genitives(text: str, values: Mapping[str, Any], shown: Callable[[Any], str] = str) -> str:
    """A text with an apostrophe in place of the Danish genitive's s after `{places}` that are filled with a name in s, x or z,
    of `values` as they are `shown`: `Mads' tur`.

    >>> with_genitives("{name}s tur", {"name": "Mads"}), with_genitives("{name}s tur", {"name": "Bo"})
    ("{name}' tur", '{name}s tur')
    """
    if "}s" not in text:
        return text

    def ending(match: re.Match[str]) -> str:
        is_sibilant = shown(values[match[1]]).casefold().endswith(("s", "x", "z"))
        return f"{{{match[1]}}}'" if is_sibilant else match[0]

    return _GENITIVE.sub(ending, text)


_GENITIVE = re.compile(r"\{(\w+)\}s(?!\w)")


def localized(text: str) -> str:
    """A number as Python writes it, with the marks of the current language.

    >>> localized("-1,250.5")
    '-1,250.5'
    """
    decimal, group = separators(current_language().locale)
    return text if decimal == "." else text.translate({ord("."): decimal, ord(","): group})


def local_day_text(at: datetime, skeleton: str) -> str:
    """A day in the reader's own time zone, as `day_text`.

    >>> local_day_text(datetime(2026, 3, 6, 12), "yMMMd")
    '6 Mar 2026'
    """
    noon = at.astimezone().replace(hour=12, minute=0, second=0, microsecond=0)
    return _known_day_text(noon, skeleton, current_language().code)


@lru_cache(maxsize=4096)
def _known_day_text(noon: datetime, skeleton: str, language: str) -> str:
    return day_text(noon, skeleton)


def day_text(at: datetime, skeleton: str) -> str:
    """A day by a skeleton of CLDR (`yMMMEd`), in its own time zone: `Fri, 9 Jan 2026`."""
    try:
        from babel.dates import format_datetime
    except ImportError:  # in a browser
        return f"{at:%Y-%m-%d}"
    locale = current_language().locale
    return str(format_datetime(at, _pattern(locale, skeleton), tzinfo=at.tzinfo, locale=locale))


@cache
def _pattern(locale: str, skeleton: str) -> str:
    from babel import Locale

    pattern = Locale.parse(locale).datetime_skeletons[skeleton]
    return str(pattern.pattern)


__all__ = ["MINUS", "Number", "day_text", "fill_in", "number", "separators", "with_genitives"]
