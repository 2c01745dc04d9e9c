"""Liar's Poker (RG): claims about all the cards together rise until one is called.

Everybody has two markers and is dealt a card for each marker left. A claim names a singleton, a pair, two
pairs, a straight or a flush by its ranks; suits never rank (ruling 7). The next player beats it or calls it:
if the pooled cards hold it, the caller loses a marker, else the claimant. Who loses the last marker is out.
The loser opens the next round, or, if out, the next player. The markers are stakes, put up at the start; the
last player left takes the pot.

A claim is a number, 0 to 122: singletons by rank (2 to ace), pairs, two pairs, straights by their highest
card (the ace low or high), flushes by their highest card (six or more).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from engine.actions import Act
from engine.bits import low_bit, popcount
from engine.cards import RANKS, pack_of
from engine.games.batch import (
    LAST_STANDING,
    GameKernel,
    Rows,
    Sitting,
    batches,
    check_stakes,
    clear,
    draw,
    end_hand,
    has_room,
    keep_hand,
    luck,
    new_sheet,
    no_meld,
    note,
    paid_in,
    pay,
    seed_unit,
    shuffle,
    win,
)
from engine.jit import njit
from engine.profiles import BLUFF, TIGHT
from engine.record import Half, Record

MARKERS = 2
NO_CLAIM = -1
PAIR, TWO_PAIR, STRAIGHT, FLUSH, CLAIMS = 13, 26, 104, 114, 123
"""The first claim of each category, and how many claims there are."""
_LOWEST_FLUSH = 4  # the rank of a six
_STAKE, _DEAL, _CLAIM, _DOUBT, _LOSE_LIFE = (
    int(act) for act in (Act.STAKE, Act.DEAL_CLOSED, Act.CLAIM, Act.DOUBT, Act.LOSE_LIFE)
)  # fmt: skip
_WHOLE = int(Half.WHOLE)
_PACK = np.array(pack_of(52))


# --- The rules ----------------------------------------------------------------------------------------------


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
    rank = rank if rank >= 0 else 12
    return (
        (cards >> rank & 1) + (cards >> rank + 16 & 1) + (cards >> rank + 32 & 1) + (cards >> rank + 48 & 1)
    )


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
        ranks = (cards | cards >> 16 | cards >> 32 | cards >> 48) & 0x1FFF
        return (ranks << 1 | ranks >> 12) >> claim - STRAIGHT & 0x1F == 0x1F
    top = claim - FLUSH + _LOWEST_FLUSH
    for lane in range(0, 64, 16):
        suit = cards >> lane & 0x1FFF
        if suit >> top & 1 and popcount(suit & ((1 << top) - 1)) >= 4:
            return True
    return False


@njit
def next_player(left: Any, seat: int) -> int:
    """The nearest seat to the left that has a marker left."""
    seat = (seat + 1) % left.shape[0]
    while left[seat] == 0:
        seat = (seat + 1) % left.shape[0]
    return seat


@njit
def opens_next(left: Any, loser: int) -> int:
    """The loser opens, or, if that was the last marker, the next player to the left."""
    return loser if left[loser] > 0 else next_player(left, loser)


def claim_text(claim: int) -> str:
    """A claim in words: ``two pairs, K and 7``."""
    if claim < PAIR:
        return f"a single {RANKS[claim]}"
    if claim < TWO_PAIR:
        return f"a pair of {RANKS[claim - PAIR]}"
    if claim < STRAIGHT:
        return f"two pairs, {RANKS[high_pair(claim)]} and {RANKS[low_pair(claim)]}"
    if claim < FLUSH:
        return f"a straight to {RANKS[claim - STRAIGHT + 3]}"
    return f"a flush to {RANKS[claim - FLUSH + _LOWEST_FLUSH]}"


# --- The players: the chance that a claim is true, in closed form -------------------------------------------


class Chances(NamedTuple):
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
def make_chances() -> Chances:
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
    for top in range(_LOWEST_FLUSH, 13):
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
                flushes[:, top - _LOWEST_FLUSH, pattern] = _flush_chances(top, suits)
    return Chances(ranks, pairs, straights, flushes)


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
def add_chances(table: Chances, known: int, drawn: int, weight: float, chances: Any) -> None:
    """Add to each claim `weight` times the chance that the `known` cards (one to three) and `drawn` others,
    taken at random from the rest of the pack, hold it. A flush is read off the first two known cards alone.
    """
    count = popcount(known)
    ranks = table.ranks[count, drawn]
    pairs = table.pairs[count, drawn]
    any_suit = (known | known >> 16 | known >> 32 | known >> 48) & 0x1FFF
    line = any_suit << 1 | any_suit >> 12
    claim = TWO_PAIR
    for rank in range(13):
        has = held(known, rank)
        chances[rank] += weight * ranks[0, has]
        chances[PAIR + rank] += weight * ranks[1, has]
        for low in range(rank):
            chances[claim] += weight * pairs[has, held(known, low)]
            claim += 1
    for start in range(FLUSH - STRAIGHT):
        missing = 5 - popcount(line >> start & 0x1F)
        chances[STRAIGHT + start] += weight * table.straights[count, drawn, missing]
    for place in range(CLAIMS - FLUSH):
        pattern = flush_pattern(known, place + _LOWEST_FLUSH)
        chances[FLUSH + place] += weight * table.flushes[drawn, place, pattern]


@njit
def weigh_claims(table: Chances, own: int, hidden: int, named: int, trust: float, chances: Any) -> None:
    """The chance of every claim to one who holds `own` and knows that `hidden` cards are with the others.

    With the chance `trust` the last claimant holds the `named` card (a set; 0 for none), of any suit.
    """
    for claim in range(CLAIMS):
        chances[claim] = 0.0
    if named == 0:
        trust = 0.0
    if trust < 1.0:
        add_chances(table, own, hidden, 1.0 - trust, chances)
    if trust > 0.0:
        add_chances(table, own | named, hidden - 1, trust, chances)
        for place in range(CLAIMS - FLUSH):  # one card more says nothing of suits
            chances[FLUSH + place] = table.flushes[hidden, place, flush_pattern(own, place + _LOWEST_FLUSH)]


@njit
def surest_claim(before: int, chances: Any) -> int:
    """The claim above `before` that is likeliest to be true, the highest of equals."""
    best = before + 1
    for claim in range(before + 1, CLAIMS):
        if chances[claim] >= chances[best]:
            best = claim
    return best


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


# --- Play ---------------------------------------------------------------------------------------------------


@njit
def play_round(
    sheet: Any, table: Chances, profiles: Any, left: Any, opener: int, round_no: int, pack: Any
) -> int:
    """Deal, and let claims rise until one is called; return the seat that loses a marker."""
    players = left.shape[0]
    pooled = 0
    for seat in range(players):
        pooled += left[seat]
    shuffle(sheet, pack, 52)
    own = np.zeros(players, np.int64)
    pool = 0
    at = 0
    for card_no in range(MARKERS):
        for seat in range(players):
            if left[seat] > card_no:
                own[seat] |= 1 << pack[at]
                pool |= 1 << pack[at]
                note(sheet, _DEAL, seat, round_no, pack[at])
                at += 1
    seat = opener
    claimant = opener
    claim = NO_CLAIM
    chances = np.zeros(CLAIMS)
    while claim < CLAIMS - 1:  # the highest claim can only be called
        hidden = pooled - left[seat]
        trust = 1.0 - profiles[claimant, BLUFF]
        weigh_claims(table, own[seat], hidden, named_card(claim, own[seat]), trust, chances)
        rise = surest_claim(claim, chances)
        if claim != NO_CLAIM and profiles[seat, TIGHT] * (1.0 - chances[claim]) > chances[rise]:
            break
        if luck(sheet) < profiles[seat, BLUFF]:
            imagined = imagine(sheet, own[seat])
            weigh_claims(table, imagined, hidden, named_card(claim, imagined), trust, chances)
            rise = surest_claim(claim, chances)
        claim = rise
        note(sheet, _CLAIM, seat, round_no, claim)
        claimant = seat
        seat = next_player(left, seat)
    note(sheet, _DOUBT, seat, round_no, 0)
    return seat if claim_holds(pool, claim) else claimant


@njit
def play_pot(sheet: Any, table: Chances, profiles: Any, stake: int, pot_in: int, pack: Any) -> None:
    """Play one pot, from the first marker to the last player."""
    players = sheet.seats.shape[0]
    for seat in range(players):
        pay(sheet, _STAKE, seat, 0, MARKERS * stake)
    left = np.full(players, MARKERS)
    opener = 0
    still_in = players
    round_no = 0
    while still_in > 1:
        round_no += 1
        loser = play_round(sheet, table, profiles, left, opener, round_no, pack)
        left[loser] -= 1
        note(sheet, _LOSE_LIFE, loser, round_no, left[loser])
        if left[loser] == 0:
            still_in -= 1
        opener = opens_next(left, loser)
    win(sheet, _WHOLE, opener, pot_in + paid_in(sheet))
    end_hand(sheet, pot_in, LAST_STANDING, round_no, 0)


@njit(nogil=True, cache=True)
def play_pots(
    rows: Rows, table: Chances, profiles: Any, seed: int, number: int, last: int, stake: int, pot_in: int
) -> tuple[int, int]:
    """Play pots `number` to `last` - 1 while there is room; return the next pot and the rows filled."""
    sheet = new_sheet(profiles.shape[0])
    row = 0
    while number < last and has_room(rows, row, 1):
        clear(sheet)
        seed_unit(sheet, seed, number)
        play_pot(sheet, table, profiles, stake, pot_in, _PACK.copy())
        row = keep_hand(rows, row, sheet)
        pot_in = 0
        number += 1
    return number, row


def play(sitting: Sitting) -> Iterator[tuple[int, Record]]:
    """Play a sitting. `tight` players call sooner; `bluff` how often one claims by cards one doesn't hold."""
    stake = check_stakes(sitting, MARKERS)
    table = make_chances()

    def fill(rows: Rows, number: int, last: int, pot_in: int) -> tuple[int, int]:
        return play_pots(rows, table, sitting.profiles, sitting.seed, number, last, stake, pot_in)

    return batches(sitting, fill)


KERNEL = GameKernel(play=play, meld=no_meld, low=no_meld)
