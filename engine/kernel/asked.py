"""What hands are asked that somebody names: the values of `engine.kernel.value` for callers in Python."""

from __future__ import annotations

from typing import Any

from engine.jit import kernel
from engine.kernel.value import line_of, personal_rule, rate, update_wild, used_value, value_of
from engine.rankings import ranked


@kernel
def know_wild(st: Any, pg: Any) -> None:
    """Work out the public wild cards of a state."""
    update_wild(st, pg)


@kernel
def hand_value(st: Any, pg: Any, own: int, closed: int, want: int) -> int:
    """The value of the first seat's cards, of which some are closed."""
    return value_of(st, pg, 0, own, closed, want)


@kernel
def rated(cards: int, wild_set: int, want: int) -> int:
    """The value of the best five of some cards."""
    return rate(cards, wild_set, want)


@kernel
def ranked_as(ranking: int, cards: int) -> int:
    """The value of some cards by a guest's ranking."""
    return ranked(ranking, cards)


@kernel
def value_with(
    kind: int, own: int, closed: int, marked: int, side: int, wild_set: int, pg: Any, want: int
) -> int:
    """The best value over the own cards that may be used with those of a side."""
    return used_value(kind, own, closed, marked, side, wild_set, pg, want)


@kernel
def line_at(st: Any, pg: Any, row: int) -> tuple[int, int]:
    """The turned cards of a line, and what is wild for a hand that uses it."""
    return line_of(st, pg, row)


@kernel
def rule_of(st: Any, pg: Any) -> tuple[int, int]:
    """The first seat's personal wild rule, and the card that it names."""
    return personal_rule(st, pg, 0)
