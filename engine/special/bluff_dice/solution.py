"""The solution of bluff dice: how its trained players look up what to announce, to take and to keep. `solving` computes it.

All players see what matters in a round: the open dice, and the claim to beat. The dice under the cup were thrown
afterwards. So a round is solved from five aces down. Each pair of an open part and a claim is a small game between
the announcer, who knows the throw, and the neighbour, who knows only the open dice; the values after a claim is taken
are known, because those games were solved before. Each is solved by regret matching+ (Tammelin, 2014). For two
players that is the whole round, and `tests/oracle/bluff_response.py` computes its best response exactly. With more
players, each one only tries not to pay the stake, and also meets plain players; a cup is passed on without a throw
only if the dice show more than the claim.

A *column* is the situation before an announcement: the claim to beat, from none (0) to four aces and so on (a claim
is its score plus one), or an opener's first throw (`FIRST`) or second one (`SECOND`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.compile.jit import njit
from engine.special.batch import luck
from engine.special.bluff_dice.plan import OPENING_THROWS
from engine.special.dice import PARTS, SCORES, THROWS, chances

FIRST, SECOND = SCORES, SCORES + 1
COLUMNS = SCORES + 2
MOST = 5
"""The largest table that is solved; larger ones are played like it."""
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
    """The lists, computed once; a part of five dice has none."""
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

    take_frequency[size, row of the claim, column]: how often of 255 it is taken. kept_dice[size, column, throw]: the part
    kept by a player who has taken the claim of that column or goes on opening; a negative number instead means that
    the cup is passed on unthrown, with that claim (times -1). starts[size, part, column]: where the shares of its
    throws begin in `shares`, a row for each: how often of 255 each claim is announced, in order, and then how often
    an opener throws on; -1 where no solved player comes.
    """

    take_frequency: Any
    kept_dice: Any
    starts: Any
    shares: Any
    shapes: Shapes


def read_solution(arrays: Mapping[str, NDArray[Any]]) -> Solution:
    """The solution that a file's arrays hold (`train`); without any, an empty one."""
    shape = shapes()
    rows = len(shape.claim)
    take_frequency = np.zeros((len(SIZES), rows, COLUMNS), np.uint8)
    kept_dice = np.zeros((len(SIZES), COLUMNS, THROWS), np.int64)
    starts = np.full((len(SIZES), PARTS, COLUMNS), _NOWHERE)
    shares = [np.zeros(0, np.uint8)]
    end = 0
    for size in SIZES if arrays else ():
        of_size = size - SIZES[0]
        take_frequency[of_size], kept_dice[of_size] = (
            arrays[f"{size} {name}"] for name in ("take_frequency", "kept_dice")
        )
        parts, columns = arrays[f"{size} nodes"].T
        widths = np.diff(shape.first_claim)[parts] + 1
        cells = np.diff(shape.first_throw)[parts] * widths
        starts[of_size, parts, columns] = end + np.cumsum(cells) - cells
        shares.append(arrays[f"{size} shares"])
        end += int(cells.sum())
    return Solution(take_frequency, kept_dice, starts, np.concatenate(shares), shape)


@dataclass(frozen=True, kw_only=True)
class CupRecipe:
    """How bluff dice is solved.

    turns, turns_of_more: iterations of each small game, at a table of two and at larger ones. plain: the probability
    that the other is a plain player, at larger tables. opening: the factor by which the opener's throws get more
    iterations: they are few, and come in each round. steps: number of levels of a stored share, a divisor of 255, which
    compresses better. rare: choices below this share are left out. Any other value makes stored models outdated.
    """

    turns: int = 1000
    turns_of_more: int = 150
    plain: float = 0.5
    opening: int = 4
    steps: int = 51
    rare: float = 0.01


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
    """Return how often a claim is taken; a claim that contradicts the open dice never is."""
    row = solution.shapes.row_of[part, claim]
    return 0.0 if row < 0 else solution.take_frequency[size, row, column] / _ALL


@njit
def draw_claim(state: Any, solution: Solution, size: int, part: int, column: int, throw: int) -> int:
    """Draw an announcement for a throw from the solution: a claim, or -1 to throw on, which an opener may."""
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
    out = np.full(solution.take_frequency.shape, np.nan)
    for size, part, column in np.argwhere(solution.starts >= 0):
        throws = shape.throw[shape.first_throw[part] : shape.first_throw[part + 1]]
        rows = slice(shape.first_claim[part], shape.first_claim[part + 1])
        width = rows.stop - rows.start + 1
        at = solution.starts[size, part, column]
        shares = solution.shares[at : at + len(throws) * width].reshape(len(throws), width).astype(float)
        announced = table.odds[part, throws][:, None] * (shares / shares.sum(axis=1, keepdims=True))[:, :-1]
        true = (announced * (table.score[throws][:, None] >= shape.claim[rows])).sum(axis=0)
        total = announced.sum(axis=0)
        out[size, rows, column] = np.divide(true, total, where=total > 0, out=np.full(width - 1, np.nan))
    return out
