"""The marts and staging views in one database, which says what it holds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
import yaml

from pipeline.analysis.marts import open_marts
from queries.meanings import descriptions
from queries.models import FOLDER
from queries.selects import read
from tests.stores import peder


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    work = tmp_path_factory.mktemp("database")
    lines = 'players Anna, Bo, "<b>\'Carl"\nbanker a\nchip 25 øre\nloan 1p\n7s 5 b3 +a ; it\'s; "quoted"\n. 8 +b\nend\n'
    (work / "night.txt").write_text(lines, encoding="utf-8")
    peder(work / "store", "log", "2026-03-14", "--keep-going", "--from", work / "night.txt")
    peder(work / "store", "simulate", "guts", "-n", "50", "-k", "3", "--seed", "3", code=0)
    return work / "store"


@pytest.fixture(scope="module")
def written(store: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    out = store.parent / "it's.duckdb"
    assert "39 tables written" in peder(store, "export", "duckdb", out, code=0).output
    with duckdb.connect(str(out), read_only=True) as con:
        con.execute("set timezone = 'UTC'")
        yield con


def test_every_table_and_column_says_what_it_means(written: duckdb.DuckDBPyConnection) -> None:
    tables = dict(written.execute("select table_name, comment from duckdb_tables()").fetchall())
    assert tables == {name: str(about) for name, about in descriptions().items()}
    columns = written.execute(
        "select table_name, column_name, comment from duckdb_columns() where not internal"
    ).fetchall()
    assert len(columns) > 400
    for table, column, comment in columns:
        assert comment == str(descriptions()[table].columns[column])


def test_it_holds_what_the_store_answers(store: Path, written: duckdb.DuckDBPyConnection) -> None:
    with open_marts(store) as con:
        for name in descriptions():
            select = f"from {name} order by all"
            assert (
                written.execute(f"describe {name}").fetchall() == con.execute(f"describe {name}").fetchall()
            )
            if name == "stg_hands":
                assert written.execute(f"select count(*) from {name}").fetchone() == (202,)
            assert read(written, select).equals(read(con, select)), name


def test_the_descriptions_are_read_as_yaml_is() -> None:
    shared = yaml.safe_load((FOLDER / "marts" / "columns.yml").read_text(encoding="utf-8"))
    files = [file for kind in ("staging", "marts") for file in (FOLDER / kind).glob("*.yml")]
    assert len(files) == len(descriptions()) + 1
    for file in files:
        if file.stem == "columns":
            continue
        said, about = yaml.safe_load(file.read_text(encoding="utf-8")), descriptions()[file.stem]
        assert said.keys() == {"about", "grain", "columns"}
        assert (" ".join(said["about"].split()), said["grain"]) == (about.about, list(about.grain))
        columns = {name: meaning or shared[name] for name, meaning in said["columns"].items()}
        assert columns == {name: {meaning.unit: meaning.about} for name, meaning in about.columns.items()}


def test_every_staging_view_is_described_with_its_columns_and_grain(store: Path) -> None:
    staging = {file.stem for file in (FOLDER / "staging").glob("*.sql")}
    assert staging == {name for name in descriptions() if name.startswith("stg_")}
    with open_marts(store) as con:
        for name in staging:
            about = descriptions()[name]
            columns = [row[0] for row in con.execute(f"describe {name}").fetchall()]
            assert columns == list(about.columns), name
            grain = ", ".join(f'"{column}"' for column in about.grain)
            rows = con.execute(f"select count(*), count(distinct ({grain})) from {name}").fetchone()
            assert rows
            assert rows[0] == rows[1], name


def test_bad_input_is_answered_and_nothing_is_half_written(store: Path, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for out, said in (
        ("-", "can't be a database"),
        (str(tmp_path / "what?.duckdb"), "can't be a database"),
        (str(tmp_path / "folder"), "can't be written"),
        (str(tmp_path / "no" / "such.duckdb"), "can't be written"),
    ):
        assert said in peder(store, "export", "duckdb", out, code=1).output
    assert [place.name for place in tmp_path.iterdir()] == ["folder"]


def test_it_takes_the_place_of_the_one_before(store: Path, tmp_path: Path) -> None:
    out = tmp_path / "season.duckdb"
    for _ in range(2):
        peder(store, "export", "duckdb", out, code=0)
    assert [place.name for place in tmp_path.iterdir()] == ["season.duckdb"]
