"""A plugin of pytest for `tests.mutants`: the tests that noticed a change run before the others."""

from __future__ import annotations

from pathlib import Path

import pytest

NOTICED = Path("noticed.txt")
"""The names of tests that noticed a change, in the folder where pytest runs: those that noticed most first."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Bring the tests into that order; the others stay as they are."""
    names = NOTICED.read_text("utf-8").splitlines()
    rank = {name: number for number, name in enumerate(names)}
    items.sort(key=lambda item: rank.get(item.nodeid, len(rank)))
