"""A hand of the night and what it begins with: records, which `pipeline.night.hand.outcome` fills in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from engine.api import (
    Declared,
    Detail,
    Outcome,
    Share,
    Variant,
)
from pipeline.night.parser.canonical import SKIPS
from pipeline.night.parser.lines import (
    NOTHING_SHOWN,
    HandLine,
    Held,
)


@dataclass(frozen=True, kw_only=True)
class Player:
    """A player of the night; `status` is playing, pausing or gone, `also` are names that the player had before."""

    player_id: str
    name: str
    handle: str
    status: str = "playing"
    also: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, kw_only=True)
class Seat:
    """A player in a hand, with the columns of the table `seats`."""

    player_id: str
    handle: str
    name: str
    paid: int = 0
    won: int = 0
    shadow: int = 0
    peder_used: bool | None = None
    folded_round: int | None = None
    showed: bool | None = None
    declared: Declared | None = None
    announced: str | None = None
    meld: str | None = None
    held: Held = NOTHING_SHOWN

    @property
    def net(self) -> int:
        return self.won - self.paid

    @property
    def stayed(self) -> bool:
        return self.folded_round is None


@dataclass(frozen=True, kw_only=True)
class Deal:
    """The start of a hand: the game with its additions, the players from the dealer's left, a carried pot."""

    variant: Variant
    dealer_id: str
    seats: tuple[Player, ...]
    pot_in: int = 0
    ante_paid: bool = False  # dealt again: the antes are already in the pot


@dataclass(frozen=True, kw_only=True)
class Hand:
    """A hand of the night: what was written and its outcome. A draft that can't be read has no seats.

    `status` is draft, confirmed, or skipped (confirmed to be unlogged). `why` is the reason why a draft is one;
    `line` and `deal` are what the outcome was computed from. `stacks` are the chips that each player who had borrowed
    some should have (the banker has the rest); `returned` are uncalled bets by player, which `paid` and the pot leave
    out.
    """

    entry_no: int
    text: str
    hand_no: int = 0
    chain_no: int = 0
    status: str = "confirmed"
    why: str = ""
    line: HandLine | None = None
    deal: Deal | None = None
    variant: Variant | None = None
    additions: str = ""
    dealer_id: str | None = None
    seats: tuple[Seat, ...] = ()
    stacks: Mapping[str, int] = field(default_factory=dict)
    returned: Mapping[str, int] = field(default_factory=dict)
    pot_in: int = 0
    pot: int = 0
    played_for: int = 0  # the pot before it was matched (guts); elsewhere the same as `pot`
    pot_out: int = 0
    outcome: Outcome = Outcome.INCOMPLETE
    boards: int = 1
    common: tuple[tuple[int, ...], ...] = ()
    shares: tuple[Share, ...] = ()
    actions: tuple[int, ...] | None = None
    detail: Detail = Detail.RESULT
    rounds_played: int | None = None
    errors: tuple[tuple[str, int | None, str], ...] = ()
    note: str = ""
    started_at: datetime | None = None
    ended_at: datetime | None = None

    @property
    def is_draft(self) -> bool:
        return self.status == "draft"

    @property
    def is_skipped(self) -> bool:
        """Whether the hand wasn't logged, as a draft or confirmed."""
        return self.text in SKIPS

    @property
    def can_be_confirmed(self) -> bool:
        """Whether `ok` can confirm the draft."""
        return self.readable or self.is_skipped

    @property
    def readable(self) -> bool:
        """Whether the line could be read; a draft that can't must be corrected before it is confirmed."""
        return self.variant is not None and self.outcome is not Outcome.INCOMPLETE

    def name_of(self, player_id: str) -> str:
        """The name of a player in the hand."""
        return next(seat.name for seat in self.seats if seat.player_id == player_id)

    @property
    def nets(self) -> dict[str, int]:
        """Chips won minus chips paid, by player."""
        return {seat.player_id: seat.net for seat in self.seats}
