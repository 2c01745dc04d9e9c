"""Deleted nights: nothing is lost, they come back as they were, and the store is sound in between."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from pipeline.night import deleted
from pipeline.night.deleted import delete_night, restore_night
from pipeline.night.journal import JournalError, journal_place
from pipeline.night.service import NightService
from pipeline.store.files import StoreError
from pipeline.store.manifest import damage
from pipeline.store.store import Store
from tests.pipeline.formats.logs import SAMPLE
from tests.stores import files, peder

NIGHT = ("players Anna, Bo, Carl", "banker a", "loan 100", "7s 10 +b")


@pytest.fixture(scope="module")
def _logged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    store = tmp_path_factory.mktemp("deleted") / "store"
    for name in ("n", "n.b", "other"):
        with NightService(store, name) as service:
            service.enter_file(NIGHT)
    return store


@pytest.fixture
def store(_logged: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(_logged, tmp_path / "store"))


def _nights(store: Path) -> set[str]:
    return {row["night"] for row in json.loads(peder(store, "nights", "--json", code=0).stdout)}


def test_a_logged_night_goes_and_comes_back_as_it_was(store: Path) -> None:
    before = files(store)
    said = peder(store, "nights", "delete", "n", code=0).stdout
    assert f"lies in {store / 'deleted' / 'n'}: peder nights restore 'n' brings it back" in said
    assert _nights(store) == {"n.b", "other"}
    assert list(damage(store)) == []
    assert {place.name for place in (store / "deleted" / "n").iterdir()} == {"n.jsonl", "n.last"}
    backup = store.parent / "b.peder"
    assert peder(store, "backup", backup, code=0)
    assert peder(store.parent / "again", "restore", backup, code=0)
    assert _nights(store.parent / "again") == {"n.b", "other"}
    assert "n is back" in peder(store.parent / "again", "nights", "restore", "n", code=0).stdout
    assert "n is back" in peder(store, "nights", "restore", "n", code=0).stdout
    assert _nights(store) == {"n", "n.b", "other"}
    assert list(damage(store)) == []
    after = files(store)
    assert {name: after[name] for name in before if "journal" in str(name)} == {
        name: data for name, data in before.items() if "journal" in str(name)
    }


@pytest.mark.parametrize("step", ["_move_files", "drop", "flush_names"])
def test_a_deletion_that_was_killed_is_completed_by_the_next(
    store: Path, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = journal_place(store, "n").read_bytes()

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(deleted, step, killed)
        with pytest.raises(KeyboardInterrupt):
            delete_night(store, "n")
    assert journal in (place.read_bytes() for place in store.rglob("n.jsonl"))
    for _ in range(2):
        assert delete_night(store, "n").file.read_bytes() == journal
    assert _nights(store) == {"n.b", "other"}
    assert list(damage(store)) == []
    with monkeypatch.context() as patched:
        patched.setattr(deleted, "_move_files", killed)
        with pytest.raises(KeyboardInterrupt):
            restore_night(store, "n")
    restore_night(store, "n")
    assert journal_place(store, "n").read_bytes() == journal
    assert _nights(store) == {"n", "n.b", "other"}


def test_a_night_of_the_same_name_takes_no_place(store: Path) -> None:
    first = delete_night(store, "n").file.read_bytes()
    with NightService(store, "n") as service:
        service.enter_file((*NIGHT, "7s 12 +a"))
    with pytest.raises(StoreError, match="delete that one first"):
        restore_night(store, "n")
    second = delete_night(store, "n").file.read_bytes()
    assert second != first
    assert (store / "deleted" / "n.older-1" / "n.jsonl").read_bytes() == first
    restore_night(store, "n")
    assert journal_place(store, "n").read_bytes() == second


def test_an_earlier_night_of_the_same_name_comes_back_by_its_number(store: Path) -> None:
    first = journal_place(store, "n").read_bytes()
    delete_night(store, "n")
    for line in ("7s 5 +c", "7s 6 +b"):
        with NightService(store, "n") as service:
            service.enter_file([*NIGHT, line])
        delete_night(store, "n")
    assert restore_night(store, "n") == "n"
    said = peder(store, "nights", "restore", "n.older-1", code=1).stderr
    assert "delete that one first" in said
    delete_night(store, "n")  # nothing is overwritten
    assert "n is back" in peder(store, "nights", "restore", "n.older-1", code=0).stdout
    assert journal_place(store, "n").read_bytes() == first
    assert list(damage(store)) == []
    (store / "deleted" / "n").rename(store / "deleted" / "aside")
    said = peder(store, "nights", "restore", "n", code=1).stderr
    assert "n.older-2" in said


def test_an_import_is_exported_first(store: Path) -> None:
    peder(store, "import", "pokernow-log", SAMPLE, "--session", "i", code=0)
    hands = Store(store).read("hands", "i")
    said = peder(store, "nights", "delete", "i", code=0).stdout
    file = store / "deleted" / "i" / "i.jsonl"
    assert f"peder import json {str(file)!r} brings it back" in said
    assert "i" not in _nights(store)
    assert list(damage(store)) == []
    peder(store, "import", "json", file, code=0)
    assert Store(store).read("hands", "i").equals(hands)
    delete_night(store, "i")  # the same again: no second file
    assert [place.name for place in (store / "deleted").iterdir()] == ["i"]
    restore_night(store, "i")
    assert Store(store).read("hands", "i").equals(hands)
    assert not file.exists()


def test_an_import_under_the_name_of_a_deleted_night_is_exported_too(store: Path) -> None:
    journal = delete_night(store, "n").file.read_bytes()
    peder(store, "import", "pokernow-log", SAMPLE, "--session", "n", code=0)
    assert not delete_night(store, "n").is_journal
    assert (store / "deleted" / "n.older-1" / "n.jsonl").read_bytes() == journal


def test_what_can_t_be_deleted_is_answered(store: Path) -> None:
    assert "There is no night 'x'" in peder(store, "nights", "delete", "x", code=1).stderr
    assert "No night 'x' was deleted" in peder(store, "nights", "restore", "x", code=1).stderr
    with NightService(store, "n"), pytest.raises(JournalError, match="is open in a logger"):
        delete_night(store, "n")
    journal_place(store, "n").unlink()
    assert "its journal" in peder(store, "nights", "delete", "n", code=1).stderr


def test_players_made_one_meanwhile_who_sat_together_are_named(tmp_path: Path) -> None:
    """Whether their night comes back, or as JSON, as a journal, or in a backup."""
    store, file, backup = tmp_path / "store", tmp_path / "nights.jsonl", tmp_path / "store.zip"
    for name, players in (("n1", "Anna, Bo, Carl"), ("n2", "Anna, Bo, Frida")):
        (tmp_path / name).write_text("\n".join([f"players {players}", *NIGHT[1:]]))
        peder(store, "log", name, "--from", tmp_path / name, code=0)
    peder(store, "export", "json", "n2", "--out", file, code=0)
    peder(store, "backup", backup, code=0)
    journal = shutil.copy(journal_place(store, "n2"), tmp_path / "n2.jsonl")
    ways = (
        ["nights", "restore", "n2"],
        ["import", "json", file],
        ["import", "night", journal],
        ["restore", backup],
    )
    for words in ways:
        peder(store, "nights", "delete", "n2", code=0)
        peder(store, "players", "merge", "frida", "bo", code=0)
        said = " ".join(peder(store, *words, code=0).stderr.split())
        assert "Frida and Bo both sat in hand 1 of n2, but were made one player" in said, words
        peder(store, "players", "split", "frida", code=0)
        assert "were made one player" not in peder(store, "import", "json", file, code=0).stderr
