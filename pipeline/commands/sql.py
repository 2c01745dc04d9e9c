"""`peder sql`: questions to the store."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.commands import JsonOption, ReadOption, at_once, print_rows

Query = Annotated[str, typer.Argument(metavar="QUERY", help="One select.", show_default=False)]


def sql(query: Query, store: ReadOption, as_json: JsonOption = False) -> None:
    """Query the store in SQL: the views stg_*, int_* and check_*, and the marts mart_*.

    The query can't change anything.
    """
    from pipeline.analysis.marts import query_store

    print_rows(at_once(lambda: query_store(store, query)), as_json=as_json)
