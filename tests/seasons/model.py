"""What a store ought to hold, by a plain second opinion: people, chips, money, hands as nets.

Nothing of the program is imported. A night is the list of its entries; what they come to is computed from the
first of them whenever it is asked for, so that a correction needs no rule of its own. Players are ids, chips are
integers, money is `Fraction` in units of the currency.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TypeVar

ORE = Fraction(1, 100)
N = TypeVar("N", int, Fraction)

# --- what a line of the log says


@dataclass(frozen=True)
class Sit:
    """The players as named, in their order; all others are gone. `handles` are those that were given to some."""

    players: tuple[str, ...]
    handles: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Come:
    player: str
    after: str | None = None


@dataclass(frozen=True)
class Named:
    """A player is called so from here on, in the store too."""

    player: str
    name: str


@dataclass(frozen=True)
class Be:
    """A player is `playing`, `pausing` or `gone`."""

    player: str
    status: str


@dataclass(frozen=True)
class Bank:
    player: str


@dataclass(frozen=True)
class Chip:
    money: Fraction
    currency: str


@dataclass(frozen=True)
class About:
    """The season, the place, or whose turn to deal it is."""

    what: str
    text: str


@dataclass(frozen=True)
class Said:
    """A note: it moves nothing, and leaves a closed night closed."""

    text: str


@dataclass(frozen=True)
class Lend:
    players: tuple[str, ...]
    chips: int


@dataclass(frozen=True)
class Buy:
    player: str
    chips: int
    cash: bool = False


@dataclass(frozen=True)
class Give:
    """Chips handed back to the bank: some of them, or (`counted`) all."""

    player: str
    chips: int
    cash: bool = False
    counted: bool = False


@dataclass(frozen=True)
class Owe:
    """Shadow that a player owes another; paid where the chips are negative."""

    debtor: str
    creditor: str
    chips: int


@dataclass(frozen=True)
class Bet:
    """Chips that a player gives another besides the hands."""

    payer: str
    payee: str
    chips: int


@dataclass(frozen=True)
class Pay:
    payer: str
    payee: str
    money: Fraction


@dataclass(frozen=True)
class LayOut:
    """Food or drinks for some players."""

    payer: str
    money: Fraction
    sharers: tuple[str, ...]


@dataclass(frozen=True)
class End:
    """The accounts close. A carried pot is shared by those at the table, or the bank's, for good or for the next night."""

    is_shared: bool = False


@dataclass(frozen=True, kw_only=True)
class Hand:
    """A hand. All who play put in the level, but for `paid`, and `out`, who got no cards. `wins` are exact shares,
    None the rest (equally); no winner carries the pot. `matches` put in what the pot was, for the next hand.
    """

    level: int
    paid: Mapping[str, int] = field(default_factory=dict)
    out: frozenset[str] = frozenset()
    shadow: Mapping[str, int] = field(default_factory=dict)
    wins: Mapping[str, int | None] = field(default_factory=dict)
    matches: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True)
class ActedHand(Hand):
    """A hand that was logged act by act: `paid` is what each of them put in, in the order in which they act."""


@dataclass(frozen=True)
class Act:
    """A line of a hand that is logged act by act: it `begins` the hand, or `drops` it."""

    begins: bool = False
    drops: bool = False


@dataclass(frozen=True)
class Carry:
    """A pot from an earlier night: the bank lays it out."""

    chips: int


@dataclass(frozen=True)
class Unread:
    """A hand that nobody could read, or that nobody logged."""


What = (
    Sit
    | Come
    | Named
    | Be
    | Bank
    | Chip
    | About
    | Said
    | Lend
    | Buy
    | Give
    | Owe
    | Pay
    | LayOut
    | End
    | Hand
    | Act
    | Carry
    | Unread
)
IN_MONEY = Pay, LayOut
IS_HAND = Hand, Unread

# --- corrections, of the entry with a number


@dataclass(frozen=True)
class Undo:
    entry: int


@dataclass(frozen=True)
class Edit:
    entry: int
    what: What


@dataclass(frozen=True)
class Confirm:
    entry: int


@dataclass(frozen=True)
class Entry:
    """An entry of a night, numbered from 1; a hand has a number of its own, and may be a draft."""

    n: int
    what: What | Undo | Edit | Confirm
    hand: int | None = None
    draft: bool = False
    by: str = ""


class ImpossibleError(Exception):
    """An entry that can't be at its place."""


@dataclass
class Account:
    net: int = 0
    got: int = 0
    returned: int = 0
    difference: int = 0  # by counting, by bets, by a pot that nobody won
    owes: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    received: Fraction = Fraction(0)
    laid_out: Fraction = Fraction(0)
    counted: bool = False

    @property
    def stack(self) -> int:
        return self.got - self.returned + self.net + self.difference + sum(self.owes.values())

    @property
    def result(self) -> int:
        return self.net + self.difference


class Table:
    """What entries come to."""

    def __init__(self) -> None:
        self.players: list[str] = []
        self.status: dict[str, str] = {}
        self.handle: dict[str, str] = {}  # that were given
        self.banker: str | None = None
        self.chip, self.currency = Fraction(1, 4), "DKK"
        self.about: dict[str, str] = {}
        self.hands: dict[int, dict[str, int] | None] = {}  # nets, None of a draft
        self.accounts: dict[str, Account] = defaultdict(Account)
        self.carried = 0
        self.in_drafts = 0
        self.payments: list[tuple[str, str, Fraction]] = []
        self.ended = False
        self.is_shared = False  # the carried pot, by those at the table
        self.is_open = False  # a hand that is logged act by act

    # --- reading entries

    def take(self, entry: Entry) -> None:
        """Raises ImpossibleError."""
        what = entry.what
        if not isinstance(what, (Said, *IN_MONEY)):
            self.ended = False
        if self.is_open and not isinstance(what, (Said, Act, ActedHand)):
            raise ImpossibleError(what)
        match what:
            case Sit(players, handles):
                self.handle |= handles
                self.status |= dict.fromkeys(self.players, "gone") | dict.fromkeys(players, "playing")
                self.players = [*players, *(one for one in self.players if one not in players)]
            case Come(player, after):
                if self.status.get(player, "gone") != "gone" or (after and after not in self.players):
                    raise ImpossibleError(what)
                self.players = [one for one in self.players if one != player]
                place = self.players.index(after) + 1 if after else len(self.players)
                self.players.insert(place, player)
                self.status[player] = "playing"
            case Named(player):
                self._known(player)
            case Be(player, status):
                self._known(player)
                self.status[player] = status
            case Bank(player):
                self._known(player)
                self.banker = player
            case Chip(money, currency):
                if currency != self.currency and self.has_money:
                    raise ImpossibleError(what)
                self.chip, self.currency = money, currency
            case About(kind, text):
                self.about[kind] = text
            case End(is_shared):
                if is_shared and self.carried % (len(self.present()) or 1):
                    raise ImpossibleError("an odd chip")
                self.ended, self.is_shared = True, is_shared
            case Act(begins, drops):
                if begins == self.is_open:
                    raise ImpossibleError(what)
                self.is_open = not drops
            case Carry(chips):
                if self.banker is None:
                    raise ImpossibleError(what)
                self.carried += chips
                self.accounts[self.banker].difference -= chips
            case Hand():
                if isinstance(what, ActedHand):
                    if not self.is_open or [*what.paid] != self.after([*what.paid][-1]):
                        raise ImpossibleError(what)
                    self.is_open = False
                self._known(*what.paid, *what.out, *what.wins, *what.matches)
                self._hand(what, entry)
            case Unread():
                self.in_drafts += self.carried
                self.carried = 0
                assert entry.hand
                self.hands[entry.hand] = None
            case _:
                self._book(what)

    def _known(self, *players: str) -> None:
        if not set(players) <= set(self.players):
            raise ImpossibleError(players)

    def _in_play(self, players: Collection[str]) -> None:
        """Who has chips in play again is no longer counted."""
        for player in players:
            self.accounts[player].counted = False

    def _book(self, what: What) -> None:
        match what:
            case Lend(players, chips):
                self._known(*players)
                if self.banker is None:
                    raise ImpossibleError(what)
                self._in_play(players)
                for player in players:
                    self.accounts[player].got += chips
            case Buy(player, chips, cash):
                self._known(player)
                self._in_play([player])
                self.accounts[player].got += chips
                self._cash(player, chips if cash else 0)
            case Give(player, chips, cash, counted):
                self._known(player)
                account = self.accounts[player]
                more = chips - account.stack if counted else 0
                account.returned += chips
                if counted:
                    account.counted = True
                    self._differ(player, more)
                self._cash(player, -chips if cash else 0)
            case Owe(debtor, creditor, chips):
                self._known(debtor, creditor)
                self._in_play([debtor, creditor] if chips < 0 else [])
                self.accounts[debtor].owes[creditor] += chips
                self.accounts[creditor].owes[debtor] -= chips
            case Bet(payer, payee, chips):
                self._known(payer, payee)
                self._in_play([payer, payee])
                self.accounts[payer].difference -= chips
                self.accounts[payee].difference += chips
            case Pay(payer, payee, money):
                self._known(payer, payee)
                self._paid(payer, payee, money)
            case LayOut(payer, money, sharers):
                self._known(payer, *sharers)
                part = int(money / ORE) // len(sharers) * ORE  # the payer keeps the odd coins
                for sharer in sharers:
                    self.accounts[sharer].laid_out -= part
                    self.accounts[payer].laid_out += part

    def _differ(self, player: str, chips: int) -> None:
        if chips and self.banker:
            self.accounts[player].difference += chips
            self.accounts[self.banker].difference -= chips

    def _cash(self, player: str, chips: int) -> None:
        if chips:
            assert self.banker
            self._paid(player, self.banker, chips * self.chip)

    def _paid(self, payer: str, payee: str, money: Fraction) -> None:
        self.payments.append((payer, payee, money))
        self.accounts[payer].received -= money
        self.accounts[payee].received += money

    def _hand(self, what: Hand, entry: Entry) -> None:
        assert entry.hand
        dealt = [one for one in self.playing() if one not in what.out]
        if not {*what.paid, *what.wins, *what.matches, *what.shadow} <= set(dealt):
            raise ImpossibleError(what)
        put_in = {player: what.paid.get(player, what.level) for player in dealt}
        pot = self.carried + sum(put_in.values())
        matched = dict.fromkeys(what.matches, pot)
        won = {player: chips for player, chips in what.wins.items() if chips is not None}
        rest = [player for player, chips in what.wins.items() if chips is None]
        left = pot - sum(won.values())
        if rest:
            if left % len(rest):
                raise ImpossibleError("an odd chip")
            won |= dict.fromkeys(rest, left // len(rest))
            left = 0
        if won and left:
            raise ImpossibleError("shares of another pot")
        carried = left + sum(matched.values())
        self._in_play([player for player, chips in put_in.items() if chips or player in matched])
        if entry.draft:
            self.in_drafts += self.carried - carried
            self.carried = carried
            self.hands[entry.hand] = None
            return
        self.carried = carried
        nets = {one: won.get(one, 0) - put_in[one] - matched.get(one, 0) for one in dealt}
        self.hands[entry.hand] = nets
        for player, net in nets.items():
            self.accounts[player].net += net
        for debtor, chips in what.shadow.items():
            (creditor,) = what.wins
            self.accounts[debtor].owes[creditor] += chips
            self.accounts[creditor].owes[debtor] -= chips

    # --- what is asked

    def playing(self) -> list[str]:
        return [one for one in self.players if self.status[one] == "playing"]

    def present(self) -> list[str]:
        return [one for one in self.players if self.status[one] != "gone"]

    def after(self, dealer: str) -> list[str]:
        """Those who play, in the order in which they act, the dealer last."""
        playing = self.playing()
        start = playing.index(dealer) + 1 if dealer in playing else 0
        return [*playing[start:], *playing[:start]]

    @property
    def has_money(self) -> bool:
        """Whether money was entered, which is in the currency of the chips."""
        return bool(self.payments) or any(one.laid_out for one in self.accounts.values())

    def stack(self, player: str) -> int | None:
        """Chips before a player; None for the banker and where the bank gave none."""
        account = self.accounts[player]
        return account.stack if account.got and player != self.banker else None

    def closed(self) -> dict[str, Account]:
        """The accounts once they are closed: the banker has what no other player has."""
        book = {one: replace(self.accounts[one]) for one in self.players}
        for player, account in book.items():
            if account.counted and self.banker and player != self.banker:  # who else takes it?
                account.difference -= account.stack
        if self.is_shared and self.ended:
            for player in self.present():
                book[player].difference += self.carried // len(self.present())
        if self.banker:
            book[self.banker].difference -= sum(one.result for one in book.values())
        return book


# --- a night


class Night:
    """A night: its entries, or the results of one that was played elsewhere."""

    def __init__(self, name: str, *, results: Results | None = None) -> None:
        self.name = name
        self.entries: list[Entry] = []
        self.results = results

    def table(self, entries: Sequence[Entry] | None = None) -> Table:
        """Raises ImpossibleError."""
        table = Table()
        for entry in effective(self.entries if entries is None else entries):
            table.take(entry)
        return table

    def before(self, n: int) -> Table:
        """The table at which an entry was written down, after all corrections so far."""
        table = Table()
        for entry in effective(self.entries):
            if entry.n == n:
                return table
            table.take(entry)
        raise ImpossibleError(n)

    def with_(self, what: What | Undo | Edit | Confirm, *, draft: bool = False, by: str = "") -> list[Entry]:
        """The entries with one more."""
        hand = self.next_hand() if isinstance(what, IS_HAND) else None
        return [*self.entries, Entry(len(self.entries) + 1, what, hand, draft, by)]

    def needs_banker(self) -> bool:
        """Whether chips are left that no player has, and no banker is there to take them: the accounts can't be closed."""
        if self.results:
            return False
        table = self.table()
        is_off = any(one.counted and one.stack for one in table.accounts.values())
        return table.banker is None and (is_off or sum(one.result for one in table.closed().values()) != 0)

    def next_hand(self) -> int:
        return max((entry.hand or 0 for entry in effective(self.entries)), default=0) + 1

    def undo_last(self) -> int | None:
        """The entry that `u` takes back."""
        gone = undone(self.entries)
        left = [one.n for one in self.entries if one.n not in gone and not isinstance(one.what, Undo)]
        return left[-1] if left else None

    def redo_last(self) -> int | None:
        """The undo that `redo` takes back."""
        gone = undone(self.entries)
        left = [one for one in self.entries if one.n not in gone]
        return left[-1].n if left and isinstance(left[-1].what, Undo) else None

    def brings_back_odd(self, number: int) -> bool:
        """Whether to undo an entry brings back a line that the model doesn't understand."""
        what = self.entries[number - 1].what
        return isinstance(what, Undo) and self.entries[what.entry - 1].by == "odd"


def undone(entries: Sequence[Entry]) -> set[int]:
    """The numbers of the entries that don't count; to undo an undo brings back what it took."""
    gone: set[int] = set()
    for entry in reversed(entries):
        if isinstance(entry.what, Undo) and entry.n not in gone:
            gone.add(entry.what.entry)
    return gone


def effective(entries: Sequence[Entry]) -> list[Entry]:
    """What counts: each entry where it was written, as it was corrected last."""
    gone = undone(entries)
    count: dict[int, Entry] = {}
    for entry in entries:
        match entry.what:
            case Undo():
                continue
            case _ if entry.n in gone:
                continue
            case Edit(number, what):
                if number in count:
                    count[number] = replace(count[number], what=what, draft=entry.draft)
            case Confirm(number):
                if number in count:
                    count[number] = replace(count[number], draft=False)
            case _:
                count[entry.n] = entry
    return list(count.values())


@dataclass(frozen=True, kw_only=True)
class Results:
    """What an import says: nets in chips and the hands by player, what a chip is worth; `by_hands` are the nets of the
    hands, where other programs can be told these.
    """

    nets: Mapping[str, int]
    chip: Fraction
    currency: str
    season: str
    hands: int = 0
    by_hands: Mapping[str, int] = field(default_factory=dict)


# --- a store


@dataclass
class Person:
    player: str
    name: str
    aliases: list[str] = field(default_factory=list)
    into: str | None = None


@dataclass(frozen=True)
class SeasonPayment:
    number: int
    season: str
    payer: str
    payee: str
    money: Fraction
    currency: str


class Model:
    """A store: people, nights in the order in which they came, payments of seasons."""

    def __init__(self) -> None:
        self.people: dict[str, Person] = {}
        self.nights: dict[str, Night] = {}
        self.deleted: dict[str, Night] = {}
        self.payments: list[SeasonPayment] = []
        self.payment_entries = 0

    # --- people

    def root(self, player: str) -> str:
        while (person := self.people.get(player)) and person.into:
            player = person.into
        return player

    def named(self, name: str) -> list[str]:
        """The players who go by a name, each once."""
        wanted = folded(name)
        return sorted({
            self.root(one.player)
            for one in self.people.values()
            if wanted in {folded(called) for called in (one.name, *one.aliases)}
        })  # fmt: skip

    def taken_for(self, name: str) -> str | None:
        """Whom the log takes a name for: the only one who is called so now, else who ever was; of several the one whose id
        the house made of the name; None if there is none of these.
        """
        now = {self.root(one.player) for one in self.people.values() if one.name == name}
        for those in (now, set(self.named(name))):
            if len(those) > 1:
                those &= {self.root(name.casefold().replace("å", "a").replace("ë", "e").replace(" ", "-"))}
            if those:
                return those.pop()
        return None

    def meet(self, player: str, name: str) -> None:
        """A player of an id that may be known."""
        if known := self.people.get(player):
            if name not in (known.name, *known.aliases):
                known.aliases.append(name)
        else:
            self.people[player] = Person(player, name)

    def share_a_hand(self, one: str, other: str) -> bool:
        """Whether both sat at one table of one night: they can't be one."""
        return any(
            {self.root(player) for player in self._there(night)} >= {self.root(one), self.root(other)}
            for night in (*self.nights.values(), *self.deleted.values())
        )

    def _there(self, night: Night) -> Collection[str]:
        return night.results.nets if night.results else night.table().players

    # --- money

    def seasons(self) -> list[str]:
        return sorted({season for night in self.nights.values() if (season := self.season_of(night))})

    def season_of(self, night: Night) -> str | None:
        return night.results.season if night.results else night.table().about.get("season")

    def of_season(self, season: str) -> Iterator[Night]:
        return (night for night in self.nights.values() if self.season_of(night) == season)

    def chips(self, night: Night, *, closed: bool) -> dict[str, int]:
        """What every player won, merged players as one."""
        if night.results:
            return self._merged(night.results.nets)
        table = night.table()
        book = table.closed() if closed or table.ended else table.accounts
        return self._merged({one: book[one].result for one in table.players})

    def _merged(self, amounts: Mapping[str, N]) -> dict[str, N]:
        sums: dict[str, N] = {}
        for player, amount in amounts.items():
            root = self.root(player)
            sums[root] = sums[root] + amount if root in sums else amount
        return sums

    def worth(self, night: Night) -> tuple[Fraction, str]:
        if night.results:
            return night.results.chip, night.results.currency
        table = night.table()
        return table.chip, table.currency

    def balances(self, nights: Sequence[Night], season: str | None) -> dict[str, dict[str, Fraction]]:
        """What each player gets (or pays) by currency; with `season` after its payments."""
        sums: dict[str, dict[str, Fraction]] = {}
        for night in nights:
            chip, currency = self.worth(night)
            one = sums.setdefault(currency, {})
            for player, chips in self.chips(night, closed=True).items():
                one[player] = one.get(player, Fraction(0)) + chips * chip
            for player, money in self._beside(night).items():
                one[player] = one.get(player, Fraction(0)) + money
        for payment in self.payments:
            payer, payee = self.root(payment.payer), self.root(payment.payee)
            if season is not None and payment.season == season and payer != payee:
                one = sums.setdefault(payment.currency, {})
                one[payer] = one.get(payer, Fraction(0)) + payment.money
                one[payee] = one.get(payee, Fraction(0)) - payment.money
        return sums

    def _beside(self, night: Night) -> dict[str, Fraction]:
        """Money beside the chips of a night: expenses, payments."""
        if night.results:
            return {}
        table = night.table()
        book = table.accounts
        return self._merged({one: book[one].laid_out - book[one].received for one in table.players})


def folded(name: str) -> str:
    return name.casefold()
