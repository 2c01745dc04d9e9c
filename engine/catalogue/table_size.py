"""How many can play a game: what the pack deals in, within the game's own limits."""

from __future__ import annotations

from functools import lru_cache

from engine.catalogue.model import Op, Variant
from engine.errors import CallError
from language import tr


def cards_needed(variant: Variant) -> tuple[int, int]:
    """The cards that the fixed deal takes: for each player before any can have folded, and for the table.

    A deal that follows a betting round with common cards laid may count on folded cards (ruling 8).
    """
    each = board = 0
    for step in variant.steps:
        if step.op in (Op.DEAL_CLOSED, Op.DEAL_OPEN, Op.DEAL_UNSEEN):
            each += step.count
        elif step.op in (Op.LAY_CLOSED, Op.LAY_OPEN):
            board += step.count
    return each, board


@lru_cache(maxsize=1024)
def largest_table(variant: Variant) -> int:
    """How many can play: the variant's own limit, or as many as the pack deals in (ruling 8).

    A last deal of several cards (Rubbers in the Dark) may be cut short, so it doesn't count.
    """
    each, board = cards_needed(variant)
    last_deal = max((step.count for step in variant.steps[-2:] if step.op is Op.DEAL_CLOSED), default=0)
    if last_deal > 1:
        each -= last_deal
    if each == 0:
        return variant.players[1]
    return min(variant.players[1], (variant.pack - board) // each)


def check_table(variant: Variant, players: int) -> None:
    """Raise CallError if the game can't be played by this many players, naming the numbers that fit."""
    fewest, most = variant.players[0], largest_table(variant)
    if not fewest <= players <= most:
        raise CallError(
            tr(
                "{name} takes {fewest} to {most} players, not {players}.",
                name=variant.name,
                fewest=fewest,
                most=most,
                players=players,
            )
        )
