"""A site that follows the store is, file by file, the one that is written afresh: what isn't rendered again would have been
the same.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from language import speak
from pipeline.night.service import NightService
from reports.manifest import MANIFEST
from tests.stores import files, peder

LINES = (
    "players Anna, Bo, Carl, Dorte", "banker b", "chip 25 øre", "loan 20p", "7s 14 b3 +c", ". 8 a2 +b", "th 20 b1 c2 +d",
    "expense a 60 pizza", "sp 2 +a", "end",
)  # fmt: skip
LAST = [line.replace("Dorte", "Erik").replace("+d", "+e") for line in LINES]
NIGHTS = ("2026-01-09", "2026-01-23", "2026-02-06", "2026-02-20")


def log(store: Path, night: str, *lines: str) -> None:
    with NightService(store, night) as service:
        service.enter_file(list(lines), keep_going=True)


def run(*words: str) -> Callable[[Path], object]:
    return lambda store: peder(store, *words, code=0)


CHANGES: dict[str, tuple[Callable[[Path], object], int]] = {
    "one more night": (lambda store: log(store, "2026-03-06", "season 2026", *LINES), 2),
    "a night between others": (lambda store: log(store, "2026-01-30", "season 2026", *LINES[:-2]), 3),
    "a correction of an old night": (lambda store: log(store, NIGHTS[0], "u 2"), 1),
    "another season's night": (lambda store: log(store, "2027-01-08", "season 2027", *LINES), 2),
    "a night deleted": (run("nights", "delete", NIGHTS[1]), 2),
    "a rename": (run("players", "rename", "anna", "Annette"), 4),
    "a merge": (run("players", "merge", "erik", "dorte"), 1),
    "a player hidden": (run("players", "hide", "carl"), 4),
    "how a player is paid": (run("players", "pay", "bo", "MobilePay 12345678"), 4),
    "the season settled": (run("settle", "--season", "2026", "--all-paid"), 0),
}
"""Changes to a store, each with the number of pages of nights, of those that stay, that are other afterwards."""


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store and its site; not to be changed."""
    folder = tmp_path_factory.mktemp("before")
    for night in NIGHTS:
        log(folder / "store", night, "season 2026", *(LAST if night == NIGHTS[-1] else LINES))
    peder(folder / "store", "report", "--all", folder / "site", code=0)
    return folder


@pytest.fixture
def work(before: Path, tmp_path: Path) -> Path:
    return shutil.copytree(before, tmp_path / "work")


def assert_written_afresh(work: Path) -> dict[str, bytes]:
    """Bring the site up to date, compare it with a new one, and return its files."""
    peder(work / "store", "report", "--all", work / "site", code=0)
    shutil.rmtree(work / "store" / ".cache")
    peder(work / "store", "report", "--all", work / "afresh", code=0)
    now, afresh = files(work / "site"), files(work / "afresh")
    assert now.keys() == afresh.keys()
    assert [name for name in now if name != MANIFEST and now[name] != afresh[name]] == []
    return now


BY_DAY = {"a merge"}
"""The others that `test_site_stays` makes to a store with all cards."""
PARAMETERS = [
    pytest.param(change, marks=[] if change in BY_DAY else pytest.mark.nightly) for change in CHANGES
]


@pytest.mark.parametrize("change", PARAMETERS)
def test_a_site_follows_a_change_of_the_store(work: Path, change: str) -> None:
    old = files(work / "site")
    alter, changed = CHANGES[change]
    alter(work / "store")
    now = assert_written_afresh(work)
    nights = [name for name in now if name.startswith("night-")]
    assert sum(old.get(name) != now[name] for name in nights) == changed


def test_a_site_follows_the_language_and_what_became_of_its_pages(work: Path) -> None:
    before = files(work / "site")
    (work / "site" / f"night-{NIGHTS[0]}.html").unlink()
    (work / "site" / "games.html").unlink()
    peder(work / "store", "report", "--all", work / "site", code=0)
    assert {**files(work / "site"), MANIFEST: before[MANIFEST]} == before
    try:
        peder(work / "store", "--lang", "da", "report", "--all", work / "site", code=0)
    finally:
        speak("en")
    assert "Hvem betaler hvem" in (work / "site" / f"night-{NIGHTS[0]}.html").read_text("utf-8")
