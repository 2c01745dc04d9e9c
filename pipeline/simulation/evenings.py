"""Evenings: consecutive hands of a run, as many as fit into a night at the table.

A player's evening has four figures in chips: its net; its lowest point, 0 or below; its highest, 0 or above; its
deepest drawdown, the greatest loss since the highest point before. All are taken at the ends of hands.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import numpy as np
import polars as pl

from engine.api import Variant
from pipeline.simulation.columns import narrowed, where

Ints = np.ndarray[Any, np.dtype[np.int64]]

LENGTH = timedelta(hours=4, minutes=30)
"""Length of a simulated evening, in runs and in seasons."""

FIGURES = ("net", "lowest", "highest", "drawdown")


def hands_of(variant: Variant, length: timedelta = LENGTH, pace: float | None = None) -> int:
    """Return the number of hands in an evening of a game, by its pace (seconds a hand, by default the catalogue's);
    at least one.

    >>> from engine.api import VARIANTS
    >>> hands_of(VARIANTS["baseball"]), hands_of(VARIANTS["baseball"], pace=90)
    (90, 180)
    """
    return max(1, round(length.total_seconds() / (pace or variant.pace)))


def cut(begins: Ints, hands: int, size: int) -> Ints:
    """The evening of each of `hands` hands, counted from 0, -1 for those that fill no evening.

    An evening has time for `size` hands; a chain, one of which begins at each of `begins`, is played to its
    end, and belongs to the evening in which it began. Chains end where the hands do.

    >>> cut(np.array([0, 1, 2, 3, 4]), hands=5, size=2)
    array([ 0,  0,  1,  1, -1])
    """
    of_chain = begins // size
    of_chain[of_chain >= hands // size] = -1
    return np.repeat(of_chain, np.diff(begins, append=hands))


def first_hands(evenings: Ints, first_no: int) -> pl.Series:
    """The column `evening_no` for hands numbered from `first_no`, of evenings as `cut` tells them."""
    each, begins = np.unique(evenings, return_index=True)
    numbers = narrowed(first_no + begins[np.searchsorted(each, evenings)])
    return where(evenings >= 0, numbers)


def by_place(nets: Ints, within: Ints) -> Ints:
    """Return the nets (hands, players), in chips, by the place at the table: seats move with the deal, one to the left
    each hand; `within` numbers the hands of a chain from 0.

    >>> by_place(np.array([[8, -4, -4], [8, -4, -4]]), within=np.array([0, 1]))
    array([[ 8, -4, -4],
           [-4,  8, -4]])
    """
    players = nets.shape[1]
    seats = (np.arange(players) - within[:, None]) % players
    placed: Ints = np.take_along_axis(nets.astype(np.int64, copy=False), seats, axis=1)
    return placed


def paths(nets: Ints, evenings: Ints) -> Mapping[str, Ints]:
    """Return each of `FIGURES`, in chips, (evenings, players), from nets (hands, players), a column a player.

    `evenings` (hands,) are in order, without -1.

    >>> nets = np.array([[5, -5], [-9, 9], [6, -6]])
    >>> for name, figure in paths(nets, evenings=np.array([0, 0, 0])).items():
    ...     print(name, figure)
    net [[ 2 -2]]
    lowest [[-4 -5]]
    highest [[5 4]]
    drawdown [[9 6]]
    """
    begins = np.flatnonzero(np.diff(evenings, prepend=-1))
    if not begins.size:
        return {name: np.empty((0, nets.shape[1]), np.int64) for name in FIGURES}
    lengths = np.diff(begins, append=len(nets))
    lines = np.cumsum(nets.T, axis=1, dtype=np.int64)  # (players, hands): numpy adds up along rows faster
    lines -= np.repeat(lines[:, begins] - nets[begins].T, lengths, axis=1)
    # each evening on a level above the one before, so that its highest points are its own
    levels = np.repeat(np.arange(begins.size), lengths) * (np.abs(lines).max() + 1)
    best = np.maximum.accumulate(np.maximum(lines, 0) + levels, axis=1) - levels
    return {
        "net": lines[:, begins + lengths - 1].T,
        "lowest": np.minimum(np.minimum.reduceat(lines, begins, axis=1), 0).T,
        "highest": np.maximum(np.maximum.reduceat(lines, begins, axis=1), 0).T,
        "drawdown": np.maximum.reduceat(best - lines, begins, axis=1).T,
    }
