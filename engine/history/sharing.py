"""The end of a hand history: what the cards are worth, side pots, halves, boards, and every chip."""

from __future__ import annotations

from typing import Any

from engine.actions import Act
from engine.bits import low_bit, popcount
from engine.history.betting import note
from engine.history.record import BOARD
from engine.jit import njit
from engine.low import NO_LOW, eight_or_better
from engine.melds import natural_meld
from engine.rankings import ranked
from engine.terms import Half

_RETURNED = int(Act.RETURNED)
_WHOLE, _HIGH, _LOW = Half.WHOLE.code, Half.HIGH.code, Half.LOW.code
SHARE_COLUMNS = 5
"""Of a share: pot, board, half (a code of `Half`), seat, chips."""


@njit
def give_back(history: Any, st: Any, acts: Any) -> None:
    """Give back the part of a bet that nobody called."""
    most = 0
    second = -1
    for seat in range(1, history.players):
        matched = st.paid[seat] - st.dead[seat]
        top = st.paid[most] - st.dead[most]
        if matched > top:
            second = top
            most = seat
        else:
            second = max(second, matched)
    back = st.paid[most] - st.dead[most] - second
    if back > 0 and st.live >> most & 1:
        st.paid[most] -= back
        st.stack[most] += back
        note(st, acts, _RETURNED, most, back)


@njit
def value_hands(history: Any, st: Any, among: int) -> None:
    """The value of each hand on each board; 0 for no low."""
    for board in range(st.boards):
        common = 0
        for place in range(BOARD):
            if st.common[board, place] >= 0:
                common |= 1 << st.common[board, place]
        for seat in range(history.players):
            if among >> seat & 1:
                own = st.own[seat]
                if history.own_exactly:
                    _of_two(st, board, seat, own, common)
                elif history.ranking:
                    st.score[board, seat] = ranked(history.ranking, own | common)
                else:
                    st.score[board, seat] = natural_meld(own | common)
                    st.low[board, seat] = NO_LOW - eight_or_better(own | common, 0)


@njit
def _of_two(st: Any, board: int, seat: int, own: int, common: int) -> None:
    """The best high and low of just two own cards and three common ones."""
    first = own
    while first:
        one = first & -first
        first ^= one
        second = first
        while second:
            two = second & -second
            second ^= two
            without = common
            while without:  # two of the five are left out
                out = without & -without
                without ^= out
                more = without
                while more:
                    also = more & -more
                    more ^= also
                    five = one | two | common & ~(out | also)
                    st.score[board, seat] = max(st.score[board, seat], natural_meld(five))
                    st.low[board, seat] = max(st.low[board, seat], NO_LOW - eight_or_better(five, 0))


@njit
def _best(values: Any, among: int, players: int) -> int:
    """The seats with the best of some values; none where that is 0."""
    best = 0
    seats = 0
    for seat in range(players):
        if among >> seat & 1:
            if values[seat] > best:
                best = values[seat]
                seats = 0
            if best and values[seat] == best:
                seats |= 1 << seat
    return seats


@njit
def _win(st: Any, shares: Any, pot: int, board: int, half: int, seat: int, chips: int) -> None:
    if chips:
        st.won[seat] += chips
        row = shares[st.shares_end]
        row[0], row[1], row[2], row[3], row[4] = pot, board, half, seat, chips
        st.shares_end += 1


@njit
def _split(
    history: Any, st: Any, shares: Any, pot: int, board: int, half: int, winners: int, chips: int, odd: int
) -> None:
    """Split chips; the odd ones go one at a time from the dealer's left, or with `odd` 2 to the first."""
    count = popcount(winners)
    each = chips // history.grain // count * history.grain
    left = chips - each * count
    for seat in range(history.players):
        if winners >> seat & 1:
            more = left if odd == 2 else min(left, history.grain)
            left -= more
            _win(st, shares, pot, board, half, seat, each + more)


@njit
def _share_pot(history: Any, st: Any, shares: Any, pot: int, among: int, chips: int, odd: int) -> None:
    """Share a pot over the boards, and with a low over the halves, whose odd chip the high has, or with `odd`
    1 the half of the winner nearest the dealer's left.
    """
    for board in range(st.boards):
        part = chips // history.grain // (st.boards - board) * history.grain
        if board == 0 and st.boards == 2:
            part = chips - part  # the first board has the odd chip
        chips -= part
        highs = _best(st.score[board], among, history.players)
        lows = _best(st.low[board], among, history.players) if history.eight else 0
        if lows == 0:
            _split(history, st, shares, pot, board, _WHOLE, highs, part, odd)
            continue
        to_low = part // history.grain // 2 * history.grain
        if odd == 1 and low_bit(lows) < low_bit(highs):
            to_low = part - to_low
        _split(history, st, shares, pot, board, _HIGH, highs, part - to_low, odd)
        _split(history, st, shares, pot, board, _LOW, lows, to_low, odd)


@njit
def share_out(history: Any, st: Any, shares: Any, among: int, odd: int) -> None:
    """Share the main pot and the side pots among those at the showdown, each by what they put in."""
    highest = 0
    waiting = 0  # chips that the seats of `waiters` play for
    waiters = among
    for seat in range(history.players):
        waiting += st.dead[seat]
        if among >> seat & 1:
            highest = max(highest, st.paid[seat] - st.dead[seat])
    stake = 0
    pot = 0
    while True:
        next_stake = highest
        for seat in range(history.players):
            matched = st.paid[seat] - st.dead[seat]
            if among >> seat & 1 and matched > stake:
                next_stake = min(next_stake, matched)
        eligible = 0
        chips = 0
        for seat in range(history.players):
            matched = st.paid[seat] - st.dead[seat]
            top = matched if next_stake == highest else min(matched, next_stake)
            chips += max(0, top - stake)
            if among >> seat & 1 and matched >= next_stake:
                eligible |= 1 << seat
        if waiting and eligible != waiters:
            _share_pot(history, st, shares, pot, waiters, waiting, odd)
            pot += 1
            waiting = 0
        waiting += chips
        waiters = eligible
        stake = next_stake
        if stake == highest:
            break
    _share_pot(history, st, shares, pot, waiters, waiting, odd)


@njit
def take_all(history: Any, st: Any, shares: Any, one: int) -> None:
    """The pot to the only seat of a set."""
    chips = 0
    for seat in range(history.players):
        chips += st.paid[seat]
    _win(st, shares, 0, 0, _WHOLE, low_bit(one), chips)


@njit
def take_as_told(history: Any, st: Any, shares: Any, rake: int) -> bool:
    """What each won by the final stacks, where no cards tell; whether that is all that lies in the pot, but
    for one chip in `rake` at the most, which the house took of who won most.
    """
    left = 0
    most = 0
    for seat in range(history.players):
        left += st.paid[seat]
        if history.finish[seat] - st.stack[seat] > history.finish[most] - st.stack[most]:
            most = seat
    pot = left
    for seat in range(history.players):
        chips = history.finish[seat] - st.stack[seat]
        left -= chips
        if chips < 0 or (chips > 0 and not st.live >> seat & 1):
            return False
    if left < 0 or left * rake > pot:
        return False
    st.raked[most] = left
    for seat in range(history.players):
        _win(st, shares, 0, 0, _WHOLE, seat, history.finish[seat] - st.stack[seat] + st.raked[seat])
    return True
