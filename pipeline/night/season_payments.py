"""Payments for a whole season: a small journal of their own next to the nights', and rows of `bank` without a
session.

A line reads ``pay PAYER PAYEE 85 DKK ; SEASON`` with player ids; ``undo #3`` takes a payment back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from pathlib import Path

import polars as pl

from engine.api import PederError
from language import tr
from pipeline.bank.ledger import BankKind
from pipeline.bank.money import money_text, value_text
from pipeline.bank.settlement import PlayerPayment, SettleError
from pipeline.night.entries import Entry, effective_entries
from pipeline.night.journal import Journal, JournalError, read_journal
from pipeline.store.faults import FaultKind
from pipeline.store.files import readable_errors
from pipeline.store.locks import FileLock, LockedError
from pipeline.store.manifest import (
    KEY,
    SEASON_PAYMENTS,
    journal_of,
    journal_state,
    payments_fault,
)
from pipeline.store.parts import part_bytes
from pipeline.store.publication import publish_table, recover
from pipeline.store.schemas import BANK

_PAY = re.compile(r"pay (\S+) (\S+) (\d+(?:\.\d+)?)(?: ([^\s;]+))? ; (.*)", re.S)


@dataclass(frozen=True, kw_only=True)
class SeasonPayment:
    """A payment between two players for a season; `entry_no` is its number in the journal."""

    entry_no: int
    season: str
    payer: str
    payee: str
    money: Decimal
    currency: str
    at: datetime


def _place(store: Path) -> Path:
    return journal_of(store, SEASON_PAYMENTS)


def read_payments(store: Path) -> list[SeasonPayment]:
    """Return all payments of all seasons that weren't taken back.

    Raises JournalError, also for a journal that was cut off or changed after its payments were written to the tables.

    >>> numbers = add_payments(tmp, "2026", [PlayerPayment("carl", "dorte", Decimal(25), "DKK")])
    >>> [payment] = read_payments(tmp)
    >>> payment.season, payment.payer, payment.payee, payment.money
    ('2026', 'carl', 'dorte', Decimal('25'))
    """
    _check_journal(store)
    return _payments(read_journal(_place(store)).entries)


def payments_of_season(
    store: Path, season: str | None, merged_id: Callable[[str], str]
) -> list[SeasonPayment]:
    """The payments of a season that weren't taken back, merged players as one. Raises as `read_payments`."""
    return [
        replace(payment, payer=merged_id(payment.payer), payee=merged_id(payment.payee))
        for payment in read_payments(store)
        if payment.season == season
    ]


def between_players(payments: Iterable[SeasonPayment]) -> list[PlayerPayment]:
    """Payments as `settle` takes them, without those that a merge made a player's to themselves."""
    return [
        PlayerPayment(one.payer, one.payee, one.money, one.currency)
        for one in payments
        if one.payer != one.payee
    ]


def _check_journal(store: Path) -> None:
    """Raise JournalError where the tables have payments that don't follow from the journal, or may have: nothing is
    written over them.
    """
    recover(store)
    fault = payments_fault(store)
    if fault and fault.kind is not FaultKind.JOURNAL_AHEAD:
        raise JournalError(tr("The payments of seasons: {fault}.", fault=fault))


def _payments(entries: Sequence[Entry]) -> list[SeasonPayment]:
    payments = []
    for entry in effective_entries(entries):
        match = _PAY.fullmatch(entry.line)
        if match is None:
            raise SettleError(
                tr("Entry #{n} of the season's payments can't be read: {line!r}.", n=entry.n, line=entry.line)
            )
        payments.append(
            SeasonPayment(
                entry_no=entry.n,
                season=match[5],
                payer=match[1],
                payee=match[2],
                money=Decimal(match[3]),
                currency=match[4] or "",
                at=entry.at,
            )
        )
    return payments


def add_payments(
    store: Path, season: str, payments: Sequence[PlayerPayment], check: Callable[[], None] = lambda: None
) -> list[int]:
    """Record payments of a season, all or none; returns their numbers. Where `check` raises, none is recorded; no other
    process can record any after it.

    Raises JournalError.
    """
    lines = [
        f"pay {one.payer} {one.payee} {value_text(one.money, one.currency)} ; {season}" for one in payments
    ]
    with _opened(store) as journal:
        check()
        return _append(store, journal, lines)


def take_back(store: Path, season: str, entry_no: int, name_of: Callable[[str], str]) -> SeasonPayment:
    """Take a payment of a season back. Raises SettleError where the season has no such payment, JournalError."""
    _check_journal(store)
    if not _place(store).exists():
        raise _unknown(entry_no, [], name_of)
    with _opened(store) as journal:
        payments = [payment for payment in _payments(journal.entries) if payment.season == season]
        payment = next((payment for payment in payments if payment.entry_no == entry_no), None)
        if payment is None:
            raise _unknown(entry_no, payments, name_of)
        _append(store, journal, [f"undo #{entry_no}"])
    return payment


def _unknown(entry_no: int, payments: Sequence[SeasonPayment], name_of: Callable[[str], str]) -> SettleError:
    known = "; ".join(
        tr(
            "#{n} {payer} paid {payee} {money}",
            n=one.entry_no,
            payer=name_of(one.payer),
            payee=name_of(one.payee),
            money=money_text(one.money, one.currency),
        )
        for one in payments
    ) or tr("none")
    return SettleError(
        tr(
            "The season has no payment #{entry_no} to take back; there are: {known}.",
            entry_no=entry_no,
            known=known,
        )
    )


def _append(store: Path, journal: Journal, lines: Sequence[str]) -> list[int]:
    entries = [journal.new_entry(line, "", after=number) for number, line in enumerate(lines)]
    journal.append(entries)
    _write_rows(store, _payments(journal.entries))
    return [entry.n for entry in entries]


@contextmanager
def _opened(store: Path) -> Iterator[Journal]:
    """The journal of the payments, open for writing once no other process writes it. Raises JournalError."""
    _check_journal(store)  # opening it would leave an empty one where it is gone
    with Journal(_place(store), wait=True) as journal:
        _check_journal(store)
        yield journal


def derive_payments(store: Path) -> Iterable[str]:
    """Rewrite the bank's rows from the season's payments. Yields an error message if these can't be read.

    Nothing is written from a journal that was changed or cut off.

    >>> numbers = add_payments(tmp / "cut", "2026", [PlayerPayment("carl", "dorte", Decimal(25), "DKK")])
    >>> _place(tmp / "cut").unlink()
    >>> [error] = derive_payments(tmp / "cut")
    >>> error.partition(".jsonl ")[2]
    'is gone: restore it from a backup, or `peder store check --accept` goes on with the payments that are left.'
    """
    try:
        with readable_errors(store), _alone(store) as alone:
            payments = read_payments(store)
            if alone and _place(store).exists():
                _write_rows(store, payments)
    except JournalError as error:
        yield str(error)
    except PederError as error:
        yield tr("The season's payments are older in the tables than in their journal: {error}", error=error)


def accept_payments(store: Path) -> Iterable[str]:
    """Rewrite the bank's rows from the journal if they don't follow from it. Yields the name of the payments then. Raises
    JournalError for a journal that can't be read.

    >>> from pipeline.store.manifest import manifest_path
    >>> numbers = add_payments(tmp / "damaged", "2026", [PlayerPayment("carl", "dorte", Decimal(25), "DKK")])
    >>> _ = (tmp / "damaged" / manifest_path(SEASON_PAYMENTS)).write_text("{")
    >>> list(accept_payments(tmp / "damaged"))
    ['season payments']
    """
    fault = payments_fault(store)
    if fault and fault.kind is not FaultKind.JOURNAL_AHEAD:
        with Journal(_place(store)) as journal:
            _write_rows(store, _payments(journal.entries))
        yield SEASON_PAYMENTS.removeprefix(KEY)


@contextmanager
def _alone(store: Path) -> Iterator[bool]:
    """Lock the payments' journal; False where another process has it, which writes their rows. A store that can
    only be read needs no lock.
    """
    lock = FileLock(_place(store).with_suffix(".lock"))
    try:
        lock.acquire()
    except LockedError:
        yield False
        return
    except OSError:
        yield True
        return
    with lock:
        yield True


def _write_rows(store: Path, payments: Sequence[SeasonPayment]) -> None:
    """Publish the payments as the rows of `bank` that have no session. Raises StoreError."""
    rows = [
        {
            "session_id": None,
            "entry_no": payment.entry_no,
            "player_id": payment.payer,
            "counterparty_id": payment.payee,
            "kind": BankKind.PAYMENT,
            "chips": None,
            "money": payment.money.quantize(Decimal("0.01")),
            "currency": payment.currency or None,
            "at": payment.at,
        }
        for payment in payments
    ]
    data = part_bytes(pl.DataFrame(rows, schema=BANK))
    publish_table(store, SEASON_PAYMENTS, "bank", data, len(rows), journal_state(_place(store)))
