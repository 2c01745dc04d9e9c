"""The cache of a store: stale or damaged entries are ignored, and nothing in it is needed."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path

import pytest

from queries.cache import BEFORE, FOLDER, Cache, key_of


def test_an_entry_is_read_by_its_key(tmp_path: Path) -> None:
    cache = Cache(tmp_path, "luck", ".json")
    assert cache.get("night", "a") is None
    place = cache.put("night", "a", b"rows")
    assert place == cache.find("night", "a")
    assert place is not None
    assert place.suffix == ".json"
    assert cache.get("night", "a") == b"rows"
    assert cache.get("night", "b") is None
    assert cache.get("other", "a") is None
    cache.put("night", "b", b"new")
    assert cache.get("night", "a") is None
    assert cache.latest("night") == cache.find("night", "b")
    assert Cache(tmp_path, "marts").get("night", "b") is None


def test_a_damaged_entry_is_ignored(tmp_path: Path) -> None:
    cache = Cache(tmp_path, "luck")
    place = cache.put("night", "a", b"rows")
    assert place
    place.write_bytes(b"row")
    assert cache.find("night", "a") is cache.get("night", "a") is cache.latest("night") is None
    assert cache.files(["night"]) == []
    cache.put("night", "a", b"rows")
    assert cache.get("night", "a") == b"rows"


def test_a_key_follows_files_and_code(tmp_path: Path) -> None:
    data, code = tmp_path / "data", tmp_path / "code.py"
    data.write_bytes(b"1")
    code.write_text("x = 1")
    key = key_of([data], code=[code])
    assert key == key_of([data], code=[code])
    assert key != key_of([data], code=[code], facts=["0.2"])
    (other := tmp_path / "other.py").write_text("x = 2")
    assert key != key_of([data], code=[other])
    os.utime(data, (1, 1))
    assert key != key_of([data], code=[code])


def test_a_file_is_moved_into_the_cache(tmp_path: Path) -> None:
    cache = Cache(tmp_path, "marts", ".duckdb")
    with cache.workspace() as folder:
        (folder / "half").write_bytes(b"whole")
        place = cache.put("all", "a", folder / "half")
    assert place == cache.find("all", "a")
    assert not folder.exists()


def test_names_that_are_gone_are_pruned(tmp_path: Path) -> None:
    cache = Cache(tmp_path, "luck")
    cache.put("a", "1", b"")
    cache.put("b", "1", b"")
    cache.prune({"b"})
    assert cache.get("a", "1") is None
    assert cache.get("b", "1") == b""


def test_unfinished_files_go_after_a_day(tmp_path: Path) -> None:
    for name, age in (("unfinished-old", 2 * 24 * 3600), ("unfinished-new", 60)):
        (folder := tmp_path / FOLDER / name).mkdir(parents=True)
        os.utime(folder, (time.time() - age,) * 2)
    with Cache(tmp_path, "marts").workspace():
        pass
    assert [place.name for place in (tmp_path / FOLDER).iterdir()] == ["unfinished-new"]


def test_caches_of_version_0_1_are_removed(tmp_path: Path) -> None:
    for name in BEFORE:
        (tmp_path / name).mkdir()
    Cache(tmp_path, "luck").put("night", "a", b"")
    assert [place.name for place in tmp_path.iterdir()] == [FOLDER]


def test_a_store_that_cannot_be_written_caches_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Path, **_: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    cache = Cache(tmp_path, "marts")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "mkdir", refuse)
        assert cache.put("all", "a", b"") is None
        with cache.workspace() as folder:
            (folder / "half").write_bytes(b"")
    assert not any(tmp_path.iterdir())


def test_a_file_in_the_way_gives_way(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("in the way")
    Cache(tmp_path, "luck").put("night", "a", b"rows")
    assert Cache(tmp_path, "luck").get("night", "a") == b"rows"


def test_a_folder_in_the_place_of_an_entry_gives_way(tmp_path: Path) -> None:
    cache = Cache(tmp_path, "luck", ".parquet")
    place = cache.put("night", "a", b"rows")
    assert place
    place.unlink()
    place.mkdir()
    assert cache.find("night", "a") is None
    assert cache.put("night", "a", b"rows") == place
    assert cache.get("night", "a") == b"rows"
