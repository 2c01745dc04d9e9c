"""Lines that are pasted together, hands that nobody logged, a narrow terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from language import speaking
from pipeline.night.prompt.app import toolbar
from pipeline.night.service import NightService
from pipeline.store.store import Store
from tests.pipeline.night.helpers import kept, refused
from tests.pipeline.night.test_read_again import read_again


def test_pasted_lines_are_as_many_lines(service: NightService) -> None:
    answer = service.enter("7s 14 b3 +d hus\r\n\r\n7s 9 +a\n; en note\n")
    assert (answer.status, answer.rest, len(answer.text.splitlines())) == ("kept", "", 3)
    assert (len(service.night.hands), service.night.notes[0][1]) == (2, "en note")


def test_a_line_that_fails_leaves_the_rest(service: NightService) -> None:
    answer = service.enter("7s 14 +d\n; note\n7s 14 b3 +x\n7s 9 +a", key="phone-1")
    assert (answer.status, answer.rest) == ("refused", "7s 14 b3 +x\n7s 9 +a")
    assert len(service.night.hands) == 1
    answer = service.enter("7s 14 b3 +e\n7s 9 +a", key="phone-2")
    assert (answer.status, answer.rest, len(service.night.hands)) == ("kept", "", 3)
    again = service.enter("7s 14 b3 +e\n7s 9 +a", key="phone-2")
    assert (again.status, len(service.night.hands)) == ("kept", 3)
    read_again(service)


def test_a_question_among_pasted_lines_is_answered_and_not_asked_again(service: NightService) -> None:
    answer = service.enter("7s 14 +d\nbank\n7s 9 +a")
    assert answer.lookup
    assert (answer.lookup.what, answer.rest) == ("bank", "7s 9 +a")


def test_a_hand_that_nobody_logged_can_be_confirmed(service: NightService, tmp_path: Path) -> None:
    service.enter("skip 2")
    kept(service, "7s 14 +d")
    refused(service, "end", "2 hands are drafts")
    kept(service, "ok 1", "ok")
    assert not service.night.drafts
    read_again(service)
    assert service.enter("end").status == "kept"
    service.update_tables()
    hands = Store(tmp_path).read("hands", "n1")
    assert hands["status"].to_list() == ["draft", "draft", "confirmed"]
    kept(service, "u", "u")  # the end, and that hand 2 stands
    assert [hand.hand_no for hand in service.night.drafts] == [2]


def test_a_carried_pot_is_not_confirmed_away(service: NightService) -> None:
    kept(service, "7s 10 ++")
    service.enter("skip")
    refused(service, "ok", "A pot of 60 was carried into this hand")
    assert service.enter("ret 2 7s 10 +a").status == "kept"
    assert service.night.nets["anna"] == 60 + 60 - 20


@pytest.mark.parametrize("columns", [20, 40, 60, 80, 140])
def test_the_toolbar_of_a_narrow_terminal_shows_all(service: NightService, columns: int) -> None:
    with speaking("en"):
        kept(service, "7s 17 b3 +d")
        shown = toolbar(service.night, columns)
    lines = shown.split("\n")
    assert all(len(line) <= columns for line in lines)
    for part in (
        "a Anna 133",
        "b Bo 147",
        "c Carl* -17",
        "d Dorte 221",
        "e Erik 133",
        "es Ester 133",
        "bank out 750",
    ):
        assert any(part in line for line in lines)


def test_a_long_name_is_cut_before_its_chips(service: NightService) -> None:
    kept(service, f"joins {'Margrethe Alexandrine ' * 3}=m")
    assert any(line.endswith("… 0 ") for line in toolbar(service.night, 60).split("\n"))


@pytest.mark.parametrize(
    ("line", "then"),
    [
        ("7s 14 b3 +d; baseball 15 +a", "baseball 15 +a"),
        ("7s 14 b3 +d ; then baseball 15 +a", "baseball 15 +a"),
        ("7s 14 b3 +d; baseball 15 +a; straight 12 +b", "baseball 15 +a; straight 12 +b"),
        ("7s 14 b3 +d ; baseball 15 each, anna wins", "baseball 15 each, anna wins"),
    ],
)
def test_no_note_of_a_hand_is_another_hand(tmp_path: Path, line: str, then: str) -> None:
    with NightService(tmp_path, "n1") as service:
        service.enter("players Anna, Bo, Carl, Dorte")
        answer = service.enter(line)
        assert (answer.status, then in answer.text) == ("refused", True)
        assert not service.night.hands
        assert service.enter("7s 14 b3 +d ; bo had 7s, anna won the next one").status == "kept"
        assert service.enter(f"; {then}").status == "kept"  # a note of the night is one, whatever it says
