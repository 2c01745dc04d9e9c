"""What a hand that is logged act by act needs next, in a sentence."""

from __future__ import annotations

from language import tr
from pipeline.night.hand.open_hand import OpenHand
from pipeline.night.hand.streets import asked_for


def guide(hand: OpenHand) -> str:
    """What the programme asks for now, as text."""
    state = hand.state
    if state.only_one_left:
        last = state.live[0]
        return tr(
            "{name} is the only one left: end with +{handle}.",
            name=hand.name_of(last),
            handle=hand.handle_of(last),
        )
    if hand.nobody_opened:
        return tr("Nobody opened, so the pot carries over: end with ++.")
    if hand.street >= len(hand.streets):
        return tr("Showdown: end with +WINNER.")
    street = hand.streets[hand.street]
    asked = "" if state.begun else ", ".join(filter(None, map(asked_for, street.steps)))
    asked = f"{asked[:1].upper()}{asked[1:]}"
    if not street.bets:
        return tr("{asked}, then +WINNER.", asked=asked) if asked else tr("Showdown: end with +WINNER.")
    turn = state.turn
    who = (
        tr("{name} to act", name=hand.name_of(turn))
        if turn is not None
        else tr("the highest open hand opens")
    )
    price = tr(", {price} to call", price=state.price(turn)) if turn is not None and state.price(turn) else ""
    bets = tr("Betting round {round_no}: {who}{price}.", round_no=state.round_no, who=who, price=price)
    return f"{asked}. {bets}" if asked else bets
