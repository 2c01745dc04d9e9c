"""A hand bet by bet and card by card: simulated hands told in lines come out as they were played."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from engine.actions import TABLE, Act
from engine.cards import cards_text
from engine.record import HandColumn, SeatColumn
from engine.variants import VARIANTS, Variant
from pipeline.logger.entries import Entry
from pipeline.logger.hands import Hand
from pipeline.logger.night import Night, fold
from tests.engine.replayed import Hand as Played
from tests.engine.replayed import played

AT = datetime(2026, 3, 14, 20, tzinfo=UTC)
NAMES = ("a", "b", "c", "d", "e", "f")
CARD_GAMES = [variant for variant in VARIANTS.values() if not variant.kernel]


def night(*lines: str) -> Night:
    return fold([Entry(n=n, at=AT + timedelta(minutes=n), line=line) for n, line in enumerate(lines, 1)])


def table(players: int) -> str:
    return "players " + ", ".join(f"{name.upper()}={name}/{name}" for name in NAMES[:players])


# --- simulated hands, told again


class Teller:
    """Turns the acts of a recorded hand into the lines that somebody at the table would write."""

    def __init__(self, variant: Variant, hand: Played, players: int) -> None:
        self.variant = variant
        self.hand = hand
        self.acts = [Unpacked(act) for act in hand.acts]
        self.handle = [NAMES[(seat + 1) % players] for seat in range(players)]  # the first player deals
        self.put = [0] * players
        self.lines: list[str] = [f": {variant.id}"]
        self.place = 0

    def tell(self) -> list[str]:
        round_no = 1
        while self.place < len(self.acts):
            act = self.acts[self.place]
            if act.kind in BETS and act.round != round_no:
                round_no, self.put = act.round, [0] * len(self.put)
            self.place += 1
            self._one(act)
        return [*self.lines, f": {self._ending()}"]

    def _one(self, act: Unpacked) -> None:
        who = "" if act.seat == TABLE else self.handle[act.seat]
        card = cards_text([act.value]) if act.is_card else ""
        match act.kind:
            case Act.ANTE:
                return
            case Act.SMALL_BLIND | Act.BIG_BLIND | Act.STRADDLE:
                self.put[act.seat] += act.value
                return
            case Act.LAY_CLOSED | Act.RETURNED:
                return  # the card isn't known to the table, the chips go back by themselves
            case Act.CHECK:
                self._say(f"{who}.")
            case Act.CALL | Act.BET | Act.RAISE:
                self.put[act.seat] += act.value
                self._say(f"{who}={self.put[act.seat]}" if self._told_in_all(act) else f"{who}.")
            case Act.PEDER_BET | Act.PEDER_RAISE:
                self.put[act.seat] += act.value
                self._say(f"{who}*")
            case Act.FOLD:
                self._say(f"{who}-")
            case Act.DEAL_CLOSED | Act.DEAL_UNSEEN:
                self._say(f"{who} ({card} / )" if self._parted() else f"{who} ({card})")
            case Act.DEAL_OPEN:
                self._say(f"{who} ( / {card})")
            case Act.TURN_OWN:
                self._say(f"{who} ( / {card})")
            case Act.LAY_OPEN | Act.TURN_BOARD:
                self._say(f"bord ({card})")
            case Act.BUY_CARD:
                self._say(f"{who} køb {act.value}")
            case Act.FORCED_PAYMENT:
                self._say(f"{who} betal {act.value}")
            case Act.SENT_OUT:
                self._say(f"{who}!")
            case Act.DECLARE:
                self._say(f"{who} {('lo', 'begge', 'hi')[act.value - 1]}")
            case Act.PAID_DRAW | Act.THROW:
                self._throw(act, who)
            case Act.PASS_RIGHT | Act.PASS_LEFT:
                self._say(f"{who} ({card} / )" if act.kind is Act.PASS_RIGHT else f"{who} ( / {card})")
            case _:
                raise AssertionError(act.kind)

    def _told_in_all(self, act: Unpacked) -> bool:
        """Calls are told as such, but for those that are all-in for less."""
        return act.kind is not Act.CALL or self.put[act.seat] < max(self.put)

    def _parted(self) -> bool:
        """Closed cards are told as such where the street also opens some."""
        return True

    def _throw(self, act: Unpacked, who: str) -> None:
        """An exchange: what is thrown, and drawn for it; or a card thrown away."""
        thrown = [act.value] if act.kind is Act.THROW else []
        while self._next(Act.THROW, act.seat):
            thrown.append(self._take())
        if not any(step.op.name == "DRAW" for step in self.variant.steps):
            self._say(f"{who} ({cards_text(thrown)})")
            return
        drawn = []
        while self._next(Act.DEAL_CLOSED, act.seat) and len(drawn) < len(thrown):
            drawn.append(self._take())
        self._say(f"{who} byt ({cards_text(thrown)} / {cards_text(drawn)})")

    def _next(self, kind: Act, seat: int) -> bool:
        return self.place < len(self.acts) and (self.acts[self.place].kind, self.acts[self.place].seat) == (
            kind,
            seat,
        )

    def _take(self) -> int:
        self.place += 1
        return self.acts[self.place - 1].value

    def _say(self, words: str) -> None:
        self.lines.append(f": {words}")

    def _ending(self) -> str:
        """The winners as the record has them: pot by pot, equal shares."""
        pots: dict[int, list[str]] = {}
        for pot_no, half, seat, _ in self.hand.shares:
            direction = {"high": " hi", "low": " lo", "spade": " spar", "whole": ""}[half]
            pots.setdefault(pot_no, []).append(f"+{self.handle[seat]}{direction}")
        return " side ".join(" ".join(pot) for pot in pots.values()) or "++"


class Unpacked:
    """One act."""

    def __init__(self, packed: int) -> None:
        self.kind = Act(packed & 63)
        self.seat, self.round, self.value = packed >> 6 & 15, packed >> 10 & 31, packed >> 15
        self.is_card = 32 <= self.kind <= 41


BETS = {
    Act.CHECK, Act.BET, Act.RAISE, Act.CALL, Act.FOLD, Act.PEDER_BET, Act.PEDER_RAISE,
}  # fmt: skip


def told_again(variant: Variant, players: int, hands: int, seed: int) -> Iterator[tuple[Played, Hand]]:
    for hand in played(variant, players, hands, seed, profiles=("loose", "steady", "tight")):
        if hand.row[HandColumn.POT_IN]:
            continue  # the hand before it carried
        lines = Teller(variant, hand, players).tell()
        told = night(table(players), *lines)
        assert not told.faults, (told.faults, lines)
        assert told.open_hand is None
        yield hand, told.hands[-1]


@pytest.mark.parametrize("variant", CARD_GAMES, ids=lambda variant: variant.id)
def test_a_simulated_hand_told_line_by_line_is_the_same_hand(variant: Variant) -> None:
    players = min(4, variant.players[1])
    count = 0
    for hand, told in told_again(variant, players, 4, seed=17):
        count += 1
        assert told.pot_in == 0
        assert told.pot == hand.row[HandColumn.POT]
        assert told.pot_out == hand.row[HandColumn.POT_OUT]
        assert told.rounds_played == hand.row[HandColumn.ROUNDS]
        for number, seat in enumerate(told.seats):
            row = hand.seats[number]
            assert seat.paid == row[SeatColumn.PAID]
            assert seat.won == row[SeatColumn.WON]
            assert (seat.folded_round or 0) == row[SeatColumn.FOLDED]
            if variant.betting.peder:
                assert seat.peder_used == bool(row[SeatColumn.PEDER])
            assert set(seat.held.cards) == set(cards_of(int(row[SeatColumn.CARDS]))) or variant.id in UNTOLD
        acts = [act for act in hand.acts if act & 63 != Act.LAY_CLOSED]
        assert list(told.actions or ()) == acts
        assert told.detail == ("cards" if all(seat.held for seat in told.seats if seat.stayed) else "actions")
    assert count


UNTOLD = ("midnight-baseball", "narwidjan-munaeklips")
"""Games in which cards are never looked at, so that nobody can tell them."""


def cards_of(mask: int) -> list[int]:
    return [card for card in range(64) if mask >> card & 1]
