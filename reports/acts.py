"""The acts of a hand as sentences, and cards as signs."""

from __future__ import annotations

from language import mark, tr
from reports.blocks import Row
from reports.numbers import number

ACTS = {
    "ante": mark("{player} antes {chips}"),
    "bring_in": mark("{player} brings it in for {chips}"),
    "small_blind": mark("{player} posts the small blind, {chips}"),
    "big_blind": mark("{player} posts the big blind, {chips}"),
    "straddle": mark("{player} straddles, {chips}"),
    "dead_blind": mark("{player} posts a dead blind, {chips}"),
    "check": mark("{player} checks"),
    "bet": mark("{player} bets {chips}"),
    "raise": mark("{player} raises, {chips} in"),
    "call": mark("{player} calls {chips}"),
    "fold": mark("{player} folds"),
    "peder_bet": mark("{player} bets the peder, {chips} in"),
    "peder_raise": mark("{player} raises with the peder, {chips} in"),
    "forced_payment": mark("{player} has to pay {chips}"),
    "buy_card": mark("{player} buys a card for {chips}"),
    "paid_draw": mark("{player} pays {chips} for the draw"),
    "stake": mark("{player} stakes {chips}"),
    "match_pot": mark("{player} matches the pot, {chips}"),
    "sent_out": mark("{player} is sent out"),
    "returned": mark("{chips} go back to {player}"),
    "deal_closed": mark("{player} gets {card} closed"),
    "deal_open": mark("{player} gets {card} open"),
    "deal_unseen": mark("{player} gets {card} unseen"),
    "lay_closed": mark("{card} is laid closed"),
    "lay_open": mark("{card} is laid open"),
    "turn_board": mark("{card} is turned"),
    "turn_own": mark("{player} turns {card}"),
    "throw": mark("{player} throws {card}"),
    "pass_right": mark("{player} passes {card} to the right"),
    "pass_left": mark("{player} passes {card} to the left"),
    "declare": mark("{player} declares"),
    "in": mark("{player} is in"),
    "out": mark("{player} is out"),
    "claim": mark("{player} claims"),
    "doubt": mark("{player} doubts it"),
    "swap": mark("{player} swaps"),
    "keep": mark("{player} keeps"),
    "roll": mark("{player} rolls"),
    "take": mark("{player} takes the cup"),
    "lose_life": mark("{player} loses a life"),
    "play_card": mark("{player} plays {card}"),
    "play_trump": mark("{player} plays the trump {card}"),
    "pass": mark("{player} passes"),
    "must_stay": mark("{player} has to stay"),
}
"""A kind of act in words, by the store's word for it."""

SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def act_text(act: Row, player: str | None) -> str:
    """What was done: a row with `kind`, `chips` and `card` (as `As`); an unknown kind by its own name."""
    said = ACTS.get(act["kind"])
    if said is None:
        return f"{player or ''} {act['kind'] or ''}".strip()
    return tr(
        said,
        player=player or tr("The table"),
        chips=number(abs(act["chips"])) if act["chips"] is not None else "",
        card=card_signs(act["card"]) if act["card"] else tr("a card"),
    )


def card_signs(cards: str) -> str:
    """`As Td Jo` as `A♠ 10♦ Jo`."""
    return " ".join(
        card[:-1].replace("T", "10") + SIGNS[card[-1]] if card[-1:] in SIGNS else card
        for card in cards.split()
    )


__all__ = ["ACTS", "act_text", "card_signs"]
