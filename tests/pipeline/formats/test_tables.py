"""`peder export csv|parquet`: all rows, their types, and no cell that a spreadsheet would run."""

from __future__ import annotations

import csv
import gzip
import io
import shutil
from pathlib import Path

import polars as pl
import pytest
from typer.testing import Result

from peder import open_store
from pipeline.store.people import Person, Registry
from pipeline.store.players import change_players
from pipeline.store.store import Store
from queries.cache import FOLDER
from tests.pipeline.formats.logs import SAMPLE
from tests.stores import marts_in, peder

GAME = "pokernow-2026-01-16-f713be"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("exports") / "store"
    result = peder(place, "import", "pokernow-log", str(SAMPLE))
    assert result.exit_code == 0, result.output
    return place


def export(store: Path, *words: str | Path) -> Result:
    return peder(store, "export", *words)


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize(
    "name", ["sessions", "hands", "seats", "shares", "actions", "bank", "mart_standings"]
)
def test_a_table_has_all_its_rows_in_both_formats(store: Path, tmp_path: Path, name: str) -> None:
    with open_store(store) as opened:
        count = opened.sql(f"from {name if name.startswith('mart') else f'stg_{name}'}").height
    as_csv = export(store, "csv", name)
    assert (as_csv.exit_code, len(rows(as_csv.stdout))) == (0, count)
    assert export(store, "parquet", name, "--out", tmp_path / "rows.parquet").exit_code == 0
    frame = pl.read_parquet(tmp_path / "rows.parquet")
    assert frame.height == count > 0
    assert frame.columns == list(rows(as_csv.stdout)[0])


def test_of_the_marts_only_the_asked_one_is_built(store: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(store, tmp_path / "s", ignore=shutil.ignore_patterns(FOLDER))
    assert export(copy, "csv", "mart_players").exit_code == 0
    assert marts_in(copy) == {"mart_players"}


def test_types_are_events_in_parquet(store: Path, tmp_path: Path) -> None:
    assert export(store, "parquet", "sessions", "--out", tmp_path / "s.parquet").exit_code == 0
    frame = pl.read_parquet(tmp_path / "s.parquet")
    assert frame.schema["started_at"] == pl.Datetime("us", "UTC")
    assert frame.schema["chip_value"] == pl.Decimal(18, 6)


def test_a_session_of_it_alone_and_packed(store: Path, tmp_path: Path) -> None:
    out = tmp_path / "hands.csv.gz"
    result = export(store, "csv", "hands", "--session", GAME, "--out", out)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == f"34 rows written to {out}.\n"
    assert len(rows(gzip.decompress(out.read_bytes()).decode())) == 34


def test_no_text_passes_for_a_formula(tmp_path: Path) -> None:
    names = [
        "=1+1",
        "+x",
        "-x",
        "@sum(a)",
        "\tx",
        "\rx",
        "\uff1dx",
        "'x",
        "=cmd|' /C calc'!A0",
        "-5",
        "Anna",
        "a=b",
    ]
    people = [Person(player_id=f"p{n:02}", name=name) for n, name in enumerate(names)]
    place = tmp_path / "store"
    change_players(Store(place), lambda _: Registry(people))
    written = [row["name"] for row in rows(export(place, "csv", "players").stdout)]
    assert written == [*(f"'{name}" for name in names[:10]), "Anna", "a=b"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["csv", "nope"], "There is no table 'nope': there are actions, bank, "),
        (["csv", "hands", "--session", "nope"], "There is no session 'nope'"),
        (["csv", "players", "--session", GAME], "The rows of players are of no session"),
        (["csv", "hands; drop table x"], "There is no table 'hands; drop table x'"),
        (["csv", "hands", "--out", "nowhere/x.csv"], "nowhere/x.csv can't be written"),
    ],
)
def test_what_can_t_be_is_one_sentence(store: Path, words: list[str], sentence: str) -> None:
    result = export(store, *words)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    assert sentence in result.stderr
