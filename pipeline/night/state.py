"""How a night stands, as data for whoever shows it: the toolbar, a page, another program."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.night.hand.guide import guide
from pipeline.night.night import Night


@dataclass(frozen=True, kw_only=True)
class Place:
    """Somebody at the table: chips that should lie there; of the banker, who has the rest, the result."""

    player_id: str
    name: str
    handle: str
    chips: int
    keeps_bank: bool
    pauses: bool


@dataclass(frozen=True, kw_only=True)
class NightState:
    """How a night stands. `pot` is that of the hand that is open, else what is carried into the next;
    `bank_out` the chips that the bank has lent and sold; `asks` what a hand told bet by bet asks for next.
    """

    table: tuple[Place, ...]
    hand_no: int
    dealer: str | None
    pot: int
    bank_out: int
    drafts: tuple[int, ...]
    asks: str
    is_over: bool


def state(night: Night) -> NightState:
    """How a night stands, with the players clockwise and hands by their numbers."""
    accounts = night.accounts
    return NightState(
        table=tuple(
            Place(
                player_id=player.player_id,
                name=player.name,
                handle=player.handle,
                chips=account.net if player.player_id == night.banker_id else account.stack,
                keeps_bank=player.player_id == night.banker_id,
                pauses=player.status == "pausing",
            )
            for player in night.players
            if player.status != "gone" and (account := accounts[player.player_id])
        ),
        hand_no=night.next_hand_no,
        dealer=night.dealer.name if night.dealer else None,
        pot=night.open_hand.pot if night.open_hand else night.carried,
        bank_out=sum(one.lent + one.bought - one.returned for one in accounts.values()),
        drafts=tuple(hand.hand_no for hand in night.drafts),
        asks=guide(night.open_hand) if night.open_hand else "",
        is_over=night.ended_at is not None,
    )
