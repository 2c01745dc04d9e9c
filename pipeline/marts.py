"""The store as SQL sees it: its marts built and opened, its checks run, with a bar while it takes long."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from duckdb import DuckDBPyConnection

import queries
from engine.api import PederError
from language import tr
from pipeline.beside import parts_beside, write_beside
from pipeline.night.deriving import derive_nights
from pipeline.progress import bar
from pipeline.store.columns import DERIVED_TABLES, REFERENCE_TABLES, SESSION_TABLES, type_in_sql
from pipeline.store.contents import SEASON_PAYMENTS, damage, journal_of
from pipeline.store.engine_tables import write_engine_tables
from pipeline.store.parts import StoreError, in_words
from pipeline.store.players_stated import players_faults
from pipeline.store.publishing import recover
from pipeline.store.store import Store


def open_marts(path: Path, spread: queries.Spread | None = None) -> DuckDBPyConnection:
    """Build the marts of a store where they aren't up to date, and open them for reading.

    With `spread` others sum up the hands beside which no sums lie (`pipeline.summing`).

    Tables that are older than their journals are derived first; where that can't be, stderr says so.

    Raises StoreError where there is no store, or it can't be written; PederError where it can't be queried.
    """
    store = _store_at(path)
    follow_journals(path)
    try:
        with in_words(path), sentences(), bar(tr("building the marts")) as progress:
            write_engine_tables(store)
            write_beside(store, progress)
            return queries.build(path, tables_of(store), progress=progress, spread=spread)
    except PederError as error:
        told = next(damage(path), None)  # what is wrong with the files tells more than what SQL has to say
        if told is None:
            raise
        raise StoreError(
            tr(
                "The session {session!r} is damaged: {fault} (`peder check` lists all).",
                session=told[0],
                fault=told[1],
            )
        ) from error


@contextmanager
def open_tables(path: Path) -> Iterator[DuckDBPyConnection]:
    """The staging views (`stg_*`) over the tables of a store, brought up to date with the journals; no mart
    is built.

    Raises StoreError where there is no store, PederError where it can't be queried.
    """
    store = _store_at(path)
    follow_journals(path)
    with in_words(path), sentences(), queries.staged(tables_of(store)) as con:
        yield con


def follow_journals(path: Path) -> None:
    """Derive the tables that are older than their journals; say on stderr where that can't be."""
    with bar(tr("deriving tables from journals")) as progress:
        late = [*derive_nights(path, progress)]
    if journal_of(path, SEASON_PAYMENTS).exists():
        from pipeline.settling.payments import derive_payments

        late += derive_payments(path)
    for sentence in late:
        print(sentence, file=sys.stderr)


def check_store(path: Path, *, deep: bool = False) -> list[queries.Checked]:
    """Run every check on a store: what each found, in the order of their names.

    First of all that it is as it was written (`check_contents`); where it isn't and can't be queried either,
    that is all there is to tell. With `deep` every file is read to its last row, and every night told anew
    (`check_deep`). Raises as `open_marts`.
    """
    store = _store_at(path)
    follow_journals(path)
    first = [check_contents(store), *([check_deep(store)] if deep else ())]
    try:
        with open_marts(path) as con, sentences(), bar(tr("checking")) as progress:
            return [*first, *queries.check(con, tables_of(store), progress=progress)]
    except PederError:
        if not any(checked.count for checked in first):
            raise
        return first


def check_contents(store: Store) -> queries.Checked:
    """Whether every session consists of what it was written as: the faults, by session."""
    recover(store.path)
    name = "check_contents"
    faults = [
        queries.Fault(check=name, session_id=session, hand_no=None, fault=fault)
        for session, fault in damage(store.path)
    ] + [
        queries.Fault(check=name, session_id=None, hand_no=None, fault=fault)
        for fault in players_faults(store.path)
    ]
    return queries.Checked(check=name, count=len(faults), faults=faults)


def check_deep(store: Store) -> queries.Checked:
    """Whether every file can be read, and every night's tables are what its journal tells."""
    from pipeline.deep import deep_faults

    name = "check_deep"
    with bar(tr("checking deep")) as progress:
        faults = [
            queries.Fault(check=name, session_id=session, hand_no=None, fault=fault)
            for session, fault in deep_faults(store, progress)
        ]
    return queries.Checked(check=name, count=len(faults), faults=faults)


def accept_store(path: Path) -> list[str]:
    """State what the sessions without a statement that can be read consist of now; returns their ids.

    Raises StoreError where there is no store, or it can't be written.
    """
    store = _store_at(path)
    with in_words(path):
        return store.state_contents()


def query_store(path: Path, sql: str, spread: queries.Spread | None = None) -> list[dict[str, object]]:
    """Run one select on a store: its rows, as column name -> value. `spread` and what is raised as in
    `open_marts`.
    """
    with open_marts(path, spread) as con, sentences():
        return queries.run(con, sql)


def tables_of(store: Store) -> dict[str, queries.StoredTable]:
    """The store's tables as `queries` takes them."""
    return stored_tables(store.tables() | {name: parts_beside(store.path, name) for name in DERIVED_TABLES})


def stored_tables(parts: Mapping[str, Sequence[Path]]) -> dict[str, queries.StoredTable]:
    """All tables, of these part files; those that aren't named have none."""
    return {
        name: queries.StoredTable(
            columns={column: type_in_sql(told) for column, told in columns.items()},
            parts=parts.get(name, ()),
            by_session=name not in REFERENCE_TABLES,
        )
        for name, columns in {**SESSION_TABLES, **DERIVED_TABLES, **REFERENCE_TABLES}.items()
    }


@contextmanager
def sentences() -> Iterator[None]:
    """Raise what `queries` has to say as an error of this side."""
    try:
        yield
    except queries.QueryError as error:
        raise PederError(str(error)) from error


def _store_at(path: Path) -> Store:
    if not path.is_dir():
        raise StoreError(
            tr(
                "There is no store at {path}: simulate, import or log something, or name another "
                "with --store.",
                path=path,
            )
        )
    return Store(path)
