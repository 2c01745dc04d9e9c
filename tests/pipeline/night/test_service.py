"""The service: tables at rest, files all or none, no line at all that breaks it, what can be typed next."""

from __future__ import annotations

from pathlib import Path

from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from pipeline.night.journal import journal_place, read_journal
from pipeline.night.prompt.completion import LineCompleter
from pipeline.night.replay import replay_night
from pipeline.night.service import NightService
from pipeline.night.tables import hands_frame, seats_frame
from pipeline.store.bank_rows import bank_frame
from tests.pipeline.night.helpers import TABLE, draft, kept, refused


def test_the_tables_follow_at_rest_and_can_be_made_again(service: NightService) -> None:
    store = service.store
    kept(service, "7s 14 b3 c7/2 +d hus", "7s 9 ++", "guts +a b!")
    draft(service, "7s 9 x2 +a", "Nobody here is 'x'")
    kept(
        service,
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
    assert service.update_tables() == ""
    hands, seats, bank = store.read("hands", "n1"), store.read("seats", "n1"), store.read("bank", "n1")
    again = replay_night(read_journal(journal_place(store.path, "n1")).entries)
    assert hands.drop("session_id").equals(hands_frame(again))
    assert seats.drop("session_id").equals(seats_frame(again))
    assert bank.drop("session_id").equals(
        bank_frame(again.ledger_in_money(), again.currency).drop("session_id")
    )
    session = store.read("sessions", "n1").row(0, named=True)
    assert (session["kind"], session["banker_id"], session["currency"]) == ("night", "carl", "DKK")
    assert str(session["chip_value"]) == "0.250000"
    assert session["house_rules"] == '{"loan": 150}'
    assert hands["status"].to_list() == ["confirmed"] * 3 + ["draft", "confirmed"]
    assert hands["detail"].to_list() == ["result"] * 4 + ["actions"]
    unread = seats.filter(seats["hand_no"] == 4)
    assert unread["paid"].to_list() == [None] * 6


def test_a_night_goes_on_where_it_was_left(tmp_path: Path) -> None:
    with NightService(tmp_path, "n1") as service:
        service.enter_file([*TABLE, "7s 14 b3 +a", ": 7s", ": b2"])
        night = service.night
    with NightService(tmp_path, "n1") as service:
        assert service.night == night
        assert service.enter("c.").status == "kept"


def words(service: NightService, text: str) -> list[str]:
    completer = LineCompleter(lambda: service.night, lambda: service.registry)
    return [result.text for result in completer.get_completions(Document(text), CompleteEvent())]


def test_what_can_be_typed_next(service: NightService) -> None:
    assert words(service, "cinc") == ["cin", "cincinnati-liz"]
    assert words(service, "sætt") == []
    assert words(service, "loan") == []  # it is whole
    assert "loan" in words(service, "lo")
    assert "loan" in words(service, "lå")
    assert "c7" in words(service, "chica")
    assert words(service, "7s 14 e") == ["es"]  # e is whole
    assert words(service, "7s 14 +e") == ["+es"]
    assert words(service, "7s 14 +Dor") == ["+d"]
    assert "full house" in words(service, "7s 14 +d f")
    assert "psy" in words(service, "7s p")
    assert "hilo" in words(service, "7s hi")
    assert words(service, "køb d") == []  # it is whole
    assert words(service, "køb e") == ["es"]
    assert "Anna" in words(service, "kommer A")
    assert words(service, "? lå") == []
    assert "loan" in words(service, "hjælp l")
    service.enter(": 7s")
    assert "byt" in words(service, "a b")


def test_a_hand_that_ends_after_a_refused_line_is_a_draft(service: NightService) -> None:
    kept(service, ": sp", ": b2 c. d.")
    refused(service, ": b3", "has answered the last bet already: Erik acts (e).")
    answer = service.enter(": +b")
    assert answer.status == "draft"
    assert "The line ': b3' before the end was refused" in answer.text
    kept(service, ": sp")
    refused(service, ": a3", "It isn't Anna's turn")
    kept(service, ": .")  # a right line after the refused one: nothing is missing
    kept(service, ": +c")


def test_a_table_needs_its_players_first_and_more_than_one(tmp_path: Path) -> None:
    with NightService(tmp_path, "n1") as empty:
        refused(empty, "7s 14 b3 +anna", "Nobody sits at the table yet")
        refused(empty, "players standings", "'standings' is a word of the log")
        refused(empty, "players Solveig", "Solveig can't play alone")
        assert empty.night.players == ()
        assert empty.enter("players Anna, Bo").status == "kept"
        assert empty.enter("players Anna").status == "kept"  # Bo went home
