"""`peder settings`: how a store is treated on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from language import tr
from pipeline.commands import FolderOption, JsonOption, print_json, say
from pipeline.commands.backup import EncryptOption, read_passphrase
from pipeline.commands.usage import Application

group = Application(
    help="Settings of a store on this machine: backups after each night.", no_args_is_help=True
)


@group.callback()
def _settings() -> None:
    pass


@group.command("backup")
def backup(
    store: FolderOption,
    folder: Annotated[
        Path | None,
        typer.Argument(
            help="A folder on a stick, another disk or one that is synced; without it, say what is set.",
            show_default=False,
        ),
    ] = None,
    keep: Annotated[
        int, typer.Option("--keep", min=1, help="Number of backups that stay in the folder.")
    ] = 10,
    encrypt: EncryptOption = False,
    off: Annotated[bool, typer.Option("--off", help="No more backups after nights.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Back up to a folder after each night that ends, and keep the newest backups of this store there.

    The key of encrypted backups lies in the store, so that no passphrase is asked for after a night. Restoring one takes the
    passphrase. The store itself isn't encrypted.
    """
    from pipeline.store.backup.encryption import derive_key
    from pipeline.store.backup.regular import age_text, check_folder, read_settings, set_regular

    if off and (folder or encrypt):
        raise typer.BadParameter(tr("--off stands alone"), param_hint="--off")
    if encrypt and folder is None:
        raise typer.BadParameter(tr("name the folder, too"), param_hint="--encrypt")
    if folder is not None:
        check_folder(store, folder)
    if folder is not None or off:
        key = derive_key(read_passphrase(twice=True)) if encrypt else None
        settings = set_regular(store, folder, keep=keep, key=key)
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
