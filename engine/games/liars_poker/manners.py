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

from engine.games.liars_poker.truth import Floats, as_reckoned
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
_SETTLES = 8
"""At last the truth is told so many times, and the mean taken: who is told another truth calls others."""
_BOUNDS = ((0.1, 0.3, 0.0), (3.0, 1.0, 1.0))
_OTHERS = ("plain-steady", "plain-tight", "plain-loose", "plain-bold", "plain-cautious")
Worth = Callable[[Floats, Floats, Floats, int, int, int], float]
"""What the first profile's player wins, in stakes a pot, its seat moving on from pot to pot: by (manners,
truth, profiles, seed, first pot, pots).
"""
Tell = Callable[[Floats, Floats, int, int], Floats]
"""The truth of claims (`truth`) heard among players of such manners who know such a truth: by (manners,
truth, claims at each table, seed).
"""


@dataclass(frozen=True, kw_only=True)
class MannersRecipe:
    """turns: how often each figure is tried. pots: played for each trial at each table. claims: from how
    many, at each table, their truth is told; a change voids what was learned before.
    """

    turns: int = 2
    pots: int = 1500
    claims: int = 50_000
    seed: int = 19


def start() -> Floats:
    """[players in less two, figure]: before anything is learned."""
    return np.tile(np.array(_START), (len(SIZES), 1))


def learn_manners(worth: Worth, tell: Tell, recipe: MannersRecipe) -> tuple[Floats, Floats]:
    """Go through the recipe; the manners by players in, and the truth of claims among such players, which is
    told anew after every turn, and at last until it settles.
    """
    tables = [
        (sign, profile_rows([one, *[others] * (MOST - 1)]))
        for name in _OTHERS
        for sign, one, others in ((1, "regular", name), (-1, name, "regular"))
    ]
    manners = start()
    truth = tell(manners, as_reckoned(), recipe.claims, recipe.seed)
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
                    sum(
                        sign * worth(moved, truth, rows, recipe.seed, first, recipe.pots)
                        for sign, rows in tables
                    )
                    for moved in tried
                ]
                manners = tried[int(np.argmax(won))]
        truth = tell(manners, truth, recipe.claims, recipe.seed + 10 * turn)
    manners = np.round(manners, 3)
    for again in range(_SETTLES):
        told = tell(manners, truth, recipe.claims, recipe.seed + 1000 * (again + 1))
        truth = truth + (told - truth) / (again + 1)
    return manners, np.round(truth, 4)
