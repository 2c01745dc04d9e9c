"""The eleven codes of PHH as calls of games: what the reader and the writer share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engine.api import VARIANTS, Act, Limit, Op, Variant
from pipeline.formats.tables import limit_of


@dataclass(frozen=True)
class PhhGame:
    """A code: the game, and the additions that it is called with here."""

    code: str
    variant_id: str
    additions: str = ""

    @property
    def variant(self) -> Variant:
        return VARIANTS[self.variant_id]

    @property
    def stud(self) -> bool:
        """Whether a bring-in opens it."""
        return self.variant.betting.bring_in > 0

    @cached_property
    def limit(self) -> Limit:
        return limit_of(self.variant_id, self.additions)[0]

    @property
    def fixed(self) -> bool:
        """Whether its limit is fixed, with a small and a big bet."""
        return self.limit is Limit.FIXED

    @property
    def stakes(self) -> tuple[str, ...]:
        """The fields of PHH for bets."""
        posts = "bring_in" if self.stud else "blinds_or_straddles"
        return (posts, *(("small_bet", "big_bet") if self.fixed else ("min_bet",)))

    @cached_property
    def own_cards(self) -> list[Act]:
        """How each own card of a player is dealt, closed or open."""
        kinds = {Op.DEAL_CLOSED: Act.DEAL_CLOSED, Op.DEAL_OPEN: Act.DEAL_OPEN}
        return [kinds[step.op] for step in self.variant.steps if step.op in kinds for _ in range(step.count)]

    @cached_property
    def board_size(self) -> int:
        return sum(step.count for step in self.variant.steps if step.op in (Op.LAY_CLOSED, Op.LAY_OPEN))


GAMES = {
    game.code: game
    for game in (
        PhhGame("FT", "texas-holdem", "fixed"),
        PhhGame("NT", "texas-holdem", "no-limit"),
        PhhGame("NS", "short-deck"),
        PhhGame("PO", "omaha-high"),
        PhhGame("FO/8", "omaha", "fixed"),
        PhhGame("F7S", "stud-bring-in"),
        PhhGame("F7S/8", "stud-high-low"),
        PhhGame("FR", "razz"),
        PhhGame("N2L1D", "deuce-to-seven-single-draw"),
        PhhGame("F2L3D", "deuce-to-seven-triple-draw"),
        PhhGame("FB", "badugi"),
    )
}
