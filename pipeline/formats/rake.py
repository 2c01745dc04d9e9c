"""What a site took of the pots (the rake): a difference in the bank's book of who won them, so that hands
conserve chips.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal

import polars as pl

from language import tr
from pipeline.bank.ledger import BankKind
from pipeline.store.schemas import BANK


def rake_table(
    rakes: Mapping[str, int], chip_value: Decimal, currency: str | None, at: datetime | None
) -> pl.DataFrame:
    """Rows of `bank` for the rakes of players, in chips."""
    rows = [
        {
            "entry_no": number,
            "player_id": player_id,
            "kind": BankKind.DIFFERENCE,
            "chips": -rake,
            "money": -rake * chip_value,
            "currency": currency,
            "at": at,
        }
        for number, (player_id, rake) in enumerate(sorted(one for one in rakes.items() if one[1]), start=1)
    ]
    return pl.DataFrame(rows, schema=BANK)


def rake_remark(rakes: Mapping[str, int], chip_value: Decimal) -> list[str]:
    """A remark on the rake; none where there was none."""
    taken = f"{sum(rakes.values()) * chip_value:f}"
    taken = taken.rstrip("0").rstrip(".") if "." in taken else taken
    return [tr("the site took a rake of {taken} in all", taken=taken)] if taken != "0" else []
