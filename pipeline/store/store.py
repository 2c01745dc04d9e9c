"""The store: Parquet files of whole sessions, which a reader finds complete or not at all.

    <store>/<table>/session_id=<id>/part-*.parquet   a table of `columns.SESSION_TABLES`
    <store>/<table>/part-0.parquet                   players, variants, action_kinds, terms
    <store>/contents/session_id=<id>/contents.json   what the session consists of (`pipeline.store.manifest`)
    <store>/.unfinished/session_id=<id>/…            a session being written, or one that was interrupted
    <store>/contents/players.json                    the same for the players
    <store>/.publishing/<name>/…                     a whole session, or the players, on the way to their places

The parts of a session are written under `.unfinished` and published from there (`pipeline.store.publication`), as
the players are: replacing a session never loses both. An unfinished run is resumed by beginning the same session:
it reports the hands that it has.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import unquote

from engine.api import PederError
from language import tr
from pipeline.store.columns import REFERENCE_TABLES, SESSION_TABLES
from pipeline.store.faults import FaultKind
from pipeline.store.files import PARTS, StoreError, readable_errors, sweep, write_whole
from pipeline.store.locks import FileLock
from pipeline.store.manifest import (
    FIRST_PART,
    KEY,
    MANIFESTS,
    PLAYERS,
    JournalState,
    Manifest,
    journal_of,
    journal_state,
    manifest_of,
    manifest_path,
    part_at,
    part_faults,
    parts_gone,
    players_faults,
    table_path,
    tables_of,
)
from pipeline.store.publication import publish_table, recover
from pipeline.store.session_names import check_no_journal, session_folder
from queries.system import flush_names

if TYPE_CHECKING:
    import polars as pl

    from engine.api import Catalogue
    from pipeline.store.writer import SessionWriter


Result = TypeVar("Result")


def check_name(path: Path) -> None:
    """Raise StoreError for a folder whose files DuckDB can't find: it takes each for a pattern in which a backslash parts folders.

    >>> check_name(Path("poker [home]"))
    """
    if os.sep != "\\" and "\\" in str(path) and set("*?[") & set(str(path)):
        raise StoreError(
            tr(
                "The store {store} can't be read by its name: a folder with a backslash may have no *, ? or [ in its path. Rename "
                "it, or move it, and give its new name with --store.",
                store=path,
            )
        )


class Store:
    """The tables in a folder, which is created at the first write. The sessions in the folders `without` are not read.
    Raises StoreError for a folder with a name that can't be read.
    """

    def __init__(self, path: Path | str, *, without: Collection[str] = ()) -> None:
        self.path = Path(path)
        check_name(self.path)
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
        folders = [place.name for place in sorted(self.path.glob(f"sessions/{KEY}*"))]
        return {folder: why for folder in folders if (why := self.fault_of(folder, is_read=is_read))}

    def fault_of(self, folder: str, *, is_read: bool = True) -> str:
        """How a session, by its folder, differs from its manifest or (if `is_read`) why it can't be read; "" for neither."""
        if fault := next(part_faults(self.path, folder), None):
            return str(fault)
        return self._read_fault(folder) if is_read else ""

    def lacking(self, sessions: Collection[str] | None = None) -> dict[str, str]:
        """The sessions, of all or of these, of which files are gone, by folder, with a fault of each: a reader would miss
        their hands.
        """
        recover(self.path)
        gone = parts_gone(self.path, None if sessions is None else map(session_folder, sessions))
        if gone:
            recover(self.path)  # another process may just have replaced a session
        return {folder: str(fault) for folder, fault in parts_gone(self.path, gone).items()}

    def _read_fault(self, folder: str) -> str:
        """Return why a session can't be read; "" if it can."""
        from pipeline.store.parts import read_parts
        from pipeline.store.schemas import SESSION_TABLES

        try:
            for table, schema in SESSION_TABLES.items():
                read_parts(sorted((self.path / table / folder).glob(PARTS)), schema)
        except StoreError as error:
            return str(error)
        return ""

    def session_ids(self) -> list[str]:
        recover(self.path)
        folders = (place.name for place in self.path.glob(f"sessions/{KEY}*"))
        return sorted(unquote(name[len(KEY) :]) for name in folders if name not in self._without)

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

        recover(self.path)
        if table in REFERENCE_TABLES:
            return read_parts(sorted(self.path.glob(f"{table}/{PARTS}")), REFERENCE_TABLES[table])
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
        if not parts:
            return none
        frames = read_each([part for _, part in parts], schema, only=columns is not None)
        counts = pl.DataFrame({"name": [name for name, _ in parts], "rows": [len(frame) for frame in frames]})
        ids = counts.filter(pl.col("rows") > 0).select(pl.col("name").repeat_by("rows").explode())["name"]
        return pl.concat(frames).with_columns(session_id=ids).select(none.columns)

    def session_row(self, session_id: str) -> dict[str, Any]:
        """The row of `sessions` of a session. Raises StoreError if files of the session are gone, or it can't be read."""
        self.check_lacks_nothing([session_id])
        return self.read("sessions", session_id).row(0, named=True)

    def check_lacks_nothing(self, sessions: Collection[str]) -> None:
        """Raise StoreError for one of these sessions of which files are gone."""
        for folder, fault in self.lacking(sessions).items():
            raise StoreError(
                tr(
                    "The session {session!r} is damaged: {fault}. Restore it from a backup; `peder store check` tells what "
                    "else is possible.",
                    session=unquote(folder.removeprefix(KEY)),
                    fault=fault,
                )
            )

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
        """Add a session completely; with `replace` it takes the place of the one with its id. `session` is the row of
        `sessions`; the frames have columns of their tables, of which any but `hand_no` may be missing (null).
        `origin` and `journal` go into its manifest. Raises StoreError if the session exists, or the store can't be
        written.
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

        The same session has the same row except for its times. Raises StoreError if the session exists, if
        another process is writing it, and when an unfinished one differs (unless `replace` drops it).
        """
        from pipeline.store.writer import SessionWriter

        check_no_journal(self.path, session_folder(str(session["session_id"])))
        return SessionWriter(self.path, session, replace=replace, resume=True, shared=shared)

    def write_reference(self, table: str, rows: pl.DataFrame) -> None:
        with self._reference_lock():
            self._put_reference(table, rows)

    def change_reference(self, table: str, change: Callable[[pl.DataFrame], pl.DataFrame]) -> None:
        """Apply `change` to a reference table, while no other process writes it."""
        from pipeline.store.parts import full
        from pipeline.store.schemas import REFERENCE_TABLES

        with self._reference_lock():
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

        data = part_bytes(full(rows, REFERENCE_TABLES[table]))
        if table == PLAYERS:
            self._check_players()
            publish_table(self.path, PLAYERS, table, data, len(rows))
        else:
            folder = self.path / table
            folder.mkdir(exist_ok=True)
            write_whole(folder / FIRST_PART, data)
            flush_names(folder)

    def _check_players(self) -> None:
        """Raise StoreError if the table of players differs from its manifest, because nothing may be built on a
        damaged table. A missing table, or one older than manifests, may be written again.
        """
        recover(self.path)
        for fault in players_faults(self.path):
            if fault.kind not in (FaultKind.GONE, FaultKind.OLDER_THAN_MANIFESTS):
                raise StoreError(tr("The table of players can't be changed: {fault}.", fault=fault))

    def write_manifests(self) -> list[str]:
        """Write the manifest of each session that has none that can be read, and of the players where they differ
        from theirs, from the files as they are now. Returns those sessions.
        """
        recover(self.path)
        if any(players_faults(self.path)):
            self._write_manifest(PLAYERS)
        folders = [place.name for place in sorted(self.path.glob(f"sessions/{KEY}*"))]
        return [self._write_manifest(name) for name in folders if not manifest_of(self.path, name)]

    def _write_manifest(self, name: str) -> str:
        """Write the manifest of a session, by its folder's name, or of the players, from their files. Returns the
        name of the session.
        """
        parts = [
            part_at(part, table)
            for table in tables_of(name)
            for part in sorted((self.path / table_path(table, name)).glob(PARTS))
        ]
        session_id = unquote(name.removeprefix(KEY))
        journal = None if name == PLAYERS else journal_state(journal_of(self.path, name))
        place = self.path / manifest_path(name)
        place.parent.mkdir(parents=True, exist_ok=True)
        write_whole(
            place, Manifest(session_id=session_id, parts=tuple(parts), journal=journal).text().encode()
        )
        flush_names(place.parent)
        return session_id


def query_sound(path: Path, query: Callable[[Store], Result]) -> tuple[Result, Store, dict[str, str]]:
    """Return what `query` makes of a store without the sessions that have lost files or, where it fails, without any that
    are damaged; the store as queried; and the sessions left out, by folder, with a fault of each.

    Raises PederError of `query` where no damaged session explains it, StoreError for players that can't be read.

    >>> games, _, damaged = query_sound(folder, lambda store: store.read("hands")["variant_id"].n_unique())
    >>> games > 5, damaged
    (True, {})
    """
    faults = Store(path).lacking()
    store = Store(path, without=faults)
    try:
        return query(store), store, faults
    except PederError:
        store.read(PLAYERS)  # no session can be left out for them
        damaged = store.damaged()
        if damaged.keys() <= faults.keys():
            raise
    faults = damaged | faults
    store = Store(path, without=faults)
    return query(store), store, faults


def left_out_text(folder: str, fault: str) -> str:
    """The sentence on a damaged session that is left out, by its folder and a fault of it.

    >>> left_out_text("session_id=2026-03-14", "part-0.parquet is gone")
    "The session '2026-03-14' is damaged and left out: part-0.parquet is gone (`peder store check` lists all)."
    """
    return tr(
        "The session {session!r} is damaged and left out: {fault} (`peder store check` lists all).",
        session=unquote(folder.removeprefix(KEY)),
        fault=fault,
    )
