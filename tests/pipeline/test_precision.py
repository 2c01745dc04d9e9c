"""Runs that are as long as it takes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

import pipeline.analysis.precision
from engine.api import VARIANTS, CallError
from pipeline.analysis.marts import query_store
from pipeline.analysis.precision import simulate_until
from pipeline.cli import app
from pipeline.simulation.runs import Run
from pipeline.store.store import Store
from tests.stores import few_models, marts_in

few = few_models("mart_variant_lineups", "stored_")


def run(*games: str) -> Run:
    variants = [VARIANTS.find(game) for game in games]
    return Run(variants=variants, hands=2000, players=4, seed=3, profiles=("plain-steady",))


@pytest.mark.nightly  # in short: the other tests of this file
def test_each_game_is_played_until_it_is_known_so_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path / "store")
    rows = simulate_until(store, run("straight-poker", "poker-dice"), 0.05)
    assert [row["within"] <= 0.05 for row in rows] == [True, True]
    assert rows[1]["within"] == 0  # constant stakes
    assert rows[0]["hands"] > 2000
    assert len(store.session_ids()) == 2
    assert not marts_in(store.path)  # it reads the sums under them
    for row in rows[:1]:
        [told] = query_store(
            store.path,
            "select net_sd, high, sample from mart_variant_lineups where per = 'chain' "
            f"and variant_id = '{VARIANTS.find(row['game']).id}'",
        )
        assert told["high"] / told["net_sd"] - 1 == pytest.approx(row["within"])  # type: ignore[operator]
    monkeypatch.delattr(pipeline.analysis.precision, "simulate")  # what is known so well isn't played again
    assert simulate_until(store, run("straight-poker", "poker-dice"), 0.05) == rows
    others = replace(run("poker-dice"), detail="actions")
    with pytest.raises(CallError, match="has other details"):
        simulate_until(store, others, 0.05)


def test_what_takes_too_long_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline.analysis.precision, "MOST", 3000)
    with pytest.raises(CallError, match=r"Straight Poker takes about [\d,]+ hands to be known to 0.10%"):
        simulate_until(Store(tmp_path / "store"), run("straight-poker"), 0.001)
    for part in (0, 1.5, -1):
        with pytest.raises(CallError, match="takes a share"):
            simulate_until(Store(tmp_path / "store"), run("guts"), part)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline.analysis.precision, "FIRST", 2000)
    words = ["simulate", "guts", "--until", "10%", "-k", "4", "--store", str(tmp_path / "store")]
    words += ["--profiles", "plain-steady"]
    [row] = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    assert row["session_id"] == "run-guts-4p-plain-steady-until-10-s1"
    assert row["within"] <= 0.1
    assert "run-guts-4p-plain-steady-until-10-s1" in CliRunner().invoke(app, words).stdout
    assert CliRunner().invoke(app, [*words[:3], "soon", *words[4:]]).exit_code == 2
    for option in ("--session", "--hands"):
        refused = CliRunner().invoke(app, [*words, option, "9"])
        assert refused.exit_code == 1
        assert f"leave out {option}" in refused.output
