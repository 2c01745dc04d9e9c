"""Faults that once lost data, blocked a store or leaked: a sentence each, and the rest goes on."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import stat
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from pipeline.night.service import NightService
from pipeline.store.backup.archive import ArchiveWriter
from pipeline.store.store import Store
from tests.pipeline.formats.logs import SAMPLE
from tests.pipeline.formats.test_lengths import PHH
from tests.stores import STANDINGS, few_models, peder

few = few_models("check_", "stg_", "stored_", "mart_winners", *STANDINGS)

GOOD = "players Anna, Bo, Carl\nbanker a\nchip 25 øre\nloan 10p\n7s 14 +a\n"
ORPHAN = GOOD + "u #1\nplayers Anna, Bo, Carl, Dorte\n7s 10 +b\n"


def log(store: Path, night: str, text: str, *options: str) -> None:
    file = store.parent / f"{night}.txt"
    file.write_text(text)
    peder(store, "log", night, "--from", file, *options)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """Two nights; the second has a draft without seats, left by a correction."""
    store = tmp_path / "store"
    log(store, "2026-03-06", GOOD)
    log(store, "2026-03-13", ORPHAN, "--keep-going")
    return store


def test_a_draft_without_seats_is_stored(store: Path) -> None:
    answer = peder(
        store, "sql", "select count(*) as n from stg_hands where status = 'draft'", "--json", code=0
    )
    assert json.loads(answer.stdout) == [{"n": 1}]
    assert len(json.loads(peder(store, "standings", "--json", code=0).stdout)) == 4
    peder(store, "check", code=0)


def test_a_night_that_cannot_be_derived_leaves_the_others_alone(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log(store, "2026-03-20", GOOD)
    with (store / "journal" / "2026-03-13.jsonl").open("ab") as journal:
        lines = (store / "journal" / "2026-03-06.jsonl").read_bytes().splitlines(keepends=True)
        journal.write(lines[-1])
    from pipeline.night import tables

    real = tables.hands_frame

    def fault(night: object) -> pl.DataFrame:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(tables, "hands_frame", fault)
    result = peder(store, "standings", "--json", code=0)
    assert "2026-03-13" in result.stderr
    assert json.loads(result.stdout)
    monkeypatch.setattr(tables, "hands_frame", real)


def test_a_damaged_session_is_named_and_left_out(store: Path) -> None:
    (part,) = (store / "seats" / "session_id=2026-03-13").glob("part-*")
    part.write_bytes(b"PAR1" + bytes(100))
    result = peder(store, "standings", "--json", code=0)
    assert "The session '2026-03-13' is damaged and left out" in result.stderr
    assert {row["nights"] for row in json.loads(result.stdout)} == {1}
    result = peder(store, "export", "csv", "seats", code=0)
    assert "The session '2026-03-13' is damaged and left out" in result.stderr
    assert len(result.stdout.splitlines()) == 1 + 3
    peder(store, "check", code=1)


def test_a_damaged_table_of_players_is_named_with_what_to_do(store: Path) -> None:
    place = store / "players" / "part-0.parquet"
    whole = place.read_bytes()
    place.write_bytes(whole[:-20])
    for words in (["standings"], ["sql", "select count(*) from stg_seats"], ["settle", "2026-03-06"]):
        said = peder(store, *words, code=1).stderr
        assert f"{place} can't be read" in said
        assert "restore it from a backup" in said
    place.write_bytes(whole)
    manifest = store / "contents" / "players.json"
    manifest.write_bytes(manifest.read_bytes()[:-9])
    said = peder(store, "players", "rename", "bo", "Bodil", code=1).stderr
    assert "`peder store check --accept` goes on with the players that are left" in said
    peder(store, "store", "check", "--accept")
    peder(store, "players", "rename", "bo", "Bodil", code=0)


def test_a_full_disk_is_named(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    game, out = tmp_path / "woolworth.toml", tmp_path / "out"
    game.write_text('name = "Woolworth"\nlike = "seven-card-stud"\nwild = ["5"]\n')
    monkeypatch.setattr(os, "fsync", full)
    for words in (
        ["export", "json", "--all", "--out", out],
        ["export", "csv", "hands", "--out", out],
        ["backup", out],
    ):
        said = peder(store, *words, code=1).stderr
        assert f"{out} can't be written (No space left on device): name another place." in said
        assert not out.exists()
    assert "The disk is full: make room" in peder(store, "game", "add", game, code=1).stderr
    assert "The disk of the store" in peder(store, "players", "rename", "bo", "Bodil", code=1).stderr


def test_a_check_names_a_part_that_was_damaged_behind_the_cache(store: Path) -> None:
    peder(store, "check", code=0)
    (part,) = (store / "seats" / "session_id=2026-03-13").glob("part-*")
    before = part.stat()
    part.write_bytes(bytes(before.st_size))
    os.utime(part, ns=(before.st_atime_ns, before.st_mtime_ns))
    result = peder(store, "check", code=1)
    assert "isn't as it was written" in " ".join(result.stdout.split())
    assert "fault in peder" not in result.stderr


def test_a_killed_import_of_a_logged_night_is_completed_by_repeating_it(store: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "nights.jsonl", tmp_path / "other"
    peder(store, "export", "json", "2026-03-06", "2026-03-13", "--out", file, code=0)
    journal = other / "journal" / "2026-03-06.jsonl"
    journal.parent.mkdir(parents=True)
    journal.write_bytes((store / "journal" / "2026-03-06.jsonl").read_bytes())
    peder(other, "import", "json", file, code=0)
    assert Store(other).session_ids() == ["2026-03-06", "2026-03-13"]
    assert peder(other, "standings", "--json", code=0).stdout == peder(store, "standings", "--json").stdout


def test_players_are_named_before_hands_name_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.store.writer.SessionWriter.commit", lambda *_, **__: 1 / 0)
    peder(tmp_path / "store", "import", "pokernow-log", SAMPLE, code=1)
    assert len(Store(tmp_path / "store").read("players"))


def test_players_come_back_before_the_hands_of_a_backup(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, other = tmp_path / "backup.zip", tmp_path / "other"
    peder(store, "backup", file, code=0)
    monkeypatch.setattr("pipeline.store.backup.restore.adopt", lambda *_: 1 / 0)
    peder(other, "restore", file, code=1)
    assert Store(other).read("players").equals(Store(store).read("players"))


def test_a_backup_has_no_secrets_and_is_private(store: Path, tmp_path: Path) -> None:
    for name in ("2026-03-06.secret", "tls-10.0.0.1.pem"):
        (store / "journal" / name).write_text("secret")
    file = tmp_path / "backup.zip"
    peder(store, "backup", file, code=0)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with zipfile.ZipFile(file) as archive:
        assert not [name for name in archive.namelist() if name.endswith((".secret", ".pem"))]


def test_secrets_of_an_old_backup_stay_in_it(tmp_path: Path) -> None:
    old, store = tmp_path / "old.zip", tmp_path / "store"
    with old.open("wb") as file, ArchiveWriter(file) as writer:
        writer.add("journal/n1.secret", b"{}", 0)
        writer.add("settings/house.json", b"{}", 0)
    peder(store, "restore", old, code=0)
    assert (store / "settings" / "house.json").exists()
    assert not (store / "journal" / "n1.secret").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="devices are files there")
def test_a_backup_replaces_no_device(store: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    result = peder(store, "backup", pipe, code=1)
    assert result.stderr == f"peder: {pipe} can't be written (it isn't a regular file): name another place.\n"
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_backup_removes_what_a_killed_one_left(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "backup.zip"
    left = tmp_path / ".backup.zip.4194305-1"  # no process has so large a number
    mine = tmp_path / f".backup.zip.{os.getpid()}-1"
    for each in (left, mine):
        each.write_bytes(b"half")
    peder(store, "backup", file, code=0)
    assert (left.exists(), mine.exists()) == (False, True)


def test_players_who_sat_in_one_hand_are_never_one(store: Path) -> None:
    result = peder(store, "players", "merge", "Bo", "Carl", code=1)
    assert result.stderr == "peder: Bo and Carl both sat in hand 1 of 2026-03-06: they are two players.\n"
    assert not [row for row in Store(store).read("players")["merged_into"] if row]


def test_a_merge_is_not_pointed_elsewhere(store: Path) -> None:
    for night, who in (("2026-04-03", "Erik"), ("2026-04-10", "Frida"), ("2026-04-17", "Gorm")):
        log(
            store,
            night,
            GOOD.replace("Anna", who).replace("banker a", f"banker {who[0].lower()}").replace("+a", "+b"),
        )
    peder(store, "players", "merge", "erik", "frida", code=0)
    result = peder(store, "players", "merge", "erik", "gorm", code=1)
    assert "'erik' was merged into Frida before" in result.stderr


def test_standings_of_a_season_with_chips_of_different_worth(tmp_path: Path) -> None:
    store = tmp_path / "store"
    log(store, "2026-03-06", GOOD)
    log(store, "2026-03-13", GOOD.replace("25 øre", "50 øre"))
    result = peder(store, "standings", code=0)
    assert "Anna" in result.stdout


@pytest.mark.parametrize("written_at", [float("inf"), 1e300, -1.0, "yesterday"])
def test_a_backup_of_an_impossible_time_is_refused(tmp_path: Path, written_at: float) -> None:
    file = tmp_path / "forged.zip"
    with file.open("wb") as out, ArchiveWriter(out) as writer:
        writer.add("settings/house.json", b"{}", written_at)
    result = peder(tmp_path / "store", "restore", file, code=1)
    assert result.stderr.startswith(f"peder: {file} is damaged, and nothing of it was restored")
    assert not (tmp_path / "store" / "settings").exists()


@pytest.mark.parametrize("table", [b"no table", pl.DataFrame({"player_id": [None, "a"], "name": ["A", "B"]})])
def test_a_forged_table_of_players_is_refused_before_anything_is_restored(
    store: Path, tmp_path: Path, table: bytes | pl.DataFrame
) -> None:
    players = tmp_path / "players.parquet"
    if isinstance(table, bytes):
        players.write_bytes(table)
    else:
        table.write_parquet(players)
    taken, file = tmp_path / "backup.zip", tmp_path / "forged.zip"
    peder(store, "backup", taken, code=0)
    with zipfile.ZipFile(taken) as archive, file.open("wb") as out, ArchiveWriter(out) as writer:
        for name in archive.namelist():
            if name != "manifest.json":
                data = players.read_bytes() if name.startswith("players/") else archive.read(name)
                writer.add(name, data, 0)
    result = peder(tmp_path / "other", "restore", file, code=1)
    assert "is damaged, and nothing was restored (players/part-0.parquet" in result.stderr
    assert not (tmp_path / "other" / "hands").exists()


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EIO])
def test_a_disk_without_locks_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    def fail(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(fcntl, "flock", fail)
    file = tmp_path / "n.txt"
    file.write_text(GOOD)
    result = peder(tmp_path / "store", "log", "n", "--from", file, code=1)
    assert f"can't be locked ({os.strerror(code)})" in result.stderr
    assert "another logger" not in result.stderr


def test_what_a_killed_query_spilled_is_removed(store: Path) -> None:
    peder(store, "standings", code=0)
    (database,) = (store / ".cache" / "marts").rglob("*.duckdb")
    left = database.with_name(".spill-4194305-0")
    left.mkdir()
    (left / "duckdb_temp_block.tmp").write_bytes(bytes(100))
    peder(store, "standings", code=0)
    assert not left.exists()


def test_an_answer_obeys_no_terminal(store: Path) -> None:
    result = peder(store, "sql", r"select e'\x1b[31mred' || chr(7) || chr(8238) as text", code=0)
    assert "\x1b" not in result.stdout
    assert r"\x1b[31mred\x07\u202e" in result.stdout


@pytest.mark.parametrize("lines", [[], ["players anna bo", "undo"]])
def test_an_open_night_with_nobody_at_the_table_is_no_fault(tmp_path: Path, lines: list[str]) -> None:
    """Nor is it where a backup was taken at that moment."""
    store, other, backup = tmp_path / "store", tmp_path / "other", tmp_path / "backup.zip"
    with NightService(store, "n1") as service:
        for line in lines:
            service.enter(line)
        peder(store, "check", code=0)
        peder(store, "check", "--deep", code=0)
        peder(store, "backup", "--out", backup, code=0)
    peder(other, "restore", backup, code=0)
    peder(other, "check", "--deep", code=0)
    with NightService(store, "n1") as service:
        service.enter("players anna bo")
    journal = store / "journal" / "n1.jsonl"
    assert journal.stat().st_size
    journal.write_bytes(b"")  # confirmed lines are gone: that is a fault
    assert "n1" in peder(store, "check", code=1).stdout


@pytest.mark.skipif(os.sep == "\\", reason="a backslash parts folders")
@pytest.mark.parametrize("name", ["back\\slash", "what?"])
def test_a_store_may_lie_in_a_folder_of_any_name(tmp_path: Path, name: str) -> None:
    store = tmp_path / name / "store"
    peder(store, "import", "pokernow", SAMPLE, code=0)
    assert len(json.loads(peder(store, "standings", "--json", code=0).stdout)) == 6
    peder(store, "check", code=0)


@pytest.mark.skipif(os.sep == "\\", reason="a backslash parts folders")
@pytest.mark.parametrize("name", ["back\\sl[a]sh", "back\\what?", "b\\a*r"])
def test_a_store_in_a_folder_that_cannot_be_read_is_refused_before_it_is_written(
    tmp_path: Path, name: str
) -> None:
    store = tmp_path / name / "store"
    for words in (("import", "pokernow", SAMPLE), ("log",)):
        assert "a folder with a backslash may have no *, ? or [" in peder(store, *words, code=1).stderr
    assert not store.exists()


@pytest.mark.danish
def test_nights_lists_the_others_where_the_tables_of_one_are_damaged(store: Path) -> None:
    rows = json.loads(peder(store, "nights", "--json", code=0).stdout)
    for place in (store / "sessions" / "session_id=2026-03-13").glob("part-*"):
        place.write_bytes(b"damaged")
    result = peder(store, "nights", "--json", code=1)
    assert json.loads(result.stdout) == [row for row in rows if row["night"] != "2026-03-13"]
    assert "2026-03-13" in result.stderr
    assert "2026-03-13" not in peder(store, "nights", code=1).stdout


@pytest.mark.parametrize("change", ["missing", pytest.param("older", marks=pytest.mark.nightly)])
def test_a_store_that_cannot_be_written_answers_without_its_tables_of_games(
    store: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """An older version wrote it, say: it has fewer games."""
    asked = (("standings", "--json"), ("sql", "select count(*) from mart_variants", "--json"), ("check",))
    before = [peder(store, *words, code=0).stdout for words in asked]
    games, *_ = (store / "variants").glob("part-*")
    rows = pl.read_parquet(games)
    games.unlink()
    if change == "older":
        rows.head(1).write_parquet(games)

    def refuse(*_: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(Store, "_put_reference", refuse)
    assert [peder(store, *words, code=0).stdout for words in asked] == before
    assert len(peder(store, "export", "csv", "variants", code=0).stdout.splitlines()) == 1 + len(rows)
    assert games.exists() == (change == "older")


DAMAGES: dict[str, Callable[[Path], object]] = {
    "gone": Path.unlink,
    "garbled": lambda part: part.write_bytes(b"garbled"),
    "changed": lambda part: part.write_bytes(part.read_bytes()[::-1]),
}
QUICK = {("sessions", "gone"), ("hands", "garbled")}


@pytest.mark.parametrize(
    ("table", "damage"),
    [
        pytest.param(table, damage, marks=() if (table, damage) in QUICK else pytest.mark.nightly)
        for table in ("sessions", "hands", "seats", "bank")
        for damage in DAMAGES
    ],
)
def test_an_import_mends_its_own_damaged_session(tmp_path: Path, table: str, damage: str) -> None:
    store, sheet = tmp_path / "store", tmp_path / "sheet.csv"
    sheet.write_text("date,player,net\n2019-01-04,Anna,120.5\n2019-01-04,Bo,-120.5\n")
    hand = tmp_path / "hand.phh"
    hand.write_text(PHH)
    for file in (SAMPLE, sheet, hand):
        peder(store, "import", file, code=0)
    before = peder(store, "standings", "--json", code=0).stdout
    for part in (store / table).glob("session_id=*/part-*"):
        DAMAGES[damage](part)
    for file in (SAMPLE, sheet, hand):
        refused = peder(store, "import", file)
        assert refused.exit_code == 0 or "--replace imports it again" in refused.stderr, refused.output
        peder(store, "import", file, "--replace", code=0)
    assert peder(store, "standings", "--json", code=0).stdout == before
    peder(store, "check", code=0)


@pytest.mark.parametrize(
    "table",
    ["hands", *(pytest.param(table, marks=pytest.mark.nightly) for table in ("sessions", "seats", "bank"))],
)
def test_nothing_is_settled_or_exported_without_files_that_are_gone(tmp_path: Path, table: str) -> None:
    store = tmp_path / "store"
    peder(store, "import", SAMPLE, "--season", "2026", code=0)
    before = json.loads(peder(store, "standings", "2026", "--json", code=0).stdout)
    (part,) = (store / table).glob("session_id=*/part-*")
    aside = part.rename(tmp_path / "part")
    out = tmp_path / "out"
    for words in (
        ("settle", "--season", "2026"),
        *(("export", form, "--all", "--out", out) for form in ("json", "ohh", "pokerstars")),
        ("export", "phh", "--all", "--skip", "--out", out),
    ):
        assert f"{part.name} is gone" in peder(store, *words, code=1).stderr
        assert not out.exists()
    for words in (("standings", "--json"), ("check",), ("nights",)):
        assert f"{part.name} is gone" in peder(store, *words).output
    aside.rename(part)
    assert json.loads(peder(store, "standings", "2026", "--json", code=0).stdout) == before
