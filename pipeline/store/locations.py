"""Where part files are stored: a folder, or (`pipeline.distributed.bucket`) a prefix of an object store.

A location stores whole byte strings by key (`hands/part-0.parquet`). Locations are small and can be pickled: a
worker on another machine is sent one, and opens it by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

from pipeline.store.files import StoreError, readable_errors, write_whole

if TYPE_CHECKING:
    import polars as pl


class LostError(StoreError):
    """A location that can't be reached at the moment."""


class Location(Protocol):
    """Byte strings by key, each complete or absent; once `put` returns, they are on disk.

    All methods raise StoreError, of one sentence, for errors of the disk or the network.
    """

    def put(self, key: str, data: bytes) -> bool: ...

    def local(self, key: str, place: Path) -> Path:
        """A file of this machine with an entry's bytes, `place` if it is fetched. Raises FileNotFoundError where
        there is no such entry.
        """


@dataclass(frozen=True)
class Folder:
    """A folder on a disk of this machine, or shared by several; `store` is named in messages."""

    root: Path
    store: Path | None = None

    def __str__(self) -> str:
        return str(self.store or self.root)

    def put(self, key: str, data: bytes) -> bool:
        """Write a file under a temporary name, flush it to disk, and rename it.

        Creates only the last folder of the key, so that a late writer doesn't create a folder again that was moved.
        """
        place = self.root / key
        with readable_errors(self.store or self.root):
            place.parent.mkdir(exist_ok=True)
            write_whole(place, data)
        return True

    def local(self, key: str, place: Path) -> Path:
        here = self.root / key
        here.stat()
        return here


class RunWriter(Protocol):
    """Writes a run: `pipeline.store.writer.SessionWriter` into a folder, `BucketWriter` into a bucket."""

    @property
    def location(self) -> Location: ...

    def ranges(self) -> list[tuple[int, int]]: ...

    def write_part(self, hands: pl.DataFrame, seats: pl.DataFrame) -> None: ...

    def commit(self, *, ended_at: datetime) -> None: ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class RunStore(Protocol):
    """A store for runs: `pipeline.store.store.Store`, a folder, or `BucketStore`, a bucket."""

    def has(self, session_id: str) -> bool: ...

    def begin_session(
        self, session: Mapping[str, object], *, replace: bool = False, shared: bool = False
    ) -> RunWriter:
        """Begin a run, or resume the same one if it was interrupted."""
