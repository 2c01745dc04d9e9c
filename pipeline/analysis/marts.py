"""Builds and opens the marts of a store and runs its checks, with a progress bar."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import duckdb
from duckdb import DuckDBPyConnection

from engine.api import PederError
from language import tr
from pipeline.analysis.derived import SumParts, code_key, derive_luck, derive_sums, luck_files, stored_tables
from pipeline.night.derive import derive_nights, has_no_players
from pipeline.store.faults import FaultKind
from pipeline.store.files import StoreError, readable_errors
from pipeline.store.games import load_games
from pipeline.store.manifest import MANIFESTS, SEASON_PAYMENTS, damage, journal_of
from pipeline.store.progress import bar
from pipeline.store.publication import recover
from pipeline.store.reference import engine_files
from pipeline.store.store import Store, left_out_text, query_sound
from queries import selects, warehouse
from queries.models import QueryError, load_models, needed_for
from queries.parsed import (
    FUNCTIONS_OF_VALUES,
    lists_tables,
    parse,
    table_functions,
    tables_defined,
    tables_named,
)
from queries.sources import StoredTable

OF_LUCK = frozenset({"mart_player_all_ins", "mart_player_deals"})
"""The marts that need the luck of the hands, which takes longer than all others together."""


def open_marts(
    path: Path, marts: Collection[str] | None = None, *, sum_parts: SumParts | None = None
) -> DuckDBPyConnection:
    """Open the marts of a store for reading, brought up to date: `marts`, or all of them.

    `sum_parts` lets workers sum up the runs (`pipeline.distributed.sums`). Tables that are older than their journals
    are derived first; failures are reported on stderr. Damaged sessions are left out, and named on stderr.

    Raises StoreError where there is no store, or it can't be written; PederError where it can't be queried.

    >>> with open_marts(folder, ["mart_hands"]) as con:
    ...     con.execute("select count(*), sum(pot) from mart_hands").fetchall()  # hands, chips
    [(312, 12887)]
    """
    return _open(path, marts, sum_parts)[0]


def _open(
    path: Path, marts: Collection[str] | None = None, sum_parts: SumParts | None = None
) -> tuple[DuckDBPyConnection, Store]:
    """The marts of a store, and the store without the sessions that were left out."""
    _store_at(path)
    follow_journals(path)
    con, sound, damaged = query_sound(path, lambda store: _build(store, marts, sum_parts))
    _say_left_out(damaged)
    return con, sound


def _say_left_out(damaged: Mapping[str, str]) -> None:
    """Name damaged sessions (by folder, with a fault of each) on stderr."""
    for folder, fault in damaged.items():
        print(left_out_text(folder, fault), file=sys.stderr)


def _build(store: Store, marts: Collection[str] | None, sum_parts: SumParts | None) -> DuckDBPyConnection:
    path = store.path
    with readable_errors(path), sentences(), bar(tr("building the marts")) as progress:
        load_games(path)
        if marts is None or not OF_LUCK.isdisjoint(marts):
            derive_luck(store, progress)
        sums = derive_sums(store, progress, sum_parts)
        return warehouse.build(
            path, tables_of(store), marts=marts, sums=sums, derived_by=code_key(), progress=progress
        )


@contextmanager
def open_tables(path: Path) -> Iterator[DuckDBPyConnection]:
    """Open the staging views (`stg_*`) over the tables of a store, brought up to date with the journals. Sessions
    that differ from their manifests are left out, and named on stderr.

    Raises StoreError where there is no store, PederError where it can't be queried.

    >>> with open_tables(logged) as con:
    ...     con.execute("select hand_no, variant_id, pot from stg_hands order by hand_no limit 2").fetchall()
    [(1, 'seven-card-stud', 45), (2, 'texas-holdem', 64)]
    """
    store = _store_at(path)
    follow_journals(path)
    damaged = store.damaged(is_read=False)
    _say_left_out(damaged)
    sound = Store(path, without=damaged)
    with readable_errors(path), sentences(), warehouse.staged(tables_of(sound)) as con:
        yield con


def follow_journals(path: Path) -> None:
    """Derive the tables that are older than their journals; stderr says which can't be.

    >>> import shutil
    >>> _ = shutil.copytree(logged / "journal", tmp / "journal")  # without the tables
    >>> follow_journals(tmp)
    >>> Store(tmp).read("hands", "2026-11-27")["pot"].to_list()
    [45, 64, 32, 48]
    """
    with bar(tr("deriving tables from journals")) as progress:
        late = [*derive_nights(path, progress)]
    if journal_of(path, SEASON_PAYMENTS).exists() or (path / MANIFESTS / SEASON_PAYMENTS).exists():
        from pipeline.night.season_payments import derive_payments

        late += derive_payments(path)
    for sentence in late:
        print(sentence, file=sys.stderr)


def check_store(path: Path, *, deep: bool = False) -> list[warehouse.Checked]:
    """Run every check on a store, and return the results by name.

    The first compares the files with their manifests (`check_contents`); if they differ and the store can't be
    queried, it is the only result. With `deep`, `check_deep` reads every file and replays every night. Raises as
    `open_marts`.
    """
    store = _store_at(path)
    follow_journals(path)
    first = [check_contents(store), *([check_deep(store)] if deep else ())]
    try:
        con, sound = _open(path, warehouse.marts_in_checks(tables_of(store)))
        with con, sentences(), bar(tr("checking")) as progress:
            return [*first, *warehouse.check(con, tables_of(sound), progress=progress)]
    except PederError:
        if not any(checked.count for checked in first):
            raise
        return first


def check_contents(store: Store) -> warehouse.Checked:
    """Compare every publication with its manifest, and return the faults; an open night without players needs no manifest.

    >>> import shutil
    >>> store = Store(shutil.copytree(online.path, tmp / "damaged"))
    >>> store.tables()["bank"][0].unlink()
    >>> [fault] = check_contents(store).faults
    >>> fault.session_id, fault.fault.partition(" is gone: ")[2]
    ('pokernow-2026-01-16-f713be', 'import the file again with --replace, or restore it from a backup')
    """
    recover(store.path)
    damaged = [
        (session, fault)
        for session, fault in damage(store.path)
        if fault.kind is not FaultKind.JOURNAL_WITHOUT_SESSION or not has_no_players(store.path, session)
    ]
    return _checked("check_contents", [(session, str(fault)) for session, fault in damaged])


def check_deep(store: Store) -> warehouse.Checked:
    """Read every file, and compare every night's tables with its journal."""
    from pipeline.analysis.verify import deep_faults

    with bar(tr("checking deep")) as progress:
        return _checked("check_deep", deep_faults(store, progress))


def _checked(check: str, faults: Iterable[tuple[str | None, str]]) -> warehouse.Checked:
    """The result of a check, from the session and the text of each fault."""
    rows = [
        warehouse.Fault(check=check, session_id=session, hand_no=None, fault=fault)
        for session, fault in faults
    ]
    return warehouse.Checked(check=check, count=len(rows), faults=rows)


def accept_store(path: Path) -> list[str]:
    """Write the manifests that are missing, can't be read or, of the seasons' payments, contradict their journal, from
    the files as they are now. Returns those sessions.

    Raises StoreError where there is no store, or it can't be written, JournalError for a journal that can't be read.

    >>> import shutil
    >>> from pipeline.store.manifest import manifest_path
    >>> copy = shutil.copytree(logged, tmp / "copy")
    >>> (copy / manifest_path("session_id=2026-11-27")).unlink()
    >>> accept_store(copy)
    ['2026-11-27']
    """
    from pipeline.night.season_payments import accept_payments

    store = _store_at(path)
    with readable_errors(path):
        return [*store.write_manifests(), *accept_payments(path)]


def query_store(path: Path, sql: str, *, sum_parts: SumParts | None = None) -> list[dict[str, object]]:
    """Run one select on a store, and return its rows, as column name -> value. Raises the errors of `open_marts`.

    >>> query_store(folder, "select variant_id, pot from mart_hands order by pot desc limit 1")
    [{'variant_id': 'harakiri', 'pot': 153}]
    """
    with open_marts(path, marts_read(sql), sum_parts=sum_parts) as con, sentences():
        return selects.run(con, sql)


def marts_read(sql: str) -> list[str] | None:
    """The marts that a query names, itself or through views; None, which is all of them, if it may read more than it
    names: it lists tables, misspells one, or reads the luck of the hands.

    >>> marts_read("select count(*) from mart_hands")
    ['mart_hands']
    >>> marts_read("show tables")
    """
    tables = stored_tables({})
    models = load_models(tables)
    try:
        with duckdb.connect() as con:
            parsed = parse(con, sql)
    except QueryError:  # it will be refused
        return []
    named = {name.rpartition(".")[2] for name in tables_named(parsed)}
    needed = needed_for(named & models.keys(), models)
    if (
        named - tables.keys() - models.keys() - tables_defined(parsed)
        or table_functions(parsed) - FUNCTIONS_OF_VALUES
        or (not named and lists_tables(parsed))
        or any(model.kind == "checks" or "luck" in model.reads for model in needed)
        or "luck" in named
    ):
        return None
    return [model.name for model in needed if model.kind == "marts"]


def tables_of(store: Store) -> dict[str, StoredTable]:
    """The store's tables as `queries` takes them, those of games and words as this version has them."""
    engine = engine_files(store)
    return stored_tables(store.tables() | engine | {"luck": luck_files(store)})


@contextmanager
def sentences() -> Iterator[None]:
    """Raise errors of `queries` as PederError, whose text is a sentence for the user.

    >>> with sentences():
    ...     selects.run(con, "select 1 / 'x'")
    Traceback (most recent call last):
        ...
    engine.errors.PederError: The query can't be run: Could not convert string 'x' to DOUBLE.
    """
    try:
        yield
    except QueryError as error:
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
