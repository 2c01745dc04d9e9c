"""`peder settings backup`: the former name of `peder store backup --after-nights`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands import FolderOption, JsonOption
from pipeline.commands.backup import EncryptOption, KeepOption, back_up_after_nights
from pipeline.commands.usage import Application

group = Application(
    help="The former name of `peder store backup --after-nights`.", no_args_is_help=True, hidden=True
)


@group.callback()
def _settings() -> None:
    pass


@group.command("backup")
def backup(
    store: FolderOption,
    folder: Annotated[Path | None, typer.Argument(help="The folder.", show_default=False)] = None,
    keep: KeepOption = None,
    encrypt: EncryptOption = False,
    off: Annotated[bool, typer.Option("--off", help="No more backups after nights.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Back up to a folder after each night that ends: `peder store backup FOLDER --after-nights`."""
    back_up_after_nights(store, folder, keep=keep, encrypt=encrypt, off=off, as_json=as_json)
