"""The slow checks of `peder store check --deep`: every file is read to its last row, every night is replayed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from importlib.metadata import version
from pathlib import Path
from urllib.parse import unquote

import polars as pl

from engine.api import PederError
from language import tr
from pipeline.night.days import moved_by, on_own_date
from pipeline.night.journal import journal_place, read_journal
from pipeline.night.replay import replay_night
from pipeline.night.season_payments import read_payments
from pipeline.night.tables import hands_frame, seats_frame
from pipeline.store.bank_rows import bank_frame
from pipeline.store.files import StoreError
from pipeline.store.manifest import JOURNALS, KEY, manifest_of
from pipeline.store.parts import read_parts
from pipeline.store.schemas import REFERENCE_TABLES, SESSION_TABLES
from pipeline.store.session_names import session_folder
from pipeline.store.store import Store

_A_DAY = timedelta(hours=25)
"""Maximum difference between the day of a night and its day here: by another time zone, and an hour of summer time."""


def deep_faults(
    store: Store, progress: Callable[[str, int, int], None] | None = None
) -> Iterator[tuple[str | None, str]]:
    """Find faults, each with its session: parts that can't be read or have another number of rows than their
    manifest says, journal lines with a wrong checksum, and nights whose tables differ from their journal, if this
    version wrote both. (Checksums of files are always checked.)
    """
    tables = store.tables()
    parts = [(table, place) for table, places in tables.items() for place in places]
    for number, (table, place) in enumerate(parts):
        if progress:
            progress(tr("reading {table}", table=table), number, len(parts))
        schema = SESSION_TABLES.get(table) or REFERENCE_TABLES[table]
        session = unquote(place.parent.name.removeprefix(KEY)) if table in SESSION_TABLES else None
        try:
            rows = len(read_parts([place], pl.Schema(schema)))
        except StoreError as error:
            yield session, str(error)
            continue
        stated = manifest_of(store.path, place.parent.name) if session is not None else None
        for part in stated.parts if stated else ():
            if (part.table, part.name) == (table, place.name) and part.rows != rows:
                yield (
                    session,
                    tr(
                        "{place} has {rows} rows, and {written} were written",
                        place=place,
                        rows=rows,
                        written=part.rows,
                    ),
                )
    for session in store.session_ids():
        if progress:
            progress(tr("replaying {session}", session=session), 0, 0)
        if journal_place(store.path, session).exists():
            yield from ((session, fault) for fault in _night_faults(store, session))
    if (store.path / JOURNALS / "season payments").exists():
        try:
            read_payments(store.path)
        except PederError as error:
            yield None, str(error)


def _night_faults(store: Store, name: str) -> Iterator[str]:
    """The differences between a night's tables and its journal."""
    place: Path = journal_place(store.path, name)
    try:
        contents = read_journal(place)
        stated = manifest_of(store.path, session_folder(name))
        if stated is None or stated.journal is None or contents.whole != stated.journal.bytes:
            return  # another check reports it
        (row,) = store.read("sessions", name).to_dicts()
        if row["engine_version"] != version("peder"):
            return  # another version may have replayed some hand differently
        typed = replay_night(contents.entries, store.catalogue)
        night = on_own_date(name, typed)
        began, typed_at = row["started_at"], typed.started_at
        if began and typed_at and night.started_at and abs(began - night.started_at) <= _A_DAY:
            night = moved_by(
                typed, began - typed_at
            )  # the tables may come from a computer in another time zone
        for table, rows in (
            ("hands", hands_frame(night)),
            ("seats", seats_frame(night)),
            ("bank", bank_frame(night.ledger_in_money(), night.currency)),
        ):
            stored = store.read(table, name)
            if not rows.with_columns(session_id=pl.lit(name)).select(stored.columns).equals(stored):
                yield tr(
                    "its {table} differ from {place}: `peder log {name!r}` writes them again",
                    table=table,
                    place=place,
                    name=name,
                )
    except PederError as error:
        yield str(error)
