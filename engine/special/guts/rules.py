"""The rules of guts: who must stay in, who takes the pot and what the rest match."""

from __future__ import annotations

from typing import Any

from engine.cards.card import JOKER_SET
from engine.compile.jit import njit
from engine.special.declared import best_of, declared_winners, high_part, sides_of


@njit
def must_stay(cards: int) -> bool:
    """Whether a hand may not go out: it holds a joker."""
    return cards & JOKER_SET != 0


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
    winners = best_of(scores, inside)
    if is_one(inside) and pack_score >= 0 and scores[first_of(inside)] <= pack_score:
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

    Ruling 5 for who declares both; a tie wins nothing and leaves its half in the pot (in the last deal it is
    shared). A side that no player declared, or whose best failed in the other, leaves everything to the other.
    Losers match what their side plays for, who lost both the pot.
    """
    players = highs.shape[0]
    for_high, for_low = sides_of(declared, inside)
    high, low = declared_winners(highs, lows, declared, inside)
    if inside == 0 or (last and high == 0 and low == 0):
        won[0] = (1 << players) - 1 if last else 0
        won[1] = pot if last else 0
        return
    half = high_part(pot, high, low)
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
def first_of(seats: int) -> int:
    """The first seat of a set, which has one."""
    seat = 0
    while not seats >> seat & 1:
        seat += 1
    return seat
