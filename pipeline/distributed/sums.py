"""Sums of runs by workers (`peder store build --cluster`): each part of a run that is new is summed up by one of them.

Workers read the files where all reach them, in a shared folder or in the bucket, and send the sums back.
"""

from __future__ import annotations

import platform
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path

import polars as pl

from language import tr
from pipeline.analysis.derived import SumParts
from pipeline.simulation.executor import Pool, done_on
from pipeline.simulation.sums import sums_of_part
from pipeline.simulation.versions import Versions, check_versions, versions
from pipeline.store.files import StoreError, readable_errors
from pipeline.store.locations import Location
from pipeline.store.parts import part_bytes


@dataclass(frozen=True, kw_only=True)
class PartFiles:
    """The keys of the files of a part in the store's location: of its hands and of its seats."""

    number: int
    keys: tuple[str, str]
    versions: Versions


def by_workers(pool: Pool, location: Location, key: Callable[[Path], str]) -> SumParts:
    """Have workers sum up parts, whose files they reach in a location, each under its `key` there."""

    def sum_parts(parts: Sequence[tuple[Path, Path]]) -> Iterator[pl.DataFrame | None]:
        pieces = [
            PartFiles(number=number, keys=(key(hands), key(seats)), versions=versions())
            for number, (hands, seats) in enumerate(parts)
        ]
        summed: dict[int, bytes | None] = {}

        def left() -> list[PartFiles]:
            return [piece for piece in pieces if piece.number not in summed]

        with closing(done_on(pool, partial(sum_part, location=location), pieces, left)) as done:
            for piece, sums in done:
                summed[piece.number] = sums
        for number in range(len(pieces)):
            sums = summed[number]
            yield pl.read_parquet(BytesIO(sums)) if sums is not None else None

    return sum_parts


def key_in(root: Path, part: Path) -> str:
    """Where a part file of a store that is a folder lies in that."""
    return part.relative_to(root).as_posix()


def sum_part(files: PartFiles, location: Location) -> bytes | None:
    """The sums of a part as a Parquet file; None for a part that SQL must sum up.

    Raises VersionsError where this process is another version than the driver, StoreError where it doesn't
    find a file.
    """
    check_versions(files.versions)
    with tempfile.TemporaryDirectory(prefix="peder-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        with readable_errors(folder):
            hands, seats = (_fetch(location, key, folder) for key in files.keys)
            sums = sums_of_part(hands, seats)
        return None if sums is None else part_bytes(sums)


def _fetch(location: Location, key: str, folder: Path) -> Path:
    """A file of the store. Raises StoreError where this machine doesn't find it."""
    try:
        return location.local(key, folder)
    except FileNotFoundError as error:
        raise StoreError(
            tr(
                "The worker {node} doesn't find {key} in {location}: the store must be one that all workers "
                "reach under the same name, a shared folder or a bucket. Where it was just changed, run the "
                "command again.",
                node=platform.node(),
                key=key,
                location=location,
            )
        ) from error
