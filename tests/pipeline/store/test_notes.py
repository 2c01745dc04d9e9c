"""Notes and tags on players: for the store's owner alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipeline.commands.report import write_all
from pipeline.serve import app_folder
from pipeline.serve.app_folder import write_app
from pipeline.store.people import Person, PlayerError, Registry
from tests.reports.page_scripts import opened
from tests.stores import peder

NIGHT = "players Anna, Bo, Carl\nbanker c\nchip 25 øre\nloan 1p\n7s 5 b3 +a\nend\n"
NOTE = "never bluffs the river <b>&"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    lines = tmp_path / "night.txt"
    lines.write_text(NIGHT, encoding="utf-8")
    peder(tmp_path / "store", "log", "2026-03-14", "--from", lines, code=0)
    peder(tmp_path / "store", "players", "note", "bo", NOTE, code=0)
    peder(tmp_path / "store", "players", "tag", "bo", "#Tight-Player", code=0)
    return tmp_path / "store"


def shown(store: Path, who: str = "bo") -> dict[str, object]:
    return dict(json.loads(peder(store, "players", "show", who, "--json", code=0).stdout))


def test_notes_and_tags_are_shown_numbered(store: Path) -> None:
    peder(store, "players", "note", "bo", "  calls   too\nmuch ", code=0)
    text = peder(store, "players", "show", "Bo", code=0).stdout
    assert text.splitlines() == [
        "Bo (bo)",
        "handle: b",
        "tags: tight-player",
        f"1. {NOTE}",
        "2. calls too much",
    ]
    peder(store, "players", "note", "bo", "--remove", "1", code=0)
    peder(store, "players", "tag", "bo", "tight-player", "--remove", code=0)
    assert (shown(store)["notes"], shown(store)["tags"]) == (["calls too much"], [])


def test_players_are_listed_by_tag(store: Path) -> None:
    rows = json.loads(peder(store, "players", "--tag", "Tight-player", "--json", code=0).stdout)
    assert [row["player_id"] for row in rows] == ["bo"]
    assert "peder players tag WHO loose" in peder(store, "players", "--tag", "loose", code=0).output


def test_nothing_that_others_may_read_has_them(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app_folder, "_runtime", dict)  # Python itself, the same in all apps, takes seconds
    write_all(store, tmp_path / "site")
    write_app(tmp_path / "app", store)
    peder(store, "report", "player", "Bo", "--out", tmp_path / "bo.html", code=0)
    peder(store, "export", "json", "--all", "--out", tmp_path / "all.jsonl", code=0)
    peder(store, "export", "csv", "players", "--out", tmp_path / "players.csv", code=0)
    peder(store, "export", "parquet", "players", "--out", tmp_path / "players.parquet", code=0)
    written = [place for place in tmp_path.rglob("*") if place.is_file() and store not in place.parents]
    assert len(written) > 20
    for place in written:
        data = place.read_bytes()
        data = opened(data.decode()).encode() if place.suffix == ".html" else data
        assert b"never bluffs" not in data, place
        assert b"tight-player" not in data, place
    for question in ("from players", "from stg_players", "from mart_players"):
        answer = peder(store, "sql", f"{question} where player_id = 'bo'").output
        assert "bluffs" not in answer
        assert "tight-player" not in answer
    for words in (["players", "--json"], ["players"], ["nights"], ["standings"], ["settle", "--text"]):
        assert "bluffs" not in peder(store, *words, code=0).output


def test_a_page_has_them_when_asked(store: Path, tmp_path: Path) -> None:
    peder(store, "report", "player", "Bo", "--notes", "--out", tmp_path / "bo.html", code=0)
    page = (tmp_path / "bo.html").read_text(encoding="utf-8")
    assert "never bluffs the river &lt;b&gt;&amp;" in page
    assert "tight-player" in page
    peder(store, "report", "player", "Anna", "--notes", "--out", tmp_path / "anna.html", code=0)
    assert "bluffs" not in (tmp_path / "anna.html").read_text(encoding="utf-8")


def test_a_backup_has_them(store: Path, tmp_path: Path) -> None:
    peder(store, "backup", tmp_path / "backup.zip", code=0)
    peder(tmp_path / "other", "restore", tmp_path / "backup.zip", code=0)
    assert shown(tmp_path / "other") == shown(store)


def test_they_stay_with_their_player_through_merges_and_splits() -> None:
    people = Registry(Person(player_id=name.lower(), name=name) for name in ("Anna", "Bo", "Bosse"))
    people = people.add_note("Bo", "tight").add_note("Bosse", "tells").add_tags("Bosse", ["x", "X", "y"])
    merged = people.merge("bosse", "bo")
    assert merged.notes("bo") == merged.notes("bosse") == ["tight", "tells"]
    assert [person.name for person in merged.tagged("y")] == ["Bo"]
    assert merged.remove_note("bo", 2).notes("bo") == ["tight"]
    assert merged.remove_tags("bo", ["x"]).tags("bo") == ["y"]
    again = merged.add_note("Bosse", "late").split("bosse")
    assert (again.notes("bo"), again.notes("bosse")) == (["tight", "late"], ["tells"])


@pytest.mark.parametrize("text", ["", "  ", "a" * 501, "a\x1b[2J"])
def test_what_is_no_note_is_refused(text: str) -> None:
    with pytest.raises(PlayerError, match="can't be a note"):
        Registry([Person(player_id="bo", name="Bo")]).add_note("bo", text)


@pytest.mark.parametrize("text", ["", "#", "two words", "a" * 31, "<b>", "-"])
def test_what_is_no_tag_is_refused(text: str) -> None:
    with pytest.raises(PlayerError, match="can't be a tag"):
        Registry([Person(player_id="bo", name="Bo")]).add_tags("bo", [text])


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["note", "bo"], 2, "--remove"),
        (["note", "bo", NOTE, "--remove", "1"], 2, "--remove"),
        (["note", "bo", NOTE], 1, "has that note already"),
        (["note", "bo", "--remove", "7"], 1, "peder players show bo"),
        (["note", "nobody", "x"], 1, "There is no player"),
        (["tag", "bo", "loose", "--remove"], 1, "there are: tight-player"),
        (["show", "nobody"], 1, "There is no player"),
    ],
)
def test_bad_input_is_answered(store: Path, words: list[str], code: int, said: str) -> None:
    before = shown(store)
    assert said in peder(store, "players", *words, code=code).output
    assert shown(store) == before
