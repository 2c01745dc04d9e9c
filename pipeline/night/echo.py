"""What was understood, in one sentence a line; what the tables of a terminal say of a night."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.api import FAULTS, Half, Outcome, Variant, cards_text
from pipeline.bank.book import BankKind
from pipeline.bank.money import chips_text, money_text
from pipeline.night.hand.deal import Hand, Seat
from pipeline.night.night import Night
from pipeline.night.text.lines import (
    About,
    Banker,
    ChipValue,
    Day,
    DealerTurn,
    End,
    Join,
    Line,
    Loan,
    Note,
    Owe,
    PayMoney,
    Presence,
    Seating,
    Trade,
)

_STATUS = {"gone": "went home", "pausing": "sits out until back", "playing": "is back"}


def joined(words: Sequence[str]) -> str:
    """``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else "nobody"


def game_text(variant: Variant) -> str:
    """A game with what was added: ``Straight Poker (wild 2 hilo)``."""
    return f"{variant.name} ({variant.additions})" if variant.additions else variant.name


def hand_text(hand: Hand, night: Night) -> str:
    """A hand in one sentence: ``17 Seven Card Stud, Anna dealt: Dorte wins 66 = 1 peder 16 with full
    house.``
    """
    number = f"{hand.hand_no}{'?' if hand.is_draft else ''}"
    if hand.variant is None:
        return f"{number} {hand.text!r}: {hand.why}"
    dealer = night.names.get(hand.dealer_id or "", "somebody")
    parts = [f"{number} {game_text(hand.variant)}, {dealer} dealt: {_result(hand)}", *_asides(hand)]
    return "; ".join(parts) + "."


def _result(hand: Hand) -> str:
    if hand.outcome is Outcome.NEW_DEAL:
        return f"new deal, {chips_text(hand.pot_out)} carries to the next game"
    if hand.outcome is Outcome.REDEALT:
        return f"dealt again, {chips_text(hand.pot_out)} stays in the pot"
    back = _uncalled(hand)
    winners = [seat for seat in hand.seats if seat.won > back.get(seat.player_id, 0)]
    if not winners:
        return f"nobody wins, {chips_text(hand.pot_out)} carries over"
    told = joined([_winner(seat, hand, seat.won - back.get(seat.player_id, 0)) for seat in winners])
    returned = {**hand.returned, **back}
    uncalled = [
        f"{chips} that nobody called go back to {hand.name_of(who)}" for who, chips in returned.items()
    ]
    return "; ".join([told, *uncalled])


def _uncalled(hand: Hand) -> dict[str, int]:
    """The chips of a bet that nobody called where exact shares give them back, by player."""
    if not (hand.variant and hand.variant.all_in) or len(hand.seats) < 2:
        return {}
    second, most = sorted(seat.paid for seat in hand.seats)[-2:]
    top = next(seat for seat in hand.seats if seat.paid == most)
    back = min(most - second, top.won)
    return {top.player_id: back} if back > 0 and top.stayed else {}


def _winner(seat: Seat, hand: Hand, chips: int) -> str:
    number = hand.seats.index(seat)
    won = dict.fromkeys(share.half for share in hand.shares if share.seat == number)
    halves = [half for half in won if half is not Half.WHOLE]
    with_ = f" with {seat.announced.replace('_', ' ')}" if seat.announced else ""
    how = f" ({' and '.join(halves)})" if halves else ""
    return f"{seat.name} wins {chips_text(chips)}{how}{with_}"


def _asides(hand: Hand) -> Iterable[str]:
    out = [seat for seat in hand.seats if not seat.stayed]
    if out and hand.variant and not hand.variant.in_or_out:
        first, *rest = [f"{seat.name} at {seat.paid}" for seat in out]
        yield joined([first.replace(" at ", " folded at ", 1), *rest])
    levels = [seat.paid for seat in hand.seats if seat.stayed]
    usual = max(set(levels), key=levels.count) if levels else 0
    other = [f"{seat.name} put in {seat.paid}" for seat in hand.seats if seat.stayed and seat.paid != usual]
    if other:
        yield joined(other)
    pedere = [seat.name for seat in hand.seats if seat.peder_used]
    if pedere:
        yield f"{joined(pedere)} used the peder"
    shadow = [f"{seat.shadow} of {seat.name}'s in shadow" for seat in hand.seats if seat.shadow]
    if shadow:
        yield joined(shadow)
    if hand.pot_in:
        yield f"{hand.pot_in} had been carried in"
    if hand.pot_out and any(seat.won for seat in hand.seats):
        yield f"{chips_text(hand.pot_out)} is the next pot"
    shown = [f"{seat.name} shows {cards_text(seat.held.cards)}" for seat in hand.seats if seat.held]
    if shown:
        yield joined(shown)
    for kind, number, text in hand.errors:
        fault = next((fault.name for fault in FAULTS if fault.kind == kind), "")
        known = f" ({fault})" if fault and fault not in text else ""
        yield f"error{known}: {hand.seats[number].name + ' ' if number is not None else ''}{text}"
    if hand.note:
        yield f"note: {hand.note}"


_TRADED = {
    BankKind.PURCHASE: "buys",
    BankKind.BUYBACK: "hands back",
    BankKind.COUNT: "was counted and hands back",
}


def _left(line: Trade, night: Night) -> str:
    """What should lie before a player who handed chips back; what a count came to beside the hands."""
    player_id = night.handles[line.handle].player_id
    if line.kind is BankKind.PURCHASE or player_id == night.banker_id:
        return ""
    if line.kind is BankKind.BUYBACK:
        return f"; by the hands {chips_text(night.accounts[player_id].stack)} are left"
    more = night.book[-1] if night.book[-1].kind == BankKind.DIFFERENCE else None
    if more is None or not more.chips:
        return ", as the hands have it"
    return f", {abs(more.chips)} {'more' if more.chips > 0 else 'fewer'} than the hands have it"


def line_understood(line: Line, night: Night) -> str:
    """A line that is no hand, in one sentence; `night` is the night with it worked in."""
    name = {handle: player.name for handle, player in night.handles.items()}
    match line:
        case Seating():
            table = ", ".join(f"{p.name} ({p.handle})" for p in night.players if p.status != "gone")
            return (
                f"At the table, clockwise: {table}; {night.dealer.name if night.dealer else 'nobody'} deals."
            )
        case Join(spec, _):
            player = next(p for p in night.players if p.player_id == spec.player_id)
            return f"{player.name} ({player.handle}) is at the table."
        case Presence(handles, status):
            return f"{joined([name[handle] for handle in handles])} {_STATUS[status]}."
        case DealerTurn(handle):
            return f"{name[handle]} deals next."
        case Banker(handle):
            return f"{name[handle]} keeps the bank."
        case ChipValue(money, currency):
            return (
                f"A small chip is worth {money_text(money, currency)}, a peder "
                f"{money_text(50 * money, currency)}."
            )
        case About(what, told):
            return f"The {what} is {told!r}."
        case Day(day):
            return f"The night was played on {day:%A} {day.day} {day:%B} {day.year}."
        case Note(text):
            return f"Noted: {text}."
        case End():
            return (
                f"The night is over after {len(night.hands)} hands; the accounts are closed (peder settle)."
            )
        case Loan(handles, chips):
            return (
                f"The bank lends {joined([name[handle] for handle in handles])} "
                f"{chips_text(chips)}{' each' if len(handles) > 1 else ''}."
            )
        case Trade(kind, handle, chips, cash):
            price = f" for {money_text(chips * night.chip_value, night.currency)} in cash" if cash else ""
            return f"{name[handle]} {_TRADED[kind]} {chips_text(chips)}{price}{_left(line, night)}."
        case Owe(debtor, creditor, chips, paid):
            return (
                f"{name[debtor]} {'pays' if paid else 'owes'} {name[creditor]} "
                f"{chips_text(chips)} for shadow."
            )
        case PayMoney(payer, payee, money, _):
            return f"{name[payer]} pays {name[payee]} {money_text(money, night.currency)}."
    return ""
