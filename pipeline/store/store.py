"""The store: Parquet files of whole sessions, which a reader finds complete or not at all.

    <store>/<table>/session_id=<id>/part-*.parquet   a table of `columns.SESSION_TABLES`
    <store>/<table>/part-0.parquet                   players, variants, action_kinds, terms
    <store>/contents/session_id=<id>/contents.json   what the session consists of (`pipeline.store.manifest`)
    <store>/.unfinished/session_id=<id>/…            a session being written, or one that was interrupted
    <store>/.publishing/session_id=<id>/…            a whole session on its way to its place

The parts of a session are written under `.unfinished`; one rename to `.publishing` makes it whole, and from
there its tables move to their places, the row in `sessions` last. The next reader completes a move that was
interrupted, so replacing a session never loses both. An unfinished run is resumed by beginning the same session:
it reports the hands that it has.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from pipeline.store.columns import REFERENCE_TABLES, SESSION_TABLES
from pipeline.store.files import PARTS, StoreError, readable_errors, sweep, write_whole
from pipeline.store.locks import FileLock
from pipeline.store.manifest import (
    JOURNALS,
    KEY,
    MANIFEST_FILE,
    MANIFESTS,
    PLAYERS,
    JournalState,
    Manifest,
    accept_players,
    journal_state,
    manifests,
    part_at,
    part_faults,
    settle_players,
    write_players,
)
from pipeline.store.publication import recover
from pipeline.store.session_names import check_no_journal, session_folder
from queries.system import flush_names

if TYPE_CHECKING:
    import polars as pl

    from engine.api import Catalogue
    from pipeline.store.writer import SessionWriter


class Store:
    """The tables in a folder, which is made when something is first written. The sessions in the folders
    `without` are not read.
    """

    def __init__(self, path: Path | str, *, without: Collection[str] = ()) -> None:
        self.path = Path(path)
        self._without = frozenset(without)

    @property
    def catalogue(self) -> Catalogue:
        """The games that ship and the group's own."""
        from pipeline.store.games import catalogue_of

        return catalogue_of(self.path)

    # reading

    def tables(self) -> dict[str, list[Path]]:
        recover(self.path)
        by_session = {
            name: [
                part
                for part in sorted(self.path.glob(f"{name}/{KEY}*/{PARTS}"))
                if part.parent.name not in self._without
            ]
            for name in SESSION_TABLES
        }
        return by_session | {name: sorted(self.path.glob(f"{name}/{PARTS}")) for name in REFERENCE_TABLES}

    def damaged(self, *, is_read: bool = True) -> dict[str, str]:
        """The sessions that differ from their manifests or (if `is_read`) can't be read, by folder, with a fault of
        each.
        """
        recover(self.path)
        faults = {}
        for place in sorted(self.path.glob(f"sessions/{KEY}*")):
            fault = next(part_faults(self.path, place.name), None)
            why = str(fault) if fault else self._read_fault(place.name) if is_read else None
            if why:
                faults[place.name] = why
        return faults

    def _read_fault(self, folder: str) -> str | None:
        """Why a session can't be read; None where it can."""
        from pipeline.store.parts import read_parts
        from pipeline.store.schemas import SESSION_TABLES

        try:
            for table, schema in SESSION_TABLES.items():
                read_parts(sorted((self.path / table / folder).glob(PARTS)), schema)
        except StoreError as error:
            return str(error)
        return None

    def session_ids(self) -> list[str]:
        recover(self.path)
        return sorted(unquote(place.name[len(KEY) :]) for place in self.path.glob(f"sessions/{KEY}*"))

    def unfinished(self) -> list[str]:
        """The sessions that were begun and not committed: interrupted, or being written now."""
        places = self.path.glob(f".unfinished/{KEY}*/sessions")
        return sorted(unquote(place.parent.name[len(KEY) :]) for place in places)

    def has(self, session_id: str) -> bool:
        recover(self.path)
        return (self.path / "sessions" / session_folder(session_id)).is_dir()

    def read(
        self,
        table: str,
        sessions: str | Collection[str] | None = None,
        columns: Collection[str] | None = None,
    ) -> pl.DataFrame:
        """A table, or the rows of a session or several, in its types. Marts are built by SQL, which reads the files itself.

        Rows of `hands` and `seats` have the column `session_id` in front; of the others those in `columns`.
        """
        import polars as pl

        from pipeline.store.parts import read_each, read_parts
        from pipeline.store.schemas import REFERENCE_TABLES, SESSION_TABLES

        if table in REFERENCE_TABLES:
            return read_parts(sorted(self.path.glob(f"{table}/{PARTS}")), REFERENCE_TABLES[table])
        recover(self.path)
        schema = SESSION_TABLES[table]
        if columns is not None:
            schema = pl.Schema({name: dtype for name, dtype in schema.items() if name in columns})
        names = (
            self.session_ids() if sessions is None else [sessions] if isinstance(sessions, str) else sessions
        )
        parts = [
            (name, part)
            for name in names
            for part in sorted((self.path / table / session_folder(name)).glob(PARTS))
        ]
        none = pl.DataFrame(schema={"session_id": pl.String, **schema})
        frames = read_each([part for _, part in parts], schema, only=columns is not None)
        rows = [
            frame.with_columns(session_id=pl.lit(name)).select(none.columns)
            for (name, _), frame in zip(parts, frames, strict=True)
        ]
        return pl.concat([none, *rows])

    # writing

    def write_session(
        self,
        session: Mapping[str, object],
        *,
        hands: pl.DataFrame,
        seats: pl.DataFrame,
        bank: pl.DataFrame | None = None,
        replace: bool = False,
        origin: str | None = None,
        journal: JournalState | None = None,
    ) -> None:
        """Add one session as a whole; with `replace` it takes the place of the one with its id.

        `session` is the row of `sessions`; the frames hold columns of their tables, of which any but
        `hand_no` may be missing (null). `origin` and `journal` go into its manifest. Raises StoreError
        when the session exists, or the store refuses.
        """
        from pipeline.store.writer import SessionWriter

        if journal is None:
            check_no_journal(self.path, session_folder(str(session["session_id"])))
        with SessionWriter(self.path, session, replace=replace, resume=False) as writer:
            if len(hands):
                writer.write_part(hands, seats, narrowed=False)
            if bank is not None and len(bank):
                writer.write_bank(bank)
            writer.commit(origin=origin, journal=journal)

    def begin_session(
        self, session: Mapping[str, object], *, replace: bool = False, shared: bool = False
    ) -> SessionWriter:
        """Begin a session of many parts, or resume the same one where it was interrupted; `shared` with other
        writers of its parts.

        The same session has the same row but for its times. Raises StoreError when the session exists, when
        another process is writing it, and when an unfinished one differs (unless `replace` drops it).
        """
        from pipeline.store.writer import SessionWriter

        check_no_journal(self.path, session_folder(str(session["session_id"])))
        return SessionWriter(self.path, session, replace=replace, resume=True, shared=shared)

    def write_reference(self, table: str, rows: pl.DataFrame) -> None:
        with self._reference_lock():
            self._put_reference(table, rows)

    def change_reference(self, table: str, change: Callable[[pl.DataFrame], pl.DataFrame]) -> None:
        """Replace a reference table by `change` of it, while no other process writes it."""
        from pipeline.store.parts import full
        from pipeline.store.schemas import REFERENCE_TABLES

        with self._reference_lock():
            if table == PLAYERS:
                settle_players(self.path)
            old = self.read(table)
            new = full(change(old), REFERENCE_TABLES[table])
            if not new.equals(old):
                self._put_reference(table, new)

    @contextmanager
    def _reference_lock(self) -> Iterator[None]:
        with readable_errors(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
            lock = FileLock(self.path / ".lock")
            lock.acquire(wait=True)
            try:
                sweep(self.path / MANIFESTS, *(self.path / table for table in REFERENCE_TABLES))
                yield
            finally:
                lock.release()

    def _put_reference(self, table: str, rows: pl.DataFrame) -> None:
        from pipeline.store.parts import full, part_bytes
        from pipeline.store.schemas import REFERENCE_TABLES

        folder = self.path / table
        folder.mkdir(exist_ok=True)
        data = part_bytes(full(rows, REFERENCE_TABLES[table]))
        if table == PLAYERS:
            write_players(self.path, data)
        else:
            write_whole(folder / "part-0.parquet", data)
        flush_names(folder)

    def write_manifests(self) -> list[str]:
        """Write the manifest of each session that has none that can be read, and of the players, from the files
        as they are now. Returns those sessions.
        """
        recover(self.path)
        accept_players(self.path)
        known = {folder for folder, manifest in manifests(self.path) if isinstance(manifest, Manifest)}
        written = []
        for place in sorted(self.path.glob(f"sessions/{KEY}*")):
            if place.name not in known:
                session = unquote(place.name[len(KEY) :])
                folder = self.path / MANIFESTS / place.name
                folder.mkdir(parents=True, exist_ok=True)
                journal = journal_state(self.path / JOURNALS / f"{place.name[len(KEY) :]}.jsonl")
                parts = [
                    part_at(part, table)
                    for table in SESSION_TABLES
                    for part in sorted((self.path / table / place.name).glob(PARTS))
                ]
                manifest = Manifest(session_id=session, parts=tuple(parts), journal=journal)
                write_whole(folder / MANIFEST_FILE, manifest.text().encode())
                flush_names(folder)
                written.append(session)
        return written
