"""A hand as a log tells it: its seats, acts and shares. Amounts are hundredths."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from engine.api import VARIANTS, Act, Half, Op, Outcome, Variant


@dataclass(kw_only=True)
class LogSeat:
    """A player in the hand, in the order of the seats (0 is left of the dealer)."""

    player: str
    name: str
    stack: int  # before the hand
    live: int = 0  # what the others must match: antes, blinds, bets
    dead: int = 0
    street: int = 0  # put in on this street
    won: int = 0
    folded: int | None = None  # the betting round
    showed: bool = False
    shown: tuple[int, ...] = ()  # so far, where not all at once
    dealt: tuple[int, ...] = ()  # in a game in which some lie open
    cards: tuple[int, ...] = ()

    @property
    def paid(self) -> int:
        return self.live + self.dead

    @property
    def left(self) -> int:
        return self.stack - self.paid


@dataclass(frozen=True, kw_only=True)
class LogShare:
    """A part of a pot that somebody won."""

    pot: int
    board: int
    half: Half
    seat: int
    amount: int
    score: int | None


@dataclass(frozen=True, kw_only=True)
class Move:
    """An act; `value` is an amount, or a card where `card` is set."""

    kind: Act
    seat: int
    round_no: int
    value: int = 0
    card: bool = False


@dataclass(kw_only=True)
class LogHand:
    """A hand as the log tells it."""

    number: int
    variant_id: str
    hole_cards: int
    additions: str
    dealer: str | None  # None when the button is dead
    unit: int  # the big blind
    started_at: datetime
    ended_at: datetime | None = None
    seats: list[LogSeat] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    shares: list[LogShare] = field(default_factory=list)
    boards: list[list[int]] = field(default_factory=lambda: [[], []])
    own: tuple[int, ...] = ()  # the cards of the player who took the log
    rounds: int = 0  # betting rounds in which somebody could act
    street_begins: bool = True
    outcome: Outcome = Outcome.INCOMPLETE
    bounty_pot: int | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def variant(self) -> Variant:
        """The game of the catalogue."""
        return VARIANTS[self.variant_id]

    @property
    def board_size(self) -> int:
        """How many common cards lie there at the end."""
        return sum(step.count for step in self.variant.steps if step.op is Op.TURN_BOARD)

    @property
    def pot(self) -> int:
        return sum(seat.paid for seat in self.seats)

    def runs(self) -> list[list[int]]:
        """The boards: two, sharing their first cards, when the pot was run twice."""
        first, second = self.boards
        return [first, first[: 5 - len(second)] + second] if second else [first]

    def stayed(self) -> list[int]:
        """The seats that didn't fold."""
        return [place for place, seat in enumerate(self.seats) if seat.folded is None]
