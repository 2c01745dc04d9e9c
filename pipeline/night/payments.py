"""Who pays whom after a night or a season, and how, as pages show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from duckdb import DuckDBPyConnection

from language import tr
from pipeline.bank.ledger import NightLedger
from pipeline.bank.pay_to import link_of, transfer_code, with_amount
from pipeline.bank.settlement import PlayerPayment, SettleError, Settlement, settle
from pipeline.bank.transfers import Transfer
from pipeline.night.journal import JournalError, journal_place
from pipeline.night.ledgers import StoredNight
from pipeline.night.season_payments import between_players, payments_of_season
from pipeline.store.people import Registry
from pipeline.store.store import Store
from reports.errors import ReportError
from reports.pages.story import Payment


class PagePayments:
    """The payments that would settle a night or a season of a store now, as pages ask for them. `con` are the store's marts."""

    def __init__(self, store: Path, con: DuckDBPyConnection) -> None:
        self._store, self._con = store, con
        self._registry = Registry.of(Store(store))
        self._ledgers: dict[str, NightLedger] = {}

    def night(self, name: str) -> list[Payment]:
        """The payments after a night; none if it can't be settled, as while it goes on or its last pot is on the table."""
        try:
            return self._payments([name], note=name)
        except SettleError:
            return []

    def season(self, season: str | None, names: Sequence[str]) -> list[Payment]:
        """The payments after the nights of a season, without those made since. Raises ReportError for a season that can't be settled."""
        try:
            merged_id = self._registry.merged_id
            paid = between_players(payments_of_season(self._store, season, merged_id))
        except (SettleError, JournalError) as error:  # quotes the journal, which pages don't show
            raise ReportError(tr("What was paid can't be read: peder check says where.")) from error
        in_money = [name for name in names if not self._nights[name].is_tournament]
        try:
            return self._payments(in_money, paid, note=season or "")
        except SettleError as error:
            raise ReportError(str(error)) from error

    def _payments(
        self, names: Sequence[str], paid: Iterable[PlayerPayment] = (), *, note: str
    ) -> list[Payment]:
        settlements = settle([self._ledger(name) for name in names], payments=paid)
        text = tr("Poker {night}", night=note)
        return [
            self._payment(settlement, transfer, text)
            for settlement in settlements
            for transfer in settlement.plan.transfers
        ]

    def _payment(self, settlement: Settlement, transfer: Transfer, note: str) -> Payment:
        money, currency = settlement.amount(transfer.amount), settlement.currency
        payee, how = self._shown_name(transfer.payee), self._registry.page_pay_to(transfer.payee)
        code = transfer_code(how, payee, money, currency, note) if payee else None
        text = with_amount(how, money, currency) if payee else ""
        return Payment(
            self._shown_name(transfer.payer),
            payee,
            money,
            currency,
            text,
            link_of(text),
            code.svg_inline(omitsize=True, dark="#000", light="#fff") if code else "",
            transfer.payer,
            transfer.payee,
        )

    def _shown_name(self, player_id: str) -> str | None:
        person = self._registry.people.get(self._registry.merged_id(player_id))
        return None if person and person.hidden else self._registry.name_of(player_id)

    @cached_property
    def _nights(self) -> dict[str, StoredNight]:
        return _nights_in_marts(self._con)

    def _ledger(self, name: str) -> NightLedger:
        if name not in self._ledgers:
            ledger = self._nights[name].ledger(is_logged=journal_place(self._store, name).exists())
            self._ledgers[name] = ledger.merged(self._registry.merged_id)
        return self._ledgers[name]


def _nights_in_marts(con: DuckDBPyConnection) -> dict[str, StoredNight]:
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
