"""Stacks: one depth, a range, those that were logged; runs at other stacks have other names."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.api import VARIANTS, CallError, call, parse_additions
from pipeline.simulation.runs import Run, simulate
from pipeline.simulation.stacks import parse_stacks
from pipeline.store.store import Store
from tests.stores import peder

NO_LIMIT = call(VARIANTS["texas-holdem"], parse_additions(["no-limit"]))


def test_depths_are_drawn_for_each_hand_and_player(tmp_path: Path) -> None:
    fixed = parse_stacks("40", tmp_path).chips(NO_LIMIT, 3)
    assert fixed is not None
    assert (fixed == 40 * NO_LIMIT.unit).all()
    drawn = parse_stacks("30-200", tmp_path).chips(NO_LIMIT, 6)
    assert drawn is not None
    depth = drawn / NO_LIMIT.unit
    assert (depth >= 30).all()
    assert (depth <= 200).all()
    assert np.median(depth) == pytest.approx((30 * 200) ** 0.5, rel=0.1)
    assert parse_stacks("40", tmp_path).chips(VARIANTS["guts"], 3) is None


@pytest.mark.parametrize("text", ["", "0", "deep", "200-30", "-40", "30-", "1e9", "40 bb"])
def test_what_is_no_depth_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(CallError, match="write 40, 30-200 or logged"):
        parse_stacks(text, tmp_path)


def test_without_logged_stacks_that_is_said(tmp_path: Path) -> None:
    store = Store(tmp_path / "s")
    simulate(store, Run(variants=[NO_LIMIT], hands=50, players=4, seed=1))
    with pytest.raises(CallError, match="no logged hands with stacks"):
        parse_stacks("logged", store.path)


def test_a_run_at_other_stacks_has_another_name_and_line_up(tmp_path: Path) -> None:
    store = Store(tmp_path / "s")
    runs = [
        Run(variants=[NO_LIMIT], hands=60, players=4, seed=1, profiles=("friends",), stacks=stacks)
        for stacks in (None, parse_stacks("40", tmp_path))
    ]
    names = [simulate(store, run) for run in runs]
    assert names[1] == names[0].replace("friends", "friends-stacks-40")
    usual, short = (store.read("seats", name) for name in names)
    assert set(usual["profile"]) == {"friends"}
    assert set(short["profile"]) == {"friends at 40"}
    assert set(short["stack_before"]) == {40 * NO_LIMIT.unit}


def test_games_without_all_in_take_no_stacks(tmp_path: Path) -> None:
    result = peder(tmp_path, "simulate", "guts", "-n", "20", "--stacks", "40")
    assert result.exit_code == 1
    assert "for games in which a player can go all-in" in result.stderr
