"""Fitted profiles: players found again by what they show, and counted alike by SQL and from arrays."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from engine.errors import CallError
from engine.profiles import find_profile
from engine.variants import VARIANTS
from pipeline.cli import app
from pipeline.logged import logged_figures
from pipeline.simulation import fitting
from pipeline.simulation.fitting import Figures, _counts, _figures, fit_group
from pipeline.simulation.group import parse_group
from pipeline.simulation.profiles import read_profiles
from pipeline.simulation.season import play_season
from pipeline.store.store import Store
from tests.stores import peder

GAME = VARIANTS["seven-card-stud"]


def test_players_are_found_again_by_what_they_show() -> None:
    regular = find_profile("regular")
    real = {
        "Anna": replace(regular, loose_first=0.8, loose_later=0.5),
        "Bo": replace(regular, loose_first=-0.6, aggression=-0.8),
    }
    shown = _figures(GAME, list(real.values()), 5, seed=99, deals=3000)
    fitted = fit_group(dict(zip(real, shown, strict=True)), GAME, 5)
    assert [one.name for one in fitted] == ["Anna", "Bo"]
    for one in fitted:
        for figure in ("vpip", "pfr", "showdown", "pot"):
            assert getattr(one.shown, figure) == pytest.approx(getattr(one.logged, figure), rel=0.1), figure
    assert fitted[0].profile.loose_first > fitted[1].profile.loose_first


def test_few_hands_or_many_players_get_a_sentence() -> None:
    few = Figures(hands=10, vpip=0.5, pfr=0.1, showdown=0.3, pot=10.0)
    with pytest.raises(CallError, match="Anna has 10 hands with every act"):
        fit_group({"Anna": few}, GAME, 5)
    with pytest.raises(CallError, match="3 players don't sit at a table of 2"):
        fit_group({"Anna": few, "Bo": few, "Carl": few}, GAME, 2)


def test_figures_of_records_are_those_of_the_marts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A season's hands, counted by SQL and from the arrays that they were written from."""
    from pipeline.simulation import evening

    store = Store(tmp_path / "store")
    group = parse_group("Anna:plain-loose Bo:plain-tight Carl:plain-bold")
    counted: dict[str, np.ndarray] = {member.name: np.zeros(4) for member in group}
    keep = evening.Evening._keep

    def count(night: evening.Evening, record, variant, order) -> None:  # type: ignore[no-untyped-def]
        for seat, counts in enumerate(_counts(record)):
            counted[group[order[seat]].name] += [*counts, len(record.hand)]
        keep(night, record, variant, order)

    monkeypatch.setattr(evening.Evening, "_keep", count)
    monkeypatch.setattr(evening, "_MISDEALS", 0.0)
    play_season(store, nights=2, seed=2, group=group, variants=[GAME])
    figures, variant, size = logged_figures(store.path, ["Anna", "bo", "Carl"], "seven card stud")
    assert (variant.id, size) == (GAME.id, 3)
    for name, found in figures.items():
        *counts, hands = counted[name]
        assert found.hands <= hands  # hands with additions are other calls
        if found.hands == hands:
            assert [found.vpip, found.pfr, found.showdown] == pytest.approx(np.array(counts) / hands)


def test_the_command_writes_what_a_run_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "STEPS", 2)
    monkeypatch.setattr(fitting, "HANDS", 100)
    monkeypatch.setattr(fitting, "CHECKED", 100)
    store, out = tmp_path / "store", tmp_path / "friends.toml"
    play_season(
        Store(store),
        nights=2,
        seed=2,
        group=parse_group("Anna:plain-loose Bo:plain-tight Carl:plain-bold"),
        variants=[GAME],
    )
    words = ["profile", "fit", "Anna", "Bo", "--store", str(store), "--out", str(out)]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.stderr
    assert set(read_profiles(out)) == {"Anna", "Bo"}
    assert "vpip" in result.stdout
    result = peder(store, "profile", "fit", "Nobody")
    assert result.exit_code == 1
    assert result.stderr.startswith("peder: ")
    result = peder(store, "profile", "fit", "Anna", "--game", "guts")
    assert result.exit_code == 1
    assert "no game of Anna" in result.stderr
