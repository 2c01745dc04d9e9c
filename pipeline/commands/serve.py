"""`peder serve`: a night on the phones at the table."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from pipeline.commands import FolderOption, TonightArgument


class Others(StrEnum):
    """What phones without the banker's PIN may do."""

    LOG = "log"
    LOOK = "look"


def serve(
    store: FolderOption,
    night: TonightArgument = None,
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
    it.

    Ctrl-C stops serving; the night stays open.
    """
    from pipeline.night.journal import tonight
    from pipeline.serve.conflicts import Role
    from pipeline.serve.run import serve as run
    from pipeline.store.backup.regular import back_up_after_night

    def say(text: str) -> None:
        typer.echo(text)

    has_ended = run(
        store, night or tonight(store), host=host, port=port, tls=tls, others=Role(others.value), say=say
    )
    if has_ended:
        back_up_after_night(store, say)
