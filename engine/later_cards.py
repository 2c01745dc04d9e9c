"""The luck of later cards: what each card that came once somebody had decided did for those who were in.

Whenever cards are dealt, a player still in gets

    chips to be expected of the pots with them - chips to be expected before them

with the pots and the players as they were before, the rest of the cards dealt at random and nobody acting
any more. Whatever was done before, the cards that come are any of those that nobody was dealt, so each such
term is 0 on average: a martingale (Burch, Schmid, Moravčík, Morrill and Bowling, "AIVAT: a new variance
reduction technique for agent evaluation in imperfect information games", AAAI 2018, with this expectation as
the value). That takes the cards of everybody who was dealt in.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import TABLE, Act, Action, unpack
from engine.cards import UNKNOWN_CARD, card_set, pack_of
from engine.equity import cards_decide, forecast, pots_of
from engine.variants.model import Op, Variant
from engine.wild_words import board_size

_DEALT = {Act.DEAL_CLOSED, Act.DEAL_OPEN}
_LAID = {Act.LAY_OPEN, Act.TURN_BOARD}
_CARDS = _DEALT | _LAID | {Act.THROW, Act.LAY_CLOSED, Act.TURN_OWN}
_FORCED = {Act.ANTE, Act.SMALL_BLIND, Act.BIG_BLIND, Act.STRADDLE, Act.DEAD_BLIND, Act.BRING_IN}
_COMING = {Op.DEAL_CLOSED, Op.DEAL_OPEN, Op.LAY_OPEN, Op.TURN_BOARD, Op.DRAW}
_STEPS = _COMING | {Op.END, Op.LAY_CLOSED, Op.BET, Op.THROW, Op.CHOOSE_OPEN, Op.ORDER, Op.TURN_OWN}


def has_later_cards(variant: Variant) -> bool:
    """Whether cards come after a bet, of a game in which nothing but cards says whose hand is best."""
    ops = [step.op for step in variant.steps]
    return (
        cards_decide(variant)
        and not variant.reentry
        and {*ops} <= _STEPS
        and Op.BET in ops
        and not _COMING.isdisjoint(ops[ops.index(Op.BET) :])
    )


def later_luck(
    variant: Variant, acts: Sequence[int], held: Sequence[int], pot_in: int, seed: int
) -> list[float] | None:
    """What later cards did for each seat in a hand, in chips; None where a card isn't told, or can't be.

    `acts` are packed as in `engine.actions`; `held` are the sets of cards that the seats were dealt first,
    where the acts don't say. `seed` draws the ways that cards may fall where they are too many to count. What
    comes of a new stock, made of folded cards, is left out, and all after it.
    """
    hand = _Hand(variant, held, pot_in, seed)
    told = [unpack(packed) for packed in acts]
    at = 0
    while at < len(told) and not hand.ended:
        if told[at].kind not in _CARDS:
            hand.take(told[at])
            at += 1
            continue
        end = _same_time(told, at)
        if not hand.deal(told[at:end]):
            return None
        at = end
    return hand.luck if all(hand.own) else None


def _same_time(told: Sequence[Action], at: int) -> int:
    """Where the cards end that come before anybody who saw one of them decides anything."""
    laid = False
    got: set[int] = set()
    for place in range(at, len(told)):
        act = told[place]
        if act.kind not in _CARDS or (act.kind is Act.THROW and (laid or act.seat in got)):
            return place
        laid |= act.kind in _LAID or act.kind is Act.DEAL_OPEN
        if act.kind in _DEALT:
            got.add(act.seat)
    return len(told)


class _Hand:
    """Who holds what, what lies and what was paid, as a hand goes on; and the luck so far."""

    def __init__(self, variant: Variant, held: Sequence[int], pot_in: int, seed: int) -> None:
        self.variant = variant
        self.pot_in, self.seed = pot_in, seed
        self.own = [0] * len(held)
        self.first = [*held]
        self.paid = [0] * len(held)
        self.live = [*range(len(held))]
        self.luck = [0.0] * len(held)
        self.lying = self.thrown = 0
        self.began = self.ended = False
        self.size = _own_size(variant)
        self.board = board_size(variant)

    def take(self, act: Action) -> None:
        """Go on by what somebody did."""
        if not self.began and act.kind not in _FORCED:
            self.began = True
            self.own = [own or first for own, first in zip(self.own, self.first, strict=True)]
        if act.kind is Act.FOLD:
            self.live = [seat for seat in self.live if seat != act.seat]
        elif act.kind is Act.RETURNED:
            self.paid[act.seat] -= act.value
        elif act.kind.pays:
            self.paid[act.seat] += act.value

    def deal(self, acts: Sequence[Action]) -> bool:
        """Go on by cards that come at one time; False where that can't be."""
        new = [0] * len(self.own)
        laid = 0
        for act in acts:
            if act.kind is Act.LAY_CLOSED or act.kind is Act.TURN_OWN:
                continue
            if act.value == UNKNOWN_CARD:
                return False
            card = 1 << act.value
            if act.kind is Act.THROW:
                self.own[act.seat] &= ~card
                self.thrown |= card
            elif act.kind in _LAID:
                laid |= card
            elif act.seat != TABLE:
                new[act.seat] |= card
        coming = laid | sum(new)
        if coming and self.began and len(self.live) > 1:
            left = card_set(pack_of(self.variant.pack)) & ~(self.lying | self.thrown | sum(self.own))
            if self._is_short(left, coming, laid):
                self.ended = True
                return True
            if coming & ~left:
                return False
            self._weigh(new, laid, left)
        self.own = [own | card for own, card in zip(self.own, new, strict=True)]
        self.lying |= laid
        return True

    def _is_short(self, left: int, coming: int, laid: int) -> bool:
        """Whether the stock doesn't reach for what comes, or might; or a second board is laid."""
        owed = sum(self._owed(self.own[seat]) for seat in self.live)
        needed = max(coming.bit_count(), owed + self.board - self.lying.bit_count())
        return needed > left.bit_count() or (self.lying | laid).bit_count() > self.board

    def _owed(self, own: int) -> int:
        return max(0, self.size - own.bit_count())

    def _weigh(self, new: Sequence[int], laid: int, left: int) -> None:
        pots = pots_of(self.paid, self.live, self.pot_in)
        before = [self.own[seat] for seat in self.live]
        after = [own | new[seat] for own, seat in zip(before, self.live, strict=True)]
        still_left = left & ~laid & ~sum(new)
        for sign, own, lying, stock in (
            (-1, before, self.lying, left),
            (1, after, self.lying | laid, still_left),
        ):
            self.seed += 1
            owed = [self._owed(cards) for cards in own]
            expected = forecast(self.variant, own, owed, lying, stock, pots, self.seed)
            for seat, chips in zip(self.live, expected, strict=True):
                self.luck[seat] += sign * chips


def _own_size(variant: Variant) -> int:
    """How many cards a player holds at the end."""
    dealt = sum(step.count for step in variant.steps if step.op in (Op.DEAL_CLOSED, Op.DEAL_OPEN))
    return dealt - sum(step.count for step in variant.steps if step.op is Op.THROW)


__all__ = ["has_later_cards", "later_luck"]
