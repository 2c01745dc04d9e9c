"""What runs are written into: a store that is a folder, or one that is a bucket."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import TracebackType
from typing import Protocol, Self

import polars as pl

from pipeline.store.places import Location


class RunWriter(Protocol):
    """What writes a run: `pipeline.store.writer.SessionWriter` into a folder, or one into a bucket."""

    @property
    def location(self) -> Location:
        """Where the run is gathered: whoever puts a part there has written it."""

    def ranges(self) -> list[tuple[int, int]]:
        """The first and the last hand of each part that is there."""

    def write_part(self, hands: pl.DataFrame, seats: pl.DataFrame, sums: pl.DataFrame | None = None) -> None:
        """Write a part."""

    def commit(self, *, ended_at: datetime) -> None:
        """Make the run part of the store, unless another has."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class RunStore(Protocol):
    """What runs are written into: `pipeline.store.store.Store`, a folder, or a bucket."""

    def has(self, session_id: str) -> bool:
        """Whether it holds a session, whole."""

    def begin_session(
        self, session: Mapping[str, object], *, replace: bool = False, shared: bool = False
    ) -> RunWriter:
        """Begin a run, or take up the same one where it was interrupted."""
