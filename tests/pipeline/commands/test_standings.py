"""`peder standings`, in both languages, as rows, and where there is nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.reports.house import build_house
from tests.stores import STANDINGS, few_models, peder

SAMPLE = Path(__file__).parents[3] / "pipeline/formats/samples/pokernow-sample.csv"
few = few_models(*STANDINGS)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("standings")
    build_house(path, nights=2, hands=8, run_hands=0)
    return path


def run(store: Path, *arguments: str) -> str:
    return peder(store, *arguments, code=0).stdout


def test_the_standings_are_those_of_the_page(store: Path) -> None:
    rows = json.loads(run(store, "standings", "--json"))
    assert [row["rank"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert sum(row["net"] for row in rows) == 0
    text = run(store, "standings", "2026")
    assert run(store, "report", "season", "2026", "--text") == text
    assert [row["name"] in line for row, line in zip(rows, text.splitlines()[1:], strict=True)] == [True] * 6
    first = rows[0]
    assert f"+{first['net_money']:.2f}\u202fkr" in text
    assert f"+{first['net'] / 50:.1f}" in text
    assert run(store, "standings", "--season", "2026") == text
    assert peder(store, "standings", "2026", "--season", "2025").exit_code == 2


def test_they_are_told_in_danish(store: Path) -> None:
    text = run(store, "--lang", "da", "standings")
    assert "spiller" in text.splitlines()[0]
    assert ",00\u202fkr" in text


def test_where_there_is_nothing_that_is_said(store: Path, tmp_path: Path) -> None:
    build_house(tmp_path, nights=0, run_hands=0)
    for place, season, sentence in (
        (tmp_path, [], "peder: No night has been logged yet"),
        (store, ["1999"], "peder: There is no season '1999' in the store: it has 2026."),
        (store, ["2026-01"], "peder: '2026-01' is a night, not a season: peder report night '2026-01'"),
    ):
        result = peder(place, "standings", *season)
        assert result.exit_code == 1
        assert result.stderr.startswith(sentence)


def test_an_import_with_a_season_is_a_night_of_it(tmp_path: Path) -> None:
    peder(tmp_path, "import", "pokernow-log", SAMPLE, code=0)
    text = run(tmp_path, "standings", "2026")
    assert text.splitlines()[1].startswith("1  Carsten")
    assert run(tmp_path, "standings") == text
    settled = run(tmp_path, "settle")
    assert "Carsten" in settled
    assert settled.splitlines()[2:] == run(tmp_path, "settle", "--season", "2026").splitlines()[2:]


def test_an_import_without_a_season_is_no_night(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(
        "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [9, 9]\nactions = ['p2 f']\n"
    )
    peder(tmp_path, "import", "phh", file, code=0)
    for words in (["standings"], ["report", "season"], ["settle"]):
        result = peder(tmp_path, *words, code=1)
        assert result.stderr == "peder: No night has been logged yet: peder log begins one.\n"
