"""What a night has come to: players, hands, the bank's book, whose deal it is. Facts, and questions to them.

How a line changes it is for `pipeline.night.apply`, how a journal tells it for `pipeline.night.course`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal

from engine.api import Additions
from language import tr
from pipeline.bank.book import Account, BankEntry, BankKind, Positions, accounts, closing
from pipeline.bank.money import DEFAULT_CURRENCY
from pipeline.night.hand.deal import Hand
from pipeline.night.hand.opened import OpenHand
from pipeline.night.hand.player import Player
from pipeline.night.table import next_dealer
from pipeline.night.text.lines import LogError
from pipeline.records import replace

HOUSE_CHIP = Decimal("0.25")
"""The value of a small chip where nobody set one: 25 øre (PR)."""


@dataclass(frozen=True, kw_only=True)
class Night:
    """What a night has come to. `book` holds the entries of the bank as they were made, shadow of the hands
    included; `notes` and `faults` (lines that have no meaning, and why) name their entries.
    """

    players: tuple[Player, ...] = ()
    banker_id: str | None = None
    chip_value: Decimal = HOUSE_CHIP
    currency: str = DEFAULT_CURRENCY
    season: str | None = None
    place: str | None = None
    day: date | None = None
    hands: tuple[Hand, ...] = ()
    last_hand_no: int = 0  # the highest number of them
    book: tuple[BankEntry, ...] = ()
    notes: tuple[tuple[int, str], ...] = ()
    faults: tuple[tuple[int, str], ...] = ()
    nets: Mapping[str, int] = field(default_factory=dict)
    carried: int = 0
    chain: int | None = None
    pot_shadow: Mapping[str, int] = field(default_factory=dict)
    last_dealer: str | None = None
    turn: str | None = None  # set where it isn't the last dealer's left-hand neighbour
    last_game: tuple[str, Additions] | None = None
    open_hand: OpenHand | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    last_at: datetime | None = None
    positions: Positions = field(default_factory=Positions, compare=False, repr=False)  # saves working it out

    @property
    def handles(self) -> dict[str, Player]:
        """Players by handle, those who left included: their accounts may still be open."""
        return {player.handle: player for player in self.players}

    @property
    def names(self) -> dict[str, str]:
        """Names by player id."""
        return {player.player_id: player.name for player in self.players}

    @property
    def dealer(self) -> Player | None:
        """Who deals next."""
        override = next((p for p in self.players if p.player_id == self.turn and p.status == "playing"), None)
        return override or next_dealer(self.players, self.last_dealer)

    @property
    def drafts(self) -> list[Hand]:
        """Hands that wait to be mended or confirmed."""
        return [hand for hand in self.hands if hand.is_draft]

    @property
    def next_hand_no(self) -> int:
        """The number of the hand that comes next."""
        return self.last_hand_no + 1

    @property
    def adrift(self) -> int:
        """Chips of carried pots that nobody has won and that aren't carried on: a draft has them."""
        return max(0, -sum(self.nets.values()) - self.carried) if self.drafts else 0

    def hand_of(self, entry_no: int) -> Hand | None:
        """The hand that an entry of the journal made."""
        return next((hand for hand in self.hands if hand.entry_no == entry_no), None)

    @property
    def full_book(self) -> tuple[BankEntry, ...]:
        """The bank's entries, with those that close the accounts once the night has ended."""
        if self.ended_at is None or self.banker_id is None:
            return self.book
        return (*self.book, *self._with_money(closing(self.nets, self.book, self.banker_id, self.ended_at)))

    @property
    def accounts(self) -> dict[str, Account]:
        """The account of every player."""
        if self.ended_at is None:
            return {
                p.player_id: self.positions.of(self.book, p.player_id, self.nets.get(p.player_id, 0))
                for p in self.players
            }
        book = accounts(self.nets, self.full_book)
        return {p.player_id: book.get(p.player_id) or Account(player_id=p.player_id) for p in self.players}

    @property
    def stacks(self) -> dict[str, int]:
        """What should lie before each player who got chips from the bank; the banker has all the rest."""
        stacks = self.positions.stacks(self.book, self.nets) if self.ended_at is None else {
            player_id: account.stack for player_id, account in self.accounts.items() if account.has_chips
        }  # fmt: skip
        return {player_id: stack for player_id, stack in stacks.items() if player_id != self.banker_id}

    def money_book(self) -> list[BankEntry]:
        """All entries of the book, each with its value in money."""
        return self._with_money(self.full_book)

    def _with_money(self, entries: Iterable[BankEntry]) -> list[BankEntry]:
        return [
            replace(entry, money=entry.chips * self.chip_value)
            if entry.chips is not None and entry.kind is not BankKind.PAYMENT and entry.money is None
            else entry
            for entry in entries
        ]

    def borrowers(self) -> list[str]:
        """The handles of those to whom the bank lends: everybody here but the banker. Raises LogError."""
        if self.banker_id is None:
            raise LogError(
                tr("Who keeps the bank? Write banker WHO first: the bank lends to all the others.")
            )
        return [p.handle for p in self.players if p.status != "gone" and p.player_id != self.banker_id]
