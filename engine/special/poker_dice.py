"""Poker dice (SR): five dice, up to three throws, the best combination takes the pot.

The opener may stop after any throw, and no player throws more often than the opener did. Those who tie for the
best throw again, the first of them opening; the others are out. One stake each; a hand is one pot with its
replays.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.compile.jit import kernel, njit
from engine.kernel.actions import Act
from engine.kernel.record import Record, Span
from engine.kernel.winners import LEAST, best_of
from engine.special.batch import (
    AT_SHOWDOWN,
    LAST_STANDING,
    SCORE,
    SHOWED,
    GameKernel,
    PlayRequest,
    Rows,
    batches,
    check_stakes,
    each_pot,
    end_hand,
    paid_in,
    pay,
    win,
)
from engine.special.dice import (
    ALL_DICE,
    DICE,
    SCORES,
    THROWS,
    chances,
    dice_category_name,
    dice_meld,
    matching,
    part_key,
    throw_dice,
    throw_score,
)
from engine.terms import Half

MAX_THROWS = 3
_MOST_TIED = 3
"""Ties between more players are valued as between three."""
_EVEN = 1e-12
_STAKE, _WHOLE = int(Act.STAKE), Half.WHOLE.code


# --- The players: the chance to win, exactly, by going back from the last throw of the last player ----------


class PokerDicePlan(NamedTuple):
    """What to keep. Parts and throws are numbered as in `engine.special.dice`; a part of five dice is to stop.

    follow[throws - 1, left - 1, later, best, tied - 1, throw]: the part kept by a follower with `left` of
    `throws` throws to come, `later` players still to throw after and `best` to beat, held by `tied` players
    (3 for more). lead[thrown - 1, later, throw]: the same for the opener after `thrown` throws.
    opener[later]: the opener's chance to beat `later` players, with ties shared.
    """

    follow: Any
    lead: Any
    opener: Any
    faces: Any
    number: Any


def _best_parts(values: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """For each throw the part worth keeping, `values[part, …]` being what each is worth, and what it is
    worth.
    """
    parts = chances().parts[:, ::-1].T  # all five first
    best = values[parts[0]] + _EVEN  # so that even chances stop
    kept = np.empty(best.shape, np.int64)
    kept[:] = _along(parts[0], kept)
    for part in parts[1:]:
        worth = values[part]
        more = worth > best
        np.copyto(best, worth, where=more)
        np.copyto(kept, _along(part, kept), where=more)
    return kept, best


def _along(of_throws: NDArray[np.int64], shape: NDArray[Any]) -> NDArray[np.int64]:
    """Numbers of throws, shaped to combine with an array whose first axis is the throws."""
    return of_throws.reshape(THROWS, *[1] * (shape.ndim - 1))


_TIES = np.arange(1, _MOST_TIED + 1)


@cache
def _holders(later: int) -> NDArray[np.float64]:
    """[throws - 1, best, tied - 1]: the chance of who holds the best with a number of players still to throw."""
    if later == 0:
        return np.broadcast_to(1 / _TIES, (MAX_THROWS, SCORES, _MOST_TIED))
    return _followers(later - 1)[1]


@cache
def _followers(later: int) -> tuple[NDArray[np.int16], NDArray[np.float64]]:
    """What a follower keeps with `later` players still to throw after, [throws - 1, left - 1, best, tied - 1,
    throw], and the chances of holders before it.

    They are the same at tables of every size, and computed once.
    """
    table, hold = chances(), _holders(later)
    start = THROWS  # the part that holds nothing
    best = np.arange(SCORES)[:, None]
    above = (table.score[:, None, None] > best).astype(float)  # throw, best, tied
    equal = (table.score[:, None, None] == best) * np.ones(_MOST_TIED)[None, None]
    follow = np.zeros((MAX_THROWS, MAX_THROWS - 1, SCORES, _MOST_TIED, THROWS), np.int16)
    before = np.empty((MAX_THROWS, SCORES, _MOST_TIED))
    for throws in range(1, MAX_THROWS + 1):
        alone = hold[throws - 1, :, 0]
        one_more = hold[throws - 1][:, np.minimum(_TIES, _MOST_TIED - 1)]
        value = above * alone[table.score][:, None, None] + equal * one_more[None]
        win_all, win_tie = above * 1.0, equal * 1.0
        for left in range(1, throws):
            kept, value = _best_parts(np.tensordot(table.odds, value, 1))
            win_all, win_tie = (
                np.take_along_axis(np.tensordot(table.odds, chance, 1), kept, axis=0)
                for chance in (win_all, win_tie)
            )
            follow[throws - 1, left - 1] = np.moveaxis(kept, 0, -1)
        over = np.tensordot(table.odds[start], win_all, 1)
        ties = np.tensordot(table.odds[start], win_tie, 1)
        before[throws - 1] = (1 - over - ties) * hold[throws - 1] + ties * one_more
    return follow, before


@cache
def _opener(later: int) -> tuple[NDArray[np.int16], float]:
    """Return the part that the opener keeps against `later` players, [thrown - 1, throw], and its chance to win."""
    table, hold = chances(), _holders(later)
    lead = np.zeros((MAX_THROWS - 1, THROWS), np.int16)
    value = hold[MAX_THROWS - 1, :, 0][table.score]
    for thrown in range(MAX_THROWS - 1, 0, -1):
        on = table.odds @ value
        on[:THROWS] = hold[thrown - 1, :, 0][table.score]
        lead[thrown - 1], value = _best_parts(on)
    return lead, float(table.odds[THROWS] @ value)


@cache
def make_plan(players: int) -> PokerDicePlan:
    """Return the best play for every table of up to `players`, if all others play by it too."""
    table = chances()
    follow = np.zeros((MAX_THROWS, MAX_THROWS - 1, players, SCORES, _MOST_TIED, THROWS), np.int16)
    for later in range(players - 1):
        follow[:, :, later] = _followers(later)[0]
    leads, chance = zip(*map(_opener, range(players)), strict=True)
    return PokerDicePlan(follow, np.stack(leads, axis=1), np.array(chance), table.faces, table.number)


# --- Play ---------------------------------------------------------------------------------------------------


@njit(makes_arrays=True)
def throw_round(state: Any, plan: PokerDicePlan, among: int, round_no: int, scores: Any) -> None:
    """The players of a set throw in turn, the first from the dealer's left opening; `scores` is what they
    make.
    """
    players = scores.shape[0]
    later = -1
    for seat in range(players):
        later += among >> seat & 1
    dice = np.zeros(DICE, np.int64)
    throws = 0
    best = -1
    tied = 0
    for seat in range(players):
        if not among >> seat & 1:
            continue
        opens = throws == 0
        thrown = ALL_DICE
        count = 0
        while thrown:
            throw_dice(state, dice, thrown, seat, round_no)
            count += 1
            if count == (MAX_THROWS if opens else throws):
                break
            throw = plan.number[part_key(dice, ALL_DICE)]
            if opens:
                part = plan.lead[count - 1, later, throw]
            else:
                left = throws - count
                part = plan.follow[throws - 1, left - 1, later, best, min(tied, _MOST_TIED) - 1, throw]
            thrown = ALL_DICE & ~matching(dice, plan.faces[part])
        if opens:
            throws = count
        score = throw_score(dice)
        scores[seat] = score
        if score > best:
            best = score
            tied = 0
        if score == best:
            tied += 1
        later -= 1


class DiceTable(NamedTuple):
    plan: PokerDicePlan
    stake: int


@njit(makes_arrays=True)
def play_pot(state: Any, table: DiceTable, pot_in: int) -> None:
    players = state.seats.shape[0]
    for seat in range(players):
        pay(state, _STAKE, seat, 0, table.stake)
    scores = np.zeros(players, np.int64)
    among = (1 << players) - 1
    round_no = 0
    while among & (among - 1):
        round_no += 1
        throw_round(state, table.plan, among, round_no, scores)
        for seat in range(players):
            if among >> seat & 1:
                state.seats[seat, SCORE] = dice_meld(scores[seat])
                state.seats[seat, SHOWED] = 1
        among = best_of(scores, among, 1, LEAST)
    for seat in range(players):
        if among >> seat & 1:
            win(state, _WHOLE, seat, pot_in + paid_in(state))
    end_hand(state, pot_in, AT_SHOWDOWN if players > 1 else LAST_STANDING, round_no, players)


@kernel
def play_pots(rows: Rows, span: Span, table: DiceTable) -> tuple[int, int]:
    return each_pot(play_pot, rows, span, table)


def play(request: PlayRequest) -> Iterator[tuple[int, Record]]:
    """Play hands. Profiles don't matter: every player throws for the best chance."""
    table = DiceTable(make_plan(request.players), check_stakes(request, 1))
    return batches(request, lambda rows, span: play_pots(rows, span, table))


KERNEL = GameKernel(play=play, meld=dice_category_name)
