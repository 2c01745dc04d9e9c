"""Who wins what: values at the showdown, side pots, high and low, the high spade, odd chips, and the order of showing."""

from __future__ import annotations

from typing import Any

from engine.actions import Act
from engine.bits import top_bit
from engine.jit import njit
from engine.kernel.betting import record
from engine.kernel.valuation import high_value, value_of
from engine.kernel.value import EIGHT, HIGH, LOW
from engine.record import Half, pack_share

_RETURNED = int(Act.RETURNED)
_WHOLE, _HIGH_HALF, _LOW_HALF, _SPADE = int(Half.WHOLE), int(Half.HIGH), int(Half.LOW), int(Half.SPADE)
DECLARED, EIGHT_OR_BETTER, DECLARED_EIGHT = 1, 2, 3


@njit(inline="always")
def settle(st: Any, pg: Any, acts: Any, shares: Any, pot_in: int) -> None:
    """Share out the pot and what was carried in; `st.pot_out` is what nobody won."""
    if pg.limit:
        _return_uncalled(st, acts)
    if st.live_count == 1:
        _win(st, shares, 0, _WHOLE, _last_live(st), st.pot + pot_in)
        return
    for seat in range(st.players):
        if st.live >> seat & 1:
            _value_hand(st, pg, seat)
    _show_hands(st, pg)
    if st.all_in == 0:
        _share_pot(st, pg, shares, 0, st.live, st.pot + pot_in)
        return
    level = 0
    pot_no = 0
    extra = pot_in
    while True:
        next_level = 1 << 62
        highest = 0
        for seat in range(st.players):
            if st.live >> seat & 1:
                if st.paid[seat] > level:
                    next_level = min(next_level, st.paid[seat])
                highest = max(highest, st.paid[seat])
        if next_level == 1 << 62:
            break
        chips = extra
        eligible = 0
        for seat in range(st.players):
            top = st.paid[seat] if next_level == highest else min(st.paid[seat], next_level)
            chips += max(0, top - level)
            if st.live >> seat & 1 and st.paid[seat] >= next_level:
                eligible |= 1 << seat
        _share_pot(st, pg, shares, pot_no, eligible, chips)
        pot_no += 1
        extra = 0
        level = next_level


@njit(inline="always")
def _return_uncalled(st: Any, acts: Any) -> None:
    """Give back the part of a bet that nobody could or would call."""
    most = -1
    second = 0
    for seat in range(st.players):
        if most < 0 or st.paid[seat] > st.paid[most]:
            second = st.paid[most] if most >= 0 else 0
            most = seat
        elif st.paid[seat] > second:
            second = st.paid[seat]
    back = st.paid[most] - second
    if back > 0 and st.live >> most & 1:
        st.paid[most] -= back
        st.stack[most] += back
        st.pot -= back
        record(st, acts, _RETURNED, most, back)


@njit
def _last_live(st: Any) -> int:
    seat = 0
    while not st.live >> seat & 1:
        seat += 1
    return seat


@njit(inline="always")
def _value_hand(st: Any, pg: Any, seat: int) -> None:
    st.score[seat] = high_value(st, pg, seat)
    closed = st.own[seat] & ~st.open[seat]
    if pg.share == DECLARED:
        st.low[seat] = value_of(st, pg, seat, st.own[seat], closed, LOW)
    elif pg.share:
        st.low[seat] = value_of(st, pg, seat, st.own[seat], closed, EIGHT)


@njit(inline="always")
def _show_hands(st: Any, pg: Any) -> None:
    """The latest to bet shows first, then clockwise those who beat or tie what is shown (PR, ruling 30)."""
    if pg.share or pg.spade:
        st.showed = st.live
        return
    first = st.last_bettor if st.last_bettor >= 0 else st.first
    best = -1
    for turn in range(st.players):
        seat = (first + turn) % st.players
        if st.live >> seat & 1 and st.score[seat] >= best:
            st.showed |= 1 << seat
            best = st.score[seat]


@njit(forceinline=True)
def _win(st: Any, shares: Any, pot_no: int, half: int, seat: int, chips: int) -> None:
    st.won[seat] += chips
    shares[st.share_at] = pack_share(pot_no, half, seat, chips)
    st.share_at += 1


@njit
def _split(st: Any, shares: Any, pot_no: int, half: int, winners: int, chips: int) -> None:
    """Split chips among winners, odd ones one at a time from the dealer's left (ruling 6)."""
    count = 0
    for seat in range(st.players):
        count += winners >> seat & 1
    odd = chips % count
    for seat in range(st.players):
        if winners >> seat & 1:
            part = chips // count
            if odd:
                part += 1
                odd -= 1
            if part:
                _win(st, shares, pot_no, half, seat, part)


@njit
def _best_of(values: Any, among: int, players: int) -> int:
    best = 0
    for seat in range(players):
        if among >> seat & 1:
            best = max(best, values[seat])
    return best


@njit
def _holding(values: Any, among: int, players: int, best: int) -> int:
    seats = 0
    for seat in range(players):
        if among >> seat & 1 and values[seat] == best:
            seats |= 1 << seat
    return seats


@njit
def _share_pot(st: Any, pg: Any, shares: Any, pot_no: int, eligible: int, chips: int) -> None:
    """Share one pot among the seats that are in it."""
    half = _WHOLE
    if pg.spade:
        holder = _spade_holder(st, eligible)
        if holder >= 0 and chips > 1:
            _win(st, shares, pot_no, _SPADE, holder, chips // 2)
            chips -= chips // 2
            half = _HIGH_HALF
    if pg.share == HIGH:
        best = _best_of(st.score, eligible, st.players)
        _split(st, shares, pot_no, half, _holding(st.score, eligible, st.players, best), chips)
        return
    if pg.share == EIGHT_OR_BETTER:
        highs = _holding(st.score, eligible, st.players, _best_of(st.score, eligible, st.players))
        best_low = _best_of(st.low, eligible, st.players)
        lows = _holding(st.low, eligible, st.players, best_low) if best_low > 0 else 0
    else:
        highs, lows = _declared_winners(st, eligible)
    if highs and lows:
        _split(st, shares, pot_no, _HIGH_HALF, highs, chips - chips // 2)
        if chips > 1:
            _split(st, shares, pot_no, _LOW_HALF, lows, chips // 2)
    elif highs or lows:
        _split(st, shares, pot_no, half, highs | lows, chips)
    else:
        st.pot_out += chips


@njit
def _spade_holder(st: Any, eligible: int) -> int:
    """The seat with the highest closed spade, ace high (ruling 38); -1 if nobody holds one."""
    highest = -1
    holder = -1
    for seat in range(st.players):
        if eligible >> seat & 1:
            spades = (st.own[seat] & ~st.open[seat]) >> 48 & 0x1FFF
            if spades and top_bit(spades) > highest:
                highest = top_bit(spades)
                holder = seat
    return holder


@njit
def _declared_winners(st: Any, eligible: int) -> tuple[int, int]:
    """The winners of high and of low among those who declared (ruling 5), as sets of seats; 0 for none.

    A player who declared both and doesn't at least tie both wins nothing, and where he held the best nobody below him
    wins that half.
    """
    for_high = for_low = both = 0
    for seat in range(st.players):
        if eligible >> seat & 1:
            declared = st.declared[seat]
            if declared >= 2:
                for_high |= 1 << seat
            if declared <= 2:
                for_low |= 1 << seat
            if declared == 2:
                both |= 1 << seat
    best_low = _best_of(st.low, for_low, st.players)
    highs = _holding(st.score, for_high, st.players, _best_of(st.score, for_high, st.players))
    lows = _holding(st.low, for_low, st.players, best_low) if best_low > 0 else 0
    failed = both & ~(highs & lows)
    return highs & ~failed, lows & ~failed
