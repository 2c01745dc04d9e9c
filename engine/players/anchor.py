"""What people do in a situation, whatever their cards: the anchor of simulated people.

Four logistic regressions of logged acts: whether people bet where nothing is to be paid, raise a bet, fold to one that they
don't raise, and make a bet big. Their columns are what tells the rows of the betting table apart, except the strength of the
hand, which logs have only for hands that were shown.

The trained player decides with which hands, the anchor how often: in each situation the log-odds of the trained player's
choices are shifted by one number, the same for all hands, until their mean over hands is the anchor's frequency (for folding,
part of the way). A hand that the trained player never folds, people never fold. Policies regularized by KL divergence have the
same form, a product of powers of two policies (piKL: Jacob and others, *ICML* 2022). There they are an equilibrium; here
nothing is solved, and the shifted choices are none.

`python -m bench.anchor FOLDER` fits the weights again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.players.betting_table import (
    BACKGROUNDS,
    BETS,
    BIG,
    BUCKETS,
    CALLS,
    CHOICES,
    COSTS,
    FOLDS,
    FOLDS_RARELY,
    LIVE,
    PRICES,
    SMALL,
    STAGES,
)
from engine.players.people import PEOPLE, USUAL_SEATS, Anchor, Floats
from engine.terms import Limit


class Situations(NamedTuple):
    """Situations of decisions as arrays of one shape, booleans but for `live` (players in) and `raised`: bets and raises by choice in
    the round that is to be paid (0 where only a blind is).
    """

    priced: ArrayLike
    first: ArrayLike
    middle: ArrayLike
    last: ArrayLike
    live: ArrayLike
    raised: ArrayLike
    small: ArrayLike
    large: ArrayLike
    mine: ArrayLike
    ends: ArrayLike
    shallow: ArrayLike
    deep: ArrayLike
    exactly: ArrayLike
    seats: ArrayLike = USUAL_SEATS
    acted: ArrayLike = False
    limped: ArrayLike = False

    def free_columns(self) -> Floats:
        """The columns `FREE`, on the last axis."""
        live = np.log(np.asarray(self.live) / 2.0)
        return _columns(
            self,
            [
                1.0,
                self.first,
                self.middle,
                self.last,
                live,
                self.mine,
                np.asarray(self.mine) * live,
                self.ends,
                self.exactly,
                *self._unseen(),
            ],
        )

    def priced_columns(self) -> Floats:
        """The columns `PRICED`, on the last axis."""
        live, first, raised = (
            np.log(np.asarray(self.live) / 2.0),
            np.asarray(self.first),
            np.asarray(self.raised),
        )
        return _columns(
            self,
            [1.0, first, self.middle, self.last, live, first * live, raised > 1, raised < 1, self.small, self.large, self.ends, self.shallow, self.deep, self.exactly,
             *self._unseen()],
        )  # fmt: skip

    def sized_columns(self) -> Floats:
        """The columns `SIZED`, on the last axis."""
        return _columns(self, [1.0, self.first, np.asarray(self.first) * (np.asarray(self.raised) > 0)])

    def _unseen(self) -> list[Any]:
        """The columns `UNSEEN`."""
        seats, first = np.log(np.asarray(self.seats) / USUAL_SEATS), np.asarray(self.first)
        return [seats * first, seats * ~first, self.acted, self.limped]


def _columns(situations: Situations, columns: list[Any]) -> Floats:
    shape = np.broadcast_shapes(*(np.shape(each) for each in situations))
    return np.stack([np.broadcast_to(np.asarray(each, float), shape) for each in columns], axis=-1)


FOLDED = 0.5
"""The part of the way, in log-odds, that folding is moved from the trained player's frequency to the anchor's: people, too,
play more hands of the games in which the trained player does.
"""
_LIVE = np.array([2.0, 2.0, 3.0, 4.0, 5.5])
"""Players in, by the table's classes."""
_SELDOM = 0.02
"""Minimum frequency of betting or raising before the shift: people also raise hands that the trained player only calls with."""
_ALWAYS, _SURELY, _LEAST_BIG, _FARTHEST, _HALVINGS = 255 / 256, 0.97, 0.05, 4.0, 14
"""The largest share that the table can hold, the largest share of a choice and the smallest of a size before the shift, the
largest shift, and the bisections that find it.
"""


def anchor_people(program: Any, anchor: Anchor = PEOPLE) -> None:
    """Set how people play a program: the shifted betting table, and the weights of what its rows don't distinguish."""
    program.anchored[:] = anchored_policy(program, anchor)
    program.unseen[:] = anchor.unseen


def anchored_policy(program: Any, anchor: Anchor = PEOPLE) -> NDArray[np.uint8]:
    """The betting table of people: the trained one of a program (rows x 4), its betting rows shifted to an anchor."""
    stages = int(program.stages.max()) + 1
    table = program.policy[:BETS].reshape(BACKGROUNDS, STAGES, BUCKETS, LIVE, PRICES, 2, 2, CHOICES - 1)
    bets = np.moveaxis(table[:, :stages], 2, 0) / 256.0  # by strength first
    # people play each round of a chase like a first round
    here = _situations(program, 1 if program.chase else stages)
    priced = np.asarray(here.priced)
    stays = np.where(bets[..., CALLS] >= _ALWAYS, 1.0, bets[..., CALLS])
    trained = np.minimum(1 - stays, _SURELY)
    raises = np.maximum(_smoothed(trained), _SELDOM)
    big = 1 - bets[..., SMALL]
    most = np.divide(1 - bets[..., BIG], big, out=np.zeros_like(big), where=bets[..., BIG] < _ALWAYS)
    big = np.clip(
        np.divide(big, 1 - stays, out=np.zeros_like(big), where=stays < 1), _LEAST_BIG, 1 - _LEAST_BIG
    )
    folds = np.divide(
        bets[..., FOLDS], stays, out=np.zeros_like(stays), where=256 * bets[..., FOLDS] >= FOLDS_RARELY
    )
    folds = np.minimum.accumulate(folds, axis=0)  # who stays with a hand stays with a better one
    often = np.where(
        priced, _share(here.priced_columns() @ anchor.raises), _share(here.free_columns() @ anchor.bets)
    )
    unknown = (
        np.asarray(here.first) & ~priced & (np.asarray(here.raised) < 1)
    )  # no log has a first round without a blind
    raises = np.where(unknown, trained, _shifted(raises, 1.0, often))
    calls = 1 - raises
    mean = np.clip((calls * folds).sum(0) / np.maximum(calls.sum(0), 1e-9), 0.02, 0.98)
    if not program.chase:  # in which all cards are open, so the chance is known
        folds = _shifted(
            folds,
            calls,
            _share(FOLDED * (here.priced_columns() @ anchor.folds) + (1 - FOLDED) * _log_odds(mean)),
        )
    folds = folds * priced
    if program.limit != Limit.FIXED.code:
        big = _shifted(big, raises + 1e-6, _share(here.sized_columns() @ anchor.sizes))
    shares = np.stack([calls * folds, calls, 1 - raises * big, 1 - raises * big * most], axis=-1)
    policy: NDArray[np.uint8] = program.policy.copy()
    shifted = policy[:BETS].reshape(table.shape)
    shifted[:, :stages] = np.moveaxis(np.round(256 * shares).clip(0, 255).astype(np.uint8), 0, 2)
    return policy


def _situations(program: Any, stages: int) -> Situations:
    """The situations of the table's rows (backgrounds, stages, players in, prices, last to bet, acts last)."""

    def along(axis: int, values: ArrayLike) -> NDArray[Any]:
        shape = [1] * 6
        shape[axis] = -1
        return np.asarray(values).reshape(shape)

    deep = program.limit >= Limit.POT.code
    stage, price = np.arange(stages), np.arange(PRICES)
    first = along(1, stage == 0)
    bet = (price > 0) & (price < PRICES - 1)
    dearer = int(program.finer_prices)  # whose two cheapest pairs are below a sixth
    raised, cost = along(3, np.where(bet, (price - 1) // COSTS + 1, price > 0)), (price - 1) % COSTS
    return Situations(
        priced=along(3, bet),
        first=first,
        middle=along(1, (stage > 1) & (stage < stages - 1)),
        last=along(1, (stage > 0) & (stage == stages - 1)),
        live=along(2, _LIVE),
        raised=raised - (along(3, bet) & first & bool(program.big_blind)),
        small=along(3, bet & (cost <= dearer)),
        large=along(3, bet & (cost > 1 + dearer)),
        mine=along(4, [False, True]) & ~first,
        ends=along(5, [False, True]),
        shallow=along(0, np.arange(BACKGROUNDS) == 0) & deep,
        deep=along(0, np.arange(BACKGROUNDS) == BACKGROUNDS - 1) & deep,
        exactly=along(0, [program.own_exactly > 0]),
    )


def _smoothed(shares: Floats) -> Floats:
    """Shares by strength of the hand, half of each from its two neighbours, because rows that were seldom trained are noisy."""
    padded = np.concatenate([shares[:1], shares, shares[-1:]])
    smoothed: Floats = (padded[:-2] + 2 * shares + padded[2:]) / 4
    return smoothed


def _share(log_odds: Floats) -> Floats:
    return 1 / (1 + np.exp(-log_odds))


def _log_odds(share: Floats) -> Floats:
    return np.log(share / (1 - share))


def _shifted(shares: Floats, weight: Floats | float, mean: Floats) -> Floats:
    """Shares by strength of the hand (first axis), their log-odds shifted by one number so that their mean is `mean`, or as near
    as `_FARTHEST` allows. A share of 0 stays 0.
    """
    odds = np.full_like(shares, -np.inf)
    np.log(shares / (1 - np.minimum(shares, _SURELY)), out=odds, where=shares > 0)
    weight = np.broadcast_to(weight, shares.shape)
    total = weight.sum(0)
    low = np.full(shares.shape[1:], -_FARTHEST)
    high = -low
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        above = (weight * _share(odds + middle)).sum(0) > mean * total
        low, high = np.where(above, low, middle), np.where(above, middle, high)
    return _share(odds + (low + high) / 2)
