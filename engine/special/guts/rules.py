"""The rules of guts: the value of two or three cards, who must stay in, who takes the pot, and what the others match.

There are no straights or flushes. A score has the category of `engine.cards.high` in its place and below it the
ranks, the most frequent first, four bits each: 1 for a two to 13 for an ace, 0 for a joker; in a low 1 is an ace and
13 a king.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.cards.bits import low_bit
from engine.cards.card import JOKERS
from engine.cards.high import CATEGORY_SHIFT, HIGH_CARD, PAIR, THREE
from engine.compile.jit import kernel, njit
from engine.kernel.winners import LEAST, best_of, declared_winners, first_half, nearest, sides_of

_ABOVE_ALL = 14
_ONE_JOKER, _OTHER_JOKER = JOKERS


@njit
def jokers_in(cards: int) -> int:
    """How many jokers a set holds."""
    return (cards >> _ONE_JOKER & 1) + (cards >> _OTHER_JOKER & 1)


@kernel
def high_score(cards: int, jokers_best: bool) -> int:
    """The score of a hand; the larger wins. A joker is worth nothing; two beat any pair if `jokers_best`."""
    if jokers_in(cards) == 2 and jokers_best:
        return PAIR << CATEGORY_SHIFT | _ABOVE_ALL << 8
    category = HIGH_CARD
    ranks = 0
    shift = 8
    for copies in range(3, 0, -1):
        for rank in range(12, -1, -1):
            count = 0
            for lane in range(0, 64, 16):
                count += cards >> lane + rank & 1
            if count == copies:
                if copies > 1:
                    category = THREE if copies == 3 else PAIR
                ranks |= (rank + 1) << shift
                shift -= 4
    return category << CATEGORY_SHIFT | ranks


@kernel
def low_score(cards: int) -> int:
    """The score of two cards for low; the smaller wins: a joker pairs the other card, two are the highest
    pair.
    """
    jokers = jokers_in(cards)
    if jokers == 2:
        return PAIR << CATEGORY_SHIFT | _ABOVE_ALL << 8
    high = low = 0
    for rank in range(12, -2, -1):
        for lane in range(0, 64, 16):
            if rank < 12 and cards >> lane + (rank if rank >= 0 else 12) & 1:
                if high == 0:
                    high = rank + 2
                else:
                    low = rank + 2
    if jokers or high == low:
        return PAIR << CATEGORY_SHIFT | high << 8
    return HIGH_CARD << CATEGORY_SHIFT | high << 8 | low << 4


@kernel
def hand_key(cards: int) -> int:
    """A number for the ranks of up to three cards, jokers included, under 14 ** 3."""
    key = 0
    for rank in range(13, -1, -1):
        for lane in range(0, 64, 16):
            if cards >> lane + rank & 1:
                key = key * 14 + rank
    return key


@njit
def is_one(seats: int) -> bool:
    """Whether a set holds just one seat."""
    return seats != 0 and seats & (seats - 1) == 0


@njit
def settle_high(
    scores: Any, inside: int, pot: int, last: bool, pack_score: int, won: Any, match: Any
) -> None:
    """Fill what each seat takes (`won`, a set of seats and chips each: whole pot) and what each pays
    (`match`).

    won: [winners, chips]. `pack_score`: what a lone player must beat, -1 where nothing need be beaten. A lone
    player whom the pack beats in the last deal leaves the pot to every player, as if no player were in.
    """
    players = scores.shape[0]
    winners = best_of(scores, inside, 1, LEAST)
    if is_one(inside) and pack_score >= 0 and scores[low_bit(inside)] <= pack_score:
        winners = 0
    if last:
        won[0] = winners if winners else (1 << players) - 1
        won[1] = pot
        return
    if not is_one(winners):
        winners = 0
    won[0] = winners
    won[1] = pot if winners else 0
    for seat in range(players):
        if inside >> seat & 1 and not winners >> seat & 1:
            match[seat] = pot


@njit
def settle_high_low(
    highs: Any, lows: Any, declared: Any, inside: int, pot: int, last: bool, won: Any, match: Any
) -> None:
    """The same with a high and a low half; won: [high winners, chips, low winners, chips].

    Ruling 5 for who declares both; a tie wins nothing and leaves its half in the pot (in the last deal it is shared).
    A side that no player declared, or whose best failed in the other, leaves everything to the other. Losers match
    the part that their side plays for; losers of both match the pot.
    """
    players = highs.shape[0]
    for_high, for_low = sides_of(declared, inside)
    high, low = declared_winners(highs, lows, declared, inside, -1, LEAST)
    if inside == 0 or (last and high == 0 and low == 0):
        won[0] = (1 << players) - 1 if last else 0
        won[1] = pot if last else 0
        return
    half = first_half(pot, nearest(high), nearest(low))
    high_plays = half if for_low else pot
    low_plays = pot - half if for_high else pot
    high_takes = pot if low == 0 else high_plays  # the other side undeclared, or its best failed
    low_takes = pot if high == 0 else low_plays
    won[0], won[1] = (high, high_takes) if is_one(high) or last else (0, 0)
    won[2], won[3] = (low, low_takes) if is_one(low) or last else (0, 0)
    if high == 0:
        won[1] = 0
    if low == 0:
        won[3] = 0
    if last:
        return
    for seat in range(players):
        if for_high >> seat & 1 and not won[0] >> seat & 1:
            match[seat] += high_takes if high else high_plays
        if for_low >> seat & 1 and not won[2] >> seat & 1:
            match[seat] += low_takes if low else low_plays
        match[seat] = min(match[seat], pot)


@njit
def situation_of(players: int, seat: int, ins: int, first: int) -> int:
    """Return the number of the situation in which a seat speaks: how many are in, and the first of them, if any. The
    first came in before all others, so its hand depends most on its place.
    """
    return (seat * players + ins) * players + (first if ins else 0)


@dataclass(frozen=True, kw_only=True)
class GutsRecipe:
    """How guts is trained.

    deals: in a batch. batches: of a strategy against itself. blind_batches: at tables where some go in blind.
    blind_weight: weight of such a deal, relative to the others.
    """

    deals: int = 60_000
    batches: int = 20
    blind_batches: int = 4
    blind_weight: float = 0.002
    seed: int = 19
