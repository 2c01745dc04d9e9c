"""The difference between simulated and real people: the second uncertainty of a verdict, in addition to the sampling
error of the hands.

It was measured on real nights: the errors of line-ups fitted to a group in predicting another (docs/players.md,
"People"). More hands don't make it smaller; the nights of more groups do.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp
from statistics import NormalDist

DEVIATION_OFF = 0.32
"""Standard error of the logarithm of a deviation at hold'em and omaha that nothing was fitted to, from the end of `bench/measured/people.md`:
forecasts of each of two groups by `friends` that were fitted to the other one. Two errors are known, so it has the width of Student's t for two.
"""
RATIO_OFF = 0.17
"""Standard error of the logarithm of the ratio of two games' deviations, from there too: the ratio of omaha's to hold'em's, without the sampling errors.
It isn't widened by Student's t, because simulated groups as far apart as home games are off by less, over all games (.12 to .14, `tests/engine/test_populations.py`).
"""
REAL = ("friends", "careful", "own group")
"""Line-ups that are fitted to real tables; others show what other players would do."""
_Z = NormalDist().inv_cdf(0.975)
RATIO_REACH = _Z * RATIO_OFF
"""Half the width of the 95 % interval of a ratio, as a logarithm."""
AMOUNT_LOW, AMOUNT_HIGH = exp(-_Z * DEVIATION_OFF), exp(_Z * DEVIATION_OFF)
"""What an amount in chips may be multiplied by."""


def real_lineups(names: Iterable[str]) -> list[str]:
    """Return the line-ups among `names` that are fitted to real tables; all of them if none is.

    >>> real_lineups(["friends", "loose", "own group"])
    ['friends', 'own group']
    >>> real_lineups(["loose"])
    ['loose']
    """
    names = list(names)
    return [name for name in names if name in REAL] or names


def ratio_band(ratios: Iterable[float]) -> tuple[float, float]:
    """What people leave open of the ratio of two games' deviations, by its ratio in each line-up that is fitted to real tables.

    >>> low, high = ratio_band([1.5, 2.0])
    >>> round(low, 2), round(high, 2)
    (1.07, 2.79)
    """
    ratios = list(ratios)
    return min(ratios) * exp(-RATIO_REACH), max(ratios) * exp(RATIO_REACH)
