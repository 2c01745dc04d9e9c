"""`import peder`: hands and games as frames; `open_store` is tested by its page in tests/docs."""

from __future__ import annotations

import subprocess
import sys

import polars as pl
import pytest

import peder


def test_simulated_hands_conserve_chips_and_repeat_with_their_seed() -> None:
    rows = peder.simulate("seven-card-stud", hands=50, players=4, seed=7, profiles=["rock", "regular"])
    assert rows.columns == ["chain", "hand", "seat", "paid", "won", "net"]
    assert rows["chain"].n_unique() == 50
    assert rows.group_by("hand").len()["len"].unique().to_list() == [4]
    assert rows.group_by("chain").agg(pl.sum("net"))["net"].unique().to_list() == [0]
    assert rows.equals(
        peder.simulate("seven-card-stud", hands=50, players=4, seed=7, profiles=["rock", "regular"])
    )
    assert peder.simulate("seven-card-stud", hands=0).is_empty()


def test_a_game_that_does_not_exist_is_refused_in_a_sentence() -> None:
    with pytest.raises(peder.PederError, match="no game"):
        peder.simulate("quidditch")


def test_games_are_those_of_the_catalogue() -> None:
    games = peder.games()
    assert {"variant_id", "name", "family", "players_min", "players_max"} <= set(games.columns)
    assert "seven-card-stud" in games["variant_id"]


def test_importing_is_light() -> None:
    code = "import sys, peder; print(sorted({'polars', 'numba', 'duckdb'} & set(sys.modules)))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"
