"""The files with the sums of runs, against hands that the build sums up itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

from engine.catalogue import TRAINED, VARIANTS
from pipeline.analysis.derived import derive_sums
from pipeline.analysis.marts import open_marts, tables_of
from pipeline.simulation import runs
from pipeline.simulation.runs import Run, simulate
from pipeline.store.store import Store
from queries import warehouse
from queries.models import QueryError
from tests.stores import few_models

# every mart that runs have rows in: the others are of players with names
few = few_models(
    "check_",
    "mart_runs",
    "mart_variant_",
    "mart_variants",
    "int_",
)


@pytest.fixture(scope="module", params=[8, pytest.param(1, marks=pytest.mark.nightly)], ids=["eighth", "one"])
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Store:
    """Every game, a part of 32 chains of each; of every eighth, by night of all, two parts, and 20 chains by players of
    two profiles.
    """
    store = Store(tmp_path_factory.mktemp("sums") / "store")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "PART_HANDS", 32)
        run = Run(variants=[*TRAINED.values()], hands=32, players=5, seed=4, profiles=("plain-steady",))
        simulate(store, run)
        some = replace(run, variants=run.variants[:: request.param])
        simulate(store, replace(some, hands=60, seed=5))
        simulate(store, replace(some, hands=20, profiles=("plain-steady", "plain-loose")))
    return store


def built(store: Store, path: Path, *, from_files: bool) -> duckdb.DuckDBPyConnection:
    """The store's marts, from files of sums or from the hands."""
    path.mkdir()
    for table in store.path.iterdir():
        if not table.name.startswith("."):
            (path / table.name).symlink_to(table)
    return warehouse.build(path, tables_of(store), sums=derive_sums(store) if from_files else {})


def rows(con: duckdb.DuckDBPyConnection, name: str) -> list[tuple[Any, ...]]:
    return con.execute(f"select * from {name} order by all").fetchall()


UNFOLDED = """
    (select * exclude (n), sum(n)
    from (select * exclude (counted), unnest(counted, recursive := true) from int_chip_counts) group by all)
"""
"""A row a number of chips, from however many rows."""


def test_files_of_sums_of_every_game_are_what_the_hands_come_to(store: Store, tmp_path: Path) -> None:
    with (
        built(store, tmp_path / "a", from_files=True) as one,
        built(store, tmp_path / "b", from_files=False) as other,
    ):
        games = other.execute("select count(distinct variant_id) from int_variant_sums").fetchall()
        assert games == [(len(TRAINED),)]
        for name in ("int_variant_sums", "int_meld_sums", "int_skill_sums"):
            assert rows(one, name) == rows(other, name), name
        assert rows(one, UNFOLDED) == rows(other, UNFOLDED)
        columns = "sum(hands), sum(chains), sum(paid), sum(won), sum(shadow), max(biggest_pot), sum(names)"
        total = f"select {columns}, min(first_hand), max(last_hand), max(seats) from int_session_sums"
        assert one.execute(total).fetchall() == other.execute(total).fetchall()
        marts = "select table_name from duckdb_tables() where starts_with(table_name, 'mart_')"
        for (mart,) in one.execute(marts).fetchall():
            same = f"select to_json(m) from {mart} as m order by all"
            assert one.execute(same).fetchall() == other.execute(same).fetchall(), mart


def test_drafts_in_a_part_of_a_run_are_left_out(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    simulate(store, Run(variants=[VARIANTS["seven-card-stud"]], hands=60, players=5, seed=4))
    (folder,) = derive_sums(store)
    part = max((store.path / "hands" / folder).glob("part-0*"))
    rows = pl.read_parquet(part, hive_partitioning=False)
    rows.with_columns(status=pl.lit("draft")).write_parquet(part)
    with open_marts(store.path, {"mart_runs"}) as con:
        ((hands, drafts),) = con.execute("select hands, drafts from int_sessions").fetchall()
    assert (hands, drafts) == (60 - len(rows), len(rows))


def test_a_part_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    simulate(store, Run(variants=[VARIANTS["seven-card-stud"]], hands=60, players=5, seed=4))
    (folder,) = derive_sums(store)
    part = max((store.path / "seats" / folder).glob("part-0*"))
    part.write_bytes(part.read_bytes()[:100])
    with pytest.raises(QueryError, match=part.name):
        derive_sums(store)


def test_sums_are_exact_beyond_64_bits(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    simulate(store, Run(variants=[VARIANTS["seven-card-stud"]], hands=60, players=5, seed=4))
    (folder,) = derive_sums(store)
    places = sorted((store.path / "seats" / folder).glob("part-0*"))
    large = 2**20 + 1
    for place in places:
        seats = pl.read_parquet(place, hive_partitioning=False)
        won = pl.when(pl.col("won") > 0).then(large).otherwise(0).cast(pl.Int64)
        seats.with_columns(won=won, paid=pl.lit(0, pl.Int64)).write_parquet(place)
    nets = [
        int(place_net)
        for place in places
        for place_net in pl.read_parquet(place, hive_partitioning=False)["won"].to_list()
    ]
    of_hands = [sum(net**2 for net in nets[first : first + 5]) for first in range(0, len(nets), 5)]
    (place,) = derive_sums(store).values()
    rows = pl.read_parquet(place).explode("int_variant_sums").unnest("int_variant_sums")
    (sums,) = rows.filter(pl.col("per") == "hand")["nets"].to_list()
    assert sums["net_squares"] == sum(of_hands)
    assert sums["squares_x_squares"] == sum(squares**2 for squares in of_hands) > 2**64
