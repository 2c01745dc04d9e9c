"""Following a recorded hand of a game that isn't deal, bet and show: the next act must be one that the rules
allow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.oracle.acts import Act, RuleBroken, unpack
from tests.oracle.cards import Card, from_code
from tests.oracle.settle import award

STAKE = 2


@dataclass
class Following:
    """The acts of a hand, read one by one; what was paid and won so far."""

    acts: list[Act]
    players: int
    pot_in: int = 0
    at: int = 0
    paid: Counter[int] = field(default_factory=Counter)
    won: Counter[int] = field(default_factory=Counter)
    shares: list[tuple[str, int, int]] = field(default_factory=list)

    @classmethod
    def of(cls, packed: Iterable[int], players: int, pot_in: int = 0) -> Following:
        return cls([unpack(int(act)) for act in packed], players, pot_in)

    @property
    def pot(self) -> int:
        return self.pot_in + self.paid.total() - self.won.total()

    def next_is(self, *kinds: str) -> bool:
        return self.at < len(self.acts) and self.acts[self.at].kind in kinds

    def take(self, *kinds: str, seat: int, round_no: int, value: int | None = None) -> Act:
        """The next act, which must be one of these, by this seat, in this round."""
        if self.at >= len(self.acts):
            raise RuleBroken(f"the acts end where seat {seat} has to {' or '.join(kinds)}")
        act = self.acts[self.at]
        if act.kind not in kinds or act.seat != seat or act.round != min(round_no, 31):
            raise RuleBroken(f"expected {' or '.join(kinds)} of seat {seat} in round {round_no}, not {act}")
        if value is not None and act.value != value:
            raise RuleBroken(f"expected {value}: {act}")
        self.at += 1
        return act

    def pay(self, kind: str, seat: int, round_no: int, chips: int) -> None:
        self.take(kind, seat=seat, round_no=round_no, value=chips)
        self.paid[seat] += chips

    def card(self, kind: str, seat: int, round_no: int) -> Card:
        return from_code(self.take(kind, seat=seat, round_no=round_no).value)

    def share(self, half: str, winners: Iterable[int], chips: int) -> None:
        for seat, part in award(chips, list(winners)).items():
            if part:
                self.won[seat] += part
                self.shares.append((half, seat, part))

    def end(self) -> None:
        if self.at != len(self.acts):
            raise RuleBroken(f"the hand is over, but {self.acts[self.at]}")


@dataclass(frozen=True)
class Result:
    """What a hand came to, by the rules."""

    paid: list[int]
    won: list[int]
    shares: list[tuple[str, int, int]]
    pot_out: int
    outcome: str
    rounds: int
    at_showdown: int


def result(hand: Following, outcome: str, rounds: int, at_showdown: int) -> Result:
    """Sum up a hand that has been followed to its end."""
    hand.end()
    seats = range(hand.players)
    return Result(
        [hand.paid[seat] for seat in seats],
        [hand.won[seat] for seat in seats],
        hand.shares,
        hand.pot,
        "carried" if hand.pot else outcome,
        rounds,
        at_showdown,
    )


def check_pack(cards: list[Card]) -> None:
    """No card may come twice."""
    if len(set(cards)) != len(cards):
        raise RuleBroken("a card comes twice")


def next_of(alive: Iterable[int], seat: int, players: int) -> int:
    """The nearest of some seats to the left."""
    living = set(alive)
    return next(other % players for other in range(seat + 1, seat + players + 1) if other % players in living)
