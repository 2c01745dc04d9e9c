"""Nights without a banker: what no player has can't be settled, and that is said before anything is closed."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest

from pipeline.analysis.marts import check_store, open_marts
from pipeline.bank.settlement import SettleError
from pipeline.night.guards import without_banker
from pipeline.night.ledgers import Nights
from pipeline.night.payments import PagePayments
from pipeline.night.prompt.views import settle_text
from pipeline.night.service import NightService
from pipeline.night.settle import Settler
from pipeline.serve.view import bank_view
from reports.page import render
from reports.pages.season import season_page
from tests.pipeline.night.helpers import kept, refused

TABLE = "players Anna, Bo, Carl, Dorte"


def settled(store: Path, *, night: str | None = None, season: str | None = None) -> dict[str, int]:
    settler = Settler(store, night=night, season=season, use_fewest=False, round_to=None)
    (settlement,) = settler.settle()
    return {line.player_id: line.sum_of("result") for line in settlement.lines}


def is_ended(store: Path, night: str) -> bool:
    replay = Nights(store).replay(night)
    assert replay
    return replay.night.ended_at is not None


def faults(store: Path) -> dict[str, int]:
    return {checked.check: checked.count for checked in check_store(store) if checked.count}


def test_a_pot_is_shared_without_a_banker(tmp_path: Path) -> None:
    with NightService(tmp_path, "n1") as service:
        kept(service, TABLE, "sp 5 +a", "sp 5 ++", "end shared")
    assert settled(tmp_path, night="n1") == {"anna": 15, "bo": -5, "carl": -5, "dorte": -5}
    assert faults(tmp_path) == {}


@pytest.mark.parametrize("pot", ["bank", "next"])
def test_a_pot_that_is_the_banks_needs_a_banker(tmp_path: Path, pot: str) -> None:
    with NightService(tmp_path, "n1") as service:
        kept(service, TABLE, "sp 5 ++")
        refused(service, f"end {pot}", "20 of carried pots have no winner, and there is no banker")
        refused(service, "end !", "write banker WHO first")
        kept(service, "banker a", f"end {pot}")
    assert settled(tmp_path, night="n1") == {"anna": 15, "bo": -5, "carl": -5, "dorte": -5}


def test_a_pot_in_a_draft_needs_a_banker_also_where_the_rest_is_shared(tmp_path: Path) -> None:
    with NightService(tmp_path, "n1") as service:
        kept(service, TABLE, "sp 5 ++")
        assert service.enter("skip").status == "draft"
        kept(service, "sp 2 ++")
        refused(service, "end shared", "20 of carried pots have no winner")


def test_a_season_with_such_a_night_closes_none(tmp_path: Path) -> None:
    lines = {"n1": ["sp 5 +a"], "n2": ["sp 5 ++"], "n3": ["buy a 100", "sp 5 +b", "count a 90 !"]}
    for night, entered in lines.items():
        with NightService(tmp_path, night) as service:
            kept(service, TABLE, "season 2026", *entered)
    with pytest.raises(SettleError, match="n2: 20 of carried pots have no winner"):
        settled(tmp_path, season="2026")
    with pytest.raises(SettleError, match="n3: The counted chips of Anna differ"):
        settled(tmp_path, night="n3")
    assert [is_ended(tmp_path, night) for night in lines] == [False] * 3
    with open_marts(tmp_path) as con:
        page = unescape(render(season_page(con, "2026", pays=PagePayments(tmp_path, con).season)))
    assert "The season can't be settled now. The accounts of 'n2' add up to -20 chips, not to zero." in page


@pytest.mark.parametrize("lines", [["sp 5 ++"], ["buy a 100", "sp 5 +b", "count a 90 !"]])
def test_the_prompt_and_the_phones_say_that_a_banker_is_missing(tmp_path: Path, lines: list[str]) -> None:
    with NightService(tmp_path, "n1") as service:
        kept(service, TABLE, *lines)
        why = without_banker(service.night)
        assert why.endswith("write banker WHO first.")
        assert settle_text(service) == why
        assert bank_view("n1", service.replay, lambda _: "")["settlement"]["why"] == why
        kept(service, "banker c")
        assert "pays " in settle_text(service)


def test_a_banker_who_is_taken_back_is_missed(tmp_path: Path) -> None:
    with NightService(tmp_path, "n1") as service:
        kept(service, TABLE, "banker a", "sp 5 ++", "end bank")
        answer = service.enter("u #2")
        assert answer.text.endswith("there is no banker to take them: write banker WHO first.")
    with pytest.raises(SettleError, match="n1: 20 of carried pots have no winner"):
        settled(tmp_path, night="n1")
    assert faults(tmp_path) == {"check_bank_sums": 1}


def test_a_correction_that_leaves_a_pot_to_nobody_says_so(tmp_path: Path) -> None:
    with NightService(tmp_path, "n1") as service:
        kept(service, TABLE, "sp 5 +b", "end")
        missing = (
            "20 of carried pots have no winner, and there is no banker to take them: write banker WHO first."
        )
        assert service.enter("edit 1 sp 5 ++").text.endswith(missing)
        assert missing not in service.enter("edit 1 sp 5 ++ ; again").text
