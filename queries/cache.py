"""The cache of a store: all data that is derived from it, in one folder that may be deleted at any time.

    <store>/.cache/<kind>/<name>/<key>-<digest><suffix>

The key is a hash of the input files and the code that an entry depends on (`key_of`); the digest is a hash of the
entry's own bytes. So a stale or damaged entry counts as missing and is made again. If the store can't be written to
(a read-only or a full disk), nothing is cached.

    cache = Cache(store, "nights", ".json")
    key = key_of([journal], code=[__file__])
    data = cache.get(name, key)
    if data is None:
        data = compute()
        cache.put(name, key, data)
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from queries import system

FOLDER = ".cache"
"""The folder of the cache within a store."""
COMPARED = f"{FOLDER}/comparisons"
"""The folder of a store with the store of the runs that comparisons played."""
BEFORE = (".warehouse", ".equities", ".deals", ".evenings.json", ".told", ".compared")
"""The cache folders of version 0.1, which are removed when this cache is created."""
_ABANDONED = 24 * 3600
"""Age in seconds after which an unfinished file belongs to a process that was killed."""


def signature(files: Iterable[Path]) -> str:
    """Return the state of some files: their names (table, session and part), sizes and modification times.

    >>> place = tmp / "hands.parquet"
    >>> place.write_bytes(b"12")
    2
    >>> signature([place]).split()[1]  # its size in bytes
    '2'
    """
    stats = [(file, file.stat()) for file in files]
    return "|".join(f"{'/'.join(file.parts[-3:])} {stat.st_size} {stat.st_mtime_ns}" for file, stat in stats)


def key_of(inputs: Iterable[Path] = (), *, code: Iterable[Path | str] = (), facts: Iterable[str] = ()) -> str:
    """Return the key of an entry that depends on input files, source files and facts (a version, a schema, a
    checksum). Raises OSError for a missing file.

    >>> key_of(facts=["1.1.0"]) == key_of(facts=["1.2.0"])
    False
    """
    sources = [_source(str(file)) for file in code]
    text = "\0".join([signature(inputs), *sources, *facts])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@cache
def _source(file: str) -> str:
    return _digest(Path(file))


class Cache:
    """The entries of one kind, at most one a name. Names and suffixes must be fit for file names."""

    def __init__(self, store: Path, kind: str, suffix: str = "") -> None:
        self.root = store / FOLDER
        self.kind = kind
        self.suffix = suffix

    def find(self, name: str, key: str) -> Path | None:
        """Return the file of an entry; None if none has this key, or it is damaged."""
        return next((file for file in self._files(name, key) if _is_sound(file)), None)

    def get(self, name: str, key: str) -> bytes | None:
        """Return the bytes of an entry; None if none has this key, or it is damaged."""
        with suppress(OSError):
            if file := self.find(name, key):
                return file.read_bytes()
        return None

    def latest(self, name: str) -> Path | None:
        """Return the newest undamaged file of a name, whatever its key: an incremental build starts from it."""
        newest_first = sorted(self._files(name), key=_changed_at, reverse=True)
        return next((file for file in newest_first if _is_sound(file)), None)

    def put(self, name: str, key: str, data: bytes | Path) -> Path | None:
        """Store an entry in place of the name's others: bytes, or a file of `workspace`, which is moved.

        Returns its file; None if it can't be written.
        """
        with suppress(OSError):
            folder = self._folder(name)
            begin(self.root)
            if folder.is_file():
                folder.unlink()
            folder.mkdir(parents=True, exist_ok=True)
            digest = _digest(data) if isinstance(data, Path) else hashlib.sha256(data).hexdigest()[:16]
            place = folder / f"{key}-{digest}{self.suffix}"
            if place.is_dir():
                _remove(place)
            if isinstance(data, Path):
                system.replace(data, place)
            else:
                unfinished = folder / f".{os.getpid()}-{threading.get_ident()}"
                try:
                    unfinished.write_bytes(data)
                    system.replace(unfinished, place)
                finally:
                    unfinished.unlink(missing_ok=True)
            for other in folder.iterdir():
                if other != place and (not other.name.startswith(".") or _is_abandoned(other)):
                    _remove(other)
            return place
        return None

    def files(self, names: Iterable[str]) -> list[Path]:
        """Return the undamaged files of some names, in their order."""
        return [place for name in names for place in self._files(name) if _is_sound(place)]

    def prune(self, names: Collection[str]) -> None:
        """Remove the entries of all other names."""
        with suppress(OSError):
            for folder in (self.root / self.kind).iterdir():
                if folder.name not in names:
                    _remove(folder)

    @contextmanager
    def workspace(self) -> Iterator[Path]:
        """Return a temporary folder for files that `put` moves; outside the cache if that can't be written."""
        try:
            begin(self.root)
            for old in self.root.glob("unfinished-*"):
                if _is_abandoned(old):
                    _remove(old)
            folder = tempfile.TemporaryDirectory(
                prefix="unfinished-", dir=self.root, ignore_cleanup_errors=True
            )
        except OSError:
            folder = tempfile.TemporaryDirectory(prefix="peder-", ignore_cleanup_errors=True)
        with folder as path:
            yield Path(path)

    def _folder(self, name: str) -> Path:
        return self.root / self.kind / name

    def _files(self, name: str, key: str = "") -> list[Path]:
        return sorted(self._folder(name).glob(f"{key or '[!.]*'}-*"))


def begin(root: Path) -> None:
    """Make the folder of the cache, in place of version 0.1's folders. Raises OSError.

    >>> begin(tmp / FOLDER)
    >>> (tmp / FOLDER).is_dir()
    True
    """
    if root.is_dir():
        return
    root.unlink(missing_ok=True)
    root.mkdir()
    for old in BEFORE:
        _remove(root.parent / old)


def _remove(place: Path) -> None:
    with suppress(OSError):  # another process has it open: the next one to write tries again
        if place.is_dir():
            shutil.rmtree(place)
        else:
            place.unlink()


def _is_sound(place: Path) -> bool:
    """Whether the bytes of an entry are those that its name states."""
    with suppress(OSError):
        return place.name.partition("-")[2].startswith(_digest(place))
    return False


def _is_abandoned(place: Path) -> bool:
    return time.time() - _changed_at(place) >= _ABANDONED


def _changed_at(place: Path) -> float:
    with suppress(OSError):
        return place.stat().st_mtime
    return 0


def _digest(place: Path) -> str:
    with place.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]
