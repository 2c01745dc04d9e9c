"""Who pays whom after a night or a season, and how, as pages show it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from language import tr
from pipeline.bank.pay_to import link_of, transfer_code, with_amount
from pipeline.bank.settlement import SettleError, Settlement, settle
from pipeline.night.journal import JournalError
from pipeline.night.ledgers import Nights
from pipeline.night.season_payments import between_players, payments_of_season
from pipeline.store.people import Registry
from pipeline.store.store import Store
from reports.pages.story import Payment

if TYPE_CHECKING:
    from reports.pages.night import Pays
    from reports.pages.settlement import SeasonPays


class PagePayments(NamedTuple):
    """What pages ask: who pays whom after a night, and after all nights of a season."""

    night: Pays
    season: SeasonPays


def payments_of(store: Path) -> PagePayments:
    """The payments that would settle a night or a season now, by name; none if it can't be settled."""
    nights = Nights(store)
    registry = Registry.of(Store(store))

    def shown(player_id: str) -> str | None:
        person = registry.people.get(registry.merged_id(player_id))
        return None if person and person.hidden else registry.name_of(player_id)

    def settled(names: Sequence[str], paid: Iterable[tuple[str, str, Decimal, str]] = ()) -> list[Settlement]:
        try:
            ledgers = [ledger.merged(registry.merged_id) for ledger in nights.ledgers(names)]
            return settle(ledgers, payments=paid)
        except (SettleError, JournalError):
            return []

    def pays(night: str) -> list[Payment]:
        note = tr("Poker {night}", night=night)
        return [one for settlement in settled([night]) for one in payments(settlement, note)]

    def season_pays(season: str | None, names: Sequence[str]) -> list[Payment]:
        try:
            paid = between_players(payments_of_season(store, season, registry.merged_id))
        except (SettleError, JournalError):
            return []
        settlements = settled(names, paid)
        note = tr("Poker {night}", night=season or "")
        return [one for settlement in settlements for one in payments(settlement, note)]

    def payments(settlement: Settlement, note: str) -> Iterable[Payment]:
        for transfer in settlement.plan.transfers:
            money, currency = settlement.amount(transfer.amount), settlement.currency
            how = registry.page_pay_to(transfer.payee)
            payee = shown(transfer.payee)
            code = transfer_code(how, payee, money, currency, note) if payee else None
            text = with_amount(how, money, currency) if payee else ""
            yield Payment(
                shown(transfer.payer),
                payee,
                money,
                currency,
                text,
                link_of(text),
                code.svg_inline(omitsize=True, dark="#000", light="#fff") if code else "",
                transfer.payer,
                transfer.payee,
            )

    return PagePayments(pays, season_pays)
