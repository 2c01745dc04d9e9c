"""The currency of a file's amounts: what the file names, and what `--currency` says of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from engine.api import shortened
from language import tr
from pipeline.bank.currency import common_currency, read_currency, unit_named
from pipeline.formats.files import FileError

Place = TypeVar("Place")


def named_currency(
    named: Iterable[tuple[str | None, Place]], place_text: Callable[[Place], str]
) -> str | None:
    """The currency that amounts name together, from what each names (as `Amount` has it; None or "" for nothing) and
    its place in the file; None if none names one. Raises FileError for two, with the first place of each.

    >>> named_currency([(None, 2), ("kr", 3), ("DKK", 4)], "a.csv, line {}".format)
    'DKK'
    >>> named_currency([("EUR", "a.phh"), ("USD", "b.phh")], str)
    Traceback (most recent call last):
        ...
    pipeline.formats.files.FileError: a.phh is in EUR and b.phh in USD: import each currency by itself.
    """
    first: dict[str, Place] = {}
    currency: str | None = None
    for other, place in named:
        if not other or other in first:
            continue
        before, currency = currency, common_currency(currency, other)
        if before and currency is None:
            one = next(word for word in first if common_currency(word, other) is None)
            raise FileError(
                tr(
                    "{here} is in {one} and {there} in {other}: import each currency by itself.",
                    here=place_text(first[one]),
                    one=one,
                    there=place_text(place),
                    other=other,
                )
            )
        first[other] = place
    return currency


def currency_of_fields(
    fields: Iterable[tuple[str, Place]], place_text: Callable[[Place], str], option: str | None
) -> tuple[str | None, list[str]]:
    """The three letters of the currency that amounts are in, and remarks on it, from fields of a file that name it by
    letters, sign or word, each with its place, and `--currency`. Raises FileError for two currencies, or one and play money.

    >>> currency_of_fields([("€", "a.phh")], str, None), currency_of_fields([("chips", "a.phh")], str, "DKK")
    (('EUR', []), ('DKK', []))
    >>> currency_of_fields([("chips", "a.phh")], str, None)[1]
    ["the file's currency is 'chips', which names none: --currency says which one the amounts are in"]
    """
    units: list[tuple[str | None, Place]] = []
    unknown: list[tuple[str, Place]] = []
    for text, place in fields:
        word = text.strip()
        unit = unit_named(word.upper() if len(word) == 3 else word)
        if unit and unit[1] == 1:
            units.append((unit[0], place))
        elif word:
            unknown.append((shortened(word), place))
    named = named_currency(units, place_text)
    letters = named and read_currency(named)
    if option or not unknown:
        return option or letters, currency_remark(letters, option or letters)
    word, there = unknown[0]
    if named:
        raise FileError(
            tr(
                "{here} is in {one} and {there} in {other}: import each currency by itself.",
                here=place_text(units[0][1]),
                one=named,
                there=place_text(there),
                other=word,
            )
        )
    remark = tr(
        "the file's currency is {word!r}, which names none: --currency says which one the amounts are in",
        word=word,
    )
    return None, [remark]


def check_option(path: Path, named: str | None, option: str | None) -> None:
    """Raise FileError if `--currency` contradicts the currency that a file names."""
    if named and option and common_currency(option, named) is None:
        raise FileError(
            tr(
                "{name} has amounts in {one}, and --currency says {other}: leave it out, or name {one}.",
                name=path.name,
                one=named,
                other=option,
            )
        )


def currency_remark(named: str | None, currency: str | None) -> list[str]:
    """A remark on amounts that count in another currency than the file names; none where it is the same."""
    if not named or named == currency:
        return []
    return [tr("the file says {one}, and its amounts are counted as {other}", one=named, other=currency)]
