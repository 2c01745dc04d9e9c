"""Predictions of a group's next night from its earlier ones: figures by size of table, and the errors of such
predictions on nights that were left out.

Nights within a group differ, and groups differ, so a figure has three levels (Gelman and Hill, *Data Analysis Using
Regression and Multilevel/Hierarchical Models*, 2007, chapter 12): the hands of a night scatter around the night,
nights around the group (`DerSimonian and Laird`'s estimate, 1986, drawn towards `_NIGHTS`), and the group around
`friends` (`_groups_variance`). All figures are differences from those of `friends` at a table of the same size, so nights at a
table of six say something about a table of three; the difference of a size is drawn towards that of all sizes. Rates
are in log-odds, pots in logarithms.

The effects of a group, its nights and its sizes of table are estimated together (best linear unbiased prediction: Robinson,
*Statistical Science* 6, 1991), from the working values of a generalized linear model (penalized quasi-likelihood: Breslow and
Clayton, *JASA* 88, 1993). So a few hands at a size of table count for what they are, and none are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.simulation.fitting import Figures

BETWEEN: Mapping[str, float] = {"vpip": 0.45, "pfr": 0.45, "showdown": 0.35, "showdowns": 0.35, "pot": 0.5}
"""Standard deviations between the nights of seven home games: groups differ, and so do the nights of a group."""
PLAYERS: Mapping[str, float] = {"vpip": 0.45, "pfr": 0.6, "showdown": 0.35}
"""Standard deviations between the players of a table: 22 players of four nights differ by .41 in VPIP, .61 in PFR and not measurably in showdowns."""
FORETOLD = ("vpip", "pfr", "showdowns", "pot")
_NIGHTS, _NIGHTS_KNOWN = 0.25, 4.0
"""Prior standard deviation between the nights of a group, and the number of nights that it counts as."""
_POTS_KNOWN = 100.0
"""Hands that the spread of friends' pots counts as."""
_GROUPS_KNOWN = 6.0
"""Degrees of freedom of `BETWEEN`: a group may be wilder than any of seven, so groups are distributed as Student's t around friends (the scale by expectation
maximization: Lange, Little and Taylor, *JASA* 84, 1989).
"""
_OF_SIZE = 0.25
"""The part of what groups differ by, by which a group at a size of table differs from the group at all sizes."""
_SMALLEST, _LARGEST = 2, 6
_FEWEST = 20
"""Fewest hands of a night that is predicted."""
_FOLDS = 20
"""Most parts that nights are left out in."""
_ROUNDS = 12
"""Rounds of estimating the effects and computing the working values from them."""
_FARTHEST = 3.0
"""Largest difference from friends, in log-odds or logarithms, at which working values are computed."""
Floats = NDArray[np.float64]


def size_class(players: int) -> int:
    """The size of table for which figures are taken together: 2, 3, 4, 5, or 6 for six to ten.

    >>> size_class(3), size_class(9)
    (3, 6)
    """
    return min(players, _LARGEST)


class Estimate(NamedTuple):
    """A figure of a group: the logged one, the estimated one, and its standard error."""

    logged: float
    value: float
    error: float


@dataclass(frozen=True, kw_only=True)
class NightFigures:
    """The figures of a night at tables of one size (`size_class`)."""

    session: str
    size: int
    figures: Figures


class Foretold(NamedTuple):
    """The errors of predicting a figure of nights from other nights: root mean squares over `nights`, of rates in
    points (0.05 is 5 of 100), of pots as a fraction. `friends` is the error of the figures of friends, `chance` the
    smallest possible error given the number of hands of a night.
    """

    figure: str
    nights: int
    error: float
    friends: float
    chance: float


def scaled(figures: Figures, name: str) -> tuple[float, float]:
    """A figure as log-odds (a pot as its logarithm) and its standard error."""
    was = float(getattr(figures, name))
    if name == "pot":
        return log(max(was, 1e-9)), max(figures.error(name) / max(was, 1e-9), 1e-6)
    cases = _cases(figures, name)
    p = (was * cases + 0.5) / (cases + 1)
    return log(p / (1 - p)), (1 / (cases * p * (1 - p))) ** 0.5


def _unscaled(x: float, name: str) -> float:
    return exp(x) if name == "pot" else 1 / (1 + exp(-x))


def _slope(value: float, name: str) -> float:
    return value if name == "pot" else value * (1 - value)


def shrunk(logged: Figures, table: Figures, name: str) -> Estimate:
    """A rate of a player who sits at a table, between the logged one and the table's: the mode of the posterior distribution."""
    rate, cases, middle = getattr(logged, name), _cases(logged, name), scaled(table, name)[0]
    prior = 1 / PLAYERS[name] ** 2
    off = 0.0
    for _ in range(_ROUNDS):
        value = _unscaled(middle + off, name)
        precision = cases * _slope(value, name) + prior
        off += (cases * (rate - value) - prior * off) / precision
        off = min(max(off, -_FARTHEST), _FARTHEST)
    value = _unscaled(middle + off, name)
    return Estimate(rate, value, precision**-0.5 * _slope(value, name))


def _cases(figures: Figures, name: str) -> int:
    """The number of cases of a figure: hands for pots and showdowns of a table, players dealt in for other rates."""
    return figures.hands if name in ("pot", "showdowns") else figures.seats


class Nights(NamedTuple):
    """A figure (`name`) of nights at sizes of table: the night and the size, the figure, its number of cases, and what friends
    show there, in log-odds or as a logarithm. `spread` is the squared coefficient of variation of pots.
    """

    name: str
    sessions: NDArray[np.str_]
    sizes: NDArray[np.int64]
    shown: Floats
    cases: Floats
    friends: Floats
    spread: float

    @classmethod
    def of(cls, nights: Sequence[NightFigures], friends: Mapping[int, Figures], name: str) -> Nights:
        """A figure of nights. `friends` has what friends show at each size that is there."""
        figures = [night.figures for night in nights]
        return cls(
            name,
            np.array([night.session for night in nights], str),
            np.array([night.size for night in nights], np.int64),
            np.array([getattr(each, name) for each in figures], float),
            np.array([_cases(each, name) for each in figures], float),
            np.array([scaled(friends[night.size], name)[0] for night in nights], float),
            _pots_spread(figures, [friends[night.size] for night in nights]),
        )

    def take(self, rows: NDArray[np.bool_]) -> Nights:
        """The figures of some rows."""
        return Nights(
            self.name, self.sessions[rows], self.sizes[rows], self.shown[rows], self.cases[rows], self.friends[rows],
            self.spread,
        )  # fmt: skip

    def offsets(self, sizes: NDArray[np.int64]) -> tuple[Floats, Floats]:
        """By how much the group differs from friends at sizes of table, with standard errors."""
        design, wanted = _design(self.sizes), _design(sizes)
        groups = _groups_variance(self.name)
        priors = groups * np.array([1.0, *[_OF_SIZE**2] * (design.shape[1] - 1)])
        sessions, night = np.unique(self.sessions, return_inverse=True)
        by_night = np.zeros((len(sessions), design.shape[1] + 2))
        at = np.zeros(len(self.shown))
        for _ in range(_ROUNDS):
            offs, variances = self._working(np.clip(at, -_FARTHEST, _FARTHEST))
            by_night[:] = 0.0
            np.add.at(
                by_night, night, np.column_stack([np.ones(len(offs)), offs, design]) / variances[:, None]
            )
            weights, sums, effects = by_night[:, 0], by_night[:, 1], by_night[:, 2:]
            between = _between_nights(weights, sums)
            shared = between / (1 + between * weights)  # what a night's own effect takes from its figures
            precision = np.diag(1 / priors) + design.T @ (design / variances[:, None])
            precision -= effects.T @ (shared[:, None] * effects)
            covariance = np.linalg.inv(precision)
            means = covariance @ (design.T @ (offs / variances) - effects.T @ (shared * sums))
            at = design @ means + (shared * (sums - effects @ means))[night]
            square = float(means[0] ** 2 + covariance[0, 0])
            priors[0] = (_GROUPS_KNOWN * groups + square) / (_GROUPS_KNOWN + 1)
        return wanted @ means, np.sqrt(((wanted @ covariance) * wanted).sum(axis=1))

    def _working(self, at: Floats) -> tuple[Floats, Floats]:
        """The difference from friends that the figures show, linearized at these differences, and its variance."""
        if self.name == "pot":
            return at + self.shown / np.exp(self.friends + at) - 1, self.spread / self.cases
        p: Floats = 1 / (1 + np.exp(-self.friends - at))
        return at + (self.shown - p) / (p * (1 - p)), 1 / (self.cases * p * (1 - p))

    def mean(self, offs: Floats) -> float:
        """The mean of the figure over all hands here, if a group differs from friends by `offs`."""
        shown = [_unscaled(x, self.name) for x in (self.friends + offs).tolist()]
        return float(np.average(shown, weights=self.cases))


def _pots_spread(logged: Sequence[Figures], friends: Sequence[Figures]) -> float:
    """The squared coefficient of variation of pots: of the `logged` ones in each of several parts, and of those of friends there, which
    count for `_POTS_KNOWN` hands. Few hands of a part, or one alone, say little of it, and seldom had the great pots.
    """
    if not logged:
        return 1.0  # without pots it is unused
    hands, pots, errors = np.array([(each.hands, each.pot, each.pot_sd) for each in logged], float).T
    known = hands.sum() - len(hands)
    own = (hands @ errors**2) / max(known, 1.0) / max(np.average(pots, weights=hands), 1e-9) ** 2
    typical = np.average([(each.pot_sd / each.pot) ** 2 for each in friends], weights=hands)
    return float(max((known * own + _POTS_KNOWN * typical) / (known + _POTS_KNOWN), 1e-6))


def _groups_variance(name: str) -> float:
    """The variance between groups. `BETWEEN` was measured between nights, whose own variance the model adds."""
    return BETWEEN[name] ** 2 - _NIGHTS**2


def _between_nights(weights: Floats, sums: Floats) -> float:
    """The variance between nights, by the summed precision of each night's figures and their sums weighted by it."""
    prior, count = _NIGHTS**2, len(weights)
    if count < 2:
        return prior
    means = sums / weights
    middle = sums.sum() / weights.sum()
    excess = float((weights * (means - middle) ** 2).sum()) - (count - 1)
    scale = float(weights.sum() - (weights**2).sum() / weights.sum())
    own = max(excess / scale, 0.0) if scale > 0 else 0.0
    return ((count - 1) * own + _NIGHTS_KNOWN * prior) / (count - 1 + _NIGHTS_KNOWN)


def _design(sizes: NDArray[np.int64]) -> Floats:
    """The effects that tables of these sizes have in common: of the group, and of each size (tables x effects)."""
    return np.column_stack([np.ones(len(sizes)), sizes[:, None] == np.arange(_SMALLEST, _LARGEST + 1)])


def estimate(
    nights: Sequence[NightFigures], friends: Mapping[int, Figures], size: int, logged: Figures
) -> dict[str, Estimate]:
    """The figures of a group at a table of `size` (`size_class`), by name. `friends` has what friends show at each size that is there;
    `logged` is what all hands show.
    """
    estimates = {}
    for name in BETWEEN:
        off, error = (float(each[0]) for each in Nights.of(nights, friends, name).offsets(np.array([size])))
        value = _unscaled(scaled(friends[size], name)[0] + off, name)
        estimates[name] = Estimate(getattr(logged, name), value, error * _slope(value, name))
    return estimates


def foretell(nights: Sequence[NightFigures], friends: Mapping[int, Figures]) -> list[Foretold]:
    """Return how well the other nights predict each night, figure by figure; none for fewer than two nights. Of more than
    `_FOLDS` nights, several are left out together.
    """
    hands: Counter[str] = Counter()
    for each in nights:
        hands[each.session] += each.figures.hands
    sessions = sorted(session for session, count in hands.items() if count >= _FEWEST)
    if len(sessions) < 2:
        return []
    rows = []
    for name in FORETOLD:
        known = Nights.of(nights, friends, name)
        squares = {"error": 0.0, "friends": 0.0, "chance": 0.0}
        for left_out in (sessions[fold::_FOLDS] for fold in range(min(_FOLDS, len(sessions)))):
            others = known.take(~np.isin(known.sessions, left_out))
            by_size, _ = others.offsets(np.arange(_SMALLEST, _LARGEST + 1))
            for session in left_out:
                night = known.take(known.sessions == session)
                off = by_size[night.sizes - _SMALLEST]
                was = float(np.average(night.shown, weights=night.cases))
                for key, x in (("error", off), ("friends", np.zeros(len(off)))):
                    value = night.mean(x)
                    squares[key] += (log(max(was, 1e-9) / value) if name == "pot" else was - value) ** 2
                cases = float(night.cases.sum())
                squares["chance"] += known.spread / cases if name == "pot" else was * (1 - was) / cases
        count = len(sessions)
        rows.append(Foretold(name, count, *((total / count) ** 0.5 for total in squares.values())))
    return rows
