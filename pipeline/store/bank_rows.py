"""Entries of a bank's ledger as rows of the store's table `bank`."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

import polars as pl

from pipeline.bank.ledger import BankEntry
from pipeline.store.schemas import BANK

_CENT = Decimal("0.01")


def bank_frame(entries: Iterable[BankEntry], currency: str | None, *, first: int = 1) -> pl.DataFrame:
    """Rows of `bank`, without the session, numbered from `first`; their money is what the entries have
    (`pipeline.bank.ledger.in_money`).
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
