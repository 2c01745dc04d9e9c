"""The table of a trained player: the row of a decision, and the columns.

A row of betting is a situation: the betting round, the strength of the hand (one of `BUCKETS` parts of the hands of
that round), the number of players in, the raises and the price of a call relative to the pot, whether the player was
the last to bet, whether others act after the player, and a background: at pot and no limit the depth of the stack,
else what the others did in earlier rounds. The columns are cumulative shares of 256: folding, calling, a small and a
big raise; the rest is the peder (all-in at no limit).

The rows of exchanges follow: the number of cards that the usual exchange throws
(`engine.kernel.players.worst_cards`), the strength of the hand, the raises, and the fewest cards that another player
drew. The columns are, from the second on: the usual exchange, a card fewer, none, a card more.
"""

from __future__ import annotations

import numpy as np

from engine.compile.jit import njit
from engine.terms import Limit

_POT_LIMIT = Limit.POT.code
BUCKETS = 12
CHOICES = 5
FOLDS, CALLS, SMALL, BIG, MOST = range(CHOICES)
"""The choices, in the order of the columns."""
MAX_RAISES = 20
"""The most raises of a player in a round, which bounds the actions of a hand; the rules have no bound."""
CAP = 6
"""Raises in a round after which a trained player raises no further."""
STAGES = 8
"""Number of betting rounds that the table distinguishes; in a game with more, neighbouring rounds share rows."""
LIVE = 5
"""Numbers of players in that the table distinguishes: two at a table of two, two, three, four, more."""
RAISED = 3
"""Kinds of raise in the table: the first, the second, later ones."""
COSTS = 4
"""The price of a call relative to the pot: little, some, much; in games with the peder also two thirds and more."""
PRICES = 2 + COSTS * RAISED
"""The price of a call: nothing, without a bet; then one of `COSTS` for each kind of raise; nothing, after a bet."""
BACKGROUNDS = 3
CELLS = LIVE * PRICES * 2 * 2
"""Rows of each bucket."""
FLAT = STAGES * BUCKETS * CELLS
"""Rows of each background."""
BETS = BACKGROUNDS * FLAT
"""Rows of betting."""
USUAL, FEWER, NONE, MORE = CALLS, SMALL, BIG, MOST
"""The choices of an exchange."""
EXCHANGES, THROWN, RAISED_BEFORE, DREW = 3, 6, 3, 4
"""The exchanges that the table distinguishes: the number of the exchange, the cards that the usual one throws, the
raises, and the fewest cards that another player drew (no player drew yet, none, one, more).
"""
ROWS = BETS + EXCHANGES * BUCKETS * CELLS
FOLDS_RARELY = 16
"""A hand that the table folds in fewer than this many of 256 cases is never folded: in rows that training seldom visited, so few
are noise.
"""
_SURELY = 0.97
"""The probability of a choice that the table makes in all cases is at least this: rarer choices were left out of it."""
FOLDS_BY = 2.0
"""By how much the log-odds of folding fall where those of winning rise by one: the slope of the trained tables."""


@njit(forceinline=True)
def row_of(
    stage: int,
    bucket: int,
    players: int,
    live: int,
    raises: int,
    price: int,
    pot: int,
    mine: int,
    ends: int,
    background: int,
    peder: int,
    finer: int,
) -> int:
    """Return the row of a bet. `stage` from 0, `live` of the `players` at the table are in, `raises` of this round,
    `price` and `pot` in chips, `mine` 1 if the player bet last, `ends` 1 if a call leaves no player to act, `peder`
    above 0 where it is played with, `finer` 1 where the table distinguishes finer prices: a player who has to pay
    didn't bet last, so `mine` then holds the finer price.

    >>> best = dict(bucket=BUCKETS - 1, players=6, live=6, mine=0, ends=0, background=0, peder=0, finer=0)
    >>> row_of(stage=0, raises=0, price=0, pot=12, **best), row_of(stage=0, raises=1, price=4, pot=16, **best)
    (3304, 3312)
    """
    if price == 0:
        price_row = 0 if raises == 0 else PRICES - 1
    elif finer:
        cost = int(40 * price >= pot) + int(20 * price >= pot) + int(10 * price >= pot)
        cost += int(6 * price >= pot) + int(4 * price >= pot) + int(5 * price >= 2 * pot)
        cost += int(3 * price >= 2 * pot)
        price_row = 1 + COSTS * min(max(raises, 1) - 1, RAISED - 1) + (cost >> 1)
        mine = cost & 1
    else:
        cost = int(6 * price >= pot) + int(5 * price >= 2 * pot) + int(peder > 0 and 3 * price >= 2 * pot)
        price_row = 1 + COSTS * min(max(raises, 1) - 1, RAISED - 1) + cost
    among = 0 if players == 2 else min(live, LIVE) - 1
    place = ((stage * BUCKETS + bucket) * LIVE + among) * PRICES + price_row
    return background * FLAT + (place * 2 + mine) * 2 + ends


@njit(forceinline=True)
def exchange_row(street: int, bucket: int, thrown: int, past_raises: int, least_drawn: int) -> int:
    """Return the row of an exchange after a betting round (`street`, from 1). `thrown` by the usual exchange;
    `least_drawn` by another player at this exchange so far, -1 where the player is the first.

    >>> exchange_row(street=1, bucket=0, thrown=3, past_raises=0, least_drawn=-1) - BETS
    36
    >>> exchange_row(street=1, bucket=0, thrown=3, past_raises=0, least_drawn=1) - BETS
    38
    """
    raised = min(past_raises, RAISED_BEFORE - 1)
    drew = min(least_drawn + 1, DREW - 1)
    cell = (min(thrown, THROWN - 1) * RAISED_BEFORE + raised) * DREW + drew
    return BETS + (min(street, EXCHANGES) - 1) * BUCKETS * CELLS + bucket * CELLS + cell


@njit(forceinline=True)
def is_among_best(part: float, bucket: int, luck: float) -> bool:
    """Whether a hand is in the best part of its round's hands. In the bucket on the edge, `luck` (0 to 1) decides, so
    that the part that the table plays boldest is in.

    >>> is_among_best(0.25, bucket=BUCKETS - 3, luck=0.0), is_among_best(0.25, bucket=BUCKETS - 4, luck=0.9)
    (True, False)
    """
    return luck >= BUCKETS * (1.0 - part) - bucket


@njit(forceinline=True)
def folds_at_price(folds: float, loose: float) -> float:
    """Return how often a player folds, given how often the table folds: looseness, in log-odds of winning, shifts the
    log-odds of folding. What the table never folds is never folded.

    >>> [round(folds_at_price(0.5, loose), 2) for loose in (-0.5, 0.0, 0.5)]
    [0.73, 0.5, 0.27]
    """
    if folds <= 0.0:
        return 0.0
    folds = min(folds, _SURELY)
    odds = folds / (1.0 - folds) * np.exp(-FOLDS_BY * loose)
    return float(odds / (1.0 + odds))


@njit(forceinline=True)
def background_of(limit: int, stack: int, pot: int, past_raises: int, least_drawn: int) -> int:
    """Return the background of a bet. If bets follow the pot, the depth of the stack: 0 below the pot, 1 up to four
    times it, 2 above. Otherwise, after an exchange, the fewest cards that another player in drew: 0 for three and
    more, 1 for two, 2 for fewer; without an exchange (`least_drawn` -1) the raises of earlier rounds: 0 for none, 1
    for one or two, 2 for more.

    >>> background_of(Limit.POT.code, stack=200, pot=30, past_raises=0, least_drawn=-1)
    2
    >>> background_of(Limit.HOUSE.code, stack=200, pot=30, past_raises=1, least_drawn=-1)
    1
    """
    if limit >= _POT_LIMIT:
        return 0 if stack < pot else 1 if stack < 4 * pot else 2
    if least_drawn >= 0:
        return min(max(3 - least_drawn, 0), 2)
    return int(past_raises > 0) + int(past_raises > 2)
