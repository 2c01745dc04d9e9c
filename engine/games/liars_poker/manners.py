"""How a learned player of Liar's Poker departs from the plain reckoning, and how that is learned.

It reckons the same chances (`plan`). What is learned, for each number of players in, is what to make of them:
how sure to be before calling, how much above the surest claim to go, and how far to believe who claimed last.
One figure after the other is tried a step higher and lower, at tables with plain players of every kind, all
luck being the same, and kept where the learner wins more, alone among them and against one among its like.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.profiles import profile_rows

CALLS, GREED, TRUST = range(3)
"""calls: the chance of a lie counts so many times when it is set against that of the surest claim. greed: the
highest claim is made whose chance is so great a part of the surest one's. trust: how often the last claimant
is taken to hold what it named.
"""
MOST = 6
"""At tables of more players each plays as if so many were in."""
SIZES = range(2, MOST + 1)
_START = (0.8, 1.0, 0.95)
_STEPS = ((0.25, 0.12, 0.06), (0.12, 0.06, 0.12), (0.3, 0.1, 0.1))
"""Steps of each figure, turn by turn."""
_BOUNDS = ((0.1, 0.3, 0.0), (3.0, 1.0, 1.0))
_OTHERS = ("plain-steady", "plain-tight", "plain-loose", "plain-bold", "plain-cautious")
Floats = NDArray[np.float64]
Worth = Callable[[Floats, Floats, int, int, int], float]
"""What the first profile's player wins, in stakes a pot, its seat moving on from pot to pot: by (manners,
profiles, seed, first pot, pots).
"""


@dataclass(frozen=True, kw_only=True)
class MannersRecipe:
    """turns: how often each figure is tried. pots: played for each trial at each table; a change voids what
    was learned before.
    """

    turns: int = 3
    pots: int = 2500
    seed: int = 19


def start() -> Floats:
    """[players in less two, figure]: before anything is learned."""
    return np.tile(np.array(_START), (len(SIZES), 1))


def learn_manners(worth: Worth, recipe: MannersRecipe) -> Floats:
    """Go through the recipe; the manners by players in."""
    tables = [
        (sign, profile_rows([one, *[others] * (MOST - 1)]))
        for name in _OTHERS
        for sign, one, others in ((1, "regular", name), (-1, name, "regular"))
    ]
    manners = start()
    for turn in range(recipe.turns):
        for size in range(len(SIZES)):
            for figure in range(3):
                first = ((turn * len(SIZES) + size) * 3 + figure) * recipe.pots
                step = _STEPS[figure][turn % len(_STEPS[figure])]
                tried = [manners.copy() for _ in range(3)]
                for number, moved in enumerate(tried):
                    value = moved[size, figure] + (number - 1) * step
                    moved[size, figure] = np.clip(value, _BOUNDS[0][figure], _BOUNDS[1][figure])
                won = [
                    sum(sign * worth(moved, rows, recipe.seed, first, recipe.pots) for sign, rows in tables)
                    for moved in tried
                ]
                manners = tried[int(np.argmax(won))]
    return np.round(manners, 3)
