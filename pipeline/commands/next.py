"""`peder next`: the next night, for calendars and the chat."""

from __future__ import annotations

from datetime import date, datetime, time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from language import tr
from pipeline.commands import JsonOption, ReadFolderOption, print_json, printable, say

if TYPE_CHECKING:
    from pipeline.night.night import Night


def next(
    store: ReadFolderOption,
    day: Annotated[
        str, typer.Argument(metavar="DAY", help="The day, such as 2026-04-10.", show_default=False)
    ],
    at: Annotated[
        str, typer.Argument(metavar="TIME", help="When it begins here, such as 19:00.", show_default="19:00")
    ] = "19:00",
    place: Annotated[str, typer.Option("--place", help="Where you play.", show_default=False)] = "",
    out: Annotated[
        Path | None, typer.Option("--out", help="The file for calendars.", show_default="poker-DAY.ics")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Announce the next night: write a file that calendars open, and print a text for the chat with what is owed from
    last time and who deals first.
    """
    from pipeline.formats.output import STDOUT, opened
    from pipeline.night.invitation import Invitation
    from pipeline.night.journal import clock

    begins = _begins(day, at)
    last, owed = _last_night(store)
    dealer = last.dealer.name if last and last.dealer else ""
    invitation = Invitation(begins, place or (last and last.place) or "", dealer, tuple(owed))
    file = out or Path(f"poker-{begins:%Y-%m-%d}.ics")
    with opened(file) as written:
        written.write(invitation.calendar(clock()()).encode())
    if file == STDOUT:
        return
    if as_json:
        print_json(
            {"at": begins, "place": invitation.place, "dealer": dealer, "owed": owed, "file": str(file)}
        )
        return
    typer.echo(printable(invitation.text))
    say(tr("{file} is for calendars: send it along.", file=file))


def _begins(day: str, at: str) -> datetime:
    """When the night begins, in this machine's time zone. Raises BadParameter."""
    try:
        return datetime.combine(
            date.fromisoformat(day), time.fromisoformat(at.replace(".", ":"))
        ).astimezone()
    except (ValueError, OverflowError) as error:
        raise typer.BadParameter(
            tr("{day} {at} isn't a time: write such as 2026-04-10 19:00.", day=day, at=at)
        ) from error


def _last_night(store: Path) -> tuple[Night | None, list[str]]:
    """The night that was logged last, and who still owes whom since then; nothing while it is open."""
    from pipeline.bank.message import payment_texts
    from pipeline.bank.settlement import SettleError
    from pipeline.night.ledgers import Nights, latest_night
    from pipeline.night.settle import Settler

    nights = Nights(store)
    try:
        name = latest_night(nights)
    except SettleError:  # none yet
        return None, []
    replay = nights.replay(name)
    if replay is not None and replay.night.ended_at is None:
        say(tr("The night {night} is still open: what is owed isn't settled yet.", night=name))
        return replay.night, []
    settler = Settler(store, night=name, season=None, use_fewest=False, round_to=None)
    try:
        settlements = settler.settle()
    except SettleError as error:
        say(tr("What is owed isn't settled yet. {why}", why=error))
        settlements = []
    registry = settler.registry.told_apart(
        line.player_id for settlement in settlements for line in settlement.lines
    )
    owed = [
        sentence
        for settlement in settlements
        if settlement.plan.transfers
        for sentence in payment_texts(settlement, registry.name_of, registry.pay_to)
    ]
    return replay.night if replay else None, owed
