"""Hands that no player folds: the best of a betting round, and hands that no two cards beat."""

from __future__ import annotations

from typing import Any

from engine.cards.omaha import two_and_three
from engine.compile.jit import njit
from engine.kernel.standing import PART, PARTS, standing_among
from engine.kernel.value import HIGH, high_value, value_of

_WORTH_A_LOOK = 0.85
"""A hand that beats fewer of the hands of its round is beaten on any board: the best hand is three of a kind at least."""


@njit
def is_beyond_folding(st: Any, pg: Any, seat: int, row: int) -> bool:
    """Whether a seat has a hand that no player folds: with common cards, a high hand that no other two cards beat (if
    players use two); else a hand above all quantiles of the round (the best 8 in 1,000) that no open hand beats.
    """
    score = high_value(st, pg, seat)
    standing = standing_among(pg, row, score)
    if PART[standing] < _WORTH_A_LOOK:
        return False
    if st.board_open and not pg.personal and (pg.own_exactly == 2 or st.own_count[seat] == 2):
        return _beats_all_pairs(st, pg, seat, score)
    return standing == PARTS - 1 and not st.board_open and (not st.any_open or score >= st.open_best)


@njit
def _beats_all_pairs(st: Any, pg: Any, seat: int, score: int) -> bool:
    gone = st.own[seat] | st.board_open
    laid = st.board_turned
    simple = pg.own_exactly == 2 and pg.line_count == 0 and not gone & st.wild and 3 <= laid <= 5
    for place in range(pg.pack_size):
        one = 1 << pg.pack[place]
        if gone & one:
            continue
        for other in range(place):
            two = 1 << pg.pack[other]
            if gone & two:
                continue
            if simple:
                rival = two_and_three(one | two, st.board_open)
            else:
                rival = value_of(st, pg, seat, one | two, one | two, HIGH)
            if rival > score:
                return False
    return True
