"""`peder import`: hands that were played elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands import JsonOption, StoreOption, print_rows, run_plain, say
from pipeline.imports.formats import FORMATS, Format

if TYPE_CHECKING:
    from pipeline.imports.base import Imported, Written
    from pipeline.people import Person

Files = Annotated[
    list[Path],
    typer.Argument(
        help="Files, patterns, folders with all that lies in them, - for standard input; .gz is unpacked.",
        show_default=False,
    ),
]
Session = Annotated[str | None, typer.Option("--session", help="The session's name, for a single file.")]
Season = Annotated[str | None, typer.Option("--season", help="The season that the sessions belong to.")]
Currency = Annotated[str | None, typer.Option("--currency", help="The currency of the amounts, such as DKK.")]
Replace = Annotated[bool, typer.Option("--replace", help="Replace a session that is there already.")]
Merge = Annotated[
    bool, typer.Option("--merge", help="Take a new player for the one of the same name who is known.")
]


def register(app: typer.Typer) -> None:
    """Add `peder import …`."""
    group = typer.Typer(help="Bring in hands that were played elsewhere.", no_args_is_help=True)
    for form in FORMATS:
        group.command(form.name, help=form.about)(_command(form))
    app.add_typer(group, name="import")


def _command(form: Format) -> Callable[..., None]:
    def bring_in(
        files: Files,
        store: StoreOption,
        session: Session = None,
        season: Season = None,
        currency: Currency = None,
        replace: Replace = False,
        merge: Merge = False,
        as_json: JsonOption = False,
    ) -> None:
        run_plain()
        from pipeline.imports.files import named_files

        read = form.load()
        found = named_files(files, form.suffixes)
        if session is not None and max(len(files), len(found)) > 1:
            raise typer.BadParameter("one name can't do for several files", param_hint="--session")
        _bring_in(
            lambda path: read(path, session_id=session, season=season, currency=currency),
            found,
            store,
            replace=replace,
            merge=merge,
            as_json=as_json,
        )

    return bring_in


def _bring_in(
    read: Callable[[Path], Imported],
    files: list[Path],
    store: Path,
    *,
    replace: bool,
    merge: bool,
    as_json: bool,
) -> None:
    """Read and write file by file, and say what came in; one that is refused doesn't keep out the others."""
    from engine.api import PederError
    from pipeline.commands.simulate import bar
    from pipeline.imports.base import write_import
    from pipeline.store.store import Store

    done: list[tuple[Imported, Written]] = []
    refused: list[PederError] = []
    with bar() as progress:
        for number, path in enumerate(files):
            progress(f"reading {path.name}", number, len(files))
            try:
                file = read(path)
                done.append((file, write_import(Store(store), file, replace=replace)))
            except PederError as error:
                if len(files) == 1:
                    raise
                refused.append(error)
    for file, written in done:
        for remark in file.remarks:
            say(f"{file.source.name}: {remark}.")
        if written.result == "there already":
            say(f"{file.source.name} is in the store already, as the session {file.session_id!r}.")
    for one, other in [pair for _, written in done for pair in written.namesakes]:
        _offer_merge(store, one, other, merge=merge)
    if done:
        print_rows([_row(file, written) for file, written in done], as_json=as_json)
    for sentence in refused:
        say(f"peder: {sentence}")
    if refused:
        say(f"{len(refused)} of {len(files)} files refused; nothing of those is in the store.")
        raise typer.Exit(1)


def _row(file: Imported, written: Written) -> dict[str, object]:
    return {
        "session_id": file.session_id,
        "file": file.source.name,
        "result": written.result,
        "hands": file.hands.filter(status="confirmed").height,
        "players": len(file.names),
        "new_players": len(written.new),
        "entries": file.bank.height,
        "chip_value": file.session["chip_value"],
    }


def _offer_merge(store: Path, new: Person, known: Person, *, merge: bool) -> None:
    """Say that a new player goes by a known one's name; make them one where the user says so."""
    from pipeline.people import Registry, change_players
    from pipeline.store.store import Store

    told = f"{new.name} ({new.player_id}) goes by a name of {known.name} ({known.player_id})"
    if merge or (
        sys.stdin.isatty() and sys.stderr.isatty() and typer.confirm(f"{told}. Are they one?", err=True)
    ):

        def become_one(registry: Registry) -> Registry:
            if registry.leads_to(new.player_id) == registry.leads_to(known.player_id):
                return registry
            return registry.merge(new.player_id, known.player_id)

        change_players(Store(store), become_one)
        say(
            f"{new.name} ({new.player_id}) is {known.name} ({known.player_id}) from now on; "
            f"`peder players split {quote(new.player_id)}` takes that back."
        )
    else:
        command = f"`peder players merge {quote(new.player_id)} {quote(known.player_id)}`"
        say(f"{told}: if they are one, say so: {command}.")
