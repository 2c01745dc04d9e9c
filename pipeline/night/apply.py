"""A night and one line more: what each kind of line changes. Pure; a line that has no meaning here raises."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from language import mark, tr
from pipeline.bank.book import BankEntry, BankKind, count, play_on
from pipeline.bank.money import check_chip_value, check_payable
from pipeline.night.entries import Entry
from pipeline.night.night import Night
from pipeline.night.playing import no_open_hand, tell, with_told, with_unread
from pipeline.night.table import join, seat_players
from pipeline.night.text.lines import (
    About,
    Banker,
    Booking,
    ChipValue,
    Day,
    DealerTurn,
    DetailLine,
    End,
    Join,
    Line,
    Loan,
    LogError,
    Note,
    Owe,
    PayMoney,
    Presence,
    Seating,
    Skip,
    Trade,
)
from pipeline.records import replace

NOBODY_LOGGED = mark("Nobody logged this hand.")


def apply(night: Night, line: Line, entry: Entry) -> Night:
    """The night after a line that an entry keeps, but for a hand on one line (`pipeline.night.playing`).

    Raises PederError where it has no meaning there.
    """
    match line:
        case DetailLine(text):
            after = with_told(night, tell(night, text), entry)
        case Skip():
            after = with_unread(night, entry, tr(NOBODY_LOGGED))
        case Note(text):
            after = replace(night, notes=(*night.notes, (entry.n, text)))
        case End():
            no_open_hand(night)
            after = replace(night, ended_at=entry.at)
        case PayMoney():
            after = replace(night, book=(*night.book, *_booked(night, line, entry.at)))
        case Loan() | Trade() | Owe():
            night = replace(night, ended_at=None)
            booked = _booked(night, line, entry.at)
            gets = {one.player_id for one in booked if one.kind in (BankKind.LOAN, BankKind.PURCHASE)}
            after = replace(night, book=(*play_on(night.book, gets), *booked))
        case _:
            after = _set(replace(night, ended_at=None), line)
    return stamped(after, entry)


def _set(night: Night, line: Line) -> Night:
    """The night with other settings: who sits there, who deals, what a chip is worth."""
    match line:
        case Seating(specs):
            return replace(night, players=seat_players(specs, night.players))
        case Join(spec, after):
            return replace(night, players=join(spec, after, night.players))
        case Presence(handles, status, _):
            return _presence(night, handles, status)
        case DealerTurn(handle):
            return replace(night, turn=night.handles[handle].player_id)
        case Banker(handle):
            return replace(night, banker_id=night.handles[handle].player_id)
        case ChipValue(money, currency):
            check_chip_value(money)
            return replace(night, chip_value=money, currency=currency)
        case About("season", text):
            return replace(night, season=text)
        case About(_, text):
            return replace(night, place=text)
        case Day(day):
            return replace(night, day=day)
    raise LogError(tr("{line!r} isn't an entry of a journal.", line=line))


def stamped(night: Night, entry: Entry) -> Night:
    """The night with the time of the entry that it was last told by."""
    return replace(night, started_at=night.started_at or entry.at, last_at=entry.at)


def _presence(night: Night, handles: Sequence[str], status: str) -> Night:
    players = (
        replace(player, status=status) if player.handle in handles else player for player in night.players
    )
    return replace(night, players=tuple(players))


def _booked(night: Night, line: Booking, at: datetime) -> list[BankEntry]:
    """The entries of the bank's book that a line makes."""
    ids = {handle: player.player_id for handle, player in night.handles.items()}
    match line:
        case Loan(handles, chips):
            return [
                BankEntry(kind=BankKind.LOAN, player_id=ids[handle], chips=chips, at=at)
                for handle in handles or night.borrowers()
            ]
        case Trade(kind, handle, chips, cash, part):
            entries = [BankEntry(kind=kind, player_id=ids[handle], chips=chips, at=at)]
            if kind is BankKind.COUNT:
                entries = list(count(night.accounts[ids[handle]], chips, night.banker_id, at))
            elif kind is BankKind.BUYBACK and not part:  # a journal of old: all, if nothing comes after
                entries = [replace(entries[0], kind=BankKind.COUNT)]
            return entries + ([_cash(night, kind, ids[handle], chips, at)] if cash else [])
        case Owe(debtor, creditor, chips, paid, _):
            owed = -chips if paid else chips
            return [
                BankEntry(
                    kind=BankKind.SHADOW,
                    player_id=ids[debtor],
                    counterparty_id=ids[creditor],
                    chips=owed,
                    at=at,
                )
            ]
        case PayMoney(payer, payee, money, currency):
            if currency not in (None, night.currency):
                raise LogError(
                    tr(
                        "Tonight is played in {currency}: a payment in {paid} can't be booked.",
                        currency=night.currency,
                        paid=currency,
                    )
                )
            check_payable(money, night.currency)
            return [
                BankEntry(
                    kind=BankKind.PAYMENT,
                    player_id=ids[payer],
                    counterparty_id=ids[payee],
                    money=money,
                    at=at,
                )
            ]


def _cash(night: Night, kind: BankKind, player_id: str, chips: int, at: datetime) -> BankEntry:
    if night.banker_id is None:
        raise LogError(tr("Who keeps the bank? Write banker WHO first: the cash is the banker's."))
    payer, payee = (player_id, night.banker_id) if kind is BankKind.PURCHASE else (night.banker_id, player_id)
    return BankEntry(
        kind=BankKind.PAYMENT, player_id=payer, counterparty_id=payee, money=chips * night.chip_value, at=at
    )
