"""Houses of random nights, an import and runs, for tests that look at everything at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.queries.house import House

SEEDS = range(3)


@pytest.fixture(params=SEEDS, scope="session")
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A sound store with something in every table, its marts built once; not to be changed."""
    made = House(request.param, tmp_path_factory.mktemp("random") / "store")
    yield made
    made.con.close()
