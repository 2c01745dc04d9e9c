"""The eleven codes of PHH as calls of games: what the reader and the writer share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engine.api import VARIANTS, Limit, Op, Variant
from pipeline.limits import limit_of


@dataclass(frozen=True)
class PhhGame:
    """A code: the game, and the additions that it is called with here."""

    code: str
    variant_id: str
    additions: str = ""

    @property
    def variant(self) -> Variant:
        """The game of the catalogue."""
        return VARIANTS[self.variant_id]

    @property
    def stud(self) -> bool:
        """Whether a bring-in opens it."""
        return self.variant.betting.bring_in > 0

    @cached_property
    def limit(self) -> Limit:
        """The limit that it is played at."""
        return limit_of(self.variant, self.additions)[0]

    @property
    def fixed(self) -> bool:
        """Whether its limit is fixed, with a small and a big bet."""
        return self.limit is Limit.FIXED

    @cached_property
    def rules(self) -> dict[str, int]:
        """What a kernel asks of the game (`engine.history.record.HISTORY`)."""
        steps = self.variant.steps
        own = [step for step in steps if step.op in (Op.DEAL_CLOSED, Op.DEAL_OPEN) for _ in range(step.count)]
        opened = [place for place, step in enumerate(own) if step.op is Op.DEAL_OPEN]
        return {
            "ranking": self.variant.ranking.code,
            "eight": self.variant.share.eight_or_better,
            "own_exactly": self.variant.use.own_exactly or 0,
            "hole": len(own),
            "open_from": min(opened, default=0),
            "open_to": max(opened, default=-1) + 1,
            "board": sum(step.count for step in steps if step.op in (Op.LAY_CLOSED, Op.LAY_OPEN)),
            "rounds": self.variant.rounds or 0,
        }


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
