"""`peder build`, `peder check`, `peder sql`: the marts of a store, its faults, and questions to it."""

from __future__ import annotations

from typing import Annotated

import typer

from language import tr, trn
from pipeline.commands import JsonOption, StoreOption, at_once, print_rows, say
from pipeline.commands.fault_texts import fault_text

Query = Annotated[str, typer.Argument(metavar="QUERY", help="One select.", show_default=False)]

Accept = Annotated[
    bool, typer.Option("--accept", help="State sessions as they are now that have no statement of theirs.")
]

Deep = Annotated[
    bool,
    typer.Option("--deep", help="Also read every file to its last row, and tell every night anew."),
]


def register(app: typer.Typer) -> None:
    """Add `peder build`, `peder check` and `peder sql`."""
    app.command("build")(build)
    app.command("check")(check)
    app.command("sql")(sql)


def build(store: StoreOption, as_json: JsonOption = False) -> None:
    """Build the tables that reports and queries read, where they aren't up to date."""
    from pipeline.marts import query_store

    marts = """
        select table_name as mart, estimated_size as rows
        from duckdb_tables()
        where starts_with(table_name, 'mart_')
        order by mart
    """
    print_rows(at_once(lambda: query_store(store, marts)), as_json=as_json)


def check(
    store: StoreOption, accept: Accept = False, deep: Deep = False, as_json: JsonOption = False
) -> None:
    """Look for faults in the store: files that aren't as they were written, sums that don't add up."""
    from pipeline.marts import accept_store, check_store

    for session in accept_store(store) if accept else ():
        say(tr("{session}: stated as it is now.", session=session))
    checked = at_once(lambda: check_store(store, deep=deep))
    faults = [fault for check in checked for fault in check.faults]
    count = sum(check.count for check in checked)
    if as_json or faults:
        said = str if as_json else fault_text
        print_rows([vars(fault) | {"fault": said(fault.fault)} for fault in faults], as_json=as_json)
    if count > len(faults):
        say(tr("{count} more faults aren't listed.", count=count - len(faults)))
    faulty = trn("{n} fault", "{n} faults", count) if count else tr("no faults")
    say(tr("{checks} checks, {faults}.", checks=len(checked), faults=faulty))
    if count:
        raise typer.Exit(1)


def sql(query: Query, store: StoreOption, as_json: JsonOption = False) -> None:
    """Ask the store in SQL: the views stg_*, int_*, check_* and the marts mart_*. Nothing changes by it."""
    from pipeline.marts import query_store

    print_rows(at_once(lambda: query_store(store, query)), as_json=as_json)
