"""A night as its journal tells it: a pure fold of entries to players, hands, bank and whose deal it is.

The journal only grows. `effective` works corrections in: an entry that was taken back is gone, an edited one
has its new line in its old place, a confirmed draft is no draft. `Night.take` then works the entries in one
by one. The same entries give the same night, whenever that is done.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal

from engine.additions import Additions, parse_additions
from engine.calls import call
from engine.errors import PederError
from engine.terms import Outcome
from engine.variants import VARIANTS
from pipeline.bank.book import Account, BankEntry, BankKind, accounts, closing
from pipeline.bank.money import DEFAULT_CURRENCY, check_chip_value, check_payable
from pipeline.night.entries import Entry, effective
from pipeline.night.hand.deal import Deal, Hand, Seat, play_out
from pipeline.night.hand.detail import begin, take
from pipeline.night.hand.opened import OpenHand
from pipeline.night.hand.shadow import shadow_debts
from pipeline.night.table import Player, join, next_dealer, seat_players, seats_from
from pipeline.night.text.grammar import looks_like_hand, parse
from pipeline.night.text.lines import (
    About,
    Banker,
    ChipValue,
    DealerTurn,
    DetailLine,
    End,
    HandLine,
    Join,
    Line,
    Loan,
    LogError,
    Note,
    Owe,
    PayMoney,
    Presence,
    Seating,
    Skip,
    Trade,
)
from pipeline.night.text.tokens import dealer_and_rest
from pipeline.night.text.write import line_text

HOUSE_CHIP = Decimal("0.25")
"""The value of a small chip where nobody set one: 25 øre (PR)."""


@dataclass(frozen=True, kw_only=True)
class Night:
    """What a night has come to. `book` holds the entries of the bank as they were made, shadow of the hands
    included.
    """

    players: tuple[Player, ...] = ()
    banker_id: str | None = None
    chip_value: Decimal = HOUSE_CHIP
    currency: str = DEFAULT_CURRENCY
    season: str | None = None
    place: str | None = None
    hands: tuple[Hand, ...] = ()
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
    last_n: int = 0

    # --- asking

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
    def full_book(self) -> tuple[BankEntry, ...]:
        """The bank's entries, with those that close the accounts once the night has ended."""
        if self.ended_at is None or self.banker_id is None:
            return self.book
        return (*self.book, *self._with_money(closing(self.nets, self.book, self.banker_id, self.ended_at)))

    @property
    def accounts(self) -> dict[str, Account]:
        """The account of every player."""
        book = accounts(self.nets, self.full_book)
        return {p.player_id: book.get(p.player_id) or Account(player_id=p.player_id) for p in self.players}

    def _with_money(self, entries: Iterable[BankEntry]) -> list[BankEntry]:
        return [
            replace(entry, money=entry.chips * self.chip_value)
            if entry.chips is not None and entry.kind is not BankKind.PAYMENT and entry.money is None
            else entry
            for entry in entries
        ]

    def money_book(self) -> list[BankEntry]:
        """All entries of the book, each with its value in money."""
        return self._with_money(self.full_book)

    # --- taking entries in

    def take(self, entry: Entry) -> Night:
        """The night after one more (effective) entry. A line that has no meaning here becomes a draft, or a
        fault.
        """
        after = replace(self, started_at=self.started_at or entry.at, last_n=entry.n)
        try:
            lines = parse(entry.line, self.handles)
            for line in lines:
                if not isinstance(line, Note | PayMoney | End):
                    after = replace(after, ended_at=None)
                after = after._apply(line, entry)
        except PederError as error:
            if entry.draft or looks_like_hand(entry.line):
                after = after._keep_unread(entry, str(error))
            else:
                after = replace(after, faults=(*after.faults, (entry.n, str(error))))
        return replace(after, last_at=entry.at)

    def _apply(self, line: Line, entry: Entry) -> Night:
        match line:
            case HandLine():
                return self._play(line, entry)
            case DetailLine(text):
                return self._detail(text, entry)
            case Skip():
                return self._keep_unread(entry, "Nobody logged this hand.")
            case Seating(specs):
                return replace(self, players=seat_players(specs, self.players))
            case Join(spec, after):
                return replace(self, players=join(spec, after, self.players))
            case Presence(handles, status):
                return self._presence(handles, status)
            case DealerTurn(handle):
                return replace(self, turn=self.handles[handle].player_id)
            case Banker(handle):
                return replace(self, banker_id=self.handles[handle].player_id)
            case ChipValue(money, currency):
                check_chip_value(money)
                return replace(self, chip_value=money, currency=currency)
            case About("season", text):
                return replace(self, season=text)
            case About(_, text):
                return replace(self, place=text)
            case Note(text):
                return replace(self, notes=(*self.notes, (entry.n, text)))
            case End():
                if self.open_hand:
                    raise LogError(
                        "A hand is open bet by bet: end it with : +WINNER, or drop it with : drop."
                    )
                return replace(self, ended_at=entry.at)
            case Loan() | Trade() | Owe() | PayMoney():
                return replace(self, book=(*self.book, *self._book(line, entry)))
        raise LogError(f"{entry.line!r} isn't an entry of a journal.")

    def _presence(self, handles: Sequence[str], status: str) -> Night:
        return replace(
            self,
            players=tuple(
                replace(player, status=status) if player.handle in handles else player
                for player in self.players
            ),
        )

    # --- the bank

    def _book(self, line: Loan | Trade | Owe | PayMoney, entry: Entry) -> list[BankEntry]:
        ids = {handle: player.player_id for handle, player in self.handles.items()}
        at = entry.at
        match line:
            case Loan(handles, chips):
                return [BankEntry(kind=BankKind.LOAN, player_id=ids[handle], chips=chips, at=at)
                        for handle in handles or self.borrowers()]  # fmt: skip
            case Trade(kind, handle, chips, cash):
                entries = [BankEntry(kind=kind, player_id=ids[handle], chips=chips, at=at)]
                return entries + ([self._cash(kind, ids[handle], chips, at)] if cash else [])
            case Owe(debtor, creditor, chips, paid):
                return [BankEntry(kind=BankKind.SHADOW, player_id=ids[debtor], counterparty_id=ids[creditor],
                                  chips=-chips if paid else chips, at=at)]  # fmt: skip
            case PayMoney(payer, payee, money, currency):
                if currency not in (None, self.currency):
                    raise LogError(
                        f"Tonight is played in {self.currency}: a payment in {currency} can't be booked."
                    )
                check_payable(money, self.currency)
                return [
                    BankEntry(
                        kind=BankKind.PAYMENT,
                        player_id=ids[payer],
                        counterparty_id=ids[payee],
                        money=money,
                        at=at,
                    )
                ]

    def borrowers(self) -> list[str]:
        """The handles of those to whom the bank lends: everybody here but the banker. Raises LogError."""
        if self.banker_id is None:
            raise LogError("Who keeps the bank? Write banker WHO first: the bank lends to all the others.")
        return [p.handle for p in self.players if p.status != "gone" and p.player_id != self.banker_id]

    def _cash(self, kind: BankKind, player_id: str, chips: int, at: datetime) -> BankEntry:
        if self.banker_id is None:
            raise LogError("Who keeps the bank? Write banker WHO first: the cash is the banker's.")
        payer, payee = (
            (player_id, self.banker_id) if kind is BankKind.PURCHASE else (self.banker_id, player_id)
        )
        return BankEntry(
            kind=BankKind.PAYMENT,
            player_id=payer,
            counterparty_id=payee,
            money=chips * self.chip_value,
            at=at,
        )

    # --- hands

    def deal_for(self, line: HandLine) -> tuple[Deal, HandLine]:
        """The deal that a line speaks of, and the line with game, additions and dealer filled in. Raises
        PederError.
        """
        out = {clause.handle for clause in line.clauses if clause.sat_out}
        game, additions = self._game(line)
        variant = call(VARIANTS[game], additions)
        if line.dealer:
            dealer = self.handles[line.dealer]
        else:
            turn = self.dealer
            dealer = turn if turn and turn.handle not in out else next_dealer(
                self.players, turn.player_id if turn else None, out)  # type: ignore[assignment]  # fmt: skip
            if dealer is None:
                raise LogError("Nobody plays: say who sits at the table, such as players Anna, Bo, Carl.")
        seats = self._seats(seats_from(self.players, dealer.player_id, out))
        again = bool(self.hands) and self.hands[-1].outcome is Outcome.REDEALT
        deal = Deal(
            variant=variant, dealer_id=dealer.player_id, seats=seats, pot_in=self.carried, ante_paid=again
        )
        return deal, replace(line, game=game, additions=additions, dealer=dealer.handle)

    def _seats(self, players: Iterable[Player]) -> tuple[Seat, ...]:
        """Seats before a hand; with the stacks of those who have borrowed chips (the banker has the rest)."""
        book = self.accounts
        stacks = {
            player_id: account.stack
            for player_id, account in book.items()
            if account.lent + account.bought > 0 and player_id != self.banker_id
        }
        return tuple(
            Seat(player_id=p.player_id, handle=p.handle, name=p.name, stack_before=stacks.get(p.player_id))
            for p in players
        )

    def _game(self, line: HandLine) -> tuple[str, Additions]:
        if line.game is not None:
            return line.game, line.additions
        if self.last_game is None:
            raise LogError("A point says the same game again, and no hand has been played yet: name a game.")
        game, before = self.last_game
        added = parse_additions([before.text, line.additions.text]) if line.additions else before
        return game, added

    def _play(self, line: HandLine, entry: Entry) -> Night:
        if self.open_hand:
            raise LogError("A hand is open bet by bet: end it with : +WINNER, or drop it with : drop.")
        deal, line = self.deal_for(line)
        hand = play_out(line, deal)
        assert hand.line
        after = self._add(replace(hand, entry_no=entry.n, text=line_text(hand.line)), entry)
        return replace(after, last_game=(line.game or "", line.additions))

    def _detail(self, text: str, entry: Entry) -> Night:
        opened = begin(text, self) if self.open_hand is None else take(self.open_hand, text)
        if opened is None:
            return replace(self, open_hand=None)
        if opened.hand is None:
            return replace(self, open_hand=opened)
        hand = replace(opened.hand, entry_no=entry.n, text=f": {text}")
        after = replace(self, open_hand=None)._add(hand, entry)
        return replace(after, last_game=(opened.game, opened.additions))

    def _keep_unread(self, entry: Entry, why: str) -> Night:
        """A draft that says nothing but that a hand was played, by those at the table."""
        dealer_id = self._dealer_of(entry.line)
        seats = self._seats(seats_from(self.players, dealer_id or "", ()))
        text = entry.line
        hand = Hand(
            entry_no=entry.n, text=text, status="draft", why=why, dealer_id=dealer_id, seats=seats, note=text
        )
        return self._add(hand, entry)

    def _add(self, hand: Hand, entry: Entry) -> Night:
        """A hand with its number and times; if it is confirmed its chips count."""
        hand_no = len(self.hands) + 1
        draft = hand.is_draft or bool(entry.draft)
        began = self.last_at if self.last_at and self.last_at <= entry.at else None
        hand = replace(
            hand,
            hand_no=hand_no,
            chain_no=self.chain or hand_no,
            status="draft" if draft else "confirmed",
            why=hand.why or entry.draft,
            started_at=hand.started_at or began,
            ended_at=entry.at,
        )
        goes_on = hand.outcome in (Outcome.CARRIED, Outcome.NEW_DEAL, Outcome.REDEALT) or hand.pot_out > 0
        carried = hand.pot_out
        if hand.variant is None and any(mark in hand.text for mark in ("++", "!nd", "!om")):
            carried, goes_on = self.carried, self.carried > 0
        after = replace(
            self,
            hands=(*self.hands, hand),
            carried=carried,
            chain=hand.chain_no if goes_on else None,
            last_dealer=hand.dealer_id or self.last_dealer,
            turn=hand.dealer_id if hand.outcome is Outcome.REDEALT else None,
        )
        if draft:
            return after
        nets = dict(self.nets)
        for player_id, net in hand.nets.items():
            nets[player_id] = nets.get(player_id, 0) + net
        debts, pot_shadow = shadow_debts(hand, self.pot_shadow)
        booked = [
            BankEntry(
                kind=BankKind.SHADOW, player_id=debtor, counterparty_id=creditor, chips=chips, at=entry.at
            )
            for debtor, creditor, chips in debts
        ]
        return replace(after, nets=nets, book=(*self.book, *booked), pot_shadow=pot_shadow)

    def _dealer_of(self, text: str) -> str | None:
        """Who dealt a hand that can't be read: as written, or by turn."""
        named = self.handles.get(dealer_and_rest(text)[0] or "")
        dealer = named or self.dealer
        return dealer.player_id if dealer else None


def fold(entries: Sequence[Entry]) -> Night:
    """The night that a journal's entries tell."""
    night = Night()
    for entry in effective(entries):
        night = night.take(entry)
    return replace(night, last_n=entries[-1].n if entries else 0)
