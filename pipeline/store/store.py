"""The store: Parquet files of whole sessions, which a reader finds complete or not at all.

    <store>/<table>/session_id=<id>/part-*.parquet   a table of `schemas.SESSION_TABLES`
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

import shutil
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

import polars as pl

from pipeline.store.contents import (
    CONTENTS,
    FILE,
    JOURNALS,
    KEY,
    Contents,
    JournalState,
    Part,
    journal_state,
    part_at,
    statements,
)
from pipeline.store.locks import FileLock, LockedError
from pipeline.store.parts import (
    StoreError,
    fitted,
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
from pipeline.store.schemas import BANK, REFERENCE_TABLES, SESSION_TABLES, SESSIONS
from pipeline.store.spared import spare
from pipeline.store.taken import check_no_journal

__all__ = ["SessionWriter", "Store", "StoreError", "session_folder"]

PARTS = "part-*.parquet"
PARTED = ("sums", "seats", "hands")  # of a part, as they are written: it counts as there when its hands are
_FOLDERS = (*SESSION_TABLES, CONTENTS)
"""What a session has a folder in, the row that makes it one first."""


class Store:
    """The tables under one folder, which comes into being with the first thing written."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)

    # reading

    def tables(self) -> dict[str, list[Path]]:
        """Each table's part files; an empty list where nothing was written."""
        self.recover()
        kept = {name: sorted(self.path.glob(f"{name}/{KEY}*/{PARTS}")) for name in SESSION_TABLES}
        return kept | {name: sorted(self.path.glob(f"{name}/{PARTS}")) for name in REFERENCE_TABLES}

    def session_ids(self) -> list[str]:
        """The sessions that the store holds whole."""
        self.recover()
        return sorted(unquote(place.name[len(KEY) :]) for place in self.path.glob(f"sessions/{KEY}*"))

    def unfinished(self) -> list[str]:
        """The sessions that were begun and not ended: interrupted, or being written now."""
        places = self.path.glob(f".unfinished/{KEY}*/sessions")
        return sorted(unquote(place.parent.name[len(KEY) :]) for place in places)

    def has(self, session_id: str) -> bool:
        """Whether the store holds this session, whole."""
        self.recover()
        return (self.path / "sessions" / session_folder(session_id)).is_dir()

    def read(
        self, table: str, session_id: str | None = None, columns: Collection[str] | None = None
    ) -> pl.DataFrame:
        """A table, or a session's rows of it, in its stated types: for a look; SQL reads the files itself.

        Rows of `hands` and `seats` have the column `session_id` in front; of the others those in `columns`.
        """
        if table in REFERENCE_TABLES:
            return read_parts(sorted(self.path.glob(f"{table}/{PARTS}")), REFERENCE_TABLES[table])
        self.recover()
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
        if journal is None:
            check_no_journal(self.path, session_folder(str(session["session_id"])))
        with SessionWriter(self, session, replace=replace, resume=False) as writer:
            if len(hands):
                writer.write_part(hands, seats, narrowed=False)
            if bank is not None and len(bank):
                writer.write_bank(bank)
            writer.commit(origin=origin, journal=journal)

    def begin_session(self, session: Mapping[str, object], *, replace: bool = False) -> SessionWriter:
        """Begin a session of many parts, or take up the same one where it was interrupted.

        The same means: the same row but for its times. Raises StoreError when the session is there already,
        when another process is writing it, and when an unfinished one differs (unless `replace` drops it).
        """
        check_no_journal(self.path, session_folder(str(session["session_id"])))
        return SessionWriter(self, session, replace=replace, resume=True)

    def write_reference(self, table: str, rows: pl.DataFrame) -> None:
        """Write a table that isn't kept by session (players, variants, action_kinds, terms), whole."""
        with self._reference_lock():
            self._put_reference(table, rows)

    def change_reference(self, table: str, change: Callable[[pl.DataFrame], pl.DataFrame]) -> None:
        """Replace such a table by what `change` makes of it, with nobody else writing it in between."""
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
        self.recover()
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

    # moving into place

    def recover(self) -> None:
        """Complete the moves that an interruption left half-way."""
        for whole in self.path.glob(f".publishing/{KEY}*"):
            # either its writer is at it right now, or we may only read here
            with suppress(LockedError, OSError), self._session_lock(whole.name):
                if whole.is_dir():
                    self._publish(whole)

    def _session_lock(self, folder: str) -> FileLock:
        return FileLock(self.path / ".unfinished" / f"{folder}.lock")

    def _publish(self, whole: Path) -> None:
        """Move each table of a whole session to its place, the old one out of the way first.

        A table still under `whole` hasn't moved yet, so this can be begun again after any interruption.
        """
        retired = whole / "retired"
        retired.mkdir(exist_ok=True)
        waiting = [table for table in _FOLDERS if (whole / table).is_dir()]
        for table in waiting:  # sessions first: without its row the rest isn't a session
            place = self.path / table / whole.name
            if place.is_dir():
                place.rename(retired / table)
        for table in reversed(waiting):  # and last
            place = self.path / table / whole.name
            if any((whole / table).iterdir()):
                place.parent.mkdir(exist_ok=True)
                (whole / table).rename(place)
                flush(place.parent)
        shutil.rmtree(whole)


class SessionWriter:
    """Writes one session part by part; parts may come from several threads at once, in any order.

    Used as a context: left without `commit`, its parts stay to be resumed; if there are none, nothing stays.
    """

    def __init__(self, store: Store, session: Mapping[str, object], *, replace: bool, resume: bool) -> None:
        self.store = store
        self.session_id = unicodedata.normalize("NFC", str(session["session_id"]))
        self._session = _session_row({**session, "session_id": self.session_id})
        self._resume = resume
        self._parts: dict[Path, Part] = {}  # that this writer wrote
        self._folder = store.path / ".unfinished" / session_folder(self.session_id)
        self._lock = store._session_lock(self._folder.name)
        made = [place for place in self._folder.parents if not place.exists()]
        try:
            with in_words(store.path):
                self._folder.parent.mkdir(parents=True, exist_ok=True)
                self._take_lock()
                self._begin(replace)
        except BaseException:
            self.close()
            with suppress(OSError):
                for place in made:
                    place.rmdir()
            raise

    def _take_lock(self) -> None:
        try:
            self._lock.acquire()
        except LockedError as error:
            raise StoreError(
                f"The session {self.session_id!r} is being written by another peder: "
                "wait until it is done, or give another session name."
            ) from error

    def _begin(self, replace: bool) -> None:
        waiting = self.store.path / ".publishing" / self._folder.name
        if waiting.is_dir():
            self.store._publish(waiting)
        if (self.store.path / "sessions" / self._folder.name).is_dir() and not replace:
            raise StoreError(
                f"The session {self.session_id!r} is already in the store {self.store.path}: "
                "give another session name, or --replace to write it anew."
            )
        row = self._folder / "sessions" / "part-0.parquet"
        if self._resume and row.exists():
            before = read_parts([row], SESSIONS)
            times = ("started_at", "ended_at")
            if not before.drop(times).equals(self._session.drop(times)) and not replace:
                raise StoreError(
                    f"An interrupted session {self.session_id!r} with other settings is in the store: "
                    "repeat those to go on with it, give another session name, or --replace to drop it."
                )
            if before.drop(times).equals(self._session.drop(times)):
                self._session = before
            else:
                shutil.rmtree(self._folder)
        elif self._folder.exists():
            shutil.rmtree(self._folder)
        for table in SESSION_TABLES:
            (self._folder / table).mkdir(parents=True, exist_ok=True)
        whole = {part.name for part in (self._folder / "hands").glob(PARTS)}
        for table in PARTED:
            for part in (self._folder / table).iterdir():
                if part.name not in whole:
                    part.unlink()
        sweep(*(self._folder / table for table in _FOLDERS))
        if self._resume:
            self._state_columns()
        if not row.exists():
            write_part(self._session, row)

    def ranges(self) -> list[tuple[int, int]]:
        """The hands that are there already, as (first, last) hand_no of each part, in order."""
        parts = (self._folder / "hands").glob("part-*[0-9].parquet")
        return sorted((int(first), int(last)) for _, first, last in (part.stem.split("-") for part in parts))

    def write_part(
        self,
        hands: pl.DataFrame,
        seats: pl.DataFrame,
        sums: pl.DataFrame | None = None,
        *,
        narrowed: bool = True,
    ) -> None:
        """Write some hands, numbered without a gap, and their seats; once this returns they survive anything.

        `sums` are the row of that table, where the part is whole chains summed up. Columns that are null
        throughout may be missing. A part with the same first and last hand is replaced. A `narrowed` one, for
        millions of hands, keeps to the columns given and their widths, less what follows (`spared`).
        """
        numbers = hands["hand_no"]
        first, last = int(numbers.min()), int(numbers.max())  # type: ignore[arg-type]
        if (seats["hand_no"].min(), seats["hand_no"].max()) != (first, last):
            raise ValueError(f"the seats are not those of the hands {first} to {last}")
        name = f"part-{first:010d}-{last:010d}.parquet"
        with in_words(self.store.path):
            for table, rows in zip(PARTED, (sums, seats, hands), strict=True):
                if rows is not None:
                    kept = (fitted if narrowed else full)(rows, SESSION_TABLES[table])
                    self._write(spare(kept, len(hands)) if narrowed else kept, table, name)

    def write_bank(self, rows: pl.DataFrame) -> None:
        """Write the session's entries in the bank's book."""
        rows = rows.with_columns(session_id=pl.lit(self.session_id))
        with in_words(self.store.path):
            self._write(full(rows, BANK), "bank", "part-0.parquet")

    def _write(self, rows: pl.DataFrame, table: str, name: str) -> None:
        place = self._folder / table / name
        write_part(rows, place)
        self._parts[place] = part_at(place, table, len(rows))

    def commit(
        self, *, origin: str | None = None, journal: JournalState | None = None, **changes: object
    ) -> None:
        """Make the session part of the store; `changes` are set in its row (`ended_at=…`).

        Its contents are stated with it, with the game of an import or the state of a night's journal.
        """
        for (_, last), (first, _) in pairwise(self.ranges()):
            if first <= last:
                raise ValueError(f"two parts of session {self.session_id!r} hold hand {first}")
        row = self._session.with_columns(
            pl.lit(value, dtype=SESSIONS[name]).alias(name) for name, value in changes.items()
        )
        with in_words(self.store.path):
            self._write(row, "sessions", "part-0.parquet")
            self._state_contents(origin, journal)
            for folder in _FOLDERS:
                flush(self._folder / folder)
            whole = self.store.path / ".publishing" / self._folder.name
            whole.parent.mkdir(exist_ok=True)
            self._folder.rename(whole)
            flush(whole.parent)
            self.store._publish(whole)

    def _state_contents(self, origin: str | None, journal: JournalState | None) -> None:
        parts = [
            self._parts.get(place) or part_at(place, table)  # one that was there when a run was taken up
            for table in SESSION_TABLES
            for place in sorted((self._folder / table).glob(PARTS))
        ]
        contents = Contents(session_id=self.session_id, parts=tuple(parts), origin=origin, journal=journal)
        (self._folder / CONTENTS).mkdir(exist_ok=True)
        write_whole(self._folder / CONTENTS / FILE, contents.text().encode())

    def _state_columns(self) -> None:
        """Beside parts that may be narrowed, one without rows states all columns and their types: whoever
        reads the files together (by name) gets these, and no sum of narrow integers overflows.
        """
        for table in PARTED:
            place = self._folder / table / "part-columns.parquet"
            if not place.exists():
                write_part(pl.DataFrame(schema=SESSION_TABLES[table]), place)

    def close(self) -> None:
        """Let go of the session; what isn't committed stays if there is something to resume."""
        try:
            if self._lock.held and self._folder.is_dir() and not (self._resume and self.ranges()):
                shutil.rmtree(self._folder, ignore_errors=True)
        finally:
            self._lock.release()

    def __enter__(self) -> SessionWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _session_row(session: Mapping[str, object]) -> pl.DataFrame:
    if unknown := set(session) - set(SESSIONS):
        raise ValueError(f"no such column in sessions: {', '.join(sorted(unknown))}")
    return full(pl.DataFrame([dict(session)], schema={name: SESSIONS[name] for name in session}), SESSIONS)
