"""The betting of a hand that is told act by act: whose turn, what it costs, when a round is over.

Pure and by seat number (0 is left of the dealer). The stakes are the game's
(`engine.variants.model.Betting`): the house's bets of 1 to 5 and one peder, or blinds. An amount that the
stakes don't allow is still taken as `put_in` (b=20), because what lies in the pot lies there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.api import Act, Betting as Stakes, Limit, Op, Step, Variant
from language import tr
from pipeline.night.text.lines import LogError
from pipeline.records import replace

Posted = tuple[Act, int, int]

OPENING = (Op.DEAL_OPEN, Op.CHOOSE_OPEN, Op.TURN_OWN)
"""The steps after which a player has open cards, so that the highest open hand opens the betting."""


@dataclass(frozen=True, kw_only=True)
class Bets:
    """Where the betting stands. `put` is what each seat put in this round, `to_act` who must still answer, in
    turn.
    """

    stakes: Stakes
    posts_ante: bool
    step: int = 1  # to the next player's seat: -1 where the game goes anticlockwise (SR)
    paid: tuple[int, ...]
    put: tuple[int, ...]
    live: tuple[int, ...]
    to_act: tuple[int, ...]
    bet: int = 0
    round_no: int = 1
    rounds: int = 0  # in which somebody acted
    begun: bool = False
    opener_known: bool = True
    all_in: frozenset[int] = frozenset()
    peders: frozenset[int] = frozenset()
    barred: frozenset[int] = frozenset()  # from raising in this round, for a bet out of turn
    folded: dict[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, variant: Variant, players: int) -> Bets:
        """Before anything is put in."""
        everyone = tuple(range(players))
        opens = variant.rounds is None or any(step.op in OPENING for step in _before_bets(variant))
        step = -1 if variant.anticlockwise else 1
        return cls(
            stakes=variant.betting,
            step=step,
            posts_ante=variant.has_betting,
            paid=(0,) * players,
            put=(0,) * players,
            live=everyone,
            to_act=_from(players - 1 + step, everyone, players, step),
            opener_known=not opens,
        )

    # --- asking

    @property
    def only_one_left(self) -> bool:
        return len(self.live) == 1

    @property
    def complete(self) -> bool:
        """Whether everybody has answered the last bet."""
        return not self.to_act

    @property
    def turn(self) -> int | None:
        """Whose turn it is; None where the highest open hand opens and nobody has acted yet."""
        return self.to_act[0] if self.to_act and (self.begun or self.opener_known) else None

    @property
    def closed(self) -> bool:
        """Whether nobody can bet in this round, because all but one are all-in."""
        return not self.begun and not self.to_act

    def price(self, seat: int | None) -> int:
        """What a seat must put in to stay."""
        return 0 if seat is None else max(self.bet - self.put[seat], 0)

    def neighbour(self, seat: int, *, to_left: bool) -> int:
        """The nearest player still in, to the left (the next to act) or the right."""
        return self._order(seat + (1 if to_left else -1), 1 if to_left else -1)[0]

    def _order(self, first: int, step: int = 0) -> tuple[int, ...]:
        """Who is in, in turn, beginning at a seat."""
        return _from(first, self.live, len(self.paid), step or self.step)

    # --- what goes in

    def post(self) -> tuple[Bets, list[Posted]]:
        """Antes, or blinds and the straddle (ruling 21). Two players: the dealer has the small blind."""
        players = len(self.paid)
        antes: list[Posted] = []
        after = self
        if self.stakes.ante:
            if not self.posts_ante:
                return self, []
            antes = [(Act.ANTE, seat, self.stakes.ante) for seat in self._order(players - 1 + self.step)]
            after = replace(self, paid=tuple(self.stakes.ante for _ in self.paid))
            if self.stakes.limit is Limit.HOUSE or self.stakes.bring_in:
                return after, antes
        small = 0 if players > 2 else 1
        big = players - 1 if self.stakes.button_blind else (small + 1) % players
        posted = [(Act.BIG_BLIND, big, self.stakes.big_blind)]
        if self.stakes.small_blind:
            posted.insert(0, (Act.SMALL_BLIND, small, self.stakes.small_blind))
        last = big
        if self.stakes.straddle and players > 2:
            last = (big + 1) % players
            posted.append((Act.STRADDLE, last, 2 * self.stakes.big_blind))
        for _, seat, chips in posted:
            after = after._put(seat, chips)
        return replace(after, bet=posted[-1][2], to_act=self._order(last + 1)), antes + posted

    def _put(self, seat: int, chips: int) -> Bets:
        paid, put = list(self.paid), list(self.put)
        paid[seat] += chips
        put[seat] += chips
        return replace(self, paid=tuple(paid), put=tuple(put))

    def _in_turn(self, seat: int, name: str) -> Bets:
        """The betting with this seat to act; raises LogError where it isn't its turn."""
        if refused := _not_its_turn(self, seat, name):
            raise LogError(refused)
        if not self.begun and not self.opener_known:
            order = self._order(seat)
            return replace(self._begin(), to_act=tuple(one for one in order if one not in self.all_in))
        return self._begin()

    def _begin(self) -> Bets:
        return self if self.begun else replace(self, begun=True, rounds=self.rounds + 1)

    def _answered(self, seat: int) -> Bets:
        return replace(self, to_act=tuple(one for one in self.to_act if one != seat))

    def fold(self, seat: int, name: str) -> tuple[Bets, Act, int]:
        """A player folds, in turn."""
        return self._in_turn(seat, name).leave(seat), Act.FOLD, 0

    def leave(self, seat: int) -> Bets:
        """A player is out: folded, sent out, or out at guts."""
        return replace(
            self._answered(seat),
            live=tuple(one for one in self.live if one != seat),
            folded={**self.folded, seat: max(self.round_no - (not self.begun), 1)},
        )

    def come_back(self, seat: int, name: str) -> tuple[Bets, Act, int]:
        """A player who passed is in again, for what the others have put in (SR)."""
        if seat in self.live:
            raise LogError(tr("{name} is in: nobody has bet yet in this round.", name=name))
        price = max(self.paid) - self.paid[seat]
        live = tuple(sorted((*self.live, seat)))
        folded = {one: round_no for one, round_no in self.folded.items() if one != seat}
        after = replace(self, live=live, folded=folded)
        after = replace(after, to_act=after._order(len(self.paid) - 1 + self.step))
        paid = list(after.paid)
        paid[seat] += price
        return replace(after, paid=tuple(paid)), Act.CALL, price

    def follow(self, seat: int, name: str) -> tuple[Bets, Act, int]:
        """A player checks or calls, or where that opens the first round brings in."""
        if self.stakes.bring_in and self.round_no == 1 and not self.begun:
            chips = self.stakes.bring_in
            after = self._in_turn(seat, name)._put(seat, chips)._answered(seat)
            return replace(after, bet=chips), Act.BRING_IN, chips
        price = self.price(seat)
        after = self._in_turn(seat, name)._put(seat, price)._answered(seat)
        return after, Act.CALL if price else Act.CHECK, price

    def raise_by(self, seat: int, chips: int, name: str) -> tuple[Bets, Act, int]:
        """A player bets, or raises by chips on top of the call. Raises LogError where the stakes don't allow
        it.
        """
        if not chips:
            return self.follow(seat, name)
        if self.stakes.limit is Limit.HOUSE and chips > self.stakes.max_raise:
            raise LogError(
                tr(
                    "A bet or a raise is 1 to {max_raise} chips, or a peder (b*): what was put in all "
                    "the same is written as b={bet}.",
                    max_raise=self.stakes.max_raise,
                    bet=self.bet + chips,
                )
            )
        return self._raise(seat, self.price(seat) + chips, name, peder=False)

    def early(self, seat: int, chips: int, name: str) -> Bets:
        """Chips bet out of turn stay in the pot, and bar their player from raising in this round (PR)."""
        if seat not in self.live or seat in self.all_in:
            raise LogError(tr("{name} is out of this hand, or all-in.", name=name))
        if self.turn == seat:
            raise LogError(tr("It is {name}'s turn: write the bet as it is.", name=name))
        if self.turn is None:
            raise LogError(
                tr("Nobody has opened yet: write that first, and then what {name} bet too early.", name=name)
            )
        return replace(self._begin()._put(seat, chips), barred=self.barred | {seat})

    def raise_peder(self, seat: int, name: str) -> tuple[Bets, Act, int]:
        """A player bets or raises with the peder, once a hand."""
        if not self.stakes.peder:
            raise LogError(tr("This game is played without peders."))
        if seat in self.peders:
            raise LogError(
                tr("{name} has used the peder in this hand: it is one a player and hand.", name=name)
            )
        after, act, put = self._raise(seat, self.price(seat) + self.stakes.peder, name, peder=True)
        return replace(after, peders=self.peders | {seat}), act, put

    def put_in(self, seat: int, total: int, name: str) -> tuple[Bets, Act, int]:
        """A player has put in `total` this round in all: a raise, a call, or all-in for less."""
        chips = total - self.put[seat]
        if chips < 0:
            text = tr(
                "{name} has put in {put} this round already, more than {total}.",
                name=name,
                put=self.put[seat],
                total=total,
            )
            raise LogError(text)
        if total > self.bet:
            return self._raise(seat, chips, name, peder=False)
        if total == self.bet:
            return self.follow(seat, name)
        after = self._in_turn(seat, name)._put(seat, chips)._answered(seat)
        return replace(after, all_in=self.all_in | {seat}), Act.CALL, chips

    def go_all_in(self, seat: int, total: int, name: str) -> tuple[Bets, Act, int]:
        """The same with everything that the player has: nothing more is asked of them in this hand."""
        after, act, put = self.put_in(seat, total, name)
        return replace(after, all_in=after.all_in | {seat}), act, put

    def _raise(self, seat: int, chips: int, name: str, *, peder: bool) -> tuple[Bets, Act, int]:
        if seat in self.barred:
            raise LogError(tr("{name} bet out of turn in this round and may not raise (PR).", name=name))
        after = self._in_turn(seat, name)._put(seat, chips)
        others = [one for one in self._order(seat + self.step) if one != seat and one not in self.all_in]
        plain, with_peder = (Act.RAISE, Act.PEDER_RAISE) if self.bet else (Act.BET, Act.PEDER_BET)
        act = with_peder if peder else plain
        return replace(after, bet=after.put[seat], to_act=tuple(others)), act, chips

    # --- between rounds and at the end

    def next_round(self, *, open_cards: bool) -> Bets:
        """The next betting round: nothing put in yet, the first from the dealer's left to act, or the best
        open hand.
        """
        first = len(self.paid) - 1 + self.step
        order = tuple(one for one in self._order(first) if one not in self.all_in)
        return replace(
            self,
            put=(0,) * len(self.put),
            bet=0,
            round_no=self.round_no + 1,
            begun=False,
            opener_known=not open_cards,
            to_act=order if len(order) > 1 else (),  # alone against who is all-in nobody need bet
            barred=frozenset(),
        )

    def give_back(self, seat: int, chips: int) -> Bets:
        """Chips go back to a player."""
        paid = list(self.paid)
        paid[seat] -= chips
        return replace(self, paid=tuple(paid))


def uncalled(bets: Bets) -> tuple[int, int] | None:
    """The part of a bet that nobody called: the seat and the chips."""
    most = max(range(len(bets.paid)), key=lambda seat: bets.paid[seat])
    second = max((chips for seat, chips in enumerate(bets.paid) if seat != most), default=0)
    back = bets.paid[most] - second
    return (most, back) if back and most in bets.live else None


def _not_its_turn(bets: Bets, seat: int, name: str) -> str | None:
    """Why a seat may not act now, in a sentence; None where it may."""
    if seat not in bets.live:
        return tr("{name} is out of this hand.", name=name)
    if seat in bets.all_in:
        return tr("{name} is all-in and has nothing left to say.", name=name)
    if not bets.begun and not bets.opener_known:
        return None
    if seat not in bets.to_act:
        return tr("{name} has answered the last bet already.", name=name)
    if seat != bets.to_act[0]:
        return tr("It isn't {name}'s turn: write the acts in the order of the table.", name=name)
    return None


def _from(first: int, live: Sequence[int], players: int, step: int) -> tuple[int, ...]:
    """The live seats in turn, beginning at a seat."""
    return tuple(sorted(live, key=lambda seat: (seat - first) * step % players))


def _before_bets(variant: Variant) -> list[Step]:
    steps = []
    for step in variant.steps:
        if step.op is Op.BET:
            break
        steps.append(step)
    return steps
