"""The betting of a trained player: a look-up in the betting table of the game, and the departures of its profile.

The table (`engine.players.betting_table`) has the probability of each choice in a situation. To decide whether to
raise, a profile uses the row of a better or worse hand, and counts only part of the others' raises. To decide whether
to fold, it uses the row of its real hand: looseness is a price, which shifts the odds of folding but never folds what
the trained player never folds.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.cards.bits import top_bit
from engine.compile.jit import njit
from engine.kernel.best_hands import is_beyond_folding
from engine.kernel.chase_chances import chase_chance
from engine.kernel.exploiter import exploiting_choice, is_exploiter, look
from engine.kernel.hand_features import bucket_of, odds_of, round_ends_at, strength_now, strength_of
from engine.kernel.program import MAX_OWN
from engine.kernel.stock import decision_bits
from engine.kernel.value import high_value
from engine.players.betting_table import (
    BACKGROUNDS,
    BETS,
    BIG,
    BUCKETS,
    CALLS,
    CAP,
    CELLS,
    CHOICES,
    FEWER,
    FOLDS,
    FOLDS_BY,
    FOLDS_RARELY,
    MAX_RAISES,
    MORE,
    MOST,
    NONE,
    SMALL,
    USUAL,
    background_of,
    exchange_row,
    folds_at_price,
    is_among_best,
    row_of,
)
from engine.players.people import (
    ACTED,
    BETTING,
    FOLDING,
    LATER_SEATS,
    LIMPED,
    RAISING,
    SEATS,
    USUAL_SEATS,
)
from engine.players.profiles import (
    AGGRESSION,
    AGGRESSION_LATER,
    ANCHORED,
    BLUFFS,
    ERROR,
    LOOSE_FIRST,
    LOOSE_LATER,
    PEDER_USE,
    PLAYS_FIRST,
    RAISES_FIRST,
    READING,
    RERAISES,
    SIZES,
    SIZING,
)
from engine.terms import Limit

FOLD, CALL, RAISE, PEDER = range(4)
_HOUSE, _FIXED, _NO_LIMIT = Limit.HOUSE.code, Limit.FIXED.code, Limit.NO.code
_ACTS = np.array([FOLD, CALL, RAISE, RAISE, PEDER])
"""The act of each choice at the house's table."""
_SIXTEEN = 65536.0
_DRAWS = 255.0
"""A choice is drawn by a number from 0 to this."""
_SMALL_PRICE = 4.0
"""Below a quarter of the pot people fold in proportion to the price, where the table has one row for all prices below a sixth:
of 425 first-round prices below it in logs of home games, 20, 26 and 31 in 100 at an eighth, a sixth and a quarter.
"""
_QUARTERS = 0.8
"""The part of small bets of another size that are a quarter of the pot; the others are two thirds."""
_OVERBETS = 0.1
"""The part of big bets of another size that are twice the pot; people's first bets are half again the pot or more in 15 of
1,000.
"""

_STEPS = BUCKETS * BACKGROUNDS
"""Even parts of the chance that the betting table of a chase distinguishes: some of each bucket, as its background."""
_FOLDED_BELOW = 2.0
"""In a chase: how many times the price a hand that is folded is worth at most, if all who are in pay it."""


@njit(forceinline=True)
def _sample(policy: Any, at: int, luck: float) -> int:
    """The choice that luck, a number below 255, draws in a row of the table."""
    choice = 0
    for less in range(CHOICES - 1):
        choice += int(luck >= policy[at, less])
    return choice


@njit(forceinline=True)
def _luck(st: Any, seat: int) -> int:
    """Return a random number below 255, a new one for each decision, so that no choice predicts the next."""
    return (int(decision_bits(st, seat) >> np.uint64(56)) * 255) >> 8


@njit(forceinline=True)
def _part(bits: Any, shift: int) -> float:
    """Sixteen of 64 random bits, as a number from 0 to 1."""
    return float(np.int64(bits >> np.uint64(shift)) & 0xFFFF) / _SIXTEEN


@njit(forceinline=True)
def _legal(st: Any, pg: Any, seat: int, price: int, may_raise: bool) -> int:
    """Return the legal choices of a seat, as bits. In a chase a hand that is worth several times the price isn't folded."""
    may_fold = price > 0
    if pg.chase:
        may_fold &= chase_chance(st, pg, seat) * (st.pot + st.live_count * price) < _FOLDED_BELOW * price
    legal = 1 << CALLS | int(may_fold) << FOLDS
    raising = 1 << SMALL
    if pg.limit != _FIXED:
        raising |= 1 << BIG
    if pg.limit == _HOUSE and pg.peder:
        raising |= (~st.peder >> seat & 1) << MOST
    elif pg.limit == _NO_LIMIT:
        raising |= 1 << MOST
    return legal | raising * int(may_raise and st.raises < CAP)


@njit(forceinline=True)
def _nearest(choice: int, legal: int) -> int:
    """A choice that the seat has: for a raise the next smaller one or a call, for a fold that costs nothing
    a check.
    """
    if legal >> choice & 1:  # nearly always, so that nothing waits for the rest
        return choice
    upto = legal & (2 << choice) - 1
    return top_bit(upto | int(upto == 0) << CALLS)


@njit(forceinline=True)
def _background(st: Any, pg: Any, seat: int) -> int:
    """The background of a seat's decisions, as the betting table distinguishes it: in a chase, which third of its bucket the
    chance lies in.
    """
    if pg.chase:
        return min(int(_STEPS * chase_chance(st, pg, seat)), _STEPS - 1) % BACKGROUNDS
    least_drawn = -1
    if st.drew:
        least_drawn = MAX_OWN
        for other in range(st.players):
            if other != seat and st.live >> other & 1:
                least_drawn = min(least_drawn, st.drawn[other])
    return background_of(pg.limit, st.stack[seat], st.pot, st.seen.past_raises, least_drawn)


@njit(forceinline=True)
def _ends_round(st: Any, seat: int) -> int:
    """1 if a call by the seat leaves no player to act in this round."""
    until = round_ends_at(st)
    other = seat + 1 if seat + 1 < st.players else 0
    while other != until and other != seat:
        if st.live >> other & 1 and not st.all_in >> other & 1:
            return 0
        other = other + 1 if other + 1 < st.players else 0
    return 1


@njit(forceinline=True)
def _folds_unless_it_raises(policy: Any, at: int, bucket: int) -> float:
    """Return how often the table folds a hand that it doesn't raise, by the row of its bet: the minimum over this
    hand and all weaker ones, because rows that were seldom trained are noisy, and a player who stays with a hand
    stays with a better one.
    """
    least = 1.0
    for weaker in range(bucket + 1):
        here = at - weaker * CELLS
        folds = int(policy[here, FOLDS])
        if folds < FOLDS_RARELY:
            return 0.0
        least = min(least, folds / int(policy[here, CALLS]))
    return least


@njit(forceinline=True)
def _shifted_draw(draw: float, calls: int, shift: float) -> float:
    """The draw that makes the choice of a row whose log-odds of raising were shifted. A hand that is never raised stays so."""
    if shift == 0.0 or calls >= _DRAWS:
        return draw
    less = calls * np.exp(-shift)
    edge = _DRAWS * less / (less + _DRAWS - calls)
    if draw < edge:
        return draw * calls / edge
    return calls + (draw - edge) * (_DRAWS - calls) / (_DRAWS - edge)


@njit(forceinline=True)
def _unseen_shift(st: Any, pg: Any, seat: int, row: int, price: int, act: int) -> float:
    """Return the shift of people's log-odds of an act by what the table's rows don't distinguish (`engine.players.people.UNSEEN`)."""
    first = row == 1
    if first and not pg.big_blind and price == 0:
        return 0.0
    weights = pg.unseen[act]
    shift = weights[SEATS if first else LATER_SEATS] * np.log(st.players / USUAL_SEATS)
    if st.put_in[seat] > (pg.big_blind if first else 0):
        shift += weights[ACTED]
    if first and pg.big_blind and st.raises <= 1:
        callers = -int(price > 0)  # the blind hasn't called
        for other in range(st.players):
            callers += int(other != seat and st.put_in[other] >= st.bet)
        if callers > 0:
            shift += weights[LIMPED]
    return float(shift)


@njit(forceinline=True)
def _is_beaten_in_sight(st: Any, pg: Any, seat: int, row: int) -> bool:
    """Whether another player's open cards beat the whole hand, with no card to come and nothing but the high hand to win."""
    if row < pg.streets or not st.any_open or not pg.ends_with_bet or pg.share or pg.spade or pg.counted:
        return False
    score = high_value(st, pg, seat)
    for other in range(st.players):
        if other != seat and st.live >> other & 1 and st.seen.open_value[other] > score:
            return True
    return False


@njit(forceinline=True)
def _row(st: Any, pg: Any, seat: int, bucket: int, raises: int, ends: int, background: int) -> int:
    """The row of the betting table for a seat's decision; `raises`, `ends` and `background` as in `row_of`."""
    stage, mine = pg.stages[st.street], int(st.last_bettor == seat)
    price = st.bet - st.put_in[seat]
    return row_of(
        stage, bucket, st.players, st.live_count, raises, price, st.pot, mine, ends, background, pg.peder, pg.finer_prices
    )  # fmt: skip


@njit
def _as_profile(
    st: Any, pg: Any, seat: int, row: int, z: float, ends: int, background: int, luck: int, legal: int
) -> int:
    """The choice of a player who departs from the table; `ends` and `background` as `row_of` has them."""
    p = st.profiles[seat]
    anchored = p[ANCHORED] > 0.0
    policy = pg.anchored if anchored else pg.policy
    price = st.bet - st.put_in[seat]
    bits = decision_bits(st, seat)
    known = st.raises
    raises = known
    if p[READING] < 1.0 and raises > 1:
        raises = 1 + int((raises - 1) * p[READING] + _part(bits, 0))
    bold = p[AGGRESSION] if row == 1 else p[AGGRESSION] + p[AGGRESSION_LATER]
    own = st.seen.bucket[seat]
    bucket = own if bold == 0.0 or anchored else bucket_of(pg, row, z + bold)
    at = _row(st, pg, seat, bucket, raises, ends, background)
    draw = float(luck)
    if anchored:
        bold += _unseen_shift(st, pg, seat, row, price, RAISING if price > 0 else BETTING)
        draw = _shifted_draw(_DRAWS * _part(decision_bits(st, seat), 0), int(policy[at, CALLS]), bold)
    choice = _sample(policy, at, draw)
    again = p[RERAISES] ** (st.raises - int(row == 1 and pg.limit != _HOUSE))
    if choice > CALLS and again < 1.0 and _part(decision_bits(st, seat), 0) >= again:
        choice = CALLS
    plays_it = True
    if row == 1:
        plays_it = is_among_best(p[PLAYS_FIRST], own, draw / _DRAWS)
        if choice > CALLS and not is_among_best(p[RAISES_FIRST], own, draw / _DRAWS):
            choice = CALLS
    if not plays_it:
        choice = FOLDS
    if choice < SMALL and price > 0:
        folds = 1.0
        if plays_it:
            at += (own - bucket) * CELLS
            loose = p[LOOSE_FIRST] if row == 1 else p[LOOSE_LATER]
            if anchored:
                loose -= _unseen_shift(st, pg, seat, row, price, FOLDING) / FOLDS_BY
            folds = folds_at_price(_folds_unless_it_raises(policy, at, own), loose)
            if folds > 0.0 and (raises < known or p[ERROR] > 0.0):  # it may err about what is never folded
                own = bucket_of(pg, row, strength_now(st, pg, seat))
                at = _row(st, pg, seat, own, known, ends, background)
                if _folds_unless_it_raises(policy, at, own) == 0.0:
                    folds = 0.0
        folds *= min(_SMALL_PRICE * price / st.pot, 1.0)
        choice = FOLDS if _part(bits, 16) < folds or _is_beaten_in_sight(st, pg, seat, row) else CALLS
        if choice == FOLDS and is_beyond_folding(st, pg, seat, row):
            choice = CALLS
    if choice < SMALL and _part(bits, 32) < p[BLUFFS] * again:
        choice = SMALL
    sizes = _part(bits, 48)
    if choice == MOST and sizes >= p[PEDER_USE]:
        choice = BIG
    if choice == SMALL and sizes < p[SIZING]:
        choice = BIG
    elif choice == BIG and sizes < -p[SIZING]:
        choice = SMALL
    return _nearest(choice, legal)


@njit
def _stays_in_raising_war(st: Any, pg: Any, seat: int, price: int, z: float) -> bool:
    """Whether to stay when others raise past the cap, for which the table has no rows: decided by the value of the
    hand and by what the raising war may still cost all players in, not by the raises.
    """
    live = st.live_count
    chance = odds_of(st, pg, seat, live, 0, False, 0, z + st.profiles[seat, LOOSE_LATER])
    cost = price * (1 + (MAX_RAISES - min(st.raises, MAX_RAISES)) / live)
    return bool(chance * (st.pot + live * cost) >= cost)


@njit(forceinline=True)
def decide_trained(st: Any, pg: Any, seat: int, may_raise: bool) -> tuple[int, int]:
    """A trained player's decision, and the chips of a raise, as `engine.kernel.players.decide` returns them."""
    row = min(max(st.street, 1), pg.streets)
    z = strength_of(st, pg, seat)
    price = st.bet - st.put_in[seat]
    if st.raises > CAP:
        stays = _stays_in_raising_war(st, pg, seat, price, z)
        if not stays and st.departs >> seat & 1:
            stays = is_beyond_folding(st, pg, seat, row)
        return (CALL if stays else FOLD), 0
    background = _background(st, pg, seat)
    ends = _ends_round(st, seat)
    at = _row(st, pg, seat, st.seen.bucket[seat], st.raises, ends, background)
    luck = _luck(st, seat)
    legal = _legal(st, pg, seat, price, may_raise)
    if st.departs >> seat & 1:
        choice = _as_profile(st, pg, seat, row, z, ends, background, luck, legal)
    else:
        choice = _nearest(_sample(pg.policy, at, luck), legal)
    if st.training.is_on:
        choice = _record_choice(st, pg, seat, at, legal, choice, z)
    if choice > CALLS and choice < MOST and st.departs >> seat & 1 and st.profiles[seat, SIZES] > 0.0:
        return RAISE, _own_size(st, pg, seat, choice, price)
    if pg.limit == _HOUSE:  # without a branch: the processor can't predict the choice
        size = pg.peder if choice == MOST else _size(st, pg, seat, choice, price)
        return _ACTS[choice], size * int(choice > CALLS)
    if choice <= CALLS:
        return (FOLD if choice == FOLDS else CALL), 0
    return RAISE, _size(st, pg, seat, choice, price)


@njit
def decide_exchange(st: Any, pg: Any, seat: int, thrown: int, limit: int, least_drawn: int) -> int:
    """A trained player's exchange of up to `limit` cards, where the usual one throws `thrown`: one of `USUAL`, `FEWER`,
    `NONE` and `MORE`. `least_drawn` as `exchange_row` has it.
    """
    z = strength_of(st, pg, seat)
    at = exchange_row(
        max(st.street, 1), st.seen.bucket[seat], thrown, st.seen.past_raises + st.raises, least_drawn
    )
    legal = 1 << USUAL | int(thrown > 1) << FEWER | int(thrown > 0) << NONE | int(thrown < limit) << MORE
    choice = _nearest(_sample(pg.policy, at, _luck(st, seat)), legal)
    return _record_choice(st, pg, seat, at, legal, choice, z) if st.training.is_on else choice


@njit(forceinline=True)
def _size(st: Any, pg: Any, seat: int, choice: int, price: int) -> int:
    """Return the chips of a raise: two or the most at the house's table, half the pot or the pot, all-in."""
    if pg.limit == _HOUSE:
        return min(2, pg.max_raise) if choice == SMALL else pg.max_raise
    if pg.limit == _FIXED:
        return st.least_raise
    if choice == MOST:
        return max(st.stack[seat] - price, 1)
    pot = st.pot + price
    return max(st.least_raise, pot // 2 if choice == SMALL else pot, 1)


@njit
def _own_size(st: Any, pg: Any, seat: int, choice: int, price: int) -> int:
    """Return the chips of a small or big raise of a player who also bets other sizes."""
    size = _size(st, pg, seat, choice, price)
    bits = decision_bits(st, seat)
    if pg.limit == _FIXED or _part(bits, 0) >= st.profiles[seat, SIZES]:
        return size
    which = _part(bits, 16)
    if pg.limit == _HOUSE:
        if choice == SMALL:
            return min(1 + int(3.0 * which), pg.max_raise)
        return max(pg.max_raise - int(2.0 * which), 1)
    pot = st.pot + price
    anchored = st.profiles[seat, ANCHORED] > 0.0
    if choice == BIG:
        size = (
            2 * pot if which < _OVERBETS else (3 * pot + 3 * int(anchored)) // 4
        )  # pot limit cuts it to the pot
    elif anchored:
        size = pot // 4 if which < _QUARTERS else 2 * pot // 3
    else:
        size = pot // 3 if which < 0.5 else 2 * pot // 3
    return max(st.least_raise, size, 1)


@njit
def _record_choice(st: Any, pg: Any, seat: int, at: int, legal: int, choice: int, z: float) -> int:
    """In training: record the choice, or replace it by an exploiter's or the one that is tried."""
    exploits = is_exploiter(st, seat)
    if exploits and at < BETS:
        look(st, pg, seat, z)
        choice = exploiting_choice(st, legal, choice)
    if st.training.choice_count == st.training.force_at:
        choice = st.training.force_to
        if not exploits:
            st.training.force_seat = seat
            st.training.force_row = at
    elif seat == st.training.force_seat and at == st.training.force_row and legal >> st.training.force_to & 1:
        choice = st.training.force_to
    elif st.training.choice_count == st.training.lead_at:
        choice = st.training.lead_to
    if st.training.choice_count < st.training.choices.shape[0]:
        noted = st.training.choices[st.training.choice_count]
        noted[0] = seat
        noted[1] = st.street
        noted[2] = at
        noted[3] = legal
        noted[4] = choice
        noted[5] = st.pot
        noted[6] = st.paid[seat]
    st.training.choice_count += 1
    return choice
