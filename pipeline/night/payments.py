"""Who pays whom after a night, as its page shows it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.night.ledgers import Nights
from pipeline.night.settle import who_pays
from pipeline.store.people import Registry
from pipeline.store.store import Store
from reports.pages.story import Payment

if TYPE_CHECKING:
    from reports.pages.night import Pays


def payments_of(store: Path) -> Pays:
    """Who pays whom after a night, by name, for its page."""
    nights = Nights(store)
    registry = Registry.of(Store(store))

    def pays(night: str) -> list[Payment]:
        def shown(player_id: str) -> str | None:
            person = registry.people.get(registry.merged_id(player_id))
            return None if person and person.hidden else registry.name_of(player_id)

        return [
            Payment(shown(payer), shown(payee), money, currency, registry.pay_to(payee))
            for payer, payee, money, currency in who_pays(nights, registry, night)
        ]

    return pays
