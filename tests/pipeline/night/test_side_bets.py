"""Chips besides the hands: side bets, and what becomes of a carried pot."""

from __future__ import annotations

from pathlib import Path

from language import speaking
from pipeline.bank.ledger import BankKind
from pipeline.bank.message import besides_texts
from pipeline.bank.settlement import Settlement, settle
from pipeline.night.night import night_ledger
from pipeline.night.service import NightService
from pipeline.store.store import Store
from tests.pipeline.night.helpers import kept, refused
from tests.pipeline.night.test_read_again import read_again


def settled(service: NightService) -> Settlement:
    return settle([night_ledger("n1", service.night)])[0]


def results(service: NightService) -> dict[str, int]:
    return {line.player_id: line.sum_of("result") for line in settled(service).lines if line.accounts}


def texts(service: NightService) -> list[str]:
    with speaking("en"):
        return besides_texts(settled(service), service.night.names.__getitem__)


def test_chips_that_nobody_owed_change_hands(tmp_path: Path) -> None:
    with speaking("en"), NightService(tmp_path, "n1") as service:
        kept(service, "players Anna, Bo, Carl, Dorte", "banker c", "chip 1 kr", "loan 2p", "th 10 d0 +a")
        assert service.enter("betal b a 5").text == "Bo pays Anna 5: a side bet, as no shadow is owed."
        kept(service, "slut !")
        assert results(service) == {"anna": 25, "bo": -15, "carl": -10, "dorte": 0}
        assert texts(service) == ["Anna got 5 from Bo in a side bet"]
        read_again(service)
    assert Store(tmp_path).read("bank", "n1").filter(kind="bet")["chips"].to_list() == [5]


def test_more_than_the_shadow_owed_is_asked_about(service: NightService) -> None:
    kept(service, "shadow b a 4")
    refused(service, "pay b a 6 !", "write pay b a 4, and pay b a 2 bet for the rest")
    kept(service, "pay b a 4", "pay b a 2 bet", "pay b a 1")
    account = service.night.accounts["bo"]
    assert (account.owing, account.besides, account.stack) == (0, -3, 150 - 3)
    refused(service, "pay b a 500", "By the hands Bo has")


def test_a_bet_of_a_player_who_was_counted_is_theirs_not_the_banks(service: NightService) -> None:
    kept(service, "count b 150", "pay b a 5 !", "end")
    assert {player: chips for player, chips in results(service).items() if chips} == {"anna": 5, "bo": -5}


def test_chips_lent_by_a_player_change_nobodys_result(service: NightService) -> None:
    kept(service, "bo lends anna 50", "count a 200", "count b 100", "end")
    assert set(results(service).values()) == {0}


def test_a_carried_pot_is_asked_about_at_the_end(service: NightService) -> None:
    kept(service, "7s 10 ++")
    refused(service, "end", "A pot of 60 is carried, and no hand follows: end shared shares it")
    kept(service, "end shared")
    assert set(results(service).values()) == {0}
    assert texts(service)[0].startswith("A carried pot of 60 was shared: Bo +10")
    kept(service, "7s 5 ++", "end next")
    assert results(service)["carl"] == -15 + 90
    assert texts(service) == ["A carried pot of 90 is kept by the bank for the next night: Carl +90"]
    kept(service, "end !")
    assert texts(service) == ["A carried pot of 90 that nobody won went to the bank: Carl +90"]
    read_again(service)
    kept(service, "7s 2 +a")
    refused(service, "end next", "No pot is carried")


def test_a_shared_pot_is_also_theirs_whose_chips_were_counted(service: NightService) -> None:
    kept(service, "7s 10 ++", "count a 140", "count b 140", "end shared")
    assert set(results(service).values()) == {0}
    accounts = service.night.accounts
    assert {(one.stack, one.besides) for one in (accounts["anna"], accounts["bo"])} == {(0, 10)}


def test_odd_chips_of_a_shared_pot_go_to_the_dealers_left(service: NightService) -> None:
    kept(service, "7s 10 e4 ++", "end shared")
    pots = {one.player_id: one.chips for one in service.night.closed_ledger if one.kind is BankKind.POT}
    assert pots == {"bo": 9, "carl": 9, "dorte": 9, "erik": 9, "ester": 9, "anna": 9}
    kept(service, "u", "går d", "end shared")
    pots = {one.player_id: one.chips for one in service.night.closed_ledger if one.kind is BankKind.POT}
    assert pots == {"bo": 11, "carl": 11, "erik": 11, "ester": 11, "anna": 10}


def test_a_pot_of_an_earlier_night_is_played_for(service: NightService, tmp_path: Path) -> None:
    kept(service, "carry 60")
    hand = kept(service, "7s 10 +b")
    assert (hand.pot_in, hand.pot) == (60, 120)
    kept(service, "end")
    assert results(service)["bo"] == 110
    assert results(service)["carl"] == -70
    read_again(service)


def test_shadow_paid_after_the_end_of_the_night_is_no_side_bet(tmp_path: Path) -> None:
    """A night that has ended owes no shadow, so the payment moved the chips a second time."""
    with NightService(tmp_path, "n1") as service:
        for line in ("players Anna, Bo, Carl", "banker a", "loan 100", "7s 10 c/4 +b", "end", "pay c b 4"):
            answer = service.enter(line)
            assert answer.status == "kept"
        assert "for shadow" in answer.text
        assert {one: account.result for one, account in service.night.accounts.items()} == {
            "anna": -10,
            "bo": 20,
            "carl": -10,
        }
