"""Money and chips as people write them, and rounding that keeps a sum at zero.

Money is exact: `Decimal` in units of the currency (kroner, not øre), never a float. Chips are small chips,
integers; a peder is fifty of them. Every amount that is read has a bound far above any table, so that no sum
of a night outgrows its columns (18 digits, two of them after the point).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import ROUND_FLOOR, Decimal
from typing import NamedTuple

from engine.api import HOUSE, PederError, shortened
from language import current_language, tr, trn
from language.forms import separators

PEDER = HOUSE.peder
DEFAULT_CURRENCY = "DKK"
MOST_CHIPS = 1_000_000
MOST_MONEY = 1_000_000_000
MOST_CHIP_VALUE = 1_000_000
SMALLEST_CHIP_VALUE = Decimal("0.000001")
CHIPS = r"\d+(?:p\d*)?"
"""Chips in a regular expression: ``12``, ``2p``, ``1p10``."""

_WHOLE_ONLY = frozenset({"CLP", "ISK", "JPY", "KRW"})
_SIGNS = {"DKK": "kr", "SEK": "kr", "NOK": "kr", "EUR": "€", "GBP": "£", "USD": "$"}
_CURRENCIES: dict[str, tuple[str | None, Decimal]] = {
    **dict.fromkeys(("", "kr", "kr.", "krone", "kroner"), (None, Decimal(1))),
    **dict.fromkeys(("øre", "ore", "öre"), (None, Decimal("0.01"))),
    **dict.fromkeys(("eur", "euro", "€"), ("EUR", Decimal(1))),
    **dict.fromkeys(("cent", "cents", "c"), ("EUR", Decimal("0.01"))),
    **dict.fromkeys(("gbp", "pund", "£"), ("GBP", Decimal(1))),
    **dict.fromkeys(("usd", "$"), ("USD", Decimal(1))),
}  # fmt: skip
_MONEY = re.compile(
    r"((?:\d{1,3}(?: \d{3})+|\d+)(?:[.,]\d{1,6})?)\s*([^\W\d_]+\.?|[€£$])?(?:\s+([a-z]{3}))?", re.IGNORECASE
)

_LEADING = re.compile(r"((?:\d{1,3}(?: \d{3})+|\d+)(?:[.,]\d{1,6})?)\s*(\S*)\s*(.*)", re.ASCII)


class MoneyError(PederError):
    """An amount that can't be read."""


class Amount(NamedTuple):
    """An amount of money and its currency; None where none was named."""

    money: Decimal
    currency: str | None


def parse_chips(text: str) -> int:
    """Read chips: ``12``, ``2p`` (two peders), ``1p10`` (a peder and ten). Raises MoneyError."""
    if not (text.isascii() and re.fullmatch(CHIPS, text, re.IGNORECASE)):
        raise MoneyError(tr("{text!r} is not a number of chips: write 12, 2p or 1p10.", text=shortened(text)))
    peders, mark, small = text.lower().partition("p")
    chips = MOST_CHIPS + 1
    if len(peders) < 10 and len(small) < 10:
        chips = int(peders) * PEDER + int(small or 0) if mark else int(peders)
    if chips > MOST_CHIPS:
        raise MoneyError(
            tr(
                "{text!r} is more chips than a table holds: {most} at the most; write it again.",
                text=shortened(text),
                most=MOST_CHIPS,
            )
        )
    return chips


def chips_text(chips: int) -> str:
    """Chips as they lie on the table: ``66 = 1 peder 16``, ``100 = 2 peders``, ``7``."""
    peders, small = divmod(chips, PEDER)
    if chips < PEDER:
        return str(chips)
    words = trn("{n} peder", "{n} peders", peders)
    return f"{chips} = {words}" + (f" {small}" if small else "")


def parse_money(text: str) -> Amount:
    """Read money: ``25 øre``, ``0,25 kr``, ``15kr``, ``12.50``, ``1 250 kr``, ``10 cent``, ``0,10 EUR``,
    ``5 SEK``.

    Raises MoneyError, also for more than `MOST_MONEY`.
    """
    match = _MONEY.fullmatch(text.strip())
    if match is None or not match[1].isascii():
        raise MoneyError(
            tr(
                "{text!r} is not an amount of money: write such as 25 øre, 12,50 kr or 0,10 EUR.",
                text=shortened(text),
            )
        )
    word = (match[2] or "").lower()
    if word in _CURRENCIES:
        currency, factor = _CURRENCIES[word]
    elif len(word) == 3 and word.isascii():
        currency, factor = word.upper(), Decimal(1)
    else:
        raise MoneyError(
            tr(
                "{text!r} is no currency: write kr, øre, EUR, cent or three letters such as SEK.",
                text=shortened(word),
            )
        )
    if match[3]:
        if currency:
            raise MoneyError(tr("{text!r} names two currencies: keep one.", text=shortened(text)))
        currency = match[3].upper()
    written = match[1].replace(" ", "").replace(",", ".")
    if len(written) > 20 or Decimal(written) * factor > MOST_MONEY:
        raise MoneyError(
            tr(
                "{text!r} is more money than a book holds: {most} at the most; write it again.",
                text=shortened(text),
                most=MOST_MONEY,
            )
        )
    return Amount(Decimal(written) * factor, currency)


def leading_money(text: str) -> tuple[Amount, str]:
    """The amount that a text begins with, and the rest: ``300 kr pizza``, ``12,50 øl``. Raises MoneyError."""
    match = _LEADING.match(text.strip())
    if match is None:
        return parse_money(text), ""
    number, word, rest = match.groups()
    if word.lower() in _CURRENCIES or word.upper() in _SIGNS or re.fullmatch(r"[A-Z]{3}", word):
        return parse_money(f"{number} {word}"), rest
    return parse_money(number), f"{word} {rest}".strip()


def split_evenly(money: Decimal, names: Sequence[str], coin: Decimal) -> dict[str, Decimal]:
    """Equal parts of an amount in whole coins; the coins that are left over go one each to the first names."""
    each, rest = divmod(int(money / coin), len(names))
    return {name: (each + (place < rest)) * coin for place, name in enumerate(names)}


def check_payable(money: Decimal, currency: str) -> None:
    """Raise MoneyError for money that no coins make: 0.005 kr, half a yen."""
    if money % smallest(currency):
        raise MoneyError(
            tr(
                "{money} can't be paid: the smallest coin is {coin}.",
                money=money_text(money, currency),
                coin=money_text(smallest(currency), currency),
            )
        )


def check_chip_value(money: Decimal) -> None:
    """Raise MoneyError for a value that no chip has, or that the book can't keep."""
    if not SMALLEST_CHIP_VALUE <= money <= MOST_CHIP_VALUE or money % SMALLEST_CHIP_VALUE:
        raise MoneyError(
            tr(
                "A chip is worth from {least} to {most} of a currency, not {money:f}.",
                least=SMALLEST_CHIP_VALUE,
                most=MOST_CHIP_VALUE,
                money=money,
            )
        )


def smallest(currency: str) -> Decimal:
    """The smallest amount that the currency knows: an øre, a cent, a yen."""
    return Decimal(1) if currency in _WHOLE_ONLY else Decimal("0.01")


def money_text(money: Decimal, currency: str, *, sign: bool = False) -> str:
    """Money for people: ``1 250.50 kr``, with `sign` ``+12.50 kr`` or ``-12.50 kr``; other currencies by sign
    or letters, and "" by nothing. The decimal mark is the language's; a line of the log may have either.
    The pages write it the same way (`reports.components.numbers`).
    """
    step = smallest(currency)
    shown = money.normalize() if money != money.quantize(step) else money.quantize(step)
    shown = shown or abs(shown)  # no -0
    decimal, _ = separators(current_language().locale)
    digits = f"{shown:{'+' if sign and shown else ''},f}".replace(",", " ").replace(".", decimal)
    return f"{digits} {_SIGNS.get(currency, currency)}".rstrip()


def value_text(chip_value: Decimal, currency: str) -> str:
    """The value of a chip as the lines of the log write it: ``0.25 DKK``."""
    return f"{chip_value.normalize():f} {currency}".rstrip()


def round_together(amounts: Mapping[str, Decimal], step: Decimal) -> dict[str, Decimal]:
    """Round amounts that add up to a whole number of steps, and keep their sum.

    Each is rounded down to whole steps; the steps that are then missing go one each to the amounts with the
    largest remainders, in the given order among equals. So no amount moves by a whole step or more.
    Raises ValueError where the sum is no whole number of steps.
    """
    total = sum(amounts.values(), Decimal(0)) / step
    if total != total.to_integral_value():
        raise ValueError(f"{total * step} is no whole number of steps of {step}")
    steps = {name: (amount / step).to_integral_value(ROUND_FLOOR) for name, amount in amounts.items()}
    missing = int(total - sum(steps.values()))
    by_remainder = sorted(amounts, key=lambda name: steps[name] - amounts[name] / step)
    for name in by_remainder[:missing]:
        steps[name] += 1
    return {name: count * step for name, count in steps.items()}
