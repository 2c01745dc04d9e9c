"""A hand as it goes on: who holds what and was paid, what lies, and where in its programme it is.

It follows the acts of a hand (`engine.actions`) without judging them, so that at any moment
`engine.equity.Standing` says what is still to come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.actions import Act, Action
from engine.cards import card_set, pack_of
from engine.equity import Standing, pots_of
from engine.kernel.state import new_state
from engine.variants.model import Op, Step, Variant, WildKind
from engine.wild_words import board_size
from engine.wilds import next_follower

_FORCED = {Act.ANTE, Act.SMALL_BLIND, Act.BIG_BLIND, Act.STRADDLE, Act.DEAD_BLIND, Act.BRING_IN}
_BETS = {act for act in Act if act.aggressive} | {Act.CHECK, Act.CALL}
_PASSED = {Act.PASS_RIGHT: -1, Act.PASS_LEFT: 1}
_DEALT = (Act.DEAL_CLOSED, Act.DEAL_OPEN)
_QUIET = {Op.BET, Op.LAY_CLOSED, Op.ORDER, Op.DECLARE}
_BOARD = {Op.LAY_OPEN, Op.TURN_BOARD}
_STEPS = {
    Act.DEAL_CLOSED: {Op.DEAL_CLOSED}, Act.DEAL_OPEN: {Op.DEAL_OPEN}, Act.LAY_OPEN: _BOARD,
    Act.TURN_BOARD: _BOARD, Act.TURN_OWN: {Op.TURN_OWN, Op.CHASE},
}  # fmt: skip
"""By which steps a card comes."""


class InProgress:
    """A hand of `players` of a game; `first` are the sets of cards that they were dealt first, where the acts
    don't say.
    """

    def __init__(self, variant: Variant, first: Sequence[int]) -> None:
        players = len(first)
        self.variant = variant
        self.ops = [step.op for step in variant.steps]
        self.piles = Op.DEAL_UNSEEN in self.ops
        """Whether players turn cards that nobody has seen."""
        self.first = [0] * players if self.piles else [*first]
        self.paid = [0] * players
        self.fees = [0] * players
        self.live = [*range(players)]
        self.own = [0] * players
        self.open = [0] * players
        self.turned = [0] * players
        unseen = sum(step.count for step in variant.steps if step.op is Op.DEAL_UNSEEN)
        self.unseen = [unseen] * players
        self.last = [-1] * players
        self.board: list[int] = []
        self.thrown = 0
        self.follower = 0, 0
        self.began = self.is_partly_told = False
        """Whether somebody has decided something; whether a card that came isn't among the acts."""
        self.step, self.bets = -1, False
        self.owed: dict[Act, Counter[int]] = {act: Counter() for act in _DEALT}
        self.owed_board = 0
        self.changed: Counter[int] = Counter()
        self._follow = sum(rule.cards for rule in variant.wild if rule.kind is WildKind.FOLLOWER)
        self._pack = card_set(pack_of(variant.pack))
        self._state = new_state()

    @property
    def left(self) -> int:
        """The cards that nobody has seen, as a set."""
        return self._pack & ~(card_set(self.board) | self.thrown | sum(self.own))

    @property
    def stock(self) -> int:
        """How many cards the dealer holds."""
        laid = max(0, board_size(self.variant) - len(self.board))
        return self.left.bit_count() - laid - sum(self.unseen)

    @property
    def rest(self) -> list[Step]:
        """The steps to come that deal cards, or in which players change theirs."""
        quiet = _QUIET if self.piles else _QUIET | {Op.TURN_OWN}
        return [step for step in self.variant.steps[self.step + 1 :] if step.op not in quiet]

    def pots(self, pot_in: int) -> list[tuple[int, int]]:
        """The pots as they are, as `engine.equity.forecast` takes them: one where nobody is all-in."""
        if self.variant.all_in:
            matched = [paid - fee for paid, fee in zip(self.paid, self.fees, strict=True)]
            return pots_of(matched, self.live, pot_in + sum(self.fees))
        return [(sum(self.paid) + pot_in, (1 << len(self.live)) - 1)]

    def standing(self) -> Standing:
        """Where the hand is, with a row for each who is in."""
        closed, opened = self.owed[Act.DEAL_CLOSED], self.owed[Act.DEAL_OPEN]
        rows = [
            [
                self.own[seat], self.open[seat], self.turned[seat], self.own[seat].bit_count(),
                self.last[seat], self.unseen[seat], closed[seat], opened[seat],
            ]
            for seat in self.live
        ]  # fmt: skip
        gone = self.thrown | sum(cards for seat, cards in enumerate(self.own) if seat not in self.live)
        step = self.step - self._is_at({Op.CHASE})  # which goes on
        return Standing(rows, self.board, self.left, step, self.owed_board, gone, self.follower, self._state)

    def take(self, act: Action) -> None:
        """Go on by what somebody did or paid."""
        seat = act.seat
        if act.kind is Act.LAY_CLOSED or act.kind is Act.DEAL_UNSEEN:
            return  # the programme says how many
        if not self.began and act.kind not in _FORCED:
            self._begin(act)
        if act.kind in _BETS and not self.bets:
            self._notice_untold()
            self.bets = True
        if act.kind is Act.FOLD or act.kind is Act.SENT_OUT:
            self._leave(seat)
        elif act.kind is Act.RETURNED:
            self.paid[seat] -= act.value
        elif act.kind.pays:
            self.paid[seat] += act.value
            self.fees[seat] += act.value * (act.kind is Act.PAID_DRAW)
            if seat not in self.live:  # of the short pack, who passed may come back
                self.live = sorted([*self.live, seat])
            if act.kind is Act.BUY_CARD:
                self.owed[Act.DEAL_CLOSED][seat] += 1
        elif act.kind is Act.THROW:
            self._throw(seat, 1 << act.value)
        elif act.kind in _PASSED:
            self._pass(seat, _PASSED[act.kind], 1 << act.value)
        elif act.kind is Act.TURN_OWN:
            turned = self.step >= 0 and self.changed[seat] >= self.variant.steps[self.step].count
            self._reach({Op.CHOOSE_OPEN, Op.TURN_OWN}, anew=turned)
            self.changed[seat] += 1
            if self._is_at({Op.TURN_OWN}):
                self.turned[seat] |= 1 << act.value
            self._show(seat, act.value)

    def is_first(self, act: Action) -> bool:
        """Whether a card is one of those that players are dealt before anybody decides anything."""
        may_bring = self.variant.sent_out or self.variant.buys
        first = act.kind is Act.DEAL_CLOSED or (act.kind is Act.DEAL_OPEN and not may_bring)
        return not self.began and first

    def come_to(self, act: Action) -> None:
        """Go on to just before the step that a card comes by, whatever was left out until then."""
        if self._is_owed(act):
            return
        row = self._next(_STEPS[act.kind])
        if row is not None:
            self._go_to(-1)
            self.step = row - 1

    def place(self, act: Action) -> bool:
        """Go on by a card that comes; False where the programme has none there."""
        seat, card = act.seat, act.value
        if not self._is_owed(act) and not self._reach(_STEPS[act.kind], anew=True) and self.began:
            return False
        if act.kind in _DEALT:
            self.owed[act.kind][seat] -= 1
            self._give(seat, card)
            if act.kind is Act.DEAL_OPEN:
                self._show(seat, card)
                if self.variant.sent_out >> card & 1:
                    self._leave(seat)
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

    def _begin(self, act: Action) -> None:
        self.began = True
        self.own = [own or first for own, first in zip(self.own, self.first, strict=True)]
        if (
            act.kind in _BETS | {Act.FOLD}
            and Op.BET in self.ops
            and self.step < (bet := self.ops.index(Op.BET))
        ):
            self._go_to(bet)

    def _leave(self, seat: int) -> None:
        self.live = [other for other in self.live if other != seat]

    def _give(self, seat: int, card: int) -> None:
        self.own[seat] |= 1 << card
        self.last[seat] = card

    def _show(self, seat: int, card: int) -> None:
        self.open[seat] |= 1 << card
        if self._follow:
            self.follower = next_follower(self._follow, card, *self.follower)

    def _throw(self, seat: int, card: int) -> None:
        self._reach({Op.DRAW, Op.THROW}, anew=bool(self.changed[seat] and not self._owes(seat)))
        self.changed[seat] += 1
        self.own[seat] &= ~card
        self.open[seat] &= ~card
        self.thrown |= card
        if self._is_at({Op.DRAW}):
            self.owed[Act.DEAL_CLOSED][seat] += 1

    def _pass(self, seat: int, way: int, card: int) -> None:
        self._reach({Op.PASS})
        self.own[seat] &= ~card
        place = self.live.index(seat) if seat in self.live else 0
        self.own[self.live[(place + way) % len(self.live)]] |= card

    def _turn_board(self, card: int) -> None:
        self.owed_board -= 1
        self.board.append(card)
        if self.variant.extra >> card & 1:
            for seat in self.live:
                self.owed[Act.DEAL_CLOSED][seat] += 1

    def _owes(self, seat: int) -> bool:
        return self.owed[Act.DEAL_CLOSED][seat] > 0

    def _is_owed(self, act: Action) -> bool:
        """Whether the step that the hand is at still has such a card to come."""
        if act.kind is Act.TURN_OWN:
            return self._is_at({Op.CHASE}) or (self._is_at({Op.TURN_OWN}) and not self.changed[act.seat])
        if act.kind in self.owed:
            return self.owed[act.kind][act.seat] > 0
        return self.owed_board > 0

    def _is_at(self, ops: set[Op]) -> bool:
        return self.step >= 0 and self.ops[self.step] in ops

    def _next(self, ops: set[Op]) -> int | None:
        return next((row for row in range(self.step + 1, len(self.ops)) if self.ops[row] in ops), None)

    def _reach(self, ops: set[Op], *, anew: bool = False) -> bool:
        """Go on to a step of some kind, if the hand isn't at one or it is over; False where none is left."""
        if self._is_at(ops) and not (anew or self.bets):
            return True
        row = self._next(ops)
        if row is None:
            return False
        self._go_to(row)
        return True

    def _notice_untold(self) -> None:
        """See whether a card of the step isn't told, that the stock had."""
        owed = self.owed_board + sum(self.owed[act][seat] for act in _DEALT for seat in self.live)
        self.is_partly_told |= self.began and 0 < owed <= self.stock

    def _go_to(self, row: int) -> None:
        self._notice_untold()
        self.step, self.bets = row, False
        self.changed = Counter()
        self.owed = {act: Counter() for act in _DEALT}
        self.owed_board = 0
        if row < 0:
            return
        op, count = self.ops[row], self.variant.steps[row].count
        for act, ops in _STEPS.items():
            if op in ops and act in self.owed:
                self.owed[act] = Counter(dict.fromkeys(self.live, count))
        if op in _BOARD:
            self.owed_board = count
