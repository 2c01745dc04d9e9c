"""`peder serve`: a night on the phones at the table."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from language import mark, tr
from pipeline.commands import FolderOption

NEEDS = mark("peder serve needs what `pip install 'peder[serve]'` brings")


class Others(StrEnum):
    """What phones without the banker's PIN may do."""

    LOG = "log"
    LOOK = "look"


def register(app: typer.Typer) -> None:
    """Add `peder serve`."""
    app.command("serve")(serve)


def serve(
    night: Annotated[str, typer.Argument(help="The night, such as 2026-03-14.", show_default=False)],
    store: FolderOption,
    host: Annotated[
        str | None,
        typer.Option(
            "--host", help="The one address of this machine to serve at.", show_default="the house's network"
        ),
    ] = None,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port.")] = 8282,
    others: Annotated[
        Others, typer.Option("--others", help="What phones other than the banker's may do.")
    ] = Others.LOG,
    tls: Annotated[bool, typer.Option("--tls", help="Encrypt, by a certificate of our own.")] = False,
) -> None:
    """Put a night on the phones at the table: a page in the house's network, with a QR code that leads there.
    Ctrl-C ends it, and the night stays open.
    """
    try:
        from pipeline.serve.run import serve as run
    except ModuleNotFoundError as error:
        from pipeline.night.text.lines import LogError

        raise LogError(tr("{needs} ({name} isn't installed).", needs=tr(NEEDS), name=error.name)) from error
    from pipeline.serve.concerns import Role

    def say(text: str) -> None:
        typer.echo(text)

    run(store, night, host=host, port=port, tls=tls, others=Role(others.value), say=say)
