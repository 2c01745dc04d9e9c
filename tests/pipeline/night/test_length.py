"""Long lines: the time to read one grows with its length, not with its square, whatever is repeated in it.

Processor time is compared with that of a line of a quarter of the length, and only where there is enough to compare.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime
from itertools import product

import pytest

from pipeline.night.interpreter import Interpreter
from pipeline.night.parser import grammar
from pipeline.night.replay import Replay
from pipeline.serve.conflicts import subject_of
from pipeline.store.people import Registry
from tests.pipeline.night.helpers import TABLE

FRAGMENTS = (
    "(", ")", "(As", "(As Ad) ", "x ", "b3 ", "b3", "1p", "+d ", "+d", "b=3*", "*", "/3", "!", "=3 ", "a,b,c3 ",
    "wild 2 ", "a-", "1", "1,", ".", ":", "; ", "side +d ", "again ", "board (As) ", "!fejl b x ", "++", "+",
    "bo folded at 3, ", "bo won ", "three of a kind ", "hus-K-4 ", "K-4-", "Anna, ", "after b ", "is ", "stud ",
    "a.b ", "é", "e\u0301", "\u200b", "\u0661", "½", "for b ", "7s ", "as ", "seven card ", "   ", "\t",
)  # fmt: skip
"""What is repeated: a piece of each rule of the grammar, whole and torn."""
HEADS = ("", "7s 14 ", "ret 1 ", "expense a 3 kr ", "players ")
ENOUGH = 0.08
"""Seconds of processor time below which a line of 16 kB is fast enough not to be compared."""


@pytest.fixture
def night(monkeypatch: pytest.MonkeyPatch) -> Interpreter:
    monkeypatch.setattr(grammar, "LONGEST_LINE", 1_000_000)
    night = Interpreter(Replay([]), Registry(), lambda: datetime.now(UTC))
    for line in (*TABLE, "7s 14 b3 +d"):
        assert night.take(line).status == "kept"
    return night


def seconds(night: Interpreter, line: str) -> float:
    before = len(night.replay.entries)
    began = time.process_time()
    subject_of(line, night.replay)
    night.take(line)
    took = time.process_time() - began
    if len(night.replay.entries) > before:
        night.replay.cut(before)
    return took


def grows_too_fast(night: Interpreter, head: str, fragment: str, end: str) -> bool:
    def line(letters: int) -> str:
        return (head + fragment * (letters // len(fragment)))[: letters - len(end)] + end

    for _ in range(3):  # a ratio above the bound may be an accident of the machine
        long = seconds(night, line(16_000))
        if long < ENOUGH or long <= 8 * max(seconds(night, line(4_000)), seconds(night, line(4_000))):
            return False
    return True


@pytest.mark.nightly
@pytest.mark.parametrize("head", HEADS)
def test_the_time_of_a_line_grows_with_its_length(night: Interpreter, head: str) -> None:
    ends = ("", " +d")
    slow = [(one, end) for one, end in product(FRAGMENTS, ends) if grows_too_fast(night, head, one, end)]
    assert slow == []


def test_the_time_of_a_line_in_an_open_hand_grows_with_its_length(night: Interpreter) -> None:
    night.take(": 7s")
    assert night.night.open_hand
    slow = [one for one in FRAGMENTS if grows_too_fast(night, "", one, "")]
    assert slow == []


def test_the_time_of_an_expense_grows_with_its_length(night: Interpreter) -> None:
    kinds = (
        (".", " +d"),
        (". ", " x"),
        (".,", "x"),
        ("1,", ""),
        ("1.", " x"),
        ("for ", "x"),
        ("for til ", "."),
    )
    slow = [kind for kind in kinds if grows_too_fast(night, "expense a 3 kr beer ", *kind)]
    assert slow == []


@pytest.mark.parametrize(
    "line",
    ["(" * 5000, "expense b 273 DKK pizza" + " and wine" * 109, "7s 14 b3 +d ; " + "x" * 990],
    ids=["torn", "shorter in chips", "note"],
)
def test_a_long_line_is_refused_in_a_sentence(line: str) -> None:
    night = Interpreter(Replay([]), Registry(), lambda: datetime.now(UTC))
    for one in TABLE:
        night.take(one)
    count = len(night.replay.entries)
    answer = night.take(line)
    assert (answer.status, "at most 1000" in answer.text) == ("refused", True)
    assert len(night.replay.entries) == count
