"""Fills the database of the marts: first the models that depend on a single session, then the requested marts."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path

from duckdb import DuckDBPyConnection

from language import tr
from queries.cache import signature
from queries.models import FORMULAS, Model, as_query_error, needed_for
from queries.portions import VIEWS, materialized, models_by_session, read_all_parts, read_parts, sums_of
from queries.sources import (
    BY_PART,
    HAND_BITS,
    StoredTable,
    all_rows,
    create_column_tables,
    files_in_sql,
    parts_by_session,
    portions,
    rows_of,
    sessions_in,
    text_in_sql,
    together,
)

FOR_FEW_ROWS = (
    "build_side_probe_side", "column_lifetime", "cte_inlining", "filter_pushdown", "in_clause", "join_order", "unused_columns",
)  # fmt: skip
"""The optimizer passes for few rows, where planning takes longer than running: those without which joins could take
time that grows with the square of the rows, or of which every query for some of a season's nights makes use: a condition
on the nights goes into a view's common table expressions, and hundreds of nights are looked up by hash.
"""

FEW_BYTES = 1 << 24
"""Size of the part files up to which a store has few rows: about 400 nights, or 600,000 hands of runs."""

WITH_SESSIONS = ("sessions", "bank")
COPIED = (*WITH_SESSIONS, "luck")
"""The tables of the store that have a small file for each session: opening hundreds of files takes longer than any
query on them. `luck` is derived from the others, after some marts, and so is copied apart.
"""

COPIED_BYTES = 1 << 18
"""Size up to which a session's hands and seats are copied as well, which a few times the hands of a night have."""

COPY_KEY = 1 << 22
"""The `hand_key` of a copied hand begins with a number above this, and that of a hand in a file with one below."""

COPIES_AT_ONCE = 128
"""Number of copied sessions whose hands are summed up at once."""

SUMS_AT_ONCE = 256
"""Number of files of sums that are read into memory at once."""

ADDED = {
    "nets": "added_net_sums",
    **dict.fromkeys(("pots", "showdowns", "carries", "wins", "edges"), "added_ratio_sums"),
    "counts": "added_hand_counts",
    "squares": "sum",
    "least": "min",
}
"""The columns of sums that are added up over parts, each with its aggregate; rows are grouped by the other columns."""

Progress = Callable[[str, int, int], None]
"""Called with the name of the step, the number of steps done, and the number of steps."""


class Builder:
    """Fills one database.

    The tables `COPIED`, and the models under parts/ that others read, are tables with the rows of each session. These
    rows stay until the session's files or the merged ids of players change. The models are filled from `sums`, the
    file of a session's sums by its folder, else portion by portion from the hands. No other model reads hands and
    seats. Hands and seats of small sessions (`COPIED_BYTES`) are copied for searches and lists of hands.
    """

    def __init__(
        self,
        con: DuckDBPyConnection,
        tables: Mapping[str, StoredTable],
        models: Mapping[str, Model],
        sums: Mapping[str, Path],
        progress: Progress,
    ) -> None:
        self.con = con
        self.tables = tables
        self.models = models
        self.sums = sums
        self.progress = progress
        self.by_session = models_by_session(models)
        self.copied = _small_sessions(tables)
        self.merged: dict[str, str] = {}  # versions of games, with the versions that they are counted with

    def build(self, marts: Collection[str] | None, *, again: bool, same_data: bool) -> None:
        """Fill the database with `marts` (None: all of them). `again` if it is a copy of one that the same models
        filled; with the `same_data` its marts stay. Raises QueryError.
        """
        if again:
            self._list_parts()
        else:
            with self._few_rows():
                self._create_views()
        with self._few_rows() if has_few_rows(self.tables) else nullcontext():
            if not same_data:
                self._fill_sessions()
            self._copy_luck()
            self._create_marts(marts, same_data=same_data)
        if marts is None:
            for model in self.models.values():
                if model.kind == "checks":
                    self._create_one("view if not exists", model)
        read_all_parts(self.con)

    @contextmanager
    def _few_rows(self) -> Iterator[None]:
        ((threads,),) = self.con.execute("select current_setting('threads')").fetchall()
        expect_few_rows(self.con)
        yield
        self.con.execute(f"set threads = {threads}; reset disabled_optimizers")

    def _create_views(self) -> None:
        """Create the formulas, the views and the tables by session, which stay until the models change."""
        self.con.execute(FORMULAS.read_text(encoding="utf-8"))
        create_column_tables(self.con, self.tables)
        self.con.execute("create table listed (name varchar, rows varchar)")
        self.con.execute("create table filled (folder varchar, session_id varchar, signature varchar)")
        self.con.execute("create table copied (folder varchar, signature varchar)")
        for name in COPIED:
            self.con.execute(f"create table {name} as from columns.{name}")
        for name in BY_PART:
            self.con.execute(f"create table copied_{name} as from columns.{name}")
        self._list_parts()
        read_parts(self.con, together(self.tables, [], []))  # so that creating a view opens no file
        models = [
            model for model in self.models.values() if model.kind in ("staging", "parts", "intermediate")
        ]
        read = {name for model in models for name in model.reads}
        empty = [model.name for model in models if model.name in read and model not in self.by_session]
        for model in models:
            self._create_one("table" if model in self.by_session else "view", model)
            if model.name in empty:  # in place of the view, which each of its readers would plan again
                self.con.execute(f"create temp table {model.name} as from marts.{model.name} with no data")
        for name in empty:
            self.con.execute(f"drop table temp.{name}")

    def _create_one(self, what: str, model: Model) -> None:
        empty = " with no data" if model in self.by_session else ""  # planned and not run
        with as_query_error(model.name):
            self.con.execute(f"create {what} {model.name} as {model.sql}{empty}")

    def _list_parts(self) -> None:
        """Create a view of each table of the store that isn't copied, unless it exists: creating it opens every file."""
        there = dict(self.con.execute("from listed").fetchall())
        in_files = {name: self._without_copied(name, table) for name, table in self.tables.items()}
        wanted = {name: rows for name, rows in all_rows(in_files).items() if name not in COPIED}
        wanted |= {name: f"from copied_{name} union all by name {wanted[name]}" for name in BY_PART}
        changed = [name for name, rows in wanted.items() if there.get(name) != rows]
        for name in changed:
            with as_query_error(tr("the table {name}", name=name)):
                self.con.execute(f"create or replace view {name} as {wanted[name]}")
        self.con.execute("delete from listed where name in (from unnest(?))", [changed])
        rows = [wanted[name] for name in changed]
        self.con.execute("insert into listed select unnest(?), unnest(?)", [changed, rows])

    def _without_copied(self, name: str, table: StoredTable) -> StoredTable:
        if name not in BY_PART:
            return table
        return replace(table, parts=[part for part in table.parts if part.parent.name not in self.copied])

    def _fill_sessions(self) -> None:
        """Bring the tables by session up to date with the store: only changed sessions are read."""
        by_table = {name: parts_by_session(self.tables[name]) for name in (*WITH_SESSIONS, *BY_PART)}
        terms = [part.read_bytes() for name in ("terms", "action_kinds") for part in self.tables[name].parts]
        merged = "select variant_id, counts_as from variants where counts_as is not null order by all"
        self.merged = dict(self.con.execute(merged).fetchall())
        merged = "select player_id, merged_into from players where merged_into is not null order by all"
        counted_as = [self.merged, self.con.execute(merged).fetchall()]
        words = hashlib.sha256(b"".join(terms) + repr(counted_as).encode()).hexdigest()
        now = {
            folder: f"{signature(part for parts in by_table.values() for part in parts.get(folder, ()))}|{words}"
            for folder in by_table["sessions"]
        }
        before = {folder: sign for folder, _, sign in self.con.execute("from filled").fetchall()}
        gone, new = _changes(before, now)
        if gone:
            names = sessions_in(gone)
            copies = [f"copied_{name}" for name in BY_PART]
            for table in ("sessions", *copies, *(model.name for model in self.by_session)):
                self.con.execute(f"delete from {table} where session_id in (from unnest(?))", [names])
            self.con.execute("delete from filled where folder in (from unnest(?))", [gone])
        # rows that belong to none of these, such as a season's payments, are read again each time
        without_session = "session_id is null or session_id not in (select session_id from sessions)"
        self.con.execute(f"delete from bank where {without_session}")
        loose = [folder for folder in by_table["bank"] if folder not in by_table["sessions"]]
        for name in WITH_SESSIONS:
            parts = [part for folder in (*new, *loose) for part in by_table[name].get(folder, ())]
            with as_query_error(tr("the table {name}", name=name)):
                self.con.execute(f"insert into {name} by name {rows_of(name, self.tables[name], parts)}")
        self._copy_hands([folder for folder in new if folder in self.copied])
        summed = self._take_sums([folder for folder in new if folder in self.sums])
        self._sum_up([folder for folder in new if folder in by_table["hands"] and folder not in summed])
        filled = [new, sessions_in(new), [now[folder] for folder in new]]
        self.con.execute("insert into filled select unnest(?), unnest(?), unnest(?)", filled)

    def _copy_hands(self, folders: Sequence[str]) -> None:
        """Copy the hands and seats of sessions."""
        if not folders:
            return
        parts = [
            [part for folder in folders for part in parts_by_session(self.tables[name]).get(folder, ())]
            for name in BY_PART
        ]
        keys = " union all ".join(f"select max(hand_key) as key from copied_{name}" for name in BY_PART)
        ((last,),) = self.con.execute(f"select max(key) >> {HAND_BITS} from ({keys})").fetchall()
        added = (1 + (last or COPY_KEY)) << HAND_BITS
        for name, rows in together(self.tables, *parts).items():
            with as_query_error(tr("the table {name}", name=name)):
                self.con.execute(
                    f"insert into copied_{name} by name select * replace (hand_key + {added} as hand_key) from ({rows})"
                )

    def _copy_luck(self) -> None:
        """Bring the copy of the luck of sessions up to date: only changed files are read."""
        parts = parts_by_session(self.tables["luck"])
        now = {folder: signature(files) for folder, files in parts.items()}
        gone, new = _changes(dict(self.con.execute("from copied").fetchall()), now)
        if gone:
            self.con.execute("delete from luck where session_id in (from unnest(?))", [sessions_in(gone)])
            self.con.execute("delete from copied where folder in (from unnest(?))", [gone])
        if new:
            files = [part for folder in new for part in parts[folder]]
            with as_query_error(tr("the table {name}", name="luck")):
                self.con.execute(f"insert into luck by name {rows_of('luck', self.tables['luck'], files)}")
            signatures = [now[folder] for folder in new]
            self.con.execute("insert into copied select unnest(?), unnest(?)", [new, signatures])

    def _take_sums(self, folders: Sequence[str]) -> set[str]:
        """Fill the tables by session from the files of sums, and return the folders that had any."""
        with_sums: set[str] = set()
        for first in range(0, len(folders), SUMS_AT_ONCE):
            some = folders[first : first + SUMS_AT_ONCE]
            names = {str(self.sums[folder]): folder for folder in some}
            with as_query_error(tr("the sums")):
                self.con.execute(
                    "create or replace temp table sums as select * replace (parse_path(filename)[-2] as filename) "
                    f"from read_parquet({files_in_sql(names)}, filename = true)"
                )
                for model in self.by_session:
                    self._take_model(model)
            with_sums |= {
                folder for (folder,) in self.con.execute("select distinct filename from sums").fetchall()
            }
        self.con.execute("drop table if exists temp.sums")
        return with_sums

    def _take_model(self, model: Model) -> None:
        """Fill a table by session with the rows of the parts in `sums`, added up within a session."""
        if model.name not in self._columns("sums"):
            return
        parts = (
            "select url_decode(split_part(filename, '=', 2)) as session_id, "
            f"unnest({model.name}, max_depth := 2) from sums"
        )
        columns = self._columns(model.name)
        games = [name for name in columns if name.endswith("variant_id")] if self.merged else []
        if games:
            known = ", ".join(
                f"{text_in_sql(one)}: {text_in_sql(other)}" for one, other in self.merged.items()
            )
            replaced = ", ".join(f"coalesce(map {{{known}}}[{name}], {name}) as {name}" for name in games)
            parts = f"select * replace ({replaced}) from ({parts})"
        if "player_id" not in columns and not ADDED.keys().isdisjoint(columns):
            added = ", ".join(
                f"{ADDED[name]}({name}) as {name}" if name in ADDED else name for name in columns
            )
            parts = f"select {added} from ({parts}) group by all"
        self.con.execute(f"insert into {model.name} by name {parts}")

    def _columns(self, table: str) -> list[str]:
        return [name for name, *_ in self.con.execute(f"describe {table}").fetchall()]

    def _sum_up(self, folders: Sequence[str]) -> None:
        """Fill the tables by session from hands and seats."""
        in_files = portions(self.con, self.tables, [f for f in folders if f not in self.copied])
        copied = [f for f in folders if f in self.copied]
        selects = [portion.rows_in_sql(self.tables) for portion in in_files]
        selects += [
            _copied_rows(copied[first : first + COPIES_AT_ONCE])
            for first in range(0, len(copied), COPIES_AT_ONCE)
        ]
        for number, rows_read in enumerate(selects):
            self.progress(tr("summing up hands"), number, len(selects))
            with sums_of(rows_read, self.con, self.models) as sums:
                for name, rows in sums.items():
                    with as_query_error(name):
                        self.con.execute(f"insert into marts.{name} {rows}")

    def _create_marts(self, wanted: Collection[str] | None, *, same_data: bool) -> None:
        """Create the requested marts, and drop the others if the data has changed."""
        there = created_marts(self.con)
        if not same_data:
            for name in there:
                self.con.execute(f"drop table {name}")
            there = set()
        names = (
            [model.name for model in self.models.values() if model.kind == "marts"]
            if wanted is None
            else wanted
        )
        marts = [m for m in needed_for(names, self.models) if m.kind == "marts" and m.name not in there]
        with materialized(self.con, self._shared_by(marts)):
            for number, model in enumerate(marts):
                self.progress(model.name, number, len(marts))
                self._create_one("table", model)

    def _shared_by(self, marts: Sequence[Model]) -> list[Model]:
        """Return the intermediate models and small tables that several of these marts read, except `VIEWS`."""
        leaves = {model.name for model in self.by_session}
        models = {
            name: replace(model, reads=frozenset()) if name in leaves else model
            for name, model in self.models.items()
        }
        needed = [
            m for m in needed_for([mart.name for mart in marts], models) if m.kind != "marts" or m in marts
        ]
        readers = [name for model in needed for name in model.reads]
        shared = [m for m in needed if readers.count(m.name) > 1 and m.name not in VIEWS]
        return [m for m in shared if m.kind in ("staging", "intermediate")]


def has_few_rows(tables: Mapping[str, StoredTable]) -> bool:
    """Whether planning a query of these tables takes longer than running it.

    >>> has_few_rows(tables)
    True
    """
    return sum(part.stat().st_size for name in BY_PART for part in tables[name].parts) < FEW_BYTES


def expect_few_rows(con: DuckDBPyConnection) -> None:
    """Let a connection plan with the passes `FOR_FEW_ROWS` alone, and run with one thread.

    >>> import duckdb
    >>> with duckdb.connect() as few:
    ...     expect_few_rows(few)
    ...     few.sql("select current_setting('threads')").fetchall()
    [(1,)]
    """
    passes = "select list(name) from duckdb_optimizers() where name not in (from unnest(?))"
    ((skipped,),) = con.execute(passes, [FOR_FEW_ROWS]).fetchall()
    con.execute(f"set threads = 1; set disabled_optimizers = '{','.join(skipped)}'")


def _small_sessions(tables: Mapping[str, StoredTable]) -> set[str]:
    """The folders of the sessions whose hands and seats are copied."""
    sizes: dict[str, int] = {}
    for name in BY_PART:
        for part in tables[name].parts:
            sizes[part.parent.name] = sizes.get(part.parent.name, 0) + part.stat().st_size
    return {folder for folder, size in sizes.items() if size <= COPIED_BYTES}


def _copied_rows(folders: Sequence[str]) -> dict[str, str]:
    """Selects of the copied hands and seats of sessions: each select from files opens and describes all of them."""
    names = ", ".join(map(text_in_sql, sessions_in(folders)))
    return {name: f"from marts.copied_{name} where session_id in ({names})" for name in BY_PART}


def _changes(before: Mapping[str, str], now: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """The folders whose rows go, and those whose rows come, by the signatures of their files."""
    gone = [folder for folder, sign in before.items() if now.get(folder) != sign]
    return gone, [folder for folder, sign in now.items() if before.get(folder) != sign]


def created_marts(con: DuckDBPyConnection) -> set[str]:
    """The names of the marts in the database that a connection uses.

    >>> "mart_hands" in created_marts(con)
    True
    """
    names = "select table_name from duckdb_tables() where starts_with(table_name, 'mart_')"
    return {name for (name,) in con.execute(names).fetchall()}
