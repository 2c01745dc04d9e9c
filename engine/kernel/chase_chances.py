"""The chances of a chase, computed from the cards that lie open.

If all stay to the end, the best whole hand wins, for its player can always turn on until it beats the others. So a
chance follows from what each player's whole hand may come to: `QUANTILES` values of it, found by dealing the cards
that nobody has seen, and kept until that player turns another card.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.cards.bits import low_bit, popcount
from engine.compile.jit import njit
from engine.kernel.program import QUANTILES
from engine.kernel.rng import R32, advance, below, mix
from engine.kernel.stock import SEATS_APART
from engine.kernel.value import HIGH, high_value, value_of

SURELY = 8.0
"""The furthest log-odds of a chance."""
_TIES = 2 * QUANTILES


@njit(forceinline=True)
def _situation(st: Any) -> int:
    """The players in and the one to beat, as one number above 0."""
    return int(st.live << 4 | st.open_best_seat + 1)


@njit(forceinline=True)
def is_known(st: Any, seat: int) -> bool:
    """Whether a seat's chance is known, of the players in and the hand to beat."""
    return bool(st.chase.known_of[seat] == _situation(st))


@njit
def chase_chance(st: Any, pg: Any, seat: int) -> float:
    """Return a seat's chance to have the best whole hand of the players in (0 to 1); of equal hands the one to beat wins.

    A mean over the seat's own whole hands of the product of the chances that each other player's is worse. Kept until
    a card is turned, a player leaves, or another has the hand to beat.
    """
    if is_known(st, seat):
        return float(st.chase.chance[seat])
    unforeseen = st.live & ~st.chase.foreseen
    while unforeseen:
        _foresee(st, pg, low_bit(unforeseen))
        unforeseen &= unforeseen - 1
    best = st.chase.best
    for number in range(QUANTILES):
        best[number] = 1.0
    for other in range(st.players):
        if other != seat and st.live >> other & 1:
            worse = st.chase.worse[seat, other]
            no_better = st.chase.no_better[seat, other]
            if st.open_best_seat == seat:
                worse = no_better
            elif st.open_best_seat == other:
                no_better = worse
            for number in range(QUANTILES):
                best[number] *= (int(worse[number]) + int(no_better[number])) / _TIES
    total = 0.0
    for number in range(QUANTILES):
        total += best[number]
    st.chase.chance[seat] = total / QUANTILES
    st.chase.known_of[seat] = _situation(st)
    return total / QUANTILES


@njit
def forget_turned(st: Any, seat: int) -> None:
    """Forget what a player's whole hand may come to, and so every chance, because a card was turned."""
    st.chase.foreseen &= ~(1 << seat)
    for other in range(st.players):
        st.chase.known_of[other] = 0


@njit
def _foresee(st: Any, pg: Any, seat: int) -> None:
    """Find what a player's whole hand may come to, and compare it with what is known of the others'."""
    _deal_unseen(st, pg, seat)
    for other in range(st.players):
        if (st.live & st.chase.foreseen) >> other & 1:
            _compare(st, seat, other)
            _compare(st, other, seat)
    st.chase.foreseen |= 1 << seat


@njit
def _compare(st: Any, seat: int, other: int) -> None:
    """Count for each of a seat's whole hands how many of another's are worse, and how many no better."""
    mine, theirs = st.chase.wholes[seat], st.chase.wholes[other]
    worse = no_better = 0
    for number in range(QUANTILES):
        whole = mine[number]
        while worse < QUANTILES and theirs[worse] < whole:
            worse += 1
        no_better = max(no_better, worse)
        while no_better < QUANTILES and theirs[no_better] <= whole:
            no_better += 1
        st.chase.worse[seat, other, number] = worse
        st.chase.no_better[seat, other, number] = no_better


@njit
def _deal_unseen(st: Any, pg: Any, seat: int) -> None:
    """Find what a player's whole hand may come to: `QUANTILES` scores in order, by dealing the unseen cards.

    Each card of a shuffled pack is dealt once before the next shuffle, so the last card is looked at nearly card by card.
    """
    wholes = st.chase.wholes[seat]
    left = st.pile_size[seat]
    if st.own[seat] == 0:
        for number in range(QUANTILES):
            wholes[number] = pg.quantiles[1, number]
        return
    if left == 0:
        score = high_value(st, pg, seat)
        for number in range(QUANTILES):
            wholes[number] = score
        return
    seen = 0
    for other in range(st.players):
        seen |= st.turned[other]
    unseen = st.chase.unseen
    size = 0
    for place in range(pg.pack_size):
        if not seen >> pg.pack[place] & 1:
            unseen[size] = pg.pack[place]
            size += 1
    state = mix(st.hand_luck ^ SEATS_APART[seat] ^ np.uint64(popcount(st.own[seat])))
    bottom, bottom_known = st.bottom[seat], st.bottom_known
    st.bottom_known |= 1 << seat
    at = size
    for number in range(QUANTILES):
        if at + left > size:
            at = 0
            for place in range(size - 1, 0, -2):
                state = advance(state)
                bits = mix(state)
                other = below(bits >> R32, place + 1)
                unseen[place], unseen[other] = unseen[other], unseen[place]
                other = below(bits, place)
                unseen[place - 1], unseen[other] = unseen[other], unseen[place - 1]
        own = st.own[seat]
        more = left
        card = last = -1
        while more and at < size:
            card = unseen[at]
            at += 1
            own |= 1 << card
            if more == 1 and last < 0:  # an extra card lies on top of the pile
                last = card
            more += int(pg.extra >> card & 1) - 1
        st.bottom[seat] = last if last >= 0 else card  # where the pack ends
        score = value_of(st, pg, seat, own, own, HIGH)
        place = number
        while place and wholes[place - 1] > score:
            wholes[place] = wholes[place - 1]
            place -= 1
        wholes[place] = score
    st.bottom[seat], st.bottom_known = bottom, bottom_known
