"""How players decide: trained ones by the game's model (`engine.kernel.trained`), plain ones by the standing of their
hand among the hands of that street.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.cards.bits import low_bit, popcount, top_bit
from engine.cards.categories import (
    CATEGORY_SHIFT,
    FOUR,
    HIGH_CARD,
    LANE,
    PAIR,
    PRIMARY_SHIFT,
    STRAIGHT,
    THREE,
    TWO_PAIR,
)
from engine.cards.guest_rankings import badugi_of, rank_hand
from engine.cards.high import ranks_of, spread
from engine.cards.low import NO_LOW
from engine.cards.omaha import two_highest
from engine.cards.wilds import CHOICE, EXACT_PAIR, short_category
from engine.compile.jit import njit
from engine.kernel.hand_features import chance_seen, record_case
from engine.kernel.rng import R32
from engine.kernel.standing import LOWS, PARTS, standing_among, standing_of
from engine.kernel.stock import decision_bits
from engine.kernel.trained import CALL, FOLD, PEDER, RAISE, decide_trained
from engine.kernel.value import HIGH, high_value, low_value, rate, value_of
from engine.players.betting_table import MAX_RAISES
from engine.players.profiles import BET_AT, BLUFF, PEDER_AT, RAISE_AT, STEP, TIGHT
from engine.terms import Declared, Limit, Ranking

_BADUGI, _DEUCE_SEVEN = Ranking.BADUGI.code, Ranking.DEUCE_SEVEN.code
_ACE = 1 << 12
_EIGHT, _NINE, _TEN = 6, 7, 8


_LOWBALL = np.array([ranking.lowball for ranking in sorted(Ranking, key=lambda one: one.code)])
"""Whether the lowest hand wins, by the code of a `Ranking`."""


_MOST_OTHERS = 24
_CHANCES = (np.arange(PARTS) / PARTS) ** (1 + np.arange(_MOST_OTHERS + 1)[:, None] / 2)
"""The chance to win against a player, and half a player for each of a number of others and for each raise: about half
of the others have little, and a raise is a sign of strength.
"""
_RANKS_AND_JOKER = 0x3FFF
_OF_32_BITS = 1.0 / 4294967296.0
_HOUSE, _FIXED, _POT = Limit.HOUSE.code, Limit.FIXED.code, Limit.POT.code
_LOW, _BOTH, _HIGH = Declared.LOW.code, Declared.BOTH.code, Declared.HIGH.code


@njit
def _chance_in_chase(st: Any, pg: Any, seat: int) -> float:
    """Return the chance to win the chase: the best hand on the table wins with the chance that it beats the whole
    hands of all players with cards to turn; else these win in proportion to their cards to turn.
    """
    stands = 1.0
    beats = standing_among(pg, 1, st.open_best) / PARTS
    to_turn = 0
    for other in range(st.players):
        if st.live >> other & 1:
            to_turn += st.pile_size[other]
            if other != st.open_best_seat and st.pile_size[other]:
                stands *= beats
    chance = (1.0 - stands) * st.pile_size[seat] / max(to_turn, 1)
    return chance + stands if seat == st.open_best_seat else chance


@njit(forceinline=True)
def chance_of(st: Any, pg: Any, seat: int, more: int, raises: int) -> float:
    """A seat's chance to win against the players in and `more` others, after a number of raises."""
    if st.learned >> seat & 1:
        return chance_seen(st, pg, seat, more, raises)
    if pg.chase:
        return _chance_in_chase(st, pg, seat)
    return chance_among(st.live_count - 2 + more + raises, standing_of(st, pg, seat))


@njit(forceinline=True)
def chance_among(others: int, standing: int) -> float:
    """The chance of a standing to win against a player and a number of others (and raises)."""
    return float(_CHANCES[min(others, _MOST_OTHERS), standing])


@njit
def _stays(st: Any, pg: Any) -> bool:
    """In training: whether every player stays from here on, to observe the chances of the players in now."""
    if st.training.decisions == st.training.stay_from:
        for seat in range(st.players):
            if st.live >> seat & 1:
                record_case(st, pg, seat)
        st.sampling = 1
    st.training.decisions += 1
    return st.sampling > 0


@njit(forceinline=True)
def decide(st: Any, pg: Any, seat: int, may_raise: bool) -> tuple[int, int]:
    """A seat's decision: fold, call (or check), raise (or bet), or the peder; and the chips of a raise."""
    if st.training.is_on and _stays(st, pg):
        return CALL, 0
    if st.learned >> seat & 1:
        return decide_trained(st, pg, seat, may_raise)
    price = st.bet - st.put_in[seat]
    if st.blind >> seat & 1:
        return (CALL if price == 0 or st.profiles[seat, TIGHT] == 0.0 else FOLD), 0
    chance = chance_of(st, pg, seat, 0, st.raises)
    share = chance * st.live_count
    bits = decision_bits(st, seat)
    luck = float(bits >> R32) * _OF_32_BITS
    if price == 0:
        wants = st.profiles[seat, BET_AT]
        bluffs = luck < st.profiles[seat, BLUFF]
    else:
        wants = st.profiles[seat, RAISE_AT] + st.profiles[seat, STEP] * st.raises
        bluffs = luck < 0.25 * st.profiles[seat, BLUFF] and st.raises < 3
    if may_raise and st.raises < MAX_RAISES and (share > wants or bluffs):
        if (
            pg.peder
            and share > st.profiles[seat, PEDER_AT] + st.profiles[seat, STEP] * st.raises
            and not st.peder >> seat & 1
            and luck > 0.75
        ):
            return PEDER, pg.peder
        return RAISE, raise_size(st, pg, seat, max(0.0, share - wants), luck)
    if price == 0 or chance * (st.pot + price) >= st.profiles[seat, TIGHT] * price:
        return CALL, 0
    return FOLD, 0


@njit(forceinline=True)
def raise_size(st: Any, pg: Any, seat: int, more: float, luck: float) -> int:
    """Return the chips to bet or to raise by: more, the further the share is above the threshold."""
    if pg.limit == _HOUSE:
        size = 1 + int(3.0 * more + 2.0 * luck)
        return min(size, pg.max_raise)
    if pg.limit == _FIXED:
        return int(st.least_raise)
    price = st.bet - st.put_in[seat]
    pot = st.pot + price
    size = max(int(st.least_raise), int(pot * min(1.0, 0.4 + 0.3 * more + 0.3 * luck)))
    if pg.limit == _POT:
        size = min(size, pot)
    return max(size, 1)


@njit
def worst_cards(st: Any, pg: Any, seat: int, count: int, forced: bool) -> int:
    """The cards that a seat throws or passes: up to `count`, or exactly `count` if `forced`, from its closed
    cards.

    Kept are wild cards and what makes the meld: a straight or better, four, three, two pairs, a pair; else
    four to a flush, else the two highest. When forced beyond that, the lowest go first and wild cards last.
    """
    if _LOWBALL[pg.ranking]:
        return _thrown_for_low(st, pg, seat, count, forced)
    own = st.own[seat]
    closed = own & ~st.open[seat]
    score = rate(own, 0, HIGH) if pg.ranking else value_of(st, pg, seat, own, closed, HIGH)
    wild_set = st.wild
    if pg.personal:
        wild_set |= _freed_for(st, pg, seat)
    category = short_category(score) if pg.short_order else score >> CATEGORY_SHIFT
    primary = score >> PRIMARY_SHIFT & LANE
    if category >= STRAIGHT and category != FOUR:
        keep = own
    else:
        keep = own & wild_set
        if category == FOUR or category == THREE or category == TWO_PAIR or category == PAIR:  # noqa: SIM109
            keep |= own & spread(primary)
        else:
            draw = _four_to_flush(own & ~wild_set)
            keep |= draw if draw else own & spread(two_highest(ranks_of(own & ~wild_set)))
    thrown = 0
    left = count
    for order in range(3):
        if order == 0:
            cards = closed & ~keep
        elif not forced:
            break
        elif order == 1:
            cards = closed & keep & ~wild_set
        else:
            cards = closed & wild_set
        cards &= ~thrown
        ranks = (cards | cards >> 16 | cards >> 32 | cards >> 48) & _RANKS_AND_JOKER
        while ranks and left:
            lane = cards & spread(ranks & -ranks)
            ranks &= ranks - 1
            while lane and left:
                card = lane & -lane
                thrown |= card
                lane ^= card
                left -= 1
    return thrown


@njit
def _thrown_for_low(st: Any, pg: Any, seat: int, count: int, forced: bool) -> int:
    """The cards that a seat throws or passes where the lowest hand wins: up to `count`, or exactly `count` if
    `forced`, each time the card whose removal leaves the lowest rest, of equal ones the highest.
    """
    own = st.own[seat]
    wanted = own if forced else _too_high(st, pg, seat)
    thrown = 0
    for _ in range(min(count, popcount(wanted))):
        best = highest = -1
        card = 0
        rest = wanted & ~thrown
        while rest:
            one = rest & -rest
            rest ^= one
            rank = low_bit(one) % 16
            rank = rank if pg.ranking == _DEUCE_SEVEN else (rank + 1) % 13
            value = rank_hand(pg.ranking, own & ~thrown & ~one)
            if value > best or (value == best and rank > highest):
                best = value
                highest = rank
                card = one
        thrown |= card
    return thrown


@njit
def _too_high(st: Any, pg: Any, seat: int) -> int:
    """The cards that a seat would exchange, all of them closed.

    At badugi the cards outside the best one, and of an incomplete one those above a nine. Elsewhere a hand without a
    pair stands pat at nine high, at ten high in the last exchange; otherwise it keeps the cards up to an eight, one
    of each rank, and of five that would be a straight or a flush the lowest four.
    """
    own = st.own[seat]
    last = st.street == pg.streets - 1
    if pg.ranking == _BADUGI:
        kept = badugi_of(own)
        if popcount(kept) < 4 and not last:
            kept &= spread(1 << 12 | (1 << _TEN) - 1)
        return own & ~kept
    ace_low = pg.ranking != _DEUCE_SEVEN
    score = NO_LOW - rank_hand(pg.ranking, own)
    if score >> CATEGORY_SHIFT == HIGH_CARD and top_bit(score >> PRIMARY_SHIFT & LANE) - ace_low <= (
        _TEN if last else _NINE
    ):
        return 0
    low = (1 << _EIGHT + 1) - 1 | (_ACE if ace_low else 0)
    kept = 0
    held = 0
    for lane in range(0, 64, 16):
        suit = own >> lane & low & ~held
        kept |= suit << lane
        held |= suit
    if popcount(held) == 5:
        kept &= ~spread(1 << top_bit(held & ~_ACE))
    return own & ~kept


@njit
def _freed_for(st: Any, pg: Any, seat: int) -> int:
    """The cards that a personal rule makes wild for a seat now, of those that depend on pairs."""
    if pg.personal == CHOICE:
        return 0
    own = st.own[seat]
    freed = 0
    ranks = ranks_of(own & ~st.wild)
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        held = popcount(own & spread(rank))
        if pg.personal == EXACT_PAIR and held == 2:
            freed |= rank
    return spread(freed)


@njit
def _four_to_flush(cards: int) -> int:
    """Return the cards of a suit of which the set has exactly four; 0 if there is none."""
    for lane in range(0, 64, 16):
        suit = cards & LANE << lane
        if popcount(suit) == 4:
            return suit
    return 0


@njit
def card_to_open(st: Any, pg: Any, seat: int) -> int:
    """Return the closed card to open: the one that leaves the best hand when opened, of equal ones the lowest."""
    closed = st.own[seat] & ~st.open[seat]
    best_card = -1
    best = -1
    cards = closed
    while cards:
        card = low_bit(cards)
        cards &= cards - 1
        left = closed & ~(1 << card)
        value = value_of(st, pg, seat, st.own[seat], left, HIGH)
        if value > best or (value == best and card % 16 < best_card % 16):
            best = value
            best_card = card
    return best_card


@njit
def declaration(st: Any, pg: Any, seat: int) -> int:
    """Return the declaration for the stronger of the two hands: a code of `Declared`."""
    high = standing_among(pg, min(st.street, pg.streets), high_value(st, pg, seat))
    value = low_value(st, pg, seat)
    low = standing_among(pg, LOWS, value) if value > 0 else 0
    if min(high, low) > 0.9 * PARTS:
        return _BOTH
    return _HIGH if high >= low else _LOW
