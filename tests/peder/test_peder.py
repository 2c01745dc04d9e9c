"""`import peder`: hands and games as frames; `open_store` is tested by its page in tests/docs."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import polars as pl
import pytest

import peder
from tests.stores import session, write


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


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("store"), sessions=[session("n1")])


def test_threads_share_an_open_store(store: Path) -> None:
    with peder.open_store(store) as opened, ThreadPoolExecutor(8) as threads:
        start = threading.Barrier(8)

        def ask(number: int) -> int:
            if number < 8:
                start.wait()
            rows = opened.sql("select $n + count(*) as n from range(20000)", n=number)
            return int(rows["n"][0])

        assert list(threads.map(ask, range(40))) == [20_000 + number for number in range(40)]
        assert len(set(map(tuple, threads.map(lambda _: opened.marts(), range(8))))) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system doesn't fork")
def test_a_forked_process_is_told_at_once_that_it_can_not_query(store: Path) -> None:
    code = f"""
import os, sys, warnings
warnings.simplefilter("ignore")
import peder
opened = peder.open_store({str(store)!r})
child = os.fork()
if not child:
    for use in (opened.sessions, opened.marts, lambda: peder.open_store({str(store)!r})):
        try:
            use()
        except peder.PederError as error:
            assert "spawn" in str(error), error
        else:
            os._exit(1)
    opened.close()
    os._exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), len(opened.sessions()))
opened.close()
"""
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert answer.stdout.split() == ["7", "1"], answer.stderr
