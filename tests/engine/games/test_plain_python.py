"""Compiled or as plain Python the games are the same: hands are played in a process without a compiler."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.catalogue import VARIANTS
from engine.compile.jit import PLAIN
from tests.engine.games.table import GAMES, MIXED, rows

UNITS = 2


def played(game: str) -> list[object]:
    """A few hands of a game as lists of numbers."""
    players = VARIANTS[game].players[0]
    return [
        [row.hand, row.seats.tolist(), row.packed.tolist(), row.packed_shares.tolist()]
        for row in rows(game, players, UNITS, seed=11, names=MIXED)
    ]


@pytest.mark.skipif(PLAIN, reason="this process compiles nothing")
def test_the_same_hands_as_plain_python() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "error::RuntimeWarning"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.engine.games.test_plain_python"],
        cwd=Path(__file__).parents[3],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    plain = json.loads(done.stdout)
    assert set(plain) == set(GAMES)
    for game in GAMES:
        assert plain[game] == json.loads(json.dumps(played(game))), game


if __name__ == "__main__":
    print(json.dumps({game: played(game) for game in GAMES}))
