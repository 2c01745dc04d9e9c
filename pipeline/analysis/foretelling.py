"""Predictions of a group's next night from its earlier ones: figures by size of table, and the errors of such
predictions on nights that were left out.

Nights within a group differ, and groups differ, so a figure has three levels (Gelman and Hill, *Data Analysis Using
Regression and Multilevel/Hierarchical Models*, 2007, chapter 12): the hands of a night scatter around the night,
nights around the group (`DerSimonian and Laird`'s estimate, 1986, drawn towards `_NIGHTS`), and the group around
`friends` (`BETWEEN`). All figures are differences from those of `friends` at a table of the same size, so nights at a
table of six say something about a table of three; the difference of a size is drawn towards that of all sizes. Rates
are in log-odds, pots in logarithms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from typing import NamedTuple

from pipeline.simulation.fitting import Figures

BETWEEN: Mapping[str, float] = {"vpip": 0.45, "pfr": 0.45, "showdown": 0.35, "showdowns": 0.35, "pot": 0.5}
"""Standard deviations between groups: between the nights of seven home games."""
FORETOLD = ("vpip", "pfr", "showdowns", "pot")
_NIGHTS, _NIGHTS_KNOWN = 0.25, 4.0
"""Prior standard deviation between the nights of a group, and the number of nights that it counts as."""
_OF_SIZE = 0.5
"""The part of `BETWEEN` by which a group at a size of table differs from the group at all sizes."""
_FEWEST = 20
"""Fewest hands of a night at a size of table."""
_LARGEST = 6


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
    cases = figures.hands if name == "showdowns" else figures.seats
    p = (was * cases + 0.5) / (cases + 1)
    return log(p / (1 - p)), (1 / (cases * p * (1 - p))) ** 0.5


def _unscaled(x: float, name: str) -> float:
    return exp(x) if name == "pot" else 1 / (1 + exp(-x))


def _slope(value: float, name: str) -> float:
    return value if name == "pot" else value * (1 - value)


def shrunk(logged: Figures, prior: Figures, name: str) -> Estimate:
    """Return a figure between the logged one and a prior, weighted by their precision."""
    x, spread = scaled(logged, name)
    y = scaled(prior, name)[0]
    weight = 1 / (1 + (spread / BETWEEN[name]) ** 2)
    value = _unscaled(y + weight * (x - y), name)
    return Estimate(getattr(logged, name), value, spread * weight**0.5 * _slope(value, name))


class _Night(NamedTuple):
    """A night's difference from friends at a size of table, and the variance that its hands leave."""

    session: str
    size: int
    off: float
    variance: float


def _between_nights(nights: Sequence[_Night]) -> float:
    """The variance between nights."""
    prior = _NIGHTS**2
    if len(nights) < 2:
        return prior
    weights = [1 / night.variance for night in nights]
    middle = sum(w * night.off for w, night in zip(weights, nights, strict=True)) / sum(weights)
    excess = sum(w * (night.off - middle) ** 2 for w, night in zip(weights, nights, strict=True)) - (
        len(nights) - 1
    )
    scale = sum(weights) - sum(w * w for w in weights) / sum(weights)
    own = max(excess / scale, 0.0) if scale > 0 else 0.0
    return ((len(nights) - 1) * own + _NIGHTS_KNOWN * prior) / (len(nights) - 1 + _NIGHTS_KNOWN)


def _mean(nights: Sequence[_Night], between: float, prior: float, spread: float) -> tuple[float, float]:
    """The mean of a group's nights and its standard error, drawn towards a prior."""
    weights = [1 / (night.variance + between) for night in nights]
    precision = sum(weights) + 1 / spread**2
    total = sum(w * night.off for w, night in zip(weights, nights, strict=True)) + prior / spread**2
    return total / precision, precision**-0.5


def _offset(nights: Sequence[_Night], size: int, name: str) -> tuple[float, float]:
    """By how much a group differs from friends at a size of table, with its standard error."""
    between = _between_nights(nights)
    group, known = _mean(nights, between, 0.0, BETWEEN[name])
    mine = [night for night in nights if night.size == size]
    spread = (known**2 + (_OF_SIZE * BETWEEN[name]) ** 2) ** 0.5
    return _mean(mine, between, group, spread)


def _nights(nights: Sequence[NightFigures], friends: Mapping[int, Figures], name: str) -> list[_Night]:
    rows = []
    for night in nights:
        if night.figures.hands >= _FEWEST:
            x, spread = scaled(night.figures, name)
            rows.append(
                _Night(night.session, night.size, x - scaled(friends[night.size], name)[0], spread**2)
            )
    return rows


def estimate(
    nights: Sequence[NightFigures], friends: Mapping[int, Figures], size: int, logged: Figures
) -> dict[str, Estimate]:
    """The figures of a group at a table of `size` (`size_class`), by name. `friends` has what friends show at each size that is there;
    `logged` is what all hands show.
    """
    estimates = {}
    for name in BETWEEN:
        off, error = _offset(_nights(nights, friends, name), size, name)
        value = _unscaled(scaled(friends[size], name)[0] + off, name)
        estimates[name] = Estimate(getattr(logged, name), value, error * _slope(value, name))
    return estimates


def foretell(nights: Sequence[NightFigures], friends: Mapping[int, Figures]) -> list[Foretold]:
    """Return how well the other nights predict each night, figure by figure; none for fewer than two nights."""
    rows = []
    for name in FORETOLD:
        known = _nights(nights, friends, name)
        sessions = sorted({night.session for night in known})
        if len(sessions) < 2:
            return []
        squares = {"error": 0.0, "friends": 0.0, "chance": 0.0}
        weight = 0.0
        for night in known:
            others = [other for other in known if other.session != night.session]
            off, _ = _offset(others, night.size, name)
            base = scaled(friends[night.size], name)[0]
            was = _unscaled(base + night.off, name)
            slope = 1.0 if name == "pot" else _slope(was, name)
            squares["chance"] += night.variance * slope**2
            for key, x in (("error", off), ("friends", 0.0)):
                miss = night.off - x if name == "pot" else was - _unscaled(base + x, name)
                squares[key] += miss**2
            weight += 1
        rows.append(Foretold(name, len(sessions), *((total / weight) ** 0.5 for total in squares.values())))
    return rows
