"""Whether a hand of a file adds up, as far as it is told."""

from __future__ import annotations

from language import tr
from pipeline.imports.own.lines import HandJson


def unsound(hand: HandJson) -> str | None:
    """What of a confirmed hand doesn't add up, as far as it's told; None for a sound one."""
    if hand.status != "confirmed":
        return None
    for seat in hand.seats:
        if seat.paid is None or seat.won is None or seat.net is None:
            return tr("seat {seat} doesn't say what was paid, won and net", seat=seat.seat)
        if seat.net != seat.won - seat.paid or min(seat.paid, seat.won) < 0:
            return tr(
                "seat {seat} paid {paid} and won {won}, which isn't {net}",
                seat=seat.seat,
                paid=seat.paid,
                won=seat.won,
                net=seat.net,
            )
    paid = sum(seat.paid or 0 for seat in hand.seats)
    won = sum(seat.won or 0 for seat in hand.seats)
    pot_in, pot_out = hand.pot_in or 0, hand.pot_out or 0
    if paid + pot_in != won + pot_out:
        return tr(
            "{paid} paid and {pot_in} carried in, but {won} won and {pot_out} carried out",
            paid=paid,
            pot_in=pot_in,
            won=won,
            pot_out=pot_out,
        )
    if hand.pot is not None and hand.pot != paid + pot_in:
        return tr(
            "a pot of {pot}, but {pot_in} carried in and {paid} paid", pot=hand.pot, pot_in=pot_in, paid=paid
        )
    return None
