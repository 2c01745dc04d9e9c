"""The sums over a portion of the hands, summed up elsewhere: by a process, or a worker on another machine."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import duckdb

from language import tr
from queries.models import FORMULAS, Model, load_models, needed_for, told
from queries.sources import Portion, StoredTable, rows_of, state_columns, text_in_sql

Tables = Mapping[str, StoredTable]

Spread = Callable[[Sequence[Tables]], Iterator[bytes]]
"""Has others `sum_up` portions of the hands, each of the tables that it takes; yields them in their order."""


def sums_among(models: Mapping[str, Model]) -> list[Model]:
    """The models of sums: those under parts/ that others read."""
    read_outside = {name for model in models.values() if model.kind != "parts" for name in model.reads}
    return [model for model in models.values() if model.kind == "parts" and model.name in read_outside]


def taken_by(portion: Portion, tables: Tables, sums: Sequence[Model], models: Mapping[str, Model]) -> Tables:
    """The tables with no other files than those that the sums of a portion take."""
    read = {name for model in needed_for([m.name for m in sums], models) for name in model.reads}
    own = {"hands": portion.hands, "seats": portion.seats}
    return {
        name: replace(table, parts=own.get(name, table.parts if name in read else ()))
        for name, table in tables.items()
    }


def sum_up(tables: Tables, *, threads: int | None = None) -> bytes:
    """What the models of sums say of these tables' hands: a database of DuckDB's, a table a model. No other
    form has its whole numbers of 128 bits.

    Raises QueryError for files that can't be read.
    """
    models = load_models(tables)
    sums = sums_among(models)
    with tempfile.TemporaryDirectory(prefix="peder-", ignore_cleanup_errors=True) as folder:
        place = Path(folder) / "sums.duckdb"
        with told(tr("the sums")), duckdb.connect(config={"threads": threads} if threads else {}) as con:
            con.execute(FORMULAS.read_text(encoding="utf-8"))
            con.execute(f"set temp_directory = {text_in_sql(folder)}")
            state_columns(con, tables)
            for name, table in tables.items():
                con.execute(f"create view {name} as {rows_of(name, table, table.parts)}")
            con.execute(f"attach {text_in_sql(str(place))} as sums (block_size 16384)")
            for model in needed_for([model.name for model in sums], models):
                what = "table" if model.kind == "parts" else "view"
                with told(model.name):
                    con.execute(f"create {what} {model.name} as {model.sql}")
                if model in sums:
                    con.execute(f"create table sums.{model.name} as from {model.name}")
            con.execute("detach sums")
        return place.read_bytes()


def merge(con: duckdb.DuckDBPyConnection, into: Mapping[str, str], summed: bytes) -> None:
    """Add what `sum_up` said of a portion to a connection's tables: model of sums -> table."""
    with tempfile.TemporaryDirectory(prefix="peder-", ignore_cleanup_errors=True) as folder:
        place = Path(folder) / "sums.duckdb"
        place.write_bytes(summed)
        con.execute(f"attach {text_in_sql(str(place))} as portion (read_only)")
        for name, table in into.items():
            con.execute(f"insert into {table} from portion.{name}")
        con.execute("detach portion")
