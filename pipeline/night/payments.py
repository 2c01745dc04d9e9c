"""Who pays whom after a night, as its page shows it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.bank.settlement import SettleError, settle
from pipeline.night.journal import JournalError
from pipeline.night.ledgers import Nights
from pipeline.store.people import Registry
from pipeline.store.store import Store
from reports.pages.story import Payment

if TYPE_CHECKING:
    from reports.pages.night import Pays


def payments_of(store: Path) -> Pays:
    """The payments that would settle a night now, by name, for its page; none if it can't be settled."""
    nights = Nights(store)
    registry = Registry.of(Store(store))

    def shown(player_id: str) -> str | None:
        person = registry.people.get(registry.merged_id(player_id))
        return None if person and person.hidden else registry.name_of(player_id)

    def pays(night: str) -> list[Payment]:
        try:
            settlements = settle([nights.ledger(night).merged(registry.merged_id)])
        except (SettleError, JournalError):
            return []
        return [
            Payment(
                shown(transfer.payer),
                shown(transfer.payee),
                settlement.amount(transfer.amount),
                settlement.currency,
                registry.pay_to(transfer.payee),
            )
            for settlement in settlements
            for transfer in settlement.plan.transfers
        ]

    return pays
