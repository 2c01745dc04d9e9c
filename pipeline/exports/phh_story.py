"""A hand told as PHH tells one: its actions, along the programme of its game and the acts that were kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from engine.api import UNKNOWN_CARD, Act, Op, card_text, parse_cards, unpack
from language import tr
from pipeline.exports.out import ExportError
from pipeline.exports.toml import plain_amount
from pipeline.imports.phh.games import PhhGame

_POSTS = (Act.SMALL_BLIND, Act.BIG_BLIND, Act.STRADDLE)
_BETS = (Act.BET, Act.RAISE, Act.CALL, Act.CHECK, Act.FOLD, Act.BRING_IN)


class UntellableError(ExportError):
    """A hand that PHH has no words for."""


@dataclass
class PhhStory:
    """A hand told along its programme."""

    game: PhhGame
    hand: Mapping[str, Any]
    seats: Sequence[Mapping[str, Any]]
    scale: Decimal
    actions: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        n = len(self.seats)
        self.acts = [unpack(act) for act in self.hand["actions"]]
        self.at = 0
        self.antes, self.posted, self.put = [0] * n, [0] * n, [0] * n
        self.live = [True] * n
        self.left = [seat["stack_before"] for seat in self.seats]
        self.bring_in = self.game.variant.betting.bring_in
        self.known = [parse_cards(seat["cards"]) if seat["cards"] else [] for seat in self.seats]
        self.own: list[list[int]] = [[] for _ in self.seats]  # as far as the acts tell
        self.held: list[list[str]] = [[] for _ in self.seats]
        self.common = 0
        self.last_bettor: int | None = None
        self.shown = False

    def amount(self, chips: int) -> Decimal:
        """An amount in the file's own measure."""
        return chips * self.scale

    def of_each(self, chips: Sequence[int]) -> list[Decimal]:
        """An amount for each player; of two PHH says the other one's."""
        told = [self.amount(one) for one in chips]
        return told[::-1] if len(told) == 2 else told

    def tell(self) -> None:
        """Follow the programme and the acts together."""
        self._posts()
        for step in self.game.variant.steps:
            if sum(self.live) == 1:
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
        if sum(self.live) > 1:
            self._flush()
            if self.common == 5:  # and the second board, if the pot was run twice
                self._board(0)
            self._show()
        if rest := [act for act in self.acts[self.at :] if act.kind is not Act.RETURNED]:
            raise UntellableError(
                tr("{replace} has no notation there", replace=rest[0].kind.word.replace("_", " "))
            )

    def _posts(self) -> None:
        for act in self.acts:
            if act.kind in (Act.ANTE, Act.DEAD_BLIND):
                self.antes[act.seat] += act.value
            elif act.kind in _POSTS:
                if self.posted[act.seat]:
                    raise UntellableError(tr("a player posts two blinds"))
                self.posted[act.seat] = act.value
                self.put[act.seat] = act.value
            elif act.kind is Act.BRING_IN:
                self.bring_in = act.value
            else:
                continue
            if act.kind is not Act.BRING_IN:
                self._take(act.seat, act.value)
        self._check_posts()
        self.acts = [act for act in self.acts if act.kind not in (Act.ANTE, Act.DEAD_BLIND, *_POSTS)]
        self.acts = [act for act in self.acts if act.kind is not Act.LAY_CLOSED]

    def _check_posts(self) -> None:
        """The blinds by their whole amount; raise UntellableError for one out of its place."""
        n, betting = len(self.seats), self.game.variant.betting
        if self.game.stud:
            return
        big = n - 1 if betting.button_blind or n == 2 else 1
        big = 0 if n == 2 and not betting.button_blind else big
        small = 1 if n == 2 else 0
        unit = self.hand["unit"]
        due = {big: unit} if betting.button_blind else {small: self.posted[small], big: unit}
        if "straddle" in self.hand["additions"].split() and n > 2:
            due[2] = 2 * unit
        for seat, chips in enumerate(self.posted):
            if seat not in due and chips and not 2 <= seat <= sum(map(bool, self.posted)) - 1:
                raise UntellableError(tr("somebody posted a blind out of turn"))
            if seat in due and chips < due[seat] and self.left[seat] == 0:
                self.posted[seat] = due[seat]  # as much of it as there was

    def _take(self, seat: int, chips: int) -> None:
        if self.left[seat] is not None:
            self.left[seat] -= chips

    # --- cards

    def _flush(self) -> None:
        """What is held goes out as one deal to each."""
        for seat, cards in enumerate(self.held):
            if cards:
                self.actions.append(f"d dh p{seat + 1} {''.join(cards)}")
        self.held = [[] for _ in self.seats]

    def _deal(self, count: int, *, closed: bool) -> None:
        """Cards of a deal, `??` for those that the record doesn't have."""
        kind = Act.DEAL_CLOSED if closed else Act.DEAL_OPEN
        for seat in [seat for seat, live in enumerate(self.live) if live]:
            cards = self._dealt(kind, seat, count)
            known = self.known[seat]
            if not cards and closed and len(known) == count and self.game.rules["hole"] == count:
                cards = known
            cards = cards + [UNKNOWN_CARD] * (count - len(cards))
            self.own[seat] += cards
            self.held[seat] += map(card_text, cards)

    def _dealt(self, kind: Act, seat: int, count: int) -> list[int]:
        """The next cards that a seat is dealt before anybody bets, up to so many."""
        found: list[int] = []
        place = self.at
        while place < len(self.acts) and len(found) < count and self.acts[place].kind not in _BETS:
            if self.acts[place].kind in (Act.THROW, Act.LAY_OPEN, Act.TURN_BOARD):
                break
            if (self.acts[place].kind, self.acts[place].seat) == (kind, seat):
                found.append(self.acts.pop(place).value)
            else:
                place += 1
        return found

    def _board(self, count: int) -> None:
        """Common cards, `count` 0 for those of a second run."""
        cards: list[str] = []
        while (count == 0 or len(cards) < count) and self.at < len(self.acts):
            if self.acts[self.at].kind not in (Act.LAY_OPEN, Act.TURN_BOARD):
                break
            cards.append(card_text(self.acts[self.at].value))
            self.at += 1
        if count and len(cards) < count:
            raise UntellableError(tr("a common card isn't known"))
        if cards:
            if self._able() < 2 and not self.shown and self.game.rules["board"]:
                self._flush()
            self.actions.append(f"d db {''.join(cards)}")
            self.common += count

    def _draw(self) -> None:
        """Who throws what, or stands pat, then what they get."""
        thrown: dict[int, list[int]] = {seat: [] for seat, live in enumerate(self.live) if live}
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
                raise UntellableError(tr("not all cards that were drawn are known"))
            for card in cards:
                if not {card, UNKNOWN_CARD} & {*self.own[seat]}:
                    raise UntellableError(tr("a card was thrown that wasn't dealt"))
                self.own[seat].remove(card if card in self.own[seat] else UNKNOWN_CARD)
            self.own[seat] += drawn[seat]
            word = "".join(card_text(card) for card in cards)
            self.actions.append(f"p{seat + 1} sd {word}".rstrip())
        for seat, cards in drawn.items():
            if cards:
                self.actions.append(f"d dh p{seat + 1} {''.join(card_text(card) for card in cards)}")

    # --- betting

    def _able(self) -> int:
        return sum(live and self.left[seat] != 0 for seat, live in enumerate(self.live))

    def _bets(self) -> None:
        """The acts of a betting round."""
        first = True
        here = None
        while self.at < len(self.acts) and self.acts[self.at].kind in _BETS:
            act = self.acts[self.at]
            here = act.round_no if here is None else here
            if act.round_no != here:
                break
            if first and here > 1:
                self.put = [0] * len(self.seats)
            first = False
            self.at += 1
            self._bet(act.kind, act.seat, act.value)

    def _bet(self, kind: Act, seat: int, chips: int) -> None:
        highest = max(self.put)
        self.put[seat] += chips
        self._take(seat, chips)
        who = f"p{seat + 1}"
        if kind is Act.FOLD:
            self.live[seat] = False
            self.actions.append(f"{who} f")
        elif kind is Act.BRING_IN:
            self.actions.append(f"{who} pb")
        elif kind in (Act.BET, Act.RAISE) or self.put[seat] > highest:  # a call of a blind posted short, too
            self.last_bettor = seat
            self.actions.append(f"{who} cbr {plain_amount(self.amount(self.put[seat]))}")
        else:
            self.actions.append(f"{who} cc")

    def _show(self) -> None:
        """Who is left lays the cards down, the last to bet first, as far as they are known."""
        if self.shown:
            return
        self.shown = True
        n = len(self.seats)
        first = self.last_bettor if self.last_bettor is not None and self.live[self.last_bettor] else 0
        for seat in ((first + turn) % n for turn in range(n)):
            if self.live[seat]:
                own = next(
                    (
                        cards
                        for cards in (self.own[seat], self.known[seat])
                        if len(cards) == self.game.rules["hole"] and UNKNOWN_CARD not in cards
                    ),
                    [],
                )
                if not own and self.seats[seat]["won"]:
                    raise UntellableError(tr("the winner's cards aren't known"))
                cards = "".join(card_text(card) for card in own)
                self.actions.append(f"p{seat + 1} sm {cards}".rstrip())
