"""Fills a new database with what the models say: tables of the sums and the marts, views of all the rest."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import unquote

import duckdb
from duckdb import DuckDBPyConnection

from language import tr
from queries.models import FORMULAS, Model, needed_for, told
from queries.sources import (
    Portion,
    StoredTable,
    parts_by_session,
    portions,
    rows_of,
    signature,
    state_columns,
    text_in_sql,
)
from queries.spread import Spread, merge, sums_among, taken_by

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

    def build(self, before: Path | None) -> None:
        """Fill the database; `before` is an earlier one of the same models. Raises QueryError."""
        self.con.execute(FORMULAS.read_text(encoding="utf-8"))
        state_columns(self.con, self.tables)
        for name, table in self.tables.items():
            with told(tr("the table {name}", name=name)):
                self.con.execute(f"create view {name} as {rows_of(name, table, table.parts)}")
        self._point_at([])  # so that making a view opens no file
        for model in self.models.values():
            if model.kind in ("staging", "parts", "stored", "intermediate"):
                self._create("table" if model in self.sums else "view", model)
        there = before is not None and self._attach(before)
        self._sum_up(there)
        self._make_marts(self._kinds_alike() if there else set())
        if there:
            self.con.execute("detach before")
        self._point_at([])
        for model in self.models.values():
            if model.kind == "checks":
                self._create("view", model)

    def _create(self, what: str, model: Model) -> None:
        with told(model.name):
            self.con.execute(f"create {what} {model.name} as {model.sql}")

    def _point_at(self, folders: Sequence[str]) -> None:
        for name in ("hands", "seats", "sums"):
            by_session = parts_by_session(self.tables[name])
            parts = [part for folder in folders for part in by_session.get(folder, ())]
            point(self.con, name, rows_of(name, self.tables[name], parts))

    def _attach(self, before: Path) -> bool:
        """Have a database at hand as `before`; False where it is gone, or no database."""
        try:
            self.con.execute(f"attach {text_in_sql(str(before))} as before (read_only)")
        except duckdb.Error:
            return False
        return True

    def _sum_up(self, before: bool) -> None:
        """Fill the sums: from the database before for sessions that are the same, else portion by portion."""
        hands, seats = (parts_by_session(self.tables[name]) for name in ("hands", "seats"))
        self.con.execute("create table summed (folder varchar, session_id varchar, signature varchar)")
        self.con.execute(
            "create table catalogue as select ? as signature", [signature(self.tables["variants"].parts)]
        )
        for folder in hands:
            name = unquote(folder.removeprefix("session_id="))
            facts = signature([*hands[folder], *seats.get(folder, ())])
            self.con.execute("insert into summed values (?, ?, ?)", [folder, name, facts])
        taken = self._take_over() if before else set()
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

    def _take_over(self) -> set[str]:
        same = "select session_id from summed join before.summed using (session_id, signature)"
        for model in self.sums:
            self.con.execute(
                f"insert into {model.name} from before.{model.name} where session_id in ({same})"
            )
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
        if taken:
            rows = rows_of("sums", self.tables["sums"], [part for folder in taken for part in sums[folder]])
            point(self.con, "sums", rows)
            for model in self.sums:
                with told(model.name):
                    self.con.execute(f"insert into {model.name} by name from {stored_form(model.name)}")
        return taken

    def _kinds_alike(self) -> set[str]:
        """The kinds of session that hold what they held in the database before: their sums are the same."""
        kinds = """
            with now as (
                select kind, session_id, signature from summed join stg_sessions using (session_id)
            ),
            earlier as (
                select kind, session_id, signature from before.summed join stg_sessions using (session_id)
            )
            select distinct kind from stg_sessions
            where kind not in (select kind from now anti join earlier using (session_id, signature))
                and (select count(*) from earlier) = (select count(*) from before.summed)
                and kind not in (select kind from earlier anti join now using (session_id, signature))
                and (from catalogue) = (from before.catalogue)
        """
        return {kind for (kind,) in self.con.execute(kinds).fetchall()}

    def _make_marts(self, alike: Collection[str]) -> None:
        """Make the marts; of those that follow from the sums alone, rows of `alike` kinds are taken over."""
        named = """
            select folder from summed
            where session_id in (select session_id from int_session_sums where names > 0)
            order by folder
        """
        self._point_at([folder for (folder,) in self.con.execute(named).fetchall()])
        readers = [name for model in self.models.values() for name in model.reads]
        shared = {
            m.name for m in self.models.values() if m.kind == "intermediate" and readers.count(m.name) > 1
        }
        made = [m for m in self.models.values() if m.kind == "marts" or m.name in shared]
        for number, model in enumerate(made):
            self.progress(model.name, number, len(made))
            if alike and model.kind == "marts" and self._is_of_sums(model):
                self._make_by_kind(model, alike)
            else:
                self._create("temp table" if model.name in shared else "table", model)

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
        return leaves <= names and "kind" in self._columns(model)

    def _columns(self, model: Model) -> set[str]:
        described = self.con.execute(f"describe before.{model.name}").fetchall()
        return {name for name, *_ in described}

    def _make_by_kind(self, model: Model, alike: Collection[str]) -> None:
        """Make a mart whose rows are in the order of their kind, one kind after the other."""
        with told(model.name):
            self.con.execute(f"create table {model.name} as from before.{model.name} limit 0")
            kinds = self.con.execute("select distinct kind from stg_sessions order by kind").fetchall()
            for (kind,) in kinds:
                rows = f"before.{model.name}" if kind in alike else f"({model.sql})"
                self.con.execute(f"insert into {model.name} select * from {rows} where kind = ?", [kind])


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
