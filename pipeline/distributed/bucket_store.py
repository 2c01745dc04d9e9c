"""A store in a bucket: whole sessions, which a reader finds complete or not at all.

    contents/session_id=<id>/contents.json         its manifest, with which the session is complete
    parts/session_id=<id>/<folder>/<table>/…       the files that it names, of its tables
    contents/players.json                          the manifest of the players
    parts/players/<folder>/players/…               their table

A folder store that was copied into a bucket unchanged is read, too (`part_key`).

A bucket has no rename and no lock. A run's parts lie in a folder that is named after its settings, so that all
writers of a run write the same bytes under the same keys, and a run that replaces another doesn't touch its parts.
The manifest is written last, on condition that there is none: only one of several writers commits.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from types import TracebackType

import polars as pl

from language import tr
from pipeline.distributed.bucket import Bucket
from pipeline.store.columns import SESSION_FOLDERS
from pipeline.store.files import StoreError
from pipeline.store.manifest import (
    FIRST_PART,
    PLAYERS,
    Manifest,
    Part,
    manifest_path,
    players_manifest,
    table_path,
)
from pipeline.store.parts import part_bytes
from pipeline.store.run_parts import (
    PART_TABLES,
    STATED,
    check_apart,
    described,
    pack_part,
    put_packed,
    range_of,
    stated_key,
    stated_parts,
)
from pipeline.store.schemas import SESSION_TABLES, SESSIONS
from pipeline.store.session_names import session_folder
from pipeline.store.writer import session_row

AT_ONCE = 16
"""Requests at once, where there are many."""
_TIMES = ("started_at", "ended_at")


class BucketStore:
    """The sessions under a prefix of a bucket, as runs are written into it."""

    def __init__(self, bucket: Bucket) -> None:
        self.bucket = bucket

    def has(self, session_id: str) -> bool:
        return self.manifest(session_id) is not None

    def manifest(self, session_id: str) -> Manifest | None:
        """The manifest of a session; None where there is none."""
        return manifest_in(self.bucket, session_folder(session_id))

    def begin_session(
        self, session: Mapping[str, object], *, replace: bool = False, shared: bool = False
    ) -> BucketWriter:
        """Begin a run, or resume the same one; writers of the same run at the same time share it.

        The same run has the same row but for its times. Raises StoreError when the session exists and isn't to
        be replaced.
        """
        return BucketWriter(self.bucket, session, replace=replace)


class BucketWriter:
    def __init__(self, bucket: Bucket, session: Mapping[str, object], *, replace: bool) -> None:
        self.bucket = bucket
        self.session_id = unicodedata.normalize("NFC", str(session["session_id"]))
        self._session = session_row({**session, "session_id": self.session_id})
        self._folder = session_folder(self.session_id)
        self._before = manifest_in(bucket, self._folder)
        if self._before and not replace:
            raise StoreError(
                tr(
                    "The session {session_id!r} is already in {bucket}: give another session name, "
                    "or --replace to write it again.",
                    session_id=self.session_id,
                    bucket=bucket,
                )
            )
        settings = self._session.drop(_TIMES).write_json()
        within = hashlib.sha256(settings.encode()).hexdigest()[:16]
        if self._before and self._before.within == within:  # the same run again, next to the one that is read
            within = f"{within}-again"
        self._within = within
        self._known: dict[str, tuple[Part, ...]] = {}

    @property
    def location(self) -> Bucket:
        return parts_of(self.bucket, self._folder, self._within)

    def ranges(self) -> list[tuple[int, int]]:
        """The hands that are written, as (first, last) hand_no of each part, in order."""
        return sorted(range_of(stated.key.rpartition("/")[2]) for stated in self.location.list(STATED))

    def write_part(self, hands: pl.DataFrame, seats: pl.DataFrame) -> None:
        parts, packed = pack_part(hands, seats)
        put_packed(self.location, parts, packed)
        self._known[stated_key(parts[0].name)] = parts

    def commit(self, *, ended_at: datetime) -> None:
        """Publish the run; does nothing if another writer has just done so. Raises StoreError if another run of this
        name was committed meanwhile.
        """
        check_apart(self.session_id, self.ranges())
        manifest = self._manifest(ended_at)
        key = manifest_path(self._folder)
        if not self.bucket.put(key, manifest.text().encode(), new=self._before is None):
            there = manifest_in(self.bucket, self._folder)
            if there is None or there.within != self._within:
                raise StoreError(
                    tr(
                        "Another run was written as {session_id!r} into {bucket} meanwhile: give "
                        "another session name, or --replace to write it again.",
                        session_id=self.session_id,
                        bucket=self.bucket,
                    )
                )
        elif self._before:
            drop_parts(self.bucket, self._folder, self._before)

    def _manifest(self, ended_at: datetime) -> Manifest:
        """The manifest of the run. The first writer's row counts, so that all write the same."""
        where = self.location
        columns = [
            _put_table(where, table, "part-columns.parquet", pl.DataFrame(schema=SESSION_TABLES[table]))
            for table in PART_TABLES
        ]
        row = self._session.with_columns(ended_at=pl.lit(ended_at, dtype=SESSIONS["ended_at"]))
        keys = [listed.key for listed in where.list(STATED)]
        with ThreadPoolExecutor(AT_ONCE) as pool:
            stated = list(pool.map(self._stated, keys))
        parts = [
            _put_table(where, "sessions", "part-0.parquet", row),
            *columns,
            *(part for parts in stated for part in parts),
        ]
        order = list(SESSION_FOLDERS)
        parts.sort(key=lambda part: (order.index(part.table), part.name))
        return Manifest(session_id=self.session_id, parts=tuple(parts), within=self._within)

    def _stated(self, key: str) -> tuple[Part, ...]:
        return self._known.get(key) or tuple(stated_parts(self.location.get(key)))

    def __enter__(self) -> BucketWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass


def _put_table(location: Bucket, table: str, name: str, rows: pl.DataFrame) -> Part:
    """Write the rows of a table as a file, unless it is there, and describe it."""
    data = part_bytes(rows)
    if not location.put(f"{table}/{name}", data, new=True):
        data = location.get(f"{table}/{name}")
    return described(table, name, rows, data)


def manifest_in(bucket: Bucket, name: str) -> Manifest | None:
    """The manifest of a session, by its folder's name, or of the players; None where there is none.

    Raises StoreError for one that isn't whole.
    """
    try:
        text = bucket.get(manifest_path(name)).decode()
        if name == PLAYERS:
            return players_manifest(text, lambda: bucket.get(f"{PLAYERS}/{FIRST_PART}"))
        return Manifest.of_text(text)
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(
            tr(
                "The manifest {manifest_key} in {bucket} can't be read ({error}): restore it.",
                manifest_key=manifest_path(name),
                bucket=bucket,
                error=error,
            )
        ) from error


def part_key(folder: str, within: str | None, table: str, name: str) -> str:
    """The key of a part file of a session, by its folder's name, or of the players, and the folder that its manifest
    names (none for a folder store that was copied into the bucket).
    """
    return f"parts/{folder}/{within}/{table}/{name}" if within else f"{table_path(table, folder)}/{name}"


def drop_parts(bucket: Bucket, folder: str, manifest: Manifest) -> None:
    """Delete the parts of a session, by its folder's name, that a replaced manifest names."""
    if manifest.within:
        old = parts_of(bucket, folder, manifest.within)
        old.drop(listed.key for listed in old.list(""))
    else:
        bucket.drop(part_key(folder, None, part.table, part.name) for part in manifest.parts)


def parts_of(bucket: Bucket, folder: str, within: str) -> Bucket:
    """The location of the parts of a session, by its folder's name and the folder that its manifest names."""
    return bucket.folder(f"parts/{folder}/{within}")
