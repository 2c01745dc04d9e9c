"""`peder nights`: the nights of a store; delete one, and bring it back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from language import tr
from pipeline.commands import FolderOption, JsonOption, ReadFolderOption, print_json, print_rows, say
from pipeline.commands.namesakes import warn_of_doubles
from pipeline.commands.usage import Application

Night = Annotated[str, typer.Argument(metavar="NIGHT", help="A night or an import.", show_default=False)]

group = Application(
    help="List the nights with their state (open, ended or imported); delete one, or bring it back.",
    invoke_without_command=True,
)


def follow_journals(store: Path) -> None:
    """Derive the tables of journals that are ahead; says which can't be."""
    from pipeline.night.derive import derive_nights

    for failure in derive_nights(store):
        say(failure)


@group.callback()
def nights(ctx: typer.Context, store: ReadFolderOption, as_json: JsonOption = False) -> None:
    """List the nights; with a command, delete one or bring it back."""
    from pipeline.store.nights import list_nights
    from pipeline.store.store import left_out_text, query_sound

    ctx.obj = store  # the store of a command that isn't given one
    if ctx.invoked_subcommand:
        return
    follow_journals(store)
    rows, _, faults = query_sound(store, list_nights)
    damaged = [left_out_text(*one) for one in faults.items()]
    if as_json:
        print_json(rows)
    elif rows:
        _print_nights(rows)
    elif not damaged:
        typer.echo(tr("No night has been logged yet: peder log begins one."))
    for sentence in damaged:
        say(sentence)
    if damaged:
        raise typer.Exit(1)


def _print_nights(rows: Sequence[Mapping[str, object]]) -> None:
    states = {"open": tr("open"), "ended": tr("ended"), "imported": tr("imported")}
    print_rows(
        [
            {
                tr("night"): row["night"],
                tr("hands"): row["hands"],
                tr("drafts"): row["drafts"],
                tr("season"): row["season"] or "",
                tr("place"): row["place"] or "",
                tr("state"): states[str(row["state"])],
            }
            for row in rows
        ],
        as_json=False,
    )


@group.command("delete")
def delete(night: Night, store: FolderOption) -> None:
    """Move a night to the folder of deleted nights, from where it can be brought back."""
    from pipeline.night.deleted import delete_night

    deleted = delete_night(store, night)
    if deleted.is_journal:
        text = tr(
            "{night} is deleted and lies in {folder}: peder nights restore {night!r} brings it back.",
            night=night,
            folder=deleted.file.parent,
        )
    else:
        text = tr(
            "{night} is deleted and lies in {file}: peder import json {quoted} brings it back.",
            night=night,
            file=deleted.file,
            quoted=repr(str(deleted.file)),
        )
    typer.echo(text)


@group.command("restore")
def restore(night: Night, store: FolderOption) -> None:
    """Bring a deleted night back; an earlier one of that name by NIGHT.older-1."""
    from pipeline.night.deleted import restore_night

    night = restore_night(store, night)
    warn_of_doubles(store, [night])
    typer.echo(tr("{night} is back.", night=night))
