"""Food and drinks in the settlement: read as people write them, shared to the øre, the same wherever a night goes."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st
from typer.testing import CliRunner

from language import speaking
from pipeline.bank.ledger import BankKind
from pipeline.bank.money import split_expense
from pipeline.cli import app
from pipeline.night.journal import Journal, journal_place
from pipeline.night.parser.grammar import read_entry
from pipeline.night.parser.lines import Expense
from pipeline.night.service import NightService
from pipeline.store.store import Store
from tests.examples import examples
from tests.pipeline.night.helpers import kept, refused

HOW = "MobilePay <b>12345678</b>"


@pytest.mark.parametrize(
    "typed",
    [
        "anna lagde 1.200 ud for pizza", "Anna lagde ud for pizza 1200", "anna har lagt 1.200 kr. ud til pizza",
        "anna har lagt 1200 ud for pizza til alle", "anna har lige lagt 1200 kr ud for pizza", "anna spent 1,200 on pizza",
        "anna paid 1200 for the pizza", "anna has paid 1200 kr out for the pizza", "pizza: 1200 kr, anna har lagt ud",
        "pizza is 1200 kr, anna paid", "anna købte pizza til 1200 kr", "anna paid 1200 kr for for pizza", "anna paid for pizza, 1200 kr",
        "anna har givet 1200 kr for pizza", "expense a 1200 kr pizza for",
    ],
)  # fmt: skip
def test_what_was_bought_stands_alone(service: NightService, typed: str) -> None:
    kept(service, typed)
    assert service.journal.entries[-1].line == "expense a 1200 kr pizza for a,b,c,d,e,es"


def test_words_that_say_who_pays_how_much_are_no_thing_but_stay_in_a_journal(service: NightService) -> None:
    refused(
        service, "anna paid 20 kr each for beer", "'each' in what was bought may change who pays how much"
    )
    refused(service, "anna paid 20 kr each for beer", "such as expense a 20 kr pizza for b,c.")
    refused(service, "udlæg a 60 kr mad for tre", "'for tre' in what was bought may change")
    refused(service, "udlæg a 60 kr mad for tre til b, c", "'for tre' in what was bought may change")
    kept(service, "udlæg a 60 kr mad for tre til a, b, c", "expense a 60 kr dinner for six")
    entry = read_entry("expense a 20 kr each for beer for a,b", service.night.handles)
    assert isinstance(entry, Expense)
    assert entry.what == "each for beer"


def test_an_expense_may_be_for_nothing_that_is_named(service: NightService) -> None:
    kept(service, "anna har lagt 75 ud", "anna lagde 75 ud for bo", "anna paid 75 kr for for bo")
    assert [entry.line for entry in service.journal.entries[-3:]] == [
        "expense a 75 kr for a,b,c,d,e,es", "expense a 75 kr for b", "expense a 75 kr for b",
    ]  # fmt: skip


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


def test_money_for_nothing_named_is_said_to_be_an_expense(service: NightService) -> None:
    said = service.enter("bo lagde 20").text
    assert said.startswith("Bo paid 20.00 kr: ")
    assert said.endswith("in the settlement. That is an expense: no chips moved.")


def test_a_wrong_expense_is_refused(service: NightService) -> None:
    refused(service, "anna paid 0 kr pizza", "Nothing was paid")
    refused(service, "anna paid", "'paid' after Anna isn't understood. Write 'Anna paid Bo 50 kr'")
    refused(service, "anna lagde pizza ud", "Write 'Anna paid 240 kr for pizza'")
    refused(service, "bo lagde sig 3", "Write '7s 14, Bo folds at 3, Anna wins'")
    refused(service, "bo paid 100 in", "is chips")
    refused(service, "bo lagde 20 i puljen", "is chips")
    refused(service, "bo paid anna 120 kr for pizza", "write pay b a 120 kr, then ; pizza")
    refused(service, "chip 12 for", "isn't a currency")
    refused(service, "anna paid 12,5055 kr", "can't be paid")
    refused(service, "anna paid 10 EUR beer", "can't be booked")
    refused(service, "anna paid 25c for beer", "can't be booked")
    refused(service, "anna paid 1234.567 kr for beer", "two ways")
    refused(service, "betal a b 1.200", "Chips or money? Write 1200 for chips, or 1200 kr for money")


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("udlæg a 1.200 kr øl for b", "expense a 1200 kr øl for b"),
        ("udlæg a 1,5 tusind kr øl for b", "expense a 1500 kr øl for b"),
        ("udlæg a 300 kage for b", "expense a 300 kr kage for b"),
        ("udlæg a 1.200,50 kr øl for b", "expense a 1200.5 kr øl for b"),
        ("expense a kr 1,200.50 beer for b", "expense a 1200.5 kr beer for b"),
        ("anna paid 1,200 kr for pizza for bo", "expense a 1200 kr pizza for b"),
        ("anna paid 1\u202f200 kr for pizza for bo", "expense a 1200 kr pizza for b"),
        ("udlæg a 50,- øl for b", "expense a 50 kr øl for b"),
        ("betal b d 1.250 kr", "pay b d 1250 kr"),
        ("betal b d 1.250,5", "pay b d 1250.5 kr"),
        ("chip 1.000 kr", "chip 1000 DKK"),
        ("chip 0,125 kr", "chip 0.125 DKK"),
        ("chip 1,1250 kr", "chip 1.1250 DKK"),
        ("chip $0.25", "chip 0.25 USD"),
        ("chip £0.10", "chip 0.1 GBP"),
        ("chip €1", "chip 1 EUR"),
        ("chip 25c", "chip 0.25 EUR"),
        ("chip 25c USD", "chip 0.25 USD"),
    ],
)
def test_thousands_and_signs_of_currencies(service: NightService, typed: str, canonical: str) -> None:
    kept(service, typed)
    assert service.journal.entries[-1].line == canonical
    kept(service, canonical)
    assert service.journal.entries[-1].line == canonical


@pytest.mark.parametrize(
    "line",
    [
        "pay a b \u221220 kr", "pay a b -20 kr", "pay a b (20 kr)", "pay a b 20-", "expense a \u2212200 kr pizza",
        "expense a 200- pizza", "expense a (200) kr pizza", "chip \u22125", "chip -5", "expense a 12 50 pizza",
        "expense a 12:50 pizza", "expense a 300 3 pizzas", "expense a 1e3 pizza", "expense a 12% pizza",
        "expense a 20 kr 50 øre pizza", "expense a 20 kr og 50 øre pizza", "pay a b 20 kr 50 øre", "expense a \xa520 pizza",
        "buy a 1.200", "loan a 1,200", "count b 1 200", "7s 14 each, pot 1.200, anna wins", "=1.200", "carry 1'200",
        "anna lagde tolv hundrede kr ud for pizza", "expense a 1.2 3 kr pizza",
        "expense a 1.2000 kr pizza", "expense a 1,2000 pizza", "expense a 1234,567 pizza", "expense a 1,20,000 pizza",
        "anna paid 1,2000 kr for pizza", "anna lagde 1.2000 ud for pizza", "pay a b 1.2000 kr", "chip 1,2000 kr",
        "anna buys 1,2000 kr", "expense a 12,3456 pizza", "anna paid bo 1,2000 kr",
    ],
)  # fmt: skip
def test_what_may_be_another_amount_is_refused(service: NightService, line: str) -> None:
    before = len(service.journal.entries)
    assert service.enter(line).status == "refused"
    assert len(service.journal.entries) == before


@pytest.mark.parametrize(
    ("typed", "money"),
    [
        ("12 hundrede kr", 1200), ("12 hundred kr", 1200), ("1,5k", 1500), ("1.2k kr", 1200), ("1\u202f200 kr", 1200),
        ("1\u00a0200,50 kr", "1200.5"), ("1'200 kr", 1200), ("1\u2019200.50 kr", "1200.5"), ("kr. 1.200,-", 1200),
        ("KR 1,200", 1200), ("1200,- kr", 1200), ("1,2 tusind kr.", 1200), ("50 øre", "0.5"),
    ],
)  # fmt: skip
def test_money_is_the_same_wherever_it_stands(service: NightService, typed: str, money: str | int) -> None:
    for line in (f"expense a {typed} - pizza for b", f"anna paid {typed} for pizza for bo"):
        kept(service, line)
        assert service.journal.entries[-1].line == f"expense a {money} kr pizza for b"
    if typed not in ("1,5k",):
        kept(service, f"pay a b {typed}", f"chip {typed}")
        assert service.journal.entries[-2].line == f"pay a b {money} kr"
        assert service.night.chip_value == Decimal(money)


def test_money_is_of_the_night_s_currency(service: NightService) -> None:
    """A unit that several currencies have is the night's where it can be, and refused where it can't."""
    kept(
        service, "chip $0.25", "anna paid 25c for tip for bo", "anna paid $20 pizza for bo", "betal a b 12.50"
    )
    assert [entry.line for entry in service.journal.entries[-3:]] == [
        "expense a 0.25 USD tip for b", "expense a 20 USD pizza for b", "pay a b 12.5 USD",
    ]  # fmt: skip
    refused(service, "anna paid 300 kr for pizza", "can't be booked")
    kept(service, "chip 25 cent")
    assert service.journal.entries[-1].line == "chip 0.25 USD"
    refused(service, "chip 25 øre SEK", "Money was entered in USD already")
    kept(
        service, "u #8", "u #7", "u #6", "chip 25 øre SEK", "anna paid 300 kr for pizza for bo", "chip 50 øre"
    )
    assert [entry.line for entry in service.journal.entries[-2:]] == [
        "expense a 300 kr pizza for b", "chip 0.5 SEK",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "money", ["expense a 100 kr pizza", "pay a b 100 kr", "buy b 80 cash", "expense a 100 øl"]
)
def test_money_that_was_entered_is_never_as_much_in_another_currency(
    service: NightService, money: str
) -> None:
    kept(service, "chip 25 øre", money)
    before = service.night.ledger
    for change in ("chip 0,10 EUR", "edit #5 chip 0,10 EUR", "edit #5 chip 25 øre NOK"):
        refused(service, change, "Money was entered in DKK already")
    assert service.night.ledger == before
    assert service.night.currency == "DKK"
    kept(service, "u", "chip 0,10 EUR", "expense a 10 pizza")
    answer = service.enter("u #8")  # kroner again, in which no euros can be
    assert answer.text.endswith(
        "Entry #9 no longer fits: Tonight is played in DKK: a payment in EUR can't be booked."
    )


def test_a_journal_from_before_thousands_keeps_its_chip(tmp_path: Path) -> None:
    with NightService(tmp_path, "n1") as service:
        kept(service, "players Anna, Bo, Carl")
    with Journal(journal_place(tmp_path, "n1")) as journal:
        journal.append([journal.new_entry("chip 1.125 DKK", "")])
    with NightService(tmp_path, "n1") as service:
        assert service.night.chip_value == Decimal("1.125")


def test_an_expense_doesn_t_follow_who_comes_later_and_is_taken_back(service: NightService) -> None:
    kept(service, "anna paid 60 kr pizza", "joins Frida")
    assert {name: account.expenses for name, account in service.night.accounts.items()} == {
        "anna": 50, "bo": -10, "carl": -10, "dorte": -10, "erik": -10, "ester": -10, "frida": 0,
    }  # fmt: skip
    kept(service, "u #5")
    assert not any(account.expenses for account in service.night.accounts.values())


@given(st.integers(1, 10**7), st.integers(1, 14))
@settings(max_examples=examples(30))
def test_parts_are_whole_coins_and_make_the_sum(coins: int, players: int) -> None:
    money, coin = Decimal(coins) / 100, Decimal("0.01")
    parts = split_expense(money, "payer", ["payer", *(f"p{number}" for number in range(1, players))], coin)
    assert sum(parts.values()) == money
    others = {part for name, part in parts.items() if name != "payer"}
    assert len(others) <= 1
    assert all(0 <= parts["payer"] - part < players * coin for part in others)
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


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        (
            "udlæg c 16,57 kr for alle undtagen d",
            {"c": "3.33", "a": "3.31", "b": "3.31", "e": "3.31", "es": "3.31"},
        ),
        (
            "udlæg c 100 kr",
            {"c": "16.70", "a": "16.66", "b": "16.66", "d": "16.66", "e": "16.66", "es": "16.66"},
        ),
        ("udlæg c 100 kr for a, b, c", {"c": "33.34", "a": "33.33", "b": "33.33"}),
        ("udlæg c 100 kr for a, b, d", {"c": "0.01", "a": "33.33", "b": "33.33", "d": "33.33"}),
    ],
)
def test_the_payer_keeps_the_odd_coins(service: NightService, line: str, parts: dict[str, str]) -> None:
    kept(service, line)
    handles = {player.player_id: player.handle for player in service.night.players}
    entries = [entry for entry in service.night.ledger if entry.kind is BankKind.EXPENSE]
    assert {handles[entry.player_id]: str(entry.money) for entry in entries} == parts


def test_a_payer_who_only_bears_what_the_division_left_is_not_named_as_one_who_shares(tmp_path: Path) -> None:
    """Beer for Anna and Carl was settled as beer for Anna, Carl and Bo."""
    with NightService(tmp_path / "store", "2026-03-14") as service:
        kept(
            service, "players Anna, Bo, Carl", "banker c", "chip 25 øre", "7s 14 +a",
            "bo paid 10,01 kr for beer for a, c", "anna paid 10,01 kr for cake", "end",
        )  # fmt: skip
    beer = "Bo paid 10.01 kr for beer: Anna and Carl"
    cake = "Anna paid 10.01 kr for cake: Anna, Bo and Carl"
    for words in (["settle", "2026-03-14", "--text"], ["report", "night", "2026-03-14", "--text"]):
        said = run(tmp_path / "store", *words).splitlines()
        assert [line for line in said if "paid" in line] == [beer, cake]
