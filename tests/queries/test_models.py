"""The models: their order from their own SQL, and the marts' descriptions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import duckdb
import yaml

from engine.kernel.actions import Act
from engine.terms import Declared, Detail, Half, Outcome
from pipeline.analysis.marts import OF_LUCK
from pipeline.bank.ledger import BankKind
from pipeline.store.reference import terms_table
from pipeline.store.schemas import DERIVED_TABLES, REFERENCE_TABLES, SESSION_TABLES
from queries.models import FOLDER, KINDS, load_models, needed_for
from queries.parsed import parse, tables_defined, tables_named
from queries.portions import models_by_session
from queries.run_sums import models_of_runs
from queries.sources import BY_PART
from tests.queries.house import House
from tests.stores import ask, build, write

RECOMPUTED = [
    Path(__file__).parent / f"test_{name}.py"
    for name in ("recomputed", "recomputed_tables", "people", "skill", "winning_melds")
]
TABLES = {**SESSION_TABLES, **DERIVED_TABLES, **REFERENCE_TABLES}
PREFIXES = {
    "staging": ("stg_",),
    "parts": ("int_", "check_"),
    "intermediate": ("int_",),
    "marts": ("mart_",),
    "checks": ("check_",),
}


def put(folder: Path, **models: str) -> Path:
    (folder / "intermediate").mkdir(parents=True)
    for name, sql in models.items():
        (folder / "intermediate" / f"{name}.sql").write_text(sql)
    return folder


def test_each_model_comes_after_what_it_reads() -> None:
    models = load_models(TABLES)
    done = set(TABLES)
    for model in models.values():
        assert model.reads <= done, model.name
        done.add(model.name)


def test_every_sql_file_is_a_model_of_its_folder() -> None:
    models = load_models(TABLES)
    files = {
        file.stem: file.parent.name
        for kind in KINDS
        for file in (FOLDER / kind).iterdir()
        if file.suffix == ".sql"
    }
    assert {model.name: model.kind for model in models.values()} == files
    assert all(name.startswith(PREFIXES[kind]) for name, kind in files.items())
    assert {name.removeprefix("stg_") for name, kind in files.items() if kind == "staging"} == {
        *TABLES, "shares", "actions", "errors", "equities", "deals", "chances",
    } - {"action_kinds", "luck"}  # fmt: skip


def test_no_mart_reads_hands_but_those_stored_by_session() -> None:
    models = load_models(TABLES)
    leaves = {model.name for model in models_by_session(models)}
    assert {name for name in leaves if not name.endswith(("_sums", "_counts"))} == {
        "int_named_hands", "int_named_seats",
    }  # fmt: skip

    def tables(name: str) -> set[str]:
        if name in TABLES or name in leaves:
            return {name}
        return set().union(*map(tables, models[name].reads))

    marts = [name for name in models if name.startswith("mart_")]
    assert all(tables(mart).isdisjoint(BY_PART) for mart in marts)
    assert {mart for mart in marts if "luck" in tables(mart)} == OF_LUCK


def test_sums_of_runs_leave_out_the_models_of_players_with_names() -> None:
    models = load_models(TABLES)
    leaves = {model.name for model in models_by_session(models)}
    of_runs = {model.name for model in models_by_session(models_of_runs(models))}
    assert of_runs == {name for name in leaves if "player_id" not in models[name].sql and "named" not in name}
    assert of_runs < leaves


def test_only_staging_reads_the_tables() -> None:
    for model in load_models(TABLES).values():
        assert (model.kind == "staging") == bool(model.reads & set(TABLES)), model.name


def test_no_mart_and_no_intermediate_reads_the_drafts() -> None:
    """Hands reach the marts through int_hands, which leaves drafts out; the sums count them as such."""
    readers = {model.name for model in load_models(TABLES).values() if "stg_hands" in model.reads}
    # int_tables looks up which hands lack a number of players, and joins them with confirmed hands
    assert {name for name in readers if not name.startswith("check_")} == {
        "int_hands", "int_session_sums", "int_tables",
    }  # fmt: skip


def test_names_come_from_the_sql_itself(tmp_path: Path) -> None:
    put(
        tmp_path,
        a="""
            with recursive c as (select x from hands union select x from c where x in (select x from seats))
            -- from players
            select x is distinct from d.x, (select max(y) from b)
            from c join lateral (select * from bank) as d on true
        """,
        b="select 1 as y",
    )
    models = load_models(TABLES, tmp_path)
    assert models["a"].reads == {"hands", "seats", "b", "bank"}
    assert list(models) == ["b", "a"]


def test_names_are_those_of_duckdbs_parser() -> None:
    models = load_models(TABLES)
    known = {*TABLES, *models}
    with duckdb.connect() as con:
        for model in models.values():
            parsed = parse(con, model.sql)
            assert model.reads == (tables_named(parsed) & known) - tables_defined(parsed), model.name


def test_what_a_model_takes(tmp_path: Path) -> None:
    put(tmp_path, a="from hands", b="from a", c="from a", d="from b join c using (x)", e="from seats")
    names = [model.name for model in needed_for(["d"], load_models(TABLES, tmp_path))]
    assert sorted(names) == ["a", "b", "c", "d"]
    assert names[0] == "a"
    assert names[-1] == "d"


def described_marts() -> dict[str, dict[str, Any]]:
    return {
        file.stem: yaml.safe_load(file.read_text(encoding="utf-8"))
        for file in sorted((FOLDER / "marts").glob("mart_*.yml"))
    }


def test_every_mart_says_exactly_its_columns(tmp_path: Path) -> None:
    shared = yaml.safe_load((FOLDER / "marts" / "columns.yml").read_text(encoding="utf-8"))
    described = {}
    for mart, about in described_marts().items():
        columns = {name: meaning or shared[name] for name, meaning in about["columns"].items()}
        assert all(len(meaning) == 1 and all(meaning.values()) for meaning in columns.values()), mart
        assert set(about["grain"]) <= set(columns), mart
        described[mart] = list(columns)
    with build(write(tmp_path / "store")) as con:
        rows = con.execute(
            """
            select table_name, list(column_name order by column_index)
            from duckdb_columns() where starts_with(table_name, 'mart_') group by all
            """
        ).fetchall()
    assert described == dict(rows)


def test_every_metric_of_a_player_is_explained(house: House) -> None:
    page = (FOLDER.parent / "docs" / "definitions.md").read_text(encoding="utf-8")
    (section,) = re.findall(r"^## What a player does\n(.*?)^## ", page, re.MULTILINE | re.DOTALL)
    (table,) = (part for part in section.split("\n\n") if part.startswith("| metric"))
    names = [
        name for row in re.findall(r"^\| ([a-z].*?) \|", table, re.MULTILINE) for name in row.split(", ")
    ]
    metrics = ask(house.con, "select distinct metric from mart_player_stats")
    assert sorted(names[1:]) == sorted(metric for (metric,) in metrics)


def test_marts_have_one_row_for_their_grain(house: House) -> None:
    for mart, about in described_marts().items():
        grain = ", ".join(about["grain"])
        ((rows,),) = ask(house.con, f"select count(*) from {mart}")
        ((keys,),) = ask(house.con, f"select count(*) from (select distinct {grain} from {mart})")
        assert rows == keys > 0, mart


def test_every_mart_is_recomputed_by_something_else() -> None:
    """From the rows of houses and of runs, by plain Python, numpy or polars."""
    told = "".join(place.read_text(encoding="utf-8") for place in RECOMPUTED)
    assert [mart for mart in load_models(TABLES) if mart.startswith("mart_") and mart not in told] == []


def test_no_mart_has_128_bit_columns(house: House) -> None:
    """Frames would take them for decimals."""
    wide = """
        select table_name, column_name
        from duckdb_columns()
        where starts_with(table_name, 'mart_') and data_type = 'HUGEINT'
    """
    assert ask(house.con, wide) == []


def test_a_word_that_sql_compares_is_one_that_the_store_knows() -> None:
    """A misspelt word would be false for every row; codes stand in the reference tables alone."""
    known = {
        "kind": {*(act.word for act in Act), *BankKind, "night", "run", "import"},
        "outcome": set(Outcome),
        "detail": set(Detail),
        "half": set(Half),
        "declared": set(Declared),
        "status": {"confirmed", "draft"},
        "trait": {trait for row in terms_table()["traits"] for trait in row},
    }
    compared = re.compile(r"\b(\w+)\)? (?:=|<>|(?:not )?in) \(?((?:'\w+'(?:, )?)+)")
    asked = re.compile(r"'(\w+)' (?:not )?in \w\.traits")
    results = set()
    for file in sorted(FOLDER.rglob("*.sql")):
        text = file.read_text(encoding="utf-8")
        words = [
            (column, word) for column, some in compared.findall(text) for word in re.findall(r"\w+", some)
        ]
        words += [("trait", word) for word in asked.findall(text)]
        for column, word in words:
            assert word in known.get(column, {word}), f"{file.name}: {column} {word}"
            results.add(column)
        assert not re.search(r"\b(?:code|packed) *(?:=|<>|&|>>) *\d", text), file.name
    assert {"kind", "outcome", "status", "trait"} <= results
