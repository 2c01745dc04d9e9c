"""`peder store backup` and `peder store restore`: the store in one file, and back."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from language import tr, trn
from language.forms import number
from pipeline.commands import FolderOption, JsonOption, ReadOption, print_json, printable, say
from pipeline.commands.namesakes import warn_of_doubles

if TYPE_CHECKING:
    from pipeline.store.backup.restore import Newer, Restored
    from pipeline.store.backup.take import BackupSummary

EncryptOption = Annotated[
    bool, typer.Option("--encrypt", help="Encrypt with a passphrase, asked for or in PEDER_PASSPHRASE.")
]
"""For a command's parameter `encrypt: EncryptOption = False`."""


FileArgument = Annotated[
    Path | None,
    typer.Argument(
        help="The file to write, or a folder for a file with a date.",
        show_default="the folder of --after-nights",
    ),
]
OutOption = Annotated[Path | None, typer.Option("--out", help="The same.", show_default=False, hidden=True)]
KeepOption = Annotated[
    int | None,
    typer.Option(
        "--keep",
        min=1,
        help="In a folder: delete the oldest of this store's backups above this number.",
        show_default="the setting",
    ),
]
SkipDamagedOption = Annotated[bool, typer.Option("--skip-damaged", help="Leave out damaged sessions.")]
AfterNightsOption = Annotated[
    bool | None,
    typer.Option(
        "--after-nights/--no-after-nights",
        help="Not one backup now, but one after each night that ends, in the folder FILE; without FILE, "
        "show the setting.",
        show_default=False,
    ),
]


def backup(
    store: ReadOption,
    file: FileArgument = None,
    out: OutOption = None,
    keep: KeepOption = None,
    encrypt: EncryptOption = False,
    skip_damaged: SkipDamagedOption = False,
    after_nights: AfterNightsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write the whole store to one file: journals, tables, players, settings.

    Others may write meanwhile.

    The key of encrypted backups after nights lies in the store, so that no passphrase is asked for then. Restoring one takes
    the passphrase. The store itself isn't encrypted.
    """
    if after_nights is not None:
        back_up_after_nights(
            store, file or out, keep=keep, encrypt=encrypt, off=not after_nights, as_json=as_json
        )
        return
    from pipeline.store.backup.encryption import derive_key
    from pipeline.store.backup.regular import back_up_into, note_backup, read_settings
    from pipeline.store.backup.take import take_backup
    from pipeline.store.progress import bar
    from pipeline.store.store import Store

    settings = read_settings(store)
    place = file or out or Path(settings.folder)
    is_regular = bool(settings.folder) and place.absolute() == Path(settings.folder)
    in_folder = is_regular or place.is_dir()
    _check_place(place, is_named=bool(file or out or settings.folder), in_folder=in_folder, keep=keep)
    key = derive_key(read_passphrase(twice=True)) if encrypt else settings.cipher_key if is_regular else None
    deleted, begun = 0, datetime.now(UTC)
    with bar() as progress:
        if in_folder:
            keep = keep or (settings.keep if is_regular else None)
            place, summary, deleted = back_up_into(
                Store(store), place, keep=keep, key=key, skip_damaged=skip_damaged, progress=progress
            )
        else:
            summary = take_backup(Store(store), place, skip_damaged=skip_damaged, key=key, progress=progress)
            if not summary.damaged and place != Path("-"):
                note_backup(store, place, begun, settings)
    _print_backup(summary, place, deleted, as_json=as_json)


def _check_place(place: Path, *, is_named: bool, in_folder: bool, keep: int | None) -> None:
    """Raise BadParameter where no file is named, or one where --keep needs a folder."""
    if not is_named:
        raise typer.BadParameter(tr("name the file to write, such as store.peder"), param_hint="FILE")
    if keep is not None and not in_folder:
        raise typer.BadParameter(
            tr("name a folder, not the file {file}: --keep counts files with a date.", file=place),
            param_hint="--keep",
        )


def _print_backup(summary: BackupSummary, place: Path, deleted: int, *, as_json: bool) -> None:
    """Say what a backup has, and which old ones were deleted."""
    for name in summary.damaged:
        say(tr("{name} isn't as it was written, and is left out: `peder store check` explains.", name=name))
    if as_json:
        print_json({"file": str(place), **vars(summary), "deleted": deleted})
        return
    size = f"{number(summary.bytes / 1e6, 1)} MB"
    say(
        tr(
            "{sessions}, {journals}, {size} written to {file}.",
            sessions=trn("{n} session", "{n} sessions", summary.sessions),
            journals=trn("{n} journal", "{n} journals", summary.journals),
            size=size,
            file=place,
        )
    )
    if deleted:
        say(trn("{n} old backup deleted.", "{n} old backups deleted.", deleted))


def back_up_after_nights(
    store: Path, folder: Path | None, *, keep: int | None, encrypt: bool, off: bool, as_json: bool
) -> None:
    """Back up to a folder after each night that ends, or stop it (`off`), and print what is set. Raises BackupError for a
    folder that can't have backups.
    """
    from pipeline.store.backup.encryption import derive_key
    from pipeline.store.backup.regular import KEEP, age_text, check_folder, read_settings, set_regular

    if off and (folder or encrypt):
        raise typer.BadParameter(tr("it stands alone"), param_hint="--no-after-nights")
    if encrypt and folder is None:
        raise typer.BadParameter(tr("name the folder, too"), param_hint="--encrypt")
    if folder is not None:
        check_folder(store, folder)
    if folder is not None or off:
        key = derive_key(read_passphrase(twice=True)) if encrypt else None
        settings = set_regular(store, folder, keep=keep or KEEP, key=key)
    else:
        settings = read_settings(store)
    if as_json:
        print_json(
            {"folder": settings.folder or None, "keep": settings.keep, "encrypted": bool(settings.key)}
        )
        return
    if not settings.folder:
        say(tr("No backups are taken after nights."))
    elif settings.key:
        say(
            tr(
                "After each night an encrypted backup goes to {folder}, and the newest {keep} stay there.",
                folder=settings.folder,
                keep=settings.keep,
            )
        )
    else:
        say(
            tr(
                "After each night a backup goes to {folder}, and the newest {keep} stay there.",
                folder=settings.folder,
                keep=settings.keep,
            )
        )
    if age := age_text(store):
        say(age)


def read_passphrase(*, twice: bool = False) -> str:
    """The passphrase in PEDER_PASSPHRASE, or typed without being shown. Raises BackupError where there is neither."""
    from pipeline.store.backup.archive import BackupError

    if given := os.environ.get("PEDER_PASSPHRASE"):
        return given
    if not sys.stdin.isatty():
        raise BackupError(tr("A passphrase is needed: set PEDER_PASSPHRASE, or run this in a terminal."))

    def ask(question: str) -> str:
        return str(typer.prompt(question, hide_input=True, err=True))

    typed = ask(tr("Passphrase"))
    if twice and ask(tr("Once more (the backup can't be read without it)")) != typed:
        raise BackupError(tr("The two aren't the same: nothing was written."))
    return typed


def restore(
    file: Annotated[Path, typer.Argument(help="The backup.", show_default=False)],
    store: FolderOption,
    keep_newer: Annotated[
        bool, typer.Option("--keep-newer", help="Restore everything that isn't newer in the store.")
    ] = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Restore everything, also over newer data in the store.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would change in the store.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    "Restore a backup, verified before anything is changed; what only the store has stays."
    from pipeline.store.backup.encryption import is_encrypted
    from pipeline.store.backup.restore import restore_backup
    from pipeline.store.store import Store

    if keep_newer and overwrite:
        raise typer.BadParameter(tr("one of the two"), param_hint="--keep-newer, --overwrite")
    newer: Newer = "keep" if keep_newer else "overwrite" if overwrite else "refuse"
    passphrase = read_passphrase() if is_encrypted(file) else None
    done = restore_backup(Store(store), file, newer=newer, passphrase=passphrase, dry_run=dry_run)
    if not dry_run:
        warn_of_doubles(store, {*done.restored, *done.merged} & {*Store(store).session_ids()})
    if as_json:
        print_json(vars(done))
    elif dry_run:
        _print_plan(done, newer)
    else:
        _print_restored(done)


def _print_restored(done: Restored) -> None:
    for sentence in done.late:
        say(sentence)
    for name in done.merged:
        say(tr("{name} was continued in both places: the lines of both are there.", name=name))
    for name in done.skipped:
        say(tr("{name} is newer in the store, and stays as it is there.", name=name))
    for name in done.players:
        say(tr("The player {name} is as in the backup: name, handle, notes and how to pay.", name=name))
    say(
        tr(
            "{restored} restored, {same} there already, {kept} newer in the store.",
            restored=len(done.restored),
            same=len(done.same),
            kept=len(done.skipped),
        )
    )


def _print_plan(done: Restored, newer: Newer) -> None:
    """What a restore would change, a line each."""
    replaced = set(done.replaced)
    for name in done.restored:
        if name in replaced:
            typer.echo(printable(tr("{name} would be replaced by the backup's.", name=name)))
        else:
            typer.echo(printable(tr("{name} isn't in the store, and would be added.", name=name)))
    for name in done.merged:
        typer.echo(printable(tr("{name} was continued in both places, and would be merged.", name=name)))
    for name in done.skipped:
        typer.echo(printable(tr("{name} is newer in the store, and would stay.", name=name)))
    for name in done.players:
        sentence = tr(
            "The player {name} would be as in the backup: name, handle, notes and how to pay.", name=name
        )
        typer.echo(printable(sentence))
    if done.skipped and newer == "refuse":
        say(tr("Without --keep-newer or --overwrite nothing would be restored: the store has newer data."))
    say(
        trn(
            "{n} is the same already. Nothing was changed.",
            "{n} are the same already. Nothing was changed.",
            len(done.same),
        )
    )
