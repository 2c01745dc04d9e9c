"""Fills a new database with what the models say: tables of the sums and the marts, views of all the rest."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import takewhile
from urllib.parse import unquote

from duckdb import DuckDBPyConnection

from language import tr
from queries.models import FORMULAS, Model, needed_for, told
from queries.sources import (
    Portion,
    StoredTable,
    in_memory,
    parts_by_session,
    portions,
    rows_of,
    signature,
    state_columns,
    text_in_sql,
)
from queries.spread import Spread, merge, sums_among, taken_by

FOR_FEW_ROWS = """
    set threads = 1;
    set disabled_optimizers = 'cte_inlining,duplicate_groups,statistics_propagation';
"""
"""Where the hands of runs stay as they are, planning takes more than running: less of it, and no waiting."""

PARTS_AT_ONCE = 1024
"""Of how many parts the sums are read into memory at once, some 150 kB each."""

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how many steps are done, and how many there are."""


class Builder:
    """Fills one database.

    The models under parts/ that others read are the sums: tables, filled portion by portion of the hands,
    here or by whom `spread` has do it.
    After them, hands and seats are only those of sessions in which players have names: no model outside
    parts/ needs the others.
    """

    def __init__(
        self,
        con: DuckDBPyConnection,
        tables: Mapping[str, StoredTable],
        models: Mapping[str, Model],
        progress: Progress,
        spread: Spread | None = None,
    ) -> None:
        self.con = con
        self.tables = tables
        self.models = models
        self.progress = progress
        self.spread = spread
        self.sums = sums_among(models)

    def build(self, *, again: bool) -> None:
        """Fill the database; `again` where it is a copy of one that the same models have filled.

        Raises QueryError.
        """
        if not again:
            self.con.execute(FORMULAS.read_text(encoding="utf-8"))
            state_columns(self.con, self.tables)
            self.con.execute("create table listed (name varchar, rows varchar)")
        self._list_parts()
        self._point_at([])  # so that making a view opens no file
        if not again:
            for model in self.models.values():
                if model.kind in ("staging", "parts", "stored", "intermediate"):
                    self._create("table" if model in self.sums else "view", model)
        self._state_sessions(again)
        alike = self._kinds_alike() if again else set()
        if "run" in alike:
            self.con.execute(FOR_FEW_ROWS)
        self._sum_up(again)
        self._make_marts(alike)
        self._point_at([])
        if not again:
            for model in self.models.values():
                if model.kind == "checks":
                    self._create("view", model)

    def _list_parts(self) -> None:
        """Make a view of each table of the store, unless it is there: that opens every file."""
        there = self.con.execute("from listed").fetchall()
        for name, table in self.tables.items():
            rows = rows_of(name, table, table.parts)
            if (name, rows) not in there:
                with told(tr("the table {name}", name=name)):
                    self.con.execute(f"create or replace view {name} as {rows}")
                self.con.execute("delete from listed where name = ?", [name])
                self.con.execute("insert into listed values (?, ?)", [name, rows])

    def _create(self, what: str, model: Model) -> None:
        with told(model.name):
            self.con.execute(f"create {what} {model.name} as {model.sql}")

    def _point_at(self, folders: Sequence[str]) -> None:
        for name in ("hands", "seats", "sums"):
            by_session = parts_by_session(self.tables[name])
            parts = [part for folder in folders for part in by_session.get(folder, ())]
            point(self.con, name, rows_of(name, self.tables[name], parts))

    def _state_sessions(self, again: bool) -> None:
        """Have the table `summed` tell the files of each session; `summed_before`, of the build before."""
        if again:
            self.con.execute("create or replace temp table summed_before as from summed")
            self.con.execute("create or replace temp table catalogue_before as from catalogue")
        self.con.execute(
            "create or replace table summed (folder varchar, session_id varchar, signature varchar)"
        )
        self.con.execute(
            "create or replace table catalogue as select ? as signature",
            [signature(self.tables["variants"].parts)],
        )
        seats = parts_by_session(self.tables["seats"])
        for folder, hands in parts_by_session(self.tables["hands"]).items():
            name = unquote(folder.removeprefix("session_id="))
            facts = signature([*hands, *seats.get(folder, ())])
            self.con.execute("insert into summed values (?, ?, ?)", [folder, name, facts])

    def _sum_up(self, again: bool) -> None:
        """Fill the sums: those of sessions that are the same are there already; else portion by portion."""
        hands = parts_by_session(self.tables["hands"])
        taken = self._leave_alike() if again else set()
        taken |= self._take_stored([folder for folder in hands if folder not in taken])
        parts = portions(self.con, self.tables, [folder for folder in hands if folder not in taken])
        if self.spread and parts:
            wanted = [taken_by(portion, self.tables, self.sums, self.models) for portion in parts]
            self.progress(tr("summing up hands"), 0, len(parts))
            for number, summed in enumerate(self.spread(wanted), 1):
                merge(self.con, self.sums, summed)
                self.progress(tr("summing up hands"), number, len(parts))
        else:
            self._sum_here(parts)

    def _sum_here(self, parts: Sequence[Portion]) -> None:
        names = [model.name for model in self.sums]
        shared = [m for m in needed_for(names, self.models) if m.kind == "parts" and m not in self.sums]
        for number, portion in enumerate(parts):
            self.progress(tr("summing up hands"), number, len(parts))
            point(self.con, "hands", rows_of("hands", self.tables["hands"], portion.hands))
            point(self.con, "seats", rows_of("seats", self.tables["seats"], portion.seats))
            with held(self.con, shared):
                for model in self.sums:
                    with told(model.name):
                        self.con.execute(f"insert into {model.name} {model.sql}")

    def _leave_alike(self) -> set[str]:
        """Take away the sums of sessions that aren't as they were; the folders of those that are."""
        same = "select session_id from summed join summed_before using (session_id, signature)"
        for model in self.sums:
            self.con.execute(f"delete from {model.name} where session_id not in ({same})")
        folders = self.con.execute(f"select folder from summed where session_id in ({same})").fetchall()
        return {folder for (folder,) in folders}

    def _take_stored(self, folders: Sequence[str]) -> set[str]:
        """Fill the sums of sessions beside whose every part lie its sums, and say which those are."""
        hands, sums = (parts_by_session(self.tables[name]) for name in ("hands", "sums"))
        taken = {
            folder
            for folder in folders
            if [part.name for part in hands[folder]] == [part.name for part in sums.get(folder, ())]
        }
        parts = [part for folder in sorted(taken) for part in sums[folder]]
        for first in range(0, len(parts), PARTS_AT_ONCE):
            with told(tr("the table {name}", name="sums")):
                in_memory(self.con, "sums", parts[first : first + PARTS_AT_ONCE])
            for model in self.sums:
                with told(model.name):
                    self.con.execute(f"insert into {model.name} by name from {stored_form(model.name)}")
            self.con.unregister("sums")
        return taken

    def _kinds_alike(self) -> set[str]:
        """The kinds of session that hold what they held in the build before: their sums are the same.

        Marts have their kinds in descending order (runs, nights, imports), so that those that stay are before
        those that are made: of the kinds alike those that come before any other.
        """
        kinds = """
            with now as (
                select kind, session_id, signature from summed join stg_sessions using (session_id)
            ),
            earlier as (
                select kind, session_id, signature from summed_before join stg_sessions using (session_id)
            )
            select distinct kind from stg_sessions
            where kind not in (select kind from now anti join earlier using (session_id, signature))
                and (select count(*) from earlier) = (select count(*) from summed_before)
                and kind not in (select kind from earlier anti join now using (session_id, signature))
                and (from catalogue) = (from catalogue_before)
        """
        same = {kind for (kind,) in self.con.execute(kinds).fetchall()}
        there = self.con.execute("select distinct kind from stg_sessions order by kind desc").fetchall()
        return {*takewhile(same.__contains__, (kind for (kind,) in there))}

    def _make_marts(self, alike: Collection[str]) -> None:
        """Make the marts; of those that follow from the sums alone, the rows of `alike` kinds stay."""
        marts = [model for model in self.models.values() if model.kind == "marts"]
        of_sums = [model for model in marts if alike and self._is_of_sums(model)]
        self._point_at([])
        with self._others_only(alike) as others:
            stale = [model for model in of_sums if not model.of_runs or "run" not in alike]
            with self._shared_by(stale if others else []):
                for number, model in enumerate(stale):
                    self.progress(model.name, number, len(marts))
                    self._make_others(model, alike, others)
        named = """
            select folder from summed
            where session_id in (select session_id from int_session_sums where names > 0)
            order by folder
        """
        self._point_at([folder for (folder,) in self.con.execute(named).fetchall()])
        rest = [model for model in marts if model not in of_sums]
        with self._shared_by(rest):
            for number, model in enumerate(rest, start=len(of_sums)):
                self.progress(model.name, number, len(marts))
                self._create("or replace table", model)

    @contextmanager
    def _shared_by(self, marts: Sequence[Model]) -> Iterator[None]:
        """Keep the rows of the intermediate models that several of `marts`, or of what these read, read."""
        models = {
            name: replace(model, reads=frozenset()) if model in self.sums else model
            for name, model in self.models.items()
        }
        needed = needed_for([model.name for model in marts], models)
        readers = [name for model in needed for name in model.reads]
        with held(self.con, [m for m in needed if m.kind == "intermediate" and readers.count(m.name) > 1]):
            yield

    @contextmanager
    def _others_only(self, alike: Collection[str]) -> Iterator[bool]:
        """Let the sessions be those of other kinds than `alike`, and say whether there are any."""
        kinds = ", ".join(text_in_sql(kind) for kind in alike) or "null"
        sessions = f"select * from ({self.models['stg_sessions'].sql}) where kind not in ({kinds})"
        point(self.con, "stg_sessions", sessions)
        (count,) = self.con.execute("select count(*) from stg_sessions").fetchall()[0]
        yield count > 0
        self.con.execute("drop view temp.stg_sessions")

    def _is_of_sums(self, model: Model) -> bool:
        """Whether a mart, kind by kind, follows from the sums, the sessions and the catalogue alone."""
        names = {m.name for m in self.sums} | {"stg_sessions", "stg_variants"}
        waiting, leaves = set(model.reads), set()
        while waiting:
            name = waiting.pop()
            if name in names or self.models[name].kind == "staging":
                leaves.add(name)
            else:
                waiting |= self.models[name].reads
        columns = self.con.execute(f"describe {model.name}").fetchall()
        return leaves <= names and "kind" in {name for name, *_ in columns}

    def _make_others(self, model: Model, alike: Collection[str], others: bool) -> None:
        """Make the rows of a mart anew that aren't of `alike` kinds: `others`, whether there can be any."""
        kinds = ", ".join("?" * len(alike))
        with told(model.name):
            self.con.execute(f"delete from {model.name} where kind not in ({kinds})", [*alike])
            if others:
                self.con.execute(f"insert into {model.name} {model.sql}")


def stored_form(name: str) -> str:
    """The model that says of the sums beside parts what a model of sums says of hands."""
    return name.replace("int_", "stored_", 1)


def point(con: DuckDBPyConnection, table: str, rows: str) -> None:
    """Let a table of the store be the rows of a select, for every model, as long as the connection lasts."""
    with told(tr("the table {name}", name=table)):
        con.execute(f"create or replace temp view {table} as {rows}")


@contextmanager
def held(con: DuckDBPyConnection, models: Sequence[Model]) -> Iterator[None]:
    """Keep the rows of models for a while, for others to read."""
    for model in models:
        with told(model.name):
            con.execute(f"create temp table {model.name} as {model.sql}")
    yield
    for model in models:
        con.execute(f"drop table temp.{model.name}")
