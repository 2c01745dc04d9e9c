"""The betting table of a trained player: the row of a decision, and the columns.

A row is a situation: the betting round, how strong the hand looks (one of `BUCKETS` parts of the hands of
that round), how many are in, what was raised and what a call costs relative to the pot, whether the player was the
last to bet, and for pot and no limit how deep his stack is. The columns are the shares of 256, summed, of
folding, calling, a small and a big raise; the rest is the peder (all-in where there is no limit).
"""

from __future__ import annotations

from engine.compile.jit import njit
from engine.terms import Limit

_POT_LIMIT = Limit.POT.code
BUCKETS = 12
CHOICES = 5
FOLDS, CALLS, SMALL, BIG, MOST = range(CHOICES)
"""The choices, in the order of the columns."""
MAX_RAISES = 20
"""No player raises more often in a round, which bounds the acts of a hand; the rules know no bound."""
CAP = 6
"""Raises in a round after which a trained player raises no further."""
STAGES = 8
"""Betting rounds that the table distinguishes; a game with more puts neighbours together."""
LIVE = 4
"""Players in that the table distinguishes: two, three, four, more."""
RAISED = 3
"""Kinds of raise in the table: the first, the second, later ones."""
PRICES = 2 + 3 * RAISED
"""What a call costs: nothing, with no bet; then for each kind of raise little, some or much relative to the pot;
nothing, after a bet.
"""
DEPTHS = 3
FLAT = STAGES * BUCKETS * LIVE * PRICES * 2
"""Rows of each depth of the stack."""
ROWS = DEPTHS * FLAT


@njit(forceinline=True)
def row_of(
    stage: int, bucket: int, live: int, raises: int, price: int, pot: int, mine: int, depth: int
) -> int:
    """The row of a decision. `stage` from 0, `raises` of this round, `mine` 1 if the player bet last."""
    if price == 0:
        price_row = 0 if raises == 0 else PRICES - 1
    else:
        cost = 0 if 6 * price < pot else 1 if 5 * price < 2 * pot else 2
        price_row = 1 + 3 * min(max(raises, 1) - 1, RAISED - 1) + cost
    place = ((stage * BUCKETS + bucket) * LIVE + min(live, LIVE + 1) - 2) * PRICES + price_row
    return (depth * FLAT) + place * 2 + mine


@njit(forceinline=True)
def is_among_best(part: float, bucket: int, luck: float) -> bool:
    """Whether a hand is among the best part of those of its round; of the bucket on the edge, `luck` (0 to 1) lets in
    the part that the table plays boldest.
    """
    return luck >= BUCKETS * (1.0 - part) - bucket


@njit(forceinline=True)
def depth_of(limit: int, stack: int, pot: int) -> int:
    """How deep a stack is relative to the pot, where bets follow the pot: 0 below it, 1 up to four times it, 2."""
    if limit < _POT_LIMIT:
        return 0
    return 0 if stack < pot else 1 if stack < 4 * pot else 2
