"""Gradient boosted regression trees (Friedman, "Greedy function approximation", 2001): for squared error, and for log-odds.

All trees have the same depth, and columns are cut at quantiles, as in LightGBM (Ke and others, 2017), so that a tree takes
one pass over the rows for each of its levels.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.compile.jit import kernel
from engine.kernel.regression_trees import DEPTH, INNER_NODES, LEAVES
from engine.kernel.state import TREES

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

BINS = 32
_RATE, _CORRECTION_RATE, _RIDGE = 0.1, 0.5, 20.0
_LEAST = 100
"""Fewest rows of a leaf."""
_SHARE_SEEN, _MOST_SEEN, _COLUMNS_SEEN = 0.5, 60_000, 0.4
"""Random sample that each tree is grown on: the share of the rows, their greatest number, and the share of the columns. Trees
that correct log-odds are few, and see all columns.
"""


class Trees(NamedTuple):
    """Trees x inner nodes: the column and the value above which a row goes right. Trees x leaves: what a leaf adds. Nodes are
    numbered as in `engine.kernel.regression_trees`.
    """

    column: NDArray[np.uint8]
    cut: Floats
    gain: Floats


class Binned(NamedTuple):
    """Rows of numbers as bins: `cuts[column]` are the values between these, in order, and infinite ones."""

    bins: NDArray[np.uint8]
    cuts: Floats


def bin_columns(rows: Floats) -> Binned:
    """Cut the columns of rows (n x k) at their quantiles."""
    cuts = np.full((rows.shape[1], BINS), np.inf, np.float32)
    bins = np.empty(rows.shape, np.uint8)
    shares = np.arange(1, BINS) / BINS
    for column, values in enumerate(rows.T):
        between = np.unique(np.quantile(values, shares, method="lower"))
        between = between[between < values.max()]
        cuts[column, : len(between)] = between
        bins[:, column] = np.searchsorted(between, values)
    return Binned(bins, cuts)


def fit_trees(rows: Binned, values: Floats, rng: np.random.Generator) -> Trees:
    """Fit `TREES` trees to values (n)."""
    forest = _Forest(rows, TREES, _COLUMNS_SEEN, rng)
    left = values.astype(np.float32)
    for tree in range(TREES):
        leaf, seen = forest.grow(tree, left)
        held = np.bincount(leaf[seen], minlength=LEAVES)
        total = np.bincount(leaf[seen], left[seen], LEAVES)
        left -= forest.add(tree, leaf, _RATE * total / (held + _RIDGE))
    return forest.trees


def fit_corrections(
    rows: Floats, shares: Doubles, log_odds: Doubles, count: int, rng: np.random.Generator
) -> tuple[Trees, Doubles]:
    """Fit `count` trees of rows (n x k) to what log-odds (n) lack to be those of shares (n, 0 to 1), by Newton's method
    in each leaf. Returns the trees, and what they add to each row.
    """
    forest = _Forest(bin_columns(rows), count, 1.0, rng)
    fitted = log_odds.copy()
    for tree in range(count):
        chance = 1 / (1 + np.exp(-np.clip(fitted, -15, 15)))
        leaf, _ = forest.grow(tree, (shares - chance).astype(np.float32))
        slope = np.bincount(leaf, shares - chance, LEAVES)
        curve = np.bincount(leaf, chance * (1 - chance), LEAVES)
        fitted += forest.add(tree, leaf, _CORRECTION_RATE * slope / (curve + _RIDGE))
    return forest.trees, fitted - log_odds


class _Forest:
    """Trees that are grown on the same rows, one after another."""

    def __init__(self, rows: Binned, count: int, columns_seen: float, rng: np.random.Generator) -> None:
        self.rows, self.rng = rows, rng
        self._chosen = max(int(rows.bins.shape[1] * columns_seen), 1)
        self.trees = Trees(
            np.zeros((count, INNER_NODES), np.uint8), np.zeros((count, INNER_NODES), np.float32),
            np.zeros((count, LEAVES), np.float32),
        )  # fmt: skip
        self._leaf = np.empty(len(rows.bins), np.int64)
        self._sums = np.empty((LEAVES // 2, rows.bins.shape[1], BINS))
        self._counts = np.empty_like(self._sums)
        self._splits = np.empty(INNER_NODES, np.uint8)

    def grow(self, tree: int, left: Floats) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Grow a tree on what is `left` to explain; the leaf of each row, and the rows that it was grown on."""
        count, columns = self.rows.bins.shape
        chosen = np.sort(self.rng.choice(columns, self._chosen, replace=False))
        seen = self.rng.random(count) < min(_SHARE_SEEN, _MOST_SEEN / max(count, 1))
        column = self.trees.column[tree]
        _grow(self.rows.bins, left, seen, chosen, self._leaf, self._sums, self._counts, column, self._splits)
        self.trees.cut[tree] = self.rows.cuts[column, self._splits]
        return self._leaf, seen

    def add(self, tree: int, leaf: NDArray[np.int64], gain: Doubles) -> Floats:
        """Set what the leaves of a tree add; what it adds to each row."""
        self.trees.gain[tree] = gain
        added: Floats = self.trees.gain[tree][leaf]
        return added


@kernel
def _grow(
    bins: Any, left: Any, seen: Any, chosen: Any, leaf: Any, sums: Any, counts: Any, column: Any, splits: Any
) -> None:
    """Grow a tree on what is `left` to explain, level by level: fills `column` and `splits` (the last bin that goes
    left; the last of all where no split leaves enough rows) of the inner nodes, and the `leaf` of each row.
    """
    leaf[:] = 0
    for level in range(DEPTH):
        nodes = 1 << level
        sums[:nodes] = 0.0
        counts[:nodes] = 0.0
        for row in range(bins.shape[0]):
            if seen[row]:
                node = leaf[row]
                value = left[row]
                for at in chosen:
                    part = bins[row, at]
                    sums[node, at, part] += value
                    counts[node, at, part] += 1.0
        for node in range(nodes):
            place = nodes - 1 + node
            best = 0.0
            column[place] = 0
            splits[place] = BINS - 1
            for at in chosen:
                whole, all_rows = sums[node, at].sum(), counts[node, at].sum()
                low, low_rows = 0.0, 0.0
                for part in range(BINS - 1):
                    low += sums[node, at, part]
                    low_rows += counts[node, at, part]
                    high_rows = all_rows - low_rows
                    if low_rows >= _LEAST and high_rows >= _LEAST:
                        high = whole - low
                        gain = (
                            low * low / (low_rows + _RIDGE)
                            + high * high / (high_rows + _RIDGE)
                            - whole * whole / (all_rows + _RIDGE)
                        )
                        if gain > best:
                            best = gain
                            column[place] = at
                            splits[place] = part
        for row in range(bins.shape[0]):
            place = nodes - 1 + leaf[row]
            leaf[row] = 2 * leaf[row] + int(bins[row, column[place]] > splits[place])
