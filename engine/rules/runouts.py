"""Pots run out more than once: the covariance of a player's winnings on one board with those on the next."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards.bits import popcount
from engine.compile.jit import kernel
from engine.rules.rollout import next_choice

Floats = NDArray[np.float64]


def covariance(each: Floats, stock: int, cards: int) -> Floats:
    """Return the covariance of a player's winnings on two boards of `cards` cards each, all different, from a stock.

    `each` (ways x players) is what players win in each way to choose the cards, in the order of
    `itertools.combinations`. By inclusion and exclusion, the sum of f(S) f(T) over all S and T without a card in common
    is the sum over all sets U of (-1)^|U| F(U)^2, where F(U) is the sum of f(S) over all S that contain U.

    >>> covariance(np.array([[0.0], [0.0], [3.0]]), 3, 1)  # one card of three wins: two boards never win both
    array([-1.])
    """
    pairs = len(each) * comb(stock - cards, cards)
    if not pairs:
        return np.zeros(each.shape[1])
    choose = np.array([[comb(card, size) for size in range(cards + 1)] for card in range(stock + 1)])
    begins = np.concatenate([[0], np.cumsum(choose[stock])])
    sums = np.zeros((begins[-1], each.shape[1]))
    add_to_subsets(each, choose, begins, sums)
    mean = each.mean(axis=0)
    total = sum(
        (-1) ** size * (sums[begins[size] : begins[size + 1]] ** 2).sum(axis=0) for size in range(cards + 1)
    )
    return np.asarray(total / pairs - mean * mean)


@kernel
def add_to_subsets(each: Any, choose: Any, begins: Any, sums: Any) -> None:
    """Add each row to the sums of all subsets of its cards: those of a size follow `begins`, in the order of the sum of
    comb(card, place) over their cards.
    """
    cards = choose.shape[1] - 1
    chosen = np.arange(cards)
    for way in range(each.shape[0]):
        for subset in range(1 << cards):
            row = begins[popcount(subset)]
            size = 0
            for place in range(cards):
                if subset >> place & 1:
                    size += 1
                    row += choose[chosen[place], size]
            for player in range(each.shape[1]):
                sums[row, player] += each[way, player]
        next_choice(chosen, choose.shape[0] - 1)
