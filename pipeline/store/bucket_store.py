"""A store in a bucket: whole sessions, which a reader finds complete or not at all.

    contents/session_id=<id>/contents.json         what the session consists of: with it, it is there
    parts/session_id=<id>/<folder>/<table>/…       the files that it names, of its tables
    players/part-0.parquet, contents/players.json  the players

A store that was a folder and was copied into a bucket as it was is read, too (`part_key`).

A bucket has no rename and no lock. A run's parts lie in a folder that is named after its settings, so that
whoever plays the same run puts the same bytes under the same keys, and a run that replaces another doesn't
touch its parts. The statement is put last, on condition that there is none: one of several commits.
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
from pipeline.store.bucket import Bucket
from pipeline.store.contents import CONTENTS, FILE, Contents, Part
from pipeline.store.parted import (
    PARTED,
    STATED,
    check_apart,
    put_part,
    put_table,
    range_of,
    stated_key,
    stated_parts,
)
from pipeline.store.parts import StoreError, session_folder
from pipeline.store.schemas import SESSION_TABLES, SESSIONS
from pipeline.store.writer import session_row

AT_ONCE = 16
"""Requests at once, where there are many."""
_TIMES = ("started_at", "ended_at")


class BucketStore:
    """The sessions under a prefix of a bucket, as runs are written into it."""

    def __init__(self, bucket: Bucket) -> None:
        self.bucket = bucket

    def has(self, session_id: str) -> bool:
        """Whether the bucket holds this session, whole."""
        return self.contents(session_id) is not None

    def contents(self, session_id: str) -> Contents | None:
        """What a session consists of; None where there is none."""
        return contents_in(self.bucket, session_folder(session_id))

    def begin_session(
        self, session: Mapping[str, object], *, replace: bool = False, shared: bool = False
    ) -> BucketWriter:
        """Begin a run, or take up the same one: whoever writes the same run at the same time shares it.

        The same means: the same row but for its times. Raises StoreError when the session is there already
        and isn't to be replaced.
        """
        return BucketWriter(self.bucket, session, replace=replace)


class BucketWriter:
    """Writes one run into a bucket, part by part."""

    def __init__(self, bucket: Bucket, session: Mapping[str, object], *, replace: bool) -> None:
        self.bucket = bucket
        self.session_id = unicodedata.normalize("NFC", str(session["session_id"]))
        self._session = session_row({**session, "session_id": self.session_id})
        self._folder = session_folder(self.session_id)
        self._before = contents_in(bucket, self._folder)
        if self._before and not replace:
            raise StoreError(
                tr(
                    "The session {session_id!r} is already in {bucket}: give another session name, or "
                    "--replace to write it anew.",
                    session_id=self.session_id,
                    bucket=bucket,
                )
            )
        settings = self._session.drop(_TIMES).write_json()
        within = hashlib.sha256(settings.encode()).hexdigest()[:16]
        if self._before and self._before.within == within:  # the same run anew, beside the one that is read
            within = f"{within}-again"
        self._within = within
        self._known: dict[str, tuple[Part, ...]] = {}

    @property
    def location(self) -> Bucket:
        """Where the run is gathered: whoever puts a part there has written it."""
        return parts_of(self.bucket, self._folder, self._within)

    def ranges(self) -> list[tuple[int, int]]:
        """The hands that are there already, as (first, last) hand_no of each part, in order."""
        return sorted(range_of(stated.key.rpartition("/")[2]) for stated in self.location.list(STATED))

    def write_part(self, hands: pl.DataFrame, seats: pl.DataFrame, sums: pl.DataFrame | None = None) -> None:
        """Write some hands, numbered without a gap, and their seats, and the row of their sums."""
        parts = put_part(self.location, hands, seats, sums)
        self._known[stated_key(parts[0].name)] = parts

    def commit(self, *, ended_at: datetime) -> None:
        """Make the run part of the store; nothing is changed where another has just done so.

        Raises StoreError where another run of this name was committed meanwhile.
        """
        check_apart(self.session_id, self.ranges())
        contents = self._contents(ended_at)
        key = contents_key(self._folder)
        if not self.bucket.put(key, contents.text().encode(), new=self._before is None):
            there = contents_in(self.bucket, self._folder)
            if there is None or there.within != self._within:
                raise StoreError(
                    tr(
                        "Another run was written as {session_id!r} into {bucket} meanwhile: give another "
                        "session name, or --replace to write it anew.",
                        session_id=self.session_id,
                        bucket=self.bucket,
                    )
                )
        elif self._before:
            drop_parts(self.bucket, self._folder, self._before)

    def _contents(self, ended_at: datetime) -> Contents:
        """What the run consists of. The row of whoever wrote it first holds, so all state the same."""
        where = self.location
        columns = [
            put_table(where, table, "part-columns.parquet", pl.DataFrame(schema=SESSION_TABLES[table]))
            for table in PARTED
        ]
        row = self._session.with_columns(ended_at=pl.lit(ended_at, dtype=SESSIONS["ended_at"]))
        keys = [listed.key for listed in where.list(STATED)]
        with ThreadPoolExecutor(AT_ONCE) as pool:
            stated = list(pool.map(self._stated, keys))
        found = [
            put_table(where, "sessions", "part-0.parquet", row, new=True),
            *columns,
            *(part for parts in stated for part in parts),
        ]
        order = list(SESSION_TABLES)
        found.sort(key=lambda part: (order.index(part.table), part.name))
        return Contents(session_id=self.session_id, parts=tuple(found), within=self._within)

    def _stated(self, key: str) -> tuple[Part, ...]:
        return self._known.get(key) or tuple(stated_parts(self.location.get(key)))

    def __enter__(self) -> BucketWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass


def contents_key(folder: str) -> str:
    """The key of the statement of a session, by its folder's name."""
    return f"{CONTENTS}/{folder}/{FILE}"


def contents_in(bucket: Bucket, folder: str) -> Contents | None:
    """The statement of a session, by its folder's name; None where there is none.

    Raises StoreError for one that isn't whole.
    """
    try:
        return Contents.of_text(bucket.get(contents_key(folder)).decode())
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(
            tr(
                "The statement {contents_key} in {bucket} can't be read ({error}): restore it.",
                contents_key=contents_key(folder),
                bucket=bucket,
                error=error,
            )
        ) from error


def part_key(folder: str, within: str | None, table: str, name: str) -> str:
    """The key of a part file of a session, by its folder's name and the folder that its statement names: none
    where a store that was a folder was copied into the bucket as it was.
    """
    return f"parts/{folder}/{within}/{table}/{name}" if within else f"{table}/{folder}/{name}"


def drop_parts(bucket: Bucket, folder: str, contents: Contents) -> None:
    """Take away the parts of a session, by its folder's name, that were in use before another statement."""
    if contents.within:
        old = parts_of(bucket, folder, contents.within)
        old.drop(listed.key for listed in old.list(""))
    else:
        bucket.drop(part_key(folder, None, part.table, part.name) for part in contents.parts)


def parts_of(bucket: Bucket, folder: str, within: str) -> Bucket:
    """Where the parts of a session lie, by its folder's name and the folder that its statement names."""
    return bucket.folder(f"parts/{folder}/{within}")
