"""Regression trees: what trees of one depth add up to for a row of features. `engine.players.training.boosting` grows them."""

from __future__ import annotations

from typing import Any

from engine.compile.jit import njit

DEPTH = 5
INNER_NODES, LEAVES = (1 << DEPTH) - 1, 1 << DEPTH


@njit(forceinline=True)
def sum_of_trees(features: Any, count: int, column: Any, cut: Any, gain: Any) -> float:
    """Return the sum of what the first `count` trees add. `column` and `cut` are trees x inner nodes, `gain` trees x leaves.
    The nodes below node n are 2n + 1 and, for features above its cut, 2n + 2.
    """
    total = 0.0
    for tree in range(count):
        node = 0
        for _ in range(DEPTH):
            node = 2 * node + 1 + int(features[column[tree, node]] > cut[tree, node])
        total += float(gain[tree, node - INNER_NODES])
    return total
