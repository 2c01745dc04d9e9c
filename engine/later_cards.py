"""The luck of later cards: what each card that came once somebody had decided did for those who were in.

Whenever cards are dealt or turned, a player still in gets

    chips to be expected of the pots with them - chips to be expected before them

with the pots as they were before, the rest of the cards dealt at random and nobody betting any more
(`engine.equity`). Whatever was done before, the cards that come are any of those that nobody has seen or was
dealt, so each such term is 0 on average: a martingale (Burch, Schmid, Moravčík, Morrill and Bowling, "AIVAT:
a new variance reduction technique for agent evaluation in imperfect information games", AAAI 2018, with this
expectation as the value). That takes the cards of everybody who was dealt in.

What players do with their cards (pass, throw, lay open, buy, declare) is no luck: it lies between the terms.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Act, Action, unpack
from engine.cards import UNKNOWN_CARD
from engine.equity import forecast
from engine.in_progress import InProgress
from engine.variants.model import Op, Variant
from engine.wild_words import board_size

_LAID = {Act.LAY_OPEN, Act.TURN_BOARD}
_DEALT = {Act.DEAL_CLOSED, Act.DEAL_OPEN}
_CARDS = _LAID | _DEALT
_UNSEEN = {Act.LAY_CLOSED, Act.DEAL_UNSEEN}
COMING = {Op.DEAL_CLOSED, Op.DEAL_OPEN, Op.TURN_BOARD, Op.DRAW}
_ALL_AT_ONCE = {"guts", "fan_tan"}
"""Games with kernels of their own that deal all their cards before anybody decides anything."""
_ANY_TIME = {Op.LAY_OPEN, Op.DEAL_UNSEEN}


def has_later_cards(variant: Variant) -> bool:
    """Whether cards come beside the players' own first ones, in a game that is a programme."""
    ops = [step.op for step in variant.steps]
    first_bet = ops.index(Op.BET) if Op.BET in ops else len(ops)
    return not (variant.kernel or (_ANY_TIME.isdisjoint(ops) and COMING.isdisjoint(ops[first_bet:])))


def tells_later_cards(variant: Variant) -> bool:
    """Whether what later cards did can be told of a game; it is nothing where none come."""
    return not variant.kernel or variant.kernel in _ALL_AT_ONCE


def later_luck(
    variant: Variant, acts: Sequence[int], held: Sequence[int], pot_in: int, seed: int
) -> list[float] | None:
    """What later cards did for each seat in a hand, in chips; None where a card isn't told, or can't be.

    `acts` are packed as in `engine.actions`; `held` are the sets of cards that the seats were dealt first,
    where the acts don't say. `seed` draws the ways that cards may fall where they are too many to count. What
    comes of a new stock, made of folded cards, is left out, and all after it.
    """
    hand = InProgress(variant, held)
    luck = _Luck(hand, pot_in, seed)
    told = [act for act in map(unpack, acts) if act.kind not in _UNSEEN]
    at = 0
    while at < len(told):
        end = max(_same_time(told, at, hand.piles), at + 1)
        some, at = told[at:end], end
        if any(act.kind.has_card and act.value == UNKNOWN_CARD for act in some):
            return None
        cards = [act for act in some if _comes(act, hand.piles)]
        for act in some:
            if not _comes(act, hand.piles):
                hand.take(act)
        while cards and hand.is_first(cards[0]):
            hand.place(cards.pop(0))
        if not cards:
            continue
        if _is_short(hand, cards):
            break
        if any(not hand.left >> act.value & 1 for act in cards):
            return None
        if not luck.weigh(cards):
            break
    known = all(own or unseen for own, unseen in zip(hand.own, hand.unseen, strict=True))
    return luck.chips if known and not hand.is_partly_told else None


def _comes(act: Action, piles: bool) -> bool:
    """Whether a card comes by an act that nobody has seen: where players turn `piles`, those are."""
    return act.kind in _CARDS or (piles and act.kind is Act.TURN_OWN)


def _same_time(told: Sequence[Action], at: int, piles: bool) -> int:
    """Where the cards end that come before anybody who saw one of them decides anything."""
    seen = False
    got: set[int] = set()
    for place in range(at, len(told)):
        act = told[place]
        if act.kind is Act.THROW:
            if seen or act.seat in got:
                return place
        elif not _comes(act, piles):
            return place
        seen |= act.kind in _CARDS and act.kind is not Act.DEAL_CLOSED
        if act.kind in _DEALT:
            got.add(act.seat)
    return len(told)


def _is_short(hand: InProgress, cards: Sequence[Action]) -> bool:
    """Whether the stock doesn't reach for what comes; or a second board is laid."""
    dealt = sum(act.kind in _DEALT for act in cards)
    turned = sum(act.kind in _LAID for act in cards)
    if hand.variant.extra or hand.variant.buys:  # which come one at a time
        dealt = max(dealt, len(hand.live))
    return dealt > hand.stock or len(hand.board) + turned > board_size(hand.variant)


class _Luck:
    """What cards did for each seat of a hand so far, in `chips`."""

    def __init__(self, hand: InProgress, pot_in: int, seed: int) -> None:
        self.hand, self.pot_in, self.seed = hand, pot_in, seed
        self.chips = [0.0] * len(hand.own)
        self._known: tuple[object, dict[int, float]] = None, {}
        """Where the hand was when it was last played out, and what part of the pot each seat could expect."""

    def weigh(self, cards: Sequence[Action]) -> bool:
        """Go on by cards that come at one time, and add what they do; False where the programme has none."""
        self.hand.come_to(cards[0])
        before = self._worth()
        if not all(self.hand.place(card) for card in cards):
            return False
        for seat, chips in self._worth().items():
            self.chips[seat] += chips
        for seat, chips in before.items():
            self.chips[seat] -= chips
        return True

    def _worth(self) -> dict[int, float]:
        """What each seat that is in can expect of the pots. Of one pot it is the part that it was of another
        where nothing but chips has come since.
        """
        hand = self.hand
        pots, standing = hand.pots(self.pot_in), hand.standing()
        place = hand.live, standing.players, [*standing.board], standing.owed_board, hand.rest
        if len(pots) == 1 and place == self._known[0]:
            return {seat: part * pots[0][0] for seat, part in self._known[1].items()}
        self.seed += 1
        worth = dict(zip(hand.live, forecast(hand.variant, standing, pots, self.seed), strict=True))
        if len(pots) == 1 and pots[0][0]:
            self._known = place, {seat: chips / pots[0][0] for seat, chips in worth.items()}
        return worth


__all__ = ["has_later_cards", "later_luck", "tells_later_cards"]
