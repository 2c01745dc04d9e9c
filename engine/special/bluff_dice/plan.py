"""The plain players of bluff dice: the possible throws, and the chances to beat them."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from engine.compile.jit import njit
from engine.special.batch import luck
from engine.special.dice import ALL_DICE, DICE, FACES, FIVE_ACES, PARTS, SCORES, THROWS, chances

OPENING_THROWS = 3
TRIES = 5
"""Throws of a player who takes five aces."""
_ACE = FACES - 1


class Plan(NamedTuple):
    """Exact chances for a cup between two who both play by this plan.

    hope[claim, throw]: the chance of the player who took the claim, with that throw under the cup, not to pay the stake.
    kept_dice[claim, throw]: the part to keep for it. stay[throws, throw]: whether the opener stops after that many
    throws. lead[throws, throw]: the part the opener keeps. possible[part]: the throws that a part can become,
    `count[part]` of them, in order of score: `odds[part]` of each to be thrown.
    """

    hope: Any
    kept_dice: Any
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
def make_plan() -> Plan:
    """Work back from five aces.

    The model: a player who can announce the truth does; one who can't draws a claim from what the dice just thrown
    could have shown with the open ones. So a claim that the throw could have been is true with the chance t that such
    a throw beats the claim before it, whatever it is. The neighbour doubts when 1 - t is more than the hope of
    taking, which is the other player's risk.
    """
    table = chances()
    odds, score = table.odds, table.score
    firsts = np.flatnonzero(np.diff(score, prepend=-1))  # throws are in order of score
    exact = np.diff(table.below, axis=1)  # part, score
    hope = np.zeros((SCORES, THROWS))
    kept = np.zeros((SCORES, THROWS), np.int16)
    aces = table.faces[:THROWS, _ACE]
    one = 1 - (1 - 1 / FACES) ** TRIES
    hope[FIVE_ACES] = one ** np.maximum(
        DICE - aces, 1
    )  # a player with five aces must throw one of them again
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
    of_possible = np.take_along_axis(odds, possible, axis=1)
    return Plan(
        hope, kept, stay, lead, of_possible, table.below, table.faces, table.number, score, possible, count
    )


@njit
def weigh_throws(
    plan: Plan, part: int, stopped: int, claim: int, before: int, bluff: float, weights: Any
) -> float:
    """Return the probability of each throw under the cup, and the chance that the claim is true.

    `part`: the dice that lie open. `stopped`: after how many throws an opener stopped, `OPENING_THROWS` for every
    player else. `bluff`: how often the announcer says more than the truth although the truth would rise. `weights`
    (one for each throw that the part can become) is filled and sums to 1, or to 0 where the claim can't be.
    """
    count = plan.count[part]
    weights[:count] = 0.0
    exact = plan.below[part, claim + 1] - plan.below[part, claim]
    if exact <= 0.0:
        return 0.0
    higher = 1.0 - plan.below[part, before + 1]
    total = 0.0
    true = 0.0
    last = 0
    for place in range(count):
        throw = plan.possible[part, place]
        if not plan.stay[stopped, throw]:
            continue
        odds = plan.odds[part, place]
        score = plan.score[throw]
        if score > claim:
            break
        last = place + 1
        if score == claim:
            above = 1.0 - plan.below[part, score + 1]
            weight = odds * (1.0 - bluff) if above > 1e-12 else odds
            true += weight
        elif score > before:
            weight = odds * bluff * exact / (1.0 - plan.below[part, score + 1])
        else:
            weight = odds * exact / higher
        weights[place] = weight
        total += weight
    if total <= 0.0:
        return 0.0
    for place in range(last):
        weights[place] /= total
    return true / total


@njit
def taking(plan: Plan, part: int, claim: int, weights: Any) -> tuple[float, float]:
    """The chances of the player who takes a claim, and the chance that it is true, by what may lie under the cup with a
    part.
    """
    hope = 0.0
    true = 0.0
    for place in range(plan.count[part]):
        throw = plan.possible[part, place]
        hope += weights[place] * plan.hope[claim, throw]
        true += weights[place] if plan.score[throw] >= claim else 0.0
    return hope, true


@njit
def doubts(
    plan: Plan, part: int, stopped: int, claim: int, before: int, bluff: float, tight: float, weights: Any,
) -> bool:  # fmt: skip
    """Whether the neighbour doubts: the chance of a lie, times `tight`, is more than the hope of taking."""
    true = weigh_throws(plan, part, stopped, claim, before, bluff, weights)
    hope, _ = taking(plan, part, claim, weights)
    return tight * (1.0 - true) > hope


@njit
def doubts_unthrown(plan: Plan, part: int, claim: int, tight: float, weights: Any) -> bool:
    """The same of a cup that was passed on unthrown: `weights` still give the chances of the hidden dice,
    as the last announcement left them.
    """
    hope, true = taking(plan, part, claim, weights)
    return tight * (1.0 - true) > hope


@njit
def passes_on(plan: Plan, part: int, claim: int, throw: int, tight: float, weights: Any) -> bool:
    """Whether the player who took a claim passes the cup on without a throw: if the dice are worth more than the
    claim, or if an equally `tight` neighbour would take it rather than doubt, and that is better than a throw.
    """
    if plan.score[throw] > claim:
        return True
    hope, true = taking(plan, part, claim + 1, weights)
    return bool(tight * (1.0 - true) <= hope and 1.0 - hope > plan.hope[claim, throw])


@njit
def draw_bluff(state: Any, plan: Plan, part: int, over: int) -> int:
    """A claim above `over`, drawn from what the dice thrown with a part could have shown; else the least
    that rises.
    """
    possible = 1.0 - plan.below[part, over + 1]
    if possible < 1e-12:
        return over + 1
    mark = plan.below[part, over + 1] + luck(state) * possible
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
def plain_claim(state: Any, plan: Plan, part: int, score: int, before: int, bluff: float) -> int:
    """The claim of a plain player: the truth if it rises, now and then more; else a lie."""
    if score > before and (score == FIVE_ACES or luck(state) >= bluff):
        return score
    over = max(score, before)
    if score > before and 1.0 - plan.below[part, over + 1] < 1e-12:
        return score
    return draw_bluff(state, plan, part, over)
