"""`peder store`: back it up and restore it, build what is read, and check for faults."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from language import in_english, tr, trn
from pipeline.commands import (
    BucketAddress,
    JsonOption,
    NamedStoreOption,
    ReadOption,
    at_once,
    local_store,
    mirrored,
    print_rows,
    say,
)
from pipeline.commands.backup import backup, restore
from pipeline.commands.simulate import Cluster, workers_for
from pipeline.commands.usage import Application

if TYPE_CHECKING:
    from pipeline.analysis.derived import SumParts

Accept = Annotated[
    bool,
    typer.Option("--accept", help="Write manifests for sessions that have none, from their current files."),
]

Deep = Annotated[
    bool,
    typer.Option("--deep", help="Also read every file to its last row, and replay every night."),
]


group = Application(
    help="Back up the store and restore it, check it for faults, or build the tables that reports read.",
    no_args_is_help=True,
)
group.command("backup")(backup)
group.command("restore")(restore)


@group.command("build")
def build(
    ctx: typer.Context, store: NamedStoreOption, cluster: Cluster = None, as_json: JsonOption = False
) -> None:
    """Build the tables that reports and queries read, unless they are up to date."""
    from pipeline.analysis.marts import query_store

    marts = """
        select table_name as mart, estimated_size as rows
        from duckdb_tables()
        where starts_with(table_name, 'mart_')
        order by mart
    """
    if cluster is None:
        path, sum_parts = local_store(ctx, store), None
    else:
        path, sum_parts = _with_workers(ctx, store, cluster)
    print_rows(at_once(lambda: query_store(path, marts, sum_parts=sum_parts)), as_json=as_json)


def _with_workers(ctx: typer.Context, store: Path | BucketAddress, cluster: str) -> tuple[Path, SumParts]:
    """The store as a folder, and how the workers of a cluster, who reach it too, sum up its runs."""
    from pipeline.distributed import summed_by
    from pipeline.store.progress import bar

    with bar() as progress:
        pool = workers_for(cluster, progress)
    if isinstance(store, BucketAddress):
        mirror = mirrored(ctx, store)
        return mirror.path, summed_by(pool, mirror)
    return store.absolute(), summed_by(pool, store)


@group.command("check")
def check(store: ReadOption, accept: Accept = False, deep: Deep = False, as_json: JsonOption = False) -> None:
    """Check the store for faults: files that have changed since they were written, sums that don't add up.

    It reads every file, so it takes longer than other commands.
    """
    from pipeline.analysis.marts import accept_store, check_store
    from pipeline.store.backup.regular import age_text

    for session in accept_store(store) if accept else ():
        say(tr("{session}: accepted as it is now.", session=session))
    checked = at_once(lambda: check_store(store, deep=deep))
    faults = [fault for check in checked for fault in check.faults]
    count = sum(check.count for check in checked)
    if as_json or faults:
        translate = in_english if as_json else str
        print_rows([vars(fault) | {"fault": translate(fault.fault)} for fault in faults], as_json=as_json)
    if count > len(faults):
        say(tr("{count} more faults aren't listed.", count=count - len(faults)))
    faulty = trn("{n} fault", "{n} faults", count) if count else tr("no faults")
    say(tr("{checks} checks, {faults}.", checks=len(checked), faults=faulty))
    if age := age_text(store):
        say(age)
    if count:
        raise typer.Exit(1)
