"""Runs the models in DuckDB: `build` the marts, `check` the store.

The marts of a store are a database in its cache (`queries.cache`), under a key of the models and of the part files.
The next build fills a copy of the previous database and keeps the unchanged part.
"""

from __future__ import annotations

import functools
import glob
import itertools
import os
import shutil
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import duckdb
from duckdb import DuckDBPyConnection

from language import text_by, tr
from queries import system
from queries.builder import (
    FEW_BYTES,
    Builder,
    Progress,
    created_marts,
    expect_few_rows,
    has_few_rows,
)
from queries.cache import Cache, key_of
from queries.models import (
    FOLDER,
    FORMULAS,
    Model,
    as_query_error,
    load_models,
    needed_for,
)
from queries.portions import materialized, read_all_parts, read_parts
from queries.sources import (
    StoredTable,
    all_rows,
    create_column_tables,
    parts_by_session,
    portions,
    text_in_sql,
)

FAULTS_SHOWN = 1000

_NO_DATABASE = frozenset("?" if os.sep == "\\" else "?\\")
"""Characters that the path of a database can't have: DuckDB reads options after `?`, and treats a backslash as a
separator of folders.
"""
_MEMORY = 4 << 30
_SPILL = 8 << 30
"""The memory (at most half of the machine's) and disk that a query may use, in bytes."""

_LEAST_A_THREAD, _LEAST_TO_BUILD, _TO_BUILD = 240 << 20, 96 << 20, 8
"""The memory that a build may use, in bytes: for each thread, in all, and for each byte of the store's files."""

_BLOCK = 65536
"""Bytes of a block: each mart takes at least one, and most have few rows; smaller blocks compress lists badly."""


@dataclass(frozen=True, kw_only=True)
class Fault:
    """A row of a check: the fault, and where it is. `hand_no` is None if it isn't about one hand."""

    check: str
    session_id: str | None
    hand_no: int | None
    fault: str


@dataclass(frozen=True, kw_only=True)
class Checked:
    """The result of a check: the number of faults, and the first `FAULTS_SHOWN` of them."""

    check: str
    count: int
    faults: list[Fault]


def build(
    store: Path,
    tables: Mapping[str, StoredTable],
    *,
    marts: Collection[str] | None = None,
    sums: Mapping[str, Path] | None = None,
    derived_by: str = "",
    progress: Progress | None = None,
    threads: int | None = None,
) -> DuckDBPyConnection:
    """Open the marts of the store at `store` for reading, brought up to date: `marts`, or all of them.

    `sums` are the files with the sums of runs, by the folder of the session (queries/run_sums.py), and
    `derived_by` is a key of the code that derived these and the tables of luck.

    The connection can read only the marts, the views under them and the store's files, and whatever it creates is
    temporary (a cursor of it begins with `use marts`). Raises QueryError for wrong models and unreadable part files,
    OSError if the disk is full.

    >>> from queries.selects import run
    >>> with build(folder, tables, marts=["mart_players"]) as built:
    ...     run(built, "select count(*) as players from mart_players")
    [{'players': 6}]
    """
    store = store.absolute()
    tables = _whole(tables)
    cache = Cache(store, "marts", ".duckdb")
    models, key = _key_of_models(tables), key_of(_stored_parts(tables), facts=[str(store), derived_by])
    if place := cache.find(models, key):
        with suppress(duckdb.Error):
            con = _open(duckdb.connect(config=_config(threads)), place, store, tables, threads)
            if created_marts(con).issuperset(_all_marts(tables) if marts is None else marts):
                return con
            con.close()
    in_store = has_database_path(store)
    with cache.workspace() if in_store else _temporary_folder() as folder:
        half = folder / "half.duckdb"
        before = place or cache.latest(models)
        con = duckdb.connect(config=_config(threads))
        try:
            _fill(con, half, before, tables, marts, sums or {}, progress or _silent, same_data=bool(place))
        except BaseException:
            con.close()
            raise
        place = (cache.put(models, key, half) if in_store else None) or half
        cache.prune({models})
        with as_query_error(tr("what was built")):
            return _open(con, place, store, tables, threads)


def has_database_path(path: Path) -> bool:
    """Whether DuckDB can have a database at a path.

    >>> has_database_path(Path("poker")), has_database_path(Path("poker?"))
    (True, False)
    """
    return not _NO_DATABASE.intersection(str(path))


@contextmanager
def _temporary_folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="peder-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def _fill(
    con: DuckDBPyConnection,
    half: Path,
    before: Path | None,
    tables: Mapping[str, StoredTable],
    marts: Collection[str] | None,
    sums: Mapping[str, Path],
    progress: Progress,
    *,
    same_data: bool,
) -> None:
    """Fill the database `half`, which starts as a copy of the one `before`: most of it stays."""
    if before:
        with suppress(FileNotFoundError):
            shutil.copyfile(before, half)
    again = half.exists()
    with as_query_error(tr("the build")):
        con.execute(f"set temp_directory = {text_in_sql(str(half.parent))}")
        con.execute(f"set memory_limit = '{memory_to_build(con, _bytes_of(tables))}B'")
        # a killed build leaves nothing behind, so a write-ahead log is useless
        small = "" if again else f", block_size {_BLOCK}"
        con.execute(f"attach {text_in_sql(str(half))} as marts (recovery_mode no_wal_writes{small})")
        con.execute("use marts")
        builder = Builder(con, tables, load_models(tables), sums, progress)
        builder.build(marts, again=again, same_data=again and same_data)
        con.execute("checkpoint")  # on a full disk closing would lose everything silently
        con.execute("use memory; detach marts")


def marts_in_checks(tables: Mapping[str, StoredTable]) -> list[str]:
    """The names of the marts that checks read: `build` these for `check`.

    >>> marts_in_checks(tables)
    ['mart_player_nights', 'mart_settlements', 'mart_sessions']
    """
    models = load_models(tables)
    checks = [name for name in models if name.startswith("check_")]
    return [model.name for model in needed_for(checks, models) if model.kind == "marts"]


def check(
    con: DuckDBPyConnection, tables: Mapping[str, StoredTable], *, progress: Progress | None = None
) -> list[Checked]:
    """Run every check on the connection that `build` opened from the same `tables` (with at least `marts_in_checks`),
    and return the results by name.

    >>> {checked.count for checked in check(con, tables)}
    {0}
    """
    models = load_models(tables)
    tables = _whole(tables)
    by_part = [m for m in models.values() if m.kind == "parts" and m.name.startswith("check_")]
    at_once = [m for m in models.values() if m.kind == "checks"]
    with as_query_error(tr("the store")):
        parts = portions(con, tables, parts_by_session(tables["hands"]))
    progress = progress or _silent
    steps = len(at_once) + len(by_part) * len(parts)
    results = {m.name: Checked(check=m.name, count=0, faults=[]) for m in (*at_once, *by_part)}

    def ask(model: Model, step: int) -> None:
        progress(model.name.removeprefix("check_").replace("_", " "), step, steps)
        with as_query_error(model.name):
            rows = con.execute(
                "select count(*) over (), session_id, hand_no, fault.text, fault.given "
                f"from ({model.sql}) order by session_id, hand_no, fault.text limit {FAULTS_SHOWN}"
            ).fetchall()
        if rows:
            old = results[model.name]
            new = [
                Fault(check=model.name, session_id=s, hand_no=h, fault=_fault_text(text, given))
                for _, s, h, text, given in rows
            ]
            results[model.name] = Checked(
                check=model.name, count=old.count + rows[0][0], faults=(old.faults + new)[:FAULTS_SHOWN]
            )

    for step, model in enumerate(at_once):
        ask(model, step)
    models_needed = needed_for([m.name for m in by_part], models)
    for number, portion in enumerate(parts):
        with as_query_error(tr("the store")):
            read_parts(con, portion.rows_in_sql(tables))
        # each check would open and describe the files of few rows again, which takes longer than their rows
        stored = ("staging", "parts") if portion.size < FEW_BYTES else ("parts",)
        with materialized(con, [m for m in models_needed if m.kind in stored and m not in by_part]):
            for step, model in enumerate(by_part):
                ask(model, len(at_once) + number * len(by_part) + step)
    read_all_parts(con)
    return sorted(results.values(), key=lambda checked: checked.check)


def _fault_text(text: str | None, given: Sequence[str | None] | None) -> str:
    """Return the text of a fault from the macro `fault`, in the current language."""
    if text is None or given is None or None in given:
        return tr("a value is missing")
    return text_by(lambda: tr(text).format(*given))


@contextmanager
def staged(tables: Mapping[str, StoredTable]) -> Iterator[DuckDBPyConnection]:
    """Return a connection with the staging views over these tables, without building or storing anything.

    >>> with staged(tables) as views:
    ...     views.sql("select count(*) from stg_sessions where kind = 'night'").fetchall()
    [(12,)]
    """
    with duckdb.connect() as con, as_query_error(tr("the store")):
        con.execute("set timezone = 'UTC'")
        con.execute(FORMULAS.read_text(encoding="utf-8"))
        create_column_tables(con, tables)
        for name, select in all_rows(tables).items():
            con.execute(f"create view {name} as {select}")
        for model in load_models(tables).values():
            if model.kind == "staging":
                con.execute(f"create view {model.name} as {model.sql}")
        yield con


def _config(threads: int | None) -> dict[str, str | bool | int | float | list[str]]:
    config: dict[str, str | bool | int | float | list[str]] = {"python_enable_replacements": False}
    return config | ({"threads": threads} if threads else {})


_spills = itertools.count()


def _spill_folder(place: Path) -> Path:
    """Return a folder next to a database for its queries to spill to; folders of killed processes are removed."""
    for left in place.parent.glob(".spill-*"):
        process = left.name.split("-")[1]
        if process.isdecimal() and not system.is_running(int(process)):
            shutil.rmtree(left, ignore_errors=True)
    return place.with_name(f".spill-{os.getpid()}-{next(_spills)}")


def _folders(store: Path, tables: Mapping[str, StoredTable]) -> list[Path]:
    """The folders with the files of the tables: the store, and others if a part is outside."""
    parents = {part.parent for table in tables.values() for part in table.parts}
    return [store, *sorted(parent for parent in parents if not parent.is_relative_to(store))]


def _open(
    con: DuckDBPyConnection,
    place: Path,
    store: Path,
    tables: Mapping[str, StoredTable],
    threads: int | None,
) -> DuckDBPyConnection:
    """Let a connection of our own read the database and the store's files, and nothing else.

    A connection that has spilled to disk is replaced, because DuckDB remembers the folder, and a build's folder is
    removed.
    """
    spill = f"set temp_directory = {text_in_sql(str(_spill_folder(place)))}"
    try:
        con.execute(spill)
    except duckdb.NotImplementedException:
        con.close()
        con = duckdb.connect(config=_config(threads))
        con.execute(spill)
    con.execute(f"attach {text_in_sql(str(place))} as marts (read_only)")
    con.execute("use marts")
    con.execute(f"set memory_limit = '{min(_MEMORY, _memory() // 2)}B'")
    con.execute(f"set max_temp_directory_size = '{_SPILL}B'")
    named = [
        name for folder in map(str, _folders(store, tables)) for name in (folder, glob.escape(folder))
    ]  # files are patterns
    con.execute(f"set allowed_directories = [{', '.join(map(text_in_sql, named))}]")
    con.execute("set timezone = 'UTC'")
    if has_few_rows(tables):
        expect_few_rows(con)
    con.execute("set enable_external_access = false")
    con.execute("set lock_configuration = true")
    return con


def memory_to_build(con: DuckDBPyConnection, part_bytes: int) -> int:
    """Return the memory that a build of part files of this size may use, in bytes: the rest spills. The minimum of a
    query grows with the rows and with the threads.

    >>> memory_to_build(con, 10**9) >= memory_to_build(con, 10**6)
    True
    """
    ((threads,),) = con.execute("select current_setting('threads')").fetchall()
    least = _LEAST_TO_BUILD + _TO_BUILD * part_bytes
    return min(_memory() // 2, max(int(threads) * _LEAST_A_THREAD, least))


def _bytes_of(tables: Mapping[str, StoredTable]) -> int:
    """The size of all part files."""
    return sum(part.stat().st_size for table in tables.values() for part in table.parts)


def _memory() -> int:
    """Return the machine's memory in bytes, if the system tells."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return 2 * _MEMORY


def _whole(tables: Mapping[str, StoredTable]) -> dict[str, StoredTable]:
    """The tables with absolute paths, without the hands of sessions that have no row (being published)."""
    there = {part.parent.name for part in tables["sessions"].parts}
    return {
        name: replace(
            table,
            parts=[p.absolute() for p in table.parts if not table.session_in_path or p.parent.name in there],
        )
        for name, table in tables.items()
    }


def _key_of_models(tables: Mapping[str, StoredTable]) -> str:
    columns = [f"{name} {table.columns}" for name, table in tables.items()]
    return key_of(code=_sources(), facts=[duckdb.__version__, *columns])


@functools.cache
def _sources() -> list[Path]:
    """The files that the marts depend on."""
    return sorted([*FOLDER.rglob("*.sql"), *FOLDER.glob("*.py")])


def _stored_parts(tables: Mapping[str, StoredTable]) -> list[Path]:
    """The part files of the tables that aren't derived from others."""
    return [part for name, table in tables.items() if name != "luck" for part in table.parts]


def _all_marts(tables: Mapping[str, StoredTable]) -> list[str]:
    return [model.name for model in load_models(tables).values() if model.kind == "marts"]


def _silent(what: str, done: int, of: int) -> None:
    pass
