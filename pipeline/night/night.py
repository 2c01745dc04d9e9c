"""The state of a night: players in order, hands, the bank's ledger, and the next dealer.

`pipeline.night.replay` computes it from the entries of a journal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from itertools import chain

from engine.api import VARIANTS, Additions, Catalogue, fold_name, split
from language import tr
from pipeline.bank.currency import DEFAULT_CURRENCY
from pipeline.bank.ledger import (
    Account,
    AccountCache,
    BankEntry,
    BankKind,
    NightLedger,
    accounts,
    closing_entries,
    in_money,
)
from pipeline.bank.records import replace
from pipeline.night.hand.deal import Hand, Player
from pipeline.night.hand.open_hand import OpenHand
from pipeline.night.parser.lines import LogError, PlayerSpec
from pipeline.night.parser.words import is_reserved
from pipeline.store.player_names import slug

_ENOUGH = 40
"""The letters of a name that a handle may be made of."""


def new_handle(name: str, handles: Collection[str], others: Sequence[str]) -> str:
    """The shortest beginning of a name that is free and no word of the log.

    `others` are the names of the other players. Of two Bos neither is ``b`` nor ``bo``: they get letters with which
    no other name begins, first those of their names (``bh`` for Bo Hansen). Nor do two letters or more begin another
    name: next to Dorte (``d``) Dorthe is ``dr``, for ``do`` may be either.
    """
    letters = "".join(char for char in name.casefold() if char.isalpha())[:_ENOUGH] or "x"
    names = [fold_name(other) for other in others]
    is_shared = any(is_namesake(name, other) for other in others)
    initials = "".join(word[0] for word in name.casefold().split() if word[0].isalpha())
    first = [initials] if is_shared and len(initials) > 1 else []
    pairs = [letters[0] + other for other in letters[1:]]
    beginnings = [letters[:end] for end in range(1, len(letters) + 1)]
    longer = (letters + extra for extra in _letters())

    def is_free(handle: str) -> bool:
        begins = (is_shared or len(handle) > 1) and any(
            other.startswith(fold_name(handle)) for other in names
        )
        return handle not in handles and not is_reserved(handle) and not begins

    return next(filter(is_free, chain(first, beginnings[:1], pairs, beginnings, longer)))


def is_namesake(name: str, other: str) -> bool:
    """Whether two players have one first name, or one's name begins the other's: a bare ``bo`` may be either."""
    one, two = fold_name(name), fold_name(other)
    first = [fold_name(full.split()[0]) if full.split() else "" for full in (name, other)]
    return one.startswith(two) or two.startswith(one) or first[0] == first[1]


def _letters() -> Iterable[str]:
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    yield from alphabet
    yield from (one + other for one in alphabet for other in alphabet)


def seat_players(specs: Sequence[PlayerSpec], before: Sequence[Player]) -> tuple[Player, ...]:
    """Return the named players in that order; players who sat here before keep their handles, and players who are no
    longer named are gone.
    """
    known = {player.player_id: player for player in before}
    wanted = {spec.handle for spec in specs if spec.handle}
    names = [*(spec.name for spec in specs), *(player.name for player in before)]
    seated: list[Player] = []
    for spec in specs:
        others = [name for name in names if name != spec.name]
        seated.append(_seat(spec, known, [player.handle for player in (*before, *seated)], wanted, others))
        if [player.player_id for player in seated].count(seated[-1].player_id) > 1:
            raise LogError(
                tr(
                    "{name} is named twice: name everybody once, a second Anna as Anna B.",
                    name=seated[-1].name,
                )
            )
    handles = [player.handle for player in seated]
    gone = [
        replace(player, status="gone")
        for player in before
        if player.player_id not in {p.player_id for p in seated}
    ]
    for player in gone:
        if player.handle in handles:
            raise LogError(
                tr(
                    "The handle {handle!r} is {name}'s, who sat here tonight: take another.",
                    handle=player.handle,
                    name=player.name,
                )
            )
    return (*seated, *gone)


def join(spec: PlayerSpec, after: str | None, before: Sequence[Player]) -> tuple[Player, ...]:
    """Return the table with one more player, or with one who is back."""
    known = {player.player_id: player for player in before}
    others = [other.name for other in before if other.name != spec.name]
    player = _seat(spec, known, [other.handle for other in before], set(), others)
    if player.player_id in known and known[player.player_id].status != "gone":
        raise LogError(tr("{name} sits at the table already.", name=player.name))
    if not spec.handle and player.player_id not in known:  # an entry of a journal has its handle
        named = next(
            (other for other in before if other.status != "gone" and _is_short_for(spec.name, other.name)),
            None,
        )
        if named:
            raise LogError(
                tr(
                    "{name} sits at the table already. Another {short}: write more of the name, or joins {short}={handle}.",
                    name=named.name,
                    short=spec.name,
                    handle=player.handle,
                )
            )
    if spec.handle and any(
        other.handle == spec.handle and other.player_id != player.player_id for other in before
    ):
        raise LogError(
            tr(
                "The handle {handle!r} is taken tonight: give {name} another.",
                handle=spec.handle,
                name=player.name,
            )
        )
    rest = [other for other in before if other.player_id != player.player_id]
    place = next((number + 1 for number, other in enumerate(rest) if other.handle == after), len(rest))
    return (*rest[:place], player, *rest[place:])


def _is_short_for(short: str, name: str) -> bool:
    """Whether a name is another's first name: ``Bo`` of ``Bo Hansen``."""
    first, *others = name.split()
    return bool(others) and fold_name(first) == fold_name(short)


def _seat(
    spec: PlayerSpec,
    known: dict[str, Player],
    handles: Collection[str],
    wanted: Collection[str],
    others: Sequence[str],
) -> Player:
    player_id = spec.player_id or slug(spec.name)
    old = known.get(player_id)
    handle = spec.handle or (old.handle if old else new_handle(spec.name, {*handles, *wanted}, others))
    if is_reserved(handle):
        other = new_handle(spec.name, handles, others)
        raise LogError(
            tr(
                "{handle!r} is a word of the log and can't be {name}'s handle: give another, such as "
                "{name}={other}.",
                handle=handle,
                name=spec.name,
                other=other,
            )
        )
    mine = old.handle if old else None
    if handle in handles and handle != mine:
        other = new_handle(spec.name, [*handles, handle], others)
        raise LogError(
            tr(
                "The handle {handle!r} is taken: give {name} another, such as {name}={other}.",
                handle=handle,
                name=spec.name,
                other=other,
            )
        )
    also = old.also if old else ()
    return Player(player_id=player_id, name=spec.name, handle=handle, also=also)


def next_dealer(players: Sequence[Player], last: str | None, out: Collection[str] = ()) -> Player | None:
    """Whose deal it is after `last` (a player id): the next to the left who plays and isn't `out` of this
    hand.
    """
    ids = [player.player_id for player in players]
    start = ids.index(last) + 1 if last in ids else 0
    order = [*players[start:], *players[:start]]
    return next((player for player in order if player.status == "playing" and player.handle not in out), None)


def seats_from(players: Sequence[Player], dealer_id: str, out: Collection[str]) -> list[Player]:
    """Who is dealt in, from the dealer's left around to the dealer."""
    ids = [player.player_id for player in players]
    start = ids.index(dealer_id) + 1 if dealer_id in ids else 0
    order = [*players[start:], *players[:start]]
    return [player for player in order if player.status == "playing" and player.handle not in out]


@dataclass(frozen=True)
class RequestedChips:
    """Chips that a player asked the bank for, and the number lent: 0 if declined, None before the answer."""

    entry_no: int
    player_id: str
    chips: int
    lent: int | None = None


def with_request(night: Night, request: RequestedChips) -> Night:
    """The night after a player asked for chips; it replaces the player's open request."""
    others = (one for one in night.requests if one.player_id != request.player_id or one.lent is not None)
    return replace(night, requests=(*others, request))


def with_answer(night: Night, player_id: str, lent: int) -> Night:
    """The night after a player who may have asked was lent chips, or none."""
    if not night.open_request(player_id):
        return night
    answered = (
        replace(one, lent=lent) if one.player_id == player_id and one.lent is None else one
        for one in night.requests
    )
    return replace(night, requests=tuple(answered))


HOUSE_CHIP = Decimal("0.25")
"""Default value of a small chip: 25 øre (PR)."""


@dataclass(frozen=True, kw_only=True)
class Night:
    """The state of a night after some entries of its journal.

    `ledger` has the bank's entries in order, including shadow from the hands; `notes` and `faults` (entries that don't
    apply, and why) begin with the number of their entry. `games` are those of the store.
    """

    players: tuple[Player, ...] = ()
    banker_id: str | None = None
    chip_value: Decimal = HOUSE_CHIP
    currency: str = DEFAULT_CURRENCY
    season: str | None = None
    place: str | None = None
    day: date | None = None
    hands: tuple[Hand, ...] = ()
    last_hand_no: int = 0  # the highest hand number
    ledger: tuple[BankEntry, ...] = ()
    notes: tuple[tuple[int, str], ...] = ()
    faults: tuple[tuple[int, str], ...] = ()
    requests: tuple[RequestedChips, ...] = ()
    nets: Mapping[str, int] = field(default_factory=dict)
    carried: int = 0
    pot_end: str = ""  # what becomes of a carried pot once the night has ended
    chain: int | None = None
    pot_shadow: Mapping[str, int] = field(default_factory=dict)
    last_dealer: str | None = None
    turn: str | None = None  # a player who deals out of turn
    last_game: tuple[str, Additions] | None = None
    open_hand: OpenHand | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    last_at: datetime | None = None
    games: Catalogue = field(default=VARIANTS, compare=False, repr=False)
    account_cache: AccountCache = field(default_factory=AccountCache, compare=False, repr=False)

    @property
    def handles(self) -> dict[str, Player]:
        """Players by handle, including those who left: their accounts may still be open."""
        return {player.handle: player for player in self.players}

    @property
    def names(self) -> dict[str, str]:
        """Names by player id."""
        return {player.player_id: player.name for player in self.players}

    @property
    def dealer(self) -> Player | None:
        """The next dealer."""
        override = next((p for p in self.players if p.player_id == self.turn and p.status == "playing"), None)
        return override or next_dealer(self.players, self.last_dealer)

    def usual_call(self, dealer: Player) -> tuple[str, Additions] | None:
        """The game and additions that a player has called most often tonight, the latest of equals; the last hand's
        while its players match a pot. None before the player's first deal.
        """
        last = self.hands[-1] if self.hands else None
        if self.carried and last and last.variant and last.variant.matches_pot:
            return self.last_game
        calls = Counter(
            (hand.line.game, hand.line.additions)
            for hand in reversed(self.hands)
            if hand.dealer_id == dealer.player_id and hand.line and hand.line.game
        )
        return max(calls, key=calls.__getitem__, default=None)

    def open_request(self, player_id: str) -> RequestedChips | None:
        """The player's unanswered request for chips."""
        return next((one for one in self.requests if one.player_id == player_id and one.lent is None), None)

    @property
    def drafts(self) -> list[Hand]:
        """Hands to be corrected or confirmed."""
        return [hand for hand in self.hands if hand.is_draft]

    @property
    def next_hand_no(self) -> int:
        """The number of the next hand."""
        return self.last_hand_no + 1

    @property
    def pot(self) -> int:
        """Chips in the pot of the open hand, else those carried into the next hand."""
        return self.open_hand.pot if self.open_hand else self.carried

    @property
    def bank_out(self) -> int:
        """Chips that the bank has lent and sold and not taken back."""
        return sum(one.lent + one.bought - one.returned for one in self.accounts.values())

    @property
    def count_offs(self) -> dict[str, int]:
        """By how many chips each counted player's count is more than the hands have it; the banker has the rest."""
        if not self.account_cache.has_count(self.ledger):
            return {}
        return {
            player_id: account.difference - account.stack
            for player_id, account in self.accounts.items()
            if account.counted and player_id != self.banker_id
        }

    @property
    def chips_in_drafts(self) -> int:
        """Chips of carried pots that went into drafts, so that no player has won them."""
        if all(hand.status == "confirmed" for hand in self.hands):
            return 0
        laid_out = -sum(entry.chips or 0 for entry in self.ledger if entry.kind is BankKind.POT)
        return max(0, laid_out - sum(self.nets.values()) - self.carried)

    def hand_of(self, entry_no: int) -> Hand | None:
        """The hand that a journal entry made; None if it made none."""
        return next((hand for hand in self.hands if hand.entry_no == entry_no), None)

    @property
    def closed_ledger(self) -> tuple[BankEntry, ...]:
        """The bank's entries; once the night has ended, with those that close the accounts."""
        if self.ended_at is None:
            return self.ledger
        ledger = (*self.ledger, *self._pot_entries())
        closing = closing_entries(self.nets, ledger, self.banker_id, self.ended_at) if self.banker_id else []
        return (*self.ledger, *in_money([*ledger[len(self.ledger) :], *closing], self.chip_value))

    def _pot_entries(self) -> list[BankEntry]:
        """The entries of a carried pot at the end of the night: a shared one needs no banker, and its odd chips go to
        those who sit nearest to the dealer's left (ruling 6).
        """
        bank = [self.banker_id] if self.banker_id else []
        seats = [player.player_id for player in self.players if player.status != "gone"] or bank
        if not self.carried or not (seats if self.pot_end == "shared" else bank):
            return []
        became = self.pot_end or "bank"  # journals before 0.2 don't say
        parts = dict.fromkeys(bank, self.carried)
        if self.pot_end == "shared":
            start = seats.index(self.last_dealer) + 1 if self.last_dealer in seats else 0
            order = [*seats[start:], *seats[:start]]
            parts = {order[seat]: chips for seat, chips in split(self.carried, range(len(order))).items()}
        counted = {one for one, account in accounts(self.nets, self.ledger).items() if account.counted}
        entries = []
        for one, chips in parts.items():
            if chips:
                entries.append(
                    BankEntry(kind=BankKind.POT, player_id=one, chips=chips, at=self.ended_at, note=became)
                )
            if (
                chips and one in counted and one != self.banker_id
            ):  # the count didn't have these chips: they go back, too
                entries.append(BankEntry(kind=BankKind.BUYBACK, player_id=one, chips=chips, at=self.ended_at))
        return entries

    @property
    def accounts(self) -> dict[str, Account]:
        """The account of every player."""
        if self.ended_at is None:
            return {
                p.player_id: self.account_cache.account(
                    self.ledger, p.player_id, self.nets.get(p.player_id, 0)
                )
                for p in self.players
            }
        closed = accounts(self.nets, self.closed_ledger)
        return {p.player_id: closed.get(p.player_id) or Account(player_id=p.player_id) for p in self.players}

    @property
    def stacks(self) -> dict[str, int]:
        """Chips before each player who got chips from the bank; the banker has the rest."""
        stacks = self.account_cache.stacks(self.ledger, self.nets) if self.ended_at is None else {
            player_id: account.stack for player_id, account in self.accounts.items() if account.has_chips
        }  # fmt: skip
        return {player_id: stack for player_id, stack in stacks.items() if player_id != self.banker_id}

    def ledger_in_money(self) -> list[BankEntry]:
        """All entries of the closed ledger, each with its value in money."""
        return in_money(self.closed_ledger, self.chip_value)

    def borrowers(self) -> list[str]:
        """The handles of those to whom the bank lends: all players present but the banker. Raises LogError."""
        if self.banker_id is None:
            raise LogError(
                tr("Who keeps the bank? Write banker WHO first: the bank lends to all the others.")
            )
        return [p.handle for p in self.players if p.status != "gone" and p.player_id != self.banker_id]


def night_ledger(name: str, night: Night) -> NightLedger:
    """Return the ledger of a logged night, for its settlement: nets in chips, the bank's entries, the value of a chip.

    >>> ledger = night_ledger("2026-11-27", replay.night)
    >>> ledger.nets, ledger.chip_value, ledger.currency
    ({'anna': 8, 'bo': 27, 'carl': -40, 'dorte': 5}, Decimal('0.25'), 'DKK')
    """
    nets = {**dict.fromkeys((player.player_id for player in night.players), 0), **night.nets}
    return NightLedger(
        name=name,
        currency=night.currency,
        chip_value=night.chip_value,
        banker_id=night.banker_id,
        nets=nets,
        entries=night.closed_ledger,
        hands=sum(hand.status == "confirmed" for hand in night.hands),
        drafts=len(night.drafts),
    )
