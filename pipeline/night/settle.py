"""`peder settle`: find the nights, close them, record payments, settle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from shlex import quote

from engine.api import fold_name, shortened
from language import join_words, tr, trn
from pipeline.bank.currency import DEFAULT_CURRENCY, MoneyError, currency_of, smallest
from pipeline.bank.ledger import BankKind, NightLedger
from pipeline.bank.money import Amount, begins_with_money, check_payable, chips_text, money_text, parse_money
from pipeline.bank.settlement import PlayerPayment, SettleError, Settlement, settle
from pipeline.night.derive import derive_nights
from pipeline.night.guards import drafts_text, without_banker
from pipeline.night.hand.deal import Player
from pipeline.night.journal import JournalError
from pipeline.night.ledgers import Nights, season_nights
from pipeline.night.night import night_ledger
from pipeline.night.parser.lines import PayMoney
from pipeline.night.parser.names import find_handles
from pipeline.night.season_payments import (
    SeasonPayment,
    add_payments,
    between_players,
    derive_payments,
    payments_of_season,
    read_payments,
    take_back,
)
from pipeline.night.service import NightService
from pipeline.store.people import Person, Registry
from pipeline.store.progress import Progress
from pipeline.store.store import Store

MOST_WORDS = 40
"""Number of words of a payment that may be its two names."""


class Settler:
    """Settles one night, or the nights of a season; `remarks` are sentences to show with the result."""

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
        self._round_to = _step(round_to)
        self.registry = Registry.of(Store(store))
        self.remarks: list[str] = []
        self._progress = progress
        self._nights = Nights(store)
        if night is not None:
            self.names = [night]
        else:
            self.remarks += [*derive_nights(store, progress), *derive_payments(store)]
            self.names = self._season_nights(season or "")

    def title_of(self, settlement: Settlement) -> str:
        """The night, or the season and the number of its nights that a settlement is of: those in its currency."""
        if self.night is not None:
            return self.night
        nights = len(settlement.nights)
        return trn("Season {season}, {n} night", "Season {season}, {n} nights", nights, season=self.season)

    def settle(self) -> list[Settlement]:
        """Close the nights and settle them. Raises SettleError, and then closes none."""
        for name in self.names:
            self._check_closable(name)
        if self._round_to is not None:
            self._steps(self._nights.ledgers(self.names))
        ledgers = []
        for number, name in enumerate(self.names):
            if self._progress:
                self._progress(tr("settling {night}", night=name), number, len(self.names))
            ledgers.append(self._closed_ledger(name))
        if self.night is not None:
            self.remarks += derive_nights(
                self.store
            )  # the players' names: a logger that was killed left none
        if self.season is not None:
            self.remarks += self._without_nights()
        self.registry = Registry.of(Store(self.store))
        return self._settled(ledgers)

    def _settled(self, ledgers: Sequence[NightLedger]) -> list[Settlement]:
        merged_id = self.registry.merged_id
        return settle(
            [ledger.merged(merged_id) for ledger in ledgers],
            use_fewest=self.use_fewest,
            steps=self._steps(ledgers),
            payments=between_players(self._season_payments()),
        )

    def _season_nights(self, season: str) -> list[str]:
        """The nights of a season; none of one that has only payments, since its nights were moved or deleted.

        Raises SettleError for an unknown season, JournalError.
        """
        try:
            return season_nights(self._nights, season)
        except SettleError:
            if not self._season_payments():
                raise
            return []

    def _without_nights(self) -> list[str]:
        """Sentences on payments of seasons that have no night, which no settlement counts. Raises JournalError."""
        there = {row["season"] for row in self._nights.sessions().values() if row["kind"] != "run"}
        lost = Counter(one.season for one in read_payments(self.store) if one.season not in there)
        return [
            trn(
                "Season {season} has {n} payment and no night: peder settle --season {quoted} shows it.",
                "Season {season} has {n} payments and no night: peder settle --season {quoted} shows them.",
                count,
                season=season,
                quoted=quote(season),
            )
            for season, count in lost.items()
        ]

    def _season_payments(self) -> list[SeasonPayment]:
        """The payments of the season, merged players as one. Raises JournalError."""
        if self.season is None:
            return []
        return payments_of_season(self.store, self.season, self.registry.merged_id)

    def _steps(self, ledgers: Sequence[NightLedger]) -> Mapping[str, Decimal]:
        """What amounts of each currency are rounded to. Raises SettleError for a coin of none of the accounts'
        currencies.
        """
        if self._round_to is None:
            return {}
        step, named = self._round_to
        payments = self._season_payments()
        currencies = {one.currency for one in ledgers} | {one.currency for one in payments}
        rounded = {one for one in currencies if currency_of(named, one) == one}
        if currencies and not rounded:
            raise SettleError(
                tr(
                    "The accounts are in {currency}: they can't be rounded to a coin of {other}.",
                    currency=join_words(sorted(currencies)),
                    other=currency_of(named, min(currencies)),
                )
            )
        for currency in rounded:
            if step % (coin := smallest(currency)):
                raise SettleError(
                    tr(
                        "{step} isn't a whole number of {coin}: round to more.",
                        step=step,
                        coin=money_text(coin, currency),
                    )
                )
        return dict.fromkeys(rounded, step)

    def drafts_question(self) -> str:
        """The question to ask before a night with drafts is closed; "" if there are none."""
        replay = self._nights.replay(self.night) if self.night is not None else None
        if replay is None or replay.night.ended_at is not None or not replay.night.drafts:
            return ""
        return tr("{drafts}. Settle without them?", drafts=drafts_text(replay.night))

    def faults(self) -> list[str]:
        """Faults in the journals of the nights. Raises JournalError."""
        return [fault for name in self.names for fault in self._nights.faults(name)]

    def _check_closable(self, name: str) -> None:
        """Raise SettleError for a logged night without players, or one that needs a banker to be closed."""
        replay = self._nights.replay(name)
        if replay is None:
            return
        if not replay.night.players:
            raise SettleError(
                tr("Nobody sits at the table of {night!r} yet: there is nothing to settle.", night=name)
            )
        if why := without_banker(replay.night):
            raise SettleError(f"{name}: {why}")

    def _closed_ledger(self, name: str) -> NightLedger:
        """The ledger of a night; a logged night is closed first, unless it is open in a logger."""
        replay = self._nights.replay(name)
        if replay is None:
            return self._nights.ledger(name)
        if replay.night.ended_at is None:
            try:
                with NightService(self.store, name, replay=replay) as service:
                    answer = service.enter("end !")
                    if answer.status == "refused":
                        raise SettleError(answer.text)
            except JournalError as error:
                self.remarks.append(
                    tr("{night} is settled for now and stays open: {why}", night=name, why=error)
                )
        night = replay.night
        if night.chips_in_drafts:
            self.remarks.append(
                tr(
                    "{night}: {chips} of carried pots went into drafts and count as the bank's until the "
                    "drafts are corrected.",
                    night=name,
                    chips=chips_text(night.chips_in_drafts),
                )
            )
        return night_ledger(name, night)

    # --- payments

    def _check_book(self) -> None:
        """Raise SettleError for a night that has no log to record payments in."""
        if self.night is not None and self._nights.replay(self.night) is None:
            raise SettleError(
                tr(
                    "{night!r} wasn't logged here, so it has no book to note payments in: settle its season.",
                    night=self.night,
                )
            )

    def note_payment(self, text: str) -> str:
        """Record a payment: ``Bo Carl 12,50 kr``; a doubtful one only where it ends with ``!``.

        Returns a sentence; raises SettleError.
        """
        self._check_book()
        written = text.strip()
        payer, payee, (money, named) = self._read(written.removesuffix("!"))
        currency = self._currency(named)
        check_payable(money, currency)
        payment = PlayerPayment(payer.player_id, payee.player_id, money, currency)

        def check() -> None:
            if not written.endswith("!") and (doubt := self._doubt(payment)):
                raise SettleError(
                    tr(
                        "{doubt} If it was paid, write --paid '{text} !'.",
                        doubt=doubt,
                        text=shortened(written),
                    )
                )

        numbers = self._record([payment], check)
        noted = tr(
            "Noted: {payer} paid {payee} {money}.",
            payer=self._named.name_of(payer.player_id),
            payee=self._named.name_of(payee.player_id),
            money=money_text(money, currency),
        )
        back = [tr("To take it back: --take-back {number}.", number=number) for number in numbers]
        return " ".join([noted, *back])

    def _doubt(self, payment: PlayerPayment) -> str:
        """Why a payment is doubtful: it is recorded already, or more than is owed; "" where it isn't."""
        payer, payee, money, currency = payment
        names = {"payer": self._named.name_of(payer), "payee": self._named.name_of(payee)}
        ledgers = [ledger.merged(self.registry.merged_id) for ledger in self._nights.ledgers(self.names)]
        known = between_players(self._season_payments())
        if self.night is not None:
            known += [
                PlayerPayment(
                    entry.player_id, entry.counterparty_id or "", entry.money or Decimal(0), ledger.currency
                )
                for ledger in ledgers
                for entry in ledger.entries
                if entry.kind is BankKind.PAYMENT
            ]
        if payment in known:
            return tr("{payer} paid {payee} {money} already.", **names, money=money_text(money, currency))
        balances = {
            line.player_id: line.balance
            for settlement in self._settled(ledgers)
            if settlement.currency == currency
            for line in settlement.lines
        }
        bankers = {ledger.banker_id for ledger in ledgers}  # pass on what others pay them
        owed = {
            "debt": max(-balances.get(payer, Decimal(0)), Decimal(0)),
            "credit": max(balances.get(payee, Decimal(0)), Decimal(0)),
        }
        limits = [owed["debt"]] * (payer not in bankers) + [owed["credit"]] * (payee not in bankers)
        if money <= min(limits or [max(owed.values())]):
            return ""
        return tr(
            "{payer} owes {debt} and {payee} is owed {credit}, which a payment of {money} exceeds.",
            **names,
            **{name: money_text(amount, currency) for name, amount in owed.items()},
            money=money_text(money, currency),
        )

    def note_all_paid(self) -> str:
        """Record all payments of the settlement as made; returns a sentence. Raises SettleError."""
        self._check_book()
        payments = _due(self.settle())
        if not payments:
            return tr("There was nothing left to pay.")

        def check() -> None:
            if _due(self._settled(self._nights.ledgers(self.names))) != payments:
                raise SettleError(
                    tr("Nothing is noted: somebody else changed the accounts at the same time. Settle again.")
                )

        self._record(payments, check)
        return trn("Noted: {n} payment made.", "Noted: {n} payments made.", len(payments))

    def take_back(self, entry_no: int) -> str:
        """Delete a season's payment; the payments of a night are deleted in its log."""
        if self.season is None:
            raise SettleError(
                tr("The payments of a night are entries of its log: take one back there, with u #ENTRY.")
            )
        payment = take_back(self.store, self.season, entry_no, self._named.name_of)
        return tr(
            "Taken back: {payer} paid {payee} {money}.",
            payer=self._named.name_of(payment.payer),
            payee=self._named.name_of(payment.payee),
            money=money_text(payment.money, payment.currency),
        )

    def _read(self, text: str) -> tuple[Person, Person, Amount]:
        """Two names and an amount, separated by spaces; names may contain spaces."""
        words = text.split()
        unreadable: MoneyError | None = None
        for start in range(2, min(len(words), MOST_WORDS)):
            rest = " ".join(words[start:])
            if not begins_with_money(rest):
                continue
            for cut in range(1, start):
                payer = self._player(" ".join(words[:cut]))
                payee = self._player(" ".join(words[cut:start]))
                if not payer or not payee or payer.player_id == payee.player_id:
                    continue
                try:
                    amount = parse_money(rest)
                except MoneyError as error:
                    unreadable = unreadable or error
                    continue
                if amount.money:
                    return payer, payee, amount
        if several := self._namesakes(words):
            raise SettleError(
                tr(
                    "Several players are called {name!r}: {names}. Write which of them.",
                    name=several[0],
                    names=several[1],
                )
            )
        raise unreadable or SettleError(
            tr(
                "{text!r} isn't a payment: write who paid whom how much, such as 'Bo Carl 12,50 kr'.",
                text=shortened(text),
            )
        )

    def _player(self, name: str) -> Person | None:
        """The player of a name in the store, or the only one of these nights whom the log would take it for."""
        if person := self.registry.find(name):
            return person
        people = {self.registry.people.get(self.registry.merged_id(one)) for one in self._played}
        players = {
            one.player_id: Player(
                player_id=one.player_id, handle=one.player_id, name=one.name, also=one.aliases
            )
            for one in people
            if one
        }
        handles = find_handles(name, players)
        return self.registry.people[handles[0]] if len(handles) == 1 else None

    def _namesakes(self, words: Sequence[str]) -> tuple[str, str] | None:
        """The first name among words that several players of these nights have, and what finds each of them."""
        named = {self.registry.merged_id(one): fold_name(self.registry.name_of(one)) for one in self._played}
        for start in range(min(len(words), MOST_WORDS)):
            for end in range(start + 1, min(len(words), MOST_WORDS) + 1):
                name = " ".join(words[start:end])
                same = [one for one, full in named.items() if full == fold_name(name)]
                if len(same) > 1 and self.registry.find(name) is None:
                    return name, join_words(sorted(map(self._named.name_of, same)))
        return None

    @cached_property
    def _played(self) -> set[str]:
        """The ids of the players of these nights."""
        return {player_id for ledger in self._nights.ledgers(self.names) for player_id in ledger.nets}

    @property
    def _named(self) -> Registry:
        """The players, namesakes of these nights told apart."""
        return self.registry.told_apart(self._played)

    def _currency(self, named: str | None) -> str:
        """The currency of the nights that an amount may be in: the unnamed one only where it names none."""
        books = {ledger.currency for ledger in self._nights.ledgers(self.names)} or {DEFAULT_CURRENCY}
        fitting = {book for book in books if currency_of(named, book) == book}
        if not fitting:
            raise SettleError(
                tr(
                    "The nights are in {currencies}: a payment in {other} can't settle them.",
                    currencies=", ".join(sorted(books)),
                    other=currency_of(named, min(books)),
                )
            )
        if named is None and "" in fitting:
            return ""
        fitting = fitting - {""} or fitting
        if len(fitting) > 1:
            raise SettleError(
                tr(
                    "In which currency? The nights are in {currencies}: write it after the sum.",
                    currencies=", ".join(sorted(fitting)),
                )
            )
        return fitting.pop()

    def _record(self, payments: Sequence[PlayerPayment], check: Callable[[], None]) -> list[int]:
        """Record payments, and return the numbers of a season's; a night's are entries of its log. `check` raises where
        they must not be recorded, and no other process can record any between the two.
        """
        if self.season is not None:
            return add_payments(self.store, self.season, payments, check)
        assert self.night is not None
        with NightService(self.store, self.night) as service:
            self._nights = Nights(self.store)
            check()
            handles = {
                self.registry.merged_id(p.player_id): p.handle for p in reversed(service.night.players)
            }
            for payer, payee, *_ in payments:
                if payer not in handles or payee not in handles:
                    stranger = self.registry.name_of(payee if payer in handles else payer)
                    raise SettleError(
                        tr(
                            "{player} didn't play that night: payments of a night are between its players.",
                            player=stranger,
                        )
                    )
            service.enter_lines(
                [
                    PayMoney(handles[payer], handles[payee], money, currency)
                    for payer, payee, money, currency in payments
                ]
            )
        self._nights = Nights(self.store)
        return []


def _due(settlements: Sequence[Settlement]) -> list[PlayerPayment]:
    """The payments that settle accounts."""
    return [
        PlayerPayment(transfer.payer, transfer.payee, one.amount(transfer.amount), one.currency)
        for one in settlements
        for transfer in one.plan.transfers
    ]


def _step(text: str | None) -> Amount | None:
    if text is None:
        return None
    amount = parse_money(text)
    if not amount.money:
        raise SettleError(tr("Nothing can be rounded to nothing: name a coin, such as --round '50 øre'."))
    return amount
