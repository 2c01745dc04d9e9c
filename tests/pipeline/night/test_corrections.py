"""Drafts and corrections: undo, edits in their place, numbers that stay, keys, what is asked."""

from __future__ import annotations

from pathlib import Path

from pipeline.night.desk import Desk
from pipeline.night.journal import read_journal
from pipeline.night.shell.toolbar import toolbar
from pipeline.night.shell.views import history_rows, history_text, look_up
from pipeline.night.state import state
from tests.pipeline.night.at_desk import TABLE, draft, kept, refused, won


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
    rows = list(history_rows(desk.course))
    status = {row["entry_no"]: row["status"] for row in rows}
    assert (status[4], status[5], status[6]) == ("taken back", "taken back", "")
    assert [row["typed"] for row in rows][:2] == [*TABLE[:2]]
    assert "(taken back)" in history_text(desk.course)


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
    refused(desk, "slut", "1 hand is a draft and doesn't count: 4 '7s 9 x3 +a', and 60 = 1")
    assert "slut" not in [entry.said for entry in desk.journal.entries[-1:]]
    assert told_of(desk, "kladder") == "4? 7s 9 x3 +a: " + desk.night.hands[-1].why + " (ret 4)"
    kept(desk, "slut !")
    assert desk.night.ended_at


def told_of(desk: Desk, line: str) -> str:
    answer = desk.enter(line)
    assert answer.asked
    return look_up(answer.asked, desk)
