"""The chase of Midnight Baseball: unseen cards are turned until the hand on the table is beaten."""

from __future__ import annotations

from typing import Any

from engine.cards.low import NO_LOW
from engine.compile.jit import njit
from engine.kernel.actions import MAX_ROUND, Act
from engine.kernel.betting import ask_players, begin_round, leave, record
from engine.kernel.changing import turn_top
from engine.kernel.chase_chances import forget_turned
from engine.kernel.dealing import levy, push_on_pile, record_card
from engine.kernel.hand_features import record_case
from engine.kernel.stock import draw_card
from engine.kernel.value import high_value

_FOLD, _DEAL_UNSEEN = int(Act.FOLD), int(Act.DEAL_UNSEEN)


@njit(inline="always")
def chase(st: Any, pg: Any) -> None:
    """Turn from the dealer's left: each player turns until the hand beats the best one so far, then opens a betting
    round. A player who has turned every card without beating it folds, and the next goes on (PR; rulings 9, 27, 28).

    If the holder of the best hand folds in the betting, the best of the others on the table is the one to
    beat. Ends when one is left.
    """
    if st.sampling:
        _turn_everything(st, pg)
        return
    best = 0
    holder = -1
    st.open_best = best
    st.open_best_seat = holder
    seat = 0
    while st.live_count > 1 and seat != holder:
        if st.live >> seat & 1:
            score = _turn_until(st, pg, seat, best)
            if st.live >> seat & 1 and score > best:
                best = score
                holder = seat
                _bet_as_opener(st, pg, seat, score)
                if not st.live >> holder & 1:
                    holder, best = _next_best(st, pg)
                    st.open_best = best
                    st.open_best_seat = holder
                    if holder >= 0:
                        seat = holder
            elif st.live >> seat & 1:
                leave(st, seat)
                record(st, _FOLD, seat, 0)
        seat = (seat + 1) % st.players


@njit(inline="always")
def _next_best(st: Any, pg: Any) -> tuple[int, int]:
    """Return the best hand on the table (of equal ones the first from the dealer's left) and its value."""
    holder = -1
    best = 0
    for seat in range(st.players):
        if st.live >> seat & 1:
            score = high_value(st, pg, seat)
            if score > best:
                holder = seat
                best = score
    return holder, best


@njit(inline="always")
def _turn_everything(st: Any, pg: Any) -> None:
    """Turn every card, to value whole hands."""
    for seat in range(st.players):
        if st.live >> seat & 1:
            _turn_until(st, pg, seat, NO_LOW)
            if st.training.is_on:
                record_case(st, pg, seat)


@njit
def _turn_until(st: Any, pg: Any, seat: int, best: int) -> int:
    """Turn a player's cards until they beat `best` or none is left; return their value."""
    score = high_value(st, pg, seat)
    while st.pile_size[seat] and score <= best:
        card = turn_top(st, pg, seat)
        forget_turned(st, seat)
        if pg.levied >> card & 1:
            st.standing_known &= ~(1 << seat)
            st.seen.strength_known &= ~(1 << seat)
            levy(st, pg, seat, pg.levy[card % 16])
            if not st.live >> seat & 1:
                return -1
        if pg.extra >> card & 1:
            extra = draw_card(st, 0)
            if extra >= 0:
                push_on_pile(st, seat, extra)
                record_card(st, _DEAL_UNSEEN, seat, extra)
        score = high_value(st, pg, seat)
    return score


@njit(inline="always")
def _bet_as_opener(st: Any, pg: Any, opener: int, best: int) -> None:
    """A betting round that the best hand on the table opens."""
    begin_round(st, min(st.street + 1, MAX_ROUND))
    st.bet = 0
    st.first = opener
    st.open_best = best
    st.open_best_seat = opener
    for seat in range(st.players):
        st.put_in[seat] = 0
    ask_players(st, pg, opener, 1, False, 0)
