"""The sums that a run writes beside its parts, against the SQL that defines them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pytest

import queries
from engine.variants import VARIANTS
from pipeline.marts import check_store, tables_of
from pipeline.simulation import runs
from pipeline.simulation.runs import Run, simulate
from pipeline.simulation.sums import _product
from pipeline.store.store import Store
from tests.stores import few_models

SUMS = ("chip_counts", "evening_counts", "meld_sums", "session_sums", "skill_sums", "variant_sums")
# every mart that runs have rows in: the others are of players with names
few = few_models(
    "check_",
    "mart_runs",
    "mart_variant_",
    "mart_variants",
    *(f"{form}_{name}" for name in SUMS for form in ("int", "stored")),
)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """Every game, 60 chains of each in parts of 32, and 20 by players of two profiles."""
    store = Store(tmp_path_factory.mktemp("sums") / "store")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "PART_HANDS", 32)
        run = Run(variants=[*VARIANTS.values()], hands=60, players=5, seed=4, profiles=("plain-steady",))
        simulate(store, run)
        simulate(store, replace(run, hands=20, profiles=("plain-steady", "plain-loose")))
    return store


def built(store: Store, path: Path, *, stored: bool) -> duckdb.DuckDBPyConnection:
    """The store's marts, from the sums beside its parts or by SQL alone."""
    tables = tables_of(store)
    if not stored:
        tables["sums"] = replace(tables["sums"], parts=[])
    path.mkdir()
    for table in store.path.iterdir():
        if not table.name.startswith("."):
            (path / table.name).symlink_to(table)
    return queries.build(path, tables)


def rows(con: duckdb.DuckDBPyConnection, name: str) -> list[tuple[Any, ...]]:
    return con.execute(f"select * from {name} order by all").fetchall()


def unfolded(counts: str) -> str:
    """A row a number of chips, however many rows told of it."""
    facts = "n: sum(n), pairs: sum(pairs)" if "evening" in counts else "n: sum(n)"
    told = f"select * exclude (counted), unnest(counted, recursive := true) from {counts}"
    columns = "* exclude (n, pairs)" if "evening" in counts else "* exclude (n)"
    return f"(select {columns}, {{{facts}}} from ({told}) group by all)"


def types(con: duckdb.DuckDBPyConnection, model: str) -> dict[str, str]:
    return {name: kind for name, kind, *_ in con.execute(f"describe {model}").fetchall()}


def test_sums_of_every_game_are_those_of_the_sql(store: Store, tmp_path: Path) -> None:
    with (
        built(store, tmp_path / "a", stored=True) as one,
        built(store, tmp_path / "b", stored=False) as other,
    ):
        games = other.execute("select count(distinct variant_id) from int_variant_sums").fetchall()
        assert games == [(len(VARIANTS),)]
        for name in ("int_variant_sums", "int_meld_sums", "int_skill_sums"):
            assert rows(one, name) == rows(other, name), name
        for name in ("int_chip_counts", "int_evening_counts"):
            assert rows(one, unfolded(name)) == rows(other, unfolded(name)), name
        columns = "sum(hands), sum(chains), sum(paid), sum(won), sum(shadow), max(biggest_pot), sum(names)"
        total = f"select {columns}, min(first_hand), max(last_hand), max(seats) from int_session_sums"
        assert one.execute(total).fetchall() == other.execute(total).fetchall()
        marts = "select table_name from duckdb_tables() where starts_with(table_name, 'mart_')"
        for (mart,) in one.execute(marts).fetchall():
            same = f"select to_json(m) from {mart} as m order by all"
            assert one.execute(same).fetchall() == other.execute(same).fetchall(), mart


def test_sums_are_found_out(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    games = [VARIANTS["straight-poker"], VARIANTS["omaha-high-low"]]
    simulate(store, Run(variants=games, hands=60, players=5, seed=4, profiles=("plain-steady",)))
    assert [one.check for one in check_store(store.path) if one.count] == []
    part = sorted(store.path.glob("sums/*/part-0*.parquet"))[0]
    row = pl.read_parquet(part, hive_partitioning=False)
    changes = {
        "the totals": pl.col("whole").struct.with_fields(pl.field("paid") + 1),
        "how often": pl.col("nets").list.head(1),
        "the sums": pl.col("per_chain").struct.with_fields(
            pl.field("pots").struct.with_fields((pl.field("total") + 1).cast(pl.Decimal(38, 0)))
        ),
    }
    for words, change in changes.items():
        row.with_columns(change).write_parquet(part)
        (found,) = [one for one in check_store(store.path) if one.check == "check_sums"]
        assert found.faults[0].fault.startswith(words)


def test_a_run_with_a_part_unsummed_goes_by_sql(store: Store, tmp_path: Path) -> None:
    tables = tables_of(store)
    tables["sums"] = replace(tables["sums"], parts=tables["sums"].parts[:-1])
    with queries.build(store.path, tables) as con, built(store, tmp_path / "b", stored=False) as other:
        assert rows(con, "int_variant_sums") == rows(other, "int_variant_sums")
        for model in SUMS:
            assert types(con, f"stored_{model}") == types(con, f"int_{model}")


def test_products_are_exact() -> None:
    large = np.array([2**40 + 1, -(2**41) - 7, 3], np.int64)
    assert _product(large, large) == (2**40 + 1) ** 2 + (2**41 + 7) ** 2 + 9
