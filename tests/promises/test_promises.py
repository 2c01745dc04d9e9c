"""What earlier releases promised holds: their stores open and answer as before, what others build on has only grown."""

from __future__ import annotations

import json
import shlex
import shutil
import zipfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from tests.promises.surface import answer, commands, json_keys, marts, missing, python, read
from tests.stores import peder

HERE = Path(__file__).parent
RELEASES = sorted(folder.name for folder in HERE.iterdir() if (folder / "store.zip").exists())
SEEDED = HERE.parent / "golden" / "seeded-hands.json"


@pytest.fixture(scope="module", params=RELEASES)
def release(request: pytest.FixtureRequest) -> Path:
    return HERE / str(request.param)


@pytest.fixture(scope="module")
def store(release: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store that a release wrote, restored from its backup by today's program."""
    work = tmp_path_factory.mktemp(f"release-{release.name}")
    with zipfile.ZipFile(release / "store.zip") as packed:
        packed.extract("backup.zip", work)
    peder(work / "store", "store", "restore", work / "backup.zip", code=0)
    return work / "store"


def promised(release: Path, name: str) -> Any:
    return json.loads((release / f"{name}.json").read_text(encoding="utf-8"))


def test_there_is_a_release() -> None:
    assert RELEASES


def test_its_store_has_no_fault(store: Path) -> None:
    assert peder(store, "store", "check", "--deep", code=0)


def test_its_store_answers_as_then(release: Path, store: Path) -> None:
    for words, then in promised(release, "answers").items():
        assert list(missing(then, answer(store, *shlex.split(words)))) == [], words


def test_its_nights_follow_from_their_journals(release: Path, store: Path, tmp_path: Path) -> None:
    """Without its tables, a logged night is derived from its journal, line by line."""
    bare = shutil.copytree(store, tmp_path / "store")
    for journal in (bare / "journal").glob("*.jsonl"):
        for folder in bare.glob(f"*/session_id={journal.stem}"):
            shutil.rmtree(folder)
    for words, then in promised(release, "answers").items():
        if words.startswith(("settle", "bank", "sql")):
            assert list(missing(then, answer(bare, *shlex.split(words)))) == [], words


def test_commands_and_their_options_are_still_there(release: Path) -> None:
    assert list(missing(promised(release, "commands"), commands())) == []


def test_json_keys_are_still_there(release: Path, store: Path) -> None:
    assert list(missing(promised(release, "json"), json_keys(store))) == []


def test_marts_have_their_columns(release: Path, store: Path) -> None:
    assert list(missing(promised(release, "marts"), marts(store))) == []


def test_import_peder_offers_what_it_did(release: Path) -> None:
    """Parameters keep their names and order; new ones come after them and may be left out."""
    now = python()
    for name, then in promised(release, "python").items():
        assert now[name][: len(then)] == then, name
        assert all(one.endswith("?") for one in now[name][len(then) :]), name


def test_lines_of_the_log_mean_the_same(release: Path) -> None:
    then = promised(release, "grammar")
    assert {line: read(line) for line in then} == then


def test_a_seed_gives_the_hands_of_its_version(release: Path) -> None:
    """Other hands for a seed need another version, which `engine_version` of each session names."""
    if version("peder") == release.name:
        assert json.loads(SEEDED.read_text(encoding="utf-8")) == promised(release, "seeds")


def test_this_version_was_kept() -> None:
    assert version("peder") in RELEASES, "python -m tests.promises keeps what this release promises"


def test_what_is_missing_is_found() -> None:
    then = {"a": ["x", "y"], "b": {"c": 1}, "d": 2}
    assert list(missing(then, {"a": ["y", "x", "z"], "b": {"c": 1, "e": 5}, "d": 2, "f": 0})) == []
    assert list(missing(then, {"a": ["x"], "b": {}})) == ["/a: y", "/b/c", "/d"]
    assert list(missing(then, {**then, "d": 3})) == ["/d: 2 became 3"]
