"""The pack: shuffling as many cards as are needed, dealing a card, and making a new stock of thrown cards."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.compile.jit import njit
from engine.kernel.program import MAX_PLAYERS
from engine.kernel.rng import R32, advance, below, mix

SEATS_APART = np.array([seat * 0xD1B54A32D192ED03 % 2**64 for seat in range(MAX_PLAYERS)], np.uint64)


@njit(forceinline=True)
def shuffle_next(st: Any, count: int) -> None:
    """Bring `count` random cards to the top of the stock, two for every draw of random bits (Fisher and
    Yates).
    """
    deck = st.deck
    at = st.stock_at
    size = st.stock_end - at
    state = st.rng
    taken = 0
    while taken + 1 < count:
        state = advance(state)
        bits = mix(state)
        other = at + below(bits, size)
        card = deck[other]
        deck[other] = deck[at]
        deck[at] = card
        other = at + 1 + below(bits >> R32, size - 1)
        card = deck[other]
        deck[other] = deck[at + 1]
        deck[at + 1] = card
        at += 2
        size -= 2
        taken += 2
    if taken < count:
        state = advance(state)
        other = at + below(mix(state), size)
        card = deck[other]
        deck[other] = deck[at]
        deck[at] = card
    st.rng = state


@njit
def refill(st: Any, but_not: int) -> int:
    """Put the muck, save the cards of `but_not`, below the stock that is left (ruling 8); return the stock's
    size.
    """
    left = st.stock_end - st.stock_at
    for place in range(left):
        st.deck[place] = st.deck[st.stock_at + place]
    for card in range(64):
        if (st.muck & ~but_not) >> card & 1:
            st.deck[left] = card
            left += 1
    st.muck &= but_not
    st.stock_at = 0
    st.stock_end = left
    return left


@njit
def draw_card(st: Any, but_not: int) -> int:
    """Take one card from the stock, or -1 when stock and muck are gone. Cards of `but_not` aren't dealt
    again.
    """
    if st.stock_at == st.stock_end and refill(st, but_not) == 0:
        return -1
    shuffle_next(st, 1)
    card = st.deck[st.stock_at]
    st.stock_at += 1
    return card


@njit(forceinline=True)
def shuffle_luck(st: Any) -> None:
    """Give every seat its own random numbers for this hand, so that no decision moves the cards."""
    st.rng = advance(st.rng)
    st.hand_luck = mix(st.rng)
    st.luck_known = 0


@njit(forceinline=True)
def decision_bits(st: Any, seat: int) -> Any:
    """64 random bits for a decision of a seat."""
    if not st.luck_known >> seat & 1:
        st.luck_known |= 1 << seat
        st.luck[seat] = st.hand_luck ^ SEATS_APART[seat]
    st.luck[seat] = advance(st.luck[seat])
    return mix(st.luck[seat])


@njit
def renew_luck(st: Any) -> None:
    """Give every seat new random numbers for a betting round, whatever was decided before it. Training compares hands that
    differ in one choice: with other luck in all later rounds, what the choice is worth would not show.
    """
    st.luck_known = -1  # of every seat
    for seat in range(st.players):
        st.luck[seat] = mix((st.hand_luck ^ SEATS_APART[seat]) + np.uint64(st.rounds))
