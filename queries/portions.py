"""Reads the store's hands and seats in portions, for the models that are stored session by session and for the file
of a run's sums.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from duckdb import DuckDBPyConnection

from language import tr
from queries.models import Model, as_query_error, needed_for
from queries.sources import BY_PART

VIEWS = frozenset({"int_chains", "int_seats"})
"""The models whose rows take longer to store than to compute for each reader."""

NOT_OPTIMIZED = "join_order,build_side_probe_side,partial_aggregate_pushdown"
"""DuckDB opens part files only when it reads them, so it doesn't know their numbers of rows: it would build the hash
table of a join from seats, or group all of them before a join that leaves few. The models name the larger side first.
"""


@contextmanager
def sums_of(
    rows: Mapping[str, str], con: DuckDBPyConnection, models: Mapping[str, Model]
) -> Iterator[dict[str, str]]:
    """The models that are stored session by session, each with a select of its rows of a portion, which `rows` select
    from hands and seats.

    >>> from queries.models import load_models
    >>> from queries.run_sums import RunSums, models_of_runs
    >>> from queries.sources import portions
    >>> with RunSums(tables, {}) as run:
    ...     [portion] = portions(run.con, tables, ["session_id=2026-03"])
    ...     with sums_of(portion.rows_in_sql(tables), run.con, models_of_runs(load_models(tables))) as sums:
    ...         run.con.sql(f"select hands, seats from ({sums['int_session_sums']})").fetchall()
    [(24, 6)]
    """
    by_session = models_by_session(models)
    needed = needed_for([model.name for model in by_session], models)
    read = {name for model in needed for name in model.reads}
    shared = [m for m in needed if m.kind == "parts" and m.name in read and m.name not in VIEWS]
    ((before,),) = con.execute("select current_setting('disabled_optimizers')").fetchall()
    con.execute(f"set disabled_optimizers = '{','.join(filter(None, (before, NOT_OPTIMIZED)))}'")
    read_parts(con, rows)
    with materialized(con, shared):
        yield {m.name: f"from temp.{m.name}" if m in shared else m.sql for m in by_session}
    con.execute(f"set disabled_optimizers = '{before}'")


def models_by_session(models: Mapping[str, Model]) -> list[Model]:
    """The models whose rows are stored session by session: those under parts/ that others read.

    >>> from queries.models import load_models
    >>> {model.kind for model in models_by_session(load_models(tables))}
    {'parts'}
    """
    read_outside = {name for model in models.values() if model.kind != "parts" for name in model.reads}
    return [model for model in models.values() if model.kind == "parts" and model.name in read_outside]


def read_parts(con: DuckDBPyConnection, tables: Mapping[str, str]) -> None:
    """Replace tables of the store by the rows of selects, for every model, until the connection closes.

    >>> read_parts(con, {"hands": "select 7 as hand_no"})
    >>> con.sql("from hands").fetchall()
    [(7,)]
    >>> read_all_parts(con)
    """
    for name, rows in tables.items():
        with as_query_error(tr("the table {name}", name=name)):
            con.execute(f"create or replace temp view {name} as {rows}")


def read_all_parts(con: DuckDBPyConnection) -> None:
    """Restore store-wide views of the tables that are read part by part.

    >>> read_parts(con, {"hands": "select 7 as hand_no"})
    >>> read_all_parts(con)
    >>> con.sql("select count(*) > 1 from hands").fetchall()
    [(True,)]
    """
    for table in BY_PART:
        con.execute(f"drop view if exists temp.{table}")


@contextmanager
def materialized(con: DuckDBPyConnection, models: Sequence[Model]) -> Iterator[None]:
    """Store the rows of models temporarily, for others to read.

    >>> from queries.models import load_models
    >>> models = load_models(tables)
    >>> with materialized(con, [models["stg_sessions"]]):
    ...     con.sql("select count(*) from temp.stg_sessions").fetchall()
    [(14,)]
    """
    for model in models:
        with as_query_error(model.name):
            con.execute(f"create temp table {model.name} as {model.sql}")
    yield
    for model in models:
        con.execute(f"drop table temp.{model.name}")
