"""Where part files lie: a folder, or (`pipeline.store.bucket`) a prefix of an object store.

A place keeps whole byte strings by key (`hands/part-0.parquet`). Places are small and can be pickled: a
worker on another machine is sent one, and opens it by itself.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

from pipeline.store.parts import StoreError, flush, in_words, write_whole


class LostError(StoreError):
    """A place that can't be reached: it may be there again in a moment."""


class Listed(NamedTuple):
    """What lies under a key: its size in bytes, and a tag that is another one when it has changed."""

    key: str
    size: int
    tag: str


class Location(Protocol):
    """Named byte strings: each whole or absent, and what was put survives whatever happens afterwards.

    All raise StoreError, in a sentence, for what the disk or the network has against it.
    """

    def list(self, prefix: str) -> list[Listed]:
        """What lies in a folder of the place and the folders in it, by key; nothing where there is none."""

    def get(self, key: str) -> bytes:
        """What lies under a key. Raises FileNotFoundError where nothing does."""

    def put(self, key: str, data: bytes, *, new: bool = False) -> bool:
        """Put something under a key, with `new` only if nothing is there: False where something was."""

    def drop(self, keys: Iterable[str]) -> None:
        """Take away what lies under some keys, as far as it is there."""

    def local(self, key: str, room: Path) -> Path:
        """A file of this machine that holds what lies under a key: in the folder `room` if it is fetched. Its
        path ends as the key. Raises FileNotFoundError where nothing lies there.
        """


@dataclass(frozen=True)
class Folder:
    """A folder on a disk of this machine, or on one that several machines share: of a store, which is what
    a sentence names.
    """

    root: Path
    store: Path | None = None

    def __str__(self) -> str:
        return str(self.store or self.root)

    def list(self, prefix: str) -> list[Listed]:
        """Whole files by key, with the time of their last change as tag."""
        found = []
        for place in sorted((self.root / prefix).rglob("*")):
            with suppress(FileNotFoundError):  # gone meanwhile
                if place.is_file() and not place.name.startswith("."):
                    stat = place.stat()
                    key = place.relative_to(self.root).as_posix()
                    found.append(Listed(key, stat.st_size, str(stat.st_mtime_ns)))
        return found

    def get(self, key: str) -> bytes:
        """The bytes of a file."""
        return (self.root / key).read_bytes()

    def put(self, key: str, data: bytes, *, new: bool = False) -> bool:
        """Write a file beside its place, have the disk keep it, and name it.

        Only the last folder of the key is made: what was moved away whole isn't begun again by a latecomer.
        """
        place = self.root / key
        with in_words(self.store or self.root):
            place.parent.mkdir(exist_ok=True)
            if not new:
                write_whole(place, data)
                return True
            beside = place.with_name(f".{place.name}.new-{os.getpid()}-{threading.get_ident()}")
            write_whole(beside, data)
            try:
                os.link(beside, place)
            except FileExistsError:
                return False
            finally:
                beside.unlink()
            flush(place.parent)
        return True

    def drop(self, keys: Iterable[str]) -> None:
        """Remove files."""
        with in_words(self.store or self.root):
            for key in keys:
                (self.root / key).unlink(missing_ok=True)

    def local(self, key: str, room: Path) -> Path:
        """The file itself."""
        place = self.root / key
        place.stat()
        return place
