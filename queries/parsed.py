"""A query as DuckDB parses it (`json_serialize_sql`): what it names, whatever its layout, quotes and comments."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import duckdb

from language import tr
from queries.models import QueryError

Node = Mapping[str, Any]

FUNCTIONS_OF_VALUES = frozenset({"range", "generate_series", "unnest"})
"""Functions that are read as tables, and whose rows follow from their arguments alone."""

_PLACE = ("catalog_name", "schema_name", "table_name")


def without_surrogates(sql: str) -> str:
    """A query with `?` for lone surrogates, which DuckDB refuses to take.

    >>> without_surrogates("select '\\udcff'")
    "select '?'"
    """
    return sql.encode(errors="replace").decode()


def parse(con: duckdb.DuckDBPyConnection, sql: str) -> Node:
    """Parse one select. Raises QueryError for anything else, also for a select that `pivot` expands into several.

    >>> parse(duckdb.connect(), "select 1")["statements"][0]["node"]["type"]
    'SELECT_NODE'
    """
    row = con.execute("select json_serialize_sql($sql)", {"sql": without_surrogates(sql)}).fetchone()
    parsed: Node = json.loads(row[0]) if row else {}
    if parsed.get("error") or len(parsed.get("statements", ())) != 1:
        why = parsed.get("error_message", "")
        raise QueryError(
            tr("The query must be one select: nothing is changed from here.") + (f" ({why})" if why else "")
        )
    return parsed


def nodes_of(value: object) -> Iterator[dict[str, Any]]:
    """Yield all objects of a parsed query, each before those in it.

    >>> [node["value"] for node in nodes_of({"value": 1, "inner": [{"value": 2}]})]
    [1, 2]
    """
    if isinstance(value, Mapping):
        yield dict(value)
        for inner in value.values():
            yield from nodes_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from nodes_of(inner)


def tables_named(parsed: object) -> set[str]:
    """The names of tables, views and common table expressions that a parsed query reads, in small letters and with the
    schema and the database where the query says them.

    >>> sorted(tables_named(parse(duckdb.connect(), 'with b as (from "A") from b join main.C using (x)')))
    ['a', 'b', 'main.c']
    """
    return {
        ".".join(filter(None, (node[part] for part in _PLACE))).casefold()
        for node in nodes_of(parsed)
        if node.get("type") == "BASE_TABLE"
    }


def tables_defined(parsed: object) -> set[str]:
    """The names of a parsed query's common table expressions, in small letters.

    >>> tables_defined(parse(duckdb.connect(), "with B as (from a) from b"))
    {'b'}
    """
    return {
        str(entry["key"]).casefold()
        for node in nodes_of(parsed)
        for entry in node.get("cte_map", {}).get("map", ())
    }


def table_functions(parsed: object) -> set[str]:
    """The names of the functions that a parsed query reads as tables, in small letters.

    >>> table_functions(parse(duckdb.connect(), "from range(3), duckdb_tables()")) == {"range", "duckdb_tables"}
    True
    """
    return {
        str(node["function"]["function_name"]).casefold()
        for node in nodes_of(parsed)
        if node.get("type") == "TABLE_FUNCTION"
    }


def lists_tables(parsed: object) -> bool:
    """Whether a parsed query is or has a `show`, `describe` or `summarize`, which asks about tables.

    >>> lists_tables(parse(duckdb.connect(), "show tables")), lists_tables(parse(duckdb.connect(), "from a"))
    (True, False)
    """
    return any(node.get("type") == "SHOW_REF" for node in nodes_of(parsed))
