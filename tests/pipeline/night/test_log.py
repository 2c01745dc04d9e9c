"""The desk: what a line does to the night, the hands and the tables; drafts, corrections, rules, files."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from engine.variants import VARIANTS
from pipeline.night.course import Course, night_of
from pipeline.night.desk import Answer, Desk
from pipeline.night.hand.deal import Hand, Seat
from pipeline.night.hand.shares import SeatWin, make_pots, share_out
from pipeline.night.journal import journal_place, read_journal
from pipeline.night.scribe import Scribe
from pipeline.night.shell.completion import LineCompleter
from pipeline.night.shell.prompt import look_up
from pipeline.night.shell.toolbar import toolbar
from pipeline.night.shell.views import bank_text, history_rows, history_text, settle_text
from pipeline.night.state import state
from pipeline.night.tables import bank_frame, hands_frame, seats_frame
from pipeline.night.text.words import COMMANDS
from pipeline.people import Registry
from pipeline.store.store import Store
from tests.oracle import settle as oracle

TABLE = (
    "spillere Anna, Bo, Carl, Dorte, Erik, Ester",
    "bankør c",
    "chip 25 øre",
    "lån 2p50",
)
AT = datetime(2026, 3, 14, 20, tzinfo=UTC)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    minutes = (AT + timedelta(minutes=n) for n in range(10_000))
    with Desk(tmp_path, "n1", now=lambda: next(minutes)) as opened:
        for line in TABLE:
            assert opened.enter(line).status == "kept"
        yield opened


def kept(desk: Desk, *lines: str) -> Hand:
    for line in lines:
        answer = desk.enter(line)
        assert answer.status == "kept", answer
    return desk.night.hands[-1] if desk.night.hands else Hand(entry_no=0, text="")


def draft(desk: Desk, line: str, why: str) -> Hand:
    answer = desk.enter(line)
    assert answer.status == "draft", answer
    hand = desk.night.hands[-1]
    assert hand.is_draft
    assert why in hand.why
    assert why in answer.text
    return hand


def refused(desk: Desk, line: str, why: str) -> None:
    before = len(desk.journal.entries)
    answer = desk.enter(line)
    assert answer.status == "refused", answer
    assert why in answer.text
    assert len(desk.journal.entries) == before


def seat(hand: Hand, handle: str) -> Seat:
    return next(seat for seat in hand.seats if seat.handle == handle)


def won(hand: Hand) -> dict[str, int]:
    return {seat.handle: seat.won for seat in hand.seats if seat.won}


# --- hands


def test_a_hand_as_the_issue_tells_it(desk: Desk) -> None:
    answer = desk.enter("7s 14 b3 c7 +d hus")
    assert answer.text == (
        "1 Seven Card Stud, Anna dealt: Dorte wins 66 = 1 peder 16 with full house; Bo folded at "
        "3 and Carl at 7."
    )
    hand = desk.night.hands[-1]
    assert [seat.handle for seat in hand.seats] == ["b", "c", "d", "e", "es", "a"]  # from the dealer's left
    assert (hand.pot_in, hand.pot, hand.pot_out, hand.outcome) == (0, 66, 0, "showdown")
    assert (seat(hand, "b").folded_round, seat(hand, "d").folded_round) == (0, None)
    assert (seat(hand, "d").announced, seat(hand, "d").meld, seat(hand, "d").showed) == (
        "full_house",
        "full_house",
        True,
    )


def test_the_deal_goes_round_and_whoever_sits_out_is_passed_over(desk: Desk) -> None:
    dealers = []
    for line in (
        "7s 9 +a",
        ". 9 +b",
        "d:. 9 c2 +d",
        ". 9 e- +d",
        "pause es",
        ". 9 +e",
        "tilbage es",
        ". 9 +a",
    ):
        before = len(desk.night.hands)
        kept(desk, line)
        if len(desk.night.hands) > before:
            dealers.append(desk.night.names[desk.night.hands[-1].dealer_id or ""])
    assert dealers == ["Anna", "Bo", "Dorte", "Ester", "Anna", "Bo"]  # Erik sat out when it was his turn
    kept(desk, "giver e", ". 9 +a")
    assert desk.night.hands[-1].dealer_id == "erik"


def test_the_same_game_again_takes_its_additions_along(desk: Desk) -> None:
    refused_hand = draft(desk, ". 9 +a", "no hand has been played yet")
    assert refused_hand.variant is None
    kept(desk, "sp vild 2 9 +a")
    assert kept(desk, ". 9 +b").additions == "wild 2"
    assert kept(desk, ". psy 9 +b").additions == "wild 2 psy"
    assert kept(desk, "7s 9 +b").additions == ""


def test_a_pot_that_carries_makes_a_chain(desk: Desk) -> None:
    first = kept(desk, "7s 10 ++")
    assert (first.outcome, first.pot_out, first.chain_no) == ("carried", 60, 1)
    spoilt = kept(desk, "3cd 2 !nd !fejl b fik et kort for lidt, nyt spil")
    assert (spoilt.pot_in, spoilt.pot_out, spoilt.outcome, spoilt.chain_no) == (60, 72, "new_deal", 1)
    assert spoilt.errors == (("too_few", 5, "fik et kort for lidt, nyt spil"),)
    last = kept(desk, "7s 9 +d")
    assert (last.pot_in, last.pot, last.chain_no, won(last)) == (72, 126, 1, {"d": 126})
    assert kept(desk, "7s 9 +d").chain_no == 4


def test_dealt_again_by_the_same_dealer_without_a_new_ante(desk: Desk) -> None:
    kept(desk, "th 2 a1 b,c,d,e0 !om")
    again = kept(desk, "7s 0 b0 +d")
    assert again.dealer_id == "anna"
    assert won(again) == {"d": 3}


def test_the_pot_can_be_counted_instead_of_the_level(desk: Desk) -> None:
    hand = kept(desk, "7s =66 b3 c7 +d")
    assert seat(hand, "a").paid == 14
    draft(desk, "7s =67 b3 c7 +d", "isn't the same for each of the 4 others")
    draft(desk, "7s 14 b3 c7 +d =67", "counted to be 67, and the line makes 66")
    assert kept(desk, "ok").pot == 66
    assert kept(desk, "7s 14 +d", "=84").pot == 84
    answer = desk.enter("=80")
    assert answer.status == "draft"
    assert "counted to be 80" in desk.night.hands[-1].why


def test_guts_from_deal_to_deal(desk: Desk) -> None:
    first = kept(desk, "guts 2 +a b! c!")
    assert (first.pot, first.pot_out, won(first)) == (36, 24, {"a": 12})
    assert (seat(first, "b").paid, seat(first, "d").folded_round) == (14, 1)
    tie = kept(desk, "guts ++ a! b!")
    assert (tie.pot_in, tie.pot_out, tie.chain_no) == (24, 72, 1)
    nobody = kept(desk, ". ++")
    assert (nobody.pot_in, nobody.pot_out, nobody.outcome) == (72, 72, "carried")
    capped = kept(desk, "guts loft 20 +a b!")
    assert (capped.pot_out, seat(capped, "b").paid) == (20, 20)
    exact = kept(desk, ". +a b!7 c!")
    assert exact.pot_out == 27
    assert won(kept(desk, ". +e")) == {"e": 27}
    draft(desk, "guts +a", "How much did each put in")
    draft(desk, "7s 14 +a b!", "goes with guts")


def test_side_pots(desk: Desk) -> None:
    hand = kept(desk, "th 20 a0 b1 c2 d=12 +d side +e")
    assert won(hand) == {"d": 39, "e": 16}
    assert [(share.pot_no, share.chips) for share in hand.shares] == [(0, 39), (1, 16)]
    alone = kept(desk, "th 20 a0 b1 c2 d=12 e0 +d")
    assert won(alone) == {"d": 27, "es": 8}  # nobody else is in the side pot
    draft(desk, "th 20 a0 b1 c2 d=12 +d", "Who wins the side pot of 16 between Erik and Ester")
    draft(desk, "th 20 a0 b1 c2 +d side +e", "There is no side pot")
    draft(desk, "th 20 a0 b1 c2 d=12 +e side +d", "Dorte isn't in that side pot")
    exact = kept(desk, "d:th 20 e0 es1 a2 b=12 +b39 +c16")
    assert won(exact) == {"b": 39, "c": 16}
    assert [share.pot_no for share in exact.shares] == [0, 1]
    bought = kept(desk, "2step 20 a=30 b0 c2 d2 +e")  # paid exchanges that nobody has to match
    assert won(bought) == {"e": 74}
    assert len(won(kept(desk, "7s 14 b=10 +d"))) == 1  # shadow, not side pots (ruling 37)


def test_run_twice(desk: Desk) -> None:
    hand = kept(desk, "th no limit 25 a0 b1 c2 d2 +e igen +es")
    assert hand.boards == 2
    assert won(hand) == {"e": 28, "es": 27}  # the first board has the odd chip
    both = kept(desk, "th no limit 40 a=20 b,c0 d2 +a side +e igen +e side +es")
    assert won(both) == {"a": 31, "e": 20 + 31, "es": 20}
    draft(desk, "th no limit 40 a=20 b,c0 d2 +a igen +e", "Who wins the side pot of 40 between")


def test_high_and_low(desk: Desk) -> None:
    hand = kept(desk, "7s hilo 14 b3 +d hi fl +e lo 6-4 a begge")
    assert won(hand) == {"d": 37, "e": 36}  # Dorte sits nearer the dealer's left
    assert (seat(hand, "d").declared, seat(hand, "a").declared) == ("high", "both")
    assert won(kept(desk, ". 14 +d begge")) == {"d": 84}
    assert won(kept(desk, ". 14 +d lo +e lo +b hi")) == {"d": 21, "e": 21, "b": 42}
    draft(desk, "7s 14 +d hi", "isn't played high/low")
    draft(desk, "7s hilo 14 +d", "write hi or lo")
    draft(desk, "7s hilo 14 +d +e lo", "without a direction")
    draft(desk, "7s 14 +d +e spar", "only where the dealer says so")
    assert won(kept(desk, "7s spade 14 b3 +d +e spar")) == {"d": 37, "e": 36}


def test_exact_shares_and_the_odd_chip(desk: Desk) -> None:
    assert won(kept(desk, "7s 12 +a10 +b62")) == {"a": 10, "b": 62}
    assert won(kept(desk, "7s 12 +a10 +b")) == {"a": 10, "b": 62}
    draft(desk, "7s 12 +a10 +b60", "The shares make 70 and the pot is 72")
    draft(desk, "7s 12 +a72 +b", "nothing is left for Bo")
    assert won(kept(desk, "giver a", "7s 14 b3 +d +e")) == {"d": 37, "e": 36}
    draft(desk, "a:7s 14 b3 +d36 +e37", "The odd chip is Dorte's")
    assert won(kept(desk, "ok")) == {"d": 36, "e": 37}


def test_shadow_is_owed_to_who_won_it(desk: Desk) -> None:
    kept(desk, "7s 14 a/4 b12/3 +a")
    accounts = desk.night.accounts
    assert accounts["anna"].owing == -3  # a winner's own shadow is part of the win (PR)
    assert accounts["bo"].owing == 3
    kept(desk, "betal b a 3")
    assert desk.night.accounts["bo"].owing == 0
    kept(desk, "7s 9 e/5 ++", "7s 9 +d36 +b")  # it stays with a pot that carries
    owed = {name: account.owing for name, account in desk.night.accounts.items() if account.owing}
    assert owed == {"erik": 5, "dorte": -2, "bo": -3}
    draft(desk, "7s 14 a/15 +b", "15 in shadow of the 14 put in")
    draft(desk, "th 14 b0 a/4 +c", "doesn't know (ruling 37)")
    kept(desk, "skygge a d 4")
    assert desk.night.accounts["anna"].owing == 4


def test_stacks_follow_the_bank(desk: Desk) -> None:
    hand = kept(desk, "7s 14 b3 +d")
    assert (seat(hand, "a").stack_before, seat(hand, "c").stack_before) == (150, None)  # Carl has the bank
    hand = kept(desk, "køb a 1p", ". 9 +b")
    assert seat(hand, "a").stack_before == 150 - 14 + 50


# --- rules


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("7s 14 b1 +d", "Bo put in 1, and the ante is 2"),
        ("7s 500 +d", "unusually large for Seven Card Stud, where 77 is much"),
        ("sp 18 +d", "unusually large"),
        ("syn 21 +d", "unusually large"),
        ("7s 14 b20 +d", "Bo folded at 20, more than the 14"),
        ("7s 14 b* +d", "used the peder and put in only 14"),
        ("p32 14 e,es- b* +d", "played without"),
        ("7s 14 b (As Jo) +d", "Jo isn't in the pack"),
        ("7s 14 b2 c2 d2 e2 es2 a2 +d", "Dorte folded and can't win"),
        ("7s 14 b2 c2 d2 e2 es2 a2 ++", "Everybody folded"),
        ("7s 14 b- c- d- e- +es", "Seven Card Stud takes 3 to 7 players, not 2"),
        ("p32 14 +d", "Poker with 32 cards takes 3 to 4 players, not 6"),
        ("ratfuck hilo 14 +d hi", "it is played high/low as it is"),
        ("sp byt 3 14 +d", "no cards are exchanged"),
        ("syn 8 a/2 +d", "shadow"),
        ("th 1 +d", "less than the big blind"),
    ],
)
def test_the_rules_make_drafts(desk: Desk, line: str, why: str) -> None:
    draft(desk, line, why)


def test_a_large_level_is_usual_with_peders(desk: Desk) -> None:
    hand = kept(desk, "7s 64 b* a2 +d")
    assert [seat(hand, handle).peder_used for handle in "abd"] == [False, True, False]
    unknown = kept(desk, "7s 60 a2 +d")  # somebody's peder is in it and nobody wrote whose
    assert seat(unknown, "b").peder_used is None


CARDS = "bord (2c 3c 9d 9h Ks)"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("7s 14 +d (As Ad Ac Kd 9c 2d 3h) 3ens", None),
        ("7s 14 +d (As Ad Ac Kd 9c 2d 3h) par", None),  # below the cards: counts as announced
        ("7s 14 +d (As Ad Ac Kd 9c 2d 3h) hus", "full house isn't there: Dorte can't win with it"),
        ("7s 14 +d (As Ad Ac Kd 9c 2d 3h) 3ens-K", None),
        ("7s 14 +d (Qs Qd Qc Kd 9c 2d 3h) 3ens-A", "isn't there"),
        ("7s 14 +d (As Ad) hus", None),  # not all cards are named: nothing is known
        (
            "7s 14 a (Ks Kh Kc Qd 9h 2c 3d) +d (Qs Qh Qc Jd 9c 2d 3h)",
            "Anna shows three alike, kings with Q 9",
        ),
        ("7s 14 a (Ks Kh Kc Qd 9h 2c 3d) par +d (Qs Qh Qc Jd 9c 2d 3h)", None),  # announced too low
        ("7s 14 a (Ks Kh Kc Qd 9h 2c 3d) hus +d (Qs Qh Qc Jd 9c 2d 3h)", "Anna loses the claim"),
        ("7s 14 +d (As Ad Ac Kd 9c 2d 3h 4h)", "leaves a player 7"),
        ("7s vild 2 14 +d (As Ad Ac Kd 9c 2d 3h) 4ens", None),
        (f"th 14 a (Ah Ad) +d (9c 9s) 4ens {CARDS}", None),
        (f"th 14 a (Ah Ad) +d (Kc 9s) 4ens {CARDS}", "isn't there"),
        (f"om 14 a (Ah Ad 4c 4d) +d (Kc Kd 5h 6h) hi hus-K {CARDS}", None),
        ("crs 14 +d (9c 2d / 9s 3h 4h Kd Qd) 4ens", "isn't there"),
        ("crs 14 +d (9c 2d Qs / 9s 3h 4h Kd) par", None),
        ("7bs 14 +d (As 2d 3h 5c 7d 9s Jh) 5ens", None),  # which card came last isn't told
    ],
)
def test_announced_melds_against_the_cards(desk: Desk, line: str, why: str | None) -> None:
    if why is None:
        kept(desk, line)
    else:
        draft(desk, line, why)


# --- drafts and corrections


def test_a_hand_that_has_no_meaning_is_kept_as_a_draft_and_mended(desk: Desk) -> None:
    kept(desk, "7s 14 +a")
    answer = desk.enter("7s 14 x3 +d hus")
    assert answer.text.startswith("2? Kept as a draft: Nobody here is 'x'")
    kept(desk, "7s 9 +b")  # it never blocks, and the deal has gone on
    assert [hand.dealer_id for hand in desk.night.hands] == ["anna", "bo", "carl"]
    assert "1 draft ?" in toolbar(desk.night)
    refused(desk, "ok 2", "can't be read and so can't be right")
    refused(desk, "ret 2 7s 14 y3 +d", "Nobody here is 'y'")
    answer = desk.enter("ret 2")
    assert answer.offer == "ret 2 7s 14 x3 +d hus"
    kept(desk, "ret 2 7s 14 e3 +d hus")
    assert won(desk.night.hands[1]) == {"d": 73}
    assert desk.night.drafts == []


def test_undo_redo_and_the_history(desk: Desk) -> None:
    kept(desk, "7s 14 +a", "7s 9 +b", "u")
    assert len(desk.night.hands) == 1
    kept(desk, "gendan")
    assert len(desk.night.hands) == 2
    kept(desk, "u 1")
    assert [won(hand) for hand in desk.night.hands] == [{"b": 54}]
    kept(desk, "u")  # the hand that is left
    refused(desk, "u #5", "taken back already")
    kept(desk, "gendan", "u #4")
    refused(desk, "u #99", "There is no entry #99")
    refused(desk, "u 9", "There is no hand 9")
    rows = list(history_rows(desk.journal.entries))
    status = {row["entry_no"]: row["status"] for row in rows}
    assert (status[4], status[5], status[6]) == ("taken back", "taken back", "")
    assert [row["typed"] for row in rows][:2] == [*TABLE[:2]]
    assert "(taken back)" in history_text(desk.journal.entries)


def test_a_line_that_is_sent_again_is_the_same_line(desk: Desk) -> None:
    assert desk.enter("7s 14 +a", key="phone-1").status == "kept"
    assert desk.enter("7s 14 +a", key="phone-1").text == "Kept already: #5 7s 14 +a"
    assert desk.enter("7s 14 +a", key="phone-2").status == "kept"
    assert len(desk.night.hands) == 2
    assert [entry.key for entry in read_journal(desk.journal.place).entries[4:]] == ["phone-1", "phone-2"]


def test_the_state_of_a_night_as_data(desk: Desk) -> None:
    kept(desk, "7s 10 ++", "pause b")
    draft(desk, "7s x", "")
    now = state(desk.night)
    assert (now.hand_no, now.dealer, now.pot, now.bank_out, now.drafts) == (3, "Dorte", 0, 750, (2,))
    assert [(one.handle, one.chips, one.keeps_bank, one.pauses) for one in now.table][:3] == [
        ("a", 140, False, False), ("b", 140, False, True), ("c", -10, True, False),
    ]  # fmt: skip
    kept(desk, ": 7s")
    assert "Betting round 1" in state(desk.night).asks


def test_nothing_left_to_take_back(tmp_path: Path) -> None:
    with Desk(tmp_path, "n1") as desk:
        refused(desk, "u", "nothing to take back")
        refused(desk, "gendan", "is no undo")
        refused(desk, "ok", "no draft")
        refused(desk, "=66", "No hand has been played yet")
        refused(desk, "7s 14 +a", "Nobody sits at the table yet")


def test_an_edit_is_read_as_of_its_place(desk: Desk) -> None:
    kept(desk, "sp 9 +a", "7s 14 +b", ". 8 +c")
    kept(desk, "ret 2 . 11 +d")  # the same game as hand 1
    assert [hand.variant.id for hand in desk.night.hands if hand.variant] == [
        "straight-poker", "straight-poker", "seven-card-stud",
    ]  # fmt: skip
    kept(desk, "ret #4 lån 3p")
    assert desk.night.accounts["anna"].lent == 150
    refused(desk, "ret 1 u", "can't stand in the place")
    refused(desk, "ret 1 skip 3", "can't stand in the place")


def test_an_edit_that_breaks_a_later_hand_says_so(desk: Desk) -> None:
    kept(desk, "7s 14 ++", "7s 9 +a100 +b38")
    answer = desk.enter("ret 1 7s 14 +c")
    assert "Hand 2 no longer fits: The shares make 138 and the pot is 54" in answer.text
    assert desk.night.hands[1].is_draft
    answer = desk.enter("u")
    assert not desk.night.hands[1].is_draft
    answer = desk.enter("u #1")
    assert "no longer fits" in answer.text


def test_skipped_hands_take_their_turn_and_can_be_filled_in(desk: Desk) -> None:
    answer = desk.enter("skip 2")
    assert answer.status == "draft"
    assert kept(desk, "7s 14 +a").hand_no == 3
    assert desk.night.hands[2].dealer_id == "carl"
    kept(desk, "ret 1 7s 9 +d")
    assert won(desk.night.hands[0]) == {"d": 54}
    assert len(desk.night.drafts) == 1


def test_errors_and_counts_are_put_on_the_last_hand(desk: Desk) -> None:
    kept(desk, "7s 14 +a ; flot", "!fejl b fik et kort åbent, rettet", "=84", "!fejl for mange kort, omdelt")
    hand = desk.night.hands[-1]
    assert [kind for kind, _, _ in hand.errors] == ["open_for_closed", "too_many"]
    assert (hand.note, hand.is_draft) == ("flot", False)
    assert kept(desk, "; en note").hand_no == 1
    assert desk.night.notes[-1][1] == "en note"


def test_a_hand_keeps_its_number(desk: Desk) -> None:
    kept(desk, "7s 14 +a", "7s 9 +b", "7s 10 +c", "u 1")
    assert [hand.hand_no for hand in desk.night.hands] == [2, 3]
    assert desk.enter("ret 3 7s 11 +d").text.startswith("3 ")
    kept(desk, "7s 9 +b")
    assert [hand.hand_no for hand in desk.night.hands] == [2, 3, 4]
    kept(desk, "u")
    assert kept(desk, "7s 8 +e").hand_no == 4  # as on paper, where the last line was struck out
    refused(desk, f"u #{len(desk.journal.entries) - 1}", "Hand 4 is another one by now")
    kept(desk, "u #8")  # the undo of the first
    assert [hand.hand_no for hand in desk.night.hands] == [1, 2, 3, 4]
    desk.rest()
    assert desk.store.read("hands", "n1")["hand_no"].to_list() == [1, 2, 3, 4]


def test_a_night_with_drafts_isn_t_ended_by_the_way(desk: Desk) -> None:
    kept(desk, "7s 10 ++", "slut", "7s 9 +a")
    assert told_of(desk, "kladder") == "No hand is a draft."
    kept(desk, "7s 10 ++")
    draft(desk, "7s 9 x3 +a", "Nobody here is 'x'")
    refused(desk, "slut", "One hand is a draft and doesn't count: 4 '7s 9 x3 +a', and 60 = 1")
    assert "slut" not in [entry.said for entry in desk.journal.entries[-1:]]
    assert told_of(desk, "kladder") == "4? 7s 9 x3 +a: " + desk.night.hands[-1].why + " (ret 4)"
    kept(desk, "slut !")
    assert desk.night.ended_at


def told_of(desk: Desk, line: str) -> str:
    answer = desk.enter(line)
    assert answer.asked
    return look_up(answer.asked, desk)


# --- players


def test_players_come_and_go(desk: Desk) -> None:
    kept(desk, "7s 9 +a", "går b", ". 9 +a")
    assert len(desk.night.hands[-1].seats) == 5
    kept(desk, "kommer Frida efter c")
    assert [player.handle for player in desk.night.players] == ["a", "b", "c", "f", "d", "e", "es"]
    kept(desk, "kommer Bo")
    assert desk.night.players[-1].name == "Bo"
    refused(desk, "kommer Bo", "sits at the table already")
    refused(desk, "kommer Britta=b", "The handle 'b' is taken")
    refused(desk, "kommer Hi=hi", "is a word of the log")
    kept(desk, "kommer Hilda")
    assert desk.night.players[-1].handle == "h"
    draft(desk, "7s 9 b2 +x", "Nobody here is 'x'")
    kept(desk, "pause h")
    draft(desk, "7s 9 h2 +a", "'h' isn't dealt in")


def test_handles_avoid_each_other_and_the_words_of_the_log(tmp_path: Path) -> None:
    with Desk(tmp_path, "n1") as desk:
        desk.enter("players Hi, Hilda, Fl, Erik, Es, Essie, Ålis, Li Bo, Li Ba, Tove, Tore")
        handles = {player.name: player.handle for player in desk.night.players}
    assert len(set(handles.values())) == len(handles)
    assert handles["Hi"] == "h"
    assert handles["Hilda"] == "hil"  # h is taken, hi is a word
    assert (handles["Erik"], handles["Es"], handles["Ålis"]) == ("e", "es", "å")
    assert handles["Tore"] == "tor"  # to is a word


def test_a_player_is_found_by_alias_and_stays_the_same_over_the_nights(tmp_path: Path) -> None:
    from pipeline.night.text.words import is_reserved
    from pipeline.people import change_players

    with Desk(tmp_path, "n1") as desk:
        desk.enter("players Anna Ø, Bo, Carl")
    change_players(
        Store(tmp_path), lambda people: people.rename("anna-o", "Annie").set_handle("bo", "bob", is_reserved)
    )
    with Desk(tmp_path, "n2") as desk:
        desk.enter("players anna ø, BO, carl")
        assert [(p.player_id, p.name, p.handle) for p in desk.night.players] == [
            ("anna-o", "Annie", "a"), ("bo", "Bo", "bob"), ("carl", "Carl", "c"),
        ]  # fmt: skip


# --- the bank


def test_the_bank_s_book(desk: Desk) -> None:
    kept(desk, "køb a 1p", "køb b 1p kontant", "retur d 100", "retur e 10 kontant", "betal a b 12,50 kr")
    accounts = desk.night.accounts
    assert (accounts["anna"].bought, accounts["dorte"].returned) == (50, 100)
    received = {name: float(account.received) for name, account in accounts.items() if account.received}
    assert received == {"anna": -12.5, "carl": 10, "erik": 2.5}
    refused(desk, "betal a b 12 EUR", "can't be booked")
    assert "Anna: lent 150, bought 50" in bank_text(desk.night)
    assert "pays" in settle_text("n1", desk.night)


def test_the_bank_lends_to_all_but_the_banker(tmp_path: Path) -> None:
    with Desk(tmp_path, "n1") as desk:
        desk.enter("players Anna, Bo, Carl")
        refused(desk, "lån 2p", "Who keeps the bank?")
        refused(desk, "køb a 10 kontant", "Who keeps the bank?")
        kept_before = desk.enter("bankør b")
        assert kept_before.status == "kept"
        desk.enter("lån 2p")
        assert desk.journal.entries[-1].line == "loan a,c 100"


# --- the tables


def test_the_tables_follow_at_rest_and_can_be_made_again(desk: Desk) -> None:
    store = desk.store
    kept(desk, "7s 14 b3 c7/2 +d hus", "7s 9 ++", "guts +a b!")
    desk.enter("7s 9 x2 +a")
    kept(
        desk,
        ": 7s",
        ": a (As Kd / 9h)",
        ": b2 .",
        ": .",
        ": .",
        ": .",
        ": .",
        ": +b",
        "retur a 100",
        "slut !",
    )
    assert store.read("hands", "n1").is_empty()
    assert desk.rest() == ""
    hands, seats, bank = store.read("hands", "n1"), store.read("seats", "n1"), store.read("bank", "n1")
    again = night_of(read_journal(journal_place(store.path, "n1")).entries)
    assert hands.drop("session_id").equals(hands_frame(again))
    assert seats.drop("session_id").equals(seats_frame(again))
    assert bank.drop("session_id").equals(bank_frame(again).drop("session_id"))
    session = store.read("sessions", "n1").row(0, named=True)
    assert (session["kind"], session["banker_id"], session["currency"]) == ("night", "carl", "DKK")
    assert str(session["chip_value"]) == "0.250000"
    assert session["house_rules"] == '{"loan": 150}'
    assert hands["status"].to_list() == ["confirmed"] * 3 + ["draft", "confirmed"]
    assert hands["detail"].to_list() == ["result"] * 4 + ["actions"]
    unread = seats.filter(seats["hand_no"] == 4)
    assert unread["paid"].to_list() == [None] * 6


# --- files


def test_a_file_is_read_all_or_not_at_all(tmp_path: Path) -> None:
    good = [*TABLE, "", "# a comment", "7s 14 b3 +a", "7s 500 +b", "ok", "skip"]
    bad = [*good, "7s 14 x3 +a", "lån x 2p", "7s 9 +b"]
    with Desk(tmp_path, "n1") as desk:
        _, faults = desk.read_file(bad)
        assert [fault.number for fault in faults] == [11, 12]
        assert desk.journal.entries == []
        answers, faults = desk.read_file(bad, keep_going=True)
        assert [fault.number for fault in faults] == [11, 12]
        assert [hand.is_draft for hand in desk.night.hands] == [False, False, True, True, False]
        assert len(journal_place(tmp_path, "n1").read_bytes().splitlines()) == 1  # one line: all or none
        assert any("Dorte" in answer for answer in answers)
    with Desk(tmp_path, "n2") as desk:
        _, faults = desk.read_file(good)
        assert faults == []
        assert desk.has_read(good)
        _, faults = desk.read_file(["7s 500 +b"])
        assert len(faults) == 1  # a doubtful line isn't right until it is confirmed


def test_a_night_goes_on_where_it_was_left(tmp_path: Path) -> None:
    with Desk(tmp_path, "n1") as desk:
        desk.read_file([*TABLE, "7s 14 b3 +a", ": 7s", ": b2"])
        night = desk.night
    with Desk(tmp_path, "n1") as desk:
        assert desk.night == night
        assert desk.enter("c.").status == "kept"


# --- shares, against the oracle


def test_shares_agree_with_the_oracle_on_random_tables() -> None:
    dice = random.Random(11)
    for _ in range(400):
        players = dice.randint(2, 6)
        names = {number: str(number) for number in range(players)}
        paid = {number: dice.choice([0, 2, 5, 9, 14, 20]) for number in range(players)}
        stayed = sorted(dice.sample(range(players), dice.randint(1, players)))
        if max(paid.values()) > max(paid[number] for number in stayed):
            paid[stayed[0]] = max(paid.values())
        pot_in = dice.choice([0, 0, 7])
        pots = make_pots(paid, stayed, pot_in, None)
        wanted = oracle.pots([oracle.Payment(seat, chips) for seat, chips in paid.items()], stayed, pot_in)
        assert [(pot.chips, tuple(sorted(pot.seats))) for pot in pots if pot.chips] == wanted
        if not wanted:
            continue
        named, shares = [], []
        for pot_no, pot in enumerate(wanted):
            high = dice.sample(pot.seats, dice.randint(1, len(pot.seats)))
            low = dice.sample(pot.seats, dice.randint(0, len(pot.seats)))
            if low:
                named.append(
                    [*[SeatWin(s, None, "high") for s in high], *[SeatWin(s, None, "low") for s in low]]
                )
                shares += oracle.share_high_low(pot_no, pot.chips, sorted(high), sorted(low))
            else:
                named.append([SeatWin(number) for number in high])
                shares += [
                    oracle.Share(pot_no, "whole", number, chips)
                    for number, chips in oracle.award(pot.chips, high).items()
                    if chips
                ]
        made = share_out([pot for pot in pots if pot.chips], [named], names)
        assert sorted((s.pot_no, s.half, s.seat, s.chips) for s in made) == sorted(map(tuple, shares))


PIECES = [
    *[command.words[0] for command in COMMANDS], *[v.aliases[0] for v in VARIANTS.values() if v.aliases],
    ".", ":", "+a", "+b", "++", "a2", "b=17", "c-", "d*", "e/3", "es!", "14", "2", "hus", "hi", "lo", "side",
    "igen", "bord", "(As Kd)", "!nd", "!fejl x", "=40", "; n", "#3", "1", "vild", "psy", "Frida", "efter",
]  # fmt: skip
SOUP = st.lists(st.sampled_from(PIECES), max_size=7).map(" ".join)


@given(st.lists(SOUP, max_size=6))
@settings(max_examples=120, deadline=None)
def test_no_line_at_all_breaks_the_desk(lines: list[str]) -> None:
    scribe = Scribe(Course(), Registry(), lambda: AT)
    for line in [*TABLE, "7s 14 b3 +a", *lines]:
        before = len(scribe.course.entries)
        answer = scribe.take(line)
        assert answer.text or answer.asked
        assert "\n" not in answer.text
        assert (answer.status == "refused") <= (len(scribe.course.entries) == before)
        assert night_of(scribe.course.entries) == scribe.night
    hands_frame(scribe.night), seats_frame(scribe.night), bank_frame(scribe.night)


def words(desk: Desk, text: str) -> list[str]:
    completer = LineCompleter(lambda: desk.night, lambda: desk.registry)
    return [found.text for found in completer.get_completions(Document(text), CompleteEvent())]


def test_what_can_be_typed_next(desk: Desk) -> None:
    assert words(desk, "cinc") == ["cin"]
    assert words(desk, "lån") == []  # it is whole
    assert "lån" in words(desk, "lå")
    assert "c7" in words(desk, "chica")
    assert words(desk, "7s 14 e") == ["es"]  # e is whole
    assert words(desk, "7s 14 +e") == ["+es"]
    assert words(desk, "7s 14 +Dor") == ["+d"]
    assert "hus" in words(desk, "7s 14 +d h")
    assert "psy" in words(desk, "7s p")
    assert words(desk, "køb d") == []  # it is whole
    assert words(desk, "køb e") == ["es"]
    assert "Anna" in words(desk, "kommer A")
    assert words(desk, "? lå") == []
    assert "lån" in words(desk, "hjælp l")
    desk.enter(": 7s")
    assert "byt" in words(desk, "a b")


def test_answers_are_one_sentence_each(desk: Desk) -> None:
    for line in (
        "7s 14 b3 +a hus",
        "7s 500 +a",
        "ok",
        "skip",
        "u",
        "gendan",
        "pause b",
        "køb a 1p",
        "; note",
        "slut !",
    ):
        answer = desk.enter(line)
        assert isinstance(answer, Answer)
        assert answer.text
        assert "\n" not in answer.text


def test_a_hand_that_ends_after_a_refused_line_is_a_draft(desk: Desk) -> None:
    kept(desk, ": sp", ": b2 c. d.")
    refused(desk, ": b3", "has answered the last bet already: Erik acts (e).")
    answer = desk.enter(": +b")
    assert answer.status == "draft"
    assert "The line ': b3' before the end was refused" in answer.text
    kept(desk, ": sp")
    refused(desk, ": a3", "It isn't Anna's turn")
    kept(desk, ": .")  # a right line after the refused one: nothing is missing
    kept(desk, ": +c")


def test_a_bet_that_nobody_called_is_not_won(desk: Desk) -> None:
    answer = desk.enter("th no limit 40 a=20 b0 c0 d0 es0 +a side +e")
    assert "Anna wins 40; 20 that nobody called go back to Erik" in answer.text
    assert "Erik wins" not in answer.text
