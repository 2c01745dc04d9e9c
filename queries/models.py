"""The models: one `select` per file, named after the file, each after the models that it reads.

    staging/       stg_*   one for each table of the store, with a .yml as marts have
    parts/         int_*   what follows from the hands of a session and from which ids are one player, run part file by part file
    intermediate/  int_*   facts that several marts share
    marts/         mart_*  what reports read; a .yml of the same name states the grain, and each column's unit and meaning
    checks/        check_* whose rows are faults

A model reads the names that its SQL has after `from` and `join`. A pattern finds them ten times as fast as DuckDB's
parser, and a test compares the two.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import duckdb

from language import tr
from queries import system

FOLDER = Path(__file__).parent
FORMULAS = FOLDER / "formulas.sql"
KINDS = ("staging", "parts", "intermediate", "marts", "checks")

_COMMENT = re.compile(r"--.*")
_READ = re.compile(r"\b(?:from|join)\s+(\w+)")
_DEFINED = re.compile(r"\b(\w+) as (?:materialized )?\(")


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

    `tables` are the names of the store's tables. Raises CycleError for models that read each other.

    >>> sorted(load_models(tables)["mart_hands"].reads)
    ['int_named_hands', 'int_players', 'int_sessions']
    """
    return dict(_read_models(frozenset(tables), folder))


@cache
def _read_models(tables: frozenset[str], folder: Path) -> dict[str, Model]:
    files = [file for kind in KINDS for file in sorted((folder / kind).glob("*.sql"))]
    known = {*tables, *(file.stem for file in files)}
    models: dict[str, Model] = {}
    for file in files:
        sql = file.read_text(encoding="utf-8")
        code = _COMMENT.sub("", sql)
        reads = known.intersection(_READ.findall(code)).difference(_DEFINED.findall(code))
        models[file.stem] = Model(name=file.stem, kind=file.parent.name, sql=sql, reads=frozenset(reads))
    order = TopologicalSorter({name: sorted(model.reads) for name, model in models.items()}).static_order()
    return {name: models[name] for name in order if name in models}


def needed_for(names: Iterable[str], models: Mapping[str, Model]) -> list[Model]:
    """Return these models and all that they read, directly or indirectly, in order.

    >>> [model.name for model in needed_for(["mart_players"], load_models(tables)) if model.kind == "marts"]
    ['mart_players']
    """
    needed = set(names)
    for name in reversed(list(models)):
        if name in needed:
            needed |= models[name].reads
    return [model for name, model in models.items() if name in needed]


@contextmanager
def as_query_error(what: str) -> Iterator[None]:
    """Raise the errors of DuckDB and polars as QueryError, one sentence about `what`; a full disk as OSError.

    >>> with as_query_error("the query"):
    ...     duckdb.sql("selec 1")
    Traceback (most recent call last):
        ...
    queries.models.QueryError: The query can't be run: syntax error at or near "selec".
    """
    try:
        yield
    except _errors() as error:
        if code := system.error_code(error):
            raise OSError(code, os.strerror(code)) from error
        kind, _, reason = str(error).partition(": ")
        reason = " ".join((reason or kind).partition("\n\nLINE")[0].split()).rstrip(".")
        what = what[:1].upper() + what[1:]
        text = tr("{what} can't be run: {reason}.", what=what, reason=reason)
        raise QueryError(text.removesuffix(".") if reason.endswith("?") else text) from error


def _errors() -> tuple[type[Exception], ...]:
    """The base errors of DuckDB, and of polars where it was imported."""
    polars = sys.modules.get("polars")
    return (duckdb.Error, *([polars.exceptions.PolarsError] if polars else ()))
