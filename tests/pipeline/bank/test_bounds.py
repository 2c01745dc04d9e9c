"""Every number that a line takes has a bound: no accepted line keeps the tables from being written."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from language.forms import MINUS
from pipeline.bank.currency import MoneyError
from pipeline.bank.money import MOST_CHIPS, MOST_MONEY, check_payable, money_text, parse_chips, parse_money
from pipeline.night.journal import Journal, journal_place
from pipeline.night.service import NightService
from pipeline.store.store import Store
from reports.components.numbers import THIN, money
from tests.pipeline.night.helpers import without_tables

TABLE = ("spillere Anna, Bo, Carl, Dorte", "bankør a", "chip 25 øre", "lån 2p50")
LONG = "9" * 900
TABLES = ("sessions", "hands", "seats", "bank")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[NightService]:
    with without_tables(tmp_path, "n1") as opened:
        for line in TABLE:
            assert opened.enter(line).status == "kept"
        yield opened


@pytest.mark.parametrize(
    "line",
    [
        "betal b d 999999999999999999,99 kr",
        "betal b d 1000000001 kr",
        "betal b d 0,005 kr",
        f"betal b d {LONG} kr",
        f"betal b d {LONG}",
        "chip 1000001 kr",
        "chip 0,000001 øre",
        f"chip {LONG} kr",
        "lån 1000001",
        "lån b 20001p",
        f"lån {LONG}",
        f"køb b {LONG}p",
        f"retur b {LONG} kontant",
        f"skygge b c {LONG}",
        f"skip {LONG}",
        "skip 0051",
        f"skip 1{'0' * 899}",
        f"skip 0001{LONG}",
        f"={LONG}",
        f"u {LONG}",
        f"ok #{LONG}",
    ],
)
def test_a_number_that_is_too_large_is_refused_in_one_sentence(service: NightService, line: str) -> None:
    before = list(service.journal.entries)
    answer = service.enter(line)
    assert (answer.status, list(service.journal.entries)) == ("refused", before)
    assert answer.text.endswith(".")
    assert len(answer.text) < 300
    assert service.enter("7s 14 b3 +d").status == "kept"


@pytest.mark.parametrize(
    "line",
    [
        f"7s {LONG} +a",
        f"7s 14 b{LONG} +a",
        f"7s 14 +a{LONG} +b",
        f"7s 14 b/{LONG} +a",
        f"7s ={LONG} +a",
        f"7s byt {LONG} 14 +a",
        f"guts loft {LONG} 2 +a",
        f"guts 2 +a b!{LONG}",
        f"727 18 +d hi {LONG},5 +c lo",
        "7s 14 +a 9" + "9" * 5000,
    ],
)
def test_a_hand_with_too_large_a_number_is_a_draft(service: NightService, line: str) -> None:
    assert service.enter(line).status in ("draft", "refused")
    assert service.enter("7s 14 b3 +d").status == "kept"
    assert service.update_tables() == ""


def test_a_pot_that_is_matched_again_and_again_stops_at_what_a_table_holds(service: NightService) -> None:
    service.enter("guts 1000 ++ a! b! c! d!")
    service.enter("ok")
    for _ in range(12):
        answer = service.enter(". ++ a! b! c! d!")
    assert answer.status in ("draft", "refused")  # sent twice, it is a draft
    service.enter(". ++ a! b! c! d!")
    assert "more than a table holds" in service.night.drafts[-1].why
    assert service.update_tables() == ""


def test_an_old_journal_with_such_an_amount_blocks_nothing(tmp_path: Path) -> None:
    """The line was journalled before amounts had bounds; those after it count, and the tables follow."""
    with NightService(tmp_path, "n1") as service:
        for line in TABLE:
            service.enter(line)
    with Journal(journal_place(tmp_path, "n1")) as journal:
        journal.append([journal.new_entry("pay b d 999999999999999999.99 DKK", "")])
    with NightService(tmp_path, "n1") as service:
        assert any("more money than a book holds" in warning for warning in service.warnings)
        assert service.enter("7s 14 b3 +d").status == "kept"
    assert Store(tmp_path).read("hands", "n1").height == 1


def test_the_largest_night_fits_the_tables(tmp_path: Path) -> None:
    with NightService(tmp_path, "n1") as service:
        for line in ("players Anna, Bo, Carl", "banker a", f"chip {10**6} kr", f"loan {MOST_CHIPS}"):
            assert service.enter(line).status == "kept"
        assert service.enter(f"pay b c {MOST_MONEY} kr").status == "kept"
        assert service.enter(f"buy b {MOST_CHIPS} cash").status == "kept"
        assert service.enter(f"7s {MOST_CHIPS} +b").status == "draft"
        assert service.enter("ok").status == "kept"
        assert service.enter("end").status == "kept"
        assert service.update_tables() == ""
    store = Store(tmp_path)
    assert all(not store.read(table, "n1").is_empty() for table in TABLES)


@pytest.mark.parametrize("text", ["1" * 10, "1000001", "1p1000000", "9" * 5000, "9" * 5000 + "p"])
def test_too_many_chips_are_refused_in_few_words(text: str) -> None:
    with pytest.raises(MoneyError, match="more chips than a table holds") as caught:
        parse_chips(text)
    assert len(str(caught.value)) < 120


def test_money_is_paid_in_coins() -> None:
    check_payable(Decimal("12.50"), "DKK")
    for amount, currency in (("0.005", "EUR"), ("0.5", "JPY")):
        with pytest.raises(MoneyError, match="the smallest coin is"):
            check_payable(Decimal(amount), currency)


CURRENCIES = st.sampled_from(["DKK", "SEK", "EUR", "USD", "JPY", "CHF"])


@given(st.decimals(-(10**9), 10**9, places=2), CURRENCIES)
def test_money_is_written_the_same_in_the_terminal_and_on_pages(amount: Decimal, currency: str) -> None:
    amount = Decimal(int(amount)) if currency == "JPY" else amount
    on_page = money(amount, currency).replace(THIN, " ").replace(MINUS, "-")
    assert on_page == money_text(amount, currency, sign=True)


@given(st.decimals(0, 10**9, places=2), CURRENCIES)
def test_money_that_was_written_is_read_back(amount: Decimal, currency: str) -> None:
    amount = Decimal(int(amount)) if currency == "JPY" else amount
    assert parse_money(money_text(amount, currency)).money == amount
