"""Currencies as people write them: their codes and signs, and which have no smaller coin than one."""

from __future__ import annotations

from collections.abc import Mapping

SIGNS: Mapping[str, str] = {"DKK": "kr", "SEK": "kr", "NOK": "kr", "EUR": "€", "GBP": "£", "USD": "$"}
"""The sign of a currency; others are written by their codes."""

WHOLE_ONLY = frozenset({"CLP", "ISK", "JPY", "KRW"})
"""Currencies without hundredths."""


def currency_sign(currency: str) -> str:
    """Return the sign of a currency: ``kr`` for DKK; its letters if it has no sign.

    >>> currency_sign("DKK"), currency_sign("CHF")
    ('kr', 'CHF')
    """
    return SIGNS.get(currency, currency)


def currency_codes(sign: str) -> list[str]:
    """The currencies that a sign or a code may stand for, in lower case.

    >>> currency_codes("kr")
    ['dkk', 'sek', 'nok']
    """
    codes = [code for code, each in SIGNS.items() if each.lower() == sign.lower()]
    return [code.lower() for code in codes or [sign]]
