"""`peder app`: the log on a phone, without a server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from language import tr
from pipeline.commands import FolderOption


def app(
    folder: Annotated[
        Path, typer.Argument(help="The folder to write; one that `peder app` wrote is renewed.")
    ],
    store: FolderOption,
    empty: Annotated[
        bool, typer.Option("--empty", help="Take no players, games and payments from the store.")
    ] = False,
) -> None:
    """Write the log as a folder of static files that any web server can offer: a phone that has opened it once logs
    nights without a laptop and without a network.

    It has the group's players, handles, payments and own games.

    The folder may be public; the answer says what is in it. `peder import night FILE` brings a night home.
    """
    from pipeline.serve.app_folder import write_app

    for sentence in write_app(folder, None if empty or not store.is_dir() else store):
        typer.echo(sentence)
    typer.echo(
        tr(
            "Offer it at an https address, or try it here: python -m http.server -d {folder}, then localhost:8000 in a "
            "browser.",
            folder=folder,
        )
    )
