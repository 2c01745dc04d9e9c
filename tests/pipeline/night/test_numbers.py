"""A hand keeps its number for good, and a line that is sent twice is one."""

from __future__ import annotations

from datetime import timedelta

from pipeline.night.journal import Entry
from pipeline.night.replay import replay_night
from pipeline.night.service import NightService
from tests.pipeline.night.helpers import AT, kept


def _numbers(*lines: str) -> list[tuple[int, str]]:
    entries = [Entry(n=n, at=AT + timedelta(minutes=n), line=line) for n, line in enumerate(lines, 1)]
    return [(hand.hand_no, hand.text) for hand in replay_night(entries).hands]


def test_an_old_journal_keeps_the_numbers_of_its_hands() -> None:
    seated = "players Anna, Bo, Carl"
    hands = ("a:guts 2 +a", "b:guts 3 +a", "c:guts 4 +a")
    assert _numbers(seated, *hands, "undo #3") == [(1, hands[0]), (3, hands[2])]
    # the last one was struck out before the next was written, which took its number, as on paper
    assert _numbers(seated, *hands[:2], "undo #3", hands[2]) == [(1, hands[0]), (2, hands[2])]
    assert _numbers(seated, *hands, "undo #3", "undo #5") == list(enumerate(hands, 1))
    told = ("a:guts 2 +a", "undo #2", ": b:guts", ": b ind c ude a ude", ": +b", "skip")
    assert [number for number, _ in _numbers(seated, *told)] == [1, 2]


def test_skipped_hands_have_numbers_each(service: NightService) -> None:
    kept(service, "7s 14 +d")
    assert service.enter("skip 3").status == "draft"
    assert [hand.hand_no for hand in service.night.drafts] == [2, 3, 4]
    assert kept(service, "7s 14 +e").hand_no == 5
    service.enter("u #7")
    assert [hand.hand_no for hand in service.night.hands] == [1, 2, 4, 5]


def test_a_correction_that_is_sent_twice_is_one(service: NightService) -> None:
    kept(service, "7s 14 +d", "7s 12 +e")
    for key, line in (("k1", "ret 1 7s 16 +d"), ("k2", "u"), ("k3", "gendan"), ("k4", "ok 1")):
        first = service.enter(line, key=key)
        count = len(service.journal.entries)
        again = service.enter(line, key=key)
        if first.status == "kept":
            assert again.text.startswith("Logged already")
        assert len(service.journal.entries) == count
    assert [hand.pot for hand in service.night.hands] == [96, 72]
