"""How Liar's Poker is played: the chance of every claim in closed form, and the surest one."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from engine.bits import low_bit, popcount
from engine.games.batch import draw
from engine.games.liars_poker.claims import (
    CLAIMS,
    FLUSH,
    LOWEST_FLUSH,
    NO_CLAIM,
    PAIR,
    STRAIGHT,
    TWO_PAIR,
    held,
    high_pair,
)
from engine.jit import njit
from engine.melds import ranks_of


class ClaimChances(NamedTuple):
    """Chances that some known cards and others drawn at random hold a claim.

    By the number of known cards (0 to 3), the number drawn, and what matters of the known ones: ranks[known,
    drawn, need - 1, has]: at least `need` of a rank of which the known ones have `has`. pairs[known, drawn,
    has, has]: two of both ranks. straights[known, drawn, missing]: every rank of five of which some are
    missing. flushes[drawn, top, pattern]: `flush_pattern` says of up to two known cards how they bear on a
    flush to that top.
    """

    ranks: Any
    pairs: Any
    straights: Any
    flushes: Any


_MOST_KNOWN = 3
_MOST_DRAWN = 20


@cache
def make_chances() -> ClaimChances:
    """The tables, made once."""
    shape = (_MOST_KNOWN + 1, _MOST_DRAWN + 1)
    ranks, pairs, straights = np.zeros((*shape, 2, 5)), np.zeros((*shape, 5, 5)), np.zeros((*shape, 6))
    for known in range(_MOST_KNOWN + 1):
        rest = 52 - known
        for drawn in range(_MOST_DRAWN + 1):
            every = comb(rest, drawn)
            for has in range(known + 1):
                for need in (1, 2):
                    failed = sum(
                        comb(4 - has, came) * comb(rest - 4 + has, drawn - came)
                        for came in range(min(need - has, drawn + 1))
                    )
                    ranks[known, drawn, need - 1, has] = 1 - failed / every
                for other in range(known - has + 1):
                    made = sum(
                        comb(4 - has, one)
                        * comb(4 - other, two)
                        * comb(rest - 8 + has + other, drawn - one - two)
                        for one in range(max(0, 2 - has), min(4 - has, drawn) + 1)
                        for two in range(max(0, 2 - other), min(4 - other, drawn - one) + 1)
                    )
                    pairs[known, drawn, has, other] = made / every
            for missing in range(6):  # inclusion and exclusion over the ranks that don't come
                made = sum(
                    (-1) ** absent * comb(missing, absent) * comb(rest - 4 * absent, drawn)
                    for absent in range(missing + 1)
                )
                straights[known, drawn, missing] = made / every
    flushes = np.zeros((_MOST_DRAWN + 1, CLAIMS - FLUSH, 32))
    for top in range(LOWEST_FLUSH, 13):
        for pattern in range(32):
            first, second, together = pattern & 3, pattern >> 2 & 3, pattern >> 4
            suits = [[0, 0, 0] for _ in range(4)]  # of each suit: lower, the top, higher cards known
            if first:
                suits[0][first - 1] += 1
            if second:
                suits[0 if together else 1][second - 1] += 1
            if suits[0][1] < 2 and all(
                higher <= 12 - top for _, _, higher in suits
            ):  # else there is no such hand
                flushes[:, top - LOWEST_FLUSH, pattern] = _flush_chances(top, suits)
    return ClaimChances(ranks, pairs, straights, flushes)


def _flush_chances(top: int, suits: list[list[int]]) -> list[float]:
    """For every number of cards drawn, one less the chance that no suit makes a flush to `top`: the ways suit
    by suit, multiplied out by how many cards each takes.
    """
    ways = [1]
    for lower, has_top, higher in suits:
        low_left, others = top - lower, 12 - top - higher
        missed = []
        for taken in range(low_left + others + 2 - has_top):
            spare = taken - (1 - has_top)
            made = sum(
                comb(low_left, low) * comb(others, spare - low)
                for low in range(max(0, 4 - lower), min(low_left, spare) + 1)
            )
            missed.append(comb(low_left + others + 1 - has_top, taken) - made)
        ways = [
            sum(
                ways[before] * missed[total - before]
                for before in range(len(ways))
                if 0 <= total - before < len(missed)
            )
            for total in range(len(ways) + len(missed) - 1)
        ]
    rest = 52 - sum(map(sum, suits))
    return [1 - ways[drawn] / comb(rest, drawn) for drawn in range(_MOST_DRAWN + 1)]


@njit
def flush_pattern(known: int, top: int) -> int:
    """How one or two known cards bear on a flush: for each 1 lower, 2 the top, 3 higher, in two bits; then if
    they share a suit.
    """
    first = low_bit(known)
    pattern = 2 if first % 16 == top else 1 if first % 16 < top else 3
    known &= known - 1
    if known:
        second = low_bit(known)
        pattern |= (2 if second % 16 == top else 1 if second % 16 < top else 3) << 2
        pattern |= (first // 16 == second // 16) << 4
    return pattern


@njit
def weigh_claims(table: ClaimChances, own: int, hidden: int, named: int, trust: float, chances: Any) -> None:
    """The chance of every claim to one who holds `own`, one or two cards, and knows that `hidden` cards are
    with the others.

    With the chance `trust` the last claimant holds the `named` card (a set; 0 for none), of any suit: of
    flushes, read off one's own cards, it says nothing.
    """
    told = own | named
    alone, trust = (1.0 - trust, trust) if named else (1.0, 0.0)
    count, more = popcount(own), popcount(told)
    rest = hidden - more + count
    unknown = alone * table.pairs[count, hidden, 0, 0] + trust * table.pairs[more, rest, 0, 0]
    for claim in range(TWO_PAIR, STRAIGHT):  # of most ranks nothing is known
        chances[claim] = unknown
    for rank in range(13):
        has, has_told = held(own, rank), held(told, rank)
        for need in range(2):
            chances[need * PAIR + rank] = (
                alone * table.ranks[count, hidden, need, has]
                + trust * table.ranks[more, rest, need, has_told]
            )
        if has_told:
            for other in range(13):
                if other != rank:
                    one = table.pairs[count, hidden, has, held(own, other)]
                    two = table.pairs[more, rest, has_told, held(told, other)]
                    high, low = max(rank, other), min(rank, other)
                    chances[TWO_PAIR + high * (high - 1) // 2 + low] = alone * one + trust * two
    line, line_told = _from_the_ace(own), _from_the_ace(told)
    for start in range(FLUSH - STRAIGHT):
        missing = 5 - popcount(line >> start & 0x1F)
        missing_told = 5 - popcount(line_told >> start & 0x1F)
        chances[STRAIGHT + start] = (
            alone * table.straights[count, hidden, missing]
            + trust * table.straights[more, rest, missing_told]
        )
    for place in range(CLAIMS - FLUSH):
        chances[FLUSH + place] = table.flushes[hidden, place, flush_pattern(own, place + LOWEST_FLUSH)]


@njit
def _from_the_ace(cards: int) -> int:
    """The ranks that cards hold, from an ace counted low."""
    ranks = ranks_of(cards)
    return ranks << 1 | ranks >> 12


@njit
def surest_claim(before: int, chances: Any) -> int:
    """The claim above `before` that is likeliest to be true, the highest of equals."""
    most = chances[CLAIMS - 1]
    for claim in range(before + 1, CLAIMS - 3, 4):  # four at once, for each would wait for the one before
        first, second = max(chances[claim], chances[claim + 1]), max(chances[claim + 2], chances[claim + 3])
        most = max(most, max(first, second))
    for claim in range(max(CLAIMS - 4, before + 1), CLAIMS):
        most = max(most, chances[claim])
    best = CLAIMS - 1
    while chances[best] < most:
        best -= 1
    return best


@njit
def highest_claim(before: int, chances: Any, least: float) -> int:
    """The highest claim above `before` whose chance to be true is so great."""
    claim = CLAIMS - 1
    while claim > before + 1 and chances[claim] < least:
        claim -= 1
    return claim


@njit
def named_card(claim: int, known: int) -> int:
    """A card of the highest rank that a claim names, not among the known ones, as a set; 0 where there is
    none.

    A flush names no suit, so nothing is read out of it.
    """
    if claim == NO_CLAIM or claim >= FLUSH:
        return 0
    if claim < PAIR:
        rank = claim
    elif claim < TWO_PAIR:
        rank = claim - PAIR
    elif claim < STRAIGHT:
        rank = high_pair(claim)
    else:
        rank = claim - STRAIGHT + 3
    for lane in range(0, 64, 16):
        card = 1 << lane + rank
        if known & card == 0:
            return card
    return 0


@njit
def imagine(sheet: Any, own: int) -> int:
    """Other cards, as many as one's own, to claim by: any of the pack."""
    cards = 0
    while popcount(cards) < popcount(own):
        cards |= 1 << draw(sheet, 4) * 16 + draw(sheet, 13)
    return cards
