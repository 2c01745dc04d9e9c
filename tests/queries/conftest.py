"""A house of random nights, an import and runs, for tests that look at everything at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.queries.house import write_house


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sound store with something in every table; not to be changed."""
    return write_house(tmp_path_factory.mktemp("house") / "store", seed=1)
