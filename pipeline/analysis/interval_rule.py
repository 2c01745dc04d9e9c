"""The rule of a language model's query on a store: an answer with a rate or a mean must also have its interval and
sample.

A query may count, add up, and pick the largest. It can't average or divide by itself: `share_of` and `mean_of` (queries/formulas.sql)
do, and give all four figures as one. Tables whose rates have an interval are answered with it; other rates are left out of their
tables, or are a text that has one (`REPLACED`).

The query is read as DuckDB parses it (`queries.parsed`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache

import duckdb
from duckdb import DuckDBPyConnection

from engine.api import PederError
from language import tr
from queries.meanings import Description, Meaning
from queries.models import FORMULAS
from queries.parsed import Node, nodes_of

MACROS = frozenset({"share_of", "mean_of"})
REPLACED: Mapping[str, Mapping[str, str | None]] = {
    "mart_player_calls": {
        "share": "share_of(calls, cast(sum(calls) over (partition by scope, kind, season, player_id) as bigint))",
        "others_share": None,
        "others_per_100": None,
    },
    "mart_player_stats": {
        "group_value": "case when measure = 'share' then share_of("
        "cast(sum(numerator) over (partition by scope, kind, season, metric) as bigint), "
        "cast(sum(denominator) over (partition by scope, kind, season, metric) as bigint)) end",
    },
    "mart_player_splits": {
        "won_hand": "share_of(cast(round(won_hand * played) as bigint), played)",
        "vpip": "share_of(cast(round(vpip * vpip_known) as bigint), vpip_known)",
    },
    "mart_variant_melds": {"share_shown": None, "share_won": None},
    "mart_variant_skill": {
        "edge_per_100": "{mean: edge_per_100, low: edge_per_100 - z() * error_per_100, "
        "high: edge_per_100 + z() * error_per_100, n: deals}",
    },
    "mart_variant_tails": {"lose_peder": None},
}
"""By table the rates that have no interval there: the SQL that gives one, None to leave the rate out."""

_SAMPLES = ("denominator", "sample", "shown", "hands")
"""Columns that may have the number of observations of a rate, the likeliest first."""
_UNITS = frozenset({"unit", "chip_value"})
"""Columns of units: dividing an amount by one gives no rate."""
_SIZES = frozenset({50, 60, 3600})
"""Chips of a peder, seconds of a minute and of an hour: numbers that may be divided by."""
_ADDED_UP = frozenset(
    {
        "count", "count_star", "count_if", "countif", "sum", "fsum", "kahan_sum", "sumkahan", "sum_no_overflow", "min", "max",
        "min_by", "max_by", "arg_min", "arg_max", "argmin", "argmax", "arg_min_null", "arg_max_null", "arg_min_nulls_last",
        "arg_max_nulls_last", "any_value", "arbitrary", "first", "last", "list", "array_agg", "string_agg", "group_concat", "listagg",
        "bool_and", "bool_or", "bit_and", "bit_or", "bit_xor", "histogram", "histogram_exact", "mode", "approx_count_distinct",
    }
)  # fmt: skip
"""Aggregates that give no estimate."""
_QUOTIENTS = frozenset({"/", "//", "divide", "fdiv", "decimal_division"})
_ESTIMATES = frozenset(
    {
        "percent_rank", "cume_dist", "geomean", "geometric_mean", "wavg", "weighted_avg", "list_aggr", "list_aggregate", "array_aggr",
        "array_aggregate", "aggregate", "list_reduce", "array_reduce", "reduce", "bar", "**", "^", "pow", "power", "exp", "ln", "log", "log2",
        "log10", "tan", "cot", "atan2", "jaccard", "list_cosine_similarity", "list_cosine_distance", "array_cosine_similarity",
        "array_cosine_distance", "<=>",
    }
)  # fmt: skip
"""Other functions that give a mean or a quotient, and those that can stand for one."""


def described_with_intervals(tables: Mapping[str, Description]) -> dict[str, Description]:
    """The descriptions of tables as `replace_rates` has them answer."""
    return {
        name: Description(
            about=table.about,
            grain=table.grain,
            columns={
                column: Meaning(f"text of {meaning.unit}, low, high and n", meaning.about)
                if REPLACED.get(name, {}).get(column)
                else meaning
                for column, meaning in table.columns.items()
                if REPLACED.get(name, {}).get(column, "") is not None
            },
        )
        for name, table in tables.items()
    }


def replace_rates(con: DuckDBPyConnection, tables: Collection[str]) -> None:
    """Leave rates without an interval out of these tables, on this connection."""
    for name in REPLACED.keys() & set(tables):
        out = [column for column, sql in REPLACED[name].items() if sql is None]
        into = [f"cast({sql} as varchar) as {column}" for column, sql in REPLACED[name].items() if sql]
        exclude = f" exclude ({', '.join(out)})" if out else ""
        replace = f" replace ({', '.join(into)})" if into else ""
        con.execute(
            f"create or replace temp view {name} as select *{exclude}{replace} from marts.main.{name}"
        )


def check_estimates(parsed: Node) -> None:
    """Raise PederError if a parsed query computes a rate or a mean itself, or separates one from its interval."""
    nodes = [*nodes_of(parsed)]
    called = [_function_name(node) for node in nodes]
    aggregates, formulas = _functions()
    for node, name in zip(nodes, called, strict=True):
        aggregate = name if name in aggregates else name.removeprefix("list_").removeprefix("array_")
        if name in formulas - MACROS:
            raise PederError(tr("{name!r} can't be read from here.", name=name))
        if (
            name in _ESTIMATES
            or (aggregate in aggregates and aggregate not in _ADDED_UP)
            or (name in _QUOTIENTS and not _is_by_unit(node))
        ):
            raise PederError(
                tr(
                    "{name} gives a rate without its interval. Write share_of(condition) or share_of(k, n) for a share, "
                    "mean_of(value) for a mean: each gives the figure, low, high and n.",
                    name=name,
                )
            )
    selects = _outermost(parsed["statements"][0]["node"])
    whole = sum(_function_name(item) in MACROS for select in selects for item in select["select_list"])
    if whole < sum(name in MACROS for name in called):
        raise PederError(
            tr(
                "share_of and mean_of give a figure with its interval: each has to be a column of its own, in the outermost select."
            )
        )
    if not _QUOTIENTS.isdisjoint(called):
        _check_names(parsed, _UNITS)


def check_intervals(
    described: Mapping[str, Description], read: Collection[str], parsed: Node, columns: Collection[str]
) -> None:
    """Raise PederError for an answer, by the names of its columns, from tables with rates that lacks their intervals or samples."""
    for name in sorted(read):
        known = described[name].columns
        needed = ["low", "high"] if {"low", "high"} <= known.keys() else []
        for column in columns:
            needed += [end for end in (f"{column}_low", f"{column}_high") if end in known]
        if not needed:
            continue
        needed += [column for column in _SAMPLES if column in known][:1]
        _check_names(parsed, set(needed))
        missing = [column for column in dict.fromkeys(needed) if column not in columns]
        if missing:
            raise PederError(
                tr(
                    "{name} has rates with an interval and a sample: select {missing} too, by these names, and say them.",
                    name=name,
                    missing=", ".join(missing),
                )
            )


def _function_name(node: Node) -> str:
    """The name of the function that a node calls; empty for another node."""
    return str(node.get("function_name", "")).casefold()


@cache
def _functions() -> tuple[set[str], set[str]]:
    """The names of DuckDB's aggregates and of the formulas of the models."""
    with duckdb.connect() as con:
        con.execute(FORMULAS.read_text(encoding="utf-8"))
        rows = con.execute(
            "select distinct function_name, function_type, internal from duckdb_functions()"
        ).fetchall()
    aggregates = {name for name, kind, _ in rows if kind == "aggregate"}
    return aggregates, {name for name, kind, internal in rows if kind == "macro" and not internal}


def _is_by_unit(quotient: Node) -> bool:
    """Whether a quotient is an amount in another unit: not of counts, and by what one of the units is worth."""
    parts = [part["expression"] for part in quotient.get("arguments", ())]
    if len(parts) != 2 or any(_function_name(node).startswith("count") for node in nodes_of(parts[0])):
        return False
    divisor = parts[1]
    if _function_name(divisor) == "nullif":
        divisor = divisor["arguments"][0]["expression"]
    if divisor.get("class") == "COLUMN_REF":
        return str(divisor["column_names"][-1]).casefold() in _UNITS
    if divisor.get("class") != "CONSTANT" or divisor["literal"]["kind"] not in ("INTEGER", "NUMERIC"):
        return False
    return float(divisor["literal"]["text"]) in _SIZES


def _outermost(node: Node) -> Iterator[Node]:
    """The selects whose columns are the answer's."""
    if node["type"] == "SELECT_NODE":
        yield node
    elif node["type"] == "SET_OPERATION_NODE":
        for child in node["children"]:
            yield from _outermost(child)


def _check_names(parsed: Node, reserved: Collection[str]) -> None:
    """Raise PederError if a query gives another value the name of a column for an interval, a sample or a unit."""
    for name in _names_given(parsed):
        if name.casefold() in reserved:
            raise PederError(
                tr(
                    "{name} is a column of the table: take it as it is, and give what you compute another name.",
                    name=name,
                )
            )


_NO_NAMES = frozenset(
    {
        "column_names",
        "function_name",
        "type_name",
        "table_name",
        "path",
        "exclude_list",
        "qualified_exclude_list",
        "using_columns",
    }
)
"""Parts of a parsed query that name what is there already."""


def _names_given(value: object) -> Iterator[str]:
    """The names that a parsed query gives: aliases of columns and tables, renamed columns, fields of structs."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for inner in value:
            yield from _names_given(inner)
    elif isinstance(value, Mapping) and value.get("class") != "CONSTANT":
        own = value["column_names"][-1] if value.get("class") == "COLUMN_REF" else None
        for key, inner in value.items():
            if key not in _NO_NAMES and not (key == "alias" and inner == own):
                yield from _names_given(inner)
    elif isinstance(value, Mapping):
        yield str(value.get("alias", ""))
