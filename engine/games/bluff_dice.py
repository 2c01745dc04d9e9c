"""Bluff dice (SR): dice under a cup, passed to the left with an announcement that must rise, to be doubted or
taken.

The opener throws up to three times, a taker once or not at all; dice kept out of the cup lie open. The loser
of a doubt pays a stake into the pot and starts the next round. Five aces, taken, may be tried for in five
throws: made, the announcer pays, missed, the taker. Everybody has five stakes; who has none left is out, and
the last one takes the pot.

Announcements are scores (`engine.games.dice`); the first may be nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from engine.actions import Act
from engine.games.batch import (
    LAST_STANDING,
    GameKernel,
    Rows,
    Sitting,
    batches,
    check_stakes,
    draw,
    end_hand,
    luck,
    no_meld,
    note,
    paid_in,
    pay,
    win,
)
from engine.games.dice import (
    ALL_DICE,
    DICE,
    FACES,
    FIVE_ACES,
    PARTS,
    SCORES,
    THROWS,
    chances,
    matching,
    part_key,
    roll_value,
    throw_score,
)
from engine.games.loop import each_pot
from engine.jit import kernel, njit
from engine.profiles import BLUFF, TIGHT
from engine.record import Record, Span
from engine.terms import Half

STAKES = 5
OPENING_THROWS = 3
TRIES = 5
"""Throws of who takes five aces."""
NO_CLAIM = -1
_ACE = FACES - 1
_STAKE, _ROLL, _CLAIM, _DOUBT, _TAKE = (
    int(act) for act in (Act.STAKE, Act.ROLL, Act.CLAIM, Act.DOUBT, Act.TAKE)
)  # fmt: skip
_WHOLE = Half.WHOLE.code


# --- The rules ----------------------------------------------------------------------------------------------


@njit
def doubt_is_right(dice: Any, claim: int) -> bool:
    """Whether the dice are worth less than announced, so that the announcer pays; else the doubter does."""
    return bool(throw_score(dice) < claim)


@njit
def next_player(left: Any, seat: int) -> int:
    """The nearest seat to the left that has a stake left."""
    seat = (seat + 1) % left.shape[0]
    while left[seat] == 0:
        seat = (seat + 1) % left.shape[0]
    return seat


@njit
def starts_next(left: Any, loser: int) -> int:
    """The loser starts the next round, or, if that stake was the last, the next player to the left."""
    return loser if left[loser] > 0 else next_player(left, loser)


# --- The players: what the throw could have shown, and what is left to beat it ------------------------------


class CupPlan(NamedTuple):
    """Exact chances for a cup between two who both play by this plan.

    hope[claim, throw]: who has taken the claim with that throw under the cup stays clear of the stake.
    kept[claim, throw]: the part to keep for it. stay[throws, throw]: whether the opener stops after so many
    throws. lead[throws, throw]: the part the opener keeps. possible[part]: the throws that a part can become,
    `count[part]` of them, in order of score.
    """

    hope: Any
    kept: Any
    stay: Any
    lead: Any
    odds: Any
    below: Any
    faces: Any
    number: Any
    score: Any
    possible: Any
    count: Any


@cache
def make_plan() -> CupPlan:
    """Work back from five aces.

    The model: who can announce the truth does; who can't draws a claim from what the dice just thrown could
    have shown beside the open ones. So a claim that the throw could have been is true with the chance t that
    such a throw beats the claim before it, whatever it is. The neighbour doubts when 1 - t is more than the
    hope of taking; what one hopes the other fears.
    """
    table = chances()
    odds, score = table.odds, table.score
    firsts = np.flatnonzero(np.diff(score, prepend=-1))  # throws are in order of score
    exact = np.diff(table.below, axis=1)  # part, score
    hope = np.zeros((SCORES, THROWS))
    kept = np.zeros((SCORES, THROWS), np.int16)
    aces = table.faces[:THROWS, _ACE]
    one = 1 - (1 - 1 / FACES) ** TRIES
    hope[FIVE_ACES] = one ** np.maximum(DICE - aces, 1)  # who holds five aces must throw one of them again
    truth_hope = np.zeros((PARTS, SCORES))  # of who takes a true claim
    lie_hope = np.zeros(
        (PARTS, SCORES, SCORES + 1)
    )  # part, claim, claim before: summed over throws up to that
    for claim in range(FIVE_ACES, -1, -1):
        if claim < FIVE_ACES:
            beats = 1 - table.below[:, claim + 1]
            higher = slice(claim + 1, SCORES)
            taking = beats[:, None] * truth_hope[:, higher] + lie_hope[:, higher, claim + 1]
            pass_on = np.where(1 - beats[:, None] > taking, beats[:, None], 1 - taking)
            weight = np.divide(
                exact[:, higher], beats[:, None], where=beats[:, None] > 0, out=np.zeros_like(taking)
            )
            survive = (weight * pass_on).sum(axis=1)
            options = survive[table.parts[:, :ALL_DICE]]  # at least one die is thrown
            choice = options.argmax(axis=1)
            kept[claim] = table.parts[np.arange(THROWS), choice]
            hope[claim] = options.max(axis=1)
        by_score = np.add.reduceat(odds * hope[claim], firsts, axis=1)
        lie_hope[:, claim, 1:] = by_score.cumsum(axis=1)
        truth_hope[:, claim] = np.divide(
            by_score[:, claim], exact[:, claim], where=exact[:, claim] > 0, out=np.zeros(PARTS)
        )
    # the opener looks for the throw that leaves the neighbour the least hope
    value = 1 - hope[score, np.arange(THROWS)]
    stay = np.ones((OPENING_THROWS + 1, THROWS), np.bool_)
    lead = np.zeros((OPENING_THROWS + 1, THROWS), np.int16)
    for throws in range(OPENING_THROWS - 1, 0, -1):
        on = odds @ value
        on[:THROWS] = value
        if throws < OPENING_THROWS:
            now = 1 - hope[score, np.arange(THROWS)]
            options = on[table.parts[:, :ALL_DICE]]
            choice = options.argmax(axis=1)
            lead[throws] = table.parts[np.arange(THROWS), choice]
            stay[throws] = now >= options.max(axis=1)
            value = np.maximum(now, options.max(axis=1))
    never = odds == 0.0
    possible, count = np.argsort(never, axis=1, kind="stable"), (~never).sum(axis=1)
    return CupPlan(
        hope, kept, stay, lead, odds, table.below, table.faces, table.number, score, possible, count
    )


@njit
def weigh_throws(
    plan: CupPlan, part: int, stopped: int, claim: int, before: int, bluff: float, weights: Any
) -> float:
    """How likely each throw is under the cup, and the chance that the claim is true.

    `part`: the dice that lie open. `stopped`: after how many throws an opener stopped, `OPENING_THROWS` for
    everybody else. `bluff`: how often the announcer says more than the truth although it would do. `weights`
    (one for each throw) is filled and sums to 1, or to 0 where the claim can't be.
    """
    exact = plan.below[part, claim + 1] - plan.below[part, claim]
    higher = 1.0 - plan.below[part, before + 1]
    total = 0.0
    true = 0.0
    weights[:] = 0.0
    if exact <= 0.0:
        return 0.0
    last = 0
    for place in range(plan.count[part]):
        throw = plan.possible[part, place]
        odds = plan.odds[part, throw]
        if not plan.stay[stopped, throw]:
            continue
        score = plan.score[throw]
        if score > claim:
            break
        last = throw + 1
        if score == claim:
            above = 1.0 - plan.below[part, score + 1]
            weights[throw] = odds * (1.0 - bluff) if above > 1e-12 else odds
            true += weights[throw]
        elif score > before:
            weights[throw] = odds * bluff * exact / (1.0 - plan.below[part, score + 1])
        else:
            weights[throw] = odds * exact / higher
        total += weights[throw]
    if total <= 0.0:
        return 0.0
    for throw in range(last):
        weights[throw] /= total
    return true / total


@njit
def doubts(
    plan: CupPlan, part: int, stopped: int, claim: int, before: int, bluff: float, tight: float, weights: Any,
) -> bool:  # fmt: skip
    """Whether the neighbour doubts: the chance of a lie, times `tight`, is more than the hope of taking."""
    true = weigh_throws(plan, part, stopped, claim, before, bluff, weights)
    hope = 0.0
    for place in range(plan.count[part]):
        throw = plan.possible[part, place]
        hope += weights[throw] * plan.hope[claim, throw]
    return tight * (1.0 - true) > hope


@njit
def doubts_unthrown(plan: CupPlan, claim: int, tight: float, weights: Any) -> bool:
    """The same of a cup that was passed on unthrown: `weights` still say what may lie there, as the last
    announcement left them.
    """
    true = 0.0
    hope = 0.0
    for throw in range(THROWS):
        if weights[throw] > 0.0:
            hope += weights[throw] * plan.hope[claim, throw]
            if plan.score[throw] >= claim:
                true += weights[throw]
    return tight * (1.0 - true) > hope


@njit
def passes_on(plan: CupPlan, claim: int, throw: int, tight: float, weights: Any) -> bool:
    """Whether who took a claim passes the cup on as it is: the dice are worth more than was said, or a
    neighbour as `tight` as oneself would rather take it than doubt, and that is better than a throw.
    """
    if plan.score[throw] > claim:
        return True
    hope = 0.0
    for other in range(THROWS):
        if weights[other] > 0.0:
            hope += weights[other] * plan.hope[claim + 1, other]
    unharmed = not doubts_unthrown(plan, claim + 1, tight, weights)
    return bool(unharmed and 1.0 - hope > plan.hope[claim, throw])


@njit
def drawn_claim(sheet: Any, plan: CupPlan, part: int, over: int) -> int:
    """A claim above `over`, drawn from what the dice thrown beside a part could have shown; else the least
    that rises.
    """
    possible = 1.0 - plan.below[part, over + 1]
    if possible < 1e-12:
        return over + 1
    mark = plan.below[part, over + 1] + luck(sheet) * possible
    claim, most = over + 1, FIVE_ACES
    while claim < most:
        middle = (claim + most) // 2
        if plan.below[part, middle + 1] <= mark:
            claim = middle + 1
        else:
            most = middle
    while plan.below[part, claim + 1] - plan.below[part, claim] <= 0.0:
        claim -= 1
    return claim


@njit
def announced(sheet: Any, plan: CupPlan, part: int, score: int, before: int, bluff: float) -> int:
    """What to announce: the truth if it rises, now and then more; else a lie."""
    if score > before and (score == FIVE_ACES or luck(sheet) >= bluff):
        return score
    over = max(score, before)
    if score > before and 1.0 - plan.below[part, over + 1] < 1e-12:
        return score
    return drawn_claim(sheet, plan, part, over)


# --- Play ---------------------------------------------------------------------------------------------------


@njit
def throw_dice(sheet: Any, dice: Any, thrown: int, seat: int, round_no: int) -> None:
    """Throw some of the dice under the cup; the rest lie open."""
    for die in range(DICE):
        if thrown >> die & 1:
            dice[die] = draw(sheet, FACES)
    note(sheet, _ROLL, seat, round_no, roll_value(dice, thrown))


@njit
def try_for_aces(sheet: Any, dice: Any, seat: int, round_no: int) -> bool:
    """Who took five aces throws up to five times, at least one die, keeping aces; whether five aces came of
    it.
    """
    thrown = 0
    for die in range(DICE):
        if dice[die] != _ACE:
            thrown |= 1 << die
    thrown = thrown if thrown else 1
    for _ in range(TRIES):
        throw_dice(sheet, dice, thrown, seat, round_no)
        thrown = 0
        for die in range(DICE):
            if dice[die] != _ACE:
                thrown |= 1 << die
        if thrown == 0:
            return True
    return False


@njit
def play_round(
    sheet: Any, plan: CupPlan, profiles: Any, left: Any, opener: int, round_no: int, dice: Any, weights: Any
) -> int:
    """Play one round, from the opener's throw to a doubt or to five aces taken; return the seat that pays."""
    seat = opener
    claim = NO_CLAIM
    thrown = ALL_DICE
    stopped = 0
    while True:
        throw_dice(sheet, dice, thrown, seat, round_no)
        stopped += 1
        throw = plan.number[part_key(dice, ALL_DICE)]
        if plan.stay[stopped, throw]:
            break
        thrown = ALL_DICE & ~matching(dice, plan.faces[plan.lead[stopped, throw]])
    while True:
        before = claim
        neighbour = next_player(left, seat)
        tight = profiles[neighbour, TIGHT]
        score = plan.score[plan.number[part_key(dice, ALL_DICE)]]
        if thrown:
            part = plan.number[part_key(dice, ALL_DICE & ~thrown)]
            claim = announced(sheet, plan, part, score, before, profiles[seat, BLUFF])
            doubted = doubts(plan, part, stopped, claim, before, profiles[seat, BLUFF], tight, weights)
        else:
            claim = max(score, before + 1)
            doubted = doubts_unthrown(plan, claim, tight, weights)
        note(sheet, _CLAIM, seat, round_no, claim)
        if doubted:
            note(sheet, _DOUBT, neighbour, round_no, 0)
            return seat if doubt_is_right(dice, claim) else neighbour
        note(sheet, _TAKE, neighbour, round_no, 0)
        if claim == FIVE_ACES:
            return seat if try_for_aces(sheet, dice, neighbour, round_no) else neighbour
        seat = neighbour
        throw = plan.number[part_key(dice, ALL_DICE)]
        thrown = 0
        if not passes_on(plan, claim, throw, profiles[seat, TIGHT], weights):
            thrown = ALL_DICE & ~matching(dice, plan.faces[plan.kept[claim, throw]])
            throw_dice(sheet, dice, thrown, seat, round_no)
        stopped = OPENING_THROWS


class BluffTable(NamedTuple):
    """What a pot needs."""

    plan: CupPlan
    profiles: Any
    stake: int


@njit
def play_pot(sheet: Any, table: BluffTable, pot_in: int) -> None:
    """Play one pot, from the first stake to the last player."""
    players = sheet.seats.shape[0]
    left = np.full(players, STAKES)
    dice = np.zeros(DICE, np.int64)
    weights = np.zeros(THROWS)
    opener = 0
    still_in = players
    round_no = 0
    while still_in > 1:
        round_no += 1
        loser = play_round(sheet, table.plan, table.profiles, left, opener, round_no, dice, weights)
        pay(sheet, _STAKE, loser, round_no, table.stake)
        left[loser] -= 1
        if left[loser] == 0:
            still_in -= 1
        opener = starts_next(left, loser)
    win(sheet, _WHOLE, opener, pot_in + paid_in(sheet))
    end_hand(sheet, pot_in, LAST_STANDING, round_no, 0)


@kernel
def play_pots(rows: Rows, span: Span, table: BluffTable) -> tuple[int, int]:
    """Play the pots of a span while there is room; return the next pot and the rows filled."""
    return each_pot(play_pot, rows, span, table)


def play(sitting: Sitting) -> Iterator[tuple[int, Record]]:
    """Play a sitting. `tight` players doubt sooner; `bluff` is how often one says more than the truth at
    leisure.
    """
    table = BluffTable(make_plan(), sitting.profiles, check_stakes(sitting, STAKES))
    return batches(sitting, lambda rows, span: play_pots(rows, span, table))


KERNEL = GameKernel(play=play, meld=no_meld, low=no_meld)
