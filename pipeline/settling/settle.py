"""What `peder settle` does: find the nights, close them, note payments, settle."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

from language import tr, trn
from pipeline.bank.money import (
    DEFAULT_CURRENCY,
    Amount,
    check_payable,
    chips_text,
    money_text,
    parse_money,
    smallest,
)
from pipeline.bank.settlement import NightBook, SettleError, Settlement, settle
from pipeline.night.desk import Desk
from pipeline.night.journal import JournalError
from pipeline.night.night import Night
from pipeline.night.tables import enter_players
from pipeline.people import Person, Registry
from pipeline.progress import Progress
from pipeline.settling.books import Nights, season_nights
from pipeline.settling.payments import add_payments, read_payments, take_back
from pipeline.store.store import Store


class Settler:
    """Settles one night, or the nights of a season; `remarks` is what should be said beside the result."""

    def __init__(
        self,
        store: Path,
        *,
        night: str | None,
        season: str | None,
        use_fewest: bool,
        round_to: str | None,
        progress: Progress | None = None,
    ) -> None:
        self.store = store
        self.night = night
        self.season = season
        self.use_fewest = use_fewest
        self.step = _step(round_to)
        self.registry = Registry.of(Store(store))
        self.remarks: list[str] = []
        self._progress = progress
        self._nights = Nights(store)
        self._closed: list[Night] = []
        self.names = [night] if night is not None else season_nights(self._nights, season or "", progress)

    @property
    def title(self) -> str:
        """The night, or the season and its nights."""
        if self.night is not None:
            return self.night
        return trn(
            "Season {season}, {n} night", "Season {season}, {n} nights", len(self.names), season=self.season
        )

    def settle(self) -> list[Settlement]:
        """Close the nights and settle them. Raises SettleError."""
        books = []
        for number, name in enumerate(self.names):
            if self._progress:
                self._progress(tr("settling {night}", night=name), number, len(self.names))
            books.append(self._book(name))
        if self._closed:  # their tables follow when they are read, but who played is known at once
            players = {player.player_id: player for night in self._closed for player in night.players}
            enter_players(Store(self.store), list(players.values()))
        self.registry = Registry.of(Store(self.store))
        books = [book.merged(self.registry.leads_to) for book in books]
        steps = {book.currency: smallest(book.currency) for book in books}
        for currency, coin in steps.items():
            if self.step is not None and self.step % coin:
                raise SettleError(
                    tr(
                        "{step} isn't a whole number of {coin}: round to more.",
                        step=self.step,
                        coin=money_text(coin, currency),
                    )
                )
        leads_to = self.registry.leads_to
        extra = [
            (leads_to(payment.payer), leads_to(payment.payee), payment.money, payment.currency)
            for payment in (read_payments(self.store) if self.season is not None else ())
            if payment.season == self.season
        ]
        extra = [payment for payment in extra if payment[0] != payment[1]]
        return settle(books, use_fewest=self.use_fewest, step=self.step, payments=extra)

    def faults(self) -> list[str]:
        """What isn't right in the journals of the nights. Raises JournalError."""
        return [fault for name in self.names for fault in self._nights.faults(name)]

    def _book(self, name: str) -> NightBook:
        """A night's book; a logged one is closed, unless a logger has it open just now."""
        told = self._nights.told(name)
        if told is None:
            return self._nights.book(name)
        if not told.players:
            raise SettleError(
                tr("Nobody sits at the table of {night!r} yet: there is nothing to settle.", night=name)
            )
        if not told.ended:
            try:
                desk = Desk(self.store, name, told=self._nights.course(name))
                try:
                    answer = desk.enter("end !")
                    if answer.status == "refused":
                        raise SettleError(answer.text)
                    self._closed.append(desk.night)
                    told = self._nights.tell_again(name, desk.night)
                finally:
                    desk.close(rest=self.season is None)
            except JournalError as error:
                self.remarks.append(
                    tr("{night} is settled as it stands and stays open: {why}", night=name, why=error)
                )
        if told.adrift:
            self.remarks.append(
                tr(
                    "{night}: {chips} of carried pots went into drafts and count as the bank's until those "
                    "are mended.",
                    night=name,
                    chips=chips_text(told.adrift),
                )
            )
        return told.book

    # --- payments

    def note_payment(self, text: str) -> str:
        """Keep a payment that was made: ``Bo Carl 12,50 kr``. Raises SettleError; returns a sentence."""
        payer, payee, (money, currency) = self._read(text)
        currency = currency or self._currency(text)
        check_payable(money, currency)
        self._keep([(payer.player_id, payee.player_id, money, currency)])
        return tr(
            "Noted: {payer} paid {payee} {money}.",
            payer=payer.name,
            payee=payee.name,
            money=money_text(money, currency),
        )

    def note_all_paid(self) -> str:
        """Keep every payment that the settlement lists as made; returns a sentence."""
        payments = [
            (transfer.payer, transfer.payee, settlement.amount(transfer.amount), settlement.currency)
            for settlement in self.settle()
            for transfer in settlement.plan.transfers
        ]
        self._keep(payments)
        if not payments:
            return tr("There was nothing left to pay.")
        return trn("Noted: {n} payment made.", "Noted: {n} payments made.", len(payments))

    def take_back(self, entry_no: int) -> str:
        """Take back a season's payment; those of a night are taken back in its log."""
        if self.season is None:
            raise SettleError(
                tr("The payments of a night are entries of its log: take one back there, with u #ENTRY.")
            )
        payment = take_back(self.store, entry_no)
        return tr(
            "Taken back: {money} of {payer}.",
            money=money_text(payment.money, payment.currency),
            payer=self.registry.name_of(payment.payer),
        )

    def _read(self, text: str) -> tuple[Person, Person, Amount]:
        """Two names and an amount, in words parted by spaces; names may have spaces too."""
        words = text.split()
        start = next((place for place, word in enumerate(words) if word[0].isdigit()), len(words))
        for cut in range(1, start):
            payer, payee = self._find(" ".join(words[:cut])), self._find(" ".join(words[cut:start]))
            if payer and payee:
                amount = parse_money(" ".join(words[start:]))
                if payer.player_id == payee.player_id or not amount.money:
                    break
                return payer, payee, amount
        raise SettleError(
            tr("{text!r} is no payment: write who paid whom how much, such as 'Bo Carl 12,50 kr'.", text=text)
        )

    def _find(self, text: str) -> Person | None:
        return self.registry.find(text)

    def _currency(self, text: str) -> str:
        """The currency of the nights; where there are several, the one whose kroner were written."""
        currencies = {self._book(name).currency for name in self.names}
        if len(currencies) > 1 and re.search(r"kr|øre", text.casefold()):
            currencies = currencies & {"DKK", "NOK", "SEK"} or currencies
        if len(currencies) > 1:
            raise SettleError(
                tr(
                    "In which currency? The nights are in {currencies}: write it after the sum.",
                    currencies=", ".join(sorted(currencies)),
                )
            )
        return currencies.pop() if currencies else DEFAULT_CURRENCY

    def _keep(self, payments: list[tuple[str, str, Decimal, str]]) -> None:
        if self.season is not None:
            add_payments(self.store, self.season, payments)
            return
        assert self.night is not None
        if self._nights.told(self.night) is None:
            raise SettleError(
                tr(
                    "{night!r} wasn't logged here, so it has no book to note payments in: settle its season.",
                    night=self.night,
                )
            )
        with Desk(self.store, self.night) as desk:
            handles = {self.registry.leads_to(p.player_id): p.handle for p in reversed(desk.night.players)}
            lines = []
            for payer, payee, money, currency in payments:
                if payer not in handles or payee not in handles:
                    stranger = self.registry.name_of(payee if payer in handles else payer)
                    raise SettleError(
                        tr(
                            "{player} didn't play that night: payments of a night are between its players.",
                            player=stranger,
                        )
                    )
                lines.append(f"pay {handles[payer]} {handles[payee]} {money} {currency}")
            if desk.has_read(lines):
                raise SettleError(
                    tr(
                        "The night {night!r} ends with that already: nothing was noted twice. A second "
                        "payment alike is noted in its log, with pay.",
                        night=self.night,
                    )
                )
            _, faults = desk.read_file(lines)
            if faults:
                raise SettleError(faults[0].why)
        self._nights = Nights(self.store)


def who_pays(nights: Nights, registry: Registry, night: str) -> list[tuple[str, str, Decimal, str]]:
    """Who pays whom how much after a night as it stands: ids, money and its currency; nothing is changed.

    Nobody for a session that can't be settled: one without a chip's value, one whose accounts don't add up.
    """
    try:
        settlements = settle([nights.book(night).merged(registry.leads_to)])
    except (SettleError, JournalError):
        return []
    return [
        (transfer.payer, transfer.payee, settlement.amount(transfer.amount), settlement.currency)
        for settlement in settlements
        for transfer in settlement.plan.transfers
    ]


def _step(text: str | None) -> Decimal | None:
    if text is None:
        return None
    money = parse_money(text).money
    if not money:
        raise SettleError(tr("Nothing can be rounded to nothing: name a coin, such as --round '50 øre'."))
    return money
