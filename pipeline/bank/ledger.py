"""The bank's ledger: its entries, each player's account, and the entries that close the accounts.

An entry moves chips or money between a player and the bank (`counterparty_id` null) or another player:

    loan, purchase   the bank hands the player chips, as debt (PR)
    buyback          the player hands the bank some of the chips
    count            all of the player's chips were counted and handed to the bank
    shadow           the player owes the counterparty, who won shadow, chips; negative when paid
    payment          the player pays the counterparty money
    expense          the counterparty paid the player's part of food, drinks or the like
    difference       counted chips less the chips by the hands, against the banker
    bet              the player gets chips from the counterparty besides the hands: a side bet, a bounty
    pot              the player gets chips of a carried pot (counterparty null); negative: lays them out for one.
                     `note` says what became of the pot: shared, next (night), bank

A player's stack is lent + bought - returned + net + besides + owing - owed: the nets of the hands count shadow as paid,
so chips still owed for shadow are in the debtor's stack and not in the creditor's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from pipeline.bank.records import replace


class BankKind(StrEnum):
    """The kinds of entry, as stored in the table `bank`."""

    LOAN = "loan"
    PURCHASE = "purchase"
    BUYBACK = "buyback"
    COUNT = "count"
    SHADOW = "shadow"
    DIFFERENCE = "difference"
    PAYMENT = "payment"
    EXPENSE = "expense"
    BET = "bet"
    POT = "pot"

    @property
    def with_bank(self) -> bool:
        """Whether the bank hands out or takes back chips."""
        return self.taken_back or self in (BankKind.LOAN, BankKind.PURCHASE)

    @property
    def taken_back(self) -> bool:
        """Whether the bank takes chips back."""
        return self in (BankKind.BUYBACK, BankKind.COUNT)

    @property
    def moves_chips(self) -> bool:
        """Whether the entry is in chips, not in money."""
        return self not in (BankKind.PAYMENT, BankKind.EXPENSE)


@dataclass(frozen=True, kw_only=True)
class BankEntry:
    """An entry of the ledger: a row of the table `bank` without number and currency."""

    kind: BankKind
    player_id: str
    counterparty_id: str | None = None
    chips: int | None = None
    money: Decimal | None = None
    at: datetime | None = None
    note: str | None = None


def in_money(entries: Iterable[BankEntry], chip_value: Decimal | None) -> list[BankEntry]:
    """Return the entries with the value of their chips in money; unchanged if the value of a chip is unknown. Payments,
    and entries that already have an amount of money, stay as they are.

    >>> loan = BankEntry(kind=BankKind.LOAN, player_id="bo", chips=150)
    >>> in_money([loan], Decimal("0.25"))[0].money
    Decimal('37.50')
    """
    return [
        replace(entry, money=entry.chips * chip_value)
        if chip_value is not None
        and entry.chips is not None
        and entry.kind is not BankKind.PAYMENT
        and entry.money is None
        else entry
        for entry in entries
    ]


@dataclass(kw_only=True)
class Account:
    """A player's account with the bank and the other players, in chips. In money: `received` is payments received
    minus payments made, `expenses` is money paid for others minus money that others paid for the player.
    """

    player_id: str
    net: int = 0
    lent: int = 0
    bought: int = 0
    returned: int = 0
    difference: int = 0
    besides: int = 0  # side bets and carried pots
    received: Decimal = field(default_factory=Decimal)
    expenses: Decimal = field(default_factory=Decimal)
    owes: dict[str, int] = field(
        default_factory=lambda: defaultdict(int)
    )  # shadow, by creditor; negative: is owed
    counted: bool = False  # all of the player's chips were counted and handed back

    @property
    def owing(self) -> int:
        """Chips that the player still owes for shadow, minus those owed to the player."""
        return sum(self.owes.values())

    @property
    def has_chips(self) -> bool:
        return self.lent + self.bought > 0

    @property
    def stack(self) -> int:
        """Chips that the player should have (the banker has the bank's as well)."""
        return self.lent + self.bought - self.returned + self.result + self.owing

    @property
    def result(self) -> int:
        """Chips won or lost: by the hands, by counting, and by side bets and carried pots."""
        return self.net + self.difference + self.besides


def accounts(nets: Mapping[str, int], entries: Iterable[BankEntry]) -> dict[str, Account]:
    """Return the account of each player in `nets` (chips won by the hands) or `entries`.

    >>> accounts({"anna": -30}, [BankEntry(player_id="anna", kind=BankKind.LOAN, chips=150)])["anna"].stack
    120
    """
    book = {player_id: Account(player_id=player_id, net=net) for player_id, net in nets.items()}
    _enter(book, entries)
    return book


class AccountCache:
    """Accounts without the hands, updated only for new entries when a ledger continues the previous one."""

    def __init__(self) -> None:
        self._ledger: tuple[BankEntry, ...] = ()
        self._accounts: dict[str, Account] = {}

    def account(self, ledger: tuple[BankEntry, ...], player_id: str, net: int) -> Account:
        """The account of a player whose `net` by the hands is given."""
        account = self._accounts_of(ledger).get(player_id)
        if account is None:
            return Account(player_id=player_id, net=net)
        return replace(account, net=net, owes=account.owes.copy())

    def stacks(self, ledger: tuple[BankEntry, ...], nets: Mapping[str, int]) -> dict[str, int]:
        """The stack of each player who has had chips from the bank."""
        return {
            player_id: account.stack + nets.get(player_id, 0)
            for player_id, account in self._accounts_of(ledger).items()
            if account.has_chips
        }

    def has_count(self, ledger: tuple[BankEntry, ...]) -> bool:
        return any(account.counted for account in self._accounts_of(ledger).values())

    def _accounts_of(self, ledger: tuple[BankEntry, ...]) -> Mapping[str, Account]:
        if ledger is not self._ledger:
            known = len(self._ledger)
            if ledger[:known] != self._ledger:
                known, self._accounts = 0, {}
            _enter(self._accounts, ledger[known:])
            self._ledger = ledger
        return self._accounts


def _enter(book: dict[str, Account], entries: Iterable[BankEntry]) -> None:

    def account(player_id: str) -> Account:
        return book.setdefault(player_id, Account(player_id=player_id))

    for entry in entries:
        one, chips, money = account(entry.player_id), entry.chips or 0, entry.money or Decimal(0)
        other = account(entry.counterparty_id) if entry.counterparty_id else None
        match entry.kind:
            case BankKind.LOAN:
                one.lent += chips
            case BankKind.PURCHASE:
                one.bought += chips
            case BankKind.BUYBACK | BankKind.COUNT:
                one.returned += chips
                one.counted |= entry.kind == BankKind.COUNT
            case BankKind.DIFFERENCE:
                one.difference += chips
                if other:
                    other.difference -= chips
            case BankKind.BET | BankKind.POT:
                one.besides += chips
                if other:
                    other.besides -= chips
            case BankKind.SHADOW if other:
                one.owes[other.player_id] += chips
                other.owes[one.player_id] -= chips
            case BankKind.PAYMENT:
                one.received -= money
                if other:
                    other.received += money
            case BankKind.EXPENSE if other:
                one.expenses -= money
                other.expenses += money


def count_entries(
    account: Account, chips: int, banker_id: str | None, at: datetime | None
) -> Iterable[BankEntry]:
    """Yield the entries of a final count: the chips, then any difference from the player's stack, against the banker.

    >>> bo = Account(player_id="bo", lent=150, net=-30)
    >>> [(entry.kind.value, entry.chips) for entry in count_entries(bo, 115, "anna", at=None)]
    [('count', 115), ('difference', -5)]
    """
    more = chips - account.stack
    yield BankEntry(kind=BankKind.COUNT, player_id=account.player_id, chips=chips, at=at)
    if more and banker_id:
        yield BankEntry(
            kind=BankKind.DIFFERENCE,
            player_id=account.player_id,
            counterparty_id=banker_id,
            chips=more,
            at=at,
        )


def reopen_counts(entries: tuple[BankEntry, ...], players: Collection[str]) -> tuple[BankEntry, ...]:
    """Return the ledger after some players put in or get chips again: their earlier counts become plain buybacks.

    >>> count = BankEntry(kind=BankKind.COUNT, player_id="bo", chips=115)
    >>> reopen_counts((count,), players={"bo"})[0].kind.value
    'buyback'
    """
    if not any(entry.kind == BankKind.COUNT and entry.player_id in players for entry in entries):
        return entries
    return tuple(
        replace(entry, kind=BankKind.BUYBACK)
        if entry.kind == BankKind.COUNT and entry.player_id in players
        else entry
        for entry in entries
    )


def closing_entries(
    nets: Mapping[str, int], entries: Sequence[BankEntry], banker_id: str, at: datetime | None
) -> list[BankEntry]:
    """Return the entries that close the accounts at the end of a night; none if they are already closed.

    Open shadow is settled: a debtor whose chips were counted buys the chips on paper, and a creditor whose
    chips were counted hands them back. A counted player's remaining stack (as in journals before 0.1) is a
    difference against the banker, who has the rest of the chips, including a pot that no player won.
    Afterwards the results add up to zero.

    >>> owed = BankEntry(kind=BankKind.SHADOW, player_id="bo", counterparty_id="carl", chips=20)
    >>> closing = closing_entries({"anna": 0, "bo": -20, "carl": 20}, [owed], "anna", at=None)
    >>> [(entry.kind.value, entry.player_id, entry.chips) for entry in closing]
    [('shadow', 'bo', -20)]
    """
    book = accounts(nets, entries)
    counted = {one.player_id for one in book.values() if one.counted} - {banker_id}
    paper: list[BankEntry] = []
    for debtor in book.values():
        for creditor_id, chips in sorted(debtor.owes.items()):
            if chips > 0:
                paper += _buy_in(debtor.player_id, creditor_id, chips, counted)
    book = accounts(nets, [*entries, *paper])
    for one in book.values():
        if one.player_id in counted and one.stack:
            paper.append(
                BankEntry(
                    kind=BankKind.DIFFERENCE,
                    player_id=one.player_id,
                    counterparty_id=banker_id,
                    chips=-one.stack,
                )
            )
    if pot := -sum(one.result for one in book.values()):
        paper.append(BankEntry(kind=BankKind.DIFFERENCE, player_id=banker_id, chips=pot))
    return [replace(entry, at=at) for entry in paper]


def _buy_in(debtor_id: str, creditor_id: str, chips: int, counted: Collection[str]) -> Iterable[BankEntry]:
    if debtor_id in counted:
        yield BankEntry(kind=BankKind.PURCHASE, player_id=debtor_id, chips=chips)
    yield BankEntry(kind=BankKind.SHADOW, player_id=debtor_id, counterparty_id=creditor_id, chips=-chips)
    if creditor_id in counted:
        yield BankEntry(kind=BankKind.BUYBACK, player_id=creditor_id, chips=chips)


class Expense(NamedTuple):
    """Money that a player paid for some players, and what for ("" if the line doesn't say)."""

    payer: str
    what: str
    money: Decimal
    players: tuple[str, ...]


def _sharers(payer: str, parts: Sequence[BankEntry]) -> tuple[str, ...]:
    """Who shares an expense: a payer who doesn't has only what the division left, less than the others' parts."""
    most = max(part.money or 0 for part in parts)
    return tuple(part.player_id for part in parts if part.player_id != payer or part.money == most)


@dataclass(frozen=True, kw_only=True)
class NightLedger:
    """The accounts of a night, ready to be settled: nets by player in chips, the bank's entries, the chip value.

    `hands` counts the confirmed hands, `drafts` those that aren't confirmed and so don't count.
    """

    name: str
    currency: str  # "" if an import names none
    chip_value: Decimal
    banker_id: str | None
    nets: Mapping[str, int]
    entries: Sequence[BankEntry]
    hands: int = 0
    drafts: int = 0

    def closed(self) -> NightLedger:
        """Return the ledger with the entries that close the accounts; unchanged if it is already closed."""
        if self.banker_id is None:
            return self
        return replace(
            self, entries=[*self.entries, *closing_entries(self.nets, self.entries, self.banker_id, None)]
        )

    def merged(self, merged_id: Callable[[str], str]) -> NightLedger:
        """Return the ledger with merged players as one."""
        nets: dict[str, int] = defaultdict(int)
        for player_id, net in self.nets.items():
            nets[merged_id(player_id)] += net
        entries = [
            replace(
                entry,
                player_id=merged_id(entry.player_id),
                counterparty_id=merged_id(entry.counterparty_id) if entry.counterparty_id else None,
            )
            for entry in self.entries
        ]
        entries = [
            entry
            for entry in entries
            if entry.player_id != entry.counterparty_id or entry.kind is BankKind.EXPENSE
        ]
        banker_id = merged_id(self.banker_id) if self.banker_id else None
        return replace(self, nets=nets, entries=entries, banker_id=banker_id)

    def accounts(self) -> dict[str, Account]:
        return accounts(self.nets, self.entries)

    def expenses(self) -> list[Expense]:
        """Return the expenses that players paid, in order; parts that were entered together are one."""
        parts: dict[tuple[str, str, datetime | None], list[BankEntry]] = defaultdict(list)
        for entry in self.entries:
            if entry.kind is BankKind.EXPENSE and entry.counterparty_id:
                parts[entry.counterparty_id, entry.note or "", entry.at].append(entry)
        return [
            Expense(
                payer,
                what,
                sum((one.money or Decimal(0) for one in entries), Decimal(0)),
                _sharers(payer, entries),
            )
            for (payer, what, _), entries in parts.items()
        ]
