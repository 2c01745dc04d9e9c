"""The bank's book: its entries, what they make of each player's account, and how the accounts close.

An entry moves chips or money between a player and the bank (`counterparty_id` null) or another player:

    loan, purchase   the bank hands the player chips; written as debt (PR)
    buyback          the player hands the bank chips, a part of those that lie there
    count            all chips that lay before the player were counted and handed to the bank
    shadow           the player owes the counterparty chips, for shadow that it won; negative when paid
    payment          the player pays the counterparty money
    difference       chips counted, less the chips that the hands leave the player, against the banker

A player's stack is lent + bought - returned + net + owing - owed: the nets of the hands count shadow as paid,
so what the player still owes for shadow lies before him, and what he is still owed does not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from pipeline.records import replace


class BankKind(StrEnum):
    """The kinds of entry, in the words of the table `bank`."""

    LOAN = "loan"
    PURCHASE = "purchase"
    BUYBACK = "buyback"
    COUNT = "count"
    SHADOW = "shadow"
    DIFFERENCE = "difference"
    PAYMENT = "payment"

    @property
    def with_bank(self) -> bool:
        """Whether the bank hands out or takes back chips, which are worth their money."""
        return self.taken_back or self in (BankKind.LOAN, BankKind.PURCHASE)

    @property
    def taken_back(self) -> bool:
        """Whether the bank takes chips back."""
        return self in (BankKind.BUYBACK, BankKind.COUNT)

    @property
    def moves_chips(self) -> bool:
        """Whether chips are moved, or owed; else it is money."""
        return self is not BankKind.PAYMENT


@dataclass(frozen=True, kw_only=True)
class BankEntry:
    """An entry of the book, as the table `bank` keeps it but for its number and currency."""

    kind: BankKind
    player_id: str
    counterparty_id: str | None = None
    chips: int | None = None
    money: Decimal | None = None
    at: datetime | None = None


@dataclass(kw_only=True)
class Account:
    """What a player has with the bank and the others, in chips; `received` in money, less what was paid."""

    player_id: str
    net: int = 0
    lent: int = 0
    bought: int = 0
    returned: int = 0
    difference: int = 0
    received: Decimal = field(default_factory=Decimal)
    owes: dict[str, int] = field(
        default_factory=lambda: defaultdict(int)
    )  # shadow, by creditor; negative: is owed
    counted: bool = False  # whether all of the player's chips were counted, so that none are left

    @property
    def owing(self) -> int:
        """Chips that the player still owes for shadow, less those still owed to the player."""
        return sum(self.owes.values())

    @property
    def has_chips(self) -> bool:
        """Whether the player ever got chips from the bank."""
        return self.lent + self.bought > 0

    @property
    def stack(self) -> int:
        """Chips that should lie before the player (the banker has the bank's as well)."""
        return self.lent + self.bought - self.returned + self.net + self.owing + self.difference

    @property
    def result(self) -> int:
        """Chips won or lost: by the hands, and by the differences that counting showed."""
        return self.net + self.difference


def accounts(nets: Mapping[str, int], entries: Iterable[BankEntry]) -> dict[str, Account]:
    """The account of everyone whom the hands (`nets`, in chips) or the book name."""
    book = {player_id: Account(player_id=player_id, net=net) for player_id, net in nets.items()}
    _enter(book, entries)
    return book


class Positions:
    """What the entries of a book make of each account, the hands aside. A book that goes on from the one
    asked for before costs only what is new in it.
    """

    def __init__(self) -> None:
        self._book: tuple[BankEntry, ...] = ()
        self._accounts: dict[str, Account] = {}

    def of(self, book: tuple[BankEntry, ...], player_id: str, net: int) -> Account:
        """The account of a player with this book and this `net` of the hands."""
        account = self._upto(book).get(player_id)
        if account is None:
            return Account(player_id=player_id, net=net)
        return replace(account, net=net, owes=account.owes.copy())

    def stacks(self, book: tuple[BankEntry, ...], nets: Mapping[str, int]) -> dict[str, int]:
        """What should lie before each player who got chips, with this book and these nets of the hands."""
        return {
            player_id: account.stack + nets.get(player_id, 0)
            for player_id, account in self._upto(book).items()
            if account.has_chips
        }

    def anybody_counted(self, book: tuple[BankEntry, ...]) -> bool:
        """Whether a count of all of somebody's chips stands in this book."""
        return any(account.counted for account in self._upto(book).values())

    def _upto(self, book: tuple[BankEntry, ...]) -> Mapping[str, Account]:
        if book is not self._book:
            known = len(self._book)
            if book[:known] != self._book:
                known, self._accounts = 0, {}
            _enter(self._accounts, book[known:])
            self._book = book
        return self._accounts


def _enter(book: dict[str, Account], entries: Iterable[BankEntry]) -> None:
    """Work entries into the accounts of a book."""

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
            case BankKind.SHADOW if other:
                one.owes[other.player_id] += chips
                other.owes[one.player_id] -= chips
            case BankKind.PAYMENT:
                one.received -= money
                if other:
                    other.received += money


def count(account: Account, chips: int, banker_id: str | None, at: datetime | None) -> Iterable[BankEntry]:
    """The entries of a final count: the chips, and what they are more or less than the hands leave, which is
    the player's own difference, against the banker.
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


def play_on(entries: tuple[BankEntry, ...], players: Collection[str]) -> tuple[BankEntry, ...]:
    """The book once some players put or get chips again: a count of theirs before that wasn't the last word,
    and stands as chips handed back.
    """
    if not any(entry.kind == BankKind.COUNT and entry.player_id in players for entry in entries):
        return entries
    return tuple(
        replace(entry, kind=BankKind.BUYBACK)
        if entry.kind == BankKind.COUNT and entry.player_id in players
        else entry
        for entry in entries
    )


def closing(
    nets: Mapping[str, int], entries: Sequence[BankEntry], banker_id: str, at: datetime | None
) -> list[BankEntry]:
    """The entries that close the accounts at the end of a night; none more once they are closed.

    Open shadow is settled with the accounts: a debtor whose chips were counted buys it in on paper, and a
    creditor whose chips were counted hands it back. Where a player's chips were counted, what they are still
    more or less than the hands leave (journals of old say it so) is a difference, against the banker, who
    has the rest of the chips; and a pot that nobody won is with the banker. Afterwards the results add up to
    zero.
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
