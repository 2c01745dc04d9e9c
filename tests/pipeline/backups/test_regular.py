"""Backups after nights: a file a day of which the newest stay, encrypted, and known to `store check`."""

from __future__ import annotations

import io
import json
import os
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from pipeline.night.service import NightService
from pipeline.store.backup.archive import BackupError
from pipeline.store.backup.encryption import decrypted, derive_key, encrypted
from pipeline.store.backup.regular import FILE, age_text, back_up_into, read_settings
from pipeline.store.backup.take import take_backup
from pipeline.store.store import Store
from tests.stores import peder

LINES = ["players Anna, Bo, Carl", "banker a", "chip 0.25 kr", "loan 2p50", "7s 14 b3 +a"]
CHEAP = (4, 8, 1)
NOW = datetime(2026, 4, 10, 21, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    with NightService(tmp_path / "store", "n1") as service:
        for line in LINES:
            assert service.enter(line).status == "kept"
    return tmp_path / "store"


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


@pytest.fixture
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """A passphrase, and scrypt at a cost that a test can pay."""
    monkeypatch.setattr(derive_key, "__defaults__", (None, CHEAP))
    monkeypatch.setenv("PEDER_PASSPHRASE", "river rat, 2 pair")


def test_the_newest_stay_and_other_files_are_left_alone(store: Path, stick: Path) -> None:
    others = {"holiday.jpg", "store-000000-2020-01-01.peder", f"store-{'x' * 6}-2020-01-01.peder"}
    for name in others:
        (stick / name).write_text("mine")
    written = []
    for day in range(5):
        file, taken, deleted = back_up_into(Store(store), stick, keep=3, now=NOW + timedelta(days=day))
        written.append(file.name)
        assert taken.sessions == 1
        assert deleted == (day >= 3)
    assert {place.name for place in stick.iterdir()} == others | set(written[2:])
    again, _, deleted = back_up_into(Store(store), stick, keep=3, now=NOW + timedelta(days=4))
    assert (again.name, deleted) == (written[-1], 0)  # a file a day


def test_none_is_deleted_where_a_session_was_left_out(store: Path, stick: Path) -> None:
    back_up_into(Store(store), stick, keep=1, now=NOW)
    part = next((store / "hands").rglob("*.parquet"))
    part.write_bytes(part.read_bytes()[:-7])
    later = NOW + timedelta(days=1)
    with pytest.raises(BackupError, match="n1"):
        back_up_into(Store(store), stick, keep=1, now=later)
    assert back_up_into(Store(store), stick, keep=1, skip_damaged=True, now=later)[2] == 0
    assert len(list(stick.iterdir())) == 2
    assert read_settings(store).last_at == NOW.timestamp()  # the other isn't whole


def test_a_night_that_ends_is_backed_up(store: Path, stick: Path, tmp_path: Path) -> None:
    assert peder(
        store, "store", "backup", "--after-nights"
    ).stderr == "No backups are taken after nights.\n" + (
        "No backup yet: peder store backup FOLDER --after-nights has one taken after each night.\n"
    )
    assert peder(store, "store", "backup", "--after-nights", stick, "--keep", "2").exit_code == 0
    lines = tmp_path / "more.txt"
    lines.write_text("th 4 c1 +b\n")
    assert "Backed up" not in peder(store, "log", "n1", "--from", lines).stderr  # it goes on
    lines.write_text("end\n")
    ended = peder(store, "log", "n1", "--from", lines)
    assert "Backed up: " in ended.stderr, ended.output
    assert len(list(stick.iterdir())) == 1
    assert "Backed up" not in peder(store, "settle", "n1").stderr  # nothing new
    paid = peder(store, "settle", "n1", "--all-paid")
    assert "Backed up: " in paid.stderr
    stick.rename(tmp_path / "drawer")
    lines.write_text("; a comment\nend\n")
    away = peder(store, "log", "n1", "--from", lines)
    assert away.exit_code == 0
    assert "The night is saved, but not backed up: There is no folder" in away.stderr
    assert peder(store, "store", "backup", "--no-after-nights").exit_code == 0
    assert "backed up" not in peder(store, "settle", "n1").stderr


def test_check_says_how_old_the_last_one_is(store: Path, stick: Path, tmp_path: Path) -> None:
    assert age_text(tmp_path) == ""  # nothing to back up
    assert age_text(store).startswith("No backup yet")
    future = datetime.now(UTC) + timedelta(seconds=5)
    file, _, _ = back_up_into(Store(store), stick, keep=None, now=future)
    assert age_text(store, future) == f"The last backup is of today: {file}."
    assert "is 3 days old" in age_text(store, future + timedelta(days=3, hours=2))
    os.utime(store / "journal" / "n1.jsonl", (future.timestamp() + 9,) * 2)
    assert age_text(store, future).endswith("1 night has changed since.")
    file.unlink()
    assert f"and {file} is gone" in age_text(store, future)
    assert "The last backup" in peder(store, "store", "check").stderr


def test_an_encrypted_backup_takes_its_passphrase(
    cheap: None, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "b.peder"
    assert peder(store, "store", "backup", file, "--encrypt").exit_code == 0
    assert b"Anna" not in file.read_bytes()
    planned = peder(tmp_path / "other", "store", "restore", file, "--dry-run")
    assert planned.stdout == "n1 isn't in the store, and would be added.\n", planned.output
    assert not (tmp_path / "other").exists()
    assert peder(tmp_path / "other", "store", "restore", file).exit_code == 0
    journal = Path("journal") / "n1.jsonl"
    assert (tmp_path / "other" / journal).read_bytes() == (store / journal).read_bytes()
    monkeypatch.setenv("PEDER_PASSPHRASE", "river rat, 3 pair")
    refused = peder(tmp_path / "third", "store", "restore", file)
    assert (refused.exit_code, refused.stderr) == (
        1,
        f"peder: This isn't the passphrase of {file}, or the file is damaged.\n",
    )
    monkeypatch.delenv("PEDER_PASSPHRASE")
    assert "set PEDER_PASSPHRASE" in peder(store, "store", "restore", file).stderr
    assert "set PEDER_PASSPHRASE" in peder(store, "store", "backup", file, "--encrypt").stderr
    monkeypatch.setenv("PEDER_PASSPHRASE", "short")
    assert "8 characters or more" in peder(store, "store", "backup", file, "--encrypt").stderr


def test_backups_after_nights_are_encrypted_with_the_stored_key(
    cheap: None, store: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert peder(store, "store", "backup", "--after-nights", stick, "--encrypt").exit_code == 0
    assert (store / FILE).stat().st_mode & 0o777 == 0o600
    passphrase = os.environ["PEDER_PASSPHRASE"]
    monkeypatch.delenv("PEDER_PASSPHRASE")
    assert peder(store, "store", "backup").exit_code == 0
    (file,) = stick.iterdir()
    with decrypted(file, passphrase) as plain, zipfile.ZipFile(plain) as archive:
        assert not any(FILE in name for name in archive.namelist())


def test_the_format_is_as_it_is_written_down(tmp_path: Path) -> None:
    """Decrypted by the guide's words, with nothing of ours."""
    key = derive_key("river rat, 2 pair", cost=CHEAP)
    sizes = (0, 1, 65_535, 65_536, 65_537, 200_000)
    for size in sizes:
        plain = os.urandom(size)
        out = io.BytesIO()
        with encrypted(out, key) as file:
            for start in range(0, size, 30_001):
                file.write(plain[start : start + 30_001])
        data = out.getvalue()
        header, body = data[:44], data[44:]
        assert header[:12] == b"PEDERENC" + bytes([1, *CHEAP])
        secret = Scrypt(salt=header[12:28], length=32, n=2**4, r=8, p=1).derive(b"river rat, 2 pair")
        cipher = AESGCM(HKDF(SHA256(), length=32, salt=header[28:], info=b"peder backup").derive(secret))
        chunks = [body[start : start + 65_552] for start in range(0, len(body), 65_552)]
        last = len(chunks) - 1
        assert plain == b"".join(
            cipher.decrypt(n.to_bytes(11, "big") + bytes([n == last]), chunk, header)
            for n, chunk in enumerate(chunks)
        )
        place = tmp_path / f"{size}"
        place.write_bytes(data)
        with decrypted(place, "river rat, 2 pair") as file:
            assert file.read() == plain


def test_a_damaged_encrypted_backup_is_refused_whole(tmp_path: Path) -> None:
    key = derive_key("river rat, 2 pair", cost=CHEAP)
    out = io.BytesIO()
    with encrypted(out, key) as file:
        file.write(bytes(150_000))
    whole = out.getvalue()
    first, second = whole[44 : 44 + 65_552], whole[44 + 65_552 : 44 + 2 * 65_552]
    rest = whole[44 + 2 * 65_552 :]
    flipped = bytearray(whole)
    flipped[-1] ^= 1
    damaged = {
        "cut": whole[:-30_000],
        "a chunk is gone": whole[:44] + first + rest,
        "the last is gone": whole[:44] + first + second,
        "exchanged": whole[:44] + second + first + rest,
        "appended": whole + b"x",
        "flipped": bytes(flipped),
        "header alone": whole[:44],
        "cut header": whole[:20],
        "another version": whole[:8] + b"\2" + whole[9:],
        "dear": whole[:9] + bytes([40, 255, 255]) + whole[12:],
        "cheaper": whole[:9] + bytes([3]) + whole[10:],
    }
    place = tmp_path / "b"
    for data in damaged.values():
        place.write_bytes(data)
        with pytest.raises(BackupError, match=r"^(This|/)"):
            decrypted(place, "river rat, 2 pair")


def test_a_dry_run_names_what_would_change(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "b.peder"
    take_backup(Store(store), file)
    before = {place: place.read_bytes() for place in store.rglob("*") if place.is_file()}
    same = peder(store, "store", "restore", file, "--dry-run")
    assert (same.stdout, same.stderr) == ("", "1 is the same already. Nothing was changed.\n")
    journal = store / "journal" / "n1.jsonl"
    data = journal.read_bytes()
    journal.write_bytes(b"\n".join(data.splitlines()[:-1]) + b"\n")
    older = json.loads(peder(store, "store", "restore", file, "--dry-run", "--json").stdout)
    assert (older["restored"], older["replaced"]) == (["n1"], ["n1"])
    journal.write_bytes(data + data.splitlines()[-1].replace(b'"n":5', b'"n":6') + b"\n")
    newer = peder(store, "store", "restore", file, "--dry-run")
    assert newer.exit_code == 0
    assert "n1 is newer in the store, and would stay." in newer.stdout
    assert "Without --keep-newer or --overwrite nothing would be restored" in newer.stderr
    over = peder(store, "store", "restore", file, "--dry-run", "--overwrite")
    assert "n1 would be replaced by the backup's." in over.stdout
    journal.write_bytes(data)
    assert {place: place.read_bytes() for place in before} == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["store", "backup", "--after-nights", "nowhere"], "There is no folder nowhere"),
        (["store", "backup", "--after-nights", "{store}/journal"], "lies in the store"),
        (["store", "backup", "--no-after-nights", "--encrypt"], "--no-after-nights: it stands alone"),
        (["store", "backup", "--after-nights", "--encrypt"], "name the folder, too"),
        (["store", "backup", "--after-nights", ".", "--keep", "0"], "0 is too small"),
        (["store", "backup"], "name the file to write"),
        (["store", "backup", "{store}.zip", "--keep", "3"], "--keep counts files with a date"),
        (["store", "backup", "{store}/journal"], "lies in the store"),
    ],
)
def test_bad_input_is_answered(store: Path, words: list[str], said: str) -> None:
    result = peder(store, *(word.format(store=store) for word in words))
    assert result.exit_code in (1, 2)
    assert said in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize("text", ["", "[]", "{", '{"store_id": 5}', '{"store_id": "a", "key": "xyz"}', "\0"])
def test_damaged_settings_are_answered(store: Path, stick: Path, text: str) -> None:
    (store / FILE).write_text(text)
    for words in (["store", "backup", "--after-nights", stick], ["store", "backup", stick], ["settle", "n1"]):
        result = peder(store, *words)
        assert f"{store / FILE} can't be read: delete it" in result.stderr
        assert (result.exit_code == 0) == (words[0] == "settle")
