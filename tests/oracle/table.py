"""A hand as it is played: whose turn it is, what lies where, what is in the pot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from tests.oracle import guests
from tests.oracle.acts import TABLE, Act, RuleBroken, unpack
from tests.oracle.additions import Additions
from tests.oracle.cards import JOKERS, PACK, SHORT_PACK, SIX_PLUS_PACK, Card, from_code
from tests.oracle.games import Cards, Game, Held, Place, View, of_ranks
from tests.oracle.melds import best_high
from tests.oracle.settle import Payment


class Stock:
    """The cards yet to be dealt. Which they are is not recorded; which they can't be is known."""

    def __init__(self, pack: Iterable[Card]) -> None:
        self.cards = set(pack)
        self.burnt = 0
        self.discards: set[Card] = set()

    def available(self, banned: Collection[Card] = ()) -> int:
        """How many cards can still be dealt, the discards shuffled in when the stock is out (ruling 8)."""
        return len(self.cards) - self.burnt + len(self.discards - set(banned))

    def draw(self, card: Card, banned: Collection[Card] = ()) -> None:
        """Deal this card. `banned`: what the drawing player has just thrown."""
        if len(self.cards) == self.burnt:
            self.cards, self.burnt = self.discards - set(banned), 0
            self.discards &= set(banned)
        if card not in self.cards:
            raise RuleBroken(f"{card} can't come from the stock")
        self.cards.remove(card)


class Table:
    """The state of one hand and the acts not yet followed."""

    def __init__(
        self, game: Game, additions: Additions, stacks: Sequence[int], actions: Iterable[int], pot_in: int
    ) -> None:
        self.game, self.additions = game, additions
        self.stacks, self.pot_in = list(stacks), pot_in
        self.n = len(stacks)
        self.acts = [unpack(packed) for packed in actions]
        self.at = 0
        self.round = 0
        self.rounds_played = 0
        self.still_in = [True] * self.n
        self.folded_round: list[int | None] = [None] * self.n
        self.payments: list[Payment] = []
        self.peder_used: set[int] = set()
        self.declared: dict[int, str] = {}
        self.last_bettor: int | None = None
        self.opener = 0
        self.keeps_cards = False  # in the short pack's first round, which a folded player may come back from
        self.view = View(hands=[[] for _ in stacks], turned=[[] for _ in stacks], alone=additions.alone)
        natural = {52: PACK, 36: SIX_PLUS_PACK}.get(game.pack, SHORT_PACK)
        pack = [*natural, *JOKERS[: game.pack == 33]]
        self.stock = Stock([*pack, *JOKERS[: additions.jokers]])
        named = (additions.ranks or game.ranks) if game.ranks else ()
        self.fixed_wild: Cards = of_ranks(named) | additions.wild | frozenset(JOKERS)

    # --- Reading the acts ---------------------------------------------------------------------------------

    def broken(self, why: str) -> RuleBroken:
        """An error that says where the record stands."""
        place = f"act {self.at} ({self.acts[self.at]})" if self.at < len(self.acts) else "the end"
        return RuleBroken(f"{self.game.id}, {place}: {why}")

    def next_is(self, *kinds: str, seat: int | None = None) -> bool:
        """Whether the next act is of one of these kinds, and this seat's."""
        if self.at == len(self.acts):
            return False
        act = self.acts[self.at]
        return act.kind in kinds and seat in (None, act.seat)

    def take(self, *kinds: str, seat: int | None = None) -> Act:
        """Read the next act, which must be of one of these kinds, this seat's, in the right round."""
        if not self.next_is(*kinds, seat=seat):
            who = "" if seat is None else "the table" if seat == TABLE else f"seat {seat}"
            raise self.broken(f"expected {' or '.join(kinds)} {who}")
        act = self.acts[self.at]
        latest = min(max(self.round, self.acts[self.at - 1].round if self.at else 0), 31)
        if not latest <= act.round <= self.round + 1:
            raise self.broken(f"falls in round {self.round}")
        self.at += 1
        return act

    # --- Seats and chips ----------------------------------------------------------------------------------

    def seats_from(self, seat: int) -> list[int]:
        """All seats in the order of play, from this one on."""
        step = 1 if self.game.clockwise else -1
        return [(seat + step * place) % self.n for place in range(self.n)]

    def in_order(self) -> list[int]:
        """The seats still in, in the order of play from the dealer's neighbour."""
        first = 0 if self.game.clockwise else self.n - 2
        return [seat for seat in self.seats_from(first) if self.still_in[seat]]

    def over(self) -> bool:
        """Whether only one player is left."""
        return sum(self.still_in) == 1

    def put_in(self, seat: int) -> int:
        return sum(payment.chips for payment in self.payments if payment.seat == seat)

    def left(self, seat: int) -> int | None:
        """What a player has left to bet with; None where a player short of chips goes on in shadow (ruling
        37).
        """
        return self.stacks[seat] - self.put_in(seat) if self.game.blinds else None

    def can_act(self, seat: int) -> bool:
        return self.still_in[seat] and self.left(seat) != 0

    def doubled(self) -> bool:
        """Whether fixed bets are doubled: from the turn, the fourth common card (HE)."""
        if self.game.doubled:
            return self.round >= self.game.doubled
        return len(self.view.turned_common()) >= 4

    def pay(self, act: Act, matched: bool = True) -> None:
        """Put an act's chips into the pot."""
        left = self.left(act.seat)
        if act.value < 1 or (left is not None and act.value > left):
            raise self.broken_before(f"can't put in {act.value}, has {left}")
        rivals = tuple(seat for seat in range(self.n) if self.can_act(seat))
        self.payments.append(Payment(act.seat, act.value, matched, rivals))

    def broken_before(self, why: str) -> RuleBroken:
        """As `broken`, about the act just read."""
        self.at -= 1
        return self.broken(why)

    def leave(self, seat: int, round_no: int) -> None:
        """A player is out, by folding or sent out; the chips stay and the cards are discards."""
        self.still_in[seat] = False
        self.folded_round[seat] = max(round_no, 1)  # sent out by the first deal: in the first round
        if not self.keeps_cards:
            self.stock.discards |= set(self.view.own(seat))

    # --- Cards --------------------------------------------------------------------------------------------

    def deal(self, kind: str, seat: int, banned: Collection[Card] = (), extra: bool = False) -> Card:
        """Read one card dealt to a player."""
        act = self.take(kind, seat=seat)
        card = from_code(act.value)
        try:
            self.stock.draw(card, banned)
        except RuleBroken as error:
            raise self.broken_before(str(error)) from None
        self.view.hands[seat].append(
            Held(card, open=kind == "deal_open", unseen=kind == "deal_unseen", extra=extra)
        )
        if kind == "deal_open":
            self.view.opened.append(card)
        return card

    def lay(self, kind: str) -> Card:
        """Read one common card laid."""
        act = self.take(kind, seat=TABLE)
        card = from_code(act.value)
        try:
            self.stock.draw(card)
        except RuleBroken as error:
            raise self.broken_before(str(error)) from None
        self.view.board.append(Place(card, turned=kind == "lay_open"))
        return card

    def turn_board(self) -> Card:
        """Read the turn of a common card, which is the next of the closed ones in the order laid."""
        act = self.take("turn_board", seat=TABLE)
        place = next((place for place in self.view.board if not place.turned), None)
        if place is None or place.card != from_code(act.value):
            raise self.broken_before(f"the next common card is {place.card if place else 'none'}")
        place.turned = True
        return place.card

    def held(self, act: Act) -> Held:
        """The card of an act in its player's hand."""
        card = from_code(act.value)
        for held in self.view.hands[act.seat]:
            if held.card == card:
                return held
        raise self.broken_before(f"seat {act.seat} doesn't hold {card}")

    def turn_own(self, act: Act, lay_open: bool = False) -> Held:
        """A player turns a closed card; `lay_open`: it counts as an open card from now on."""
        held = self.held(act)
        if held.visible:
            raise self.broken_before(f"{held.card} lies open already")
        held.open, held.turned = lay_open, not lay_open
        self.view.opened.append(held.card)
        if not lay_open:
            self.view.turned[act.seat].append(held.card)
        return held

    def wilds(self, seat: int, line: Sequence[int], public: bool) -> list[Cards]:
        """Every way to choose what is wild for a player whose hand uses these common cards."""
        return [self.fixed_wild | more for more in self.game.wild(self.view, seat, line, public)]

    def lines(self) -> Sequence[Sequence[int]]:
        """The places of the common cards that a hand may use together."""
        return self.game.lines or [range(len(self.view.board))]

    def combination(self, seat: int) -> Any:
        """The highest open combination of a player, None with no card open (ruling 26)."""
        shown = self.view.own(seat, public=True)
        if not shown:
            return None
        if self.game.ranking != "melds":
            return guests.value(self.game.ranking, shown)
        return max(
            best_high(shown, wild)
            for line in self.lines()
            for wild in self.wilds(seat, [place for place in line if place < len(self.view.board)], True)
        )

    def totals(self) -> list[int]:
        """What each seat put in."""
        counts = Counter({seat: self.put_in(seat) for seat in range(self.n)})
        return [counts[seat] for seat in range(self.n)]
