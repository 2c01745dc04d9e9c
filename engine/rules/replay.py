"""Replay of a recorded hand: the engine's state of a hand, and its position in the programme.

It follows the actions of a hand (`engine.kernel.actions`) without checking them, so that at any moment
`engine.rules.equity.Standing` lists the steps still to come. Cards are sets, because a record doesn't say in what
order a player has them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.cards.card import card_set, pack_of
from engine.cards.wilds import next_follower
from engine.catalogue.model import Op, Step, Variant, WildKind, board_size
from engine.kernel.actions import Act, Action
from engine.kernel.state import new_state
from engine.rules.equity import Standing
from engine.rules.hand import HandState
from engine.rules.pots import as_bits

_FORCED = {Act.ANTE, Act.SMALL_BLIND, Act.BIG_BLIND, Act.STRADDLE, Act.DEAD_BLIND, Act.BRING_IN}
_BETS = {act for act in Act if act.aggressive} | {Act.CHECK, Act.CALL}
_PASSED = {Act.PASS_RIGHT: -1, Act.PASS_LEFT: 1}
DEALT = (Act.DEAL_CLOSED, Act.DEAL_OPEN)
LAID = (Act.LAY_OPEN, Act.TURN_BOARD)
CARDS = DEALT + LAID
_QUIET = {Op.BET, Op.LAY_CLOSED, Op.ORDER, Op.DECLARE}
_BOARD = {Op.LAY_OPEN, Op.TURN_BOARD}
_STEPS = {
    Act.DEAL_CLOSED: {Op.DEAL_CLOSED}, Act.DEAL_OPEN: {Op.DEAL_OPEN}, Act.LAY_OPEN: _BOARD,
    Act.TURN_BOARD: _BOARD, Act.TURN_OWN: {Op.TURN_OWN, Op.CHASE},
}  # fmt: skip
"""The steps by which a card comes."""


def _free(step: Step) -> Act:
    """Return how a step deals a free card."""
    return Act.DEAL_OPEN if step.op is Op.DEAL_OPEN else Act.DEAL_CLOSED


class Replay(HandState):
    """A recorded hand of a game. `first` are the sets of cards that the players were dealt first, if the acts
    don't say; whose set is empty holds `unknown` closed cards that may be any.

    `row` is the row of the programme that the hand is at (-1 before the first); `owed` and `owed_board` are
    the cards that this step still deals, `changed` how many cards each seat has thrown or turned in it.
    """

    def __init__(self, variant: Variant, first: Sequence[int], unknown: int = 0) -> None:
        players = len(first)
        self.missing = [0 if cards else unknown for cards in first]
        """Number of first cards of each seat that aren't known."""
        super().__init__(variant, [""] * players)
        self.ops = [step.op for step in variant.steps]
        self.piles = Op.DEAL_UNSEEN in self.ops
        """Whether players turn cards that no player has seen."""
        self.first = [0] * players if self.piles else [*first]
        self.held = [0] * players
        self.open = [0] * players
        self.turned = [0] * players
        unseen = sum(step.count for step in variant.steps if step.op is Op.DEAL_UNSEEN)
        self.unseen = [unseen] * players
        self.last = [-1] * players
        self.thrown = 0
        self.follower = 0, 0
        self.has_decision = False
        """Whether a player has decided something."""
        self.is_incomplete = False
        """Whether a dealt card is missing in the actions."""
        self.row, self.bets = -1, False
        self.owed: dict[Act, Counter[int]] = {act: Counter() for act in DEALT}
        self.owed_board = 0
        self.changed: Counter[int] = Counter()
        self._follow = sum(rule.cards for rule in variant.wild if rule.kind is WildKind.FOLLOWER)
        self._pack = card_set(pack_of(variant.pack))
        self._state = new_state()

    @property
    def left(self) -> int:
        """The cards that no player has seen, as a set."""
        return self._pack & ~(card_set(self.board) | self.thrown | sum(self.held))

    @property
    def stock(self) -> int:
        """Number of cards that the dealer holds."""
        laid = max(0, board_size(self.variant) - len(self.board))
        return self.left.bit_count() - laid - sum(self.unseen) - sum(self.missing)

    @property
    def rest(self) -> list[Step]:
        """The later steps that deal cards or in which players change theirs."""
        quiet = _QUIET if self.piles else _QUIET | {Op.TURN_OWN}
        return [step for step in self.variant.steps[self.row + 1 :] if step.op not in quiet]

    @property
    def is_dealt(self) -> bool:
        """Whether the step that the hand is at has dealt all its cards, and no more."""
        return not (self.owed_board or any(any(owed.values()) for owed in self.owed.values()))

    def pots_now(self, pot_in: int) -> list[tuple[int, int]]:
        """The pots as `engine.rules.equity.forecast` takes them: chips, and bits of the places in `live`."""
        return as_bits(self.pots(pot_in), self.live)

    def standing(self) -> Standing:
        """Return the position, with a row for each player who is in."""
        closed, opened = self.owed[Act.DEAL_CLOSED], self.owed[Act.DEAL_OPEN]
        rows = [
            [
                self.held[seat], self.open[seat], self.turned[seat], self.held[seat].bit_count(),
                self.last[seat], self.unseen[seat], closed[seat] + self.missing[seat], opened[seat],
            ]
            for seat in self.live
        ]  # fmt: skip
        gone = self.thrown | sum(cards for seat, cards in enumerate(self.held) if seat not in self.live)
        step = self.row - self._is_at({Op.CHASE})  # which goes on
        return Standing(rows, self.board, self.left, step, self.owed_board, gone, self.follower, self._state)

    def apply(self, act: Action) -> None:
        seat = act.seat
        if act.kind is Act.LAY_CLOSED or act.kind is Act.DEAL_UNSEEN:
            return  # the programme says how many
        if not self.has_decision and act.kind not in _FORCED:
            self._decide_first(act)
        if act.kind in _BETS and not self.bets:
            self._check_complete()
            self.bets = True
        super().apply(act)
        if act.kind is Act.BUY_CARD:
            self._buy(seat)
        elif act.kind is Act.THROW:
            self._throw(seat, 1 << act.value)
        elif act.kind in _PASSED:
            self._pass(seat, _PASSED[act.kind], 1 << act.value)
        elif act.kind is Act.TURN_OWN:
            turned = self.row >= 0 and self.changed[seat] >= self.variant.steps[self.row].count
            self._reach({Op.CHOOSE_OPEN, Op.TURN_OWN}, again=turned)
            self.changed[seat] += 1
            if self._is_at({Op.TURN_OWN}):
                self.turned[seat] |= 1 << act.value
            self._show(seat, act.value)

    def is_first(self, act: Action) -> bool:
        """Whether a card is one of those that players are dealt before any player decides anything."""
        may_bring = self.variant.sent_out or self.variant.buys or self.variant.redeals
        first = act.kind is Act.DEAL_CLOSED or (act.kind is Act.DEAL_OPEN and not may_bring)
        return not self.has_decision and first

    def come_to(self, act: Action) -> None:
        """Go to the step that deals a card, even if the record leaves out steps before it."""
        if self._is_owed(act):
            return
        row = self._next(_STEPS[act.kind])
        if row is not None:
            self._go_to(-1)
            self.row = row - 1

    def place(self, act: Action) -> bool:
        """Follow a dealt card; False if the programme deals none here."""
        seat, card = act.seat, act.value
        if not self._is_owed(act) and not self._reach(_STEPS[act.kind], again=True) and self.has_decision:
            return False
        if act.kind in DEALT:
            self.owed[act.kind][seat] -= 1
            self._give(seat, card)
            if act.kind is Act.DEAL_OPEN:
                self._show(seat, card)
                if self.variant.sent_out >> card & 1:
                    self.leave(seat)
        elif act.kind is Act.TURN_OWN:
            self.changed[seat] += 1
            self.unseen[seat] -= 1
            self._give(seat, card)
            self.turned[seat] |= 1 << card
            self._show(seat, card)
            if self.variant.extra >> card & 1:
                self.unseen[seat] += 1
        else:
            self._turn_board(card)
        return True

    def _decide_first(self, act: Action) -> None:
        self.has_decision = True
        self.held = [held or first for held, first in zip(self.held, self.first, strict=True)]
        if (
            act.kind in _BETS | {Act.FOLD}
            and Op.BET in self.ops
            and self.row < (bet := self.ops.index(Op.BET))
        ):
            self._go_to(bet)

    def _give(self, seat: int, card: int) -> None:
        self.held[seat] |= 1 << card
        self.last[seat] = card

    def _show(self, seat: int, card: int) -> None:
        self.open[seat] |= 1 << card
        if self._follow:
            self.follower = next_follower(self._follow, card, *self.follower)

    def _throw(self, seat: int, card: int) -> None:
        self._reach({Op.DRAW, Op.THROW}, again=bool(self.changed[seat] and not self._owes(seat)))
        self.changed[seat] += 1
        self.held[seat] &= ~card
        self.open[seat] &= ~card
        self.thrown |= card
        if self._is_at({Op.DRAW}):
            self.owed[Act.DEAL_CLOSED][seat] += 1

    def _pass(self, seat: int, way: int, card: int) -> None:
        self._reach({Op.PASS})
        self.held[seat] &= ~card
        place = self.live.index(seat) if seat in self.live else 0
        self.held[self.live[(place + way) % len(self.live)]] |= card

    def _buy(self, seat: int) -> None:
        """Follow the purchase of the next card: an additional one, or one dealt the other way up."""
        steps = self.variant.steps
        if not any(step.price for step in steps):
            self.owed[Act.DEAL_CLOSED][seat] += 1
            return
        if not (self.row >= 0 and steps[self.row].price and self.owed[_free(steps[self.row])][seat]):
            row = next((row for row in range(self.row + 1, len(steps)) if steps[row].price), None)
            if row is None:
                return
            self._go_to(row)
        free = _free(steps[self.row])
        self.owed[free][seat] -= 1
        self.owed[Act.DEAL_OPEN if free is Act.DEAL_CLOSED else Act.DEAL_CLOSED][seat] += 1

    def _turn_board(self, card: int) -> None:
        self.owed_board -= 1
        self.board += (card,)
        if self.variant.extra >> card & 1:
            for seat in self.live:
                self.owed[Act.DEAL_CLOSED][seat] += 1

    def _owes(self, seat: int) -> bool:
        return self.owed[Act.DEAL_CLOSED][seat] > 0

    def _is_owed(self, act: Action) -> bool:
        """Whether the current step still deals such a card."""
        if act.kind is Act.TURN_OWN:
            return self._is_at({Op.CHASE}) or (self._is_at({Op.TURN_OWN}) and not self.changed[act.seat])
        if act.kind in self.owed:
            return self.owed[act.kind][act.seat] > 0
        return self.owed_board > 0

    def _is_at(self, ops: set[Op]) -> bool:
        return self.row >= 0 and self.ops[self.row] in ops

    def _next(self, ops: set[Op]) -> int | None:
        return next((row for row in range(self.row + 1, len(self.ops)) if self.ops[row] in ops), None)

    def _reach(self, ops: set[Op], *, again: bool = False) -> bool:
        """Go to the next step of some kinds, unless the current step is of these and isn't over; False if none is left."""
        if self._is_at(ops) and not (again or self.bets):
            return True
        row = self._next(ops)
        if row is None:
            return False
        self._go_to(row)
        return True

    def _check_complete(self) -> None:
        """Check whether the record lacks a card of the step."""
        owed = self.owed_board + sum(self.owed[act][seat] for act in DEALT for seat in self.live)
        self.is_incomplete |= self.has_decision and 0 < owed <= self.stock

    def _go_to(self, row: int) -> None:
        self._check_complete()
        self.row, self.bets = row, False
        self.changed = Counter()
        self.owed = {act: Counter() for act in DEALT}
        self.owed_board = 0
        if row < 0:
            return
        op, count = self.ops[row], self.variant.steps[row].count
        for act, ops in _STEPS.items():
            if op in ops and act in self.owed:
                self.owed[act] = Counter(dict.fromkeys(self.live, count))
        if op in _BOARD:
            self.owed_board = count
