"""`peder import`: hands that were played elsewhere."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Annotated

import typer

from pipeline.commands import JsonOption, StoreOption, print_rows, say

Files = Annotated[list[Path], typer.Argument(help="The files to import.", show_default=False)]
Session = Annotated[str | None, typer.Option("--session", help="The session's name, for a single file.")]
Season = Annotated[str | None, typer.Option("--season", help="The season that the sessions belong to.")]
Currency = Annotated[str | None, typer.Option("--currency", help="The currency of the amounts, such as DKK.")]
Replace = Annotated[bool, typer.Option("--replace", help="Replace a session that is there already.")]


def register(app: typer.Typer) -> None:
    """Add `peder import …`."""
    group = typer.Typer(help="Bring in hands that were played elsewhere.", no_args_is_help=True)
    group.command("pokernow-log")(pokernow_log)
    app.add_typer(group, name="import")


def pokernow_log(
    files: Files,
    store: StoreOption,
    session: Session = None,
    season: Season = None,
    currency: Currency = None,
    replace: Replace = False,
    as_json: JsonOption = False,
) -> None:
    """Import PokerNow logs, each as a session: every hand must conserve chips and every stack carry over."""
    if session is not None and len(files) > 1:
        raise typer.BadParameter("one name can't do for several files", param_hint="--session")
    from pipeline.pokernow import import_logs
    from pipeline.store import Store

    logs = import_logs(
        Store(store), files, session_id=session, season=season, currency=currency, replace=replace
    )
    for path, log in zip(files, logs, strict=True):
        for remark in log.remarks:
            say(f"{path.name}: {remark}.")
    rows = [
        {
            "session_id": log.session_id,
            "file": path.name,
            "hands": sum(hand.ended_at is not None for hand in log.hands),
            "players": len({seat.player for hand in log.hands for seat in hand.seats}),
            "chip_value": Decimal(log.unit) / 100,
            "games": ", ".join(sorted({f"{hand.variant_id} {hand.additions}" for hand in log.hands})),
        }
        for path, log in zip(files, logs, strict=True)
    ]
    print_rows(rows, as_json=as_json)
