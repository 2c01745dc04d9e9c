"""Numbers, money and dates as pages write them, in the current language (`language.forms`).

Tables and figures use the same forms: a true minus sign, a plus sign on a gain, a narrow no-break space
before a unit. An unknown number is None and is written by `unknown()`, never as 0. Each count has a function
(`hands`, `nights`), so that every language states its plural forms once.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import polars as pl

from language import currencies, forms, tr, trn
from language.current import current_language
from language.forms import Number
from reports.data import ANTES, CHIPS

THIN = "\u202f"

PEDER = 50
"""Value in chips of a peder, the large chip; a test compares it with the engine's."""


class Unknown(str):
    """The text for an unknown value. No text that a person typed equals it; tables show it as a dash."""


def unknown() -> Unknown:
    """The text for an unknown value.

    >>> print(unknown())
    not known
    """
    return Unknown(tr("not known"))


def separators() -> str:
    """Plotly's `layout.separators`: decimal, then thousands.

    >>> separators()
    '.,'
    """
    return "".join(forms.separators(current_language().locale))


def number(value: Number | None, decimals: int = 0) -> str:
    """`12,345.6`, in Danish `12.345,6`.

    >>> number(12345.6, 1)
    '12,345.6'
    """
    return unknown() if value is None else forms.number(value, decimals)


def signed(value: Number | None, decimals: int = 0) -> str:
    """`+12`, `−12`, `0`: a gain or a loss.

    >>> signed(12), signed(-12), signed(0)
    ('+12', '−12', '0')
    """
    text = number(value, decimals)
    return f"+{text}" if value is not None and value > 0 and text.strip("0.,") else text


def percent(share: Number | None, decimals: int = 0) -> str:
    """A share between 0 and 1 as a percentage; what happened at all isn't rounded to 0 %.

    >>> percent(0.274), percent(0.274, 1), percent(0.002)
    ('27\\u202f%', '27.4\\u202f%', '<\\u202f1\\u202f%')
    """
    if share is None:
        return unknown()
    least = 10.0**-decimals
    if 0 < share * 100 < least / 2:
        return f"<{THIN}{number(least, decimals)}{THIN}%"
    return f"{number(share * 100, decimals)}{THIN}%"


def money(value: Number | None, currency: str | None, decimals: int = 2, *, gain: bool = True) -> str:
    """An amount of money, `+12.50 kr`, with a sign if it is a `gain`; a currency without a sign is written by its code.

    The terminal writes money the same way (`pipeline.bank.money`), with plain spaces and hyphens.

    >>> money(12.5, "DKK"), money(12.5, "EUR", gain=False)
    ('+12.50\u202fkr', '12.50\u202f€')
    """
    if value is None:
        return unknown()
    text = (signed if gain else number)(value, 0 if currency in currencies.WHOLE_ONLY else decimals)
    sign = currency_sign(currency)
    return f"{text}{THIN}{sign}" if sign else text


def amount(value: Number | None, measure: str, decimals: int = 2, *, gain: bool = True) -> str:
    """An amount in `measure`: a currency with this many decimals, chips or antes; with a sign if it is a `gain`.

    >>> amount(12.5, "DKK"), amount(12, "chips", gain=False)
    ('+12.50\\u202fkr', '12\\u202fchips')
    """
    if measure == ANTES:
        return tr("{antes} antes", antes=(signed if gain else number)(value))
    return chips(value, gain=gain) if measure == CHIPS else money(value, measure, decimals, gain=gain)


def chips(value: Number | None, *, gain: bool = True) -> str:
    """An amount in chips, with a sign if it is a `gain`.

    >>> chips(12), chips(12, gain=False)
    ('+12\\u202fchips', '12\\u202fchips')
    """
    return tr("{signed} chips", signed=(signed if gain else number)(value)).replace(" ", THIN)


def stakes_sentences(nights: pl.DataFrame, currency: str | None) -> list[str]:
    """Sentences on the values of a small chip, for each currency in which nights with different values
    (`chip_value`, `currency`) are summed; none if the value was always the same.

    >>> nights = pl.DataFrame({"currency": ["DKK", "DKK"], "chip_value": [0.25, 0.5]})
    >>> stakes_sentences(nights, "DKK")[0].partition(":")[0]
    'A small chip was worth 0.25\u202fkr on some of these nights and 0.50\u202fkr on others'
    """
    worth = nights.filter(pl.col("currency").eq_missing(currency))["chip_value"].drop_nulls()
    low, high = worth.min(), worth.max()
    if currency is None or low == high:
        return []
    return [
        tr(
            "A small chip was worth {low} on some of these nights and {high} on others: in money, the nights at higher "
            "stakes weigh more.",
            low=money(low, currency, gain=False),  # type: ignore[arg-type]
            high=money(high, currency, gain=False),  # type: ignore[arg-type]
        )
    ]


def currency_sign(currency: str | None) -> str:
    """The sign of a currency; "" for none.

    >>> currency_sign("DKK"), currency_sign(None)
    ('kr', '')
    """
    if currency == ANTES:
        return tr("antes")
    return tr("chips") if currency == CHIPS else currencies.currency_sign(currency or "")


def hands(n: int) -> str:
    """A number of hands.

    >>> hands(1), hands(12)
    ('1 hand', '12 hands')
    """
    return trn("{n} hand", "{n} hands", n)


def few_hands(needed: float) -> str:
    """What a cell shows in place of an interval: about how many hands an interval takes.

    >>> few_hands(1234.0)
    'too few hands: play about 1,200'
    """
    return tr("too few hands: play about {needed}", needed=number(round(needed, -2) or 100))


def nights(n: int) -> str:
    """A number of nights.

    >>> nights(1), nights(12)
    ('1 night', '12 nights')
    """
    return trn("{n} night", "{n} nights", n)


def games(n: int) -> str:
    """A number of games.

    >>> games(1), games(12)
    ('1 game', '12 games')
    """
    return trn("{n} game", "{n} games", n)


def players(n: int) -> str:
    """A number of players.

    >>> players(1), players(12)
    ('1 player', '12 players')
    """
    return trn("{n} player", "{n} players", n)


def date(at: datetime | None) -> str:
    """A day with its weekday and year, in the reader's own time zone.

    >>> date(datetime(2026, 9, 4, 12))
    'Fri, 4 Sept 2026'
    """
    return _day_text(at, "yMMMEd")


def day(at: datetime | None) -> str:
    """`4 Sep 2026`.

    >>> day(datetime(2026, 3, 6, 12))
    '6 Mar 2026'
    """
    return _day_text(at, "yMMMd")


def short_date(at: datetime | None) -> str:
    """A day without its year.

    >>> short_date(datetime(2026, 9, 4, 12))
    '4 Sept'
    """
    return _day_text(at, "MMMd")


def year(at: datetime | None) -> str:
    """A year, in the reader's own time zone.

    >>> year(datetime(2026, 9, 4, 12))
    '2026'
    """
    return unknown() if at is None else str(local(at).year)


def month(at: datetime | None) -> str:
    """A month with its year.

    >>> month(datetime(2026, 9, 4, 12))
    'Sept 2026'
    """
    return _day_text(at, "yMMM")


def month_name(at: datetime) -> str:
    """The name of a month.

    >>> month_name(datetime(2026, 9, 4, 12))
    'Sept'
    """
    return _day_text(at, "MMM")


def span(times: Sequence[datetime | None]) -> str:
    """From the first to the last of some days.

    >>> span([datetime(2026, 1, 9, 12), datetime(2026, 4, 17, 12)])
    '9 Jan to 17 Apr 2026'
    """
    known = sorted(at for at in times if at is not None)
    if not known:
        return unknown()
    first, last = known[0], known[-1]
    if local(first).date() == local(last).date():
        return date(first)
    begun = short_date(first) if year(first) == year(last) else day(first)
    return tr("{low} to {high}", low=begun, high=day(last))


LIVED = timedelta(seconds=10)
"""The least time between two hands, or two entries of a bank, that were logged as they were played."""


def is_lived(first: datetime | None, last: datetime | None, count: int) -> bool:
    """Whether the times of `count` hands or entries may be those at which they were played. The lines of a file are all
    logged within seconds, so their times say nothing about the night.

    >>> is_lived(datetime(2026, 1, 9, 20, 59, 58), datetime(2026, 1, 9, 21, 0, 3), 24)
    False
    """
    return first is not None and last is not None and last - first >= LIVED * (count - 1)


def clock(at: datetime | None) -> str:
    """The time of day.

    >>> clock(datetime(2026, 9, 4, 21, 5))
    '21:05'
    """
    return unknown() if at is None else f"{local(at):%H:%M}"


def _day_text(at: datetime | None, skeleton: str) -> str:
    return unknown() if at is None else forms.local_day_text(at, skeleton)


def local(at: datetime) -> datetime:
    """The time in the reader's own time zone.

    >>> local(datetime(2026, 9, 4, 12)).hour
    12
    """
    return at.astimezone()
