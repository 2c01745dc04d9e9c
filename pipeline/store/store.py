"""The store: Parquet files of whole sessions, which a reader finds complete or not at all.

    <store>/<table>/session_id=<id>/part-*.parquet   a table of `columns.SESSION_TABLES`
    <store>/<table>/part-0.parquet                   players, variants, action_kinds, terms
    <store>/contents/session_id=<id>/contents.json   what the session consists of (`pipeline.store.contents`)
    <store>/.unfinished/session_id=<id>/…            a session being written, or one that was interrupted
    <store>/.publishing/session_id=<id>/…            a whole session on its way to its place

A session gathers its parts (`pipeline.store.parts`) under `.unfinished`; one rename to `.publishing` makes it
whole, and from there its tables move to their places, the row in `sessions` last. Whoever opens the store
next completes a move that was interrupted, so replacing a session never loses both. An unfinished run is
taken up again by beginning the same session: it says which hands it has.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from pipeline.store.columns import REFERENCE_TABLES, SESSION_TABLES
from pipeline.store.contents import (
    CONTENTS,
    FILE,
    JOURNALS,
    KEY,
    Contents,
    JournalState,
    journal_state,
    part_at,
    statements,
)
from pipeline.store.locks import FileLock
from pipeline.store.parts import (
    PARTS,
    StoreError,
    flush,
    full,
    in_words,
    part_bytes,
    read_parts,
    session_folder,
    sweep,
    write_part,
    write_whole,
)
from pipeline.store.players_stated import PLAYERS, accept_players, write_players
from pipeline.store.publishing import recover
from pipeline.store.taken import check_no_journal

if TYPE_CHECKING:
    import polars as pl

    from pipeline.store.writer import SessionWriter

__all__ = ["Store", "StoreError", "session_folder"]


class Store:
    """The tables under one folder, which comes into being with the first thing written."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)

    # reading

    def tables(self) -> dict[str, list[Path]]:
        """Each table's part files; an empty list where nothing was written."""
        recover(self.path)
        kept = {name: sorted(self.path.glob(f"{name}/{KEY}*/{PARTS}")) for name in SESSION_TABLES}
        return kept | {name: sorted(self.path.glob(f"{name}/{PARTS}")) for name in REFERENCE_TABLES}

    def session_ids(self) -> list[str]:
        """The sessions that the store holds whole."""
        recover(self.path)
        return sorted(unquote(place.name[len(KEY) :]) for place in self.path.glob(f"sessions/{KEY}*"))

    def unfinished(self) -> list[str]:
        """The sessions that were begun and not ended: interrupted, or being written now."""
        places = self.path.glob(f".unfinished/{KEY}*/sessions")
        return sorted(unquote(place.parent.name[len(KEY) :]) for place in places)

    def has(self, session_id: str) -> bool:
        """Whether the store holds this session, whole."""
        recover(self.path)
        return (self.path / "sessions" / session_folder(session_id)).is_dir()

    def read(
        self, table: str, session_id: str | None = None, columns: Collection[str] | None = None
    ) -> pl.DataFrame:
        """A table, or a session's rows of it, in its stated types: for a look; SQL reads the files itself.

        Rows of `hands` and `seats` have the column `session_id` in front; of the others those in `columns`.
        """
        import polars as pl

        from pipeline.store.schemas import REFERENCE_TABLES, SESSION_TABLES

        if table in REFERENCE_TABLES:
            return read_parts(sorted(self.path.glob(f"{table}/{PARTS}")), REFERENCE_TABLES[table])
        recover(self.path)
        schema = SESSION_TABLES[table]
        if columns is not None:
            schema = pl.Schema({name: dtype for name, dtype in schema.items() if name in columns})
        frames = [pl.DataFrame(schema={"session_id": pl.String, **schema})]
        for name in self.session_ids() if session_id is None else [session_id]:
            parts = sorted((self.path / table / session_folder(name)).glob(PARTS))
            rows = read_parts(parts, schema, only=columns is not None)
            frames.append(rows.with_columns(session_id=pl.lit(name)).select(frames[0].columns))
        return pl.concat(frames)

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
        `hand_no` may be missing (null). `origin` and `journal` are stated in its contents. Raises StoreError
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
        """Begin a session of many parts, or take up the same one where it was interrupted; `shared` with
        others who write parts of it at the same time.

        The same means: the same row but for its times. Raises StoreError when the session is there already,
        when another process is writing it, and when an unfinished one differs (unless `replace` drops it).
        """
        from pipeline.store.writer import SessionWriter

        check_no_journal(self.path, session_folder(str(session["session_id"])))
        return SessionWriter(self.path, session, replace=replace, resume=True, shared=shared)

    def write_reference(self, table: str, rows: pl.DataFrame) -> None:
        """Write a table that isn't kept by session (players, variants, action_kinds, terms), whole."""
        with self._reference_lock():
            self._put_reference(table, rows)

    def change_reference(self, table: str, change: Callable[[pl.DataFrame], pl.DataFrame]) -> None:
        """Replace such a table by what `change` makes of it, with nobody else writing it in between."""
        from pipeline.store.schemas import REFERENCE_TABLES

        with self._reference_lock():
            old = self.read(table)
            new = full(change(old), REFERENCE_TABLES[table])
            if not new.equals(old):
                self._put_reference(table, new)

    @contextmanager
    def _reference_lock(self) -> Iterator[None]:
        with in_words(self.path):
            self.path.mkdir(parents=True, exist_ok=True)
            lock = FileLock(self.path / ".lock")
            lock.acquire(wait=True)
            try:
                sweep(self.path / CONTENTS, *(self.path / table for table in REFERENCE_TABLES))
                yield
            finally:
                lock.release()

    def _put_reference(self, table: str, rows: pl.DataFrame) -> None:
        from pipeline.store.schemas import REFERENCE_TABLES

        folder = self.path / table
        folder.mkdir(exist_ok=True)
        if table == PLAYERS:
            write_players(self.path, part_bytes(full(rows, REFERENCE_TABLES[table])))
        else:
            write_part(full(rows, REFERENCE_TABLES[table]), folder / "part-0.parquet")
        flush(folder)

    def state_contents(self) -> list[str]:
        """State what those sessions consist of now that have no statement, or none that can be read; and the
        players.
        """
        recover(self.path)
        accept_players(self.path)
        known = {folder for folder, stated in statements(self.path) if isinstance(stated, Contents)}
        stated = []
        for place in sorted(self.path.glob(f"sessions/{KEY}*")):
            if place.name not in known:
                session = unquote(place.name[len(KEY) :])
                folder = self.path / CONTENTS / place.name
                folder.mkdir(parents=True, exist_ok=True)
                journal = journal_state(self.path / JOURNALS / f"{place.name[len(KEY) :]}.jsonl")
                parts = [
                    part_at(part, table)
                    for table in SESSION_TABLES
                    for part in sorted((self.path / table / place.name).glob(PARTS))
                ]
                contents = Contents(session_id=session, parts=tuple(parts), journal=journal)
                write_whole(folder / FILE, contents.text().encode())
                flush(folder)
                stated.append(session)
        return stated
