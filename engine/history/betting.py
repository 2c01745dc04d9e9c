"""The betting of a hand history: whose turn it is, what goes into the pot, when a round is over."""

from __future__ import annotations

from typing import Any

from engine.actions import Act
from engine.bits import low_bit
from engine.history.record import Ending, Told
from engine.jit import njit
from engine.record import pack_act

_ANTE, _SMALL, _BIG, _STRADDLE = int(Act.ANTE), int(Act.SMALL_BLIND), int(Act.BIG_BLIND), int(Act.STRADDLE)
_CHECK, _BET, _RAISE, _CALL, _FOLD = (
    int(Act.CHECK), int(Act.BET), int(Act.RAISE), int(Act.CALL), int(Act.FOLD),
)  # fmt: skip
_BRING_IN = int(Act.BRING_IN)
_TOLD_FOLD, _TOLD_CALL, _TOLD_BRING_IN = int(Told.FOLD), int(Told.CALL), int(Told.BRING_IN)
_DONE, _OUT, _NOT_IN_TURN = int(Ending.DONE), int(Ending.OUT), int(Ending.NOT_IN_TURN)
_TOO_MUCH, _TOO_LITTLE, _OVER = int(Ending.TOO_MUCH), int(Ending.TOO_LITTLE), int(Ending.OVER)


@njit(forceinline=True)
def note(st: Any, acts: Any, kind: int, seat: int, value: int) -> None:
    """Keep an act, in the round that it belongs to."""
    acts[st.acts_end] = pack_act(kind, seat, st.street, value)
    st.acts_end += 1


@njit
def put_in(st: Any, seat: int, chips: int) -> int:
    """Chips from a stack into the pot, as many as there are."""
    chips = min(chips, st.stack[seat])
    st.stack[seat] -= chips
    st.paid[seat] += chips
    if st.stack[seat] == 0:
        st.all_in |= 1 << seat
    return chips


@njit
def post(history: Any, st: Any, acts: Any, effective: bool) -> None:
    """Antes, blinds and straddles. Of two players the second antes and posts what is told of the first.

    What is to be called is the largest blind, or where it is `effective` the most that somebody could post.
    """
    n = history.players
    for seat in range(n):
        chips = history.antes[n - 1 - seat if n == 2 else seat]
        if chips:
            chips = put_in(st, seat, chips)
            if not history.trims:
                st.dead[seat] = chips
            note(st, acts, _ANTE, seat, chips)
    largest = 0
    for seat in range(n):
        largest = max(largest, history.blinds[seat])
    posted = 0
    for place in range(n):
        seat = n - 1 - place if n == 2 else place
        due = history.blinds[place]
        if due == 0:
            continue
        chips = put_in(st, seat, due)
        st.in_round[seat] = chips
        st.bet = max(st.bet, chips if effective else due)
        posted += 1
        small = posted == 1 and due < largest
        kind = _SMALL if small else _BIG if posted <= 2 else _STRADDLE
        note(st, acts, kind, seat, chips)


@njit
def _alone(st: Any) -> bool:
    """Whether nobody is left to bet: at most one has chips, and has put in enough."""
    able = st.live & ~st.all_in
    return able & (able - 1) == 0 and (able == 0 or st.in_round[low_bit(able)] >= st.bet)


@njit
def _begin_round(history: Any, st: Any) -> bool:
    """Begin the next betting round; whether there is one."""
    if st.street == history.rounds or (st.street and not st.dealt):
        return False
    if st.street:
        st.bet = 0
        for seat in range(history.players):
            st.in_round[seat] = 0
    if _alone(st):
        return False
    st.street += 1
    st.pending = st.live & ~st.all_in
    st.open = 1
    st.last = -1
    st.rounds += 1
    return True


@njit
def _next(history: Any, st: Any) -> int:
    """Whose turn it is after the last who acted; -1 where anybody may open."""
    if st.last < 0:
        return -1
    seat = st.last
    while True:
        seat = (seat + 1) % history.players
        if st.pending >> seat & 1:
            return seat


@njit
def act(history: Any, st: Any, acts: Any, kind: int, seat: int, value: int) -> int:
    """Follow an act of the betting; how it went."""
    bit = 1 << seat
    if st.live & (st.live - 1) == 0:
        return _OVER
    if not st.live & bit or st.all_in & bit:
        return _OUT
    if not st.open and not _begin_round(history, st):
        return _OVER
    turn = _next(history, st)
    if not st.pending & bit or (turn >= 0 and turn != seat):
        st.turn = turn
        return _NOT_IN_TURN
    ended = _DONE
    if kind == _TOLD_FOLD:
        st.live ^= bit
        st.folded[seat] = st.street
        note(st, acts, _FOLD, seat, 0)
    elif kind == _TOLD_CALL:
        chips = put_in(st, seat, max(st.bet - st.in_round[seat], 0))
        st.in_round[seat] += chips
        note(st, acts, _CALL if chips else _CHECK, seat, chips)
    elif kind == _TOLD_BRING_IN:
        chips = put_in(st, seat, history.bring_in)
        st.in_round[seat] = chips
        st.bet = history.bring_in
        note(st, acts, _BRING_IN, seat, chips)
    else:
        ended = _raise_to(history, st, acts, seat, value)
    if ended != _DONE:
        return ended
    st.pending &= ~bit
    st.last = seat
    if st.live & (st.live - 1) == 0 or _alone(st):
        st.pending = 0
    if st.pending == 0:
        st.open = 0
        st.dealt = 0
    return _DONE


@njit
def _raise_to(history: Any, st: Any, acts: Any, seat: int, total: int) -> int:
    chips = total - st.in_round[seat]
    if chips > st.stack[seat]:
        return _TOO_MUCH
    if total <= st.bet:
        return _TOO_LITTLE
    kind = _RAISE if st.bet else _BET
    put_in(st, seat, chips)
    st.in_round[seat] = total
    st.bet = total
    st.pending = st.live & ~st.all_in | 1 << seat
    note(st, acts, kind, seat, chips)
    return _DONE
