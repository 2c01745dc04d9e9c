"""Numbers, money and dates as the pages write them.

One way everywhere, in tables and in figures: a point before decimals, a narrow no-break space between
thousands, a true minus sign, a plus sign on a gain. What isn't known is None and is written as `UNKNOWN`,
never as 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

THIN = "\u202f"
MINUS = "\u2212"
UNKNOWN = "not known"

SEPARATORS = f".{THIN}"
"""Plotly's `layout.separators`: decimal, then thousands."""

CHIPS = "chips"
"""The measure of sums whose worth in money isn't known."""

_UNITS = {"DKK": "kr", "SEK": "kr", "NOK": "kr", "EUR": "€", "GBP": "£", "USD": "$"}
_WHOLE_ONLY = frozenset({"CLP", "ISK", "JPY", "KRW"})

Number = int | float | Decimal


def number(value: Number | None, decimals: int = 0) -> str:
    """`12 345.6`."""
    if value is None:
        return UNKNOWN
    text = f"{abs(value):,.{decimals}f}".replace(",", THIN)
    return MINUS + text if value < 0 and text.strip("0.") else text


def signed(value: Number | None, decimals: int = 0) -> str:
    """`+12`, `−12`, `0`: a gain or a loss."""
    text = number(value, decimals)
    return f"+{text}" if value is not None and value > 0 and text.strip("0.") else text


def percent(share: Number | None, decimals: int = 0) -> str:
    """A share between 0 and 1 as `27 %`."""
    return UNKNOWN if share is None else f"{number(share * 100, decimals)}{THIN}%"


def money(value: Number | None, currency: str | None) -> str:
    """A gain or a loss in money, `+12.50 kr`; a currency without a sign of its own by its code.

    The terminal writes money alike (`pipeline.bank.money`), with plain spaces and hyphens.
    """
    if value is None:
        return UNKNOWN
    return f"{signed(value, 0 if currency in _WHOLE_ONLY else 2)}{THIN}{unit(currency)}".rstrip(THIN)


def amount(value: Number | None, measure: str) -> str:
    """A gain or a loss in `measure`: a currency, or chips."""
    return f"{signed(value)}{THIN}chips" if measure == CHIPS else money(value, measure)


def unit(currency: str | None) -> str:
    """The sign of a currency: `kr` for DKK."""
    return _UNITS.get(currency or "", currency or "")


def plural(count: int, one: str, many: str | None = None) -> str:
    """`1 night`, `12 nights`."""
    return f"{number(count)} {one if count == 1 else many or one + 's'}"


def date(at: datetime | None) -> str:
    """`Fri 4 Sep 2026`, in the reader's own time zone."""
    return UNKNOWN if at is None else f"{_local(at):%a} {day(at)}"


def day(at: datetime | None) -> str:
    """`4 Sep 2026`."""
    return UNKNOWN if at is None else f"{short_date(at)} {year(at)}"


def short_date(at: datetime | None) -> str:
    """`4 Sep`."""
    return UNKNOWN if at is None else f"{_local(at).day} {_local(at):%b}"


def year(at: datetime | None) -> str:
    """`2026`, in the reader's own time zone."""
    return UNKNOWN if at is None else str(_local(at).year)


def span(times: Sequence[datetime | None]) -> str:
    """From the first to the last of some days: `9 Jan to 17 Apr 2026`."""
    known = sorted(at for at in times if at is not None)
    if not known:
        return UNKNOWN
    first, last = known[0], known[-1]
    if _local(first).date() == _local(last).date():
        return date(first)
    return f"{short_date(first) if year(first) == year(last) else day(first)} to {day(last)}"


def clock(at: datetime | None) -> str:
    """`21:05`."""
    return UNKNOWN if at is None else f"{_local(at):%H:%M}"


def _local(at: datetime) -> datetime:
    return at.astimezone()
