"""Completion offers the words that can stand at a place in the line."""

from __future__ import annotations

from pathlib import Path

from pipeline.night.prompt.completion import offers
from pipeline.night.service import NightService
from tests.pipeline.night.helpers import TABLE, kept


def test_offers_follow_the_place_in_the_line(tmp_path: Path) -> None:
    with NightService(tmp_path, "n") as service:
        kept(service, *TABLE)

        def words(before: str, typed: str) -> list[str]:
            found = offers(before, typed, service.night, service.registry)
            return [offer.word for offer in found if offer.fits(typed)]

        assert words("", "sætt") == []
        assert "sp" in words("", "straight p")
        assert words("7s 14 ", "+do") == ["+d"]
        assert words("køb ", "er") == ["e"]
        assert "hilo" in words("7s ", "hi")
        assert "full house" in words("7s 14 +d ", "fu")
