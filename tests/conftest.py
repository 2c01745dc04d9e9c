"""What all tests share."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from language import speak

os.environ["PEDER_LANG"] = "en"  # whatever the locale of this machine says


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What tries the whole program, a test or two a file, goes first: alone at the end, others would wait."""
    items.sort(key=lambda item: item.path.parent != Path(__file__).parent)


def pytest_collection_finish() -> None:
    """What was imported and collected stays: the garbage collector needn't go over it again and again."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure() -> None:
    """Nothing is left behind at the end, of which DuckDB would complain."""
    gc.unfreeze()


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """A test that had the process speak another language leaves it as it was."""
    yield
    speak("en")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The rule texts and real hands beside the repository (or `PEDER_SHARED`).

    Skips where there are none; where `CI` is set they must be there.
    """
    place = Path(os.environ.get("PEDER_SHARED") or Path(__file__).parents[2] / "shared")
    if not place.is_dir():
        reason = f"needs the rule texts and real hands: {place} isn't there (PEDER_SHARED names a place)"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    return place
