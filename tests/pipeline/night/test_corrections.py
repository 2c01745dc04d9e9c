"""Drafts and corrections: undo, edits in their place, numbers that stay, keys, what is asked."""

from __future__ import annotations

from pathlib import Path

from language import speaking
from pipeline.night.journal import read_journal
from pipeline.night.prompt.app import toolbar
from pipeline.night.prompt.views import history_rows, history_text, look_up
from pipeline.night.service import NightService
from pipeline.serve.view import night_view
from tests.pipeline.night.helpers import TABLE, draft, kept, refused, won


def test_a_hand_that_can_t_be_read_becomes_a_draft_and_is_edited(service: NightService) -> None:
    kept(service, "7s 14 +a")
    answer = service.enter("7s 14 x3 +d hus")
    assert answer.status == "refused"
    assert answer.text.startswith("Nobody here is 'x'")
    assert answer.place == (6, 7)
    answer = service.enter("7s 14 x3 +d hus")
    assert answer.text.startswith("2? Logged as a draft: Nobody here is 'x'")
    kept(service, "7s 9 +b")  # it never blocks, and the deal has gone on
    assert [hand.dealer_id for hand in service.night.hands] == ["anna", "bo", "carl"]
    assert "1 draft ?" in toolbar(service.night)
    refused(service, "ok 2", "can't be read, so it can't be confirmed")
    refused(service, "ret 2 7s 14 y3 +d", "Nobody here is 'y'")
    answer = service.enter("ret 2")
    assert answer.offer == "edit 2 7s 14 x3 +d hus"
    kept(service, "ret 2 7s 14 e3 +d hus")
    assert won(service.night.hands[1]) == {"d": 73}
    assert service.night.drafts == []


def test_the_undo_of_an_undo_says_what_is_back(service: NightService) -> None:
    kept(service, "7s 14 +a")
    n = len(service.journal.entries)
    kept(service, "u")
    assert service.enter(f"u #{n + 1}").text == f"Back again: #{n} 7s 14 +a"
    assert len(service.night.hands) == 1
    kept(service, "u")
    assert service.enter("redo").text == f"Back again: #{n} 7s 14 +a"


def test_undo_redo_and_the_history(service: NightService) -> None:
    kept(service, "7s 14 +a", "7s 9 +b", "u")
    assert len(service.night.hands) == 1
    kept(service, "gendan")
    assert len(service.night.hands) == 2
    kept(service, "u 1")
    assert [won(hand) for hand in service.night.hands] == [{"b": 54}]
    kept(service, "u")  # the hand that is left
    refused(service, "u #5", "taken back already")
    kept(service, "gendan", "u #4")
    refused(service, "u #99", "There is no entry #99")
    refused(service, "u 9", "There is no hand 9")
    rows = list(history_rows(service.replay))
    status = {row["entry_no"]: row["status"] for row in rows}
    assert (status[4], status[5], status[6]) == ("taken back", "taken back", "")
    assert [row["typed"] for row in rows][:2] == [*TABLE[:2]]
    assert "(taken back)" in history_text(service.replay)


def test_a_line_that_is_sent_again_is_the_same_line(service: NightService) -> None:
    assert service.enter("7s 14 +a", key="phone-1").status == "kept"
    assert service.enter("7s 14 +a", key="phone-1").text == "Logged already: #5 7s 14 +a"
    assert service.enter("7s 14 +a", key="phone-2").status == "kept"
    assert len(service.night.hands) == 2
    assert [entry.key for entry in read_journal(service.journal.place).entries[4:]] == ["phone-1", "phone-2"]


def test_the_toolbar_and_the_phones_show_the_state_of_the_night(service: NightService) -> None:
    kept(service, "7s 10 ++", "pause b")
    draft(service, "7s x", "")
    night = service.night
    assert (night.next_hand_no, night.pot, night.bank_out) == (3, 0, 750)
    assert night.dealer
    assert night.dealer.name == "Dorte"
    assert "a Anna 140  b Bo 140 (pause)  c Carl* -10" in toolbar(night)
    kept(service, ": 7s")
    assert "Betting round 1" in night_view("n1", service.replay)["asks"]


def test_nothing_left_to_take_back(tmp_path: Path) -> None:
    with NightService(tmp_path, "n1") as service:
        refused(service, "u", "nothing to take back")
        refused(service, "gendan", "isn't an undo")
        refused(service, "ok", "no draft")
        refused(service, "=66", "No hand has been played yet")
        refused(service, "7s 14 +a", "Nobody sits at the table yet")


def test_a_second_count_of_a_pot_takes_the_place_of_the_first(service: NightService) -> None:
    kept(service, "7s 10 +b")
    played_for = service.night.hands[0].played_for
    for count in ("=480", "=480", "=90"):
        assert service.enter(count).status == "draft"
        why = service.night.hands[0].why
        assert why == f"The pot was counted to be {count[1:]}, and the line makes {played_for}."
    kept(service, f"={played_for}")
    assert not service.night.drafts


def test_the_other_reasons_of_a_draft_stay_in_any_language(service: NightService) -> None:
    draft(service, "7s 500 +b", "A level of 500 is unusually large")
    reasons = service.night.hands[0].why
    for count in ("=480", "=90"):
        with speaking("da"):
            service.enter(count)
    why = service.night.hands[0].why
    assert why == f"{reasons} The pot was counted to be 90, and the line makes 3000."


def test_a_pot_may_be_counted_before_an_uncalled_bet_goes_back(service: NightService) -> None:
    """The same on the hand's line and after it."""
    kept(service, "th 20 a0 b1 c2 d=12 e0 +d")
    hand = service.night.hands[0]
    before = hand.played_for + sum(hand.returned.values())
    assert before > hand.played_for
    kept(service, f"={before}")
    draft(service, f"={before + 1}", "The pot was counted to be")
    kept(service, f"edit 1 th 20 a0 b1 c2 d=12 e0 +d ={before}")


def test_an_edit_is_read_as_of_its_place(service: NightService) -> None:
    kept(service, "sp 9 +a", "7s 14 +b", ". 8 +c")
    kept(service, "ret 2 . 11 +d")  # the same game as hand 1
    assert [hand.variant.id for hand in service.night.hands if hand.variant] == [
        "straight-poker", "straight-poker", "seven-card-stud",
    ]  # fmt: skip
    kept(service, "ret #4 lån 3p")
    assert service.night.accounts["anna"].lent == 150
    refused(service, "ret 1 u", "can't stand in the place")
    refused(service, "ret 1 skip 3", "can't stand in the place")


def test_an_edit_that_breaks_a_later_hand_says_so(service: NightService) -> None:
    kept(service, "7s 14 ++", "7s 9 +a100 +b38")
    answer = service.enter("ret 1 7s 14 +c")
    assert "Hand 2 no longer fits: The shares make 138 and the pot is 54" in answer.text
    assert service.night.hands[1].is_draft
    answer = service.enter("u")
    assert not service.night.hands[1].is_draft
    answer = service.enter("u #1")
    assert ". Entry #" in answer.text or ". Hand " in answer.text
    assert "no longer fits" in answer.text


def test_skipped_hands_take_their_turn_and_can_be_filled_in(service: NightService) -> None:
    noted = service.enter("skip ; nobody wrote it down")
    assert noted.text == "1? A hand that wasn't logged. Noted: nobody wrote it down."
    assert service.enter("u").status == service.enter("u").status == "kept"
    answer = service.enter("skip 2")
    assert answer.status == "draft"
    assert kept(service, "7s 14 +a").hand_no == 3
    assert service.night.hands[2].dealer_id == "carl"
    kept(service, "ret 1 7s 9 +d")
    assert won(service.night.hands[0]) == {"d": 54}
    assert len(service.night.drafts) == 1


def test_errors_and_counts_are_put_on_the_last_hand(service: NightService) -> None:
    kept(
        service, "7s 14 +a ; flot", "!fejl b fik et kort åbent, rettet", "=84", "!fejl for mange kort, omdelt"
    )
    hand = service.night.hands[-1]
    assert [kind for kind, _, _ in hand.errors] == ["open_for_closed", "too_many"]
    assert (hand.note, hand.is_draft) == ("flot", False)
    assert kept(service, "; en note").hand_no == 1
    assert service.night.notes[-1][1] == "en note"


def test_a_hand_keeps_its_number(service: NightService) -> None:
    kept(service, "7s 14 +a", "7s 9 +b", "7s 10 +c", "u 1")
    assert [hand.hand_no for hand in service.night.hands] == [2, 3]
    assert service.enter("ret 3 7s 11 +d").text.startswith("Corrected: 3 ")
    kept(service, "7s 9 +b")
    assert [hand.hand_no for hand in service.night.hands] == [2, 3, 4]
    kept(service, "u")
    assert kept(service, "7s 8 +e").hand_no == 4  # as on paper, where the last line was struck out
    refused(service, f"u #{len(service.journal.entries) - 1}", "Hand 4 is another one by now")
    kept(service, "u #8")  # the undo of the first
    assert [hand.hand_no for hand in service.night.hands] == [1, 2, 3, 4]
    service.update_tables()
    assert service.store.read("hands", "n1")["hand_no"].to_list() == [1, 2, 3, 4]


def test_a_night_with_drafts_needs_a_confirmation_to_end(service: NightService) -> None:
    kept(service, "7s 10 ++", "slut bank", "7s 9 +a")
    assert view_of(service, "kladder") == "No hand is a draft."
    kept(service, "7s 10 ++")
    draft(service, "7s 9 x3 +a", "Nobody here is 'x'")
    refused(service, "slut", "1 hand is a draft and doesn't count: 4 '7s 9 x3 +a', and 60 = 1")
    assert "slut" not in [entry.as_typed for entry in service.journal.entries[-1:]]
    assert view_of(service, "kladder") == "4? 7s 9 x3 +a: " + service.night.hands[-1].why + " (edit 4)"
    kept(service, "slut !")
    assert service.night.ended_at


def view_of(service: NightService, line: str) -> str:
    answer = service.enter(line)
    assert answer.lookup
    return look_up(answer.lookup, service)


def test_another_level_is_that_of_all_who_stayed_for_it(service: NightService) -> None:
    kept(service, "th 16 a=16 b=16 c=16 d1 e1 es1 +a", "hand 1 was 15 each")
    assert service.night.hands[0].pot == 48


def test_undo_that_takes_back_the_last_entry_whatever_it_was(service: NightService) -> None:
    kept(service, "7s 14 +d", "anna paid 240 kr for pizza", "delete that")
    assert len(service.night.hands) == 1
    assert not any(entry.money for entry in service.night.ledger)
    kept(service, "delete the last hand")
    assert not service.night.hands


def test_a_correction_says_which_other_hands_it_changes(service: NightService) -> None:
    kept(service, "7s 14 ++", "7s 10 +b")
    n = len(service.journal.entries)
    now, before = "Bo wins 60 = 1 peder 10", "Bo wins 144 = 2 peders 44"
    assert service.enter("edit 1 7s 14 +a").text.endswith(f" Hand 2 changes: {now} (before: {before}).")
    back = "Hand 1 changes: nobody wins, 84 = 1 peder 34 carries over (before: Anna wins 84 = 1 peder 34)."
    assert service.enter("u").text.endswith(f"{back} Hand 2 changes: {before} (before: {now}).")
    assert service.enter(f"u #{n - 1}").text.endswith(f"Hand 2 changes: {now} (before: {before}).")
    assert service.enter("redo").text.endswith(f"Hand 2 changes: {before} (before: {now}).")
    kept(service, "7s 5 ++")
    assert service.enter("u 3").text.endswith(" Carried into the next hand: 0 chips (before: 30).")
    assert "changes" not in service.enter("edit 2 7s 10 +b straight").text


def test_a_correction_of_the_table_lists_the_hands_that_it_changes(service: NightService) -> None:
    kept(service, "leaves es", "7s 2 +a", "7s 2 +a", "7s 2 +a", "7s 2 +a")
    leaves = len(service.journal.entries) - 4
    assert service.enter(f"u #{leaves}").text.endswith(" The chips of hands 1, 2, 3 and 4 change.")
    assert [hand.pot for hand in service.night.hands] == [12] * 4
