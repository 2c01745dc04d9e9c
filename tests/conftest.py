"""What all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared() -> Path:
    """The rule texts and real hands beside the repository (or `PEDER_SHARED`); skips where there are none."""
    place = Path(os.environ.get("PEDER_SHARED") or Path(__file__).parents[2] / "shared")
    if not place.is_dir():
        pytest.skip(f"needs the rule texts and real hands: {place} isn't there (PEDER_SHARED names a place)")
    return place
