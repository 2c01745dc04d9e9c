"""Where part files are stored: a folder, or (`pipeline.distributed.bucket`) a prefix of an object store.

A location stores whole byte strings by key (`hands/part-0.parquet`). Locations are small and can be pickled: a
worker on another machine is sent one, and opens it by itself. Nothing else of the program knows buckets.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple, Protocol, Self

from pipeline.store.files import StoreError, flush, readable_errors, write_whole

if TYPE_CHECKING:
    import polars as pl


class LostError(StoreError):
    """A location that can't be reached at the moment."""


class Listed(NamedTuple):
    """An entry: its key, its size in bytes, and a tag that changes with its bytes."""

    key: str
    size: int
    tag: str


class Location(Protocol):
    """Byte strings by key, each whole or absent; once `put` returns, they are on disk.

    All methods raise StoreError, of one sentence, for errors of the disk or the network.
    """

    def list(self, prefix: str) -> list[Listed]:
        """The entries in a folder of the location and the folders in it; none where there is no such folder."""

    def get(self, key: str) -> bytes:
        """The bytes of an entry. Raises FileNotFoundError where there is none."""

    def put(self, key: str, data: bytes, *, new: bool = False) -> bool:
        """Store an entry; with `new` only if there is none, else returns False."""

    def drop(self, keys: Iterable[str]) -> None:
        """Delete some entries, if they exist."""

    def local(self, key: str, room: Path) -> Path:
        """A file of this machine with an entry's bytes, in the folder `room` if it is fetched; its path ends
        with the key. Raises FileNotFoundError where there is no such entry.
        """


@dataclass(frozen=True)
class Folder:
    """A folder on a disk of this machine, or shared by several; `store` is named in messages."""

    root: Path
    store: Path | None = None

    def __str__(self) -> str:
        return str(self.store or self.root)

    def list(self, prefix: str) -> list[Listed]:
        """Whole files by key, with the time of their last change as tag."""
        entries = []
        for place in sorted((self.root / prefix).rglob("*")):
            with suppress(FileNotFoundError):  # gone meanwhile
                if place.is_file() and not place.name.startswith("."):
                    stat = place.stat()
                    key = place.relative_to(self.root).as_posix()
                    entries.append(Listed(key, stat.st_size, str(stat.st_mtime_ns)))
        return entries

    def get(self, key: str) -> bytes:
        """The bytes of a file."""
        return (self.root / key).read_bytes()

    def put(self, key: str, data: bytes, *, new: bool = False) -> bool:
        """Write a file under a temporary name, flush it to disk, and rename it.

        Only the last folder of the key is made, so that a latecomer doesn't begin a folder again that was moved.
        """
        place = self.root / key
        with readable_errors(self.store or self.root):
            place.parent.mkdir(exist_ok=True)
            if not new:
                write_whole(place, data)
                return True
            temporary = place.with_name(f".{place.name}.new-{os.getpid()}-{threading.get_ident()}")
            write_whole(temporary, data)
            try:
                os.link(temporary, place)
            except FileExistsError:
                return False
            finally:
                temporary.unlink()
            flush(place.parent)
        return True

    def drop(self, keys: Iterable[str]) -> None:
        """Remove files."""
        with readable_errors(self.store or self.root):
            for key in keys:
                (self.root / key).unlink(missing_ok=True)

    def local(self, key: str, room: Path) -> Path:
        """The file itself."""
        place = self.root / key
        place.stat()
        return place


class RunWriter(Protocol):
    """Writes a run: `pipeline.store.writer.SessionWriter` into a folder, `BucketWriter` into a bucket."""

    @property
    def location(self) -> Location:
        """The location that the parts of the run are put into."""

    def ranges(self) -> list[tuple[int, int]]:
        """The first and the last hand of each part that is written."""

    def write_part(self, hands: pl.DataFrame, seats: pl.DataFrame) -> None:
        """Write a part."""

    def commit(self, *, ended_at: datetime) -> None:
        """Make the run part of the store, unless another has."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class RunStore(Protocol):
    """A store for runs: `pipeline.store.store.Store`, a folder, or `BucketStore`, a bucket."""

    def has(self, session_id: str) -> bool:
        """Whether it holds a session, whole."""

    def begin_session(
        self, session: Mapping[str, object], *, replace: bool = False, shared: bool = False
    ) -> RunWriter:
        """Begin a run, or resume the same one where it was interrupted."""
