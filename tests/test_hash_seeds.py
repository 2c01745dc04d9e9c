"""What Peder writes depends on no hash: a season is the same to the byte under two seeds of it."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.whole_season import NOT_COMPARED


@pytest.mark.nightly  # a season of every command, twice
def test_a_season_is_the_same_to_the_byte_under_any_hash_seed(tmp_path: Path) -> None:
    first, second = (lived(tmp_path / "season", seed) for seed in (1, 2))
    assert len(first) > 300
    different = [name for name in sorted(first.keys() | second) if first.get(name) != second.get(name)]
    assert not different


def lived(folder: Path, seed: int) -> dict[str, str]:
    """The digest of every file of a season that is lived in a process with this hash seed."""
    environment = {**os.environ, "PYTHONHASHSEED": str(seed), "PEDER_LANG": "en"}
    subprocess.run([sys.executable, "-m", "tests.whole_season", folder], env=environment, check=True)
    files = {
        str(place.relative_to(folder)): hashlib.sha256(place.read_bytes()).hexdigest()
        for place in folder.rglob("*")
        if place.is_file() and not any(part in NOT_COMPARED for part in place.relative_to(folder).parts)
    }
    shutil.rmtree(folder)
    return files
