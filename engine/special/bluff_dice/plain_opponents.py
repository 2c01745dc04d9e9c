"""The plain players that a solution for more than two also meets: what they announce, and when they take."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.compile.jit import kernel, njit
from engine.players.profiles import BLUFF, TIGHT, profile_rows
from engine.special.bluff_dice.plan import CupPlan, doubts, make_plan
from engine.special.bluff_dice.rules import OPENING_THROWS
from engine.special.bluff_dice.solution import COLUMNS, FIRST, Shapes, shapes
from engine.special.dice import PARTS, THROWS

NAMES = (
    "plain-steady", "plain-tight", "plain-loose", "plain-bold", "plain-cautious", "plain-caller",
    "plain-folder",
)  # fmt: skip


@njit
def add_announced(
    plan: CupPlan, shape: Shapes, part: int, column: int, bluff: float, often: float, says: Any
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
def watch(plan: CupPlan, shape: Shapes, profiles: Any, takes: Any, says: Any) -> None:
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
