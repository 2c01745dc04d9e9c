"""How bluff dice is solved: from five aces down, a small game for each part that lies open and claim to beat.

Each is solved by regret matching+ (Tammelin, 2014): who announces knows the throw, the neighbour only what
lies open; what follows a taking is known, its game being solved before. By two that is the whole round, whose
best answer `tests/oracle/bluff_response.py` finds exactly. By more each wants to stay clear of the stake,
no matter who pays it, and meets plain players too; a cup goes on unthrown only where more lies there than was
said.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from engine.catalogue.model import Variant
from engine.compile.jit import kernel, njit
from engine.players.training.store import Arrays
from engine.special.bluff_dice.plain_opponents import plain_play
from engine.special.bluff_dice.rules import TRIES
from engine.special.bluff_dice.solution import COLUMNS, FIRST, SECOND, SIZES, Shapes, shapes
from engine.special.dice import ALL_DICE, DICE, FACES, FIVE_ACES, PARTS, SCORES, THROWS, chances

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
