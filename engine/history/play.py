"""Many hand histories played out at once."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.actions import TABLE, Act
from engine.bits import popcount
from engine.cards import UNKNOWN_CARD
from engine.history.betting import act, note, post
from engine.history.record import BOARD, BOARDS, PLAYED, Ending, Told
from engine.history.sharing import (
    SHARE_COLUMNS,
    give_back,
    share_out,
    take_all,
    take_as_told,
    value_hands,
)
from engine.jit import kernel, njit

_HOLE, _STREET, _BOARD, _BRING_IN = int(Told.HOLE), int(Told.STREET), int(Told.BOARD), int(Told.BRING_IN)
_RAISE_TO, _DRAW, _THROW = int(Told.RAISE_TO), int(Told.DRAW), int(Told.THROW)
_SHOW, _SHOWN, _MUCK = int(Told.SHOW), int(Told.SHOWN), int(Told.MUCK)
_DEAL_CLOSED, _DEAL_OPEN, _LAY_OPEN = int(Act.DEAL_CLOSED), int(Act.DEAL_OPEN), int(Act.LAY_OPEN)
_THROWN = int(Act.THROW)
_DONE, _UNFINISHED, _NOT_SEATED, _OUT = (
    int(Ending.DONE), int(Ending.UNFINISHED), int(Ending.NOT_SEATED), int(Ending.OUT),
)  # fmt: skip
_TWICE, _WAITS, _NOT_HELD, _TOO_MANY = (
    int(Ending.TWICE), int(Ending.WAITS), int(Ending.NOT_HELD), int(Ending.TOO_MANY),
)  # fmt: skip
_OTHER_STACKS, _UNTOLD = int(Ending.OTHER_STACKS), int(Ending.UNTOLD)
_READINGS = 6
_RAKE = 10
"""No house takes more than one chip in so many of a pot."""


class Histories(NamedTuple):
    """Hands played out: a record of `PLAYED` each, their packed acts and their shares (n, `SHARE_COLUMNS`),
    end to end.
    """

    played: Any
    acts: NDArray[np.int64]
    shares: NDArray[np.int64]


def play_histories(histories: Any, told: NDArray[np.int64]) -> Histories:
    """Play out the records of `HISTORY`, whose `Told` lie in `told`."""
    played = np.zeros(len(histories), PLAYED).view(np.recarray)
    acts = np.empty(len(told) + 32 * len(histories), np.int64)
    shares = np.empty((64 * min(len(histories), 1) + 24 * len(histories), SHARE_COLUMNS), np.int64)
    _play_all(histories, told, played, acts, shares)
    last = played[-1] if len(played) else None
    acts_end, shares_end = (int(last.acts_end), int(last.shares_end)) if last is not None else (0, 0)
    return Histories(played, acts[:acts_end], shares[:shares_end])


@kernel
def _play_all(histories: Any, told: Any, played: Any, acts: Any, shares: Any) -> None:
    """Play each history; where final stacks are told, by the reading that leads to them, if one does."""
    acts_end = shares_end = 0
    for number in range(len(histories)):
        history = histories[number]
        st = played[number]
        for reading in range(_READINGS if history.finishes else 1):
            _sit(history, st, acts_end, shares_end)
            _play(history, st, told, acts, shares, reading >= _READINGS // 2, reading % (_READINGS // 2))
            if st.ending != int(_OTHER_STACKS) and st.ending != int(_UNFINISHED):
                break
        if st.ending == _OTHER_STACKS:  # as it is usually read
            _sit(history, st, acts_end, shares_end)
            _play(history, st, told, acts, shares, False, 0)
        if st.ending > _UNFINISHED:
            st.acts_end = acts_end
            st.shares_end = shares_end
        acts_end = st.acts_end
        shares_end = st.shares_end


@njit
def _sit(history: Any, st: Any, acts_end: int, shares_end: int) -> None:
    """Everybody with their stack, nothing dealt yet."""
    st.ending = _DONE
    st.at = history.told_at
    st.turn = -1
    st.live = (1 << history.players) - 1
    st.showdown = st.showed = st.mucked = st.all_in = 0
    st.rounds = st.street = st.open = st.dealt = st.pending = st.bet = 0
    st.last = -1
    st.boards = 1
    st.laid = st.extra = st.closed_at = st.threw = 0
    st.acts_end = acts_end
    st.shares_end = shares_end
    for seat in range(history.players):
        st.paid[seat] = st.won[seat] = st.raked[seat] = st.folded[seat] = st.own[seat] = 0
        st.in_round[seat] = st.dead[seat] = st.held[seat] = 0
        st.stack[seat] = history.stacks[seat]
        for board in range(BOARDS):
            st.score[board, seat] = st.low[board, seat] = 0
    for board in range(BOARDS):
        for place in range(BOARD):
            st.common[board, place] = -1


@njit
def _play(history: Any, st: Any, told: Any, acts: Any, shares: Any, effective: bool, odd: int) -> None:
    """Play a history out; `st.ending` says how that went."""
    post(history, st, acts, effective)
    at = history.told_at
    while at < history.told_end:
        kind = told[at] & 15
        seat = told[at] >> 4 & 15
        value = told[at] >> 8
        st.at = at
        if seat >= history.players and kind != _STREET and kind != _BOARD:
            st.ending = _NOT_SEATED
        elif _BRING_IN <= kind <= _RAISE_TO:
            st.ending = act(history, st, acts, kind, seat, value)
            st.closed_at = st.laid
        elif kind == _HOLE:
            st.ending = _hole(history, st, acts, seat, value)
        elif kind == _STREET or kind == _BOARD:  # noqa: SIM109
            st.ending = _lay(history, st, acts, value)
        elif kind == _DRAW:
            st.ending = _WAITS if st.open else _DONE if st.live >> seat & 1 else _OUT
            st.dealt = 1
        elif kind == _THROW:
            st.ending = _throw(st, acts, seat, value)
        elif kind == _SHOW:
            st.ending = _DONE if st.live >> seat & 1 else _OUT
            st.showed |= 1 << seat
            if value >= st.held[seat]:
                st.own[seat] = 0
                st.held[seat] = value
        elif kind == _SHOWN:
            if value != UNKNOWN_CARD:
                st.own[seat] |= 1 << value
        else:
            st.mucked |= 1 << seat
        if st.ending != _DONE:
            return
        at += 1
    _end(history, st, acts, shares, odd)


@njit
def _lies(history: Any, st: Any, card: int) -> bool:
    """Whether a card lies before somebody who is in, or on the table."""
    for seat in range(history.players):
        if st.live >> seat & 1 and st.own[seat] >> card & 1:
            return True
    for board in range(BOARDS):
        for place in range(BOARD):
            if st.common[board, place] == card:
                return True
    return False


@njit
def _hole(history: Any, st: Any, acts: Any, seat: int, card: int) -> int:
    if st.open and st.live & (st.live - 1):
        return _WAITS
    if not st.live >> seat & 1:
        return _OUT
    if st.held[seat] == history.hole:
        return _TOO_MANY
    if card != UNKNOWN_CARD:
        if _lies(history, st, card):
            return _TWICE
        st.own[seat] |= 1 << card
        is_open = history.open_from <= st.held[seat] < history.open_to
        note(st, acts, _DEAL_OPEN if is_open else _DEAL_CLOSED, seat, card)
    elif st.threw >> seat & 1:  # what was exchanged is known by its number at least
        note(st, acts, _DEAL_CLOSED, seat, card)
    st.held[seat] += 1
    st.dealt = 1
    return _DONE


@njit
def _lay(history: Any, st: Any, acts: Any, card: int) -> int:
    if st.open and st.live & (st.live - 1):
        return _WAITS
    most = max(history.board, 1)  # at stud the last card may be common where the pack runs out
    if card != UNKNOWN_CARD and _lies(history, st, card):
        return _TWICE
    if st.laid < most:
        st.common[0, st.laid] = card if card != UNKNOWN_CARD else -1
        st.laid += 1
    else:  # the pot is run once more from where the betting ended
        place = st.closed_at + st.extra
        if st.open or place >= most or history.board == 0:
            return _TOO_MANY
        if st.extra == 0:
            st.boards = 2
            for shared in range(st.closed_at):
                st.common[1, shared] = st.common[0, shared]
        st.common[1, place] = card if card != UNKNOWN_CARD else -1
        st.extra += 1
    if card != UNKNOWN_CARD:
        note(st, acts, _LAY_OPEN, TABLE, card)
    st.dealt = 1
    return _DONE


@njit
def _throw(st: Any, acts: Any, seat: int, card: int) -> int:
    if st.held[seat] == 0:
        return _NOT_HELD
    st.held[seat] -= 1
    st.threw |= 1 << seat
    if card != UNKNOWN_CARD and st.own[seat] >> card & 1:
        st.own[seat] ^= 1 << card
    elif popcount(st.own[seat]) > st.held[seat]:
        return _NOT_HELD
    note(st, acts, _THROWN, seat, card)
    return _DONE


@njit
def _end(history: Any, st: Any, acts: Any, shares: Any, odd: int) -> None:
    """Share the pot of a hand that has ended, and hold the stacks against those told."""
    if st.live & (st.live - 1):
        if not _is_over(history, st):
            st.ending = _UNFINISHED
            return
        give_back(history, st, acts)
        st.showdown = _at_showdown(history, st)
        if st.showdown == 0:
            if not (history.finishes and take_as_told(history, st, shares, _RAKE)):
                st.ending = _UNTOLD
                return
        elif st.showdown & (st.showdown - 1) == 0:
            take_all(history, st, shares, st.showdown)
        else:
            value_hands(history, st, st.showdown)
            share_out(history, st, shares, st.showdown, odd)
    else:
        give_back(history, st, acts)
        take_all(history, st, shares, st.live)
    if history.finishes and not _ends_as_told(history, st):
        st.ending = _OTHER_STACKS


@njit
def _ends_as_told(history: Any, st: Any) -> bool:
    """Whether the final stacks are those told, but for what a house takes of the winners' chips."""
    pot = rake = 0
    same = fair = True
    for seat in range(history.players):
        pot += st.paid[seat]
        if not history.endless >> seat & 1:
            left = st.stack[seat] + st.won[seat] - st.raked[seat] - history.finish[seat]
            rake += left
            same = same and -1 <= left <= 1  # a third of a chip is rounded somewhere
            fair = fair and 0 <= left <= st.won[seat]
    if same or not fair or history.endless or rake * _RAKE > pot:
        return same
    for seat in range(history.players):
        st.raked[seat] = st.stack[seat] + st.won[seat] - history.finish[seat]
    return True


@njit
def _is_over(history: Any, st: Any) -> bool:
    """Whether all the cards lie there, and nobody has anything left to say."""
    if st.open or st.laid < history.board or st.extra % max(BOARD - st.closed_at, 1):
        return False
    able = st.live & ~st.all_in
    if st.street < history.rounds and able & (able - 1):
        return False
    for seat in range(history.players):
        short = st.laid if history.board == 0 else 0
        if st.live >> seat & 1 and st.held[seat] + short < history.hole:
            return False
    return True


@njit
def _at_showdown(history: Any, st: Any) -> int:
    """Those whose cards count: of those who didn't muck all who showed or whose cards are all known; the last
    one has nobody to show to.
    """
    left = st.live & ~st.mucked
    if left == 0:
        left = st.live
    if left & (left - 1) == 0:
        return left
    known = 0
    for seat in range(history.players):
        shown = st.showed >> seat & 1 or popcount(st.own[seat]) >= st.held[seat]
        if left >> seat & 1 and st.own[seat] and shown:
            known |= 1 << seat
    return known
