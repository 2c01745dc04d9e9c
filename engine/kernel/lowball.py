"""What the players throw where the lowest hand wins."""

from __future__ import annotations

from typing import Any

from engine.cards.bits import popcount, top_bit
from engine.cards.categories import CATEGORY_SHIFT, HIGH_CARD, PRIMARY_SHIFT
from engine.cards.guest_rankings import badugi_of, deuce_seven
from engine.cards.high import LANE, spread
from engine.cards.low import NO_LOW
from engine.compile.jit import njit
from engine.terms import Ranking

_BADUGI = Ranking.BADUGI.code
_EIGHT, _NINE, _TEN = 6, 7, 8


@njit
def too_high(st: Any, pg: Any, seat: int) -> int:
    """The cards that a seat exchanges where the lowest hand wins, all of them closed.

    At badugi what isn't part of the best one, and of one that isn't whole what is above a nine. At
    deuce-to-seven a hand without a pair stands at nine high, at ten high in the last exchange; else the cards
    up to an eight are kept, one of each rank, of five that would be a straight or a flush the lowest four.
    """
    own = st.own[seat]
    last = st.street == pg.streets - 1
    if pg.ranking == _BADUGI:
        kept = badugi_of(own)
        if popcount(kept) < 4 and not last:
            kept &= spread(1 << 12 | (1 << _TEN) - 1)
        return own & ~kept
    score = NO_LOW - deuce_seven(own)
    if score >> CATEGORY_SHIFT == HIGH_CARD and top_bit(score >> PRIMARY_SHIFT & LANE) <= (
        _TEN if last else _NINE
    ):
        return 0
    kept = 0
    held = 0
    for lane in range(0, 64, 16):
        suit = own >> lane & (1 << _EIGHT + 1) - 1 & ~held
        kept |= suit << lane
        held |= suit
    if popcount(held) == 5:
        kept &= ~spread(1 << top_bit(held))
    return own & ~kept
