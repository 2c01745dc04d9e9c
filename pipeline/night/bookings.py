"""The ledger entries that loans, trades, debts, payments and expenses of a night make."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

from language import tr
from pipeline.bank.currency import smallest
from pipeline.bank.ledger import BankEntry, BankKind, count_entries
from pipeline.bank.money import check_payable, split_expense
from pipeline.bank.records import replace
from pipeline.night.night import (
    Night,
)
from pipeline.night.parser.lines import (
    Booking,
    Carry,
    Expense,
    Loan,
    LogError,
    Owe,
    PayMoney,
    Trade,
)


def bank_entries(night: Night, line: Booking, at: datetime) -> list[BankEntry]:
    """The ledger entries that a line makes."""
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
                entries = list(count_entries(night.accounts[ids[handle]], chips, night.banker_id, at))
            elif kind is BankKind.BUYBACK and not part:  # before 0.1 this counted all of the chips
                entries = [replace(entries[0], kind=BankKind.COUNT)]
            return entries + ([_cash(night, kind, ids[handle], chips, at)] if cash else [])
        case Owe(debtor, creditor, chips, bet=True):
            return [replace(_between(BankKind.BET, ids[creditor], ids[debtor], at), chips=chips)]
        case Carry(chips):
            if night.banker_id is None:
                raise LogError(
                    tr("Who keeps the bank? Write banker WHO first: the bank has the pot's chips.")
                )
            return [BankEntry(kind=BankKind.POT, player_id=night.banker_id, chips=-chips, at=at)]
        case Owe(debtor, creditor, chips, paid):
            owed = -chips if paid else chips
            return [replace(_between(BankKind.SHADOW, ids[debtor], ids[creditor], at), chips=owed)]
        case PayMoney(payer, payee, money, currency):
            _check_money(night, money, currency)
            return [replace(_between(BankKind.PAYMENT, ids[payer], ids[payee], at), money=money)]
        case Expense(payer, money, currency, what, handles):
            _check_money(night, money, currency)
            names = handles or sharers(night, payer)
            parts = split_expense(money, payer, names, smallest(night.currency))
            return [
                replace(
                    _between(BankKind.EXPENSE, ids[handle], ids[payer], at), money=part, note=what or None
                )
                for handle, part in parts.items()
                if part
            ]


def _between(kind: BankKind, player_id: str, other_id: str, at: datetime) -> BankEntry:
    """An entry between two players; its chips or money follow."""
    return BankEntry(kind=kind, player_id=player_id, counterparty_id=other_id, at=at)


def sharers(night: Night, payer: str) -> tuple[str, ...]:
    """The handles of the players an expense is for if none is named: all at the table, the payer first.
    Raises LogError for an empty table.
    """
    there = [player.handle for player in night.players if player.status != "gone"]
    if not there:
        raise LogError(tr("No players are at the table: name the players who share it, such as for a, b."))
    return tuple(sorted(there, key=lambda handle: handle != payer))


def _check_money(night: Night, money: Decimal, currency: str | None) -> None:
    """Raise LogError for money of another currency than the night's, MoneyError for what no coins make."""
    if currency not in (None, "kr", night.currency):  # journals before 0.2 have kr where nothing was named
        raise other_currency(night, currency)
    check_payable(money, night.currency)


def other_currency(night: Night, paid: str) -> LogError:
    return LogError(
        tr(
            "Tonight is played in {currency}: a payment in {paid} can't be booked.",
            currency=night.currency,
            paid=paid,
        )
    )


def _cash(night: Night, kind: BankKind, player_id: str, chips: int, at: datetime) -> BankEntry:
    if night.banker_id is None:
        raise LogError(tr("Who keeps the bank? Write banker WHO first: the cash is the banker's."))
    payer, payee = (player_id, night.banker_id) if kind is BankKind.PURCHASE else (night.banker_id, player_id)
    return BankEntry(
        kind=BankKind.PAYMENT, player_id=payer, counterparty_id=payee, money=chips * night.chip_value, at=at
    )
