"""`peder report` as it is typed."""

from __future__ import annotations

import json
import webbrowser
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pipeline.cli import app
from pipeline.store.store import Store
from tests.reports.house import build_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """A house that nobody else has open."""
    return build_house(tmp_path_factory.mktemp("house"), nights=2, hands=6, run_hands=5)


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(words))
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize(
    "report", [["season"], ["player", "dorte"], ["variants"], ["night"], ["night", "log-1"]]
)
def test_a_report_names_the_page_that_it_wrote(house: Store, tmp_path: Path, report: list[str]) -> None:
    out = tmp_path / "page.html"
    code, told, _ = run("report", *report, "--store", str(house.path), "--out", str(out))
    assert (code, told.strip()) == (0, str(out))
    assert out.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_without_a_place_the_page_is_written_here(
    house: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, told, _ = run("report", "season", "2026", "--store", str(house.path), "--json")
    size = (tmp_path / "season-2026.html").stat().st_size
    answer = json.loads(told)
    page = answer.pop("page")
    assert (code, answer) == (0, {"report": "season", "file": "season-2026.html", "bytes": size})
    standings = next(s for s in page["sections"] if s["anchor"] == "standings")["tables"][0]["rows"]
    assert sum(row["net"] for row in standings) == 0


def test_a_page_is_named_for_what_it_shows_and_opened(
    house: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    code, told, _ = run("report", "night", "--store", str(house.path), "--open")
    latest = told.strip().removeprefix("night-").removesuffix(".html")
    assert latest in house.session_ids()
    assert (code, opened) == (0, [(tmp_path / told.strip()).as_uri()])
    run("report", "night", latest, "--store", str(house.path), "--out", "night.svg")
    assert (tmp_path / "night.svg").read_text(encoding="utf-8").startswith("<svg")
    assert run("report", "player", "Anna", "--store", str(house.path))[1].strip() == "player-anna.html"


def test_every_page_is_data_too(house: Store, tmp_path: Path) -> None:
    for report in (["player", "Anna"], ["variants"], ["night"]):
        command = ("report", *report, "--store", str(house.path), "--out", str(tmp_path / "x.html"), "--json")
        page = json.loads(run(*command)[1])["page"]
        assert page["title"]
        assert not any("<" in text for section in page["sections"] for text in section.get("texts", ()))
    hands = next(section for section in page["sections"] if section["anchor"] == "hands")["hands"]
    assert [hand["hand_no"] for hand in hands] == [1, 2, 3, 4, 5, 6]
    assert all(sum(seat["paid"] for seat in hand["seats"]) > 0 for hand in hands)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["season", "1999"], "There is no season '1999' in the store: it has 2026."),
        (["player", "Dorthe"], "There is no player called 'Dorthe'. Did you mean Dorte?"),
        (["night", "x"], "There is no night 'x' in the store: the latest are "),
        (["variants", "--kind", "x"], "There are no hands of the kind 'x': it is one of run, night, import."),
        (
            ["season", "--out", "missing/season.html"],
            "missing/season.html can't be written (No such file or directory)",
        ),
    ],
)
def test_a_wrong_word_is_one_sentence(
    house: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, told, complaint = run("report", *words, "--store", str(house.path))
    assert (code, told) == (1, "")
    assert sentence in complaint
    assert "Traceback" not in complaint
    assert list(tmp_path.iterdir()) == []


def test_no_store_is_one_sentence(tmp_path: Path) -> None:
    code, _, complaint = run("report", "season", "--store", str(tmp_path / "none"))
    assert code == 1
    assert "There is no store at" in complaint
    assert not (tmp_path / "none").exists()
