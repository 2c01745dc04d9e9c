"""Bluff dice (SR): dice under a cup, passed to the left with an announcement that must rise, to be doubted or
taken.

The opener throws up to three times, a taker once or not at all; dice left out of the cup lie open. The loser
of a doubt pays a stake into the pot and starts the next round. Five aces, taken, may be tried for in five
throws: made, the announcer pays, missed, the taker. Every player has five stakes; a player with none left is
out, and the last one takes the pot.

Announcements are scores (`engine.special.dice`); the first may be nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from engine.catalogue.model import Variant
from engine.compile.jit import kernel, njit
from engine.kernel.actions import Act
from engine.kernel.record import Record, Span
from engine.players.profiles import BLUFF, BLUFFS, LEARNED, LOOSE_FIRST, LOOSE_LATER, TIGHT
from engine.players.training.store import Training, from_checkout, short_hash
from engine.special.batch import (
    LAST_STANDING,
    GameKernel,
    PlayRequest,
    Rows,
    batches,
    check_stakes,
    each_pot,
    end_hand,
    luck,
    next_player,
    note,
    opens_next,
    paid_in,
    pay,
    win,
)
from engine.special.bluff_dice.plan import (
    OPENING_THROWS,
    TRIES,
    Plan,
    doubts_unthrown,
    make_plan,
    passes_on,
    plain_claim,
    weigh_throws,
)
from engine.special.bluff_dice.solution import (
    FIRST,
    CupRecipe,
    Solution,
    column_of,
    draw_claim,
    read_solution,
    size_of,
    take_chance,
)
from engine.special.dice import (
    ALL_DICE,
    DICE,
    FACES,
    FIVE_ACES,
    THROWS,
    matching,
    part_key,
    throw_dice,
    throw_score,
)
from engine.special.perception import (
    ClaimLog,
    log_claim,
    new_claim_log,
    perceived_chance,
)
from engine.terms import Half

_STAKE, _CLAIM, _DOUBT, _TAKE = (int(act) for act in (Act.STAKE, Act.CLAIM, Act.DOUBT, Act.TAKE))
_WHOLE = Half.WHOLE.code

STAKES = 5
NO_CLAIM = -1
_ACE = FACES - 1


# --- The rules ----------------------------------------------------------------------------------------------


@njit
def dice_but_aces(dice: Any) -> int:
    """The dice, as bits, that show no ace."""
    bits = 0
    for die in range(DICE):
        if dice[die] != _ACE:
            bits |= 1 << die
    return bits


@njit
def try_for_aces(state: Any, dice: Any, seat: int, round_no: int) -> bool:
    """A player who took five aces throws up to five times, at least one die, keeping aces; whether five aces came."""
    thrown = max(dice_but_aces(dice), 1)
    for _ in range(TRIES):
        throw_dice(state, dice, thrown, seat, round_no)
        thrown = dice_but_aces(dice)
        if thrown == 0:
            return True
    return False


# --- Play ---------------------------------------------------------------------------------------------------


class BluffTable(NamedTuple):
    """What a pot needs. `chances`: how often solved players' claims are true, where they are logged."""

    plan: Plan
    solution: Solution
    profiles: Any
    stake: int
    log: ClaimLog
    chances: Any


@njit
def choose_claim(
    state: Any, table: BluffTable, size: int, seat: int, part: int, stopped: int, before: int, throw: int
) -> int:
    """Return the announcement of a seat that has thrown, or -1 if an opener throws on."""
    plan, profile = table.plan, table.profiles[seat]
    score = plan.score[throw]
    opens_on = before == NO_CLAIM and stopped < OPENING_THROWS
    if profile[LEARNED] == 0.0:
        if opens_on and not plan.stay[stopped, throw]:
            return NO_CLAIM
        return plain_claim(state, plan, part, score, before, profile[BLUFF])
    claim = draw_claim(state, table.solution, size, part, column_of(stopped, before), throw)
    if claim != NO_CLAIM and profile[BLUFFS] > 0.0 and luck(state) < profile[BLUFFS]:
        return plain_claim(state, plan, part, score, before, 1.0)
    return claim


@njit
def accepts_claim(
    state: Any, table: BluffTable, size: int, seat: int, part: int, stopped: int, before: int, claim: int
) -> bool:
    """Whether a solved player takes a claim of dice that were just thrown."""
    profile = table.profiles[seat]
    chance = take_chance(table.solution, size, part, column_of(stopped, before), claim)
    looser = profile[LOOSE_FIRST] if before == NO_CLAIM else profile[LOOSE_LATER]
    return bool(luck(state) < perceived_chance(state, chance, looser, profile))


@njit
def choose_kept_dice(
    table: BluffTable, size: int, seat: int, part: int, claim: int, throw: int, weights: Any
) -> int:
    """Return the part that a seat keeps after taking a claim; or, below 0, its announcement (times -1) if it passes
    the cup on without a throw.
    """
    plan, profile = table.plan, table.profiles[seat]
    if profile[LEARNED] != 0.0:
        return int(table.solution.kept_dice[size, claim + 1, throw])
    if passes_on(plan, part, claim, throw, profile[TIGHT], weights):
        return -int(max(plan.score[throw], claim + 1))
    return int(plan.kept_dice[claim, throw])


@njit(forceinline=True)  # without it a pot takes an eighth longer
def open_round(
    state: Any, table: BluffTable, size: int, opener: int, round_no: int, dice: Any
) -> tuple[int, int, int, int, int]:
    """Let the opener throw up to three times and announce. Returns the claim, the part that lies open, the throw, the dice
    thrown last as bits, and the number of throws.
    """
    plan, solved = table.plan, table.profiles[opener, LEARNED] != 0.0
    thrown = ALL_DICE
    stopped = 0
    while True:
        throw_dice(state, dice, thrown, opener, round_no)
        stopped += 1
        part = int(plan.number[part_key(dice, ALL_DICE & ~thrown)])
        throw = int(plan.number[part_key(dice, ALL_DICE)])
        claim = choose_claim(state, table, size, opener, part, stopped, NO_CLAIM, throw)
        if claim != NO_CLAIM:
            return claim, part, throw, thrown, stopped
        column = column_of(stopped, NO_CLAIM)
        kept = table.solution.kept_dice[size, column, throw] if solved else plan.lead[stopped, throw]
        thrown = ALL_DICE & ~matching(dice, plan.faces[kept])


@njit
def play_round(
    state: Any, table: BluffTable, left: Any, opener: int, round_no: int, dice: Any, weights: Any
) -> int:
    """Play one round, from the opener's throw to a doubt or to five aces taken; return the seat that pays."""
    plan, profiles = table.plan, table.profiles
    alive = 0
    for stakes in left:
        alive += stakes > 0
    size = size_of(alive)
    seat = opener
    claim, part, throw, thrown, stopped = open_round(state, table, size, seat, round_no, dice)
    before = NO_CLAIM
    announcer, thrown_claim, thrown_before = seat, claim, before
    weighed = False  # whether `weights` say what may lie there by the last claim of dice that were thrown
    while True:
        neighbour = next_player(left, seat)
        solved = profiles[neighbour, LEARNED] != 0.0
        if thrown and solved:
            is_accepted = accepts_claim(state, table, size, neighbour, part, stopped, before, claim)
        elif solved and alive == 2:
            is_accepted = plan.score[throw] >= claim  # it threw them itself
        else:
            if not weighed:
                weigh_throws(
                    plan, part, stopped, thrown_claim, thrown_before, profiles[announcer, BLUFF], weights
                )
                weighed = True
            tight = 1.0 if solved else profiles[neighbour, TIGHT]
            is_accepted = not doubts_unthrown(plan, part, claim, tight, weights)
        if thrown and table.log.rows.shape[0] and profiles[seat, LEARNED] != 0.0:
            column = column_of(stopped, before)
            chance = table.chances[size, table.solution.shapes.row_of[part, claim], column]
            stage = column - FIRST + 1 if column >= FIRST else 3 if column == 0 else 4
            log_claim(table.log, 0, stage, chance, plan.score[throw] >= claim)
        note(state, _CLAIM, seat, round_no, claim)
        if not is_accepted:
            note(state, _DOUBT, neighbour, round_no, 0)
            return seat if throw_score(dice) < claim else neighbour
        note(state, _TAKE, neighbour, round_no, 0)
        if claim == FIVE_ACES:
            return seat if try_for_aces(state, dice, neighbour, round_no) else neighbour
        seat = neighbour
        before = claim
        kept = choose_kept_dice(table, size, seat, part, claim, throw, weights)
        if kept < 0:
            thrown = 0
            claim = -kept
            continue
        thrown = ALL_DICE & ~matching(dice, plan.faces[kept])
        throw_dice(state, dice, thrown, seat, round_no)
        part, throw = kept, plan.number[part_key(dice, ALL_DICE)]
        stopped = OPENING_THROWS
        claim = choose_claim(state, table, size, seat, part, stopped, before, throw)
        announcer, thrown_claim, thrown_before = seat, claim, before
        weighed = False


@njit(makes_arrays=True)
def play_pot(state: Any, table: BluffTable, pot_in: int) -> None:
    players = state.seats.shape[0]
    left = np.full(players, STAKES)
    dice = np.zeros(DICE, np.int64)
    weights = np.zeros(THROWS)
    opener = 0
    still_in = players
    round_no = 0
    while still_in > 1:
        round_no += 1
        loser = play_round(state, table, left, opener, round_no, dice, weights)
        pay(state, _STAKE, loser, round_no, table.stake)
        left[loser] -= 1
        if left[loser] == 0:
            still_in -= 1
        opener = opens_next(left, loser)
    win(state, _WHOLE, opener, pot_in + paid_in(state))
    end_hand(state, pot_in, LAST_STANDING, round_no, 0)


@kernel
def play_pots(rows: Rows, span: Span, table: BluffTable) -> tuple[int, int]:
    return each_pot(play_pot, rows, span, table)


TRAINING = Training(
    rules=lambda variant: short_hash(repr(STAKES)),
    train=from_checkout("engine.special.bluff_dice.solving", "train"),
    recipe=lambda variant: CupRecipe(),
    quick=lambda variant: CupRecipe(turns=100, turns_of_more=100),
    cases=from_checkout("engine.special.bluff_dice.solving", "cases"),
)


@cache
def _solution(variant: Variant) -> Solution:
    return read_solution(TRAINING.arrays(variant))


def play(request: PlayRequest) -> Iterator[tuple[int, Record]]:
    """Play hands. Plain `tight` players doubt sooner; `bluff` is how often one says more than the truth
    at leisure.
    """
    learned = request.profiles[:, LEARNED].any()
    solution = _solution(request.variant) if learned else read_solution({})
    stake = check_stakes(request, STAKES)
    table = BluffTable(make_plan(), solution, request.profiles, stake, new_claim_log(), np.zeros((0, 0, 0)))
    return batches(request, lambda rows, span: play_pots(rows, span, table))


KERNEL = GameKernel(play=play, training=TRAINING)
