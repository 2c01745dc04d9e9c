"""Taps a hand on the phone: forty hands of a mixed night."""

from __future__ import annotations

import statistics
from pathlib import Path

from language import speaking
from pipeline.night.service import NightService
from tests.pipeline.forty_hands import LINES, TABLE, spread
from tests.pipeline.night.helpers import kept
from tests.pipeline.serve.forty_taps import forty_taps

MOST = 5
"""Median of the taps a hand; a finger that slides from a game or over players to a number counts as one."""


def test_forty_hands_take_few_taps(tmp_path: Path) -> None:
    taps, tapped = forty_taps(tmp_path)
    print(f"taps a hand: {spread(taps)}")
    with speaking("en"), NightService(tmp_path / "typed", "n") as service:
        kept(service, *TABLE, *LINES)
        typed = [entry.line for entry in service.journal.entries]
    assert tapped == typed
    assert len(taps) == 40
    assert statistics.median(taps) <= MOST
