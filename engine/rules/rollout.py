"""Rollout: the winnings of the players if a hand is played to its end without further bets, payments or folds, over
all possible cards or a sample of them.

Cards are dealt and hands ranked as in the kernels. Where players pass, throw, exchange, open cards or declare,
they do what the kernels' plain players do; exchanges that cost are skipped.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from engine.cards.bits import low_bit, popcount
from engine.catalogue.model import Op
from engine.compile.jit import kernel, njit
from engine.kernel.changing import choose_open, pass_cards, replace, throw_cards
from engine.kernel.dealing import give, show
from engine.kernel.players import worst_cards
from engine.kernel.rng import first_state
from engine.kernel.standing import LOWS, PARTS, standing_among
from engine.kernel.stock import draw_card
from engine.kernel.value import high_value, low_value, side_value, update_wild
from engine.terms import Sharing


class PlayerColumn(IntEnum):
    """The columns of the row of a player who is in."""

    OWN = 0
    """The known cards, as a set; `OPEN` are the open ones among them, `TURNED` the turned ones."""
    OPEN = 1
    TURNED = 2
    COUNT = 3
    LAST = 4
    """The last card, -1 for none."""
    UNSEEN = 5
    """Number of the player's cards that no player has seen."""
    OWED = 6
    """Number of cards that the current step still deals the player, closed (`OWED`) and open (`OWED_OPEN`)."""
    OWED_OPEN = 7


class HandColumn(IntEnum):
    """The columns of the row of the hand."""

    STEP = 0
    """The row of the programme that the hand is at."""
    OWED_BOARD = 1
    FOLLOWER = 2
    FOLLOW_NEXT = 3
    LEFT = 4
    """The cards that may come, as a set; `MUCK` are those that are dealt again when they are gone."""
    MUCK = 5
    TO_COME = 6
    """Number of cards that come, if every set of them is tried; -1 if a sample is drawn."""


_OWN, _OPEN, _TURNED, _COUNT, _LAST, _UNSEEN, _OWED, _OWED_OPEN = (int(column) for column in PlayerColumn)
_STEP, _OWED_BOARD, _FOLLOWER, _FOLLOW_NEXT, _LEFT, _MUCK, _TO_COME = (int(column) for column in HandColumn)
_END, _BET, _DEAL_CLOSED, _DEAL_OPEN = int(Op.END), int(Op.BET), int(Op.DEAL_CLOSED), int(Op.DEAL_OPEN)
_DEAL_UNSEEN, _LAY_OPEN, _TURN_BOARD = int(Op.DEAL_UNSEEN), int(Op.LAY_OPEN), int(Op.TURN_BOARD)
_DRAW, _PASS, _CHOOSE_OPEN = int(Op.DRAW), int(Op.PASS), int(Op.CHOOSE_OPEN)
_TURN_OWN, _THROW, _CHASE = int(Op.TURN_OWN), int(Op.THROW), int(Op.CHASE)
_HIGH, _LOW, _SIDE = range(3)
_DECLARED, _DECLARED_EIGHT = Sharing.DECLARED.code, Sharing.DECLARED_EIGHT.code


@njit
def _next_card(st: Any, draws: bool) -> int:
    """The next card, -1 where there is none: drawn, or as it lies."""
    if draws:
        return draw_card(st, 0)
    card = st.deck[st.stock_at]
    st.stock_at += 1
    return int(card)


@njit
def _deal(st: Any, pg: Any, seat: int, is_open: bool, draws: bool) -> None:
    """Deal a card to a player; an open one may send the player out."""
    card = _next_card(st, draws)
    if card < 0:
        return
    give(st, seat, card)
    if is_open:
        show(st, pg, seat, card)
        if pg.sent_out >> card & 1 and st.live_count > 1:
            st.live &= ~(1 << seat)
            st.live_count -= 1


@njit
def _turn_unseen(st: Any, pg: Any, seat: int, draws: bool) -> None:
    """Turn a card that no player has seen; it may bring another."""
    card = _next_card(st, draws)
    st.pile_size[seat] -= 1
    if card < 0:
        return
    give(st, seat, card)
    st.turned[seat] |= 1 << card
    show(st, pg, seat, card)
    if pg.extra >> card & 1:
        st.pile_size[seat] += 1


@njit
def _turn_board(st: Any, pg: Any, draws: bool) -> None:
    """Turn a common card; it may bring each player another card."""
    card = _next_card(st, draws)
    if card < 0:
        return
    st.board[st.board_turned] = card
    st.board_turned += 1
    st.board_open |= 1 << card
    if pg.public:
        update_wild(st, pg)
    if pg.extra >> card & 1:
        _deal_around(st, pg, 1, False, draws)


@njit
def _deal_around(st: Any, pg: Any, count: int, is_open: bool, draws: bool) -> None:
    for _ in range(count):
        for seat in range(st.players):
            if st.live >> seat & 1:
                _deal(st, pg, seat, is_open, draws)


@njit
def _exchange(st: Any, pg: Any, limit: int) -> None:
    for seat in range(st.players):
        if st.live >> seat & 1:
            replace(st, seat, worst_cards(st, pg, seat, limit, False))


@njit
def _set_up(st: Any, pg: Any, players: Any, board: Any, hand: Any, left: Any) -> None:
    st.players = st.live_count = players.shape[0]
    st.live = (1 << players.shape[0]) - 1
    for place in range(left.size):
        st.deck[place] = left[place]
    st.stock_at = 0
    st.stock_end = left.size
    st.muck = hand[_MUCK]
    st.follower = hand[_FOLLOWER]
    st.follow_next = hand[_FOLLOW_NEXT]
    st.board_turned = board.size
    st.board_open = 0
    for place in range(board.size):
        st.board[place] = board[place]
        st.board_open |= 1 << board[place]
    st.bottom_known = 0
    for seat in range(players.shape[0]):
        st.own[seat] = players[seat, _OWN]
        st.open[seat] = players[seat, _OPEN]
        st.turned[seat] = players[seat, _TURNED]
        st.own_count[seat] = players[seat, _COUNT]
        st.last_own[seat] = players[seat, _LAST]
        st.pile_size[seat] = players[seat, _UNSEEN]
        st.bottom[seat] = -1
        st.worth_of[0, seat, 0] = st.worth_of[1, seat, 0] = -1
    update_wild(st, pg)


@njit
def _play_out(st: Any, pg: Any, players: Any, hand: Any, draws: bool) -> None:
    """Deal the remaining cards of the step, and continue to the end of the programme."""
    for _ in range(hand[_OWED_BOARD]):
        _turn_board(st, pg, draws)
    for seat in range(st.players):
        for _ in range(players[seat, _OWED]):
            _deal(st, pg, seat, False, draws)
    for seat in range(st.players):
        for _ in range(players[seat, _OWED_OPEN]):
            _deal(st, pg, seat, True, draws)
    row = hand[_STEP]
    while True:
        row += 1
        op, count = pg.steps[row, 0], pg.steps[row, 1]
        if op == _END:
            break
        if op == _BET:
            st.street = pg.steps[row, 3]
        elif op == _TURN_BOARD or op == _LAY_OPEN:  # noqa: SIM109
            for _ in range(count):
                _turn_board(st, pg, draws)
        elif op == _DEAL_CLOSED or op == _DEAL_OPEN:  # noqa: SIM109
            _deal_around(st, pg, count, op == _DEAL_OPEN, draws)
        elif op == _DEAL_UNSEEN:
            for seat in range(st.players):
                st.pile_size[seat] += count
        elif op == _TURN_OWN or op == _CHASE:  # noqa: SIM109
            for seat in range(st.players):
                while st.pile_size[seat]:
                    _turn_unseen(st, pg, seat, draws)
                    if op == _TURN_OWN:
                        break
        elif op == _DRAW and not pg.steps[row, 2]:
            _exchange(st, pg, count)
        elif op == _PASS:
            pass_cards(st, pg, count, pg.steps[row, 2])
        elif op == _CHOOSE_OPEN:
            choose_open(st, pg, count)
        elif op == _THROW:
            throw_cards(st, pg, count)


@njit
def _best(values: Any, of: int, can_win: int) -> int:
    best = 0
    for seat in range(values.shape[1]):
        if can_win >> seat & 1:
            best = max(best, values[of, seat])
    return int(best)


@njit
def _award(values: Any, of: int, can_win: int, chips: float, gets: Any) -> None:
    """Share chips among the best of those who can win them."""
    best = _best(values, of, can_win)
    winners = 0
    for seat in range(gets.size):
        winners += can_win >> seat & 1 and values[of, seat] == best
    for seat in range(gets.size):
        if can_win >> seat & 1 and values[of, seat] == best:
            gets[seat] += chips / winners


@njit
def _share(values: Any, chips: float, can_win: int, gets: Any) -> None:
    """Share a pot among the best high hands; half of it among the best lows, or to the best closed
    spade or count before that, if there is one.
    """
    if _best(values, _SIDE, can_win):
        chips /= 2
        _award(values, _SIDE, can_win, chips, gets)
    if _best(values, _LOW, can_win):
        chips /= 1 + (_best(values, _HIGH, can_win) > 0)
        _award(values, _LOW, can_win, chips, gets)
    if _best(values, _HIGH, can_win):
        _award(values, _HIGH, can_win, chips, gets)


@njit
def _value_hands(st: Any, pg: Any, values: Any) -> None:
    """Rank the hands of the players who are in, high and low, and their closed spades or counts."""
    for seat in range(st.players):
        values[:, seat] = 0
        if st.live >> seat & 1:
            values[_HIGH, seat] = high_value(st, pg, seat)
            if pg.share:
                values[_LOW, seat] = low_value(st, pg, seat)
            if pg.spade or pg.counted:
                values[_SIDE, seat] = side_value(st, pg, seat)


@njit
def _declare(st: Any, pg: Any, values: Any) -> None:
    """Limit each player to the half that they would declare: the hand that beats more of the final hands, or both if
    each beats nine in ten.
    """
    for seat in range(values.shape[1]):
        high = standing_among(pg, pg.streets, values[_HIGH, seat])
        low = standing_among(pg, LOWS, values[_LOW, seat]) if values[_LOW, seat] > 0 else 0
        if min(high, low) <= 0.9 * PARTS:
            values[_LOW if high >= low else _HIGH, seat] = 0


@njit
def next_choice(chosen: Any, of: int) -> bool:
    """Go to the next combination of places; False after the last."""
    place = chosen.size - 1
    while place >= 0 and chosen[place] == of - chosen.size + place:
        place -= 1
    if place < 0:
        return False
    chosen[place] += 1
    for later in range(place + 1, chosen.size):
        chosen[later] = chosen[later - 1] + 1
    return True


@kernel
def play_out(
    state: Any, programme: Any, players: Any, board: Any, hand: Any, pots: Any, draws: int, seed: int,
    got: Any, ends: Any, each: Any,
) -> int:  # fmt: skip
    """Play a hand out `draws` times, or in every way if `hand` says how many cards come. Adds what each player
    wins, in chips, and its square to `got` (2 x players). Returns the number of times.

    State and programme are arrays of one element; `players` has a row of `PlayerColumn` for each player who is
    in, `hand` is a row of `HandColumn`, `board` the common cards in the order turned, `pots` has the chips of
    each pot and the bits of the players who can win it. `ends` (2 x any number) receives the scores, high and
    low, of the first hands at the end, `each` (any number x players) what players win in the first ways.
    """
    st, pg = state[0], programme[0]
    stock = hand[_LEFT]
    left = np.zeros(popcount(stock), np.int64)
    for at in range(left.size):
        left[at] = low_bit(stock)
        stock &= stock - 1
    values = np.zeros((3, players.shape[0]), np.int64)
    gets = np.zeros(players.shape[0])
    chosen = np.arange(max(0, hand[_TO_COME]))
    counts = hand[_TO_COME] >= 0
    st.rng = first_state(seed, 0)
    ways = 0
    while True:
        _set_up(st, pg, players, board, hand, left)
        for place in range(chosen.size):
            st.deck[place] = left[chosen[place]]
        _play_out(st, pg, players, hand, not counts)
        _value_hands(st, pg, values)
        for seat in range(min(gets.size, ends.shape[1] - ways * gets.size)):
            ends[:, ways * gets.size + seat] = values[:2, seat]
        if pg.share == _DECLARED or pg.share == _DECLARED_EIGHT:
            _declare(st, pg, values)
        gets[:] = 0
        for pot in range(pots.shape[0]):
            _share(values, float(pots[pot, 0]), pots[pot, 1] & st.live, gets)
        for seat in range(gets.size):
            got[0, seat] += gets[seat]
            got[1, seat] += gets[seat] * gets[seat]
            if ways < each.shape[0]:
                each[ways, seat] = gets[seat]
        ways += 1
        if ways == draws or (counts and not next_choice(chosen, left.size)):
            return ways
