"""`peder backup` and `peder restore`: the store in one file, and back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from language import tr, trn
from language.forms import number
from pipeline.commands import FolderOption, JsonOption, ReadOption, print_json, say

if TYPE_CHECKING:
    from pipeline.store.backup.restore import Newer


def backup(
    store: ReadOption,
    file: Annotated[Path | None, typer.Argument(help="The file to write.", show_default=False)] = None,
    out: Annotated[Path | None, typer.Option("--out", help="The same.", show_default=False)] = None,
    skip_damaged: Annotated[bool, typer.Option("--skip-damaged", help="Leave out damaged sessions.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Write the whole store to one file: journals, tables, players, settings. Others may write meanwhile."""
    file = file or out
    if file is None:
        raise typer.BadParameter(tr("name the file to write, such as --out store.peder"), param_hint="--out")
    from pipeline.store.backup.take import take_backup
    from pipeline.store.progress import bar
    from pipeline.store.store import Store

    with bar() as progress:
        taken = take_backup(Store(store), file, skip_damaged=skip_damaged, progress=progress)
    for name in taken.damaged:
        say(tr("{name} isn't as it was written, and is left out: `peder store check` explains.", name=name))
    if as_json:
        print_json({"file": str(file), **vars(taken)})
    else:
        size = f"{number(taken.bytes / 1e6, 1)} MB"
        say(
            tr(
                "{sessions}, {journals}, {size} written to {file}.",
                sessions=trn("{n} session", "{n} sessions", taken.sessions),
                journals=trn("{n} journal", "{n} journals", taken.journals),
                size=size,
                file=file,
            )
        )


def restore(
    file: Annotated[Path, typer.Argument(help="The backup.", show_default=False)],
    store: FolderOption,
    keep_newer: Annotated[
        bool, typer.Option("--keep-newer", help="Restore everything that isn't newer in the store.")
    ] = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Restore everything, also over newer data in the store.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    "Restore a backup, verified before anything is changed; what only the store has stays."
    from pipeline.store.backup.restore import restore_backup
    from pipeline.store.store import Store

    if keep_newer and overwrite:
        raise typer.BadParameter(tr("one of the two"), param_hint="--keep-newer, --overwrite")
    newer: Newer = "keep" if keep_newer else "overwrite" if overwrite else "refuse"
    done = restore_backup(Store(store), file, newer=newer)
    if as_json:
        print_json(vars(done))
        return
    for sentence in done.late:
        say(sentence)
    for name in done.merged:
        say(tr("{name} was continued in both places: the lines of both are there.", name=name))
    for name in done.kept:
        say(tr("{name} is newer in the store, and stays as it is there.", name=name))
    say(
        tr(
            "{restored} restored, {same} there already, {kept} newer in the store.",
            restored=len(done.restored),
            same=len(done.same),
            kept=len(done.kept),
        )
    )
