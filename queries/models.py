"""The models: one `select` a file, named after its file, in an order in which each comes after those it reads.

    staging/       stg_*   one for each table of the store
    parts/         int_*   what follows from the hands of a session alone, run part file by part file
    intermediate/  int_*   facts that several marts share
    marts/         mart_*  what reports read; a .yml of the same name states grain, columns and units
    checks/        check_* whose rows are faults

What a model reads is taken from its SQL.
"""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

import duckdb

from language import tr

FOLDER = Path(__file__).parent
FORMULAS = FOLDER / "formulas.sql"
KINDS = ("staging", "parts", "intermediate", "marts", "checks")


class QueryError(Exception):
    """A model or a query is wrong, or the store can't be queried; its text is a sentence for the user."""


@dataclass(frozen=True, kw_only=True)
class Model:
    """One `select`: its name, the folder that it lies in (one of `KINDS`), and the names that it reads."""

    name: str
    kind: str
    sql: str
    reads: frozenset[str]


def load_models(tables: Iterable[str], folder: Path = FOLDER) -> dict[str, Model]:
    """Read the models under `folder`, by name, each after those that it reads.

    `tables` are the names of the store's tables. Raises QueryError for SQL that isn't one select, a name that
    is neither a model nor a table, and models that read each other in a circle.
    """
    models: dict[str, Model] = {}
    for file in (file for kind in KINDS for file in sorted((folder / kind).glob("*.sql"))):
        name, kind, sql = file.stem, file.parent.name, file.read_text(encoding="utf-8")
        if name in models:
            raise QueryError(
                tr("There are two models named {name}: rename {file}.", name=name, file=f"{kind}/{file.name}")
            )
        models[name] = Model(name=name, kind=kind, sql=sql, reads=_names_read(sql, f"{kind}/{file.name}"))
    known = models.keys() | set(tables)
    for model in models.values():
        for name in sorted(model.reads - known):
            raise QueryError(
                tr(
                    "The model {model} reads {name}, which is neither a model nor a table of the store: "
                    "correct the name, or add the model.",
                    model=model.name,
                    name=name,
                )
            )
    return {name: models[name] for name in _in_order(models) if name in models}


def store_models(con: duckdb.DuckDBPyConnection, models: Mapping[str, Model]) -> None:
    """Store the models in the database that they fill, for `stored_models`: parsing them takes longer."""
    con.execute("create table models (name varchar, kind varchar, sql varchar, reads varchar[])")
    rows = [[model.name, model.kind, model.sql, sorted(model.reads)] for model in models.values()]
    con.executemany("insert into models values (?, ?, ?, ?)", rows)


def stored_models(con: duckdb.DuckDBPyConnection) -> dict[str, Model]:
    """The models that filled a database, in their order."""
    rows = con.execute("select name, kind, sql, reads from models order by rowid").fetchall()
    return {
        name: Model(name=name, kind=kind, sql=sql, reads=frozenset(reads)) for name, kind, sql, reads in rows
    }


def needed_for(names: Iterable[str], models: Mapping[str, Model]) -> list[Model]:
    """The models that these read, directly or not, and themselves, in order."""
    needed = set(names)
    for name in reversed(list(models)):
        if name in needed:
            needed |= models[name].reads
    return [model for name, model in models.items() if name in needed]


def _in_order(models: Mapping[str, Model]) -> list[str]:
    try:
        return list(TopologicalSorter({name: sorted(models[name].reads) for name in models}).static_order())
    except CycleError as error:
        circle = " → ".join(reversed(error.args[1]))
        raise QueryError(
            tr("The models read each other in a circle ({circle}): take one of these away.", circle=circle)
        ) from None


@cache
def _parser(process: int) -> duckdb.DuckDBPyConnection:
    """A connection of this process: a fork has none of its parent's threads."""
    return duckdb.connect()


@cache  # parsing all models takes a fifth of a small store's build
def _names_read(sql: str, place: str) -> frozenset[str]:
    parsed = _parser(os.getpid()).cursor().execute("select json_serialize_sql(?)", [sql]).fetchall()
    tree = json.loads(parsed[0][0])
    if tree["error"]:
        raise QueryError(tr("{place} can't be read as SQL: {why}.", place=place, why=tree["error_message"]))
    if len(tree["statements"]) != 1:
        raise QueryError(tr("{place} holds more than one select: a model is one select.", place=place))
    read, defined = set(), set()
    for node in _nodes(tree):
        if node.get("type") == "BASE_TABLE":
            read.add(node["table_name"])
        defined |= {entry["key"] for entry in node.get("cte_map", {}).get("map", ())}
    return frozenset(read - defined)


def _nodes(tree: Any) -> Iterator[dict[str, Any]]:
    if isinstance(tree, dict):
        yield tree
        tree = list(tree.values())
    if isinstance(tree, list):
        for branch in tree:
            yield from _nodes(branch)


@contextmanager
def as_query_error(what: str) -> Iterator[None]:
    """Raise the errors of DuckDB and polars as QueryError, one sentence about `what`; a full disk as OSError."""
    try:
        yield
    except _errors() as error:
        if os.strerror(errno.ENOSPC) in str(error):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error
        kind, _, reason = str(error).partition(": ")
        reason = " ".join((reason or kind).partition("\n\nLINE")[0].split()).rstrip(".")
        what = what[:1].upper() + what[1:]
        raise QueryError(tr("{what} can't be run: {reason}.", what=what, reason=reason)) from error


def _errors() -> tuple[type[Exception], ...]:
    """The base errors of DuckDB, and of polars where it was imported."""
    polars = sys.modules.get("polars")
    return (duckdb.Error, *([polars.exceptions.PolarsError] if polars else ()))
