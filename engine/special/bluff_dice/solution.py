"""The solution of bluff dice: how its trained players look up what to announce, to take and to keep, and how it is found.

All that matters of a round so far is seen by all: the dice that lie open, and the claim to beat. What lies
under the cup was thrown since. So a round is solved from five aces down, each pair of open part and claim being a small
game of who announces, who knows the throw, and of the neighbour, who knows only what lies open; what follows a taking
is known, its game being solved before. Each is solved by regret matching+ (Tammelin, 2014). By two that is the whole
round, whose best answer `tests/oracle/bluff_response.py` finds exactly. By more each wants to stay clear of the stake,
no matter who pays it, and meets plain players too; a cup goes on unthrown only where more lies there than was said.

A *column* says what came before an announcement: the claim to beat, from none (0) to four aces and so on (a
claim is its score plus one), or an opener's first throw (`FIRST`) or second one (`SECOND`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.catalogue.model import Variant
from engine.compile.jit import kernel, njit
from engine.players.profiles import BLUFF, TIGHT, profile_rows
from engine.players.training.store import Arrays
from engine.special.batch import luck
from engine.special.bluff_dice.plan import OPENING_THROWS, TRIES, Plan, doubts, make_plan
from engine.special.dice import ALL_DICE, DICE, FACES, FIVE_ACES, PARTS, SCORES, THROWS, chances

FIRST, SECOND = SCORES, SCORES + 1
COLUMNS = SCORES + 2
MOST = 5
"""Larger tables are played like a table of this size."""
SIZES = range(2, MOST + 1)
_ALL = 255.0
_NOWHERE = -1


class Shapes(NamedTuple):
    """The hidden dice that can complete the open ones. Throws of a part: `throw[first_throw[part]:first_throw[part
    + 1]]`, in order of score; scores: `claim[first_claim[part]:…]`. place_of[part, throw] and row_of[part,
    score] are their places in these lists, -1 where they can't be. A score that can't be has the place of the
    next that can: a claim of it is true when a claim of that one is, and easier to beat.
    """

    throw: Any
    first_throw: Any
    place_of: Any
    claim: Any
    first_claim: Any
    row_of: Any


@cache
def shapes() -> Shapes:
    """The lists, made once; parts of five dice have none."""
    table = chances()
    throws = [
        np.flatnonzero(table.odds[part] > 0) if part >= THROWS else np.array([], int) for part in range(PARTS)
    ]
    claims = [np.unique(table.score[of_part]) for of_part in throws]
    first_throw = np.cumsum([0, *map(len, throws)])
    first_claim = np.cumsum([0, *map(len, claims)])
    place_of, row_of = np.full((PARTS, THROWS), _NOWHERE), np.full((PARTS, SCORES), _NOWHERE)
    for part in range(PARTS):
        place_of[part, throws[part]] = np.arange(*first_throw[part : part + 2])
        place_of_score = np.searchsorted(claims[part], np.arange(SCORES))
        row_of[part] = np.where(
            place_of_score < len(claims[part]), first_claim[part] + place_of_score, _NOWHERE
        )
    return Shapes(np.concatenate(throws), first_throw, place_of, np.concatenate(claims), first_claim, row_of)


class Solution(NamedTuple):
    """The solutions for tables of two to `MOST` players, by the number in less two.

    takes[size, row of the claim, column]: how often of 255 it is taken. keeps[size, column, throw]: the part
    that the player keeps who has taken the claim of that column or goes on opening; below 0, the cup is passed on
    unthrown, and that times -1 announced. starts[size, part, column]: where the shares of its throws begin in
    `shares`, a row for each: how often of 255 each claim is announced, in order, and then how often an opener
    throws on; -1 where no solved player comes.
    """

    takes: Any
    keeps: Any
    starts: Any
    shares: Any
    shapes: Shapes


def read_solution(arrays: Mapping[str, NDArray[Any]]) -> Solution:
    """The solution that a file's arrays hold (`train`); without any, an empty one."""
    shape = shapes()
    rows = len(shape.claim)
    takes = np.zeros((len(SIZES), rows, COLUMNS), np.uint8)
    keeps = np.zeros((len(SIZES), COLUMNS, THROWS), np.int64)
    starts = np.full((len(SIZES), PARTS, COLUMNS), _NOWHERE)
    shares = [np.zeros(0, np.uint8)]
    end = 0
    for size in SIZES if arrays else ():
        of_size = size - SIZES[0]
        takes[of_size], keeps[of_size] = arrays[f"{size} takes"], arrays[f"{size} keeps"]
        parts, columns = arrays[f"{size} nodes"].T
        widths = np.diff(shape.first_claim)[parts] + 1
        cells = np.diff(shape.first_throw)[parts] * widths
        starts[of_size, parts, columns] = end + np.cumsum(cells) - cells
        shares.append(arrays[f"{size} shares"])
        end += int(cells.sum())
    return Solution(takes, keeps, starts, np.concatenate(shares), shape)


@njit
def column_of(stopped: int, claim: int) -> int:
    """The column of an announcement above a claim; an opener's by its throws so far."""
    if claim < 0 and stopped < OPENING_THROWS:
        return FIRST if stopped == 1 else SECOND
    return claim + 1


@njit
def size_of(alive: int) -> int:
    """The first index of a solution, by players in."""
    return min(alive, MOST) - 2


@njit
def take_chance(solution: Solution, size: int, part: int, column: int, claim: int) -> float:
    """How often a claim is taken; one that the open dice give the lie is never."""
    row = solution.shapes.row_of[part, claim]
    return 0.0 if row < 0 else solution.takes[size, row, column] / _ALL


@njit
def draw_claim(state: Any, solution: Solution, size: int, part: int, column: int, throw: int) -> int:
    """What to announce with a throw, drawn from the solution: a claim, or -1 to throw on, which an opener
    may.
    """
    first = solution.shapes.first_claim[part]
    claims = solution.shapes.first_claim[part + 1] - first
    place = solution.shapes.place_of[part, throw] - solution.shapes.first_throw[part]
    at = solution.starts[size, part, column] + place * (claims + 1)
    total = 0.0
    for choice in range(claims + 1):
        total += solution.shares[at + choice]
    mark = luck(state) * total
    chosen = claims
    for choice in range(claims + 1):
        share = solution.shares[at + choice]
        if share > 0 and mark >= 0.0:
            chosen = choice
            mark -= share
    return solution.shapes.claim[first + chosen] if chosen < claims else _NOWHERE


def true_chances(solution: Solution) -> NDArray[np.float64]:
    """[size, row of the claim, column]: the chance that a solved player's announcement is true, by the
    solution; NaN where it makes none.
    """
    table, shape = chances(), solution.shapes
    out = np.full(solution.takes.shape, np.nan)
    for size, part, column in np.argwhere(solution.starts >= 0):
        throws = shape.throw[shape.first_throw[part] : shape.first_throw[part + 1]]
        rows = slice(shape.first_claim[part], shape.first_claim[part + 1])
        width = rows.stop - rows.start + 1
        at = solution.starts[size, part, column]
        shares = solution.shares[at : at + len(throws) * width].reshape(len(throws), width).astype(float)
        said = table.odds[part, throws][:, None] * (shares / shares.sum(axis=1, keepdims=True))[:, :-1]
        true = (said * (table.score[throws][:, None] >= shape.claim[rows])).sum(axis=0)
        total = said.sum(axis=0)
        out[size, rows, column] = np.divide(true, total, where=total > 0, out=np.full(width - 1, np.nan))
    return out


NAMES = (
    "plain-steady", "plain-tight", "plain-loose", "plain-bold", "plain-cautious", "plain-caller",
    "plain-folder",
)  # fmt: skip


@njit
def add_announced(
    plan: Plan, shape: Shapes, part: int, column: int, bluff: float, often: float, says: Any
) -> None:
    """Add to says[throw of its part, claim, column] how often a plain player announces what (`announced`)."""
    first, last = shape.first_claim[part], shape.first_claim[part + 1]
    before = column - 1 if column < FIRST else -1
    below = plan.below[part]
    for row in range(shape.first_throw[part], shape.first_throw[part + 1]):
        throw = shape.throw[row]
        if column >= FIRST and not plan.stay[column - FIRST + 1, throw]:
            continue
        score = plan.score[throw]
        over = max(score, before)
        higher = 1.0 - below[over + 1]
        lies = 1.0 if score <= before else bluff if higher > 1e-12 else 0.0
        for place in range(last - first):
            claim = shape.claim[first + place]
            if claim == score and score > before:
                says[row, place, column] += often * (1.0 - lies)
            elif claim > over and higher > 1e-12:
                says[row, place, column] += often * lies * (below[claim + 1] - below[claim]) / higher


@kernel
def watch(plan: Plan, shape: Shapes, profiles: Any, takes: Any, says: Any) -> None:
    """Fill takes[row of the claim, column] and says[throw of its part, claim, column] with the means of some
    profiles.
    """
    weights = np.zeros(THROWS)
    often = 1.0 / profiles.shape[0]
    for column in range(COLUMNS):
        before = column - 1 if column < FIRST else -1
        stopped = column - FIRST + 1 if column >= FIRST else OPENING_THROWS
        for part in range(THROWS, PARTS if column != FIRST else THROWS + 1):
            for profile in profiles:
                add_announced(plan, shape, part, column, profile[BLUFF], often, says)
                for row in range(shape.first_claim[part], shape.first_claim[part + 1]):
                    claim, tight = shape.claim[row], profile[TIGHT]
                    if claim > before and not doubts(
                        plan, part, stopped, claim, before, profiles[0, BLUFF], tight, weights
                    ):
                        takes[row, column] += often


def plain_play() -> tuple[Any, Any]:
    """`takes` and `says` of plain players of several kinds, in equal parts."""
    shape = shapes()
    takes = np.zeros((len(shape.claim), COLUMNS))
    says = np.zeros((len(shape.throw), int(np.diff(shape.first_claim).max()), COLUMNS))
    watch(make_plan(), shape, profile_rows(NAMES), takes, says)
    return takes, says


_EDGE = 1e-12


@dataclass(frozen=True, kw_only=True)
class CupRecipe:
    """How often each small game is gone through, by two and by more, and how often, of 1, the other is then a
    plain player. opening: how many times as long the opener's throws are solved as others: they are few, and
    come in each round. steps: number of levels of a stored share, a divisor of 255, which packs better; rare:
    what is chosen less often, of 1, is left out. A change voids what was learned.
    """

    turns: int = 1000
    turns_of_more: int = 150
    plain: float = 0.5
    opening: int = 4
    steps: int = 51
    rare: float = 0.01


class Meets(NamedTuple):
    """How often, of 1, the other is a plain player, and how such players announce and take
    (`population.plain_play`).
    """

    often: float
    takes: Any
    says: Any


@njit
def worth_of(true: bool, taken: float, clear: float) -> float:
    """How often an announcer stays clear of the stake: doubted with the truth, or taken and clear then."""
    return taken * clear + (1.0 - taken if true else 0.0)


@njit
def match_regrets(
    odds: Any, score: Any, claims: Any, first: int, clear: Any, stays: Any, on: Any, meets: Meets, turns: int,
    says: Any, takes: Any, regrets: Any, doubting: Any,
) -> None:  # fmt: skip
    """Solve a small game: says[throw, claim] and takes[claim] are the mean strategies; the last choice is to
    throw on.

    odds, score: of the throws. claims: those that can be, `first` the lowest that rises. clear[throw, claim]:
    how often the announcer stays clear of the stake if the claim is taken; stays: the same of the taker.
    on[throw]: how often it does if it throws on, -1 where it can't. regrets[throw, choice], zeros.
    doubting[5, claim], zeros: the neighbour's regrets for doubting and for taking, how often each of them is
    right, and how often it takes.
    """
    count = claims.shape[0]
    last = count + 1 if on[0] >= 0.0 else count
    doubt_regret, take_regret, lies, stayed, taken = (
        doubting[0], doubting[1], doubting[2], doubting[3], doubting[4],
    )  # fmt: skip
    taken[:] = 0.5
    solved = 1.0 - meets.often
    weight = 0.0
    for turn in range(1, turns + 1):
        weight += turn
        lies[:] = 0.0
        stayed[:] = 0.0
        for throw in range(odds.shape[0]):
            total = 0.0
            for choice in range(first, last):
                total += regrets[throw, choice]
            mean = 0.0
            for choice in range(first, last):
                often = regrets[throw, choice] / total if total > 0.0 else 1.0 / (last - first)
                says[throw, choice] += turn * often
                if choice == count:
                    mean += often * on[throw]
                    continue
                true = score[throw] >= claims[choice]
                met = solved * taken[choice] + meets.often * meets.takes[choice]
                mean += often * worth_of(true, met, clear[throw, choice])
                heard = odds[throw] * (solved * often + meets.often * meets.says[throw, choice])
                lies[choice] += 0.0 if true else heard
                stayed[choice] += heard * stays[throw, choice]
            for choice in range(first, count):
                met = solved * taken[choice] + meets.often * meets.takes[choice]
                worth = worth_of(score[throw] >= claims[choice], met, clear[throw, choice])
                regrets[throw, choice] = max(regrets[throw, choice] + worth - mean, 0.0)
            if last > count:
                regrets[throw, count] = max(regrets[throw, count] + on[throw] - mean, 0.0)
        for claim in range(first, count):
            mean = lies[claim] + taken[claim] * (stayed[claim] - lies[claim])
            doubt_regret[claim] = max(doubt_regret[claim] + lies[claim] - mean, 0.0)
            take_regret[claim] = max(take_regret[claim] + stayed[claim] - mean, 0.0)
            total = doubt_regret[claim] + take_regret[claim]
            if total > 0.0:
                taken[claim] = take_regret[claim] / total
            takes[claim] += turn * taken[claim]
    takes /= weight
    says /= weight


@njit
def keep_best(worths: Any, parts: Any, column: int, keeps: Any) -> None:
    """For each throw the part to keep, at least one die being thrown."""
    for throw in range(THROWS):
        best = 2.0
        for kept in range(ALL_DICE):
            part = parts[throw, kept]
            if worths[part, column, 0] < best - _EDGE:
                best = worths[part, column, 0]
                keeps[throw] = part


@njit
def pass_or_keep(worths: Any, keeps: Any, taken: Any, claim: int, score: Any) -> None:
    """What a claim comes to that is taken: by the part kept, or passed on unthrown where more lies there.

    By two the neighbour knows the dice, and will take what is true; by more that is hoped for.
    """
    players = taken.shape[2]
    for throw in range(THROWS):
        for seat in range(players):
            taken[claim, throw, seat] = worths[keeps[claim + 1, throw], claim + 1, seat]
        lowest = claim + 1 if players == 2 else score[throw]
        for said in range(lowest, score[throw] + 1):
            if said > claim and taken[said, throw, players - 1] < taken[claim, throw, 0] - _EDGE:
                keeps[claim + 1, throw] = -said
                for seat in range(players):
                    taken[claim, throw, (seat + 1) % players] = taken[said, throw, seat]


@kernel
def solve_size(
    turns: int, opening: int, odds: Any, score: Any, parts: Any, aces: Any, shape: Shapes, meets: Meets,
    worths: Any, taken: Any, keeps: Any, takes: Any, says: Any,
) -> None:  # fmt: skip
    """Solve the rounds of a table. worths[part, column, seat]: how often each pays, from the announcer on;
    taken[claim, throw, seat]: the same from who takes it. keeps, takes as in `Solution`; says[throw of its
    part, choice, column].
    """
    players = worths.shape[2]
    for throw in range(THROWS):
        made = (1.0 - (1.0 - 1.0 / FACES) ** TRIES) ** max(DICE - aces[throw], 1)
        taken[FIVE_ACES, throw, 0] = 1.0 - made
        taken[FIVE_ACES, throw, players - 1] += made
    for step in range(COLUMNS):
        column = FIVE_ACES - step if step <= FIVE_ACES else SECOND if step == SCORES else FIRST
        over = column - 1 if column < FIRST else -1
        for part in range(THROWS, PARTS if column != FIRST else THROWS + 1):
            low, high = shape.first_claim[part], shape.first_claim[part + 1]
            start, end = shape.first_throw[part], shape.first_throw[part + 1]
            claims, throws = shape.claim[low:high], shape.throw[start:end]
            count = high - low
            first = 0
            while first < count and claims[first] <= over:
                first += 1
            if first == count:
                worths[part, column, 0] = 1.0  # any claim is a lie, and seen to be one
                continue
            clear, stays = np.zeros((end - start, count)), np.zeros((end - start, count))
            on = np.full(end - start, -1.0)
            for place in range(end - start):
                throw = throws[place]
                for claim in range(first, count):
                    clear[place, claim] = 1.0 - taken[claims[claim], throw, players - 1]
                    stays[place, claim] = 1.0 - taken[claims[claim], throw, 0]
                if column >= FIRST:
                    after = SECOND if column == FIRST else 0
                    on[place] = 1.0 - worths[keeps[column, throw], after, 0]
            said, taking = np.zeros((end - start, count + 1)), np.zeros(count)
            here = Meets(
                meets.often,
                meets.takes[low:high, column].copy(),
                meets.says[start:end, :count, column].copy(),
            )
            match_regrets(
                odds[part][throws], score[throws], claims, first, clear, stays, on, here,
                turns * opening if column >= FIRST else turns, said, taking,
                np.zeros((end - start, count + 1)), np.zeros((5, count)),
            )  # fmt: skip
            takes[low:high, column] = taking
            says[start:end, : count + 1, column] = said
            for place in range(end - start):
                throw = throws[place]
                for claim in range(first, count):
                    often = odds[part, throw] * said[place, claim]
                    met = (1.0 - here.often) * taking[claim] + here.often * here.takes[claim]
                    payer = 1 if score[throw] >= claims[claim] else 0
                    worths[part, column, payer] += often * (1.0 - met)
                    for seat in range(players):
                        worth = taken[claims[claim], throw, seat]
                        worths[part, column, (seat + 1) % players] += often * met * worth
                if column >= FIRST:
                    after = SECOND if column == FIRST else 0
                    often = odds[part, throw] * said[place, count]
                    for seat in range(players):
                        worths[part, column, seat] += often * worths[keeps[column, throw], after, seat]
        if column == SECOND:
            keep_best(worths, parts, SECOND, keeps[FIRST])
        elif column == 0:
            keep_best(worths, parts, 0, keeps[SECOND])
        elif column < FIRST:
            keep_best(worths, parts, column, keeps[column])
            pass_or_keep(worths, keeps, taken, over, score)


def train(variant: Variant, players: int, recipe: CupRecipe) -> Arrays:
    """Solve tables of every size; the arrays that `solution.read_solution` reads."""
    table, shape = chances(), shapes()
    out: Arrays = {}
    plain_takes, plain_says = plain_play()
    for size in SIZES:
        worths, taken = np.zeros((PARTS, COLUMNS, size)), np.zeros((SCORES, THROWS, size))
        keeps = np.zeros((COLUMNS, THROWS), np.int64)
        takes = np.zeros((len(shape.claim), COLUMNS))
        says = np.zeros((len(shape.throw), SCORES + 1, COLUMNS))
        aces = table.faces[:THROWS, FACES - 1]
        turns, plain = (recipe.turns, 0.0) if size == SIZES[0] else (recipe.turns_of_more, recipe.plain)
        solve_size(
            turns, recipe.opening, table.odds, table.score, table.parts, aces, shape,
            Meets(plain, plain_takes, plain_says), worths, taken, keeps, takes, says,
        )  # fmt: skip
        nodes = nodes_of(keeps)
        out |= {
            f"{size} takes": np.round(255 * takes).astype(np.uint8),
            f"{size} keeps": keeps.astype(np.int16),
            f"{size} nodes": nodes,
            f"{size} shares": np.concatenate([packed(says, shape, recipe, *node) for node in nodes]),
        }
    return out


def nodes_of(keeps: Any) -> Any:
    """[node, (part, column)]: where a player that keeps so may have to announce."""
    nodes = {(THROWS, FIRST)}
    for column, throw in np.argwhere(keeps > 0):
        if column != 0:
            after = {FIRST: SECOND, SECOND: 0}.get(column, column)
            nodes.add((int(keeps[column, throw]), int(after)))
    return np.array(sorted(nodes), np.int16)


def packed(says: Any, shape: Shapes, recipe: CupRecipe, part: int, column: int) -> Any:
    """The shares of a node, row by row, of 255, in the recipe's steps, without rare choices."""
    first, last = shape.first_throw[part : part + 2]
    width = shape.first_claim[part + 1] - shape.first_claim[part] + 1
    shares = says[first:last, :width, column]
    shares = np.where(shares < recipe.rare, 0.0, shares)
    shares = shares / shares.sum(axis=1, keepdims=True)
    step = 255 // recipe.steps
    return (np.round(shares * recipe.steps) * step).astype(np.uint8).ravel()
