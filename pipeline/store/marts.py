"""The store as SQL sees it: its marts built and opened, its checks run, with a bar while it takes long."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl
from duckdb import DuckDBPyConnection

import queries
from engine.errors import PederError
from pipeline.store.parts import StoreError, in_words
from pipeline.store.reference import write_engine_tables
from pipeline.store.schemas import REFERENCE_TABLES, SESSION_TABLES
from pipeline.store.store import Store


def open_marts(path: Path) -> DuckDBPyConnection:
    """Build the marts of a store where they aren't up to date, and open them for reading.

    Raises StoreError where there is no store, or it can't be written; PederError where it can't be queried.
    """
    store = _store_at(path)
    with in_words(path), sentences(), _bar("building the marts") as progress:
        write_engine_tables(store)
        return queries.build(path, tables_of(store), progress=progress)


def check_store(path: Path) -> list[queries.Checked]:
    """Run every check on a store: what each found, in the order of their names. Raises as `open_marts`."""
    store = _store_at(path)
    with open_marts(path) as con, sentences(), _bar("checking") as progress:
        return queries.check(con, tables_of(store), progress=progress)


def query_store(path: Path, sql: str) -> list[dict[str, object]]:
    """Run one select on a store: its rows, as column name -> value. Raises as `open_marts`."""
    with open_marts(path) as con, sentences():
        return queries.run(con, sql)


def tables_of(store: Store) -> dict[str, queries.Table]:
    """The store's tables as `queries` takes them."""
    parts = store.tables()
    by_session = {
        name: queries.Table(schema=pl.Schema(schema), parts=parts[name], by_session=True)
        for name, schema in SESSION_TABLES.items()
    }
    return by_session | {
        name: queries.Table(schema=schema, parts=parts[name], by_session=False)
        for name, schema in REFERENCE_TABLES.items()
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
            f"There is no store at {path}: simulate, import or log something, or name another with --store."
        )
    return Store(path)


@contextmanager
def _bar(title: str) -> Iterator[queries.Progress]:
    """A bar on stderr, where that is a terminal, gone when it is done."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=None)

        def move(what: str, done: int, of: int) -> None:
            bar.update(task, description=f"{title}: {what}", completed=done, total=of)

        yield move
