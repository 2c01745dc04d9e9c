"""Evenings of several lengths; rules are those that `peder show` says."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from engine.api import VARIANTS
from pipeline.analysis.compare import Comparison, play
from pipeline.analysis.evenings import (
    FEWEST,
    HORIZONS,
    SAMPLES,
    RunPart,
    drawdowns_over,
    evening_rows,
    evenings_by_game,
    parts_by_game,
)
from pipeline.analysis.game_facts import game_source
from pipeline.analysis.marts import open_marts
from pipeline.analysis.risk import GameShare, mixed_evenings
from pipeline.simulation.evenings import LENGTH
from pipeline.simulation.runs import Run, simulate
from pipeline.store.store import Store
from queries.cache import FOLDER
from reports import data
from reports.game_data import game_rows
from reports.game_source import DRAWDOWN_HOURS, DRAWDOWN_PERCENTILES, STACKS
from reports.page_json import page_data
from reports.pages.variants import labelled, variants_page

GAME = "stora-spelet"  # 45 hands fill an evening of four and a half hours


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("store")
    simulate(Store(place), Run(variants=[VARIANTS[GAME]], hands=1000, players=5, seed=3))
    return place


def test_an_evening_of_the_page_is_that_of_risk(store: Path) -> None:
    with open_marts(store) as con:
        (game,) = evenings_by_game(con, store)
        result = mixed_evenings(con, store, [GameShare(VARIANTS[GAME], 1)], length=LENGTH)
        rows = {row["metric"]: row for row in evening_rows(con, result.figures, (75, 150, 300), result.sigma)}
    evening = game.by_hours[4.5]
    assert (game.variant_id, game.players, game.lineup) == (GAME, 5, "regular")
    assert (evening.hands, evening.evenings) == (45, result.count)
    assert (evening.net[0], evening.net[2], evening.net[4]) == tuple(
        rows[f"net_p{percent}"]["value"] for percent in (5, 50, 95)
    )
    assert evening.ahead == pytest.approx(rows["ahead"]["value"])
    assert list(evening.drawdown) == [rows["drawdown_p50"]["value"], rows["drawdown_p95"]["value"]]
    for stack in (75, 150, 300):
        assert evening.ruin_chance[STACKS.index(stack)] == pytest.approx(
            tuple(rows[f"gone_{stack}"][key] for key in ("value", "low", "high"))
        )


def test_lengths_of_too_few_evenings_are_left_out(store: Path) -> None:
    with open_marts(store) as con:
        (game,) = evenings_by_game(con, store)
    assert {hours for hours in game.by_hours if game.by_hours[hours].evenings < FEWEST} == set()
    assert 1.0 in game.by_hours
    assert 8.0 not in game.by_hours  # 1000 hands are twelve evenings of eighty
    assert len(game.samples) == min(SAMPLES, 1000 // 80)
    assert all(line[0] == 0 and len(line) == 33 for line in game.samples)


def test_a_larger_stack_is_lost_less_often_and_more_is_at_stake_in_longer_evenings(store: Path) -> None:
    with open_marts(store) as con:
        (game,) = evenings_by_game(con, store)
    for evening in game.by_hours.values():
        shares = [share for share, _, _ in evening.ruin_chance]
        assert shares == sorted(shares, reverse=True)
        assert all(low <= share <= high for share, low, high in evening.ruin_chance)
        assert evening.typical_range[1] <= evening.typical_range[0] <= evening.typical_range[2]
    assert game.by_hours[1.0].typical_range[0] < game.by_hours[4.5].typical_range[0]


def test_rules_are_those_of_the_catalogue_with_what_was_added(store: Path) -> None:
    with open_marts(store) as con:
        rules = game_source(con, store).rules
        pyramid, wild = rules("the-pyramid", ""), rules("seven-card-stud", "wild 2")
        assert rules("no-such-game", "") is None
    assert pyramid
    assert wild
    assert len(pyramid.board) == 3
    assert wild.wild == "twos"


def test_falls_over_many_hours_are_those_of_the_hours_one_after_the_other() -> None:
    hands = np.random.default_rng(8).integers(-9, 10, (40, 12))
    lines = hands.cumsum(axis=1)
    from_start = np.concatenate([np.zeros((40, 1), int), lines], axis=1)
    hour = {
        "net": lines[:, -1], "lowest": from_start.min(axis=1), "highest": from_start.max(axis=1),
        "drawdown": (np.maximum.accumulate(from_start, axis=1) - from_start).max(axis=1),
    }  # fmt: skip
    result = drawdowns_over(hour, (1, 7))
    random = np.random.default_rng(40)
    drawn = np.stack([random.integers(40, size=HORIZONS) for _ in range(7)], axis=1)
    whole = hands[drawn].reshape(HORIZONS, -1).cumsum(axis=1)
    best = np.maximum(np.maximum.accumulate(whole, axis=1), 0)
    assert result[7].tolist() == sorted((best - whole).max(axis=1))
    assert result[1].tolist() == sorted(hour["drawdown"][drawn[:, 0]])


def test_falls_without_drift_are_those_of_theory() -> None:
    hands = np.random.default_rng(9).normal(size=(3000, 60)) * 100
    lines = np.concatenate([np.zeros((3000, 1)), hands.cumsum(axis=1)], axis=1).round().astype(np.int64)
    lines[:, -1] -= round(lines[:, -1].mean())
    hour = {
        "net": lines[:, -1], "lowest": lines.min(axis=1), "highest": lines.max(axis=1),
        "drawdown": (np.maximum.accumulate(lines, axis=1) - lines).max(axis=1),
    }  # fmt: skip
    fall = drawdowns_over(hour, (25,))[25] / (100 * (60 * 25) ** 0.5)
    # of a line that is looked at hand by hand: a little below those of one that never stops
    assert np.quantile(fall, 0.5) == pytest.approx(1.148973, rel=0.05)
    assert np.quantile(fall, 0.95) == pytest.approx(2.241403, rel=0.05)


def test_falls_grow_with_the_hours(store: Path) -> None:
    with open_marts(store) as con:
        (game,) = evenings_by_game(con, store)
    assert list(game.drawdowns) == list(DRAWDOWN_HOURS)
    for falls in game.drawdowns.values():
        assert len(falls) == len(DRAWDOWN_PERCENTILES)
        assert list(falls) == sorted(falls)
    middle = [falls[DRAWDOWN_PERCENTILES.index(50)] for falls in game.drawdowns.values()]
    assert middle == sorted(middle)


def test_evenings_are_cached_until_their_run_changes(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_marts(store) as con:
        first = evenings_by_game(con, store)
        with monkeypatch.context() as patch:
            patch.delattr(RunPart, "read")  # no part is read again
            assert evenings_by_game(con, store) == first
        for entry in (store / FOLDER / "evenings").rglob("*.json"):
            entry.write_text("{}")
        assert evenings_by_game(con, store) == first
        hands, _ = parts_by_game(con, store)[GAME, "", 5, "regular"][0]
        os.utime(hands, ns=(1, 1))
        with monkeypatch.context() as patch:
            patch.delattr(RunPart, "read")
            with pytest.raises(AttributeError):
                evenings_by_game(con, store)


def test_a_comparison_lists_line_ups_apart_from_the_users_runs(store: Path) -> None:
    lineups = {"regular": ("regular",), "loose": ("station",), "mixed": ("regular", "novice")}
    games = [VARIANTS[GAME], VARIANTS["straight-poker"]]
    play(store, Comparison(variants=games, players=5, hands=800, seed=4, lineups=lineups))
    with open_marts(store) as con:
        source = game_source(con, store)
        (row,) = game_rows(con, "run", labelled(data.game_stats(con, "run")), source)
        own = con.sql("select net_sd from mart_variant_lineups where per = 'hour'").fetchall()
        page = page_data(variants_page(con, source=source))
    compared = source.compared()
    assert compared
    with compared:
        others = compared.execute(
            "select lineup, net_sd from mart_variant_lineups where per = 'hour' and variant_id = ?", [GAME]
        ).fetchall()
    assert [(each["lineup"], each["value"]) for each in row["lineups"][:1]] == [("regular", own[0][0])]
    told = {each["lineup"]: each["value"] for each in row["lineups"][1:]}
    assert told == {lineup: value for lineup, value in others if lineup != "regular"}
    assert set(told) == {"station", "novice, regular"}
    assert row["skill"]
    assert [each["lineup"] for each in row["evenings"]] == ["regular", "station"]
    every, where = (
        next(each for each in page["sections"] if each["anchor"] == one) for one in ("all", "source")
    )
    rows = {each["row_id"]: each for each in every["tables"][0]["rows"]}
    assert set(rows) == {f"{GAME}+", "straight-poker+"}  # the second was only compared
    assert rows["straight-poker+"]["usual"] > 0
    assert any("Only comparisons have played these" in str(text) for text in where.values())
