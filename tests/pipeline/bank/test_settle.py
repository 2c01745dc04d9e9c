"""Who pays whom: provably few transfers, sums of zero, nights and seasons, in every currency apart."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import polars as pl
import pytest
from hypothesis import assume, given, settings, strategies as st
from typer.testing import CliRunner

from pipeline.bank.ledger import BankEntry
from pipeline.bank.settlement import NightLedger, PlayerPayment, SettleError, settle
from pipeline.bank.transfers import MOST_EXACT, Transfer, TransferPlan, fewest_transfers, through_banker
from pipeline.cli import app
from pipeline.night.journal import Journal, journal_place
from pipeline.night.service import NightService
from pipeline.night.settle import Settler
from pipeline.store.manifest import SEASON_PAYMENTS, journal_of
from pipeline.store.store import Store
from tests import stores
from tests.examples import examples
from tests.pipeline.formats.logs import SAMPLE
from tests.stores import few_models

few = few_models("check_", "mart_settlements", "stg_")


def makes_even(plan: TransferPlan, balances: Mapping[str, int]) -> None:
    left = dict(balances)
    for transfer in plan.transfers:
        assert transfer.amount > 0
        left[transfer.payer] += transfer.amount
        left[transfer.payee] -= transfer.amount
    assert not any(left.values())


def partitions(names: list[str]) -> Iterator[list[list[str]]]:
    """Every way to split names into groups."""
    if not names:
        yield []
        return
    first, rest = names[0], names[1:]
    for count in range(len(rest) + 1):
        for others in itertools.combinations(rest, count):
            for more in partitions([name for name in rest if name not in others]):
                yield [[first, *others], *more]


def fewest_by_groups(balances: Mapping[str, int]) -> int:
    """The fewest transfers by trying every split into groups that settle among themselves."""
    names = [name for name in balances if balances[name]]
    return min(
        sum(len(group) - 1 for group in split)
        for split in partitions(names)
        if all(sum(balances[name] for name in group) == 0 for group in split)
    )


def zero_sums(most: int, size: int) -> st.SearchStrategy[dict[str, int]]:
    return st.lists(st.integers(-size, size), max_size=most - 1).map(
        lambda amounts: {str(n): amount for n, amount in enumerate([*amounts, -sum(amounts)])}
    )


def test_the_smallest_coin_goes_through_the_banker_both_ways() -> None:
    plan = through_banker({"a": -1, "b": 1, "bank": 0}, "bank")
    assert plan.transfers == (Transfer("a", "bank", 1), Transfer("bank", "b", 1))


def slow_plan(balances: Mapping[str, int]) -> list[Transfer]:
    """The payments among many players by their definition alone: opposite balances pay each other, then the one who owes the most pays
    the one who gets the most.
    """
    rest = {name: amount for name, amount in balances.items() if amount}
    plan = []
    for name in list(rest):
        other = next((one for one in rest if name in rest and rest[one] == -rest[name]), None)
        if other:
            payer, payee = sorted((name, other), key=rest.__getitem__)
            plan.append(Transfer(payer, payee, rest[payee]))
            del rest[name], rest[other]
    assume(len(rest) > MOST_EXACT)
    while any(rest.values()):
        payer, payee = min(rest, key=rest.__getitem__), max(rest, key=rest.__getitem__)
        plan.append(Transfer(payer, payee, min(-rest[payer], rest[payee])))
        rest[payer] += plan[-1].amount
        rest[payee] -= plan[-1].amount
    return plan


@given(
    st.lists(st.integers(1, 9) | st.integers(100, 130), min_size=20, max_size=60),
    st.lists(st.integers(-60, -1), max_size=60),
    st.randoms(use_true_random=False),
)
def test_many_players_pay_as_it_is_stated(gets: list[int], owes: list[int], order: Random) -> None:
    amounts = [*gets, *owes, -sum(gets) - sum(owes)]
    order.shuffle(amounts)
    balances = {f"p{number}": amount for number, amount in enumerate(amounts)}
    assert list(fewest_transfers(balances).transfers) == slow_plan(balances)


def test_three_transfers_where_greedy_takes_four() -> None:
    plan = fewest_transfers({"a": 80, "b": -80, "c": -20, "d": -65, "e": 85})
    assert len(plan.transfers) == 3
    assert plan.proven


@pytest.mark.parametrize(
    "groups", [[(80, -50, -30), (70, -60, -10)], [(80, -50, -30), (70, -61, -9), (-77, 53, 24)]]
)
def test_groups_without_opposite_balances_settle_among_themselves(groups: list[tuple[int, ...]]) -> None:
    amounts = [amount for group in groups for amount in group]
    for number in range(20):
        order = Random(number).sample(amounts, len(amounts))
        plan = fewest_transfers({str(place): amount for place, amount in enumerate(order)})
        assert len(plan.transfers) == 2 * len(groups), order


@given(zero_sums(7, 12))
@settings(max_examples=examples(100), deadline=None)
def test_as_few_as_every_split_into_groups_allows(balances: dict[str, int]) -> None:
    plan = fewest_transfers(balances)
    makes_even(plan, balances)
    assert plan.proven
    assert len(plan.transfers) == fewest_by_groups(balances)


@given(zero_sums(26, 3000))
@settings(max_examples=examples(20), deadline=None)
def test_large_tables_come_out_even_and_say_whether_that_is_proven(balances: dict[str, int]) -> None:
    plan = fewest_transfers(balances)
    makes_even(plan, balances)
    uneven = [amount for amount in balances.values() if amount]
    assert len(plan.transfers) <= max(len(uneven) - 1, 0)
    assert plan.proven or len(uneven) > MOST_EXACT


def test_eighteen_players_are_proven_and_nineteen_are_not() -> None:
    amounts = [3**n % 1009 + 1 for n in range(17)]
    eighteen = {str(n): amount for n, amount in enumerate([*amounts, -sum(amounts)])}
    assert fewest_transfers(eighteen).proven
    nineteen = {str(n): amount for n, amount in enumerate([*amounts, 999, -sum(amounts) - 999])}
    assert not fewest_transfers(nineteen).proven


@given(zero_sums(9, 500))
def test_the_house_s_way_goes_through_the_banker(balances: dict[str, int]) -> None:
    plan = through_banker(balances, "0")
    makes_even(plan, balances)
    assert all("0" in (transfer.payer, transfer.payee) for transfer in plan.transfers)
    assert len(plan.transfers) == sum(bool(amount) for name, amount in balances.items() if name != "0")


def test_balances_that_don_t_add_up_are_refused() -> None:
    for plan in (fewest_transfers, lambda balances: through_banker(balances, "a")):
        with pytest.raises(ValueError, match="add up to 1"):
            plan({"a": 1})


# --- settlements


def night(nets: dict[str, int], value: str = "0.25", currency: str = "DKK", **more: Any) -> NightLedger:
    known = {"name": "n", "banker_id": next(iter(nets), None), "entries": (), **more}
    return NightLedger(currency=currency, chip_value=Decimal(value), nets=nets, **known)


@given(
    st.lists(st.integers(-500, 500), min_size=1, max_size=8),
    st.sampled_from(["0.25", "0.125", "0.333333", "1", "0.05", "7.5"]),
    st.sampled_from([None, "0.50", "1"]),
    st.booleans(),
)
@settings(deadline=None)
def test_balances_add_up_to_zero_and_payments_make_all_players_even_to_the_cent(
    nets: list[int], value: str, coin: str | None, use_fewest: bool
) -> None:
    named = {str(n): net for n, net in enumerate([*nets, -sum(nets)])}
    steps = {"DKK": Decimal(coin)} if coin else None
    (settlement,) = settle([night(named, value)], use_fewest=use_fewest, steps=steps)
    assert settlement.total == 0
    left = {line.player_id: line.balance for line in settlement.lines}
    for line in settlement.lines:
        assert line.exact == named[line.player_id] * Decimal(value)
        assert abs(line.balance - line.exact) < settlement.step
    for transfer in settlement.plan.transfers:
        left[transfer.payer] += settlement.amount(transfer.amount)
        left[transfer.payee] -= settlement.amount(transfer.amount)
    assert not any(left.values())


def test_a_settlement_says_how_its_payments_were_chosen() -> None:
    three = night({"a": 30, "b": -10, "c": -20}, banker_id="a")
    names = {"a": "Anna", "b": "Bo", "c": "Carl"}.__getitem__
    (house,) = settle([three])
    assert house.way_text(names) == "2 payments, the house's way: all players settle with Anna"
    (fewest,) = settle([three], use_fewest=True)
    assert fewest.way_text(names) == "2 payments, provably the fewest"


def test_the_rounding_rule_is_stated_where_it_was_needed() -> None:
    (even,) = settle([night({"a": 3, "b": -3})])
    assert "nothing was rounded" in even.rounding_text
    (odd,) = settle([night({"a": 3, "b": -2, "c": -1}, "0.125")])
    assert "largest remainders" in odd.rounding_text


def test_currencies_are_settled_apart_and_chip_values_may_change() -> None:
    nights = [
        night({"a": 10, "b": -10}, "0.25"),
        night({"a": -10, "b": 10}, "0.50"),
        night({"a": 7, "b": -7}, "0.10", "EUR"),
    ]
    kroner, euro = settle(nights)
    assert {line.player_id: line.balance for line in kroner.lines} == {
        "a": Decimal("-2.50"),
        "b": Decimal("2.50"),
    }
    assert {line.player_id: line.balance for line in euro.lines} == {
        "a": Decimal("0.70"),
        "b": Decimal("-0.70"),
    }


def test_payments_already_made_count() -> None:
    paid = [BankEntry(kind="payment", player_id="b", counterparty_id="a", money=Decimal("1.50"))]
    (settlement,) = settle([night({"a": 10, "b": -10}, entries=paid)])
    assert [str(line.balance) for line in settlement.lines] == ["1.00", "-1.00"]
    (outside,) = settle(
        [night({"a": 10, "b": -10})], payments=[PlayerPayment("b", "a", Decimal("2.50"), "DKK")]
    )
    assert not any(line.balance for line in outside.lines)


def test_a_night_that_doesn_t_add_up_is_refused_with_a_sentence() -> None:
    with pytest.raises(SettleError, match="add up to 5 chips, not to zero"):
        settle([night({"a": 5}, banker_id=None)])


def test_merged_players_are_one() -> None:
    book = night({"a": 10, "a2": -4, "b": -6})
    merged = book.merged(lambda player: "a" if player == "a2" else player)
    (settlement,) = settle([merged])
    assert {line.player_id: line.exact for line in settlement.lines} == {
        "a": Decimal("1.50"),
        "b": Decimal("-1.50"),
    }


# --- the command


class Peder:
    """`peder` on a store of its own."""

    def __init__(self, store: Path) -> None:
        self.store = store

    def run(self, *arguments: str, code: int = 0) -> str:
        result = CliRunner().invoke(app, [*arguments, "--store", str(self.store)])
        assert result.exit_code == code, result.output
        return result.output

    def log(self, night: str, *lines: str) -> None:
        place = self.store.parent / "lines.txt"
        place.write_text("\n".join(lines))
        self.run("log", night, "--from", str(place))

    def rows(self, *arguments: str) -> list[dict[str, Any]]:
        result = CliRunner().invoke(app, [*arguments, "--json", "--store", str(self.store)])
        assert result.exit_code == 0, result.output
        rows: list[dict[str, Any]] = json.loads(result.stdout)
        return rows

    def balances(self, *arguments: str) -> dict[str, float]:
        return {row["player"]: row["balance"] for row in self.rows(*arguments) if row["row"] == "account"}


TABLE = ("players Anna, Bo, Carl", "banker c", "chip 25 øre", "loan 2p50")


@pytest.fixture
def peder(tmp_path: Path) -> Peder:
    return Peder(tmp_path / "store")


def test_a_night_is_settled_with_its_difference_as_an_entry(peder: Peder) -> None:
    peder.log("n1", *TABLE, "7s 14 b3 +a", "count a 165 !", "count b 147")
    text = peder.run("settle", "n1")
    assert "Proof: the results add up to 0 chips, the balances to 0.00 kr." in text
    assert "Differences found by counting, entered in the book: Anna -2, Carl +2 chips." in text
    assert "Carl pays Anna 3.75 kr" in text
    assert "Bo pays Carl 0.75 kr" in text
    bank = Store(peder.store).read("bank", "n1")
    (difference,) = bank.filter(bank["kind"] == "difference").to_dicts()
    assert (difference["player_id"], difference["counterparty_id"], difference["chips"]) == (
        "anna",
        "carl",
        -2,
    )
    assert difference["money"] == Decimal("-0.50")
    assert peder.balances("settle", "n1") == {"Anna": 3.75, "Bo": -0.75, "Carl": -3}


def test_differences_in_chips_of_different_values_are_stated_in_money(peder: Peder) -> None:
    peder.log("n1", *TABLE, "season 2026", "7s 14 b3 +a", "count a 165 !", "count b 147")
    peder.log("n2", *TABLE, "season 2026", "chip 1 kr", "7s 14 b3 +a", "count a 165 !", "count b 147")
    text = peder.run("settle", "--season", "2026")
    assert "entered in the book: Anna −2.50 kr, Carl +2.50 kr." in text.replace("-", "−")
    rows = [row for row in peder.rows("settle", "--season", "2026") if row["row"] == "account"]
    assert sum(row["money"] for row in rows) == 0
    differences = {row["player"]: row["difference_money"] for row in rows if row["difference_money"]}
    assert differences == {"Anna": -2.5, "Carl": 2.5}  # 2 chips of 0.25 kr, and 2 of 1 kr


def test_the_marts_say_the_same_as_the_settlement(peder: Peder) -> None:
    peder.log("n1", *TABLE, "7s 14 b3 +a", "7s 9 a/5 +b", "pay b c 1 kr", "return a 140", "return b 150")
    rows = {row["player_id"]: row for row in peder.rows("settle", "n1") if row["row"] == "account"}
    sql = "select * from mart_settlements where session_id = 'n1'"
    marts = {row["player_id"]: row for row in peder.rows("sql", sql)}
    for player_id, row in rows.items():
        mart = marts[player_id]
        assert (mart["net"], mart["difference"]) == (row["net"], row["difference"])
        assert (mart["payments"], mart["balance_money"]) == (row["received"], row["balance"])
    assert "no faults" in peder.run("check")


@pytest.mark.danish
def test_settling_twice_changes_nothing_and_a_later_hand_opens_the_night_again(peder: Peder) -> None:
    peder.log("n1", *TABLE, "7s 14 b3 +a", "return a 160")
    first = peder.run("settle", "n1")
    journal = (peder.store / "journal" / "n1.jsonl").read_bytes()
    assert peder.run("settle", "n1") == first
    assert (peder.store / "journal" / "n1.jsonl").read_bytes() == journal
    peder.log("n1", "7s 2 +b")
    assert Store(peder.store).read("sessions", "n1")["ended_at"].to_list() == [None]


def test_payments_are_noted_and_the_night_stays_closed(peder: Peder) -> None:
    peder.log("n1", *TABLE, "7s 14 b3 +a")
    peder.run("settle", "n1")
    peder.run("settle", "n1", "--paid", "Bo Carl 0,75 kr")
    assert peder.balances("settle", "n1")["Bo"] == 0
    peder.run("settle", "n1", "--all-paid")
    assert set(peder.balances("settle", "n1").values()) == {0}
    assert "Everybody is even." in peder.run("settle", "n1", "--text")
    assert Store(peder.store).read("sessions", "n1")["ended_at"][0] is not None


def test_a_season_of_nights_with_its_own_payments(peder: Peder) -> None:
    peder.log("n1", *TABLE, "season 2026", "7s 14 b3 +a")
    peder.log("n2", *TABLE, "chip 1 kr", "season 2026", "7s 10 +b")
    peder.log("n3", *TABLE, "chip 1 EUR", "season 2026", "7s 10 +c")
    peder.log("other", *TABLE, "season 2025", "7s 10 +c")
    rows = [row for row in peder.rows("settle", "--season", "2026") if row["row"] == "account"]
    results = {(row["currency"], row["player"]): row["balance"] for row in rows}
    assert results["DKK", "Anna"] == 4.25 - 10
    assert results["DKK", "Bo"] == -0.75 + 20
    assert results["EUR", "Carl"] == 20
    said = peder.run("settle", "--season", "2026")
    assert "Season 2026, 2 nights: 2 hands" in said  # it was 3 nights in each currency
    assert "Season 2026, 1 night: 1 hand, " in said
    said = peder.run("settle", "--season", "2026", "--paid", "Anna Bo 5,75 kr")
    assert "Noted: Anna paid Bo 5.75 kr. To take it back: --take-back 1." in said
    rows = [row for row in peder.rows("settle", "--season", "2026", "--fewest") if row["row"] == "account"]
    assert {row["player"]: row["balance"] for row in rows if row["currency"] == "DKK"} == {
        "Anna": 0,
        "Bo": 13.5,
        "Carl": -13.5,
    }
    rows = peder.rows(
        "sql", "select player_id, counterparty_id, money from stg_bank where session_id is null"
    )
    assert rows == [{"player_id": "anna", "counterparty_id": "bo", "money": 5.75}]
    peder.run("settle", "--season", "2025", "--paid", "Anna Carl 1 kr")
    said = peder.run("settle", "--season", "2025", "--take-back", "1", code=1)  # one of 2026
    assert "The season has no payment #1 to take back; there are: #2 Anna paid Carl 1.00 kr." in said
    peder.run("settle", "--season", "2025", "--take-back", "2")
    peder.run("settle", "--season", "2026", "--take-back", "1")
    assert peder.rows("sql", "select * from stg_bank where session_id is null") == []
    assert "In which currency" in peder.run("settle", "--season", "2026", "--paid", "Anna Bo 5", code=1)


def test_a_session_without_a_journal_is_settled_from_the_store(peder: Peder) -> None:
    peder.log("n1", *TABLE, "7s 14 b3 +a", "count a 165 !", "count b 147")
    before = peder.rows("settle", "n1")
    (peder.store / "journal" / "n1.jsonl").unlink()
    assert peder.rows("settle", "n1") == before
    assert "wasn't logged here" in peder.run("settle", "n1", "--paid", "Bo Carl 1 kr", code=1)


def test_a_currency_that_a_file_doesn_t_name_stays_unnamed(peder: Peder) -> None:
    peder.run("import", "pokernow-log", str(SAMPLE), "--session", "n1", "--season", "2026")
    settled = peder.run("settle", "n1")
    assert settled.startswith("n1: 34 hands, a chip 0.25\n")
    assert not re.search(r"kr\b|DKK", settled)
    assert not re.search(r"kr\b|DKK", peder.run("bank", "n1"))
    assert {row["currency"] for row in peder.rows("settle", "n1")} == {None}
    peder.run("settle", "--season", "2026", "--all-paid")
    assert "Everybody is even." in peder.run("settle", "--season", "2026")


def test_players_of_a_night_that_a_logger_has_open_have_names(peder: Peder) -> None:
    with NightService(peder.store, "n1") as service:
        service.enter_file([*TABLE, "7s 14 b3 +a"])
        assert "Carl pays Anna 4.25 kr" in peder.run("settle", "n1")


def test_a_night_that_a_logger_has_open_is_settled_and_stays_open(peder: Peder) -> None:
    peder.log("n1", *TABLE, "7s 14 b3 +a", "count a 165 !")
    with NightService(peder.store, "n1") as service:
        text = peder.run("settle", "n1")
        assert "Carl pays Anna 3.75 kr" in text  # with the difference, though the accounts aren't closed
        assert "n1 is settled for now and stays open: The night 'n1' is open in another logger" in text
        assert service.enter("joins Dorte").status == "kept"
    assert Store(peder.store).read("sessions", "n1")["ended_at"].to_list() == [None]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("settle", "nothing"), "There is no night 'nothing'"),
        (("settle", "--season", "nothing"), "There is no season 'nothing' in the store"),
        (("settle", "n1", "--round", "0"), "rounded to nothing"),
        (("settle", "n1", "--round", "snot"), "is not an amount of money"),
        (("settle", "n1", "--paid", "Bo"), "isn't a payment"),
        (("settle", "n1", "--paid", "Bo Karen 3"), "isn't a payment"),
        (("settle", "n1", "--take-back", "1"), "entries of its log"),
        (("bank", "nothing"), "There is no night 'nothing'"),
    ],
)
def test_what_can_t_be_settled_gets_a_sentence(
    peder: Peder, arguments: tuple[str, ...], sentence: str
) -> None:
    peder.log("n1", *TABLE, "7s 14 b3 +a")
    assert sentence in peder.run(*arguments, code=1)


def test_a_payment_names_a_player_by_the_beginning_of_a_name_that_only_one_has(peder: Peder) -> None:
    peder.log("n1", "players Anna, Bo Hansen, Bo Jensen, Carl", "banker c", "loan 100", "7s 14 a3 +c")
    assert "Bo Hansen" in peder.run("settle", "n1", "--paid", "Bo H Carl 2 kr")
    assert "isn't a payment" in peder.run("settle", "n1", "--paid", "Bo Carl 2 kr", code=1)


def test_a_payment_names_a_player_as_the_log_does(peder: Peder) -> None:
    peder.log("n1", "players Anna, Big Al, Bo Hansen, Carl", "banker c", "loan 100", "7s 14 a3 +c")
    assert "Big Al" in peder.run("settle", "n1", "--paid", "Al Carl 2 kr")
    peder.run("players", "rename", "Bo Hansen", "Robert Hansen")
    assert "Robert Hansen" in peder.run("settle", "n1", "--paid", "Bo Carl 2 kr")


@pytest.mark.danish
def test_a_night_or_a_season_and_not_both(peder: Peder) -> None:
    peder.store.mkdir()
    peder.run("settle", "n1", "--season", "2026", code=2)


def test_a_night_that_is_left_out_is_the_latest_and_a_season_is_no_night(peder: Peder) -> None:
    assert "There is no store at" in peder.run("settle", code=1)
    peder.store.mkdir()
    assert "No night has been logged yet" in peder.run("settle", code=1)
    peder.log("2026-03-07", *TABLE, "season 2026", "7s 14 b3 +a")
    peder.log("2026-03-14", *TABLE, "season 2026", "7s 20 +b")
    with Journal(journal_place(peder.store, "2026-03-21")) as journal:  # its logger was killed
        for line in (*TABLE, "season 2026", "7s 10 +c"):
            journal.append([journal.new_entry(line, line)])
    for command in ("bank", "settle"):
        assert peder.run(command) == peder.run(command, "2026-03-21")
        assert "'2026' is a season, not a night: write --season 2026" in peder.run(command, "2026", code=1)


@pytest.mark.danish
def test_rounding_to_a_coin(peder: Peder) -> None:
    peder.log("n1", *TABLE, "7s 15 b3 +a")
    assert peder.balances("settle", "n1", "--round", "50 øre") == {"Anna": 4.5, "Bo": -0.5, "Carl": -4}


@pytest.mark.danish
def test_accounts_in_other_currencies_are_not_rounded_to_kroner(peder: Peder) -> None:
    peder.log("n1", *TABLE, "season s", "7s 15 b3 +a")
    peder.log("n2", *TABLE, "chip 0,33 EUR", "season s", "7s 15 b3 +a")
    rows = peder.rows("settle", "--season", "s", "--round", "1 kr")
    assert {(row["currency"], row["balance"]) for row in rows if row["player"] == "Anna"} == {
        ("DKK", 5), ("EUR", 5.94),
    }  # fmt: skip


@pytest.mark.danish
@pytest.mark.parametrize("coin", ["1 kr", "0.005"])
def test_a_night_is_not_closed_where_its_accounts_cannot_be_rounded_so(peder: Peder, coin: str) -> None:
    peder.log("n1", *TABLE, "chip 1 EUR", "7s 15 b3 +a")
    journal = (peder.store / "journal" / "n1.jsonl").read_bytes()
    assert "EUR" in peder.run("settle", "n1", "--round", coin, code=1).replace("€", "EUR")
    assert (peder.store / "journal" / "n1.jsonl").read_bytes() == journal


def test_drafts_don_t_count_and_that_is_said(peder: Peder) -> None:
    peder.log("n1", *TABLE, "7s 14 b3 +a", "skip")
    assert "1 hand is a draft and doesn't count" in peder.run("settle", "n1")
    assert "Without 1 draft, which doesn't count." in peder.run("settle", "n1", "--text")
    assert "Without 1 draft, which doesn't count." in peder.run("settle", "n1")


@pytest.mark.danish
def test_a_pot_without_a_winner_goes_to_the_banker(peder: Peder) -> None:
    peder.log("n1", *TABLE, "7s 14 ++")
    assert peder.balances("settle", "n1") == {"Anna": -3.5, "Bo": -3.5, "Carl": 7}


@pytest.fixture
def owing(peder: Peder) -> Peder:
    """A season in which Anna and Bo owe Carl 7.00 kr each, after Carl won two hands of 14 chips."""
    peder.log("n1", *TABLE, "season s", "7s 14 +c", "7s 14 +c")
    return peder


def payments(peder: Peder) -> list[tuple[str, str, float]]:
    rows = peder.rows(
        "sql", "select player_id, counterparty_id, money from stg_bank where session_id is null"
    )
    return [(row["player_id"], row["counterparty_id"], row["money"]) for row in rows]


@pytest.mark.danish
@pytest.mark.parametrize("where", [("n1",), ("--season", "s")])
def test_more_than_is_owed_is_asked_about(owing: Peder, where: tuple[str, ...]) -> None:
    before = owing.balances("settle", *where)
    for paid in ("Bo Carl 9.000 kr", "Bo Carl 7,01 kr", "Carl Bo 7 kr", "Anna Bo 1 kr"):
        owing.run("settle", *where, "--paid", paid, code=1)
    assert owing.balances("settle", *where) == before
    owing.run("settle", *where, "--paid", "Bo Carl 9.000 kr !")
    assert owing.balances("settle", *where) == {"Anna": -7, "Bo": 8993, "Carl": -8986}


@pytest.mark.danish
@pytest.mark.parametrize("where", [("n1",), ("--season", "s")])
def test_a_payment_noted_twice_is_asked_about(owing: Peder, where: tuple[str, ...]) -> None:
    owing.run("settle", *where, "--paid", "Bo Carl 2 kr")
    owing.run("settle", *where, "--paid", "Bo Carl 2,00 kr", code=1)
    assert owing.balances("settle", *where) == {"Anna": -7, "Bo": -5, "Carl": 12}
    owing.run("settle", *where, "--paid", "Bo Carl 2 kr !", "--paid", "Bo Carl 3 kr", "--all-paid")
    assert owing.balances("settle", *where) == {"Anna": 0, "Bo": 0, "Carl": 0}
    assert "Bo paid Carl 2.00 kr already. If it was paid, write --paid 'Bo Carl 2 kr !'." in owing.run(
        "--lang", "en", "settle", *where, "--paid", "Bo Carl 2 kr", code=1
    )


@pytest.mark.danish
@pytest.mark.parametrize("words", [("--paid", "Bo Carl 7 kr"), ("--paid", "Bo Carl 5 kr"), ("--all-paid",)])
@pytest.mark.parametrize("where", [("n1",), ("--season", "s")])
def test_of_two_who_note_a_payment_at_once_one_is_refused(
    owing: Peder, where: tuple[str, ...], words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other notes it after this one has read the accounts, before this one writes."""
    record = Settler._record

    def late(settler: Settler, *given: Any) -> list[int]:
        monkeypatch.setattr(Settler, "_record", record)
        owing.run("settle", *where, *words)
        return record(settler, *given)

    monkeypatch.setattr(Settler, "_record", late)
    owing.run("settle", *where, *words, code=1)
    once = owing.balances("settle", *where)
    assert once["Bo"] == (-2 if "Bo Carl 5 kr" in words else 0)
    assert once["Anna"] == (0 if "--all-paid" in words else -7)


@pytest.mark.parametrize("where", [("n1",), pytest.param(("--season", "s"), marks=pytest.mark.nightly)])
def test_of_two_processes_that_note_a_payment_one_is_refused(owing: Peder, where: tuple[str, ...]) -> None:
    owing.run("settle", *where)
    words = ["--store", str(owing.store), "settle", *where, "--paid", "Bo Carl 5 kr"]
    both = [
        subprocess.Popen([sys.executable, "-m", "pipeline.cli", *words], stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    said = [one.communicate()[1] for one in both]
    assert sorted(one.returncode for one in both) == [0, 1], said
    assert owing.balances("settle", *where)["Bo"] == -2


def test_payments_of_a_season_whose_nights_were_moved_are_shown(owing: Peder) -> None:
    owing.run("settle", "--season", "s", "--paid", "Anna Carl 2 kr")
    owing.log("n1", "season t")
    text = owing.run("settle", "--season", "t", "--text")
    assert "Season s has 1 payment and no night: peder settle --season s shows it." in text
    assert owing.balances("settle", "--season", "s") == {"Anna": 2, "Carl": -2}
    for coin, owed in (("50 øre", 2), ("3 kr", 3)):
        assert owing.balances("settle", "--season", "s", "--round", coin) == {"Anna": owed, "Carl": -owed}
    assert "EUR" in owing.run("settle", "--season", "s", "--round", "1 EUR", code=1)
    assert "Carl pays Anna 2.00 kr" in owing.run("settle", "--season", "s")
    owing.run("settle", "--season", "s", "--take-back", "1")
    assert "There is no season 's'" in owing.run("settle", "--season", "s", code=1)
    assert "no night" not in owing.run("settle", "--season", "t", "--text")


@pytest.mark.danish
def test_a_payment_in_a_currency_that_no_night_has_is_refused(owing: Peder) -> None:
    owing.run("settle", "n1", "--paid", "Bo Carl $5", code=1)
    for other in ("5 EUR", "25c", "12 øre SEK"):
        owing.run("settle", "--season", "s", "--paid", f"Bo Carl {other} !", code=1)
    owing.run("settle", "--season", "s", "--round", "1 EUR", code=1)
    assert payments(owing) == []


@pytest.mark.danish(nightly=True)
@pytest.mark.parametrize(
    "damage",
    ["cut", "gone", *(pytest.param(damage, marks=pytest.mark.nightly) for damage in ("older", "replaced"))],
)
def test_nothing_is_written_over_payments_that_a_journal_lacks(owing: Peder, damage: str) -> None:
    """A journal cut between two lines, an older copy, another one, none: each command says so and changes nothing."""
    journal = journal_of(owing.store, SEASON_PAYMENTS)
    for paid in ("Bo Carl 2 kr", "Bo Carl 3 kr"):
        owing.run("settle", "--season", "s", "--paid", paid)
    both = payments(owing)
    whole = journal.read_bytes()
    if damage != "gone":
        journal.with_suffix(".last").unlink()
    if damage == "gone":
        journal.unlink()
    elif damage == "replaced":
        journal.write_bytes(whole.replace(b"pay bo carl", b"pay anna bo"))
    else:
        journal.write_bytes(whole[: whole.index(b"\n") + 1])
        if damage == "older":
            journal.with_suffix(".last").write_bytes(b"")

    def tables() -> dict[Path, bytes]:
        places = (*owing.store.glob("bank/**/*.parquet"), *owing.store.glob("contents/**/*.json"), journal)
        return {place: place.read_bytes() for place in places if place.is_file()}

    before = tables()
    for command in (("standings",), ("check",), ("bank", "n1"), ("sql", "from mart_settlements")):
        result = CliRunner().invoke(app, [*command, "--store", str(owing.store)])
        assert journal.name in result.output.replace("\n", "") or command == ("bank", "n1")
    for words in (
        (),
        ("--paid", "Anna Carl 7 kr"),
        ("--all-paid",),
        ("--take-back", "1"),
        ("--paid", "Bo Carl 2 kr !"),
    ):
        assert str(journal) in owing.run("settle", "--season", "s", *words, code=1)
    assert tables() == before
    assert payments(owing) == both
    if damage in ("cut", "older"):
        owing.run("check", "--accept", code=0)
        assert payments(owing) == both[:1]
        owing.run("settle", "--season", "s", "--paid", "Bo Carl 3 kr")
        assert payments(owing) == both


def test_a_payment_taken_back_by_a_killed_command_leaves_the_tables(peder: Peder) -> None:
    peder.log("n1", *TABLE, "season s", "7s 14 b3 +a")
    peder.run("settle", "--season", "s", "--paid", "Bo Carl 0,75 kr")
    with Journal(journal_of(peder.store, SEASON_PAYMENTS)) as journal:
        journal.append([journal.new_entry("undo #1", "")])
    assert "The season has no payment #1" in peder.run("settle", "--season", "s", "--take-back", "1", code=1)
    assert pl.read_parquet(peder.store / "bank" / SEASON_PAYMENTS).is_empty()


@pytest.mark.danish
def test_settling_a_season_again_changes_no_file(peder: Peder) -> None:
    """The tables of the nights that it closes are up to date when it ends, not when they are next read."""
    for number in range(2):
        peder.log(f"n{number}", *TABLE, "season s", "7s 14 b3 +a")

    def files() -> dict[Path, bytes]:
        return {place: place.read_bytes() for place in peder.store.rglob("*") if place.is_file()}

    peder.run("settle", "--season", "s", "--all-paid")
    before = files()
    peder.run("settle", "--season", "s", "--all-paid")
    assert files() == before


def test_a_night_with_faults_says_so_each_time(peder: Peder) -> None:
    peder.log("n1", *TABLE, "sæson s", "7s 14 b3 +a", "slut !")
    with Journal(journal_place(peder.store, "n1")) as journal:
        journal.append([journal.new_entry("leaves nobody", "leaves nobody")])
    for _ in range(2):
        assert "n1, entry #8: Nobody here is 'nobody'" in peder.run("settle", "--season", "s")


def test_of_many_nights_with_drafts_five_are_listed(peder: Peder) -> None:
    for number in range(7):
        peder.log(f"n{number}", *TABLE, "sæson s", "7s 14 b3 +a", "skip 2")
    text = peder.run("settle", "--season", "s")
    assert "n4: 2 hands are drafts" in text
    assert "n5: 2 hands" not in text
    assert "2 more nights have drafts, 4 in all." in text


def test_players_of_one_name_are_told_apart_in_a_settlement(tmp_path: Path) -> None:
    log, store = tmp_path / "log.csv", tmp_path / "store"
    log.write_text(re.sub("(?:Dorthe|Erling) @ ", "Anna @ ", SAMPLE.read_text()))
    stores.peder(store, "import", "pokernow-log", log, "--currency", "DKK", "--season", "2026", code=0)
    for words in (["settle"], ["settle", "--season", "2026"], ["settle", "--text"]):
        shown = stores.peder(store, *words, code=0).stdout
        assert re.search(r"Anna \(PokerNow dM1oXf6GqV\) +\+7\.25 kr", shown)
        assert "Anna (PokerNow eT4uIn9BwY) pays Carsten 40.00 kr" in shown
        assert "Birgit pays Freja" in shown
    assert '"player": "Anna"' in stores.peder(store, "settle", "--json", code=0).stdout
    which = stores.peder(store, "settle", "--season", "2026", "--paid", "Anna Carsten 40 kr", code=1)
    assert (
        "Several players are called 'Anna': Anna (PokerNow dM1oXf6GqV) and Anna (PokerNow eT4uIn9BwY). Write which of "
        "them." in which.stderr
    )
    paid = stores.peder(
        store, "settle", "--season", "2026", "--paid", "Anna (PokerNow eT4uIn9BwY) Carsten 40 kr", code=0
    )
    assert "Noted: Anna (PokerNow eT4uIn9BwY) paid Carsten 40.00 kr." in paid.stderr
