"""`peder simulate season`: simulated nights stand apart from a real group's."""

from __future__ import annotations

from pathlib import Path

from pipeline.night.service import NightService
from pipeline.store.store import Store
from tests.stores import STANDINGS, few_models, peder

few = few_models(*STANDINGS)


def test_a_real_group_s_store_takes_simulated_nights_by_name_alone(tmp_path: Path) -> None:
    store = tmp_path / "store"
    with NightService(store, "2026-03-14") as service:
        service.enter_file(("players Anna, Bo, Zoe", "banker a", "loan 100", "season 2026", "7s 10 +b"))
    words = (
        "simulate",
        "season",
        "-n",
        "1",
        "--game",
        "guts",
        "--group",
        "Anna:plain-bold Bo:plain-bold Ole:plain-bold",
    )
    assert "such as --into simulated" in peder(store, *words, code=1).stderr
    assert "such as --into simulated" in peder(store, *words, "--season", "tried", code=1).stderr
    assert "The season '2026' has nights" in peder(store, *words, "--into", "2026", code=1).stderr
    assert Store(store).session_ids() == ["2026-03-14"]
    before = peder(store, "report", "season", "2026", "--text", code=0).stdout
    for nights in ("1", "2"):  # and goes on
        peder(store, *words, "--into", "tried", "-n", nights, code=0)
    seats = Store(store).read("seats", "tried-night-02")["player_id"]
    assert set(seats) == {"anna-sim", "bo-sim", "ole"}
    assert peder(store, "report", "season", "2026", "--text", code=0).stdout == before
    assert peder(store, "report", "season", "--text", code=0).stdout == before  # the latest that was played
    assert "Zoe" in peder(store, "settle", code=0).stdout


def test_the_former_name_is_an_alias_that_the_help_leaves_out(tmp_path: Path) -> None:
    words = ("-n", "1", "--game", "guts", "--group", "A:plain-bold B:plain-bold C:plain-bold")
    peder(tmp_path / "a", "season", *words, code=0)
    peder(tmp_path / "b", "simulate", "season", *words, code=0)
    assert Store(tmp_path / "a").read("hands").equals(Store(tmp_path / "b").read("hands"))
