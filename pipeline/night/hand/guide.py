"""What a hand that is told act by act asks for next, in a sentence."""

from __future__ import annotations

from pipeline.night.hand.opened import OpenHand
from pipeline.night.hand.streets import asked_for


def guide(hand: OpenHand) -> str:
    """What the programme asks for now."""
    betting = hand.betting
    if betting.only_one_left:
        last = betting.live[0]
        return f"{hand.name_of(last)} is the only one left: end with +{hand.handle_of(last)}."
    if hand.street >= len(hand.streets):
        return "Showdown: end with +WINNER."
    street = hand.streets[hand.street]
    asked = "" if betting.begun else ", ".join(filter(None, map(asked_for, street.steps)))
    asked = f"{asked[:1].upper()}{asked[1:]}"
    if not street.bets:
        return f"{asked}, then +WINNER." if asked else "Showdown: end with +WINNER."
    turn = betting.turn
    who = f"{hand.name_of(turn)} to act" if turn is not None else "the highest open hand opens"
    price = f", {betting.price(turn)} to call" if turn is not None and betting.price(turn) else ""
    bets = f"Betting round {betting.round_no}: {who}{price}."
    return f"{asked}. {bets}" if asked else bets
