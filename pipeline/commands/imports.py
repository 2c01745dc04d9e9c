"""`peder import`: hands that were played elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from glob import has_magic
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from language import tr
from pipeline.commands import JsonOption, StoreOption, can_ask, confirm, say
from pipeline.commands.usage import Application, Group
from pipeline.formats.registry import FORMATS, SUFFIXES_OF, Format

if TYPE_CHECKING:
    from pipeline.formats.csv.nights import Terms
    from pipeline.formats.sessions import Imported
    from pipeline.store.progress import Progress
from pipeline.commands.import_files import file_by_file, import_each, is_cut_merging, print_imported
from pipeline.commands.namesakes import confirm_ours, warn_of_doubles

Files = Annotated[
    list[Path],
    typer.Argument(
        help="Files, patterns, folders with everything in them, or - for standard input; .gz is unpacked.",
        show_default=False,
    ),
]


def _session_name(name: str | None) -> str | None:
    if name:
        from pipeline.store.session_names import check_night_name

        check_night_name(name)
    return name


Session = Annotated[
    str | None,
    typer.Option("--session", callback=_session_name, help="The session's name, for a single file."),
]
Season = Annotated[
    str | None, typer.Option("--season", metavar="SEASON", help="The season that the sessions belong to.")
]


def _currency(given: str | None) -> str | None:
    """The three letters of `--currency`. Raises MoneyError for no currency."""
    if given is None:
        return None
    from pipeline.bank.currency import read_currency

    return read_currency(given)


Currency = Annotated[
    str | None,
    typer.Option("--currency", callback=_currency, help="The currency of the amounts, such as DKK."),
]
Replace = Annotated[bool, typer.Option("--replace", help="Replace a session that is already in the store.")]
Merge = Annotated[
    bool, typer.Option("--merge", help="Treat a new player as the known player of the same name.")
]
Cents = Annotated[
    bool,
    typer.Option("--cents", help="The ledger is in cents, as PokerNow writes it of a table in cents mode."),
]
Together = Annotated[
    bool, typer.Option("--together", help="All files are one session, such as a night's folder.")
]
_ANY = "files"


class _Imports(Group):
    """`peder import FILE…` needs no format; a format's name before the files gives its own options."""

    default = _ANY

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Put the command for any file before what is no format."""
        first = args[0] if args else ""
        is_file = first.startswith("-") or "." in first or has_magic(first) or Path(first).exists()
        if first and is_file and first not in ("-h", "--help", *self.list_commands(ctx)):
            args = [_ANY, *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command; Ctrl-C before it reads a file, or after it has listed what came in, ends it with code 130."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            say(tr("Stopped: what isn't listed was not imported; the same command imports it."))
            raise typer.Exit(130) from None


group = Application(
    cls=_Imports,
    help="Import hands that were played elsewhere: FILE… alone, and what each file is follows from its content.\n\n"
    "A format's name before the files gives its own options.",
    no_args_is_help=True,
)


@group.command(_ANY, hidden=True)
def any_files(
    files: Files,
    store: StoreOption,
    cents: Cents = False,
    together: Together = False,
    session: Session = None,
    season: Season = None,
    currency: Currency = None,
    replace: Replace = False,
    merge: Merge = False,
    as_json: JsonOption = False,
) -> None:
    """Import files of any format that peder reads; the content tells which it is."""
    from engine.api import PederError
    from pipeline.formats.kinds import SUFFIXES, kind_of

    kinds: dict[str, list[Path]] = {}
    failed = False
    paths = _checked_files(files, SUFFIXES, session)
    for path in paths:
        try:
            kinds.setdefault(kind_of(path), []).append(path)
        except PederError as error:
            if len(paths) == 1:
                raise
            say(f"peder: {error}")
            failed = True
    if as_json and len(kinds) > 1:
        raise typer.BadParameter(
            tr("import files of one format at a time, not of {kinds}", kinds=", ".join(kinds)),
            param_hint="--json",
        )
    stated = {
        "replace": replace,
        "session": session,
        "season": season,
        "currency": currency,
        "cents": cents,
        "together": together,
    }
    for kind, some in kinds.items():
        command = _COMMANDS[kind]
        own = {
            name: value for name, value in stated.items() if value and name in signature(command).parameters
        }
        try:
            command(files=some, store=store, merge=merge, as_json=as_json, **own)
        except PederError as error:
            if len(kinds) == 1 and not failed:
                raise
            say(f"peder: {error}")
            failed = True
        except typer.Exit as ended:
            if ended.exit_code != 1:
                raise
            failed = True
    if failed:
        raise typer.Exit(1)


def _command(form: Format) -> Callable[..., None]:
    def import_with_ledgers(
        files: Files,
        store: StoreOption,
        cents: Cents = False,
        session: Session = None,
        season: Season = None,
        currency: Currency = None,
        replace: Replace = False,
        merge: Merge = False,
        as_json: JsonOption = False,
    ) -> None:
        from pipeline.store.store import Store

        paths = _checked_files(files, form.suffixes, session)
        terms = {"session_id": session, "season": season, "currency": currency, "cents": cents}
        games = form.load()(Store(store), paths, replace=replace, **terms)
        import_each(games.read, games.files, store, replace=replace, merge=merge, as_json=as_json)

    def import_files(
        files: Files,
        store: StoreOption,
        session: Session = None,
        season: Season = None,
        currency: Currency = None,
        replace: Replace = False,
        merge: Merge = False,
        as_json: JsonOption = False,
    ) -> None:
        from pipeline.formats.overlap import counted_once
        from pipeline.store.people import Registry
        from pipeline.store.store import Store

        paths = _checked_files(files, form.suffixes, session)
        reader = form.load()

        def read(path: Path) -> list[Imported]:
            once = partial(reader, path, session_id=session, season=season, currency=currency)
            if form.by_name:
                once = partial(once, players=Registry.of(Store(store)))
            return [counted_once(Store(store), once, replace=replace)]

        import_each(read, paths, store, replace=replace, merge=merge, as_json=as_json)

    return import_with_ledgers if form.joins_files else import_files


def _checked_files(files: list[Path], suffixes: Sequence[str], session: str | None) -> list[Path]:
    """The files that were named; one session's name can't serve several files."""
    from pipeline.formats.files import named_files

    paths = named_files(files, suffixes)
    if session is not None and max(len(files), len(paths)) > 1:
        raise typer.BadParameter(tr("one name can't do for several files"), param_hint="--session")
    return paths


def phh(
    files: Files,
    store: StoreOption,
    together: Together = False,
    session: Session = None,
    season: Season = None,
    currency: Currency = None,
    replace: Replace = False,
    merge: Merge = False,
    as_json: JsonOption = False,
) -> None:
    """Import hands in the PHH format, one a file (.phh) or many (.phhs); the final stacks must agree with the
    file."""
    paths = _checked_files(files, SUFFIXES_OF["phh"], None if together else session)
    from pipeline.formats.overlap import counted_once
    from pipeline.formats.phh.session import import_together
    from pipeline.store.people import Registry
    from pipeline.store.store import Store

    def read(path: Path) -> list[Imported]:
        of = paths if together else [path]
        once = partial(
            import_together,
            of,
            session_id=session,
            season=season,
            currency=currency,
            players=Registry.of(Store(store)),
        )
        return [counted_once(Store(store), once, replace=replace)]

    one = paths[:1] if together else paths
    import_each(read, one, store, replace=replace, merge=merge, as_json=as_json)


def csv(
    files: Files,
    store: StoreOption,
    session: Annotated[
        str, typer.Option("--session", help="What the sessions' names begin with, before the day.")
    ] = "sheet",
    season: Annotated[
        str | None,
        typer.Option(
            "--season", metavar="SEASON", help="Their season.", show_default="a column's, else the year"
        ),
    ] = None,
    currency: Currency = None,
    rest: Annotated[
        str | None,
        typer.Option(
            "--rest", help="The player who takes the difference when a night doesn't add up to zero."
        ),
    ] = None,
    month_first: Annotated[
        bool | None,
        typer.Option(
            "--month-first/--day-first",
            help="Days are written with the month first, or the day.",
            show_default="as the sheet shows",
        ),
    ] = None,
    preview: Annotated[
        bool, typer.Option("--preview", help="Show how the columns are understood, and import nothing.")
    ] = False,
    replace: Replace = False,
    merge: Merge = False,
    as_json: JsonOption = False,
) -> None:
    """Import spreadsheets of each player's result by night (date, player, net), without hands."""
    from pipeline.formats.csv.nights import Terms

    terms = Terms(prefix=session, season=season, currency=currency, rest=rest)
    import_each(
        partial(_nights_of_sheet, store=store, terms=terms, month_first=month_first, preview=preview),
        _checked_files(files, SUFFIXES_OF["csv"], None),
        store,
        replace=replace,
        merge=merge,
        as_json=as_json,
    )


def _nights_of_sheet(
    path: Path, *, store: Path, terms: Terms, month_first: bool | None, preview: bool
) -> list[Imported]:
    """Say how the columns of a spreadsheet are understood, and return its nights: none for a preview, or if the user
    declines.
    """
    from pipeline.bank.currency import read_currency
    from pipeline.formats.csv.nights import added_up, nights_of, running_totals, understood_players
    from pipeline.formats.csv.sheet import read_sheet
    from pipeline.store.people import Registry
    from pipeline.store.store import Store

    sheet = read_sheet(path, day_first=None if month_first is None else not month_first)
    registry = Registry.of(Store(store))
    for line in (*sheet.remarks, *understood_players(sheet, registry)):
        say(f"{path.name}: {line}.")
    nights = nights_of(sheet, registry, terms)
    if sheet.currency and not terms.currency:
        say(
            tr(
                "{name}: the amounts are in {currency}: --currency {currency} would keep that.",
                name=path.name,
                currency=read_currency(sheet.currency),
            )
        )
    for line in (*added_up(sheet, registry), *running_totals(sheet, registry)):
        say(f"{path.name}: {line}.")
    if preview or (can_ask() and not confirm(tr("Import it so?"), default=True)):
        return []
    return nights


def json(
    files: Files,
    store: StoreOption,
    group: Annotated[
        str | None,
        typer.Option(
            "--group", help="The name of another group whose sessions these are: its players are kept apart."
        ),
    ] = None,
    replace: Replace = False,
    merge: Merge = False,
    as_json: JsonOption = False,
) -> None:
    """Import sessions that `peder export json` wrote; each file is imported whole or not at all.

    A player of the file is the player here who has the same id, unless --group says that they are of another group.
    """
    from pipeline.formats.json.reader import OwnImport, import_json
    from pipeline.night.incoming import is_journal
    from pipeline.store.store import Store

    paths = _checked_files(files, SUFFIXES_OF["json"], None)
    if paths and all(map(is_journal, paths)):
        _import_nights(paths, store, None, merge=merge, as_json=as_json)
        return
    done: list[tuple[Path, OwnImport]] = []

    def read(path: Path, progress: Progress) -> None:
        check = partial(confirm_ours, path)
        done.append(
            (
                path,
                import_json(Store(store), path, replace=replace, group=group, check=check, progress=progress),
            )
        )

    refused, is_cut = file_by_file(paths, read)
    is_cut |= is_cut_merging(
        store, [pair for _, outcome in done for pair in outcome.people.namesakes], merge=merge
    )
    warn_of_doubles(store, {one.line.session_id for _, outcome in done for one in outcome.sessions})
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
    print_imported(rows, refused, len(paths), is_cut=is_cut, as_json=as_json)


def night(
    files: Files,
    store: StoreOption,
    session: Session = None,
    merge: Merge = False,
    as_json: JsonOption = False,
) -> None:
    """Import nights that were logged on a phone without a laptop, or in a copy of the store: their journals.

    A night that is already in the store gets the file's new lines, merged by time; contradictions become drafts, or are
    named.
    """
    _import_nights(
        _checked_files(files, (".jsonl", ".txt"), session), store, session, merge=merge, as_json=as_json
    )


def _import_nights(
    files: list[Path], store: Path, session: str | None, *, merge: bool, as_json: bool
) -> None:
    from datetime import UTC, datetime

    from pipeline.night.days import ahead_text, date_in_name
    from pipeline.night.incoming import Incoming, read_copy, take_in
    from pipeline.store.backup.regular import back_up_after_night
    from pipeline.store.people import Registry
    from pipeline.store.store import Store

    known = set(Registry.of(Store(store)).people)
    done: list[tuple[Path, Incoming]] = []

    def read(path: Path, _: Progress) -> None:
        done.append((path, take_in(store, read_copy(path), session, file=path)))

    refused, is_cut = file_by_file(files, read)
    for _, one in done:
        for remark in one.remarks:
            say(f"{one.night}: {remark}")
        if ahead := ahead_text(date_in_name(one.night), datetime.now(UTC)):
            say(f"{one.night}: {ahead}")
    registry = Registry.of(Store(store))
    new = [person for player_id, person in registry.people.items() if player_id not in known]
    pairs = [(person, other) for person in new for other in registry.namesakes(person.player_id)]
    is_cut |= is_cut_merging(store, pairs, merge=merge)
    warn_of_doubles(store, {one.night for _, one in done})
    rows = [
        {
            "session_id": one.night,
            "file": path.name,
            "result": one.result,
            "entries": one.entries,
            "new_entries": one.new_entries,
            "hands": one.hands,
            "drafts": one.drafts,
        }
        for path, one in done
    ]
    back_up_after_night(store, say)
    print_imported(rows, refused, len(files), is_cut=is_cut, as_json=as_json)


_OWN: dict[str, Callable[..., None]] = {"csv": csv, "json": json, "phh": phh}
_COMMANDS = {form.name: _OWN.get(form.name) or _command(form) for form in FORMATS}
_COMMANDS["night"] = night
for _form in FORMATS:
    group.command(_form.name, help=_form.about, hidden=_form.is_former)(_COMMANDS[_form.name])
group.command("night")(night)
