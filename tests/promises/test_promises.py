"""What earlier releases promised holds: their stores open and answer as before, what others build on has only grown."""

from __future__ import annotations

import json
import shlex
import shutil
import zipfile
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from tests.promises.surface import answer, commands, json_keys, marts, missing, python, read
from tests.stores import peder

HERE = Path(__file__).parent
RELEASES = sorted(folder.name for folder in HERE.iterdir() if (folder / "store.zip").exists())
FIRST_AND_LAST = [
    RELEASES[0],
    *(pytest.param(name, marks=pytest.mark.nightly) for name in RELEASES[1:-1]),
    RELEASES[-1],
]
SEEDED = HERE.parent / "golden" / "seeded-hands.json"


@pytest.fixture(scope="module", params=FIRST_AND_LAST)
def release(request: pytest.FixtureRequest) -> Path:
    """The first release and the last by day: the last promised what those between did, which only added to it."""
    return HERE / str(request.param)


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The store that a release wrote, restored from its backup by today's program."""

    @cache
    def of(name: str) -> Path:
        work = tmp_path_factory.mktemp(f"release-{name}")
        with zipfile.ZipFile(HERE / name / "store.zip") as packed:
            packed.extract("backup.zip", work)
        peder(work / "store", "store", "restore", work / "backup.zip", code=0)
        return work / "store"

    return of


@pytest.fixture
def store(release: Path, stores: Callable[[str], Path]) -> Path:
    """The store of a release."""
    return stores(release.name)


@pytest.fixture(
    params=[RELEASES[-1], *(pytest.param(name, marks=pytest.mark.nightly) for name in RELEASES[:-1])]
)
def any_store(request: pytest.FixtureRequest, stores: Callable[[str], Path]) -> Path:
    """The store of the last release, by night of each: of any store today's program says what each release promised."""
    return stores(str(request.param))


def promised(release: Path, name: str) -> Any:
    return json.loads((release / f"{name}.json").read_text(encoding="utf-8"))


def test_there_is_a_release() -> None:
    assert RELEASES


@pytest.mark.parametrize("name", FIRST_AND_LAST)
def test_its_store_has_no_fault(stores: Callable[[str], Path], name: str) -> None:
    assert peder(stores(name), "store", "check", "--deep", code=0)


def test_rows_may_have_more_keys_and_no_other_values() -> None:
    assert not list(missing([{"won": 1}], [{"won": 2}, {"won": 1, "lost": 0}]))
    assert list(missing([{"won": 1}], [{"won": 2, "lost": 0}]))


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


def test_an_odd_oere_goes_where_it_went_in_1_0(tmp_path: Path) -> None:
    """The nights of the stores divide evenly; this one doesn't, in its chips and in its pizza."""
    lines = tmp_path / "lines.txt"
    lines.write_text(
        "players Anna, Bo, Carl\nbanker c\nchip 0.125 kr\nloan 2p50\n7s 3 +a\nexpense b 100 kr pizza\nend\n"
    )
    peder(tmp_path / "store", "log", "2026-03-06", "--from", lines, code=0)

    def balances(*more: str) -> dict[str, float]:
        rows = answer(tmp_path / "store", "settle", "2026-03-06", *more)
        return {row["player_id"]: row["balance"] for row in rows if row["row"] == "account"}

    assert balances() == {"anna": -32.58, "bo": 66.29, "carl": -33.71}
    assert balances("--round", "50 øre") == {"anna": -32.5, "bo": 66, "carl": -33.5}


def test_commands_and_their_options_are_still_there(release: Path) -> None:
    assert list(missing(promised(release, "commands"), commands())) == []


def test_json_keys_are_still_there(any_store: Path) -> None:
    now = json_keys(any_store)
    for name in RELEASES:
        assert list(missing(promised(HERE / name, "json"), now)) == [], name


def test_marts_have_their_columns(any_store: Path) -> None:
    now = marts(any_store)
    for name in RELEASES:
        assert list(missing(promised(HERE / name, "marts"), now)) == [], name


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
