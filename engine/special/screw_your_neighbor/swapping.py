"""When players swap at Screw Your Neighbor: by exact chances, or by the model.

The exact chances take every unknown card for equally likely. A trained player also knows that players who keep a
card have a good one: it looks up how often to swap by its card, the
players in, how many spoke before it and how many of them swapped, and the card that it gave away.
"""

from __future__ import annotations

from typing import Any

from engine.compile.jit import njit
from engine.players.profiles import LOOSE_FIRST, LOOSE_LATER
from engine.special.choice_table import ChoiceTable, choose
from engine.special.perception import players_read, seen_chance
from engine.special.screw_your_neighbor.rules import JACK, KING

KEEP, SWAP = range(2)
"""What can be chosen."""
MOST_PLAYERS = 12
RANKS = KING + 1
_SWAPS, _KNOWN = 4, 3
ROWS = (MOST_PLAYERS - 1) * MOST_PLAYERS * _SWAPS * _KNOWN * RANKS


@njit
def none_lower(unseen: Any, rank: int, count: int) -> float:
    """The chance that none of `count` cards drawn from the unseen ones is below a rank."""
    total = 0
    high = 0
    for other in range(13):
        total += unseen[other]
        if other >= rank:
            high += unseen[other]
    chance = 1.0
    for drawn in range(count):
        if high - drawn <= 0:
            return 0.0
        chance *= (high - drawn) / (total - drawn)
    return chance


@njit
def lose_if_kept(unseen: Any, rank: int, others: int, known: int) -> float:
    """The chance to end lowest (ties lose) by keeping: no card of the others is lower. `known`: the lowest of
    the cards that one knows a player holds, 13 for none; `others`: how many hold a card that one doesn't
    know.
    """
    return 0.0 if known < rank else none_lower(unseen, rank, others)


@njit
def lose_if_swapped(unseen: Any, rank: int, others: int, known: int, cuts: bool) -> float:
    """The same by swapping for an unseen card: over what it may be. A jack stops the swap; a queen or a king
    sends it on to a card that is as unknown. The card given away stays at the table, unless the dealer `cuts`
    the stock.
    """
    total = 0
    for drawn in range(13):
        total += unseen[drawn]
    lose = 0.0
    weight = 0.0
    left = others if cuts else others - 1
    for drawn in range(13):
        chance = unseen[drawn] / total
        if unseen[drawn] == 0 or (drawn > JACK and not cuts):
            continue
        unseen[drawn] -= 1
        if drawn == JACK and not cuts:
            part = lose_if_kept(unseen, rank, left, known)
        elif not cuts and rank < drawn:
            part = 0.0
        else:
            part = lose_if_kept(unseen, drawn, left, known)
        unseen[drawn] += 1
        lose += chance * part
        weight += chance
    return lose / weight


@njit
def is_safe(rank: int, known: int) -> bool:
    """Whether a card can't lose: a king, or one above what another is known to hold. No player swaps it."""
    return bool(rank == KING or known < rank)


@njit
def swaps_plainly(unseen: Any, rank: int, others: int, known: int, cuts: bool, tight: float) -> bool:
    """Whether a plain player asks for a swap: it must lose less often, `tight` times over."""
    swapped = lose_if_swapped(unseen, rank, others, known, cuts)
    return tight * swapped < lose_if_kept(unseen, rank, others, known)


@njit
def row_at(rank: int, alive: int, spoke: int, swaps: int, known: int) -> int:
    """The row of the choice table, by players in, how many of them spoke and swapped. Of the card that
    one knows another to hold it matters whether there is one, and whether it is as low as one's own.
    """
    seen = 0 if known > KING else 1 if known == rank else 2
    row = ((alive - 2) * MOST_PLAYERS + spoke) * _SWAPS + min(swaps, _SWAPS - 1)
    return (row * _KNOWN + seen) * RANKS + rank


@njit
def swaps_trained(
    sheet: Any,
    trained: ChoiceTable,
    profile: Any,
    seat: int,
    rank: int,
    alive: int,
    spoke: int,
    swaps: int,
    known: int,
) -> bool:
    """Whether a trained player asks for a swap. A profile takes its card for another, by its standing among
    all of them, and reads a part of the swaps that were made.
    """
    better = profile[LOOSE_LATER] if spoke else profile[LOOSE_FIRST]
    standing = seen_chance(sheet, (rank + 0.5) / RANKS, better, profile)
    row = row_at(int(standing * RANKS), alive, spoke, players_read(sheet, swaps, profile), known)
    return bool(choose(sheet, trained, seat, row, 1 << KEEP | 1 << SWAP) == SWAP)
