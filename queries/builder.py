"""Fills a new database with what the models say: tables of the sums and the marts, views of all the rest."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from itertools import product, takewhile
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
    set disabled_optimizers = 'cte_inlining,common_subplan,duplicate_groups,statistics_propagation';
"""
"""Where the hands of runs stay as they are, planning takes more than running: less of it, and no waiting."""

PARTS_AT_ONCE = 1024
"""Of how many parts the sums are read into memory at once, some 150 kB each."""

POINTED = ("hands", "seats", "sums")
"""The tables of the store that are read part by part."""

HERE, BESIDE = "here", "beside"
"""The schemas of the tables of sums: of hands that were summed up here, and of parts beside which their sums
lie. A table that changes is packed again: those of runs are large, and stay.
"""

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how many steps are done, and how many there are."""


@dataclass(frozen=True, kw_only=True)
class Since:
    """What is as it was in the build before: the `folders` of sessions, and the kinds of session all of whose
    hands are the same; which sessions' sums have `gone`, and the kinds that there are.
    """

    folders: set[str]
    gone: Sequence[str]
    kinds_alike: Sequence[str]
    kinds: Sequence[str]

    @property
    def others(self) -> bool:
        """Whether there are sessions of other kinds than those alike."""
        return len(self.kinds) > len(self.kinds_alike)


class Builder:
    """Fills one database.

    The models under parts/ that others read are the sums: tables, filled from the sums that lie beside
    parts, else portion by portion of the hands, here or by whom `spread` has do it.
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
        if again:
            self._list_parts()
        else:
            self._make_views()
        since = self._state_sessions(again)
        with self._few_rows() if "run" in since.kinds_alike else nullcontext():
            self._sum_up(since)
            self._make_marts(since)
        if not again:
            self._point_at([])
            self._create_all("view", ("checks",))
        point_no_more(self.con)

    @contextmanager
    def _few_rows(self) -> Iterator[None]:
        ((threads,),) = self.con.execute("select current_setting('threads')").fetchall()
        self.con.execute(FOR_FEW_ROWS)
        yield
        self.con.execute(f"set threads = {threads}; reset disabled_optimizers")

    def _make_views(self) -> None:
        """Make the formulas, the views and the tables of the sums, which stay as long as the models do."""
        self.con.execute(FORMULAS.read_text(encoding="utf-8"))
        state_columns(self.con, self.tables)
        self.con.execute("create table listed (name varchar, rows varchar)")
        self.con.execute(f"create schema {HERE}")
        self.con.execute(f"create schema {BESIDE}")
        self._list_parts()
        self._point_at([])  # so that making a view opens no file
        self._create_all("view", ("staging", "parts", "stored", "intermediate"))

    def _create_all(self, what: str, kinds: Collection[str]) -> None:
        for model in (model for model in self.models.values() if model.kind in kinds):
            if model in self.sums:
                self._create_sums(model)
            else:
                self._create(what, model)

    def _create_sums(self, model: Model) -> None:
        """Make the tables of a model of sums, and the view of both."""
        here, beside = summed_in(HERE, model), summed_in(BESIDE, model)
        with told(model.name):
            self.con.execute(f"create table {here} as {model.sql}")
            self.con.execute(f"create table {beside} as from {here}")
            self.con.execute(f"create view {model.name} as from {here} union all from {beside}")

    def _list_parts(self) -> None:
        """Make a view of each table of the store, unless it is there: that opens every file."""
        there = dict(self.con.execute("from listed").fetchall())
        wanted = {name: rows_of(name, table, table.parts) for name, table in self.tables.items()}
        changed = [name for name, rows in wanted.items() if there.get(name) != rows]
        for name in changed:
            with told(tr("the table {name}", name=name)):
                self.con.execute(f"create or replace view {name} as {wanted[name]}")
        self.con.execute("delete from listed where name in (from unnest(?))", [changed])
        told_rows = [wanted[name] for name in changed]
        self.con.execute("insert into listed select unnest(?), unnest(?)", [changed, told_rows])

    def _create(self, what: str, model: Model) -> None:
        with told(model.name):
            self.con.execute(f"create {what} {model.name} as {model.sql}")

    def _point_at(self, folders: Sequence[str]) -> None:
        for name in POINTED:
            by_session = parts_by_session(self.tables[name])
            parts = [part for folder in folders for part in by_session.get(folder, ())]
            point(self.con, name, rows_of(name, self.tables[name], parts))

    def _state_sessions(self, again: bool) -> Since:
        """Have the table `summed` tell the files of each session, and say what is as it was."""
        earlier = self.con.execute("from summed").fetchall() if again else []
        catalogue = signature(self.tables["variants"].parts)
        tables = [parts_by_session(self.tables[name]) for name in ("sessions", "hands", "seats")]
        now = {
            folder: signature([part for parts in tables for part in parts.get(folder, ())])
            for folder in tables[0]
        }
        before = {folder: facts for folder, _, facts in earlier}
        self.con.execute(
            "create or replace table summed (folder varchar, session_id varchar, signature varchar)"
        )
        names = [unquote(folder.removeprefix("session_id=")) for folder in now]
        rows = [[*now], names, [*now.values()]]
        self.con.execute("insert into summed select unnest(?), unnest(?), unnest(?)", rows)
        same_games = again and self.con.execute("from catalogue").fetchall() == [(catalogue,)]
        self.con.execute("create or replace table catalogue as select ? as signature", [catalogue])
        there = dict(self.con.execute("select session_id, kind from stg_sessions").fetchall())
        same = {folder for folder, facts in now.items() if before.get(folder) == facts}
        gone = [name for folder, name, _ in earlier if folder not in same]
        changed = {name for folder, name in zip(now, names, strict=True) if folder not in same} | {*gone}
        kinds = sorted({*there.values()}, reverse=True)
        if not same_games or not there.keys() >= changed:  # of what kind they were nobody knows
            alike = []
        else:
            # Marts have their kinds in descending order (runs, nights, imports): those that stay come before
            # those that are made.
            made = {there[name] for name in changed}
            alike = [*takewhile(lambda kind: kind not in made, kinds)]
        return Since(folders=same, gone=gone, kinds_alike=alike, kinds=kinds)

    def _sum_up(self, since: Since) -> None:
        """Fill the sums: those of sessions that are the same are there already; else portion by portion."""
        for schema, model in product((HERE, BESIDE), self.sums if since.gone else ()):
            gone = f"delete from {summed_in(schema, model)} where session_id in (from unnest(?))"
            self.con.execute(gone, [since.gone])
        hands = parts_by_session(self.tables["hands"])
        taken = since.folders | self._take_stored([folder for folder in hands if folder not in since.folders])
        parts = portions(self.con, self.tables, [folder for folder in hands if folder not in taken])
        if self.spread and parts:
            wanted = [taken_by(portion, self.tables, self.sums, self.models) for portion in parts]
            self.progress(tr("summing up hands"), 0, len(parts))
            for number, summed in enumerate(self.spread(wanted), 1):
                merge(self.con, {model.name: summed_in(HERE, model) for model in self.sums}, summed)
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
                        self.con.execute(f"insert into {summed_in(HERE, model)} {model.sql}")

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
                    self.con.execute(
                        f"insert into {summed_in(BESIDE, model)} by name from {stored_form(model.name)}"
                    )
            self.con.unregister("sums")
        return taken

    def _make_marts(self, since: Since) -> None:
        """Make the marts; of those that follow from the sums alone, the rows of kinds that are alike stay."""
        marts = [model for model in self.models.values() if model.kind == "marts"]
        of_sums = self._of_sums(marts) if since.kinds_alike else []
        stale = [model for model in of_sums if not model.of_runs or "run" not in since.kinds_alike]
        with self._shared_by(stale if since.others else [], but=since.kinds_alike):
            for number, model in enumerate(stale):
                self.progress(model.name, number, len(marts))
                self._make_others(model, since)
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
    def _shared_by(self, marts: Sequence[Model], but: Sequence[str] = ()) -> Iterator[None]:
        """Keep the rows of the models that several of `marts`, or of what these read, read: of intermediate
        ones, and of the tables that have no more than a file a session. The sessions are all, `but` those of
        some kinds.
        """
        models = {
            name: replace(model, reads=frozenset()) if model in self.sums else model
            for name, model in self.models.items()
        }
        if but:
            sessions, kinds = models["stg_sessions"], ", ".join(map(text_in_sql, but))
            models["stg_sessions"] = replace(
                sessions, sql=f"from ({sessions.sql}) where kind not in ({kinds})"
            )
        needed = needed_for([model.name for model in marts], models)
        readers = [name for model in needed for name in model.reads]
        shared = [model for model in needed if is_small(model) and readers.count(model.name) > 1]
        with held(self.con, shared):
            yield

    def _of_sums(self, marts: Sequence[Model]) -> list[Model]:
        """The marts that, kind by kind, follow from the sums, the sessions and the catalogue alone."""
        names = {model.name for model in self.sums} | {"stg_sessions", "stg_variants"}

        def leaves(name: str) -> set[str]:
            if name in names or self.models[name].kind == "staging":
                return {name}
            return set().union(*map(leaves, self.models[name].reads))

        def has_kinds(mart: str) -> bool:
            return "kind" in {name for name, *_ in self.con.execute(f"describe {mart}").fetchall()}

        return [model for model in marts if leaves(model.name) <= names and has_kinds(model.name)]

    def _make_others(self, model: Model, since: Since) -> None:
        """Make the rows of a mart anew that aren't of the kinds that are alike."""
        with told(model.name):
            self.con.execute(
                f"delete from {model.name} where kind not in (from unnest(?))", [since.kinds_alike]
            )
            if since.others:
                self.con.execute(f"insert into {model.name} {model.sql}")


def is_small(model: Model) -> bool:
    """Whether the rows of a model may be kept in memory: facts that marts share, and tables of few rows."""
    staged = model.kind == "staging" and model.reads.isdisjoint(POINTED)
    return staged or model.kind == "intermediate"


def summed_in(schema: str, model: Model) -> str:
    """The table with the rows of a model of sums in one of the schemas of such."""
    return f"{schema}.{model.name}"


def stored_form(name: str) -> str:
    """The model that says of the sums beside parts what a model of sums says of hands."""
    return name.replace("int_", "stored_", 1)


def point(con: DuckDBPyConnection, table: str, rows: str) -> None:
    """Let a table of the store be the rows of a select, for every model, as long as the connection lasts."""
    with told(tr("the table {name}", name=table)):
        con.execute(f"create or replace temp view {table} as {rows}")


def point_no_more(con: DuckDBPyConnection) -> None:
    """Let the tables that are read part by part be the whole store's."""
    for table in POINTED:
        con.execute(f"drop view if exists temp.{table}")


@contextmanager
def held(con: DuckDBPyConnection, models: Sequence[Model]) -> Iterator[None]:
    """Keep the rows of models for a while, for others to read."""
    for model in models:
        with told(model.name):
            con.execute(f"create temp table {model.name} as {model.sql}")
    yield
    for model in models:
        con.execute(f"drop table temp.{model.name}")
