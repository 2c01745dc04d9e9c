"""A recorded hand in PHH's notation: the acts of the store along the programme of the game.

The notation also says what a store needn't: who stood pat, cards that no player knows, what was shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from engine.api import UNKNOWN_CARD, Act, HandState, Op, card_text, parse_cards, unpack
from language import tr
from pipeline.formats.output import ExportError
from pipeline.formats.phh.games import PhhGame

_POSTS = (Act.SMALL_BLIND, Act.BIG_BLIND, Act.STRADDLE)
_GIVING = (Op.DEAL_CLOSED, Op.DEAL_OPEN, Op.DRAW)
_BETS = (Act.BET, Act.RAISE, Act.CALL, Act.CHECK, Act.FOLD, Act.BRING_IN)


class NotationError(ExportError):
    """A hand that PHH's notation can't describe."""


@dataclass
class Notation:
    """A hand as PHH's `actions`, `antes` and blinds (`posted`), by seat. Amounts are chips times `scale`."""

    game: PhhGame
    hand: Mapping[str, Any]
    seats: Sequence[Mapping[str, Any]]
    scale: Decimal
    actions: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        n = len(self.seats)
        self.acts = [unpack(act) for act in self.hand["actions"]]
        self.at = 0
        stacks = [seat["stack_before"] for seat in self.seats]
        self.state = HandState(self.game.variant, [""] * n, stacks)
        self.antes, self.posted = [0] * n, [0] * n
        self.bring_in = self.game.variant.betting.bring_in
        self.known = [parse_cards(seat["cards"]) if seat["cards"] else [] for seat in self.seats]
        self.own: list[list[int]] = [[] for _ in self.seats]  # as far as the acts tell
        self.held: list[list[int]] = [[] for _ in self.seats]  # dealt, and not yet written
        self.common = 0
        self.last_bettor: int | None = None

    def amount(self, chips: int) -> Decimal:
        """Chips as an amount of the file."""
        return chips * self.scale

    def of_each(self, chips: Sequence[int]) -> list[Decimal]:
        """An amount for each player; of two players PHH names the second one's first."""
        amounts = [self.amount(one) for one in chips]
        return amounts[::-1] if len(amounts) == 2 else amounts

    def write(self) -> None:
        """Write the actions. Raises NotationError."""
        self._posts()
        for step in self.game.variant.steps:
            if self.state.only_one_left:
                break
            if step.op in (Op.DEAL_CLOSED, Op.DEAL_OPEN):
                self._deal(step.count, closed=step.op is Op.DEAL_CLOSED)
            elif step.op is Op.TURN_BOARD:
                self._board(step.count)
            elif step.op is Op.DRAW:
                self._draw()
            elif step.op is Op.BET:
                self._flush()
                self._bets()
        if not self.state.only_one_left:
            self._flush()
            if self.common == 5:  # and the second board, if the pot was run twice
                self._board(0)
            self._show()
        if rest := [act for act in self.acts[self.at :] if act.kind is not Act.RETURNED]:
            raise NotationError(
                tr("{replace} has no notation there", replace=rest[0].kind.word.replace("_", " "))
            )

    def _posts(self) -> None:
        for act in self.acts:
            if act.kind in (Act.ANTE, Act.DEAD_BLIND):
                self.antes[act.seat] += act.value
            elif act.kind in _POSTS:
                if self.posted[act.seat]:
                    raise NotationError(tr("a player posts two blinds"))
                self.posted[act.seat] = act.value
            elif act.kind is Act.BRING_IN:
                self.bring_in = act.value
            else:
                continue
            if act.kind is not Act.BRING_IN:
                self.state.apply(act)
        self._raise_short_antes()
        self._check_posts()
        passed = (Act.ANTE, Act.DEAD_BLIND, *_POSTS, Act.LAY_CLOSED)
        self.acts = [act for act in self.acts if act.kind not in passed]
        self._pass_cards_told_late()

    def _pass_cards_told_late(self) -> None:
        """Leave out closed cards that were recorded after a bet, such as at the showdown, in games that deal once: the
        deal is written with the player's known cards.
        """
        deals = [step.op for step in self.game.variant.steps if step.op in _GIVING]
        if deals != [Op.DEAL_CLOSED]:
            return
        first = next((at for at, act in enumerate(self.acts) if act.kind in _BETS), len(self.acts))
        late = {act.seat for act in self.acts[first:] if act.kind is Act.DEAL_CLOSED}
        whole = {seat for seat in late if len(self.known[seat]) == len(self.game.own_cards)}
        self.acts = [act for act in self.acts if act.kind is not Act.DEAL_CLOSED or act.seat not in whole]

    def _raise_short_antes(self) -> None:
        """An ante of all by its whole amount, also for players who had less; unless one of them won more than as
        much from each player, so that the antes weren't trimmed to it.
        """
        due, n = max(self.antes), len(self.seats)
        for ante, seat in zip(self.antes, self.seats, strict=True):
            if ante < due and (seat["stack_before"] != ante or seat["won"] > ante * n):
                return
        self.antes = [due] * n

    def _check_posts(self) -> None:
        """The blinds by their whole amount; raise NotationError for one out of its place."""
        n, betting = len(self.seats), self.game.variant.betting
        if self.game.stud:
            return
        big = n - 1 if betting.button_blind else 0 if n == 2 else 1
        small = 1 if n == 2 else 0
        unit = self.hand["unit"]
        due = {big: unit} if betting.button_blind else {small: self.posted[small], big: unit}
        if "straddle" in self.hand["additions"].split() and n > 2:
            due[2] = 2 * unit
        for seat, chips in enumerate(self.posted):
            if seat not in due and chips and not 2 <= seat <= sum(map(bool, self.posted)) - 1:
                raise NotationError(tr("a player posted a blind out of turn"))
            if seat in due and chips < due[seat] and self.state.stacks[seat] == 0:
                self.posted[seat] = due[seat]  # as much of it as there was

    # --- cards

    def _flush(self) -> None:
        """Write the cards that wait, one deal to each player."""
        for seat, cards in enumerate(self.held):
            if cards:
                self.actions.append(f"d dh p{seat + 1} {_texts(cards)}")
        self.held = [[] for _ in self.seats]

    def _deal(self, count: int, *, closed: bool) -> None:
        """Cards of a deal, `??` for cards that aren't recorded."""
        kind = Act.DEAL_CLOSED if closed else Act.DEAL_OPEN
        for seat in self.state.live:
            cards = self._dealt(kind, seat, count)
            known = self.known[seat]
            if not cards and closed and len(known) == count == len(self.game.own_cards):
                cards = known
            cards = cards + [UNKNOWN_CARD] * (count - len(cards))
            self.own[seat] += cards
            self.held[seat] += cards

    def _dealt(self, kind: Act, seat: int, count: int) -> list[int]:
        """The next cards that a seat is dealt before the next bet, `count` at most."""
        codes: list[int] = []
        place = self.at
        while place < len(self.acts) and len(codes) < count and self.acts[place].kind not in _BETS:
            if self.acts[place].kind in (Act.THROW, Act.LAY_OPEN, Act.TURN_BOARD):
                break
            if (self.acts[place].kind, self.acts[place].seat) == (kind, seat):
                codes.append(self.acts.pop(place).value)
            else:
                place += 1
        return codes

    def _board(self, count: int) -> None:
        """Common cards, `count` 0 for a second run."""
        cards: list[int] = []
        while (count == 0 or len(cards) < count) and self.at < len(self.acts):
            if self.acts[self.at].kind not in (Act.LAY_OPEN, Act.TURN_BOARD):
                break
            cards.append(self.acts[self.at].value)
            self.at += 1
        if count and len(cards) < count:
            raise NotationError(tr("a common card isn't known"))
        if cards:
            if len({*self.state.live} - self.state.all_in) < 2 and self.game.board_size:
                self._flush()
            self.actions.append(f"d db {_texts(cards)}")
            self.common += count

    def _draw(self) -> None:
        """Each player's discards, or that they stand pat, and then the cards they draw."""
        thrown: dict[int, list[int]] = {seat: [] for seat in self.state.live}
        drawn: dict[int, list[int]] = {seat: [] for seat in thrown}
        here = None
        while self.at < len(self.acts) and self.acts[self.at].kind in (Act.THROW, Act.DEAL_CLOSED):
            act = self.acts[self.at]
            here = act.round_no if here is None else here
            drew = any(drawn.get(seat) for seat in range(act.seat, len(self.seats)))
            if act.round_no != here or (act.kind is Act.THROW and drew):  # all-in: the next exchange
                break
            (thrown if act.kind is Act.THROW else drawn)[act.seat].append(act.value)
            self.at += 1
        for seat, cards in thrown.items():
            if len(cards) != len(drawn[seat]):
                raise NotationError(tr("not all cards that were drawn are known"))
            for card in cards:
                if not {card, UNKNOWN_CARD} & {*self.own[seat]}:
                    raise NotationError(tr("a card was thrown that wasn't dealt"))
                self.own[seat].remove(card if card in self.own[seat] else UNKNOWN_CARD)
            self.own[seat] += drawn[seat]
            self.actions.append(f"p{seat + 1} sd {_texts(cards)}".rstrip())
        for seat, cards in drawn.items():
            if cards:
                self.actions.append(f"d dh p{seat + 1} {_texts(cards)}")

    # --- betting

    def _bets(self) -> None:
        here = self.acts[self.at].round_no if self.at < len(self.acts) else 0
        for act in self.acts[self.at :]:
            if act.kind not in _BETS or act.round_no != here:
                break
            self.at += 1
            highest = max(self.state.put)
            self.state.apply(act)
            total = self.state.put[act.seat]
            if act.kind is Act.FOLD:
                verb = "f"
            elif act.kind is Act.BRING_IN:
                verb = "pb"
            elif act.kind in (Act.BET, Act.RAISE) or (
                act.kind is Act.CALL and total > highest
            ):  # short blind
                self.last_bettor = act.seat
                verb = f"cbr {plain_amount(self.amount(total))}"
            else:
                verb = "cc"
            self.actions.append(f"p{act.seat + 1} {verb}")

    def _show(self) -> None:
        """The players who are left show their cards, the last to bet first, if they are known."""
        n = len(self.seats)
        first = self.last_bettor if self.last_bettor in self.state.live else 0
        for seat in sorted(self.state.live, key=lambda seat: (seat - (first or 0)) % n):
            own = next(
                (
                    cards
                    for cards in (self.own[seat], self.known[seat])
                    if len(cards) == len(self.game.own_cards) and UNKNOWN_CARD not in cards
                ),
                [],
            )
            if not own and self.seats[seat]["won"]:
                raise NotationError(tr("the winner's cards aren't known"))
            self.actions.append(f"p{seat + 1} sm {_texts(own)}".rstrip())


def _texts(cards: Sequence[int]) -> str:
    return "".join(map(card_text, cards))


def plain_amount(amount: Decimal) -> str:
    """An amount without an exponent or idle zeros."""
    if amount.is_infinite():
        return "inf"
    text = f"{amount:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
