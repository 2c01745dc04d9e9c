"""Runs the models in DuckDB: `build` the marts, `check` the store, `run` a query.

What was built lies in the store as `.warehouse/<models>-<data>-<itself>.duckdb`, named after hashes of the
models, of the part files and of its own bytes: as long as all three are the same it is opened, not built
again. So whatever is damaged or foreign there is built anew. All of it comes from the store, and it may be
deleted at any time. The next is built upon a copy of the one before, of which stays what is the same.
"""

from __future__ import annotations

import errno
import glob
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import arro3.core as arrow
import duckdb
from duckdb import DuckDBPyConnection

from language import forms, tr
from queries.builder import Builder, Progress, held, point, point_no_more
from queries.models import FOLDER, Model, QueryError, keep_models, kept_models, load_models, needed_for, told
from queries.sources import (
    StoredTable,
    name_in_sql,
    parts_by_session,
    portions,
    rows_of,
    signature,
    text_in_sql,
)
from queries.spread import Spread

if TYPE_CHECKING:
    import polars as pl

FAULTS_TOLD = 1000
ROWS_TOLD = 500_000
BYTES_TOLD = 1 << 28
"""What an answer may hold that is shown: more would fill the memory, and nobody reads it."""

_MEMORY = 4 << 30
_SPILL = 8 << 30
"""What a query may take of memory (no more than half of the machine's) and of disk, in bytes."""

_BLOCK = 65536
"""Bytes of a block: each mart takes one at least, and most have few rows; smaller ones pack lists badly."""

_STALE = 24 * 3600


@dataclass(frozen=True, kw_only=True)
class Fault:
    """A row of a check: what is wrong, where. `hand_no` is None where it isn't about one hand."""

    check: str
    session_id: str | None
    hand_no: int | None
    fault: str


@dataclass(frozen=True, kw_only=True)
class Checked:
    """What a check found: how many faults, and the first `FAULTS_TOLD` of them."""

    check: str
    count: int
    faults: list[Fault]


def build(
    store: Path,
    tables: Mapping[str, StoredTable],
    *,
    progress: Progress | None = None,
    threads: int | None = None,
    spread: Spread | None = None,
) -> DuckDBPyConnection:
    """Build the marts of the store at `store`, unless they are up to date, and open them for reading.

    The connection can read the marts, the views under them and the store's files, nothing else, and
    nothing that it makes outlasts it (a cursor of it begins with `use marts`). `spread` has others sum up
    the hands beside which no sums lie. Raises QueryError for models that are wrong and part files that
    can't be read, OSError where the store can't be written.
    """
    store = store.absolute()
    tables = _whole(tables)
    folder = store / ".warehouse"
    models, data = _hash_of_models(tables), _hash_of_parts(store, tables)
    for place in _sound(folder, f"{models}-{data}-*.duckdb"):
        with suppress(duckdb.Error):
            return _open(duckdb.connect(config=_config(threads)), place, store, threads)
    if _ready(folder):
        return _build(folder, f"{models}-{data}", store, tables, progress, threads, spread)
    with tempfile.TemporaryDirectory(prefix="peder-", ignore_cleanup_errors=True) as elsewhere:
        return _build(Path(elsewhere), f"{models}-{data}", store, tables, progress, threads, spread)


def _ready(folder: Path) -> bool:
    """Make the folder for what is built; False where nothing can be kept there. Raises OSError."""
    if "?" in str(folder):  # in the name of a database DuckDB takes what follows for options
        return False
    try:
        if folder.exists() and not folder.is_dir():
            folder.unlink()
        folder.mkdir(exist_ok=True)
    except OSError as error:
        if error.errno not in (errno.EROFS, errno.EACCES, errno.EPERM):
            raise
        return False
    return True


def _build(
    folder: Path,
    name: str,
    store: Path,
    tables: Mapping[str, StoredTable],
    progress: Progress | None,
    threads: int | None,
    spread: Spread | None,
) -> DuckDBPyConnection:
    """Build the database `name` in a folder, in place of those there, and open it."""
    _clear(folder.glob("building-*"), older_than=_STALE)
    before = max(_sound(folder, f"{name.partition('-')[0]}-*.duckdb"), key=_changed_at, default=None)
    with tempfile.TemporaryDirectory(prefix="building-", dir=folder, ignore_cleanup_errors=True) as beside:
        half = Path(beside) / "half.duckdb"
        if before:  # most of it stays as it is
            with suppress(FileNotFoundError):
                shutil.copyfile(before, half)
        again = half.exists()
        con = duckdb.connect(config=_config(threads))
        try:
            with told(tr("the build")):
                con.execute(f"set temp_directory = {text_in_sql(beside)}")
                # a build that is killed leaves nothing: no log of what it had written is of use
                small = "" if again else f", block_size {_BLOCK}"
                con.execute(f"attach {text_in_sql(str(half))} as marts (recovery_mode no_wal_writes{small})")
                con.execute("use marts")
                models = kept_models(con) if again else load_models(tables)
                Builder(con, tables, models, progress or _silent, spread).build(again=again)
                if not again:
                    keep_models(con, models)
                con.execute("checkpoint")  # on a full disk closing would lose all of it without a word
                con.execute("use memory; detach marts")
        except BaseException:
            con.close()
            raise
        place = folder / f"{name}-{_digest(half)}.duckdb"
        half.replace(place)
    _clear(other for other in folder.iterdir() if other.suffix == ".duckdb" and other != place)
    with told(tr("what was built")):
        return _open(con, place, store, threads)


def _sound(folder: Path, pattern: str) -> list[Path]:
    """The databases there whose bytes are those that their names tell."""
    found = []
    for place in folder.glob(pattern):
        with suppress(OSError):
            if place.stem.rpartition("-")[2] == _digest(place):
                found.append(place)
    return found


def _digest(place: Path) -> str:
    with place.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]


def check(
    con: DuckDBPyConnection, tables: Mapping[str, StoredTable], *, progress: Progress | None = None
) -> list[Checked]:
    """Run every check on what `build` opened from the same `tables`: what each found, by name."""
    models = load_models(tables)
    tables = _whole(tables)
    by_part = [m for m in models.values() if m.kind == "parts" and m.name.startswith("check_")]
    at_once = [m for m in models.values() if m.kind == "checks"]
    parts = portions(con, tables, parts_by_session(tables["hands"]))
    progress = progress or _silent
    steps = len(at_once) + len(by_part) * len(parts)
    found = {m.name: Checked(check=m.name, count=0, faults=[]) for m in (*at_once, *by_part)}

    def ask(model: Model, step: int) -> None:
        progress(model.name.removeprefix("check_").replace("_", " "), step, steps)
        with told(model.name):
            rows = con.execute(
                "select count(*) over (), session_id, hand_no, coalesce(fault, 'a value is missing') "
                f"from ({model.sql}) limit {FAULTS_TOLD}"
            ).fetchall()
        if rows:
            old = found[model.name]
            new = [Fault(check=model.name, session_id=s, hand_no=h, fault=f) for _, s, h, f in rows]
            found[model.name] = Checked(
                check=model.name, count=old.count + rows[0][0], faults=(old.faults + new)[:FAULTS_TOLD]
            )

    for step, model in enumerate(at_once):
        ask(model, step)
    taken = needed_for([m.name for m in by_part], models)
    shared = [m for m in taken if m.kind == "parts" and m not in by_part]
    for number, portion in enumerate(parts):
        point(con, "hands", rows_of("hands", tables["hands"], portion.hands))
        point(con, "seats", rows_of("seats", tables["seats"], portion.seats))
        point(con, "sums", rows_of("sums", tables["sums"], portion.sums))
        with held(con, shared):
            for step, model in enumerate(by_part):
                ask(model, len(at_once) + number * len(by_part) + step)
    point_no_more(con)
    return sorted(found.values(), key=lambda checked: checked.check)


def run(
    con: DuckDBPyConnection, sql: str, parameters: Sequence[Any] | Mapping[str, Any] | None = None
) -> list[dict[str, Any]]:
    """Run anybody's select on what `build` opened, `parameters` bound to its `?` or `$name`: rows by column.

    Raises QueryError for anything else than one select, and for one that can't be run.
    """
    try:
        names, columns = _shown(con, sql, parameters)
    except (ValueError, OverflowError):
        names, columns = [], []
    if not names:  # there is a year that Python's calendar doesn't reach
        names, columns = _shown(con, sql, parameters, times_as_text=True)
    return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]


def _shown(
    con: DuckDBPyConnection,
    sql: str,
    parameters: Sequence[Any] | Mapping[str, Any] | None,
    *,
    times_as_text: bool = False,
) -> tuple[list[str], list[list[Any]]]:
    names, stream = selected(con, sql, parameters, times_as_text=times_as_text)
    columns: list[list[Any]] = [[] for _ in names]
    size = 0
    try:
        with told(tr("the query")):
            for batch in stream:
                size += batch.nbytes
                if len(columns[0]) + batch.num_rows > ROWS_TOLD or size > BYTES_TOLD:
                    raise QueryError(
                        tr(
                            "The answer has more than {rows} rows, or {size} MB: ask for less, with a sum or "
                            "a limit.",
                            rows=forms.number(ROWS_TOLD),
                            size=BYTES_TOLD >> 20,
                        )
                    )
                for column, values in zip(columns, batch.columns, strict=True):
                    column += values.to_pylist()
    finally:
        del stream  # while it is open, the connection takes no other query
    return names, columns


def read(
    con: DuckDBPyConnection, sql: str, parameters: Sequence[Any] | Mapping[str, Any] | None = None
) -> pl.DataFrame:
    """The same as a frame. Sums, which DuckDB counts in 128 bits, are ordinary integers where they fit.

    Raises as `run`.
    """
    import polars as pl

    names, stream = selected(con, sql, parameters)
    with told(tr("the query")):
        table = stream.read_all()
    frame = pl.DataFrame(table.rename_columns(names))
    sums = [name for name, kind in frame.schema.items() if isinstance(kind, pl.Decimal) and not kind.scale]
    whole = frame.select(pl.col(sums).cast(pl.Int64, strict=False))
    fit = [name for name in sums if whole[name].null_count() == frame[name].null_count()]
    return frame.with_columns(whole[fit])


def selected(
    con: DuckDBPyConnection,
    sql: str,
    parameters: Sequence[Any] | Mapping[str, Any] | None,
    *,
    times_as_text: bool = False,
) -> tuple[list[str], arrow.RecordBatchReader]:
    """The column names of a select, each there once, and its rows as they come."""
    with told(tr("the query")):
        statements = con.extract_statements(sql)
        if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
            raise QueryError(tr("The query must be one select: nothing is changed from here."))
        # only at the top may a select hold a part that writes: as a subquery, such a one is refused
        within = f"({sql.strip().rstrip(';')}\n)"
        columns = con.execute(f"describe select * from {within}", parameters).fetchall()
        kinds = ("INTERVAL", *(("DATE", "TIME") if times_as_text else ()))  # Arrow has no use for intervals
        as_text = [name_in_sql(name) for name, kind, *_ in columns if any(word in kind for word in kinds)]
        if as_text:
            replaced = ", ".join(f"cast({name} as varchar) as {name}" for name in as_text)
            sql = f"select * replace ({replaced}) from {within}"
        # by way of arro3: rows with times would take pytz, and polars asking DuckDB ends in talk of leaks
        stream = arrow.RecordBatchReader.from_arrow(con.sql(sql, params=parameters or None))
    return [name for name, *_ in columns], stream


def _config(threads: int | None) -> dict[str, str | bool | int | float | list[str]]:
    config: dict[str, str | bool | int | float | list[str]] = {"python_enable_replacements": False}
    return config | ({"threads": threads} if threads else {})


def _open(con: DuckDBPyConnection, place: Path, store: Path, threads: int | None) -> DuckDBPyConnection:
    """Have a connection that nobody else has read what was built, and nothing else but the store's files.

    Another takes its place where it has spilled to disk: DuckDB spills to one folder, and a build's is gone.
    """
    spill = f"set temp_directory = {text_in_sql(f'{place}.tmp')}"
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
    folders = [str(store), glob.escape(str(store))]  # the files are named as patterns
    con.execute(f"set allowed_directories = [{', '.join(map(text_in_sql, folders))}]")
    con.execute("set timezone = 'UTC'")
    con.execute("set enable_external_access = false")
    con.execute("set lock_configuration = true")
    return con


def _memory() -> int:
    """The machine's memory in bytes, where the system tells."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return 2 * _MEMORY


def _whole(tables: Mapping[str, StoredTable]) -> dict[str, StoredTable]:
    """The tables with absolute paths, without the hands of sessions that have no row (not whole yet)."""
    there = {part.parent.name for part in tables["sessions"].parts}
    return {
        name: replace(
            table,
            parts=[p.absolute() for p in table.parts if not table.session_in_path or p.parent.name in there],
        )
        for name, table in tables.items()
    }


def _hash_of_models(tables: Mapping[str, StoredTable]) -> str:
    texts = [duckdb.__version__, *(f"{name} {table.columns}" for name, table in tables.items())]
    for file in sorted([*FOLDER.rglob("*.sql"), *FOLDER.glob("*.py")]):
        texts += [str(file.relative_to(FOLDER)), file.read_text(encoding="utf-8")]
    return _hash(texts)


def _hash_of_parts(store: Path, tables: Mapping[str, StoredTable]) -> str:
    return _hash([str(store), *(signature(table.parts) for table in tables.values())])


def _hash(texts: Sequence[str]) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def _clear(files: Iterable[Path], older_than: float = 0) -> None:
    for file in files:
        with suppress(OSError):  # somebody has it open: the next build tries again
            if time.time() - _changed_at(file) >= older_than:
                shutil.rmtree(file) if file.is_dir() else file.unlink()


def _changed_at(file: Path) -> float:
    with suppress(OSError):  # gone meanwhile
        return file.stat().st_mtime
    return 0


def _silent(what: str, done: int, of: int) -> None:
    pass
