"""Money and chips as people write them, and rounding that keeps a sum at zero.

Money is exact: `Decimal` in units of the currency (kroner, not øre), never a float. Chips are small chips, integers;
a peder is fifty of them. Amounts have an upper bound far above any table, so that no sum of a night exceeds its
columns (18 digits, two of them after the point).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal
from typing import NamedTuple

from engine.api import HOUSE, shortened
from language import tr, trn
from language.currencies import currency_sign
from language.forms import localized
from pipeline.bank.currency import (
    UNITS,
    MoneyError,
    common_currency,
    currency_of,
    no_currency,
    smallest,
    unit_named,
)

PEDER = HOUSE.peder
MOST_CHIPS = 1_000_000
MOST_MONEY = 1_000_000_000
MOST_CHIP_VALUE = 1_000_000
SMALLEST_CHIP_VALUE = Decimal("0.000001")
CHIPS = r"\d+(?:p\d*)?"
"""Chips in a regular expression: ``12``, ``2p``, ``1p10``."""

_SPACES = str.maketrans(dict.fromkeys("\t\u00a0\u2007\u2009\u202f", " ") | {"\u2019": "'"})
_BEFORE = re.compile(r"([€£$]|US\$|kr\.?|[A-Z]{3}) ?(?=[.,]?[0-9])", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,3}(?: \d{3}(?!\d))+(?:[.,]\d+)?|[.,]?\d[\d.,']*", re.ASCII)
_AFTER = re.compile(r" ?([^\W\d_]+\$?|[€£$¢])\.?(?![^\W_]|[€£$¢])")
_SCALES = {"k": 1000, "mio": 1_000_000, "hundrede": 100, "hundred": 100} | {
    f"{word}{end}": scale
    for word, scale in (("tusind", 1000), ("thousand", 1000), ("million", 1_000_000))
    for end in ("", "e", "er", "s")
}
_SCALE = re.compile(
    rf"(k| ?(?:{'|'.join(sorted(_SCALES.keys() - {'k'}, reverse=True))}))\.?(?![^\W_])", re.IGNORECASE
)
_NO_END = re.compile(r"[^\W\d_]*\d|[^\W_]*[%‰/]|[-–—](?!\S)| ?:? ?\d")
"""What doesn't follow a number without a unit: ``12:50``, ``1 2 3``, ``1e3``, ``12%``, ``200-``."""
_DASH = re.compile(r"\s+[-–—]\s+")
_MOST_DIGITS = 40
"""Maximum length of a number that is read; a longer one exceeds `MOST_MONEY`, unless dozens of its digits are zeros in front."""


class Amount(NamedTuple):
    """An amount of money and its unit: a currency's three letters, or ``kr``, ``cent`` or ``$``, which several
    currencies have (`currency_of`); None if the text doesn't say.
    """

    money: Decimal
    currency: str | None


def _number_pattern(mark: str, other: str) -> re.Pattern[str]:
    """Return a pattern of numbers with the decimal mark `mark`."""
    return re.compile(
        rf"""([+-]?)(?:
        ([1-9][0-9]{{0,2}}([ '{other}])[0-9]{{3}}(?:\3[0-9]{{3}})*|[0-9]+)
        (?:{mark}([0-9]{{1,2}}|[0-9]{{2}}(?!0+\Z)[0-9]{{2,4}}))?
        |0{mark}([0-9]{{3,6}})
        |{mark}([0-9]{{1,2}})
        )""",
        re.VERBOSE,
    )


_PATTERNS = {".": _number_pattern("[.]", ","), ",": _number_pattern(",", ".")}
_DECIMALS = re.compile(r"[.,]\d{6,12}\Z")
"""The decimals of a program: six or more, as in exported tables."""


def _without_zeros(number: str, decimals: int) -> str:
    """A number without zeros at the end of its `decimals`, but with such a number of them as isn't read as thousands."""
    digits = number[-decimals:].rstrip("0")
    return number[:-decimals] + digits.ljust(4 if len(digits) == 3 else 2, "0")


@dataclass(frozen=True)
class NumberStyle:
    """The style of written numbers: their possible decimal marks.

    A mark before exactly three digits at the end separates thousands, never decimals, unless only a 0 stands before
    it: ``1.200`` is 1200, ``0.125`` an eighth, ``1234.567`` neither. Four digits and more are decimals where they say
    more than two would: ``1.1250`` is, ``1.2000`` may be a slip for 12,000. So a single number has one value or none.
    Numbers that were written together, such as those of a sheet, must all be readable with the same mark. If a program
    wrote all of them with the same number of `decimals`, six or more, these are decimals.

    >>> NumberStyle.of(["1.500", "-20"]).read("1.500")
    Decimal('1500')
    >>> NumberStyle.of(["1.500", "2.5", "7.5"]).read("1.500") is None
    True
    >>> NumberStyle.of(["5.000000", "-5.000000"]).read("5.000000")
    Decimal('5.00')
    """

    marks: str = ".,"
    decimals: int = 0

    @classmethod
    def of(cls, numbers: Collection[str]) -> NumberStyle:
        """Return the style in which most of these numbers can be read; both marks only if every number allows both."""
        ends = [match[0] for number in numbers if (match := _DECIMALS.search(number))]
        if len(ends) == len(numbers) > 1 and len({(end[0], len(end)) for end in ends}) == 1:
            return cls(ends[0][0], len(ends[0]) - 1)
        readable = {mark: [cls(mark).read(number) is not None for number in numbers] for mark in cls.marks}
        point, comma = readable.values()
        if point == comma:
            return cls()
        return cls("," if sum(comma) > sum(point) else ".")

    def read(self, number: str) -> Decimal | None:
        """Return the value of a number, which may have a sign; None for a text that isn't a number in this style."""
        if self.decimals and number[-self.decimals - 1 : -self.decimals] == self.marks:
            number = _without_zeros(number, self.decimals)
        for mark in self.marks:
            if match := _PATTERNS[mark].fullmatch(number):
                sign, whole, separator, *decimals = match.groups(default="")
                whole = whole.replace(separator, "") if separator else whole
                return Decimal(f"{sign}{whole or 0}.{''.join(decimals)}".rstrip("."))
        return None


def parse_chips(text: str) -> int:
    """Read chips: ``12``, ``2p`` (two peders), ``1p10`` (a peder and ten). Raises MoneyError.

    >>> parse_chips("2p"), parse_chips("1p10")
    (100, 60)
    """
    if not (text.isascii() and re.fullmatch(CHIPS, text, re.IGNORECASE)):
        raise MoneyError(tr("{text!r} is not a number of chips: write 12, 2p or 1p10.", text=shortened(text)))
    peders, mark, small = text.lower().partition("p")
    chips = MOST_CHIPS + 1
    if len(peders) < 10 and len(small) < 10:
        chips = int(peders) * PEDER + int(small or 0) if mark else int(peders)
    if chips > MOST_CHIPS:
        raise MoneyError(
            tr(
                "{text!r} is more chips than a table holds: at most {most}; write it again.",
                text=shortened(text),
                most=MOST_CHIPS,
            )
        )
    return chips


def chips_text(chips: int) -> str:
    """Write chips, also in peders: ``66 = 1 peder 16``, ``100 = 2 peders``, ``7``.

    >>> chips_text(66), chips_text(7)
    ('66 = 1 peder 16', '7')
    """
    peders, small = divmod(chips, PEDER)
    if chips < PEDER:
        return str(chips)
    words = trn("{n} peder", "{n} peders", peders)
    return f"{chips} = {words}" + (f" {small}" if small else "")


def parse_money(text: str) -> Amount:
    """Read money: ``25 øre``, ``0,25 kr``, ``15kr``, ``12.50``, ``1 250 kr``, ``1.250,50 kr``, ``$0.25``, ``10 cent``,
    ``0,10 EUR``, ``5 SEK``, ``1,5 tusind kr``, ``2k``.

    Raises MoneyError, also above `MOST_MONEY` and for an ambiguous number.

    >>> parse_money("1.200 kr")
    Amount(money=Decimal('1200'), currency='kr')
    """
    amount, rest = _leading(text, whole=True)
    if not rest:
        return amount
    word = rest.split()[0]
    if word.isalpha():
        raise no_currency(word)
    raise _no_money(text)


def leading_money(text: str) -> tuple[Amount, str]:
    """The amount that a text begins with, and the rest: ``300 kr pizza``, ``12,50 øl``. Raises MoneyError.

    >>> leading_money("$20 pizza")
    (Amount(money=Decimal('20'), currency='$'), 'pizza')
    """
    return _leading(text, whole=False)


_MONEY_MAY_BEGIN = re.compile(
    rf"(?<![\w.,$£€])(?:(?:[€£$]|US\$|kr\.?|{'|'.join(word for word in UNITS if len(word) == 3)}) ?)?[.,]?\d",
    re.IGNORECASE,
)
"""Where an amount may begin; any three letters before a number are more often a name."""


def money_as_chips(text: str, chip_value: Decimal, book: str) -> tuple[str, MoneyError | None]:
    """Return a text with each amount of money in it as the chips that are worth as much, and what is wrong if an amount
    isn't worth a whole number of chips or isn't in the book's currency; numbers without a currency stay.

    >>> money_as_chips("bo rebuys $20", Decimal("0.25"), "USD")
    ('bo rebuys 80', None)
    >>> money_as_chips("bo køber for 50,-", Decimal("0.25"), "DKK")
    ('bo køber for 200', None)
    """
    out, place, wrong = "", 0, None
    for start in _MONEY_MAY_BEGIN.finditer(text):
        if start.start() < place:
            continue
        try:
            (money, named), rest = leading_money(text[start.start() :])
        except MoneyError:
            continue
        written = text[start.start() : len(text) - len(rest)].rstrip(" ,;:")
        if named is None and written.endswith((",-", ".-")):
            named = book  # whole kroner: `50,-`
        if named is None or not money:
            continue
        chips = max(money // chip_value, Decimal(1))
        if currency_of(named, book) != book or chips * chip_value != money:
            wrong = wrong or MoneyError(
                tr(
                    "{money!r} isn't a whole number of chips of {value}: write how many chips.",
                    money=written,
                    value=value_text(chip_value, book),
                )
            )
        out += f"{text[place : start.start()]}{chips:f}"
        place = start.start() + len(written)
    return out + text[place:], wrong


def begins_with_money(text: str) -> bool:
    """Whether a text begins with an amount: ``300 kr pizza``, ``$20``, ``kr 20``.

    >>> begins_with_money("300 kr pizza"), begins_with_money("pizza")
    (True, False)
    """
    return _NUMBER.match(text, _before(text)[1]) is not None


def _before(text: str) -> tuple[tuple[str, Decimal] | None, int]:
    """The unit that a text begins with, before a number, and where it ends: None and 0 if there is none."""
    before = _BEFORE.match(text)
    unit = unit_named(before[1]) if before else None
    return (unit, before.end()) if before and unit else (None, 0)


def _leading(text: str, *, whole: bool) -> tuple[Amount, str]:
    """Return the amount that a text begins with, and the rest; if the amount is the `whole` text, more words are units."""
    written = written_money(text, whole=whole)
    amount = Amount(_bounded(_value(written.digits) * written.unit, written.digits), written.currency)
    return amount, written.rest


class Written(NamedTuple):
    """An amount as it is written: the digits with their marks, the value of one, the currency as `Amount` has it, and
    the text after it.
    """

    digits: str
    unit: Decimal
    currency: str | None
    rest: str


def written_money(text: str, *, whole: bool) -> Written:
    """Return the parts of the amount that a text begins with; if the amount is the `whole` text, more words are units.
    Numbers that were written together are read by their `NumberStyle`. Raises MoneyError.

    >>> written_money("1.200 øre", whole=True)
    Written(digits='1.200', unit=Decimal('0.01'), currency='kr', rest='')
    """
    text = text.translate(_SPACES).strip()
    before, begin = _before(text)
    number = _NUMBER.match(text, begin)
    if number is None:
        raise _no_money(text)
    digits = number[0].rstrip(".,'")
    rest = text[number.start() + len(digits) :]
    scale = _SCALE.match(rest)
    rest = rest[scale.end() :] if scale else rest
    is_price = rest[:2] in (",-", ".-", ",–", ".–")  # 50,-
    rest = rest[2:] if is_price else rest
    units = [before] if before else []
    while len(units) < 3 and (after := _AFTER.match(rest)):
        unit = unit_named(after[1])
        if unit is None or (after[1] in "cC" and not whole and rest[0] == " "):
            break
        units.append(unit)
        rest = rest[after.end() :]
    if not units and not is_price and not whole and _NO_END.match(rest):
        raise _no_money(text)
    factor, currency = Decimal(_SCALES[scale[1].strip().casefold()] if scale else 1), None
    for unit in filter(None, units):
        if (currency and factor * unit[1] < factor) or (
            currency := common_currency(currency, unit[0])
        ) is None:
            raise MoneyError(tr("{text!r} names two currencies: keep one.", text=shortened(text)))
        factor *= unit[1]
    if whole:
        return Written(digits, factor, currency, rest.lstrip(" "))
    dash = _DASH.match(rest)
    return Written(digits, factor, currency, rest[dash.end() if dash else 0 :].lstrip(" ,;:"))


def _value(digits: str) -> Decimal:
    value = NumberStyle().read(digits) if len(digits) <= _MOST_DIGITS else Decimal(MOST_MONEY + 1)
    if value is None:
        raise _two_ways(digits)
    return _bounded(value, digits)


def _two_ways(digits: str) -> MoneyError:
    return MoneyError(
        tr(
            "{text!r} can be read in two ways: write 1200 for thousands, 1,20 for decimals.",
            text=shortened(digits),
        )
    )


_SLIP = re.compile(r"(?<![\w.,-])(?:\d{1,3}[.,]\d{4,}|\d{4,}[.,]\d{3,})(?![\w-]|[.,]\d)")


def check_numbers(text: str) -> None:
    """Raise MoneyError for a number in a sentence whose mark may be decimal or a slip: ``1,2000``, ``1234,567``. Its comma would
    else part the sentence.

    >>> check_numbers("bo paid 1,200 kr on 24.12.2026")
    """
    if slip := _SLIP.search(text):
        raise _two_ways(slip[0])


def _bounded(value: Decimal, digits: str) -> Decimal:
    """Return an amount that a book can hold. Raises MoneyError."""
    if value > MOST_MONEY:
        raise MoneyError(
            tr(
                "{text!r} is more money than a book holds: at most {most}; write it again.",
                text=shortened(digits),
                most=MOST_MONEY,
            )
        )
    return value


def _no_money(text: str) -> MoneyError:
    return MoneyError(
        tr(
            "{text!r} is not an amount of money: write such as 25 øre, 12,50 kr or 0,10 EUR.",
            text=shortened(text),
        )
    )


def split_expense(money: Decimal, payer: str, names: Sequence[str], coin: Decimal) -> dict[str, Decimal]:
    """Return each player's part in an amount that a payer paid for `names`: the same for all, in whole coins. The
    payer bears the coins that are left over, even if not among `names`.

    >>> split_expense(Decimal(100), "a", ["b", "a", "c"], Decimal("0.01"))
    {'b': Decimal('33.33'), 'a': Decimal('33.34'), 'c': Decimal('33.33')}
    """
    each = money // (coin * len(names)) * coin
    parts = dict.fromkeys(names, each)
    if left := money - each * len(names):
        parts[payer] = parts.get(payer, Decimal(0)) + left
    return parts


def check_payable(money: Decimal, currency: str) -> None:
    """Raise MoneyError for an amount that can't be paid in coins: 0.005 kr, half a yen.

    >>> check_payable(Decimal("12.5"), "JPY")
    Traceback (most recent call last):
        ...
    pipeline.bank.currency.MoneyError: 12.5 JPY can't be paid: the smallest coin is 1 JPY.
    """
    if money % smallest(currency):
        raise MoneyError(
            tr(
                "{money} can't be paid: the smallest coin is {coin}.",
                money=money_text(money, currency),
                coin=money_text(smallest(currency), currency),
            )
        )


def check_chip_value(money: Decimal) -> None:
    """Raise MoneyError for an impossible value of a chip, or one that the book can't store.

    >>> check_chip_value(Decimal(0))
    Traceback (most recent call last):
        ...
    pipeline.bank.currency.MoneyError: A chip is worth from 0.000001 to 1000000 of a currency, not 0.
    """
    if not SMALLEST_CHIP_VALUE <= money <= MOST_CHIP_VALUE or money % SMALLEST_CHIP_VALUE:
        raise MoneyError(
            tr(
                "A chip is worth from {least} to {most} of a currency, not {money:f}.",
                least=SMALLEST_CHIP_VALUE,
                most=MOST_CHIP_VALUE,
                money=money,
            )
        )


def money_text(money: Decimal, currency: str, *, sign: bool = False) -> str:
    """Money for people: ``1,250.50 kr``, with `sign` ``+12.50 kr`` or ``-12.50 kr``; other currencies by sign
    or letters, and "" by nothing. The marks are the language's; a line of the log may have those of another.
    The pages write it the same way (`reports.components.numbers`).

    >>> money_text(Decimal("1250.5"), "DKK"), money_text(Decimal(12), "EUR", sign=True)
    ('1,250.50 kr', '+12.00 €')
    """
    return f"{amount_text(money, currency, sign=sign)} {currency_sign(currency)}".rstrip()


def amount_text(money: Decimal, currency: str, *, sign: bool = False) -> str:
    """An amount as `money_text` writes it, without its currency.

    >>> amount_text(Decimal("-1250.5"), "DKK"), amount_text(Decimal(12), "JPY", sign=True)
    ('-1,250.50', '+12')
    """
    step = smallest(currency)
    shown = money.normalize() if money != money.quantize(step) else money.quantize(step)
    shown = shown or abs(shown)  # no -0
    return localized(f"{_readable(shown):{'+' if sign and shown else ''},f}")


def value_text(chip_value: Decimal, currency: str) -> str:
    """Write the value of a chip as in lines of the log: ``0.25 DKK``.

    >>> value_text(Decimal("0.25"), "DKK")
    '0.25 DKK'
    """
    return f"{_readable(chip_value.normalize()):f} {currency}".rstrip()


def _readable(money: Decimal) -> Decimal:
    """Write an amount without exactly three decimals, which would be read as thousands: a fourth, 0, is added."""
    exponent = money.as_tuple().exponent
    return money.quantize(Decimal("0.0001")) if exponent == -3 and abs(money) >= 1 else money


def round_together(amounts: Mapping[str, Decimal], step: Decimal) -> dict[str, Decimal]:
    """Round amounts that add up to a whole number of steps, and keep their sum.

    Each is rounded down to whole steps; the steps that are then missing go one each to the amounts with the largest
    remainders, in the given order among equals. So no amount moves by a whole step or more. Raises ValueError if the
    sum isn't a whole number of steps.

    >>> round_together({"a": Decimal("1.4"), "b": Decimal("1.4"), "c": Decimal("-2.8")}, Decimal(1))
    {'a': Decimal('2'), 'b': Decimal('1'), 'c': Decimal('-3')}
    """
    total = sum(amounts.values(), Decimal(0)) / step
    if total != total.to_integral_value():
        raise ValueError(f"{total * step} isn't a whole number of steps of {step}")
    steps = {name: (amount / step).to_integral_value(ROUND_FLOOR) for name, amount in amounts.items()}
    missing = int(total - sum(steps.values()))
    by_remainder = sorted(amounts, key=lambda name: steps[name] - amounts[name] / step)
    for name in by_remainder[:missing]:
        steps[name] += 1
    return {name: count * step for name, count in steps.items()}
