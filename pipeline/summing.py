"""The first level of a build by workers (`peder build --cluster`): each portion of the hands has its sums.

Workers read the files where all reach them, in a shared folder or in the bucket, and send the sums back; the
driver merges them in the order of the portions. So the marts are those of a build without workers.
"""

from __future__ import annotations

import platform
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import queries
from language import tr
from pipeline.simulation.remote import Pool, done_on
from pipeline.simulation.versions import Versions, check_versions, versions
from pipeline.store.parts import StoreError, in_words
from pipeline.store.places import Location


@dataclass(frozen=True, kw_only=True)
class PortionFiles:
    """Which files a portion is of, by table: those of sessions by their `keys` in the store's location, those
    of tables that are `kept_once` as their bytes.
    """

    number: int
    keys: dict[str, list[str]]
    kept_once: dict[str, list[bytes]]
    versions: Versions


def by_workers(pool: Pool, location: Location, key: Callable[[Path], str]) -> queries.Spread:
    """Have workers sum up portions, whose files they reach in a location, each under its `key` there."""

    def files_of(number: int, tables: queries.Tables) -> PortionFiles:
        by_session = {name: table.parts for name, table in tables.items() if table.by_session}
        once = {name: table.parts for name, table in tables.items() if not table.by_session}
        return PortionFiles(
            number=number,
            keys={name: [key(part) for part in parts] for name, parts in by_session.items()},
            kept_once={name: [part.read_bytes() for part in parts] for name, parts in once.items()},
            versions=versions(),
        )

    def spread(portions: Sequence[queries.Tables]) -> Iterator[bytes]:
        pieces = [files_of(number, tables) for number, tables in enumerate(portions)]
        summed: dict[int, bytes] = {}
        following = 0

        def left() -> list[PortionFiles]:
            return [piece for piece in pieces[following:] if piece.number not in summed]

        with closing(done_on(pool, partial(sum_portion, location=location), pieces, left)) as done:
            for piece, sums in done:
                summed[piece.number] = sums
                while following in summed:
                    yield summed.pop(following)
                    following += 1

    return spread


def key_in(root: Path, part: Path) -> str:
    """Where a part file of a store that is a folder lies in that."""
    return part.relative_to(root).as_posix()


def sum_portion(files: PortionFiles, location: Location) -> bytes:
    """What `queries.sum_up` says of a portion.

    Raises VersionsError where this process is another version than the driver, StoreError where it doesn't
    find a file.
    """
    from pipeline.marts import sentences, stored_tables

    check_versions(files.versions)
    with tempfile.TemporaryDirectory(prefix="peder-", ignore_cleanup_errors=True) as name:
        room = Path(name)
        parts = {table: [_here(location, key, room) for key in keys] for table, keys in files.keys.items()}
        with in_words(room), sentences():
            for table, contents in files.kept_once.items():
                parts[table] = [room / f"{table}-{number}.parquet" for number in range(len(contents))]
                for place, data in zip(parts[table], contents, strict=True):
                    place.write_bytes(data)
            return queries.sum_up(stored_tables(parts), threads=1)


def _here(location: Location, key: str, room: Path) -> Path:
    """A file of the store. Raises StoreError where this machine doesn't find it."""
    try:
        return location.local(key, room)
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
