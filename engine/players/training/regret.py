"""The trainer: tables of regrets, how they become a strategy, and the opponents that learners meet.

Every trained game is an adapter around this: it plays hands, and for choices of the learners adds to a `RegretTable`
what each other choice would have won on the same cards, compared with what the strategy wins on average (Zinkevich
and others, "Regret minimization in games with incomplete information", 2007; sampled as by Lanctot and others, 2009).
The next batch is played in proportion to the positive regrets. Between batches regrets and summed strategies are
discounted as in DCFR (Brown and Sandholm, 2019). Unlike in CFR, opponents are a population and views are abstracted,
so there is no guarantee: how well a player plays is measured.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.players.betting_table import BUCKETS, CALLS, CHOICES, COSTS, FOLDS, LIVE, PRICES, SMALL, STAGES
from engine.players.profiles import NEVER, Profile

Floats = NDArray[np.float64]


class Discount(NamedTuple):
    """Exponents of batch / (batch + 1), by which positive and negative regrets and summed strategies shrink."""

    positive: float
    negative: float
    sums: float


DCFR = Discount(1.5, 0.5, 2.0)
LINEAR = Discount(0.0, 0.0, 1.0)
"""Later strategies count more; regrets stay. For regret matching+ (Tammelin, 2014), which drops negative ones."""


class RegretTable:
    """Regrets and summed strategies of shape (…, choices).

    `first` is the strategy at the start, and of a row without positive regrets. It stands for `weight` of regret.
    """

    def __init__(self, first: Floats, weight: float = 0.0, discount: Discount = DCFR) -> None:
        self.first = first
        self.regrets = weight * first
        self.sums = np.zeros_like(self.regrets)
        self.steps = discount

    def strategy(self, prior: Floats | float = 0.0) -> Floats:
        """Shares of the choices, in proportion to the positive regrets; `prior` is added to these."""
        wanted = np.maximum(self.regrets + prior, 0.0)
        total = wanted.sum(axis=-1, keepdims=True)
        return np.where(total > 0, wanted / np.maximum(total, 1e-12), self.first)

    def discount(self, batch: int) -> None:
        """Discount what was learned, after batch number `batch` (from 1)."""
        fade = batch / (batch + 1)
        positive, negative, sums = (fade**power for power in self.steps)
        self.regrets *= np.where(self.regrets > 0, positive, negative)
        self.sums *= sums


def without_rare(shares: Floats, least: Floats | float) -> Floats:
    """Return a strategy without the choices rarer than `least`: they are mostly noise (Ganzfried, Sandholm and Waugh,
    "Strategy purification and thresholding", 2012).

    >>> without_rare(np.array([0.49, 0.49, 0.02]), least=0.05)
    array([0.5, 0.5, 0. ])
    """
    shares = np.where(shares < least, 0.0, shares)
    return shares / np.maximum(shares.sum(axis=-1, keepdims=True), 1e-12)


def as_bytes(shares: Floats) -> NDArray[np.uint8]:
    """Return shares in parts of 255.

    >>> as_bytes(np.array([0.5, 0.3, 0.2]))
    array([128,  76,  51], dtype=uint8)
    """
    return np.round(255 * shares).astype(np.uint8)


PLAYERS_IN = np.array([2.0, 2.0, 3.0, 4.0, 5.5])
"""Numbers of players in that the betting table distinguishes."""
_COSTS = np.array([[0.1, 0.1], [0.25, 0.25], [0.6, 0.6], [1.0, 1.0]])
_FINER_COSTS = np.array([[0.015, 0.04], [0.075, 0.13], [0.2, 0.33], [0.5, 1.0]])
"""Prices of a call relative to the pot that the betting table distinguishes, and twice as many (`row_of`)."""
_BETS_AT, _RAISES_AT, _STEP = 1.3, 1.7, 0.35
"""Shares of the pot, in fair shares, above which to bet and to raise, and what each raise before adds."""
_SURE = 0.8


def first_betting(chance: Callable[[int, int], Floats], finer: bool = False) -> Floats:
    """Return a first strategy for the betting table, by the chance to win and the price alone: shape of
    `betting_table`'s rows by choices. It saves half of the training.

    chance(stage, raises): for each bucket and number of players in, (BUCKETS, LIVE). finer: whether the table
    distinguishes twice as many prices.

    >>> strong = first_betting(lambda stage, raises: np.full((BUCKETS, LIVE), 0.9))
    >>> strong.shape, strong[0].round(2)
    ((26880, 5), array([0.04, 0.04, 0.87, 0.04, 0.  ]))
    """
    out = np.zeros((STAGES, BUCKETS, LIVE, PRICES, 2, 2, CHOICES))
    for stage in range(STAGES):
        for price in range(PRICES):
            priced = 0 < price < PRICES - 1
            raises = 0 if price == 0 else 1 + (price - 1) // COSTS if priced else 1
            chances = chance(stage, raises)[..., None]
            cost = (_FINER_COSTS if finer else _COSTS)[(price - 1) % COSTS] if priced else np.zeros(2)
            lifts = chances * PLAYERS_IN[:, None] > (_RAISES_AT + _STEP * raises if priced else _BETS_AT)
            chosen = np.where(lifts, SMALL, np.where(chances * (1 + cost) > cost, CALLS, FOLDS))
            rows = np.full((BUCKETS, LIVE, 2, CHOICES), (1 - _SURE) / CHOICES)
            np.put_along_axis(rows, chosen[..., None], _SURE, axis=3)
            rows[..., CHOICES - 1] *= 0.1
            out[stage, :, :, price] = (rows / rows.sum(-1, keepdims=True))[:, :, :, None]
    return out.reshape(-1, CHOICES)


def middles(cuts: Floats) -> Floats:
    """Return the middle of each part between cuts; the outer parts reach half a log-odd further.

    >>> middles(np.array([-1.0, 0.0, 2.0]))
    array([-1.5, -0.5,  1. ,  2.5])
    """
    return np.concatenate([[cuts[0] - 0.5], (cuts[1:] + cuts[:-1]) / 2, [cuts[-1] + 0.5]])


def random_plain(rng: np.random.Generator) -> Profile:
    """Return a plain player with thresholds drawn at random.

    >>> player = random_plain(np.random.default_rng(7))
    >>> round(player.tight, 2), round(player.bet_at, 2)
    (1.53, 1.88)
    """
    return Profile(
        tight=rng.uniform(0.4, 2.2), bet_at=rng.uniform(0.8, 2), raise_at=rng.uniform(1, 3),
        step=rng.uniform(0, 0.4), bluff=rng.choice([0, 0.05, 0.15, 0.3]),
        peder_at=rng.choice([1.6, 2, 2.5, 3, NEVER]),
    )  # fmt: skip


def others_at_table(rng: np.random.Generator, players: int, alone: float, half: float) -> Any:
    """Return which seats of a table aren't the learner's: none with probability `alone`, every second one with
    probability `half`, else all but one.

    >>> others_at_table(np.random.default_rng(1), players=6, alone=0.2, half=0.5)
    array([False, False, False,  True,  True, False])
    """
    draw = rng.random()
    share = 0.0 if draw < alone else 0.5 if draw < alone + half else 1.0
    others = rng.random(players) < share
    others[rng.integers(players)] = False
    return others
