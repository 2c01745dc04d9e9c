"""Entries of a bank's ledger as rows of the store's table `bank`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

import polars as pl

from pipeline.bank.ledger import BankEntry, BankKind
from pipeline.store.schemas import BANK

_CENT = Decimal("0.01")


def bank_frame(entries: Iterable[BankEntry], currency: str | None, *, first: int = 1) -> pl.DataFrame:
    """Return the rows of `bank` of some entries, a row each, without the session, numbered from `first`. Money is the
    entries' own (`pipeline.bank.ledger.in_money`), in `currency`, with two decimals.

    >>> loan = BankEntry(kind=BankKind.LOAN, player_id="anna", chips=50, money=Decimal("12.5"))
    >>> bank_frame([loan], "DKK").select("entry_no", "player_id", "kind", "chips", "money", "currency").row(0)
    (1, 'anna', 'loan', 50, Decimal('12.50'), 'DKK')
    """
    rows = [
        {
            "entry_no": number,
            "player_id": entry.player_id,
            "counterparty_id": entry.counterparty_id,
            "kind": entry.kind,
            "chips": entry.chips,
            "money": entry.money.quantize(_CENT) if entry.money is not None else None,
            "currency": currency,
            "at": entry.at,
            "note": entry.note,
        }
        for number, entry in enumerate(entries, start=first)
    ]
    return pl.DataFrame(rows, schema=BANK)


def bank_entry(row: Mapping[str, Any]) -> BankEntry:
    """The entry of a row of `bank`. Raises ValueError for an unknown kind.

    >>> bank_entry(bank_frame([BankEntry(kind=BankKind.LOAN, player_id="anna", chips=50)], "DKK").row(0, named=True)).chips
    50
    """
    return BankEntry(
        kind=BankKind(row["kind"]),
        player_id=row["player_id"],
        counterparty_id=row["counterparty_id"],
        chips=row["chips"],
        money=row["money"],
        at=row["at"],
        note=row["note"],
    )
