"""What differs between systems, with a faked Windows: its locks, its open files, its names, its consoles."""

from __future__ import annotations

import ast
import errno
import io
import os
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from pipeline.cli import app
from pipeline.simulation.play import usual_threads
from pipeline.store.backup.take import _link
from pipeline.store.files import StoreError
from pipeline.store.locks import FileLock, LockedError
from pipeline.store.session_names import check_night_name, session_folder
from queries import system, warehouse
from reports.page import write
from tests.docs.pages import DOCS

ROOT = DOCS.parent
FOLDERS = ("engine", "language", "peder", "pipeline", "queries", "reports")


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> dict[int, int]:
    """Windows as far as this module meets it: `msvcrt` locks the first byte of a file, by its inode."""
    locked: dict[int, int] = {}

    def locking(file: int, mode: int, count: int) -> None:
        inode = os.fstat(file).st_ino
        holder = locked.get(inode)
        if holder not in (None, file) and _is_open(holder, inode):
            raise OSError(errno.EACCES, "Permission denied")
        locked[inode] = file

    def _is_open(file: int | None, inode: int) -> bool:
        try:
            return file is not None and os.fstat(file).st_ino == inode
        except OSError:
            return False

    monkeypatch.setattr(system, "WINDOWS", True)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(LK_LOCK=1, LK_NBLCK=2, locking=locking))
    return locked


def test_a_lock_holds_by_the_calls_of_windows(windows: dict[int, int], tmp_path: Path) -> None:
    place = tmp_path / "night.lock"
    with FileLock(place):
        assert len(windows) == 1
        with pytest.raises(LockedError):
            FileLock(place).acquire()
    assert place.exists()  # an open file can't be removed there
    with FileLock(place):
        assert place.exists()


def test_who_waits_for_a_lock_waits_on_when_windows_gives_up(
    windows: dict[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`LK_LOCK` tries for ten seconds, then fails."""
    msvcrt = sys.modules["msvcrt"]
    locking, modes = msvcrt.locking, list[int]()

    def give_up_twice(file: int, mode: int, count: int) -> None:
        modes.append(mode)
        if mode == msvcrt.LK_LOCK and len(modes) <= 2:
            raise OSError(errno.EDEADLK, "Resource deadlock avoided")
        locking(file, mode, count)

    monkeypatch.setattr(msvcrt, "locking", give_up_twice)
    lock = FileLock(tmp_path / "store.lock")
    lock.acquire(wait=True)
    assert lock.is_held
    assert modes == [msvcrt.LK_LOCK] * 3
    lock.release()


def test_a_disk_without_locks_is_a_sentence(windows: dict[int, int], tmp_path: Path) -> None:
    def fail(*args: int) -> None:
        raise OSError(errno.ENOSYS, "Function not implemented")

    sys.modules["msvcrt"].locking = fail  # type: ignore[attr-defined]
    with pytest.raises(StoreError, match="can't be locked"):
        FileLock(tmp_path / "night.lock").acquire()


def test_a_file_that_another_program_reads_is_replaced_a_little_later(
    windows: dict[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = tmp_path / "new", tmp_path / "old"
    source.write_text("new")
    target.write_text("old")
    original, refused = Path.replace, iter((True, True, False))

    def replace(self: Path, place: Path) -> Path:
        if next(refused, False):
            raise PermissionError(errno.EACCES, "in use", str(place))
        return original(self, place)

    monkeypatch.setattr(Path, "replace", replace)
    system.replace(source, target)
    assert target.read_text() == "new"
    monkeypatch.setattr(system, "_PATIENCE", 0.0)
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(PermissionError("in use")))
    with pytest.raises(PermissionError):
        system.replace(target, source)


def test_elsewhere_a_refused_replacement_is_an_error_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def replace(self: Path, place: Path) -> Path:
        calls.append(place)
        raise PermissionError(errno.EACCES, "no")

    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(PermissionError):
        system.replace(tmp_path / "a", tmp_path / "b")
    assert len(calls) == 1


def test_windows_is_asked_neither_for_folders_nor_for_processes(
    windows: dict[int, int], tmp_path: Path
) -> None:
    system.flush_names(tmp_path / "not-there")
    assert system.is_running(2**30)


@pytest.mark.parametrize("name", ["con", "NUL", "com1", "lpt9.old", "friday.", "aux "])
def test_a_night_has_no_name_that_a_file_of_windows_cannot_have(name: str) -> None:
    with pytest.raises(StoreError, match="Windows has no file of that name"):
        check_night_name(name)


@pytest.mark.parametrize("name", ["console", "conny's", "2026-03-06", "nulte aften", "com10"])
def test_other_names_are_free(name: str) -> None:
    check_night_name(name)


def test_a_dot_at_the_end_of_a_folder_is_written_out_on_windows(windows: dict[int, int]) -> None:
    assert session_folder("friday.") == "session_id=friday%2E"
    assert session_folder("friday") == "session_id=friday"


def test_elsewhere_folders_are_called_as_ever() -> None:
    assert session_folder("friday.") == "session_id=friday."


@pytest.mark.parametrize("encoding", ["cp1252", "cp850", "latin-1", "ascii", "cp437"])
def test_a_console_without_our_letters_keeps_every_sign_of_a_number(
    encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding=encoding))
    system.prepare_console()
    print("Sørén −1\u202f250,50\N{NO-BREAK SPACE}kr – ♠ …")
    sys.stdout.flush()
    written = raw.getvalue().decode(encoding)
    assert re.fullmatch(r"S(ø|o|\?)r(é|e)n -1 250,50[ \xa0]kr (–|-) (♠|\?) (…|\.\.\.)\s*", written), written


def test_a_console_with_our_letters_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="utf-8"))
    system.prepare_console()
    print("−1\u202f250 ♠", flush=True)
    assert raw.getvalue().decode() == "−1\u202f250 ♠\n"


def test_too_little_memory_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(system, "memory_limit", lambda: 10 << 20)
    with pytest.raises(SystemExit) as end:
        app(["nights"])
    assert end.value.code == 1
    assert "may use 10 MB" in capsys.readouterr().err


def test_no_limit_of_memory_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    assert system.memory_limit() is None


def test_what_windows_lacks_has_another_answer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 6)
    assert usual_threads() == 7
    monkeypatch.delattr(os, "sysconf", raising=False)
    assert warehouse._memory() == 2 * warehouse._MEMORY

    def refuse(source: Path, place: Path) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    (tmp_path / "part").write_text("rows")
    _link(tmp_path / "part", tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == "rows"


def test_only_one_module_asks_for_the_system() -> None:
    asking = [
        str(place.relative_to(ROOT))
        for folder in FOLDERS
        for place in sorted((ROOT / folder).rglob("*.py"))
        if re.search(
            r"\bos\.name\b|\bsys\.platform\b|\bfcntl\b|\bmsvcrt\b|platform\.system", place.read_text("utf-8")
        )
    ]
    assert asking == ["queries/system.py"]


def test_only_one_module_moves_files() -> None:
    """Only `queries.system.replace` tries again where Windows refuses. A trained model may go unstored: it is trained again."""
    others = {"frame", "journal"}  # have methods of these names
    moving = []
    for place in sorted(ROOT / file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(place.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                owner, count = ast.unparse(node.func.value), len(node.args)
                moves = {"os": ("rename", "renames", "replace"), "shutil": ("move",)}.get(owner, ())
                if node.func.attr in moves or (
                    node.func.attr in ("rename", "replace")
                    and (count, node.keywords) == (1, [])
                    and owner not in others
                ):
                    moving.append(str(place.relative_to(ROOT)))
    assert moving == ["engine/players/training/store.py", "queries/system.py"]


def test_a_page_that_a_scanner_reads_is_written_a_little_later(
    windows: dict[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original, refused = Path.replace, iter((True, False))

    def replace(self: Path, place: Path) -> Path:
        if next(refused, False):
            raise PermissionError(errno.EACCES, "in use", str(place))
        return original(self, place)

    monkeypatch.setattr(Path, "replace", replace)
    page = tmp_path / "page.html"
    write("<!doctype html>", page)
    assert page.read_text("utf-8") == "<!doctype html>"


def test_an_own_game_has_no_such_name_either(tmp_path: Path) -> None:
    file = tmp_path / "con.toml"
    file.write_text('name = "Con"\nlike = "seven-card-stud"\n', encoding="utf-8")
    with pytest.raises(SystemExit) as end:
        app(["game", "add", str(file), "--store", str(tmp_path / "store")])
    assert end.value.code == 1
