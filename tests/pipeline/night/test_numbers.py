"""A hand keeps its number for good, and a line that is sent twice is one."""

from __future__ import annotations

from pipeline.night.service import NightService
from tests.pipeline.night.helpers import kept


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
