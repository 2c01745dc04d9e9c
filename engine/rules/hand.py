"""A hand as a state machine: the chips put in, whose turn it is, and the players' cards.

Players act by the rules (`follow`, `raise_by`, `fold` ...), or a record is followed as it is (`apply`). Seats count
from the dealer's left; amounts are chips. Only the turn and the stacks are checked: chips that were put in are in the
pot.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import Self

from engine.cards.card import UNKNOWN_CARD, card_text
from engine.catalogue.model import Op, Variant
from engine.errors import PederError
from engine.kernel.actions import MAX_ROUND, TABLE, Act, Action, pack
from engine.rules.pots import Fee, Pot, make_pots, uncalled
from engine.terms import Limit
from language import tr

SHOWING = (Op.DEAL_OPEN, Op.CHOOSE_OPEN, Op.TURN_OWN)
"""The steps after which players have open cards, so that the highest open hand opens the betting."""

_CALLED = {act for act in Act if act.aggressive} | {
    Act.SMALL_BLIND, Act.BIG_BLIND, Act.STRADDLE, Act.BRING_IN, Act.CALL,
}  # fmt: skip
"""The acts whose chips others must match in the round."""


class HandError(PederError):
    """An act that the state of the hand doesn't allow."""


class HandState:
    """The state of a hand of `variant`. Stacks may be unknown (None): then players say when they are all-in.

    `paid` is what each seat put in, of which `unmatched` needn't be called; `put` is what it put in this round;
    `to_act` are the seats that must still act, in turn; `folded` is the round in which a seat left the hand.
    `own` and `board` are cards in the order they came, `UNKNOWN_CARD` for unseen ones.
    """

    def __init__(
        self, variant: Variant, names: Sequence[str], stacks: Sequence[int | None] | None = None
    ) -> None:
        players = len(names)
        self.variant, self.names = variant, names
        self.step = -1 if variant.anticlockwise else 1
        self.stacks: list[int | None] = [*stacks] if stacks else [None] * players
        self.paid, self.put, self.unmatched = [0] * players, [0] * players, [0] * players
        self.live = [*range(players)]
        self.to_act = self.order(players - 1 + self.step)
        self.bet = self.rounds = 0
        self.round_no = 1
        self.begun = False
        before_bets = variant.steps[: next((n for n, s in enumerate(variant.steps) if s.op is Op.BET), None)]
        self.opener_known = variant.rounds is not None and all(s.op not in SHOWING for s in before_bets)
        self.all_in: set[int] = set()
        self.peders: set[int] = set()
        self.barred: set[int] = set()
        self.folded: dict[int, int] = {}
        self.own: list[tuple[int, ...]] = [()] * players
        self.board: tuple[int, ...] = ()
        self.acts: list[int] = []

    def copy(self) -> Self:
        """Return an independent copy of the state."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list | set | dict):
                setattr(other, name, value.copy())
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HandState) and vars(self) == vars(other)

    # --- questions

    @property
    def only_one_left(self) -> bool:
        return len(self.live) == 1

    @property
    def turn(self) -> int | None:
        """Whose turn it is; None if the highest open hand opens and no player has acted yet."""
        return self.to_act[0] if self.to_act and (self.begun or self.opener_known) else None

    @property
    def round_now(self) -> int:
        """The current betting round: the last one that began, 0 before the first."""
        return min(self.round_no - (not self.begun), MAX_ROUND)

    def price(self, seat: int | None) -> int:
        """What a seat must put in to call."""
        return 0 if seat is None else max(self.bet - self.put[seat], 0)

    def order(self, first: int, step: int = 0) -> list[int]:
        """The seats that are in, in turn, beginning at `first`."""
        players, step = len(self.paid), step or self.step
        return sorted(self.live, key=lambda seat: (seat - first) * step % players)

    def pots(self, pot_in: int = 0, fees: Sequence[Fee] = ()) -> list[Pot]:
        """The main pot and the side pots; one pot if the game has no all-ins."""
        if not self.variant.all_in:
            return [Pot(sum(self.paid) + pot_in, frozenset(self.live))]
        matched = [paid - more for paid, more in zip(self.paid, self.unmatched, strict=True)]
        return make_pots(matched, self.live, pot_in + sum(self.unmatched), fees=fees)

    # --- betting

    def record(self, kind: Act, seat: int, value: int = 0, round_no: int | None = None) -> None:
        self.acts.append(pack(kind, seat, self.round_now if round_no is None else round_no, value))

    def posts(self) -> list[tuple[Act, int, int]]:
        """The antes and blinds of the game's stakes (ruling 21): act, seat, chips."""
        players, stakes = len(self.paid), self.variant.betting
        if stakes.ante and not self.variant.has_betting:
            return []
        posts = [(Act.ANTE, seat, stakes.ante) for seat in self.order(players - 1 + self.step) if stakes.ante]
        if stakes.ante and (stakes.limit is Limit.HOUSE or stakes.bring_in):
            return posts
        small = 0 if players > 2 else 1  # of two players the dealer has the small blind
        big = players - 1 if stakes.button_blind else (small + 1) % players
        if stakes.small_blind:
            posts.append((Act.SMALL_BLIND, small, stakes.small_blind))
        posts.append((Act.BIG_BLIND, big, stakes.big_blind))
        if stakes.straddle and players > 2:
            posts.append((Act.STRADDLE, (big + 1) % players, 2 * stakes.big_blind))
        return posts

    def post(self, posts: Iterable[tuple[Act, int, int]]) -> None:
        """Put in antes and blinds; the player after the last blind acts first."""
        for kind, seat, chips in posts:
            chips = self.pay(seat, chips)
            if kind is not Act.ANTE:
                self.put[seat] += chips
                self.bet = max(self.bet, chips)
                self.to_act = self.order(seat + 1)
            self.record(kind, seat, chips)

    def pay(self, seat: int, chips: int) -> int:
        """Put chips of a seat into the pot, at most its stack. Returns the number."""
        stack = self.stacks[seat]
        if stack is not None:
            chips = min(chips, stack)
            self.stacks[seat] = stack - chips
            if chips == stack:
                self.all_in.add(seat)
        self.paid[seat] += chips
        return chips

    def fold(self, seat: int) -> None:
        """A player folds in turn. Raises HandError."""
        self._take_turn(seat)
        self.record(Act.FOLD, seat)
        self.leave(seat)

    def leave(self, seat: int) -> None:
        """A player is out: folded, sent out, or out at guts."""
        self.live = [other for other in self.live if other != seat]
        self.folded[seat] = max(self.round_no - (not self.begun), 1)
        self._acted(seat)

    def come_back(self, seat: int, round_no: int) -> None:
        """A player who passed is in again, for what the others have put in (SR). Raises HandError."""
        if seat in self.live:
            raise HandError(tr("{name} is in: nobody has bet yet in this round.", name=self.names[seat]))
        chips = max(self.paid) - self.paid[seat]
        self.live = sorted([*self.live, seat])
        self.folded.pop(seat, None)
        self.to_act = self.order(len(self.paid) - 1 + self.step)
        self.paid[seat] += chips
        self.record(Act.CALL, seat, chips, round_no)

    def follow(self, seat: int) -> None:
        """A player checks or calls, or opens the first round of a game with a bring-in. Raises HandError."""
        if self.variant.betting.bring_in and self.round_no == 1 and not self.begun:
            self.bring_in(seat, self.variant.betting.bring_in)
        else:
            self.call(seat, self.price(seat))

    def call(self, seat: int, chips: int) -> None:
        """A player puts in what calls the bet, or is all-in for less; 0 checks. Raises HandError."""
        self._take_turn(seat)
        chips = self._put(seat, chips)
        self.record(Act.CALL if chips else Act.CHECK, seat, chips)
        self._acted(seat)

    def bring_in(self, seat: int, chips: int) -> None:
        """A player brings in. Raises HandError."""
        self._take_turn(seat)
        self.bet = chips
        self.record(Act.BRING_IN, seat, self._put(seat, chips))
        self._acted(seat)

    def raise_by(self, seat: int, chips: int) -> None:
        """A player bets, or raises by chips on top of the call; 0 calls. Raises HandError."""
        if chips:
            self._raise(seat, self.price(seat) + chips, peder=False)
        else:
            self.follow(seat)

    def raise_peder(self, seat: int) -> None:
        """A player bets or raises with the peder, once a hand. Raises HandError."""
        name, peder = self.names[seat], self.variant.betting.peder
        if not peder:
            raise HandError(tr("This game is played without peders."))
        if seat in self.peders:
            raise HandError(
                tr("{name} has used the peder in this hand: it is one a player and hand.", name=name)
            )
        self._raise(seat, self.price(seat) + peder, peder=True)
        self.peders.add(seat)

    def put_in(self, seat: int, total: int, *, all_in: bool = False) -> None:
        """A player has now put in `total` this round: a raise, a call, or all-in for less. Raises HandError."""
        chips = total - self.put[seat]
        if chips < 0:
            text = tr(
                "{name} has put in {put} this round already, more than {total}.",
                name=self.names[seat],
                put=self.put[seat],
                total=total,
            )
            raise HandError(text)
        if total > self.bet:
            self._raise(seat, chips, peder=False)
        elif total == self.bet:
            self.follow(seat)
        else:
            self.call(seat, chips)
        if all_in or total < self.bet:
            self.all_in.add(seat)

    def bet_early(self, seat: int, chips: int) -> None:
        """Chips bet out of turn stay in the pot, and the player may not raise in this round (PR)."""
        self._begin()
        self._put(seat, chips)
        self.barred.add(seat)
        self.record(Act.FORCED_PAYMENT, seat, chips)

    def next_round(self, *, opener_known: bool) -> None:
        """Begin the next betting round: the first player from the dealer's left acts, or the best open hand."""
        self.put = [0] * len(self.put)
        self.bet = 0
        self.round_no += 1
        self.begun = False
        self.opener_known = opener_known
        order = [seat for seat in self.order(len(self.paid) - 1 + self.step) if seat not in self.all_in]
        self.to_act = order if len(order) > 1 else []  # no betting against players who are all-in
        self.barred = set()

    def give_back(self, round_no: int | None = None) -> None:
        """Return the chips of a bet that no player called."""
        matched = [paid - more for paid, more in zip(self.paid, self.unmatched, strict=True)]
        if back := uncalled(matched, self.live):
            seat, chips = back
            self.paid[seat] -= chips
            if (stack := self.stacks[seat]) is not None:
                self.stacks[seat] = stack + chips
            self.record(Act.RETURNED, seat, chips, round_no)

    def _take_turn(self, seat: int) -> None:
        """Begin the turn of a seat; raises HandError if it may not act."""
        name = self.names[seat]
        if seat not in self.live:
            raise HandError(tr("{name} is out of this hand.", name=name))
        if seat in self.all_in:
            raise HandError(tr("{name} is all-in and has nothing left to say.", name=name))
        if not self.begun and not self.opener_known:
            self.to_act = [one for one in self.order(seat) if one not in self.all_in]
        elif seat not in self.to_act:
            raise HandError(tr("{name} has answered the last bet already.", name=name))
        elif seat != self.to_act[0]:
            raise HandError(
                tr("It isn't {name}'s turn: {other} acts.", name=name, other=self.names[self.to_act[0]])
            )
        self._begin()

    def _begin(self) -> None:
        self.rounds += not self.begun
        self.begun = True

    def _put(self, seat: int, chips: int) -> int:
        chips = self.pay(seat, chips)
        self.put[seat] += chips
        return chips

    def _raise(self, seat: int, chips: int, *, peder: bool) -> None:
        name, stack = self.names[seat], self.stacks[seat]
        if seat in self.barred:
            raise HandError(tr("{name} bet out of turn in this round and may not raise (PR).", name=name))
        if stack is not None and chips > stack:
            raise HandError(tr("{name} has only {stack}.", name=name, stack=stack))
        self._take_turn(seat)
        plain, with_peder = (Act.RAISE, Act.PEDER_RAISE) if self.bet else (Act.BET, Act.PEDER_BET)
        self._put(seat, chips)
        self.bet = self.put[seat]
        self.to_act = self.order(seat + self.step)
        self.to_act = [one for one in self.to_act if one not in self.all_in]
        self.record(with_peder if peder else plain, seat, chips)
        self._acted(seat)

    def _acted(self, seat: int) -> None:
        """End the turn of a seat that acted: the next one acts, unless no player can bet any more."""
        able = [one for one in self.live if one not in self.all_in]
        over = None not in self.stacks and len(able) < 2 and not any(map(self.price, able))
        self.to_act = [] if over else [one for one in self.to_act if one != seat]

    # --- cards

    def deal(self, kind: Act, seat: int, card: int, *, to: int | None = None) -> None:
        """A card is dealt, turned, thrown, or passed on to the seat `to`. Raises HandError."""
        held = self.own[seat]
        if kind in (Act.DEAL_CLOSED, Act.DEAL_OPEN, Act.DEAL_UNSEEN):
            if card in held and card != UNKNOWN_CARD:
                raise HandError(
                    tr("{name} has {cards} already.", name=self.names[seat], cards=card_text(card))
                )
            self.own[seat] = (*held, card)
        elif kind is Act.TURN_OWN:
            if card not in held:
                self.own[seat] = (*held, card)
        elif card in held or UNKNOWN_CARD in held:
            place = held.index(card if card in held else UNKNOWN_CARD)
            self.own[seat] = held[:place] + held[place + 1 :]
        if to is not None and to != seat:
            self.own[to] = (*self.own[to], card)
        self.record(kind, seat, card)

    def lay(self, kind: Act, cards: Sequence[int]) -> None:
        """Common cards are laid open or turned. Raises HandError."""
        for card in cards:
            if card in self.board or any(card in own for own in self.own):
                raise HandError(
                    tr("{cards} is on the table already: a pack holds it once.", cards=card_text(card))
                )
        self.board += tuple(cards)
        for card in cards:
            self.record(kind, TABLE, card)

    # --- records

    def apply(self, act: Action) -> None:
        """Follow the chips and folds of a recorded action, without checking the rules."""
        seat = act.seat
        if act.kind is Act.FOLD or act.kind is Act.SENT_OUT:
            self.leave(seat)
        elif act.kind is Act.RETURNED:
            self.paid[seat] -= act.value
        elif act.kind.pays:
            self.pay(seat, act.value)
            if act.kind in _CALLED:
                if act.round_no > self.round_no:
                    self.put, self.round_no = [0] * len(self.put), act.round_no
                self.put[seat] += act.value
            elif act.kind is Act.PAID_DRAW:
                self.unmatched[seat] += act.value
            if seat not in self.live:  # a player who passed may come back (SR)
                self.live = sorted([*self.live, seat])
