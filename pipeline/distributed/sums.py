"""Sums of runs by workers (`peder store build --cluster`): each portion of a new run is summed up by one of them.
Workers read the files from a shared folder or from the bucket, and send the sums back.
"""

from __future__ import annotations

import platform
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path

import polars as pl

from language import tr
from pipeline.analysis.derived import SumParts, run_sums
from pipeline.simulation.executor import Pool, results_on
from pipeline.simulation.versions import Versions, check_versions, versions
from pipeline.store.files import StoreError, readable_errors
from pipeline.store.locations import Location
from pipeline.store.parts import part_bytes
from queries.sources import Portion


@dataclass(frozen=True, kw_only=True)
class PartFiles:
    """The files of a portion, of its hands and of its seats: where each lies in a store, from whose folders it has
    its session, with its key in the store's location.
    """

    number: int
    hands: Mapping[str, str]
    seats: Mapping[str, str]
    rows: int
    versions: Versions


def by_workers(pool: Pool, location: Location, key: Callable[[Path], str]) -> SumParts:
    """Let workers sum up portions, whose files they read from a location, each under its `key` there."""

    def sum_parts(portions: Sequence[Portion]) -> Iterator[pl.DataFrame]:
        pieces = [
            PartFiles(
                number=number,
                hands={_place(part): key(part) for part in portion.hands},
                seats={_place(part): key(part) for part in portion.seats},
                rows=portion.rows,
                versions=versions(),
            )
            for number, portion in enumerate(portions)
        ]
        summed: dict[int, bytes] = {}

        def left() -> list[PartFiles]:
            return [piece for piece in pieces if piece.number not in summed]

        with closing(results_on(pool, partial(sum_part, location=location), pieces, left)) as done:
            for piece, sums in done:
                summed[piece.number] = sums
        for number in range(len(pieces)):
            yield pl.read_parquet(BytesIO(summed[number]))

    return sum_parts


def key_in(root: Path, part: Path) -> str:
    """Where a part file of a store that is a folder lies in that."""
    return part.relative_to(root).as_posix()


def sum_part(files: PartFiles, location: Location) -> bytes:
    """The sums of a portion as a Parquet file.

    Raises VersionsError where this process is another version than the driver, StoreError where it doesn't
    find a file, QueryError for one that can't be read.
    """
    check_versions(files.versions)
    with tempfile.TemporaryDirectory(prefix="peder-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        with readable_errors(folder):
            portion = Portion(
                hands=tuple(_fetch(location, key, folder / place) for place, key in files.hands.items()),
                seats=tuple(_fetch(location, key, folder / place) for place, key in files.seats.items()),
                rows=files.rows,
            )
            with run_sums() as sums:
                return part_bytes(sums.row(portion))


def _place(part: Path) -> str:
    """The table, session and name of a part file."""
    return "/".join(part.parts[-3:])


def _fetch(location: Location, key: str, place: Path) -> Path:
    """A file of the store, at `place` if it is fetched. Raises StoreError where this machine doesn't find it."""
    try:
        return location.local(key, place)
    except FileNotFoundError as error:
        raise StoreError(
            tr(
                "The worker {node} doesn't find {key} in {location}: the store must be one that all "
                "workers reach under the same name, a shared folder or a bucket. If it was just changed, "
                "run the command again.",
                node=platform.node(),
                key=key,
                location=location,
            )
        ) from error
