"""Food and drinks in the settlement: read as people write them, shared to the øre, the same wherever a night goes."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st
from typer.testing import CliRunner

from language import speaking
from pipeline.bank.money import split_evenly
from pipeline.cli import app
from pipeline.night.service import NightService
from pipeline.store.store import Store
from tests.pipeline.night.helpers import kept, refused

HOW = "MobilePay <b>12345678</b>"


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("anna paid 300 kr pizza for all", "expense a 300 kr pizza for a,b,c,d,e,es"),
        ("anna lagde ud 300 kr pizza", "expense a 300 kr pizza for a,b,c,d,e,es"),
        ("Anna paid 300kr for pizza", "expense a 300 kr pizza for a,b,c,d,e,es"),
        ("udlæg b 1 250,50 kr for mad for c og d", "expense b 1250.5 kr mad for c,d"),
        ("expense bo 90 for b, c and d", "expense b 90 kr for b,c,d"),
        ("udlæg b 90 kr øl til alle undtagen c", "expense b 90 kr øl for a,b,d,e,es"),
        ("bo pays 90 kr beer for all but c, d", "expense b 90 kr beer for a,b,e,es"),
        ("bo paid anna 12 kr", "pay b a 12 kr"),
        ("b betalte 40 kr taxa til byen", "expense b 40 kr taxa til byen for b,a,c,d,e,es"),
    ],
)
def test_an_expense_is_read_as_it_is_said(service: NightService, typed: str, canonical: str) -> None:
    kept(service, typed)
    assert service.journal.entries[-1].line == canonical
    kept(service, canonical)
    assert service.journal.entries[-1].line == canonical


def test_all_but_some_are_those_who_are_still_there(service: NightService) -> None:
    kept(service, "leaves bo", "expense a 90 kr beer for all but c")
    assert service.journal.entries[-1].line == "expense a 90 kr beer for a,d,e,es"


def test_a_wrong_expense_is_refused(service: NightService) -> None:
    refused(service, "anna paid 0 kr pizza", "Nothing was paid")
    refused(service, "anna paid", "such as expense a 300 kr pizza")
    refused(service, "anna paid 12,505 kr", "can't be paid")
    refused(service, "anna paid 10 EUR beer", "can't be booked")


def test_an_expense_doesn_t_follow_who_comes_later_and_is_taken_back(service: NightService) -> None:
    kept(service, "anna paid 60 kr pizza", "joins Frida")
    assert {name: account.expenses for name, account in service.night.accounts.items()} == {
        "anna": 50, "bo": -10, "carl": -10, "dorte": -10, "erik": -10, "ester": -10, "frida": 0,
    }  # fmt: skip
    kept(service, "u #5")
    assert not any(account.expenses for account in service.night.accounts.values())


@given(st.integers(1, 10**7), st.integers(1, 14))
@settings(max_examples=60)
def test_parts_are_whole_coins_and_make_the_sum(coins: int, players: int) -> None:
    money, coin = Decimal(coins) / 100, Decimal("0.01")
    parts = split_evenly(money, [f"p{number}" for number in range(players)], coin)
    assert sum(parts.values()) == money
    assert max(parts.values()) - min(parts.values()) <= coin
    assert all(part % coin == 0 for part in parts.values())


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    store = tmp_path_factory.mktemp("expenses") / "store"
    with NightService(store, "2026-03-14") as service:
        kept(
            service, "spillere Anna, Bo, Carl", "bankør c", "lån 2p", "sæson 2026", "7s 14 +a",
            "anna lagde ud 100 kr <i>pizza</i>", "bo paid 10,01 kr beer for b, c", "betal b a 5 kr",
        )  # fmt: skip
    run(store, "players", "pay", "anna", HOW)
    return store


def run(store: Path, *words: str) -> str:
    result = CliRunner().invoke(app, ["--lang", "en", "--store", str(store), *words])
    assert result.exit_code == 0, result.output
    return result.stdout


BALANCES = {"anna": Decimal("68.66"), "bo": Decimal("-26.83"), "carl": Decimal("-41.83")}
"""The chips' 7, -3.50, -3.50; of the pizza 66.66, -33.33, -33.33; of the beer 0, 5, -5; the payment -5, 5, 0."""


def test_the_settlement_has_expenses_and_adds_up_to_zero(store: Path) -> None:
    rows = [
        row for row in json.loads(run(store, "settle", "2026-03-14", "--json")) if row["row"] == "account"
    ]
    assert {row["player_id"]: Decimal(str(row["balance"])) for row in rows} == BALANCES
    assert sum(BALANCES.values()) == 0
    text = run(store, "settle", "2026-03-14", "--text", "--fewest")
    assert "Anna paid 100.00 kr for <i>pizza</i>: Anna, Bo and Carl" in text
    assert f"Carl pays Anna 41.83 kr ({HOW})" in text
    season = run(store, "settle", "--season", "2026", "--text", "--fewest")
    assert season.partition("\n")[2] == text.partition("\n")[2]


def test_marts_and_the_page_have_expenses_and_escape_what_was_typed(store: Path, tmp_path: Path) -> None:
    query = "select player_id, balance_money from mart_settlements"
    rows = json.loads(run(store, "sql", query, "--json"))
    assert {row["player_id"]: Decimal(str(row["balance_money"])) for row in rows} == BALANCES
    run(store, "check", "--deep")
    page = tmp_path / "night.html"
    run(store, "report", "night", "2026-03-14", "--out", str(page))
    html = page.read_text("utf-8")
    assert "MobilePay &lt;b&gt;12345678&lt;/b&gt;" in html
    assert "&lt;i&gt;pizza&lt;/i&gt;" in html
    assert "<b>12345678" not in html
    assert "<i>pizza" not in html
    text = run(store, "report", "night", "2026-03-14", "--text")
    assert HOW in text
    laid_out = [line for line in text.splitlines() if " paid " in line]
    assert laid_out == [
        "Anna paid 100.00 kr for <i>pizza</i>: Anna, Bo and Carl",
        "Bo paid 10.01 kr for beer: Bo and Carl",
    ]
    assert set(laid_out) <= set(run(store, "settle", "2026-03-14", "--text").splitlines())


def test_an_export_and_a_backup_carry_expenses(store: Path, tmp_path: Path) -> None:
    text = run(store, "settle", "2026-03-14", "--text")
    run(store, "export", "json", "--all", "--out", str(tmp_path / "all.jsonl"))
    run(tmp_path / "imported", "import", "json", str(tmp_path / "all.jsonl"))
    assert Store(tmp_path / "imported").read("bank").equals(Store(store).read("bank"))
    run(store, "backup", str(tmp_path / "all.peder"))
    run(tmp_path / "restored", "restore", str(tmp_path / "all.peder"))
    for other in ("imported", "restored"):
        assert run(tmp_path / other, "settle", "2026-03-14", "--text") == text


def test_who_is_paid_how_follows_merges_and_can_be_taken_away(store: Path, tmp_path: Path) -> None:
    with NightService(tmp_path, "n1") as service:
        kept(service, "players Anna, Bo, Carl", "banker Carl")
    run(tmp_path, "players", "pay", "bo", "1234")
    run(tmp_path, "players", "merge", "bo", "anna")
    assert json.loads(run(tmp_path, "players", "--json"))[0]["pay_to"] == "1234"
    run(tmp_path, "players", "pay", "anna", "")
    assert json.loads(run(tmp_path, "players", "--json"))[0]["pay_to"] is None


def test_the_confirmation_is_in_the_reader_s_language(service: NightService) -> None:
    with speaking("da"):
        told = service.enter("anna lagde ud 100 kr pizza for a, b, c").text
    assert told == (
        "Anna lagde 100,00 kr ud for pizza: 33,34 kr eller 33,33 kr hver for Anna, Bo og Carl; det er med i afregningen."
    )
