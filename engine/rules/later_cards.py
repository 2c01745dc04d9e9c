"""Whether cards come after the players' first ones, and whether their luck can be computed: facts of a game, for which no
kernel is needed.
"""

from __future__ import annotations

from engine.catalogue.model import Op, Variant

COMING = {Op.DEAL_CLOSED, Op.DEAL_OPEN, Op.TURN_BOARD, Op.DRAW}
_ALL_AT_ONCE = {"guts", "fan_tan"}
"""Games with kernels of their own that deal all cards before the first decision."""
_ANY_TIME = {Op.LAY_OPEN, Op.DEAL_UNSEEN}


def has_later_cards(variant: Variant) -> bool:
    """Whether a game that a programme describes deals cards after the players' first ones.

    >>> from engine.catalogue import VARIANTS
    >>> has_later_cards(VARIANTS["texas-holdem"])
    True
    """
    ops = [step.op for step in variant.steps]
    first_bet = ops.index(Op.BET) if Op.BET in ops else len(ops)
    return not (variant.kernel or (_ANY_TIME.isdisjoint(ops) and COMING.isdisjoint(ops[first_bet:])))


def has_street_luck(variant: Variant) -> bool:
    """Whether street luck can be computed for a game; it is 0 if no later cards come.

    >>> from engine.catalogue import VARIANTS
    >>> has_street_luck(VARIANTS["texas-holdem"]), has_street_luck(VARIANTS["bluff-dice"])
    (True, False)
    """
    return not (variant.kernel or variant.redeals) or variant.kernel in _ALL_AT_ONCE
