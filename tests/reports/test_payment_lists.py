"""Who pays whom: each payment of the bank is in one list of a page, under the heading of its currency."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from html import unescape
from pathlib import Path

import pytest

from pipeline.analysis.marts import open_marts
from pipeline.formats.pokernow.log import import_log
from pipeline.formats.sessions import write_import
from pipeline.night.payments import PagePayments
from pipeline.store.store import Store
from reports import data
from reports.components.html import text_of
from reports.page import Page, render
from reports.pages.index import index_page
from reports.pages.night import night_page, night_text
from reports.pages.season import season_page
from reports.pages.story import Payment, payment_items, payments_list
from tests.pipeline.formats.logs import SAMPLE
from tests.reports.test_season_money import log

UNKNOWN = "in the currency of the file"
LIST = re.compile(
    r"(Who pays whom[^<]*|If the season is settled now[^<]*)</\w+>\s*<[uo]l[^>]*>(.*?)</[uo]l>", re.S
)


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A night in kroner, and a game of a site whose log names no currency, in one season."""
    store = tmp_path_factory.mktemp("payments") / "store"
    log(store, "n1", "7s 14 +a", "7s 40 +b", "7s 10 +a")
    write_import(Store(store), [import_log(SAMPLE, season="s")])
    return store


def seen(html: str) -> str:
    """The text of some HTML."""
    return unescape(re.sub("<[^>]+>", "", html))


def lists(page: Page) -> dict[str, list[str]]:
    """The payments on a page, by their heading."""
    found = LIST.findall(render(page))
    return {
        seen(heading): [seen(item) for item in re.findall(r"<li>(.*?)</li>", items)]
        for heading, items in found
    }


def texts(payments: Sequence[Payment]) -> list[str]:
    return [text_of(item) for item in payment_items(payments)]


def test_a_season_of_a_currency_and_of_files_without_one_has_two_lists(mixed: Path) -> None:
    with open_marts(mixed) as con:
        pays = PagePayments(mixed, con)
        page = season_page(con, "s", pays=pays.season)
        nights = data.sessions(con).filter(kind="night", season="s")["session_id"].to_list()
        names = data.names_of(con)
        payments = [payment.with_names(names) for payment in pays.season("s", nights)]
    known = [payment for payment in payments if payment.currency]
    unknown = [payment for payment in payments if not payment.currency]
    assert known
    assert unknown
    assert lists(page) == {
        "If the season is settled now": texts(known),
        f"If the season is settled now, {UNKNOWN}s": texts(unknown),
    }


def test_a_nights_page_and_text_list_its_payments(mixed: Path) -> None:
    with open_marts(mixed) as con:
        pays = PagePayments(mixed, con).night
        for night in data.sessions(con)["session_id"]:
            page, text = night_page(con, night, pays), night_text(con, night, pays)
            names = data.names_of(con)
            payments = [payment.with_names(names) for payment in pays(night)]
            heading = "Who pays whom" if night == "n1" else f"Who pays whom, {UNKNOWN}"
            assert payments
            if night != "n1":
                payments = [payment._replace(currency="") for payment in payments]
            assert lists(page) == {heading: texts(payments)}
            assert [line for line in text.splitlines() if " pays " in line] == [
                line.replace("\u202f", " ") for line in texts(payments)
            ]


def test_the_front_page_lists_the_payments_of_the_last_night_alone(tmp_path: Path) -> None:
    log(tmp_path, "n1", "7s 14 +a")
    log(tmp_path, "n2", "7s 20 +b")
    with open_marts(tmp_path) as con:
        pays = PagePayments(tmp_path, con).night
        (last,) = lists(index_page(con, pays)).values()
        names = data.names_of(con)
        before, after = (texts([one.with_names(names) for one in pays(night)]) for night in ("n1", "n2"))
    assert last == after
    assert last != before


def test_a_list_says_how_to_pay_and_names_no_hidden_player() -> None:
    owed = Payment("Bo", "Anna", Decimal("3.75"), "DKK", "MobilePay 12345678")
    linked = owed._replace(pay_to="https://paypal.me/anna?a=1&b=2", link="https://paypal.me/anna?a=1&b=2")
    hidden = owed._replace(payee=None)
    shown = payments_list([owed, linked, hidden]).html()
    assert 'href="https://paypal.me/anna?a=1&amp;b=2"' in shown
    (first, second, third) = texts([owed, linked, hidden])
    assert first.endswith("(MobilePay 12345678)")
    assert second.endswith("(https://paypal.me/anna?a=1&b=2)")
    assert "MobilePay" not in third
    assert "Bo pays" in third
