"""Houses of random nights, an import and runs, for tests that look at everything at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.queries.house import House

SEEDS = range(3)


@pytest.fixture(scope="session")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[int], House]]:
    """The house of a seed, built once: a session's fixture with parameters is built again in every file."""
    made: dict[int, House] = {}

    def of(seed: int) -> House:
        if seed not in made:
            made[seed] = House(seed, tmp_path_factory.mktemp("random") / "store")
        return made[seed]

    yield of
    for house in made.values():
        house.con.close()


@pytest.fixture(params=[SEEDS[0], *(pytest.param(seed, marks=pytest.mark.nightly) for seed in SEEDS[1:])])
def house(request: pytest.FixtureRequest, houses: Callable[[int], House]) -> House:
    """A sound store with something in every table, its marts built once; not to be changed."""
    return houses(request.param)
