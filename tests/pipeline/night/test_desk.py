"""The desk: tables at rest, files all or none, no line at all that breaks it, what can be typed next."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings, strategies as st
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from engine.variants import VARIANTS
from pipeline.night.course import Course, night_of
from pipeline.night.desk import Answer, Desk
from pipeline.night.journal import journal_place, read_journal
from pipeline.night.scribe import Scribe
from pipeline.night.shell.completion import LineCompleter
from pipeline.night.tables import bank_frame, hands_frame, seats_frame
from pipeline.night.text.words import COMMANDS
from pipeline.people import Registry
from tests.pipeline.night.at_desk import AT, TABLE, kept, refused


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
