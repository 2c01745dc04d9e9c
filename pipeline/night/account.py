"""What a logged night leaves to be settled."""

from __future__ import annotations

from pipeline.bank.settlement import NightBook
from pipeline.night.night import Night


def book_of_night(name: str, night: Night) -> NightBook:
    """A night's nets and entries as a settlement takes them."""
    nets = {**dict.fromkeys((player.player_id for player in night.players), 0), **night.nets}
    return NightBook(
        name=name,
        currency=night.currency,
        chip_value=night.chip_value,
        banker_id=night.banker_id,
        nets=nets,
        entries=night.full_book,
        hands=len(night.hands) - len(night.drafts),
        drafts=len(night.drafts),
    )
