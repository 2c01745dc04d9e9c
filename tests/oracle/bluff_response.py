"""The best answer to a way of playing a round of bluff dice by two, computed exactly: every throw that can lie
under the cup with every set of open dice is counted. It shares no code with the engine.

Dice are thrown again before each announcement, except those that lie open, so that nothing before matters; of a
cup passed on unthrown both know the dice. What is asked of a way of playing goes by what was said before: the
claim to beat (a place on `LADDER`), `NOTHING` after an opener's third throw, `SECOND` and `FIRST` after
those.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from tests.oracle.dice import ACE, LADDER
from tests.oracle.special import FACES, throw

Dice = tuple[int, ...]
Floats = NDArray[np.float64]
NOTHING, SECOND, FIRST = -1, -2, -3
CLAIMS = len(LADDER)
Takes = Callable[[Dice, int], Floats]
"""takes(open dice, before): how often each claim is taken."""
Says = Callable[[Dice, int, Dice], Floats]
"""says(open dice, before, all dice): how often each claim is announced, and last how often is thrown on."""
Keeps = Callable[[int, Dice], Dice | int]
"""keeps(claim taken, or `FIRST` or `SECOND` for who throws on, all dice): those that stay out; or what is
announced of a cup that is passed on unthrown, which is true.
"""

THROWS = list(combinations_with_replacement(FACES, 5))
OPEN = [dice for count in range(5) for dice in combinations_with_replacement(FACES, count)]
ROWS = [
    (dice, tuple(sorted(dice + rest)))
    for dice in OPEN
    for rest in combinations_with_replacement(FACES, 5 - len(dice))
]  # fmt: skip


def chance(dice: Dice, made: Dice) -> float:
    """The chance of a throw with the dice that lie open."""
    missing = [made.count(face) - dice.count(face) for face in FACES]
    return factorial(5 - len(dice)) / prod(map(factorial, missing)) / 6 ** (5 - len(dice))


def best_answers(takes: Takes, says: Says, keeps: Keeps) -> tuple[float, float]:
    """How often the best answer stays clear of the stake against this way of playing, as the opener and as
    the other. Of a way that can't be beaten they sum to one.
    """
    number = {made: place for place, made in enumerate(THROWS)}
    opened = {dice: place for place, dice in enumerate(OPEN)}
    made = np.array([number[row[1]] for row in ROWS])
    beside = np.array([opened[row[0]] for row in ROWS])
    starts = np.flatnonzero(np.diff(beside, prepend=-1))
    odds = np.array([chance(*row) for row in ROWS])
    score = np.array([LADDER.index(throw(list(dice))) for dice in THROWS])
    subsets = [
        sorted({opened[kept] for count in range(5) for kept in combinations(dice, count)}) for dice in THROWS
    ]
    true = score[made][:, None] >= np.arange(CLAIMS)
    answers, asked = np.zeros((CLAIMS, len(THROWS))), np.zeros((CLAIMS, len(THROWS)))
    tries = np.array([max(5 - dice.count(ACE), 1) for dice in THROWS])
    answers[-1] = asked[-1] = (1 - (5 / 6) ** 5) ** tries  # who takes stays clear: the answer, the way asked
    speaks: dict[int, Floats] = {}  # by the claim before: whether the answer announces with these dice
    hears: dict[int, dict[int, float]] = {}  # who announces is the way asked, and the answer hears it
    wanted = {FIRST: {0}}  # where the way asked announces
    for before in (FIRST, SECOND):
        after = SECOND if before == FIRST else NOTHING
        wanted[after] = {opened[kept] for dice in THROWS if isinstance(kept := keeps(before, dice), tuple)}
    for before in [*range(CLAIMS - 2, -2, -1), SECOND, FIRST]:
        over = max(before, -1)
        if before >= 0:
            kept_by = [keeps(before, dice) for dice in THROWS]
            wanted[before] = {opened[kept] for kept in kept_by if isinstance(kept, tuple)}
        often = np.array([takes(dice, before) for dice in OPEN])[beside]
        worth = np.where(true, 1 - often, 0) + often * (1 - asked[:, made].T)
        clear = worth[:, over + 1 :].max(axis=1)
        after = SECOND if before == FIRST else NOTHING
        if before < NOTHING:
            onwards = np.array([speaks[after][places].max() for places in subsets])
            clear = np.maximum(clear, onwards[made])
        speaks[before] = np.add.reduceat(odds * clear, starts)
        hears[before] = {}
        for place in wanted[before]:
            rows = np.flatnonzero(beside == place)
            said = np.array([says(OPEN[place], before, ROWS[row][1]) for row in rows]) * odds[rows, None]
            doubted = (said[:, :-1] * ~true[rows]).sum(axis=0)
            taken = (said[:, :-1] * answers[:, made[rows]].T).sum(axis=0)
            on = (
                sum(
                    said[at, -1] * hears[after][opened[keeps(before, ROWS[row][1])]]
                    for at, row in enumerate(rows)
                )
                if before < NOTHING
                else 0.0
            )
            hears[before][place] = float(np.maximum(doubted, taken).sum() + on)
        for place, dice in enumerate(THROWS) if before >= 0 else ():
            more = range(before + 1, score[place] + 1)
            kept = keeps(before, dice)
            asked[before, place] = (
                1 - answers[kept, place] if isinstance(kept, int) else 1 - hears[before][opened[kept]]
            )
            passed = max((1 - asked[said, place] for said in more), default=0.0)
            answers[before, place] = max(speaks[before][subsets[place]].max(), passed)
    return float(speaks[FIRST][0]), hears[FIRST][0]
