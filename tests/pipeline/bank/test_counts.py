"""A part handed back isn't a count; a count that differs, and more chips than a player has, need a confirmation."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from pipeline.analysis.marts import check_store, query_store
from pipeline.bank.settlement import settle
from pipeline.night.journal import Journal, journal_place, read_journal
from pipeline.night.night import night_ledger
from pipeline.night.replay import replay_night
from pipeline.night.service import NightService
from tests.pipeline.night.helpers import without_tables
from tests.stores import few_models

few = few_models("check_", "mart_standings")

TABLE = ("players Anna, Bo, Carl", "banker a", "chip 25 øre", "loan 100")
BO_WINS = "7s 10 +b"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[NightService]:
    with without_tables(tmp_path, "n1") as opened:
        kept(opened, *TABLE)
        yield opened


def kept(service: NightService, *lines: str) -> str:
    answer = None
    for line in lines:
        answer = service.enter(line)
        assert answer.status == "kept", answer
    assert answer
    return answer.text


def refused(service: NightService, line: str) -> tuple[str, str]:
    before = len(service.journal.entries)
    answer = service.enter(line)
    assert (answer.status, len(service.journal.entries)) == ("refused", before), answer
    return answer.text, answer.offer


def balances(service: NightService) -> dict[str, Decimal]:
    (settlement,) = settle([night_ledger("n1", service.night)])
    return {line.player_id: line.balance for line in settlement.lines}


def kinds(service: NightService, player: str) -> list[str]:
    return [str(entry.kind) for entry in service.night.closed_ledger if entry.player_id == player]


def journal(store: Path, *lines: str) -> None:
    """A journal as an earlier version wrote it."""
    with Journal(journal_place(store, "n1")) as opened:
        opened.append([opened.new_entry(line, "", after=number) for number, line in enumerate(lines)])


OLD = ("players Anna=a/anna, Bo=b/bo, Carl=c/carl", "banker a", "chip 0.25 DKK", "loan b,c 100")


def test_a_part_handed_back_is_no_count(service: NightService) -> None:
    """The issue's night: Bo, who won 60, paid Anna 12.50."""
    kept(service, BO_WINS)
    told = kept(service, "return b 50")
    assert told == "Bo hands back 50 = 1 peder; by the hands 70 = 1 peder 20 are left."
    kept(service, BO_WINS, BO_WINS, "slut")
    assert balances(service) == {"anna": Decimal("-7.5"), "bo": Decimal(15), "carl": Decimal("-7.5")}
    assert kinds(service, "bo") == ["loan", "buyback"]


@pytest.mark.danish
def test_a_part_at_the_end_is_no_count_either(service: NightService) -> None:
    kept(service, BO_WINS, "return b 50", "end")
    assert balances(service)["bo"] == Decimal(5)


def test_the_checks_and_the_standings_know_a_part_from_a_count(service: NightService, tmp_path: Path) -> None:
    kept(service, "season s", BO_WINS, "return b 50", BO_WINS, "count c 78 !", "end")
    assert {checked.check: checked.faults for checked in check_store(tmp_path) if checked.count} == {}
    rows = query_store(tmp_path, "select player_id, net_money from mart_standings where season = 's'")
    assert {row["player_id"]: row["net_money"] for row in rows} == balances(service)
    assert balances(service) == {"anna": Decimal("-4.5"), "bo": Decimal(10), "carl": Decimal("-5.5")}


def test_a_count_that_agrees_with_the_hands_is_accepted(service: NightService) -> None:
    kept(service, BO_WINS)
    assert kept(service, "tæl b 2p20") == (
        "Bo's chips were counted and handed back: 120 = 2 peders 20, as the hands have it."
    )
    assert (service.night.accounts["bo"].stack, service.night.accounts["bo"].counted) == (0, True)


def test_a_count_that_differs_needs_a_confirmation(service: NightService) -> None:
    kept(service, BO_WINS)
    why, offer = refused(service, "tæl b 110")
    assert "By the hands Bo has 120 = 2 peders 20, and 110 is 10 fewer." in why
    assert offer == "count b 110 !"
    assert "10 fewer than the hands have it" in kept(service, offer)
    assert balances(service) == {"anna": Decimal(0), "bo": Decimal("2.5"), "carl": Decimal("-2.5")}


def test_a_correction_says_what_it_makes_of_a_count(service: NightService) -> None:
    kept(service, BO_WINS, BO_WINS, "count c 80")
    fewer = "Carl's chips were counted: now 10 fewer than the hands have it."
    assert kept(service, "u 1") == f"Taken back: #5 7s 10 +b. {fewer}"
    assert kept(service, "redo").endswith("Carl's chips were counted: now as the hands have it.")
    assert "now 30 fewer than" in kept(service, "edit 2 7s 10 +c")
    assert "counted" not in kept(service, "edit 2 7s 10 +c ; wow")


def test_without_a_banker_a_difference_has_no_place_and_that_is_said(tmp_path: Path) -> None:
    with NightService(tmp_path, "n1") as service:
        kept(service, "players Anna, Bo, Carl", "banker a", "loan 100", BO_WINS, BO_WINS, "count c 80")
        assert "counted" not in kept(service, "u #2")
        assert kept(service, "u 1").endswith("there is no banker to take the difference: write banker WHO.")
        why, offer = refused(service, "end")
        assert "The counted chips of Carl differ from what the hands leave, and there is no banker" in why
        assert not offer
        refused(service, "end !")
        kept(service, "banker a")
        assert "there is no banker" in kept(service, "u")
        kept(service, "redo", "end")
        assert balances(service) == {"anna": Decimal(0), "bo": Decimal(5), "carl": Decimal(-5)}
    with NightService(tmp_path, "n2") as service:
        kept(service, "players Anna, Bo, Carl", BO_WINS)
        assert "80 more than the hands have it" in kept(service, "count c 70 !")


def test_a_pot_may_be_carried_in_before_the_clock_is_put_back(tmp_path: Path) -> None:
    hours = iter([15, 15, 15, 15, 15, 13, 13, 13])
    with NightService(tmp_path, "n1", now=lambda: datetime(2026, 2, 10, next(hours), tzinfo=UTC)) as service:
        kept(service, *TABLE, "carry 24", "7s 10 +b", "end")
        assert service.night.hands[0].pot_in == 24
    assert {checked.check: checked.faults for checked in check_store(tmp_path) if checked.count} == {}


@pytest.mark.danish
def test_playing_on_after_a_count_keeps_the_difference(service: NightService) -> None:
    kept(service, BO_WINS, "count b 110 !", "loan b 50", BO_WINS, "end")
    assert kinds(service, "bo") == ["loan", "buyback", "difference", "loan"]
    assert balances(service)["bo"] == Decimal("7.5")  # 40 won, less the 10 that were missing


@pytest.mark.danish
def test_an_edited_hand_moves_the_difference(service: NightService) -> None:
    kept(service, BO_WINS, "count b 110 !", "ret 1 7s 5 +b")
    assert service.night.accounts["bo"].difference == 0
    kept(service, "u")
    assert service.night.accounts["bo"].difference == -10


def test_the_banker_is_not_counted(service: NightService) -> None:
    assert "Anna keeps the bank" in refused(service, "count a 100")[0]


def test_a_return_of_old_that_nothing_follows_is_still_the_count(tmp_path: Path) -> None:
    journal(tmp_path, *OLD, "b:seven-card-stud 10 +b", "return b 110", "return c 90", "end")
    night = replay_night(read_journal(journal_place(tmp_path, "n1")).entries)
    (settlement,) = settle([night_ledger("n1", night)])
    assert {line.player_id: line.balance for line in settlement.lines}["bo"] == Decimal("2.5")
    assert [entry.kind for entry in night.closed_ledger if entry.player_id == "bo"] == [
        "loan",
        "count",
        "difference",
    ]


def test_a_return_of_old_before_the_last_hand_is_a_part(tmp_path: Path) -> None:
    hand = "b:seven-card-stud 10 +b"
    journal(tmp_path, *OLD, hand, "return b 50", hand, hand, "end")
    night = replay_night(read_journal(journal_place(tmp_path, "n1")).entries)
    assert [entry.kind for entry in night.closed_ledger if entry.player_id == "bo"] == ["loan", "buyback"]
    assert night.accounts["bo"].result == 60


@pytest.mark.parametrize(("line", "offer"), [("return b 150", "loan b 50"), ("betal b c 250", "loan b 150")])
def test_more_chips_than_a_player_has_need_a_confirmation(
    service: NightService, line: str, offer: str
) -> None:
    why, offered = refused(service, line)
    assert "By the hands Bo has 100 chips" in why
    assert offered == offer
    kept(service, f"{line} !")


def test_a_hand_that_puts_a_player_below_zero_is_doubtful(service: NightService) -> None:
    kept(service, "7s 70 +c", "u", "return b 60")
    answer = service.enter("7s 50 +c")
    assert answer.status == "draft"
    assert (
        "Bo has 40 chips and puts in 50: loan b 50 and then ok, or b/10 if they were in shadow."
        in answer.text
    )
    kept(service, "loan b 50", "ok")
    kept(service, "u", "u", "u")
    assert service.enter("7s 50 b/10 +c").status == "kept"


@pytest.mark.danish
def test_a_player_below_zero_is_not_asked_about_again(service: NightService) -> None:
    kept(service, "return b 95")
    assert service.enter("7s 10 +c").status == "draft"
    kept(service, "ok", "7s 10 +c")


def test_a_player_who_joins_is_offered_the_loan_of_the_night(service: NightService) -> None:
    answer = service.enter("joins Dorte")
    assert (answer.status, answer.offer) == ("kept", "loan d 100")
    assert answer.text.endswith("The night's loan: loan d 100.")
    kept(service, answer.offer)
    assert service.enter("leaves d").offer == "count d 100"


def test_the_banker_does_not_leave_unnoticed(service: NightService) -> None:
    why, offer = refused(service, "går a")
    assert "Anna keeps the bank: say who keeps it from now on, such as banker b." in why
    assert offer == "leaves a !"
    kept(service, "banker b", "går a")


def test_chips_paid_for_shadow_after_a_count_are_the_players(service: NightService) -> None:
    """A counted player who was paid shadow lost those chips to the bank when the night ended."""
    kept(service, "7s 10 c/4 +b", "count b 116", "pay c b 4", "end")
    results = {player: account.result for player, account in service.night.accounts.items()}
    assert results == {"anna": -10, "bo": 20, "carl": -10}
