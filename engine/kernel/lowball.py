"""What the players throw where the lowest hand wins."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.cards.bits import low_bit, popcount, top_bit
from engine.cards.categories import CATEGORY_SHIFT, HIGH_CARD, PRIMARY_SHIFT
from engine.cards.guest_rankings import badugi_of, ranked
from engine.cards.high import LANE, spread
from engine.cards.low import NO_LOW
from engine.compile.jit import njit
from engine.terms import Ranking

_BADUGI, _DEUCE_SEVEN = Ranking.BADUGI.code, Ranking.DEUCE_SEVEN.code
_ACE = 1 << 12
_EIGHT, _NINE, _TEN = 6, 7, 8


LOWBALL = np.array([ranking.lowball for ranking in sorted(Ranking, key=lambda one: one.code)])
"""Whether the lowest hand wins, by the code of a `Ranking`."""


@njit
def thrown_for_low(st: Any, pg: Any, seat: int, count: int, forced: bool) -> int:
    """The cards that a seat throws or passes where the lowest hand wins: up to `count`, or exactly `count` if
    `forced`, each time the card without which the rest is lowest, of equal ones the highest.
    """
    own = st.own[seat]
    wanted = own if forced else _too_high(st, pg, seat)
    thrown = 0
    for _ in range(min(count, popcount(wanted))):
        best = highest = -1
        card = 0
        rest = wanted & ~thrown
        while rest:
            one = rest & -rest
            rest ^= one
            rank = low_bit(one) % 16
            rank = rank if pg.ranking == _DEUCE_SEVEN else (rank + 1) % 13
            value = ranked(pg.ranking, own & ~thrown & ~one)
            if value > best or (value == best and rank > highest):
                best = value
                highest = rank
                card = one
        thrown |= card
    return thrown


@njit
def _too_high(st: Any, pg: Any, seat: int) -> int:
    """The cards that a seat would exchange, all of them closed.

    At badugi what isn't part of the best one, and of one that isn't whole what is above a nine. Elsewhere a hand
    without a pair stands at nine high, at ten high in the last exchange; else the cards up to an eight are kept,
    one of each rank, of five that would be a straight or a flush the lowest four.
    """
    own = st.own[seat]
    last = st.street == pg.streets - 1
    if pg.ranking == _BADUGI:
        kept = badugi_of(own)
        if popcount(kept) < 4 and not last:
            kept &= spread(1 << 12 | (1 << _TEN) - 1)
        return own & ~kept
    ace_low = pg.ranking != _DEUCE_SEVEN
    score = NO_LOW - ranked(pg.ranking, own)
    if score >> CATEGORY_SHIFT == HIGH_CARD and top_bit(score >> PRIMARY_SHIFT & LANE) - ace_low <= (
        _TEN if last else _NINE
    ):
        return 0
    low = (1 << _EIGHT + 1) - 1 | (_ACE if ace_low else 0)
    kept = 0
    held = 0
    for lane in range(0, 64, 16):
        suit = own >> lane & low & ~held
        kept |= suit << lane
        held |= suit
    if popcount(held) == 5:
        kept &= ~spread(1 << top_bit(held & ~_ACE))
    return own & ~kept
