"""Two evenings in sentences as somebody types them who has read no manual, and single lines of many kinds, each with what
it means: entries of the journal, ``?`` for a question, ``!`` for a refusal with a sentence. None may mean something else.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from language import speaking
from pipeline.night.logbook import Answer
from pipeline.night.service import NightService
from tests.pipeline.night.helpers import without_tables

_HERE = Path(__file__).parent
SETTING = ("players Anna, Bo Hansen, Carl, Dorte, Erik", "banker c", "loan 200", "7s 14 b3 +d", "7s 9 +a", "th 8 +c")  # fmt: skip
"""What was logged before the single lines."""


def _lines(name: str) -> list[list[str]]:
    return [line.split("\t") for line in (_HERE / name).read_text(encoding="utf-8").splitlines()]


def _meaning(service: NightService, line: str) -> tuple[str, Answer]:
    before = len(service.journal.entries)
    answer = service.enter(line)
    entries = " | ".join(entry.line for entry in service.journal.entries[before:])
    return entries or ("?" if answer.status == "asked" else "!"), answer


@pytest.mark.parametrize("language", ["english", "danish"])
def test_an_evening_of_sentences_means_what_was_said(tmp_path: Path, language: str) -> None:
    name = f"evening_in_{language}.tsv"
    drafts = sum(len(row) == 3 for row in _lines(name))
    with without_tables(tmp_path / "store", "2026-03-14") as service:
        for line, meaning, *_ in _lines(name):
            found, answer = _meaning(service, line)
            assert found == meaning, (line, answer)
        assert len(service.night.hands) >= 40
        assert len(service.night.drafts) == drafts
        chips = service.night.hands[-1].pot
    with without_tables(tmp_path / "store", "2026-03-14") as again:  # read from its journal
        assert len(again.night.hands) >= 40
        assert again.night.hands[-1].pot == chips


def test_lines_said_at_a_table_mean_what_was_said(tmp_path: Path) -> None:
    with without_tables(tmp_path / "store", "2026-03-14") as service:
        for line in SETTING:
            assert service.enter(line).status == "kept"
        interpreter = service._interpreter
        base = len(interpreter.replay.entries)
        wrong = []
        for line, meaning in _lines("said_at_a_table.tsv"):
            answer = interpreter.take(line)
            found = " | ".join(entry.line for entry in interpreter.replay.entries[base:])
            found = found or ("?" if answer.status == "asked" else "!")
            if found != meaning or not (answer.text or answer.lookup):
                wrong.append((line, meaning, found, answer.text))
            interpreter.replay.cut(base)
            interpreter._questions.clear()
            interpreter._unreadable_lines.clear()
        assert not wrong


@pytest.mark.parametrize("language", ["english", "danish"])
def test_lines_written_before_the_parser_was_read_mean_what_was_said(tmp_path: Path, language: str) -> None:
    """Their meanings were written by a reader first: several where more than one is right, `draft` for a hand that the
    answer says is one, and what an answer names after `! `.
    """
    with without_tables(tmp_path / "store", "2026-03-14") as service:
        for line in SETTING:
            assert service.enter(line).status == "kept"
        interpreter = service._interpreter
        base = len(interpreter.replay.entries)
        wrong = []
        with speaking(language[:2]):
            for line, meanings in _lines(f"with_a_glass_in_{language}.tsv"):
                answer = interpreter.take(line)
                found = " | ".join(entry.line for entry in interpreter.replay.entries[base:])
                found = found or ("?" if answer.status == "asked" else "!")
                meant = meanings.split(" or ")
                named = [one for one in meant if one.startswith("! ")]
                is_right = (
                    found in meant
                    or (answer.status == "draft" and "draft" in meant)
                    or (found == "!" and any(one[2:] in answer.text for one in named))
                )
                if not is_right or not answer.text:
                    wrong.append((line, meanings, found, str(answer.text)))
                interpreter.replay.cut(base)
                interpreter._questions.clear()
                interpreter._unreadable_lines.clear()
        assert not wrong


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("jacks or better 10, jack wins", "jackpots 10 +j"),
        ("7s 14 jack wins with a pair of jacks", "seven-card-stud 14 +j pair-J"),
        ("7s 14 jacks wild, mia wins with three jacks", "seven-card-stud wild J 14 +m three-J"),
        ("7s 14 mia wins with jacks up", "seven-card-stud 14 +m two_pair-J"),
        ("ohl 20, mia high, jack low", "omaha-high-low 20 +m high +j low"),
        ("7s 14 jack's out at 3, mia wins", "seven-card-stud 14 j3 +m"),
        ("ohl 10 jack a quarter, mia three quarters", "omaha-high-low 10 +m high +m low +j low"),
        ("ohl 12 mia half, jack a quarter, tom a quarter", "omaha-high-low 12 +m high +j low +t low"),
        ("ohl 10 halvdelen til mia, resten til jack", "omaha-high-low 10 +m +j"),
    ],
)
def test_jack_sits_beside_jacks_and_quarters_of_a_pot_are_shares(
    tmp_path: Path, line: str, entry: str
) -> None:
    with without_tables(tmp_path / "store", "2026-03-14") as service:
        service.enter("players Jack, Mia, Tom")
        answer = service.enter(line)
        assert service.journal.entries[-1].line.partition(":")[2] == entry, answer


def test_a_number_before_what_is_not_understood_is_no_level(tmp_path: Path) -> None:
    with without_tables(tmp_path / "store", "2026-03-14") as service:
        service.enter("players Anna, Bo, Carl")
        assert service.enter("7s, 45 frobbed, anna wins").status == "refused"
        assert service.enter("7s 10 anna 3/4, bo 1/4").text.startswith("Write what each won in chips")


@pytest.mark.parametrize(
    ("line", "asked", "answer", "entries"),
    [
        ("7s 14 drote wnis", "Did you mean Dorte and wins?", "yes", ["seven-card-stud 14 +d"]),
        ("7s 14 drote wins", "Did you mean Dorte?", "dorte", ["seven-card-stud 14 +d"]),
        ("hodlem 10 anna wins", "Did you mean holdem?", "ja", ["texas-holdem 10 +a"]),
        ("retrun b 50", "Did you mean return?", "yes", ["return b 50 part"]),
        ("return drote 50", "Did you mean Dorte? ", "yes", ["return d 50 part"]),
        ("7s 14 drote wins", "Did you mean Dorte?", "no", []),
        ("it was holdem, 20 each, carl won it", "A new hand, or hand 1", "new", ["texas-holdem 20 +c"]),
        ("det var holdem, 20 hver, carl vandt den", "A new hand, or hand 1", "1", ["a:texas-holdem 20 +c"]),
        ("oops bo won that one", "Hand 1 has it that Bo Hansen folded", "yes", ["seven-card-stud 14 +b"]),
        ("hand 1: 7s 20 carl wins", "A new hand, or hand 1", "1", ["a:seven-card-stud 20 +c"]),
        ("hånd 1: 7s 20 carl vandt", "A new hand, or hand 1", "ny", ["b:seven-card-stud 20 +c"]),
        ("everyone folded to anna 7s 14", "How many chips had", "14", ["seven-card-stud 14 b14 c14 d14 e14 +a"]),
        ("everyone folded to anna", "Which game?", "th", []),
        ("den tog dorte", "Which game?", "th", []),
        ("carl busted, 50 more", "Does Carl buy 50, or borrow it?", "borrows", ["loan c 50"]),
        ("another 100 for dorte", "Does Dorte buy 100, or borrow it?", "køber", ["buy d 100"]),
        ("between the sheets, 5, carl won", "Which game?", "holdem", ["texas-holdem 5 +c ; between the sheets"]),
    ],
)  # fmt: skip
def test_what_is_doubtful_is_one_question_and_a_word_answers(
    tmp_path: Path, line: str, asked: str, answer: str, entries: list[str]
) -> None:
    with without_tables(tmp_path / "store", "2026-03-14") as service:
        for setting in (
            "players Anna, Bo Hansen, Carl, Dorte, Erik",
            "banker c",
            "loan 200",
            "7s 14 b3 +d house",
        ):
            service.enter(setting)
        question = service.enter(line)
        assert (question.status, question.text.startswith(asked)) == ("asked", True), question
        before = len(service.journal.entries)
        service.enter(answer)
        found = [entry.line for entry in service.journal.entries[before:]]
        assert len(found) == len(entries)
        assert all(one.endswith(wanted) for one, wanted in zip(found, entries, strict=True)), found


def test_the_meld_of_who_did_not_win_is_not_given_to_who_did(tmp_path: Path) -> None:
    with without_tables(tmp_path / "store", "2026-03-14") as service:
        for setting in ("players Anna, Bo, Carl, Dorte", "7s 14 b3 +d house"):
            service.enter(setting)
        answer = service.enter("oops carl won that one")
        assert answer.text.endswith(
            "What Dorte had shown is left out. To name the winner's hand, write such as oops bo won with a flush."
        )
        hand = service.night.hands[0]
        assert [seat.meld for seat in hand.seats if seat.won] == [None]


def test_words_that_are_not_understood_are_named(tmp_path: Path) -> None:
    with without_tables(tmp_path / "store", "2026-03-14") as service:
        service.enter("players Mia, Tom, Lena")
        assert service.enter("7 stud, 14 each, Dora won").text.startswith(
            "'dora won' isn't understood. At the table: Mia, Tom and Lena."
        )
        for line in ("7 stud, 14, Mia frobbed Tom, Lena won", "7 stud, 14, Mia frobbed Tom, won by Lena"):
            assert service.enter(line).text.startswith("'Mia frobbed' isn't understood.")
        with speaking("da"):
            assert "Ved bordet: Mia, Tom og Lena." in str(service.enter("7 stud, 14 hver, Dora vandt").text)


@pytest.mark.parametrize(
    ("other", "correction"),
    [
        ("bo buys 100", "it was 150 not 100"),
        ("bo buys 100", "make that 150"),
        ("anna and bo buy 100 each", "it was 150 each"),
        ("bo buys 100", "no it was anna"),
        ("bo paid 300 kr for pizza", "nej det var anna"),
        ("pay b a 5 bet", "it was 10 not 5"),
        ("erik goes home", "sorry, it was dorte"),
    ],
)
def test_it_was_corrects_no_hand_that_is_not_the_last_line(
    tmp_path: Path, other: str, correction: str
) -> None:
    with without_tables(tmp_path / "store", "2026-03-14") as service:
        for line in (*SETTING[:3], "7s 14 b3 +d", other, "; a note"):
            assert service.enter(line).status == "kept", line
        before = len(service.journal.entries)
        answer = service.enter(correction)
        assert (answer.status, len(service.journal.entries)) == ("refused", before), answer
        assert "u takes it back" in answer.text
        for named in ("hand 1 was 15 each", "oops anna won", "no, anna and carl split it"):
            assert service.enter(named).status == "kept", named
