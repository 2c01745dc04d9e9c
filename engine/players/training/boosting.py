"""Gradient boosted regression trees for squared error (Friedman, "Greedy function approximation", 2001).

All trees have the same depth, and columns are cut at quantiles, as in LightGBM (Ke and others, 2017), so that a tree takes
one pass over the rows for each of its levels.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.compile.jit import kernel
from engine.kernel.state import TREE_DEPTH, TREES

Floats = NDArray[np.float32]

BINS = 32
_RATE, _RIDGE = 0.1, 20.0
_LEAST = 100
"""Fewest rows of a leaf."""
_SHARE_SEEN, _MOST_SEEN, _COLUMNS_SEEN = 0.5, 60_000, 0.4
"""Random sample that each tree is grown on: the share of the rows, their greatest number, and the share of the columns."""
_INNER, _LEAVES = (1 << TREE_DEPTH) - 1, 1 << TREE_DEPTH


class Trees(NamedTuple):
    """Trees x inner nodes: the column and the value above which a row goes right. Trees x leaves: what a leaf adds.

    The nodes below node n are 2n + 1 and 2n + 2.
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
    """Fit trees to values (n)."""
    count, columns = rows.bins.shape
    trees = Trees(
        np.zeros((TREES, _INNER), np.uint8), np.zeros((TREES, _INNER), np.float32),
        np.zeros((TREES, _LEAVES), np.float32),
    )  # fmt: skip
    share = min(_SHARE_SEEN, _MOST_SEEN / max(count, 1))
    left, leaf = values.astype(np.float32), np.empty(count, np.int64)
    sums = np.empty((_LEAVES // 2, columns, BINS))
    counts = np.empty_like(sums)
    splits = np.empty(_INNER, np.uint8)
    for column, cut, gain in zip(*trees, strict=True):
        chosen = np.sort(rng.choice(columns, max(int(columns * _COLUMNS_SEEN), 1), replace=False))
        seen = rng.random(count) < share
        _grow(rows.bins, left, seen, chosen, leaf, sums, counts, column, splits)
        held = np.bincount(leaf[seen], minlength=_LEAVES)
        total = np.bincount(leaf[seen], left[seen], _LEAVES)
        gain[:] = _RATE * total / (held + _RIDGE)
        cut[:] = rows.cuts[column, splits]
        left -= gain[leaf]
    return trees


@kernel
def _grow(
    bins: Any, left: Any, seen: Any, chosen: Any, leaf: Any, sums: Any, counts: Any, column: Any, splits: Any
) -> None:
    """Grow a tree on what is `left` to explain, level by level: fills `column` and `splits` (the last bin that goes
    left; the last of all where no split leaves enough rows) of the inner nodes, and the `leaf` of each row.
    """
    leaf[:] = 0
    for level in range(TREE_DEPTH):
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
