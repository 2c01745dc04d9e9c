"""What `peder check --deep` looks at beside the rest: every file to its last row, every night told anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from urllib.parse import unquote

import polars as pl

from engine.api import PederError
from language import tr
from pipeline.night.course import night_of
from pipeline.night.days import on_its_day
from pipeline.night.journal import journal_place, read_journal
from pipeline.night.tables import bank_frame, hands_frame, seats_frame
from pipeline.settling.payments import read_payments
from pipeline.store.contents import JOURNALS, KEY, statement_of
from pipeline.store.parts import read_parts
from pipeline.store.schemas import REFERENCE_TABLES, SESSION_TABLES
from pipeline.store.store import Store, StoreError, session_folder


def deep_faults(
    store: Store, progress: Callable[[str, int, int], None] | None = None
) -> Iterator[tuple[str | None, str]]:
    """Session and fault: each part that can't be read to its last row, or has other rows than it states; each
    journal of which a line isn't as its checksum says; each night whose tables aren't what its journal tells,
    where this version wrote both. (That every file has the bytes that were written is checked always.)
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
        stated = statement_of(store.path, place.parent.name) if session is not None else None
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
            progress(tr("telling {session} anew", session=session), 0, 0)
        if journal_place(store.path, session).exists():
            yield from ((session, fault) for fault in _night_faults(store, session))
    if (store.path / JOURNALS / "season payments").exists():
        try:
            read_payments(store.path)
        except PederError as error:
            yield None, str(error)


def _night_faults(store: Store, name: str) -> Iterator[str]:
    """In what a night's tables aren't what its journal tells."""
    place: Path = journal_place(store.path, name)
    try:
        contents = read_journal(place)
        stated = statement_of(store.path, session_folder(name))
        if stated is None or stated.journal is None or contents.whole != stated.journal.bytes:
            return  # another check tells
        if store.read("sessions", name)["engine_version"].to_list() != [version("peder")]:
            return  # another version may have told some hand otherwise
        night = on_its_day(name, night_of(contents.entries))
        for table, rows in (
            ("hands", hands_frame(night)),
            ("seats", seats_frame(night)),
            ("bank", bank_frame(night)),
        ):
            kept = store.read(table, name)
            if not rows.with_columns(session_id=pl.lit(name)).select(kept.columns).equals(kept):
                yield tr(
                    "its {table} aren't what {place} tells: `peder log {name!r}` writes them anew",
                    table=table,
                    place=place,
                    name=name,
                )
    except PederError as error:
        yield str(error)
