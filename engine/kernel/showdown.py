"""The showdown: values of hands, side pots, high and low, the high spade or a count, odd chips, and the order of
showing.
"""

from __future__ import annotations

from typing import Any

from engine.cards.bits import low_bit, popcount
from engine.compile.jit import njit
from engine.kernel.actions import Act
from engine.kernel.betting import record
from engine.kernel.record import pack_share
from engine.kernel.value import EIGHT, HIGH, high_value, low_value, side_value, value_of
from engine.kernel.winners import (
    BOTH,
    LEAST,
    best_of,
    declared_winners,
    equal_part,
    first_half,
    nearest,
)
from engine.terms import Half, Limit, Sharing

_RETURNED = int(Act.RETURNED)
_WHOLE, _HIGH_HALF, _LOW_HALF = Half.WHOLE.code, Half.HIGH.code, Half.LOW.code
_SPADE, _COUNT = Half.SPADE.code, Half.COUNT.code
_ALONE, _EIGHT, _DECLARED_EIGHT = Sharing.HIGH.code, Sharing.EIGHT.code, Sharing.DECLARED_EIGHT.code
_HOUSE = Limit.HOUSE.code
_NO_LOW = 0
"""The value of a hand without a low."""


@njit
def settle(st: Any, pg: Any, pot_in: int) -> None:
    """Share out the pot, carried chips included; `st.pot_out` is the part that no player won.

    In the last deal of a chain those still in split it (ruling 39).
    """
    _share_out(st, pg, pot_in)
    if st.last_deal and st.pot_out:
        _split(st, pg, 0, _WHOLE, st.live, st.pot_out)
        st.pot_out = 0
        st.split = 1


@njit(inline="always")
def _share_out(st: Any, pg: Any, pot_in: int) -> None:
    if pg.limit != _HOUSE:
        _return_uncalled(st)
    if st.all_passed:
        st.pot_out = st.pot + pot_in
        return
    if st.live_count == 1:
        _win(st, 0, _WHOLE, low_bit(st.live), st.pot + pot_in)
        return
    for seat in range(st.players):
        if st.live >> seat & 1:
            _value_hand(st, pg, seat)
    _show_hands(st, pg)
    if st.all_in:
        _make_side_pots(st, pot_in)
    if pg.share == _DECLARED_EIGHT:
        _two_and_two(st, pg, pot_in)
    _share_pots(st, pg, pot_in, st.live)


@njit
def _share_pots(st: Any, pg: Any, pot_in: int, among: int) -> None:
    """Share every pot among the seats of a set that are in it."""
    if st.all_in == 0:
        _share_pot(st, pg, 0, among, st.pot + pot_in)
        return
    pot_no = 0
    for size in range(st.players, 0, -1):
        for side in range(st.pots.side_count):
            if popcount(st.pots.side_seats[side]) == size and st.pots.side_chips[side]:
                _share_pot(st, pg, pot_no, st.pots.side_seats[side] & among, st.pots.side_chips[side])
                pot_no += 1


@njit
def _make_side_pots(st: Any, pot_in: int) -> None:
    """Make the main pot, which every player is in, and the side pots, each of what the players in it put in (ruling 37).

    Chips above what any player left in put in go to the pot of those who put in most; what was paid for drawn cards is
    played for by those who had chips left then.
    """
    st.pots.side_count = 0
    _to_pot(st, st.live, pot_in)
    floor = 0
    while True:
        ceiling = 1 << 62
        highest = 0
        for seat in range(st.players):
            if st.live >> seat & 1:
                matched = st.paid[seat] - st.fees[seat]
                if matched > floor:
                    ceiling = min(ceiling, matched)
                highest = max(highest, matched)
        if ceiling == 1 << 62:
            break
        chips = 0
        eligible = 0
        for seat in range(st.players):
            matched = st.paid[seat] - st.fees[seat]
            top = matched if ceiling == highest else min(matched, ceiling)
            chips += max(0, top - floor)
            if st.live >> seat & 1 and matched >= ceiling:
                eligible |= 1 << seat
        _to_pot(st, eligible, chips)
        floor = ceiling
    for fee in range(st.pots.fee_count):
        _to_pot(st, st.pots.fee_rivals[fee] & st.live, st.pots.fee_chips[fee])


@njit
def _to_pot(st: Any, seats: int, chips: int) -> None:
    for side in range(st.pots.side_count):
        if st.pots.side_seats[side] == seats:
            st.pots.side_chips[side] += chips
            return
    st.pots.side_seats[st.pots.side_count] = seats
    st.pots.side_chips[st.pots.side_count] = chips
    st.pots.side_count += 1


@njit(inline="always")
def _two_and_two(st: Any, pg: Any, pot_in: int) -> None:
    """A player who declared both uses two own cards for each half and no card twice (RG), split so as to win most
    (ruling 5). Several split in turn from the dealer's left, each against those who declared one way or split before.
    """
    against = 0
    for seat in range(st.players):
        if st.live >> seat & 1 and st.declared[seat] != BOTH:
            against |= 1 << seat
    for seat in range(st.players):
        if st.live >> seat & 1 and st.declared[seat] == BOTH:
            against |= 1 << seat
            _split_cards(st, pg, seat, against, pot_in)


@njit
def _split_cards(st: Any, pg: Any, seat: int, against: int, pot_in: int) -> None:
    """Split a player's cards so that they win most against the seats of a set; if several splits do, for the best
    high, then low.
    """
    own = st.own[seat]
    most = best_high = best_low = -1
    for_high = own
    while for_high:
        one = for_high & -for_high
        for_high ^= one
        second = for_high
        while second:
            two = second & -second
            second ^= two
            rest = own & ~(one | two)
            st.score[seat] = high = value_of(st, pg, seat, one | two, one | two, HIGH)
            st.low[seat] = low = value_of(st, pg, seat, rest, rest, EIGHT)
            _share_pots(st, pg, pot_in, against)
            won = st.won[seat]
            _take_back_shares(st)
            if won > most or (won == most and (high > best_high or (high == best_high and low > best_low))):
                most, best_high, best_low = won, high, low
    st.score[seat] = best_high
    st.low[seat] = best_low


@njit
def _take_back_shares(st: Any) -> None:
    st.share_at = 0
    st.pot_out = 0
    for seat in range(st.players):
        st.won[seat] = 0


@njit(inline="always")
def _return_uncalled(st: Any) -> None:
    """Give back the part of a bet that no player could or would call."""
    most = -1
    highest = second = 0
    for seat in range(st.players):
        matched = st.paid[seat] - st.fees[seat]
        if most < 0 or matched > highest:
            second = highest
            highest = matched
            most = seat
        elif matched > second:
            second = matched
    back = highest - second
    if back > 0 and st.live >> most & 1:
        st.paid[most] -= back
        st.stack[most] += back
        st.pot -= back
        record(st, _RETURNED, most, back)


@njit(inline="always")
def _value_hand(st: Any, pg: Any, seat: int) -> None:
    st.score[seat] = high_value(st, pg, seat)
    if pg.share != _ALONE:
        st.low[seat] = low_value(st, pg, seat)


@njit(inline="always")
def _show_hands(st: Any, pg: Any) -> None:
    """The latest to bet shows first, then clockwise those who beat or tie what is shown (PR, ruling 30)."""
    if pg.share != _ALONE or pg.spade or pg.counted:
        st.showed = st.live
        return
    first = st.last_bettor if st.last_bettor >= 0 and st.live >> st.last_bettor & 1 else st.first
    if pg.reentry:
        first += 1  # the highest bettor asks the others to show first (SR)
    best = -1
    for turn in range(st.players):
        seat = (first + turn) % st.players
        if st.live >> seat & 1 and st.score[seat] >= best:
            st.showed |= 1 << seat
            best = st.score[seat]


@njit(forceinline=True)
def _win(st: Any, pot_no: int, half: int, seat: int, chips: int) -> None:
    st.won[seat] += chips
    st.shares[st.share_at] = pack_share(pot_no, half, seat, chips)
    st.share_at += 1


@njit
def _split(st: Any, pg: Any, pot_no: int, half: int, winners: int, chips: int) -> None:
    """Split chips among winners, odd ones one at a time from the dealer's left (ruling 6)."""
    count = popcount(winners)
    turn = 0
    for place in range(st.players):
        seat = (2 * st.players - 2 - place) % st.players if pg.anticlockwise else place
        if winners >> seat & 1:
            part = equal_part(chips, count, turn)
            turn += 1
            if part:
                _win(st, pot_no, half, seat, part)


@njit
def _share_pot(st: Any, pg: Any, pot_no: int, eligible: int, chips: int) -> None:
    highs = lows = 0
    if pg.share == _ALONE or pg.share == _EIGHT:
        highs = best_of(st.score, eligible, 1, LEAST)
    if pg.share == _EIGHT:
        lows = best_of(st.low, eligible, 1, _NO_LOW)
    elif pg.share != _ALONE:
        highs, lows = declared_winners(st.score, st.low, st.declared, eligible, 1, _NO_LOW)
    if pg.spade or pg.counted:
        holders = _side_holders(st, pg) & eligible
        if holders:
            part = _first_half(st, pg, holders, highs | lows, chips)
            _split(st, pg, pot_no, _SPADE if pg.spade else _COUNT, holders, part)
            chips -= part
    if highs and lows:
        part = _first_half(st, pg, highs, lows, chips)
        _split(st, pg, pot_no, _HIGH_HALF, highs, part)
        _split(st, pg, pot_no, _LOW_HALF, lows, chips - part)
    elif highs or lows:
        _split(st, pg, pot_no, _WHOLE if highs else _LOW_HALF, highs | lows, chips)
    else:
        st.pot_out += chips


@njit(forceinline=True)
def _nearest(st: Any, pg: Any, seats: int) -> int:
    """Return the distance of the first of some seats from the dealer's left."""
    if pg.anticlockwise:  # seats are numbered as they play (`engine.kernel.record`)
        for place in range(st.players):
            if seats >> (2 * st.players - 2 - place) % st.players & 1:
                return place
    return nearest(seats)


@njit
def _first_half(st: Any, pg: Any, one: int, other: int, chips: int) -> int:
    """The first of two halves of chips, for two sets of winners."""
    return first_half(chips, _nearest(st, pg, one), _nearest(st, pg, other))


@njit
def _side_holders(st: Any, pg: Any) -> int:
    """The seats still in with the best closed spade, ace high (ruling 38), or the best count; 0 if no player has any."""
    best = 0
    holders = 0
    for seat in range(st.players):
        if st.live >> seat & 1:
            value = side_value(st, pg, seat)
            if value > best:
                best = value
                holders = 0
            holders |= int(value == best and best > 0) << seat
    return holders
