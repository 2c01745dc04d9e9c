"""A backup holds the store as it was at a moment; a restore brings back all of it, or touches nothing."""

from __future__ import annotations

import json
import os
import random
import shutil
import threading
import zipfile
from pathlib import Path

import pytest

from engine.api import VARIANTS, PederError
from pipeline.night.journal import journal_place, read_journal
from pipeline.night.service import NightService
from pipeline.simulation.runs import Run, simulate
from pipeline.store.backup.archive import is_safe
from pipeline.store.backup.restore import restore_backup
from pipeline.store.backup.take import take_backup
from pipeline.store.faults import FaultKind
from pipeline.store.manifest import damage
from pipeline.store.store import Store
from tests.pipeline.formats.logs import SAMPLE
from tests.stores import few_models, peder

few = few_models("check_")

NIGHT = Path(__file__).parents[1] / "night" / "every_game.txt"
GAME = "pokernow-2026-01-16-f713be"


def files(store: Path) -> dict[str, bytes]:
    """What a backup is to hold: all files but those that peder makes by itself."""
    made = ("variants/", "action_kinds/", "terms/")
    return {
        name: place.read_bytes()
        for place in sorted(store.rglob("*"))
        if place.is_file()
        and not (name := place.relative_to(store).as_posix()).startswith((".", *made))
        and place.suffix not in (".lock", ".holder", ".last")
    }


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a night, an import, a run, a season's payment, settings, and a piece set aside."""
    store = tmp_path_factory.mktemp("backups") / "store"
    night = store.parent / "n1.txt"
    night.write_text("\n".join(NIGHT.read_text().splitlines()[:8]))
    assert peder(store, "log", "n1", "--from", night, "--season", "2026").exit_code == 0
    assert peder(store, "import", "pokernow-log", SAMPLE).exit_code == 0
    played = Run(variants=[VARIANTS["texas-holdem"]], hands=20, players=3, seed=1)
    simulate(Store(store), played, session_id="r/1")
    paid = peder(store, "settle", "--season", "2026", "--paid", "Anna Bo 1 kr !")
    assert paid.exit_code in (0, 2), paid.output
    assert peder(store, "check").exit_code == 0  # tables follow their journals now
    (store / "settings").mkdir()
    (store / "settings" / "house.json").write_text("{}")
    (store / "journal" / "n1.torn-1").write_bytes(b"half a li")
    return store


@pytest.fixture
def store(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "store"))


@pytest.fixture
def taken(store: Path, tmp_path: Path) -> Path:
    result = peder(store, "store", "backup", tmp_path / "backup.zip", "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["sessions"] == 3
    return tmp_path / "backup.zip"


def test_all_comes_back(store: Path, taken: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    result = peder(other, "store", "restore", taken)
    assert result.exit_code == 0, result.output
    assert files(other) == files(store)
    assert not list(damage(other))
    assert peder(other, "check", "--deep").exit_code == 0
    again = peder(other, "store", "restore", taken)
    assert again.stderr.startswith("0 restored")
    assert files(other) == files(store)


def test_what_is_damaged_or_gone_comes_back(store: Path, taken: Path) -> None:
    before = files(store)
    part = next((store / "hands").rglob("*.parquet"))
    part.write_bytes(part.read_bytes()[:-7])
    shutil.rmtree(store / "seats" / f"session_id={GAME}")
    (store / "journal" / "n1.jsonl").unlink()
    (store / "players" / "part-0.parquet").unlink()
    assert peder(store, "store", "restore", taken).exit_code == 0
    assert files(store) == before


def test_newer_files_are_overwritten_only_on_request(store: Path, taken: Path) -> None:
    with NightService(store, "n1") as service:
        service.enter("; one more line")
    assert peder(store, "import", "pokernow-log", SAMPLE, "--season", "2027", "--replace").exit_code == 0
    before = files(store)
    result = peder(store, "store", "restore", taken)
    assert result.exit_code == 1
    assert "'n1'" in result.stderr
    assert GAME in result.stderr
    assert "--keep-newer restores the rest, --overwrite also these" in result.stderr
    assert files(store) == before
    (store / "settings" / "house.json").unlink()
    kept = peder(store, "store", "restore", taken, "--keep-newer")
    assert kept.exit_code == 0
    assert "n1 is newer in the store, and stays" in kept.stderr
    assert files(store) == before
    assert peder(store, "store", "restore", taken, "--overwrite").exit_code == 0
    assert not list(damage(store))
    aside = store / "journal" / "n1.replaced-1"
    assert aside.read_bytes() == before["journal/n1.jsonl"]
    assert files(store)["journal/n1.jsonl"] != before["journal/n1.jsonl"]


def test_a_store_that_is_behind_goes_on_where_the_backup_ends(store: Path, tmp_path: Path) -> None:
    old = Path(shutil.copytree(store, tmp_path / "old"))
    with NightService(store, "n1") as service:
        service.enter("; one more line")
    assert peder(store, "store", "backup", tmp_path / "b.zip").exit_code == 0
    assert peder(old, "store", "restore", tmp_path / "b.zip").exit_code == 0
    assert files(old) == files(store)
    assert not list((old / "journal").glob("*.replaced*"))


def test_a_night_that_was_continued_in_both_places_is_merged(store: Path, tmp_path: Path) -> None:
    other = Path(shutil.copytree(store, tmp_path / "other"))
    for place, line in ((store, "; at Anna's"), (other, "; at Bo's")):
        with NightService(place, "n1") as service:
            service.enter(line)
    assert peder(store, "store", "backup", tmp_path / "b.zip").exit_code == 0
    result = peder(other, "store", "restore", tmp_path / "b.zip")
    assert result.exit_code == 0, result.output
    assert "n1 was continued in both places" in result.stderr
    lines = [entry.line for entry in read_journal(journal_place(other, "n1")).entries]
    assert lines[-2:] == ["; at Anna's", "; at Bo's"]
    assert not list(damage(other))
    assert peder(other, "store", "restore", tmp_path / "b.zip").exit_code == 1  # now the store is newer


def test_a_night_that_is_open_isn_t_restored_over(store: Path, taken: Path) -> None:
    before = files(store)
    with NightService(store, "n1") as service:
        service.enter("; one more line")
        result = peder(store, "store", "restore", taken, "--overwrite")
    assert result.exit_code == 1
    assert "is open in a logger" in result.stderr
    assert {name for name in before if before[name] != files(store)[name]} <= {
        "journal/n1.jsonl", *(name for name in before if "session_id=n1" in name)
    }  # fmt: skip


def test_a_damaged_session_isn_t_backed_up_in_silence(store: Path, tmp_path: Path) -> None:
    part = next((store / "hands" / f"session_id={GAME}").glob("*.parquet"))
    part.write_bytes(part.read_bytes()[:-1] + b"x")
    out = tmp_path / "b.zip"
    result = peder(store, "store", "backup", out)
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert f"'{GAME}' isn't as it was written" in result.stderr
    assert not out.exists()
    assert peder(store, "store", "backup", out, "--skip-damaged").exit_code == 0
    other = tmp_path / "other"
    assert peder(other, "store", "restore", out).exit_code == 0
    assert Store(other).session_ids() == ["n1", "r/1"]


def test_players_whom_a_restore_changes_are_named(store: Path, taken: Path) -> None:
    """Bobby was called Bo again, and "0 restored" was all that was said."""
    assert "The player" not in peder(store, "restore", taken, "--overwrite", code=0).stderr
    peder(store, "players", "rename", "Bo", "Bobby", code=0)
    assert "The player" not in peder(store, "restore", taken, code=0).stderr  # the store's is newer
    plan = peder(store, "restore", taken, "--overwrite", "--dry-run", code=0).output
    assert "The player Bobby would be as in the backup" in plan
    assert (
        "The player Bobby is as in the backup" in peder(store, "restore", taken, "--overwrite", code=0).stderr
    )
    assert "Bobby" not in peder(store, "players", code=0).output


def test_damaged_players_are_not_backed_up_in_silence(store: Path, tmp_path: Path) -> None:
    players = store / "players" / "part-0.parquet"
    players.write_bytes(players.read_bytes()[:-1] + b"x")
    out, other = tmp_path / "b.zip", tmp_path / "other"
    assert "'players' isn't as it was written" in peder(store, "backup", out, code=1).stderr
    peder(store, "backup", out, "--skip-damaged", code=0)
    peder(other, "restore", out, code=0)
    assert Store(other).session_ids() == Store(store).session_ids()


def test_a_damaged_backup_is_one_sentence_and_touches_nothing(
    store: Path, taken: Path, tmp_path: Path
) -> None:
    data = taken.read_bytes()
    draw = random.Random(1)
    bad = tmp_path / "bad.zip"
    other = tmp_path / "other"
    refused = 0
    for number in range(120):
        if number % 2:
            damaged = data[: draw.randrange(len(data))]
        else:
            place = draw.randrange(len(data))
            damaged = data[:place] + bytes([data[place] ^ 1 << draw.randrange(8)]) + data[place + 1 :]
        bad.write_bytes(damaged)
        try:
            restore_backup(Store(other), bad)
        except PederError:
            refused += 1
            assert not other.exists()
        else:  # a bit that no reader looks at, as a file's time
            assert files(other) == files(store)
            shutil.rmtree(other)
    assert refused >= 60
    for text in (b"", b"no zip at all"):
        bad.write_bytes(text)
        result = peder(other, "store", "restore", bad)
        assert (result.exit_code, result.stderr.count("\n")) == (1, 1)


def test_names_that_lead_out_of_the_store_are_refused(tmp_path: Path, taken: Path) -> None:
    for path in (
        "../x",
        "/etc/x",
        "a/../../x",
        "a\\x",
        "c:/x",
        ".unfinished/x",
        "x",
        "a//x",
        "a/./x",
        "a/" + "x" * 300,
    ):
        assert not is_safe(path)
    bad = tmp_path / "bad.zip"
    with zipfile.ZipFile(bad, "w") as archive:
        archive.writestr("../evil", "x")
        archive.writestr("manifest.json", "{}")
    assert peder(tmp_path / "s", "store", "restore", bad).exit_code == 1
    with zipfile.ZipFile(bad, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("journal/bomb.jsonl", bytes(10**8))
        archive.writestr("manifest.json", "{}")
    assert "is packed" in peder(tmp_path / "s", "store", "restore", bad).stderr
    assert not (tmp_path / "evil").exists()


def test_a_backup_is_taken_while_others_write(store: Path, tmp_path: Path) -> None:
    """Every one of them is whole: what it restores has no fault."""
    done = threading.Event()
    failed: list[BaseException] = []

    def write() -> None:
        try:
            season = 0
            while not done.is_set():
                season += 1
                words = ["import", "pokernow-log", SAMPLE, "--season", str(season), "--replace"]
                assert peder(store, *words).exit_code == 0
                with NightService(store, "n1") as service:
                    service.enter(f"; line {season}")
        except BaseException as error:
            failed.append(error)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(6):
            out, other = tmp_path / f"b{number}.zip", tmp_path / f"other{number}"
            taken = take_backup(Store(store), out)
            assert taken.sessions == 3
            restore_backup(Store(other), out)
            assert [fault for _, fault in damage(other) if fault.kind is not FaultKind.JOURNAL_AHEAD] == []
    finally:
        done.set()
        writer.join()
    assert not failed


def test_a_restore_on_a_full_disk_leaves_what_was_there(
    store: Path, taken: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.rmtree(store / "hands" / f"session_id={GAME}")
    before = files(store)

    def full(*_: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(Path, "write_bytes", full)
    result = peder(store, "store", "restore", taken)
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert "is full" in result.stderr
    assert files(store) == before


def test_a_deep_check_sees_what_sums_don_t(store: Path) -> None:
    assert peder(store, "check", "--deep").exit_code == 0
    place = store / "journal" / "n1.jsonl"
    place.write_bytes(place.read_bytes().replace(b"Anna", b"Anne", 1))
    result = peder(store, "check", "--deep", "--json")
    assert result.exit_code == 1
    assert "check_deep" in {fault["check"] for fault in json.loads(result.stdout)}


def test_a_season_s_payments_that_are_overwritten_are_those_of_the_backup(store: Path, taken: Path) -> None:
    """Two copies of a store noted another payment each: the one that is overwritten is set aside."""
    for paid in (("--take-back", "1"), ("--paid", "Bo Anna 2 kr !")):
        peder(store, "settle", "--season", "2026", *paid, code=0)
    place = store / "journal" / "season payments" / "payments.jsonl"
    ours = place.read_bytes()
    other = store.parent / "other"
    peder(other, "store", "restore", taken, code=0)
    peder(other, "settle", "--season", "2026", "--paid", "Bo Anna 3 kr !", code=0)
    backup = store.parent / "other.zip"
    peder(other, "store", "backup", backup, code=0)
    assert peder(store, "store", "restore", backup).exit_code == 1
    assert peder(store, "store", "restore", backup, "--overwrite", code=0).stderr.endswith("in the store.\n")
    shown = [peder(one, "settle", "--season", "2026", code=0).stdout for one in (store, other)]
    assert shown[0] == shown[1]
    assert place.with_suffix(".replaced-1").read_bytes() == ours
    assert peder(store, "store", "check", code=0)
