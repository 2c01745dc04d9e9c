from datetime import UTC, datetime
from decimal import Decimal

import pytest

from reports.components.numbers import (
    amount,
    clock,
    currency_sign,
    date,
    day,
    hands,
    money,
    number,
    percent,
    short_date,
    signed,
    span,
)

EVENING = datetime(2026, 1, 9, 18, 30, tzinfo=UTC)
AFTER_MIDNIGHT = datetime(2026, 7, 3, 22, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (number(0), "0"),
        (number(1234567), "1,234,567"),
        (number(-1234.56, 1), "\u22121,234.6"),
        (number(-0.04, 1), "0.0"),
        (number(Decimal("12.346"), 2), "12.35"),
        (number(None), "not known"),
        (signed(12), "+12"),
        (signed(-12), "\u221212"),
        (signed(0), "0"),
        (signed(0.004, 2), "0.00"),
        (signed(-0.004, 2), "0.00"),
        (signed(None), "not known"),
        (percent(0.275, 1), "27.5\u202f%"),
        (percent(0), "0\u202f%"),
        (percent(None), "not known"),
        (money(Decimal("102.75"), "DKK"), "+102.75\u202fkr"),
        (money(-3, "SEK"), "\u22123.00\u202fkr"),
        (money(1, None), "+1.00"),
        (money(None, "DKK"), "not known"),
        (amount(-7, "chips"), "\u22127\u202fchips"),
        (amount(7, "DKK"), "+7.00\u202fkr"),
        (currency_sign("DKK"), "kr"),
        (currency_sign(None), ""),
        (hands(1), "1 hand"),
        (hands(1200), "1,200 hands"),
    ],
)
def test_numbers_are_written_one_way(written: str, text: str) -> None:
    assert written == text


def test_an_unknown_number_is_never_a_zero() -> None:
    assert "0" not in {number(None), signed(None), percent(None), money(None, None), amount(None, "chips")}


def test_days_and_hours_are_the_readers_own() -> None:
    assert date(EVENING) == "Fri, 9 Jan 2026"
    assert clock(EVENING) == "19:30"
    assert day(AFTER_MIDNIGHT) == "4 Jul 2026"
    assert short_date(AFTER_MIDNIGHT) == "4 Jul"
    assert date(None) == day(None) == clock(None) == short_date(None) == "not known"


def test_a_span_names_each_year_once() -> None:
    earlier = datetime(2025, 12, 5, 20, tzinfo=UTC)
    assert span([AFTER_MIDNIGHT, None, EVENING]) == "9 Jan to 4 Jul 2026"
    assert span([EVENING, earlier]) == "5 Dec 2025 to 9 Jan 2026"
    assert span([EVENING, EVENING]) == "Fri, 9 Jan 2026"
    assert span([None]) == "not known"
