"""Currencies by their codes and signs."""

from __future__ import annotations

from collections.abc import Mapping

SIGNS: Mapping[str, str] = {"DKK": "kr", "SEK": "kr", "NOK": "kr", "EUR": "€", "GBP": "£", "USD": "$"}
"""The sign of a currency; others are written by their codes."""


def currency_codes(sign: str) -> list[str]:
    """The currencies that a sign or a code may stand for, in lower case.

    >>> currency_codes("kr")
    ['dkk', 'sek', 'nok']
    """
    codes = [code for code, each in SIGNS.items() if each.lower() == sign.lower()]
    return [code.lower() for code in codes or [sign]]
