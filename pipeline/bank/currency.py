"""Currencies as people name them: by letters, sign or word, and units such as kroner that several have."""

from __future__ import annotations

from decimal import Decimal

from engine.api import PederError, shortened
from language import tr
from language.currencies import WHOLE_ONLY

DEFAULT_CURRENCY = "DKK"

_DOLLARS = ("USD", "AUD", "CAD", "HKD", "NZD", "SGD")
_SHARED = {"kr": ("DKK", "NOK", "SEK", "ISK"), "cent": ("EUR", *_DOLLARS), "$": _DOLLARS}
"""Units of money that several currencies have; the usual currency first."""
_ONE, _HUNDREDTH = Decimal(1), Decimal("0.01")
UNITS: dict[str, tuple[str, Decimal]] = {
    **dict.fromkeys(("kr", "krone", "kroner"), ("kr", _ONE)),
    **dict.fromkeys(("øre", "ore", "öre"), ("kr", _HUNDREDTH)),
    **dict.fromkeys(("eur", "euro", "euros", "€"), ("EUR", _ONE)),
    **dict.fromkeys(("cent", "cents", "c"), ("cent", _HUNDREDTH)),
    **dict.fromkeys(("gbp", "pund", "pounds", "£"), ("GBP", _ONE)),
    **dict.fromkeys(("penny", "pence"), ("GBP", _HUNDREDTH)),
    **dict.fromkeys(("dollar", "dollars", "buck", "bucks", "$"), ("$", _ONE)),
    "us$": ("USD", _ONE),
    "¢": ("$", _HUNDREDTH),
    **{
        code.lower(): (code, _ONE)
        for code in ("DKK", "NOK", "SEK", "ISK", *_DOLLARS, "EUR", "GBP", "CHF", "JPY", "PLN")
    },
}  # fmt: skip
"""The words and signs of money: the currency, or the unit that several have, and the value."""


class MoneyError(PederError):
    """An amount that can't be read."""


def unit_named(word: str) -> tuple[str, Decimal] | None:
    """Return the currency, or unit that several currencies have, that a word names, and the value of one in it; None for
    another word. Any three capitals name a currency.

    >>> unit_named("øre"), unit_named("THB"), unit_named("chips")
    (('kr', Decimal('0.01')), ('THB', Decimal('1')), None)
    """
    word = word.removesuffix(".")
    if len(word) == 3 and word.isascii() and word.isalpha() and word.isupper():
        return UNITS.get(word.lower(), (word, _ONE))
    return UNITS.get(word.lower())


def read_currency(text: str) -> str:
    """Return the three letters of a currency that is named by them, in any case, by its sign or its word; of a unit that
    several have the usual one. Raises MoneyError.

    >>> read_currency("kr"), read_currency("eur"), read_currency("$")
    ('DKK', 'EUR', 'USD')
    """
    word = text.strip()
    unit = unit_named(word.upper() if len(word) == 3 else word)
    if unit is None:
        raise no_currency(text)
    return _SHARED.get(unit[0], (unit[0],))[0]


def no_currency(text: str) -> MoneyError:
    """The error of a word that isn't a currency."""
    return MoneyError(
        tr(
            "{text!r} isn't a currency: write kr, øre, EUR, cent or three capital letters such as SEK.",
            text=shortened(text),
        )
    )


def common_currency(one: str | None, other: str) -> str | None:
    """Return the currency that two words for it name together; None if they contradict each other.

    >>> common_currency("kr", "DKK"), common_currency("DKK", "EUR")
    ('DKK', None)
    """
    if one is None or one == other or other in _SHARED.get(one, ()):
        return other
    return one if one in _SHARED.get(other, ()) else None


def currency_of(named: str | None, book: str) -> str:
    """Return the currency of an amount entered in a book of the currency `book`: the book's if the amount can be in
    it, else the usual currency of its unit.

    >>> currency_of("kr", "NOK"), currency_of("kr", "EUR"), currency_of(None, "EUR")
    ('NOK', 'DKK', 'EUR')
    """
    shared = _SHARED.get(named or "")
    if named is None or (shared and (book in shared or not book)):
        return book
    return shared[0] if shared else named


def smallest(currency: str) -> Decimal:
    """Return the currency's smallest amount: an øre, a cent, a yen.

    >>> smallest("DKK"), smallest("JPY")
    (Decimal('0.01'), Decimal('1'))
    """
    return Decimal(1) if currency in WHOLE_ONLY else Decimal("0.01")
