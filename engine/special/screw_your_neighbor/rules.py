"""The rules of Screw Your Neighbor: swaps, and lost lives.

Ranks here are 0 for an ace to 12 for a king.
"""

from __future__ import annotations

from typing import Any

from engine.compile.jit import njit
from engine.special.batch import next_player

JACK, QUEEN, KING = 10, 11, 12
NOBODY = -1
STOCK = -2


@njit
def rank_of(card: int) -> int:
    """The rank of a card, ace lowest."""
    rank = card % 16 + 1
    return 0 if rank == 13 else rank


@njit
def to_right(lives: Any, seat: int) -> int:
    """The nearest seat to the right that is alive."""
    seat = (seat - 1) % lives.shape[0]
    while lives[seat] == 0:
        seat = (seat - 1) % lives.shape[0]
    return seat


@njit
def swaps_with(cards: Any, lives: Any, seat: int, dealer: int) -> int:
    """The partner of a seat that swaps: a seat, `STOCK` for the dealer, or `NOBODY`."""
    if seat == dealer:
        return STOCK
    other = next_player(lives, seat)
    while other != seat and rank_of(cards[other]) == KING:
        other = next_player(lives, other)
    if other == seat or rank_of(cards[other]) == JACK:
        return NOBODY
    if rank_of(cards[other]) == QUEEN:
        other = to_right(lives, seat)
        if rank_of(cards[other]) >= JACK:
            return NOBODY
    return other


@njit
def lowest_of(cards: Any, lives: Any) -> int:
    """The seats that hold the lowest card, as a set; no player where all hold kings (RG)."""
    lowest = KING + 1
    losers = 0
    for seat in range(lives.shape[0]):
        if lives[seat] > 0:
            rank = rank_of(cards[seat])
            if rank < lowest:
                lowest = rank
                losers = 0
            if rank == lowest:
                losers |= 1 << seat
    return 0 if lowest == KING else losers


@njit
def lose_lives(losers: int, lives: Any) -> bool:
    """Take a life from every loser; False, and nothing is taken, where that would end every player."""
    survivors = 0
    for seat in range(lives.shape[0]):
        survivors += lives[seat] > (losers >> seat & 1)
    if survivors == 0:
        return False
    for seat in range(lives.shape[0]):
        lives[seat] -= losers >> seat & 1
    return True
