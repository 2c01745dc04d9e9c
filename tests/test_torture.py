"""The short form of `make torture`: some of each, in a process of its own, for it forks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.nightly  # as `make torture` does at length
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_little_of_everything_that_breaks_a_store() -> None:
    root = Path(__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-m", "tests.torture", "short"], cwd=root, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "kills: 1 tried, 0 wrong" in done.stdout
    assert "twice: 1 tried, 0 wrong" in done.stdout
    assert "journals: 6 tried, 0 wrong" in done.stdout
    assert "games: 100 tried, 0 wrong" in done.stdout
    assert "files: 12 tried, 0 wrong" in done.stdout
    assert "merges: 10 tried, 0 wrong" in done.stdout


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_short_season_of_a_group() -> None:
    root = Path(__file__).parents[1]
    words = [sys.executable, "-m", "tests.torture", "short", "seasons"]
    done = subprocess.run(words, cwd=root, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "seasons: 1 tried, 0 wrong" in done.stdout
