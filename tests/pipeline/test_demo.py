"""The demo: it needs nothing but itself, names its pages, and can be run again."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.catalogue import CATALOGUE
from engine.players.training import card_games
from pipeline.analysis import demo
from pipeline.analysis.marts import check_store
from pipeline.cli import app
from pipeline.store.store import Store

FEW = {
    *{variant.kernel: variant.id for variant in CATALOGUE.values()}.values(),
    "texas-holdem",
    "omaha",
    "cincinnati",
}
"""A game of each kernel, and some more; `.ci/run` runs the whole demo from the wheel."""


@pytest.mark.nightly  # `.ci/run` runs the demo from the wheel
@pytest.mark.parametrize(
    ("games", "times"),
    [(FEW, 1), ({*CATALOGUE}, 2)],
    ids=["few", "all"],
)
def test_the_demo_writes_a_season_an_imported_night_and_a_comparison(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, games: set[str], times: int
) -> None:
    monkeypatch.setattr(demo, "CATALOGUE", {game: CATALOGUE[game] for game in games})
    monkeypatch.setattr(demo, "is_compiled", lambda kernel: True)
    monkeypatch.setattr(demo, "NIGHTS", 1)
    monkeypatch.setattr(demo, "HANDS", 10)
    for _ in range(times):  # the second time it plays again what is there
        result = CliRunner().invoke(app, ["demo", "--out", str(tmp_path / "demo"), "--json"])
        assert result.exit_code == 0, result.stderr
        pages = [Path(row["page"]) for row in json.loads(result.stdout)]
        assert [page.name for page in pages] == [
            "index.html",
            "season-demo.html",
            "night-2026-06-27.html",
            "games.html",
        ]
        assert all("<html" in page.read_text(encoding="utf-8") for page in pages)
        steps = [line for line in result.stderr.splitlines() if re.match(r" *[\d.]+ s  \w", line)]
        assert len(steps) == 6, result.stderr  # each says what it did and how long it took
    store = Store(tmp_path / "demo" / "store")
    game = store.catalogue.find(demo.GAME)
    assert card_games.TRAINING.shipped(game), "python -m engine.train tests/games/woolworth.toml"
    assert set(store.read("sessions")["kind"]) == {"night", "import", "run"}
    own = {variant.partition("@")[0] for variant in store.read("hands", demo.RUN)["variant_id"]}
    assert own == {*games, demo.GAME}
    assert demo.GAME in {v.partition("@")[0] for v in store.read("hands", demo.NIGHT)["variant_id"]}
    assert [check for check in check_store(store.path) if check.faults] == []


def test_games_that_are_left_out_are_played_into_the_demos_store_by_the_command_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pipeline.commands.simulate.prepare", lambda *args, **named: None)
    monkeypatch.setattr("pipeline.commands.report.write_all", lambda *args: None)
    monkeypatch.setattr(demo, "fill_store", lambda *args, **named: None)
    monkeypatch.setattr(demo, "is_compiled", lambda kernel: False)
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["demo"])
    assert result.exit_code == 0, result.stderr
    [line] = [line for line in result.stderr.splitlines() if "left out" in line]
    store = Path("demo") / "store"
    assert f"`peder simulate --all --store {store}`" in line


def test_in_a_new_checkout_the_demo_waits_for_few_kernels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "is_compiled", lambda kernel: kernel == "fan_tan")
    demo.add_own_game(tmp_path)
    games = demo.games_of(Store(tmp_path))
    assert {game.kernel for game in games} == {"", "guts", "fan_tan"}
    assert len(games) > 70
    assert games[-1].name == "Woolworth"
