"""The claims of Liar's Poker, the chance of each in closed form, and the surest one.

A claim is a number, 0 to 122: singletons by rank (2 to ace), pairs, two pairs, straights by their highest
card (the ace low or high), flushes by their highest card (six or more). The larger beats the smaller.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from engine.cards.bits import low_bit, popcount, top_bit
from engine.cards.high import LANE, ranks_of, spread
from engine.compile.jit import njit
from engine.special.batch import draw

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
def count_of_rank(cards: int, rank: int) -> int:
    """Return the number of cards of a rank in a set; rank -1 is the ace."""
    return popcount(cards & spread(1 << (rank if rank >= 0 else 12)))


@njit
def claim_holds(cards: int, claim: int) -> bool:
    """Whether the pooled cards hold what a claim names."""
    if claim < PAIR:
        return count_of_rank(cards, claim) >= 1
    if claim < TWO_PAIR:
        return count_of_rank(cards, claim - PAIR) >= 2
    if claim < STRAIGHT:
        return count_of_rank(cards, high_pair(claim)) >= 2 and count_of_rank(cards, low_pair(claim)) >= 2
    if claim < FLUSH:
        ranks = ranks_of(cards)
        return (ranks << 1 | ranks >> 12) >> claim - STRAIGHT & 0x1F == 0x1F
    top = claim - FLUSH + LOWEST_FLUSH
    for lane in range(0, 64, 16):
        suit = cards >> lane & LANE
        if suit >> top & 1 and popcount(suit & ((1 << top) - 1)) >= 4:
            return True
    return False


class ClaimChances(NamedTuple):
    """Chances that some known cards and others drawn at random hold a claim.

    By the number of known cards (0 to 3), the number drawn, and what matters of the known ones: ranks[known,
    drawn, need - 1, owned]: at least `need` of a rank of which the known ones have `owned`. pairs[known, drawn,
    owned, owned]: two of both ranks. straights[known, drawn, missing]: every rank of five of which some are
    missing. flushes[drawn, top, pattern]: `flush_pattern` says of up to two known cards how they bear on a
    flush to that top.
    """

    ranks: Any
    pairs: Any
    straights: Any
    flushes: Any


KINDS = 5
"""Singletons, pairs, two pairs, straights and flushes."""
WEIGHED = CLAIMS + KINDS
"""A chance for every claim, then the greatest of each kind."""
_FIRST = np.array([0, PAIR, TWO_PAIR, STRAIGHT, FLUSH, CLAIMS])
_MOST_KNOWN = 3
_MOST_DRAWN = 20


@cache
def claim_chances() -> ClaimChances:
    """The tables, computed once."""
    shape = (_MOST_KNOWN + 1, _MOST_DRAWN + 1)
    ranks, pairs, straights = np.zeros((*shape, 2, 5)), np.zeros((*shape, 5, 5)), np.zeros((*shape, 6))
    for known in range(_MOST_KNOWN + 1):
        rest = 52 - known
        for drawn in range(_MOST_DRAWN + 1):
            every = comb(rest, drawn)
            for owned in range(known + 1):
                for need in (1, 2):
                    failed = sum(
                        comb(4 - owned, came) * comb(rest - 4 + owned, drawn - came)
                        for came in range(min(need - owned, drawn + 1))
                    )
                    ranks[known, drawn, need - 1, owned] = 1 - failed / every
                for other in range(known - owned + 1):
                    made = sum(
                        comb(4 - owned, one)
                        * comb(4 - other, two)
                        * comb(rest - 8 + owned + other, drawn - one - two)
                        for one in range(max(0, 2 - owned), min(4 - owned, drawn) + 1)
                        for two in range(max(0, 2 - other), min(4 - other, drawn - one) + 1)
                    )
                    pairs[known, drawn, owned, other] = made / every
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
        for drawn in range(low_left + others + 2 - has_top):
            spare = drawn - (1 - has_top)
            made = sum(
                comb(low_left, low) * comb(others, spare - low)
                for low in range(max(0, 4 - lower), min(low_left, spare) + 1)
            )
            missed.append(comb(low_left + others + 1 - has_top, drawn) - made)
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
def weigh_claims(
    table: ClaimChances, own: int, hidden: int, named: int, trust: float, least: int, chances: Any
) -> None:
    """The chance of every claim from `least` on to one who holds `own`, one or two cards, and knows that
    `hidden` cards are with the others, then the greatest of each kind: `WEIGHED` numbers. Of a kind that is
    below `least`, nothing is computed where that takes long.

    With the chance `trust` the last claimant holds the `named` card (a set; 0 for none), of any suit: of
    flushes, read off one's own cards, it says nothing.
    """
    with_named = own | named
    alone, trust = (1.0 - trust, trust) if named else (1.0, 0.0)
    count, more = popcount(own), popcount(with_named)
    rest = hidden - more + count
    known = ranks_of(with_named)
    for need in range(2 if least < TWO_PAIR else 0):
        unknown = alone * table.ranks[count, hidden, need, 0] + trust * table.ranks[more, rest, need, 0]
        for claim in range(need * PAIR, need * PAIR + 13):  # for most ranks no card is known
            chances[claim] = unknown
        most = unknown
        ranks = known
        while ranks:
            rank = low_bit(ranks)
            ranks &= ranks - 1
            one = table.ranks[count, hidden, need, count_of_rank(own, rank)]
            chance = alone * one + trust * table.ranks[more, rest, need, count_of_rank(with_named, rank)]
            chances[need * PAIR + rank] = chance
            most = max(most, chance)
        chances[CLAIMS + need] = most
    if least < STRAIGHT:
        chances[CLAIMS + 2] = _weigh_two_pairs(table, own, with_named, hidden, alone, trust, chances)
    line, line_named = _from_the_ace(own), _from_the_ace(with_named)
    most = 0.0
    for start in range(FLUSH - STRAIGHT):
        missing = 5 - popcount(line >> start & 0x1F)
        missing_named = 5 - popcount(line_named >> start & 0x1F)
        straight = table.straights[count, hidden, missing]
        chance = alone * straight + trust * table.straights[more, rest, missing_named]
        chances[STRAIGHT + start] = chance
        most = max(most, chance)
    chances[CLAIMS + 3] = most
    most = 0.0
    for place in range(CLAIMS - FLUSH):
        chance = table.flushes[hidden, place, flush_pattern(own, place + LOWEST_FLUSH)]
        chances[FLUSH + place] = chance
        most = max(most, chance)
    chances[CLAIMS + 4] = most


@njit
def _weigh_two_pairs(
    table: ClaimChances, own: int, with_named: int, hidden: int, alone: float, trust: float, chances: Any
) -> float:
    """Weigh every two pairs, and return the greatest chance of them. Those of two ranks of which nothing is
    known have one chance, and so have those of a known rank with any such.
    """
    count, more = popcount(own), popcount(with_named)
    rest = hidden - more + count
    most = alone * table.pairs[count, hidden, 0, 0] + trust * table.pairs[more, rest, 0, 0]
    for claim in range(TWO_PAIR, STRAIGHT):
        chances[claim] = most
    known = ranks = ranks_of(with_named)
    while ranks:
        rank = low_bit(ranks)
        ranks &= ranks - 1
        one = table.pairs[count, hidden, count_of_rank(own, rank), 0]
        chance = alone * one + trust * table.pairs[more, rest, count_of_rank(with_named, rank), 0]
        most = max(most, chance)
        for low in range(rank):
            chances[_two_pairs(rank, low)] = chance
        for high in range(rank + 1, 13):
            chances[_two_pairs(high, rank)] = chance
    while known:
        high = top_bit(known)
        known ^= 1 << high
        ranks = known
        while ranks:
            low = low_bit(ranks)
            ranks &= ranks - 1
            one = table.pairs[count, hidden, count_of_rank(own, high), count_of_rank(own, low)]
            chance = (
                alone * one
                + trust
                * table.pairs[more, rest, count_of_rank(with_named, high), count_of_rank(with_named, low)]
            )
            chances[_two_pairs(high, low)] = chance
            most = max(most, chance)
    return most


@njit(forceinline=True)
def _two_pairs(high: int, low: int) -> int:
    """The claim of two pairs of these ranks."""
    return TWO_PAIR + high * (high - 1) // 2 + low


@njit
def _from_the_ace(cards: int) -> int:
    """The ranks that cards hold, from an ace counted low."""
    ranks = ranks_of(cards)
    return ranks << 1 | ranks >> 12


@njit(forceinline=True)
def _kind_of(claim: int) -> int:
    """The kind of a claim: 0 for a singleton, to 4 for a flush."""
    return int(claim >= PAIR) + int(claim >= TWO_PAIR) + int(claim >= STRAIGHT) + int(claim >= FLUSH)


@njit
def surest_claim(before: int, chances: Any) -> int:
    """The claim above `before` that is likeliest to be true, the highest of equals."""
    kind = _kind_of(before + 1)
    most = chances[CLAIMS + kind]
    if before + 1 > _FIRST[kind]:  # some of the kind are out
        most = 0.0
        for claim in range(before + 1, _FIRST[kind + 1]):
            most = max(most, chances[claim])
    for higher in range(kind + 1, KINDS):
        if chances[CLAIMS + higher] >= most:
            most = chances[CLAIMS + higher]
            kind = higher
    best = _FIRST[kind + 1] - 1
    while chances[best] < most:
        best -= 1
    return int(best)


@njit
def highest_claim(before: int, chances: Any, least: float) -> int:
    """The highest claim above `before` with at least this chance to be true; else the next."""
    kind = KINDS - 1
    while kind >= 0 and _FIRST[kind + 1] > before + 1:
        if chances[CLAIMS + kind] >= least:
            for claim in range(_FIRST[kind + 1] - 1, max(_FIRST[kind] - 1, before), -1):
                if chances[claim] >= least:
                    return claim
        kind -= 1
    return before + 1


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
def imagine(state: Any, own: int) -> int:
    """Draw other cards of the pack, as many as the player has, to base a claim on."""
    cards = 0
    while popcount(cards) < popcount(own):
        cards |= 1 << draw(state, 4) * 16 + draw(state, 13)
    return cards
