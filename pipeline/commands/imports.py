"""`peder import`: hands that were played elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from language import mark, tr
from pipeline.commands import JsonOption, StoreOption, print_rows, run_plain, say
from pipeline.imports.formats import FORMATS, Format

if TYPE_CHECKING:
    from engine.api import PederError
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

_COMPILED_FROM = 1 << 18
"""From how many bytes of PHH on its kernels are worth compiling."""


def register(app: typer.Typer) -> None:
    """Add `peder import …`."""
    group = typer.Typer(help="Bring in hands that were played elsewhere.", no_args_is_help=True)
    for form in FORMATS:
        group.command(form.name, help=form.about)(_command(form))
    for name, (only, about) in _POKERNOW.items():
        group.command(name, help=about)(_pokernow(name, only, about))
    group.command("csv")(csv)
    group.command("json")(json)
    group.command("phh")(phh)
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
        found = _named(files, form.suffixes, session)
        run_plain()
        read = form.load()
        _bring_in(
            lambda path: [read(path, session_id=session, season=season, currency=currency)],
            found,
            store,
            replace=replace,
            merge=merge,
            as_json=as_json,
        )

    return bring_in


def _size(files: list[Path]) -> int:
    """The bytes of some files; of what isn't there, or has no size, none."""
    return sum(file.stat().st_size for file in files if file.is_file())


def _named(files: list[Path], suffixes: Sequence[str], session: str | None) -> list[Path]:
    """The files that were named; one name can't do for several sessions."""
    from pipeline.imports.files import named_files

    found = named_files(files, suffixes)
    if session is not None and max(len(files), len(found)) > 1:
        raise typer.BadParameter(tr("one name can't do for several files"), param_hint="--session")
    return found


def _pokernow(name: str, only: str | None, about: str) -> Callable[..., None]:
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
        from pipeline.imports.pokernow.together import Games
        from pipeline.store.store import Store

        found = _named(files, (".csv",), session)
        games = Games(Store(store), found, only=only, session_id=session, season=season, currency=currency)
        _bring_in(games.read, games.files, store, replace=replace, merge=merge, as_json=as_json)

    bring_in.__name__ = name
    bring_in.__doc__ = about
    return bring_in


_POKERNOW: dict[str, tuple[str | None, str]] = {
    "pokernow": (
        None,
        mark("Import PokerNow logs and ledgers: those of one game become one night, reconciled."),
    ),
    "pokernow-log": (
        "log",
        mark(
            "Import PokerNow logs, each as a session: every hand must conserve chips and "
            "every stack carry over."
        ),
    ),
    "pokernow-ledger": (
        "ledger",
        mark(
            "Import PokerNow ledgers: what each sitting bought and took home, and the "
            "hands if the log is there."
        ),
    ),
}
"""The commands, each with the one kind of file that it takes, if it doesn't take both."""


def phh(
    files: Files,
    store: StoreOption,
    together: Annotated[
        bool,
        typer.Option("--together", help="All files are one session, such as a night's folder."),
    ] = False,
    session: Session = None,
    season: Season = None,
    currency: Currency = None,
    replace: Replace = False,
    merge: Merge = False,
    as_json: JsonOption = False,
) -> None:
    """Import hands in the PHH format, one a file (.phh) or many (.phhs): stacks must end as it says."""
    found = _named(files, (".phh", ".phhs"), None if together else session)
    if _size(found) < _COMPILED_FROM:
        run_plain()
    from pipeline.imports.phh.session import import_phh, import_together

    def read(path: Path) -> list[Imported]:
        if together:
            return [import_together(found, session_id=session, season=season, currency=currency)]
        return [import_phh(path, session_id=session, season=season, currency=currency)]

    one = found[:1] if together else found
    _bring_in(read, one, store, replace=replace, merge=merge, as_json=as_json)


def csv(
    files: Files,
    store: StoreOption,
    session: Annotated[
        str, typer.Option("--session", help="What the sessions' names begin with, before the day.")
    ] = "sheet",
    season: Annotated[
        str | None, typer.Option("--season", help="Their season.", show_default="a column's, else the year")
    ] = None,
    currency: Currency = None,
    rest: Annotated[
        str | None, typer.Option("--rest", help="Who takes what a night is off by, where it isn't even.")
    ] = None,
    month_first: Annotated[
        bool, typer.Option("--month-first", help="Days are written with the month first.")
    ] = False,
    preview: Annotated[
        bool, typer.Option("--preview", help="Say how the columns are understood, and import nothing.")
    ] = False,
    replace: Replace = False,
    merge: Merge = False,
    as_json: JsonOption = False,
) -> None:
    """Import spreadsheets of who won or lost how much on which night (date, player, net), with no hands."""
    from pipeline.bank.money import DEFAULT_CURRENCY
    from pipeline.imports.spreadsheet import Terms, nights_of, read_sheet, understood_players
    from pipeline.people import Registry
    from pipeline.store.store import Store

    terms = Terms(prefix=session, season=season, currency=currency or DEFAULT_CURRENCY, rest=rest)

    def read(path: Path) -> list[Imported]:
        sheet = read_sheet(path, month_first=month_first)
        registry = Registry.of(Store(store))
        for line in (*sheet.told, *understood_players(sheet, registry)):
            say(f"{path.name}: {line}.")
        nights = nights_of(sheet, registry, terms)
        asks = sys.stdin.isatty() and sys.stderr.isatty()
        if preview or (asks and not typer.confirm(tr("Import it so?"), default=True, err=True)):
            return []
        return nights

    _bring_in(
        read,
        _named(files, (".csv", ".tsv", ".txt"), None),
        store,
        replace=replace,
        merge=merge,
        as_json=as_json,
    )


def json(
    files: Files,
    store: StoreOption,
    replace: Replace = False,
    merge: Merge = False,
    as_json: JsonOption = False,
) -> None:
    """Import sessions that `peder export json` wrote: of each file all, or none."""
    from engine.api import PederError
    from pipeline.imports.own.read import OwnImport, import_json
    from pipeline.progress import bar
    from pipeline.store.store import Store

    found = _named(files, (".jsonl", ".json"), None)
    done: list[tuple[Path, OwnImport]] = []
    refused: list[PederError] = []
    with bar() as progress:
        for path in found:
            try:
                done.append((path, import_json(Store(store), path, replace=replace, progress=progress)))
            except PederError as error:
                if len(found) == 1:
                    raise
                refused.append(error)
    for _, outcome in done:
        for new, known in outcome.people.namesakes:
            _offer_merge(store, new, known, merge=merge)
    rows = [
        {
            "session_id": one.line.session_id,
            "file": path.name,
            "result": one.result,
            "hands": one.hands,
            "players": len(one.players),
            "new_players": len(one.players & {person.player_id for person in outcome.people.new}),
            "entries": one.entries,
        }
        for path, outcome in done
        for one in outcome.sessions
    ]
    _tell(rows, refused, len(found), as_json=as_json)


def _bring_in(
    read: Callable[[Path], Sequence[Imported]],
    files: list[Path],
    store: Path,
    *,
    replace: bool,
    merge: bool,
    as_json: bool,
) -> None:
    """Read and write file by file, and say what came in; one that is refused doesn't keep out the others."""
    from engine.api import PederError
    from pipeline.imports.base import write_import
    from pipeline.progress import bar
    from pipeline.store.store import Store

    done: list[tuple[Imported, Written]] = []
    refused: list[PederError] = []
    with bar() as progress:
        for number, path in enumerate(files):
            progress(tr("reading {name}", name=path.name), number, len(files))
            try:
                sessions = read(path)
                if sessions:
                    written = write_import(Store(store), sessions, replace=replace)
                    done += zip(sessions, written, strict=True)
            except PederError as error:
                if len(files) == 1:
                    raise
                refused.append(error)
    for one, written_one in done:
        for remark in one.remarks:
            say(f"{one.source.name}: {remark}.")
        if written_one.result == "there already":
            say(
                tr(
                    "{name} is in the store already, as the session {session_id!r}.",
                    name=one.source.name,
                    session_id=one.session_id,
                )
            )
    for new, known in [pair for _, written_one in done for pair in written_one.namesakes]:
        _offer_merge(store, new, known, merge=merge)
    rows = [_row(one, written_one) for one, written_one in done]
    _tell(rows, refused, len(files), as_json=as_json)


def _tell(
    rows: Sequence[Mapping[str, object]], refused: Sequence[PederError], files: int, *, as_json: bool
) -> None:
    """Print what came in, and what of how many files was refused; exit code 1 where any was."""
    if rows:
        print_rows(rows, as_json=as_json)
    for sentence in refused:
        say(f"peder: {sentence}")
    if refused:
        say(
            tr("{n} of {files} files refused; nothing of those is in the store.", n=len(refused), files=files)
        )
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

    told = tr(
        "{name} ({player_id}) goes by a name of {known} ({known_id})",
        name=new.name,
        player_id=new.player_id,
        known=known.name,
        known_id=known.player_id,
    )
    if merge or (
        sys.stdin.isatty()
        and sys.stderr.isatty()
        and typer.confirm(tr("{told}. Are they one?", told=told), err=True)
    ):

        def become_one(registry: Registry) -> Registry:
            if registry.leads_to(new.player_id) == registry.leads_to(known.player_id):
                return registry
            return registry.merge(new.player_id, known.player_id)

        change_players(Store(store), become_one)
        say(
            tr(
                "{name} ({player_id}) is {known} ({known_id}) from now on; `peder players split "
                "{quote}` takes that back.",
                name=new.name,
                player_id=new.player_id,
                known=known.name,
                known_id=known.player_id,
                quote=quote(new.player_id),
            )
        )
    else:
        command = f"`peder players merge {quote(new.player_id)} {quote(known.player_id)}`"
        say(tr("{told}: if they are one, say so: {command}.", told=told, command=command))
