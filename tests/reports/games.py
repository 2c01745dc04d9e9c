"""Evenings and rules made up for the page of games: round figures, so that what is shown can be reckoned."""

from __future__ import annotations

from collections.abc import Sequence

from reports.game_source import (
    DRAWDOWN_HOURS,
    DRAWDOWN_PERCENTILES,
    EVENING_HOURS,
    STACKS,
    EveningFigures,
    GameEvenings,
    GameSource,
    Rules,
)

QUARTERS = 33


def evening(usual: int, hours: float = 4.5) -> EveningFigures:
    """Of 40 evenings of ten hands an hour: a stack s is lost in 1 - s / 1000 of them, at 5000 in none."""
    gone = [max(0.0, 1 - stack / 1000) for stack in STACKS]
    return EveningFigures(
        hands=round(10 * hours), evenings=40, net=[-2 * usual, -usual // 2, 0, usual // 2, 2 * usual],
        typical_range=(usual, usual - 10, usual + 10), ahead=0.48, drawdown=(usual, 2 * usual),
        ruin_chance=[(share, share - 0.02 if share else 0.0, share + 0.02) for share in gone],
    )  # fmt: skip


def evenings(variant_id: str, usual: int, *, lineup: str = "regular", players: int = 5) -> GameEvenings:
    """Evenings of every length, wider by the hour."""
    return GameEvenings(
        variant_id=variant_id, additions="", players=players, lineup=lineup,
        by_hours={hours: evening(round(usual * hours / 4.5), hours) for hours in EVENING_HOURS},
        drawdowns={hours: [round(usual * hours / 10 * share / 50) for share in DRAWDOWN_PERCENTILES] for hours in DRAWDOWN_HOURS},
        samples=[[side * usual * place // (2 * QUARTERS) for place in range(QUARTERS)] for side in (1, -1)],
    )  # fmt: skip


def rules(variant_id: str, additions: str) -> Rules:
    """The same for every game, twos wild where its name says so."""
    return Rules(
        summary="A game.", course=["Five closed cards each."], board=["[1 ][2*]"],
        wild="twos" if "deuces" in variant_id else "", turns=[], own_rules=[], winning=["High wins."],
        stakes="Ante 2.", table="2 to 7 players.",
    )  # fmt: skip


def source(*games: GameEvenings) -> GameSource:
    """Who knows these evenings."""

    def told() -> Sequence[GameEvenings]:
        return games

    return GameSource(rules=rules, evenings=told)
