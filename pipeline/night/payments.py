"""Who pays whom after a night or a season, and how, as pages show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from duckdb import DuckDBPyConnection

from language import tr
from pipeline.bank.ledger import NightLedger
from pipeline.bank.pay_to import link_of, transfer_code, with_amount
from pipeline.bank.settlement import PlayerPayment, SettleError, Settlement, settle
from pipeline.night.journal import JournalError, journal_place
from pipeline.night.ledgers import StoredNight
from pipeline.night.season_payments import between_players, payments_of_season
from pipeline.store.people import Registry
from pipeline.store.store import Store
from reports.errors import ReportError
from reports.pages.story import Payment

if TYPE_CHECKING:
    from reports.pages.night import Pays
    from reports.pages.settlement import SeasonPays


class PagePayments(NamedTuple):
    """What pages ask: who pays whom after a night, and after all nights of a season."""

    night: Pays
    season: SeasonPays


def payments_of(store: Path, con: DuckDBPyConnection) -> PagePayments:
    """The payments that would settle a night or a season now, by name. There are none for a night that can't be settled;
    for such a season a ReportError says why. `con` are the marts of the store.
    """
    registry = Registry.of(Store(store))

    @cache
    def nights() -> dict[str, StoredNight]:
        return _stored_nights(con)

    @cache
    def ledger(name: str) -> NightLedger:
        night = nights()[name]
        return night.ledger(is_logged=journal_place(store, name).exists()).merged(registry.merged_id)

    def shown_name(player_id: str) -> str | None:
        person = registry.people.get(registry.merged_id(player_id))
        return None if person and person.hidden else registry.name_of(player_id)

    def settled(names: Sequence[str], paid: Iterable[PlayerPayment] = ()) -> list[Settlement]:
        return settle([ledger(name) for name in names], payments=paid)

    def pays(night: str) -> list[Payment]:
        note = tr("Poker {night}", night=night)
        with suppress(SettleError):  # one that goes on, or whose last pot is on the table
            return [one for settlement in settled([night]) for one in payments(settlement, note)]
        return []

    def season_pays(season: str | None, names: Sequence[str]) -> list[Payment]:
        try:
            paid = between_players(payments_of_season(store, season, registry.merged_id))
        except (
            SettleError,
            JournalError,
        ) as error:  # its sentence quotes the journal, which pages don't show
            raise ReportError(tr("What was paid can't be read: peder check says where.")) from error
        try:
            settlements = settled([name for name in names if not nights()[name].is_tournament], paid)
        except SettleError as error:
            raise ReportError(str(error)) from error
        note = tr("Poker {night}", night=season or "")
        return [one for settlement in settlements for one in payments(settlement, note)]

    def payments(settlement: Settlement, note: str) -> Iterable[Payment]:
        for transfer in settlement.plan.transfers:
            money, currency = settlement.amount(transfer.amount), settlement.currency
            how = registry.page_pay_to(transfer.payee)
            payee = shown_name(transfer.payee)
            code = transfer_code(how, payee, money, currency, note) if payee else None
            text = with_amount(how, money, currency) if payee else ""
            yield Payment(
                shown_name(transfer.payer),
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


def _stored_nights(con: DuckDBPyConnection) -> dict[str, StoredNight]:
    """What the marts have of the nights and imports, by name: they say what the journals do and take a fraction of the time."""
    nets: dict[str, dict[str, int]] = {}
    sums = "select session_id, player_id, cast(sum(net) as bigint) from int_named_seats group by all"
    for name, player_id, net in con.execute(sums).fetchall():
        nets.setdefault(name, {})[player_id] = net
    entries: dict[str, list[dict[str, Any]]] = {}
    for row in _rows(con, "from stg_bank order by session_id, entry_no"):
        entries.setdefault(row["session_id"], []).append(row)
    counts = """
        select session_id, count(*) filter (status = 'confirmed'), count(*) filter (status != 'confirmed')
        from stg_hands where session_id in (select session_id from stg_sessions where kind != 'run') group by all
        """
    hands = {name: (confirmed, drafts) for name, confirmed, drafts in con.execute(counts).fetchall()}
    return {
        (name := row["session_id"]): StoredNight(
            row, nets.get(name, {}), entries.get(name, []), *hands.get(name, (0, 0))
        )
        for row in _rows(con, "from stg_sessions")
    }


def _rows(con: DuckDBPyConnection, query: str) -> Iterator[dict[str, Any]]:
    result = con.execute(query)
    columns = [column for column, *_ in result.description]
    for values in result.fetchall():
        yield dict(zip(columns, values, strict=True))
