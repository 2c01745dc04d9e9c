"""`peder import`: hands that were played elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.commands import JsonOption, StoreOption, print_rows, run_plain, say
from pipeline.imports.formats import FORMATS, Format

if TYPE_CHECKING:
    from pipeline.imports.base import Imported

Files = Annotated[list[Path], typer.Argument(help="The files to import.", show_default=False)]
Session = Annotated[str | None, typer.Option("--session", help="The session's name, for a single file.")]
Season = Annotated[str | None, typer.Option("--season", help="The season that the sessions belong to.")]
Currency = Annotated[str | None, typer.Option("--currency", help="The currency of the amounts, such as DKK.")]
Replace = Annotated[bool, typer.Option("--replace", help="Replace a session that is there already.")]


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
        as_json: JsonOption = False,
    ) -> None:
        run_plain()
        read = form.load()
        one = _single(session, files)
        _bring_in(
            lambda path: read(path, session_id=one, season=season, currency=currency),
            files,
            store,
            replace=replace,
            as_json=as_json,
        )

    return bring_in


def _single(session: str | None, files: list[Path]) -> str | None:
    if session is not None and len(files) > 1:
        raise typer.BadParameter("one name can't do for several files", param_hint="--session")
    return session


def _bring_in(
    read: Callable[[Path], Imported], files: list[Path], store: Path, *, replace: bool, as_json: bool
) -> None:
    """Read every file, then write them all, and say what came in."""
    from pipeline.commands.simulate import bar
    from pipeline.imports.base import write_imports
    from pipeline.store.store import Store

    imported: list[Imported] = []
    with bar() as progress:
        for path in files:
            progress(f"reading {path.name}", len(imported), len(files))
            imported.append(read(path))
        remarks = write_imports(Store(store), imported, replace=replace)
    for remark in [
        *(f"{file.source.name}: {remark}" for file in imported for remark in file.remarks),
        *remarks,
    ]:
        say(f"{remark}.")
    rows = [
        {
            "session_id": file.session_id,
            "file": file.source.name,
            "hands": file.hands.filter(status="confirmed").height,
            "players": len(file.names),
            "entries": file.bank.height,
            "chip_value": file.session["chip_value"],
        }
        for file in imported
    ]
    print_rows(rows, as_json=as_json)
