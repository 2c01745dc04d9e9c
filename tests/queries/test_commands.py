"""`peder store build`, `peder store check`, `peder sql`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from pipeline.analysis.marts import marts_read, open_marts
from queries.builder import created_marts
from tests.queries.house import write_house
from tests.stores import few_models, hand, peder, session, write

few = few_models("mart_players", "mart_player_nights", "mart_variant_stats", "check_")


def rows(result: Result) -> Any:
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store, built by the first who asks it; not to be changed."""
    return write_house(tmp_path_factory.mktemp("house") / "en mappe med 'æøå'", seed=1)


@pytest.fixture
def store(house: Path, tmp_path: Path) -> Path:
    """A copy of it in which nothing is built."""
    return shutil.copytree(house, tmp_path / house.name, ignore=shutil.ignore_patterns(".cache"))


def test_build(store: Path) -> None:
    built = {row["mart"]: row["rows"] for row in rows(peder(store, "store", "build", "--json"))}
    assert built["mart_sessions"] == 7
    assert built["mart_players"] == 5
    assert "mart_variant_stats" in peder(store, "build").stdout


def test_sql(house: Path) -> None:
    assert rows(
        peder(house, "sql", "select name, hidden from mart_players order by name limit 1", "--json")
    ) == [{"name": "Anna", "hidden": False}]
    first = "from mart_player_nights where kind = 'night' and season = '2026' and night_no = 1 and rank = 1"
    (night,) = rows(peder(house, "sql", first, "--json"))
    assert night["started_at"] == "2026-01-23T19:00:00+00:00"
    assert isinstance(night["net_money"], int | float)
    assert "Anna" in peder(house, "sql", "from mart_players").stdout


def test_sql_makes_the_marts_that_a_query_reads(store: Path) -> None:
    def made() -> set[str]:
        with open_marts(store, ()) as con:
            return created_marts(con)

    rows(peder(store, "sql", "from stg_hands", "--json"))
    assert made() == set()
    rows(peder(store, "sql", "select count(*) from mart_players", "--json"))
    assert made() == {"mart_players"}
    named = "select table_name from duckdb_tables() where starts_with(table_name, 'mart_')"
    assert made() < {row["table_name"] for row in rows(peder(store, "sql", named, "--json"))} == made()


@pytest.mark.parametrize(
    ("sql", "marts"),
    [
        ("FROM Mart_Player_Nights", ["mart_player_nights"]),
        (
            'select 1 from "mart_players" join mart_variant_stats using (x)',
            ["mart_players", "mart_variant_stats"],
        ),
        ("from check_hand_pot", []),
        ("from hands", []),
        ("select 1", []),
        ("with mart_player as (from mart_players) from mart_player", ["mart_players"]),
        ("select 'from luck' as mart_player -- duckdb_tables()\nfrom mart_players", ["mart_players"]),
        ("describe mart_players", ["mart_players"]),
        ("from range(3), marts.main.mart_players", ["mart_players"]),
        ("show tables", None),
        ("from (pivot mart_players on kind in ('run') using count(*))", ["mart_players"]),
        ("drop table mart_players", []),
        ("from duckdb_tables()", None),
        ("from mart_player", None),  # the answer names the marts that it may be
        ("from luck", None),
        ("from stg_equities", None),
        ("from check_bank_closed, mart_players", None),
        ("from query('from mart_' || 'players'), mart_players", None),
        ("from information_schema.tables, mart_players", None),
    ],
)
def test_marts_that_a_query_reads(sql: str, marts: list[str] | None) -> None:
    assert marts_read(sql) == marts


def test_a_wrong_query_is_one_sentence(house: Path) -> None:
    result = peder(house, "sql", "drop table mart_players")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("peder: The query must be one select: nothing is changed from here.")
    assert result.stderr.count("\n") == 1


def test_check(house: Path) -> None:
    result = peder(house, "check")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "23 checks, no faults.\n"
    assert rows(peder(house, "check", "--json")) == []


def test_check_tells_faults(tmp_path: Path) -> None:
    store = write(
        tmp_path / "s",
        sessions=[session("n1")],
        hands=[hand("n1", 1, {"a": 2, "b": 2, "c": 2}, {"a": 6}, pot=7)],
        players=[{"player_id": name, "name": name} for name in "abc"],
    )
    result = peder(store, "check", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout) == [
        {
            "check": "check_hand_pot", "session_id": "n1", "hand_no": 1,
            "fault": "a pot of 7, but 0 carried in and 6 paid",
        }
    ]  # fmt: skip
    result = peder(store, "check")
    assert "check_hand_pot" in result.stdout
    assert "1 fault." in result.stderr


@pytest.mark.parametrize("command", [["build"], ["check"], ["sql", "select 1"]])
def test_no_store_is_one_sentence(tmp_path: Path, command: list[str]) -> None:
    result = peder(tmp_path / "nowhere", *command)
    assert result.exit_code == 1
    assert result.stderr == (
        f"peder: There is no store at {tmp_path / 'nowhere'}: "
        "simulate, import or log something, or name another with --store.\n"
    )
    assert not (tmp_path / "nowhere").exists()


def test_a_session_with_an_unreadable_part_is_left_out_in_one_sentence(store: Path) -> None:
    part = next((store / "hands").rglob("*.parquet"))
    part.write_bytes(b"PAR1")
    result = peder(store, "build")
    assert result.exit_code == 0
    assert part.name in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_file_in_the_way_of_the_marts_makes_room(store: Path) -> None:
    (store / ".cache").write_text("in the way")
    assert peder(store, "build").exit_code == 0
    assert (store / ".cache").is_dir()
