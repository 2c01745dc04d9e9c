"""`peder serve`: a night on the phones at the table."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from pipeline.commands import FolderOption


class Others(StrEnum):
    """What phones without the banker's PIN may do."""

    LOG = "log"
    LOOK = "look"


def register(app: typer.Typer) -> None:
    """Add `peder serve`."""
    app.command("serve")(serve)


def serve(
    store: FolderOption,
    night: Annotated[
        str | None,
        typer.Argument(
            metavar="NIGHT", help="The night, such as 2026-03-14; tonight if left out.", show_default=False
        ),
    ] = None,
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
    tls: Annotated[bool, typer.Option("--tls", help="Encrypt, with a self-signed certificate.")] = False,
) -> None:
    """Log a night from the phones at the table: serve a page on the local network, with a QR code that opens
    it. Ctrl-C stops serving; the night stays open.
    """
    from pipeline.night.journal import tonight
    from pipeline.serve.conflicts import Role
    from pipeline.serve.run import serve as run

    def say(text: str) -> None:
        typer.echo(text)

    run(store, night or tonight(store), host=host, port=port, tls=tls, others=Role(others.value), say=say)
