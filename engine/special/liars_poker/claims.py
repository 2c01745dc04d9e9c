"""What can be claimed at Liar's Poker, and whether pooled cards hold it.

A claim is a number, 0 to 122: singletons by rank (2 to ace), pairs, two pairs, straights by their highest
card (the ace low or high), flushes by their highest card (six or more). The larger beats the smaller.
"""

from __future__ import annotations

from engine.cards.bits import popcount
from engine.cards.high import LANE, ranks_of, spread
from engine.compile.jit import njit

NO_CLAIM = -1
PAIR, TWO_PAIR, STRAIGHT, FLUSH, CLAIMS = 13, 26, 104, 114, 123
"""The first claim of each category, and how many claims there are."""
LOWEST_FLUSH = 4
"""The rank of a six, counted from the two."""


@njit
def high_pair(claim: int) -> int:
    """The rank of the higher pair of a claim of two pairs."""
    high = 1
    while TWO_PAIR + (high + 1) * high // 2 <= claim:
        high += 1
    return high


@njit
def low_pair(claim: int) -> int:
    """The rank of the lower pair of a claim of two pairs."""
    high = high_pair(claim)
    return claim - TWO_PAIR - high * (high - 1) // 2


@njit
def held(cards: int, rank: int) -> int:
    """How many cards of a rank a set holds; rank -1 is the ace."""
    return popcount(cards & spread(1 << (rank if rank >= 0 else 12)))


@njit
def claim_holds(cards: int, claim: int) -> bool:
    """Whether the pooled cards hold what a claim names."""
    if claim < PAIR:
        return held(cards, claim) >= 1
    if claim < TWO_PAIR:
        return held(cards, claim - PAIR) >= 2
    if claim < STRAIGHT:
        return held(cards, high_pair(claim)) >= 2 and held(cards, low_pair(claim)) >= 2
    if claim < FLUSH:
        ranks = ranks_of(cards)
        return (ranks << 1 | ranks >> 12) >> claim - STRAIGHT & 0x1F == 0x1F
    top = claim - FLUSH + LOWEST_FLUSH
    for lane in range(0, 64, 16):
        suit = cards >> lane & LANE
        if suit >> top & 1 and popcount(suit & ((1 << top) - 1)) >= 4:
            return True
    return False
