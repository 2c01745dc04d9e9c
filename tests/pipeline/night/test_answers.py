"""What people answer to the log's questions about a hand: it completes that hand, and never changes another."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.night.service import NightService
from tests.pipeline.night.helpers import without_tables

SETTING = ("players Anna, Bo Hansen, Carl, Dorte, Erik", "banker c", "loan 200", "th 8 +c")
NO_WINNER, NO_LEVEL, NO_STAKES = "7s 14 erik folds at 4", "7s anna won", "bo took 60 off anna in omaha"


@pytest.mark.parametrize(
    ("asked", "answer", "hand"),
    [
        *(
            (NO_WINNER, answer, "b:seven-card-stud 14 e4 +a")
            for answer in ("anna", "anna wins", "Anna won.", "it was anna", "det var anna", "anna vandt", "anna did", "+a")
        ),
        (NO_WINNER, "anna won with a flush", "b:seven-card-stud 14 e4 +a flush"),
        (NO_WINNER, "anna and dorte split", "b:seven-card-stud 14 e4 +a +d"),
        *(
            (NO_LEVEL, answer, "b:seven-card-stud 14 +a")
            for answer in ("14", "everyone put in 14", "all 14", "they put in 14", "alle lagde 14", "det var 14")
        ),
        (NO_LEVEL, "14 and erik folded at 4", "b:seven-card-stud 14 e4 +a"),
        (NO_LEVEL, "the pot was 70", "b:seven-card-stud 14 +a =70"),
        ("anna won, 14 each", "we played 7s", "b:seven-card-stud 14 +a"),
        ("bo 100 more", "he buys it", "buy b 100"),
        ("bo 100 more", "it's a loan", "loan b 100"),
        (NO_STAKES, "none", "b:omaha 60 c0 d0 e0 a +b"),
        (NO_STAKES, "they sat out", "b:omaha 60 c- d- e- a +b"),
        (NO_STAKES, "de var ikke med", "b:omaha 60 c- d- e- a +b"),
        (NO_STAKES, "carl 4, dorte 5 and erik 4", "b:omaha 60 c4 d5 e4 a +b"),
        (NO_STAKES, "4, 5 and 4", "b:omaha 60 c4 d5 e4 a +b"),
        (NO_STAKES, "carl folded at 3, the others 4", "b:omaha 60 c3 d4 e4 a +b"),
    ],
)  # fmt: skip
def test_an_answer_completes_the_hand(tmp_path: Path, asked: str, answer: str, hand: str) -> None:
    with without_tables(tmp_path / "store", "2026-03-14") as service:
        before = _begun(service)
        assert service.enter(asked).status == "asked"
        assert service.enter(answer).status == "kept"
        assert _lines(service)[before:] == [hand]


@pytest.mark.parametrize("answer", ["carl 30 hearts", "hmm", "beer 30", "anna of course not bo"])
def test_a_wrong_answer_leaves_the_question_open(tmp_path: Path, answer: str) -> None:
    with without_tables(tmp_path / "store", "2026-03-14") as service:
        before = _begun(service)
        service.enter(NO_WINNER)
        refused = service.enter(answer)
        assert refused.status == "refused"
        assert refused.text.endswith("The hand still waits: Who won?")
        assert service.enter("anna").status == "kept"
        assert _lines(service)[before:] == ["b:seven-card-stud 14 e4 +a"]


@pytest.mark.parametrize(
    ("other", "logged"),
    [
        ("bo buys 100", ["buy b 100"]),
        ("omaha 20 carl won", ["b:omaha 20 +c"]),
        ("hand 1 was 9 each", ["edit #4 a:texas-holdem 9 +c"]),
        ("no", []),
        ("glem det", []),
    ],
)
def test_another_line_closes_the_question(tmp_path: Path, other: str, logged: list[str]) -> None:
    with without_tables(tmp_path / "store", "2026-03-14") as service:
        before = _begun(service)
        service.enter(NO_WINNER)
        assert service.enter(other).status in ("kept", "asked")
        assert _lines(service)[before:] == logged
        service.enter("anna")
        assert _lines(service)[before:] == logged


def test_the_players_left_are_asked_about_again(tmp_path: Path) -> None:
    with without_tables(tmp_path / "store", "2026-03-14") as service:
        before = _begun(service)
        service.enter(NO_STAKES)
        assert service.enter("carl 4").text == "How many chips had Dorte and Erik put in?"
        assert service.enter("dorte sat out").text == "How many chips had Erik put in?"
        service.enter("6")
        assert _lines(service)[before:] == ["b:omaha 60 c4 d- e6 a +b"]


def test_a_winner_in_words_is_not_a_second_one_of_a_draft(tmp_path: Path) -> None:
    with without_tables(tmp_path / "store", "2026-03-14") as service:
        before = _begun(service)
        assert service.enter("omaha 260 +b").status == "draft"
        assert service.enter("anna wins").text == "Which game?"
        assert _lines(service)[before:] == ["b:omaha 260 +b"]


def _begun(service: NightService) -> int:
    for line in SETTING:
        assert service.enter(line).status == "kept"
    return len(service.journal.entries)


def _lines(service: NightService) -> list[str]:
    return [entry.line for entry in service.journal.entries]
