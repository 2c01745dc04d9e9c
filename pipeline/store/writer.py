"""Writes a session, part by part, into a store that is a folder."""

from __future__ import annotations

import shutil
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import polars as pl

from language import tr
from pipeline.store.columns import SESSION_FOLDERS
from pipeline.store.files import PARTS, StoreError, readable_errors, sweep, write_whole
from pipeline.store.locations import Folder
from pipeline.store.locks import LockedError
from pipeline.store.manifest import MANIFEST_FILE, MANIFESTS, JournalState, Manifest, Part, part_at
from pipeline.store.parts import full, read_parts, write_part
from pipeline.store.publication import FOLDERS, publish, session_lock
from pipeline.store.run_parts import (
    PART_TABLES,
    STATED,
    check_apart,
    compacted,
    part_name,
    range_of,
    stated_parts,
)
from pipeline.store.schemas import BANK, SESSION_TABLES, SESSIONS
from pipeline.store.session_names import session_folder
from queries.system import flush_names, replace


class SessionWriter:
    """Writes one session part by part; parts may come from several threads at once, in any order, and from
    processes that put them into its `location` (`pipeline.store.run_parts`).

    Use it in a `with` statement: without `commit`, parts stay for a later resumption; without parts, nothing stays. A
    `shared` session may be written by several writers: it is locked only while it is begun and committed, and the
    first commit is that of all.
    """

    def __init__(
        self,
        store: Path,
        session: Mapping[str, object],
        *,
        replace: bool,
        resume: bool,
        shared: bool = False,
    ) -> None:
        self.store = store
        self.session_id = unicodedata.normalize("NFC", str(session["session_id"]))
        self._session = session_row({**session, "session_id": self.session_id})
        self._resume = resume
        self._shared = shared
        self._parts: dict[Path, Part] = {}  # written by this writer
        self._folder = store / ".unfinished" / session_folder(self.session_id)
        self._lock = session_lock(store, self._folder.name)
        made = [place for place in self._folder.parents if not place.exists()]
        try:
            with readable_errors(store):
                self._folder.parent.mkdir(parents=True, exist_ok=True)
                self._take_lock()
                self._begin(replace)
            if shared:
                self._lock.release()
        except BaseException:
            self.close()
            with suppress(OSError):
                for place in made:
                    place.rmdir()
            raise

    def _take_lock(self) -> None:
        try:
            self._lock.acquire(wait=self._shared)
        except LockedError as error:
            raise StoreError(
                tr(
                    "The session {session_id!r} is being written by another peder: wait until it is "
                    "done, or give another session name.",
                    session_id=self.session_id,
                )
            ) from error

    def _begin(self, replace: bool) -> None:
        waiting = self.store / ".publishing" / self._folder.name
        if waiting.is_dir():
            publish(self.store, waiting)
        if (self.store / "sessions" / self._folder.name).is_dir() and not replace:
            raise StoreError(
                tr(
                    "The session {session_id!r} is already in the store {store}: give another "
                    "session name, or --replace to write it again.",
                    session_id=self.session_id,
                    store=self.store,
                )
            )
        row = self._folder / "sessions" / "part-0.parquet"
        if self._resume and row.exists():
            before = read_parts([row], SESSIONS)
            times = ("started_at", "ended_at")
            if not before.drop(times).equals(self._session.drop(times)) and not replace:
                raise StoreError(
                    tr(
                        "An interrupted session {session_id!r} with other settings is in the store: repeat "
                        "those to go on with it, give another session name, or --replace to drop it.",
                        session_id=self.session_id,
                    )
                )
            if before.drop(times).equals(self._session.drop(times)):
                self._session = before
            else:
                shutil.rmtree(self._folder)
        elif self._folder.exists():
            shutil.rmtree(self._folder)
        for table in SESSION_FOLDERS:
            (self._folder / table).mkdir(parents=True, exist_ok=True)
        if not self._resume:
            return
        if not self._shared:
            sweep(*(self._folder / table for table in FOLDERS))
        self._write_columns()
        if not row.exists():
            write_part(self._session, row)

    @property
    def location(self) -> Folder:
        return Folder(self._folder.absolute(), self.store)

    def ranges(self) -> list[tuple[int, int]]:
        """The hands that are written, as (first, last) hand_no of each part, in order."""
        return sorted(range_of(part.name) for part in (self._folder / "hands").glob("part-*[0-9].parquet"))

    def write_part(
        self,
        hands: pl.DataFrame,
        seats: pl.DataFrame,
        *,
        narrowed: bool = True,
    ) -> None:
        """Write some hands, numbered without a gap, and their seats; once this returns they are on disk.

        Columns that are null throughout may be missing. A part with the same first and last hand is replaced. A
        `narrowed` part, for millions of hands, has only the columns given, in their widths, compacted.
        """
        name = part_name(hands, seats)
        with readable_errors(self.store):
            for table, rows in zip(PART_TABLES, (seats, hands), strict=True):
                schema = SESSION_TABLES[table]
                columns = compacted(rows, schema, len(hands)) if narrowed else full(rows, schema)
                self._write(columns, table, name)

    def write_bank(self, rows: pl.DataFrame) -> None:
        rows = rows.with_columns(session_id=pl.lit(self.session_id))
        with readable_errors(self.store):
            self._write(full(rows, BANK), "bank", "part-0.parquet")

    def _write(self, rows: pl.DataFrame, table: str, name: str) -> None:
        place = self._folder / table / name
        write_part(rows, place)
        self._parts[place] = part_at(place, table, len(rows))

    def commit(
        self, *, origin: str | None = None, journal: JournalState | None = None, **changes: object
    ) -> None:
        """Publish the session with its manifest; `changes` are set in its row (`ended_at=…`).

        `origin` is the game of an import, `journal` the state of a night's journal. Does nothing if the session is
        shared and another writer has committed it.
        """
        if self._shared:
            self._take_lock()
            if not self._folder.is_dir():
                return
        self._remove_incomplete()
        check_apart(self.session_id, self.ranges())
        row = self._session.with_columns(
            pl.lit(value, dtype=SESSIONS[name]).alias(name) for name, value in changes.items()
        )
        with readable_errors(self.store):
            self._write(row, "sessions", "part-0.parquet")
            self._write_manifest(origin, journal)
            for folder in (self._folder / name for name in FOLDERS):
                if any(folder.iterdir()):
                    flush_names(folder)
            whole = self.store / ".publishing" / self._folder.name
            whole.parent.mkdir(exist_ok=True)
            replace(self._folder, whole)
            flush_names(whole.parent)
            publish(self.store, whole)

    def _remove_incomplete(self) -> None:
        """Remove files of parts whose writer was stopped before they were complete."""
        whole = {part.name for part in (self._folder / "hands").glob(PARTS)}
        for table in PART_TABLES:
            for part in (self._folder / table).iterdir():
                if part.name not in whole:
                    part.unlink()

    def _write_manifest(self, origin: str | None, journal: JournalState | None) -> None:
        for stated in (self._folder / STATED).glob("part-*.json"):
            for part in stated_parts(stated.read_bytes()):
                self._parts.setdefault(self._folder / part.table / part.name, part)
        parts = [
            self._parts.get(place) or part_at(place, table)  # one that was there when a run was taken up
            for table in SESSION_TABLES
            for place in sorted((self._folder / table).glob(PARTS))
        ]
        manifest = Manifest(session_id=self.session_id, parts=tuple(parts), origin=origin, journal=journal)
        (self._folder / MANIFESTS).mkdir(exist_ok=True)
        write_whole(self._folder / MANIFESTS / MANIFEST_FILE, manifest.text().encode())

    def _write_columns(self) -> None:
        """Write a part without rows that has all columns in their full types.

        Files that are read together (by name) get these types, so that no sum of narrow integers overflows.
        """
        for table in PART_TABLES:
            place = self._folder / table / "part-columns.parquet"
            if not place.exists():
                write_part(pl.DataFrame(schema=SESSION_TABLES[table]), place)

    def close(self) -> None:
        """Release the session; an uncommitted one stays if it has parts to resume."""
        try:
            is_wanted = self._shared or (self._resume and self.ranges())
            if self._lock.is_held and self._folder.is_dir() and not is_wanted:
                shutil.rmtree(self._folder, ignore_errors=True)
        finally:
            self._lock.release()

    def __enter__(self) -> SessionWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def session_row(session: Mapping[str, object]) -> pl.DataFrame:
    """Return the row of `sessions` with these values, the other columns null. Raises ValueError for an unknown column.

    >>> session_row({"session_id": "2026-03-14", "kind": "night"}).row(0)[:4]
    ('2026-03-14', 'night', None, None)
    """
    if unknown := set(session) - set(SESSIONS):
        raise ValueError(f"no such column in sessions: {', '.join(sorted(unknown))}")
    row = pl.DataFrame([dict(session)], schema={name: SESSIONS[name] for name in session})
    return full(row, SESSIONS)
