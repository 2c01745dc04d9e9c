"""How simulated players play: thresholds on the strength of a hand, by the name of a temper.

A decision compares a player's share, an estimate of the chance to win times the players still in (1 is a fair
share, a certain win among n is n), with the profile's thresholds, and the price of a call with what it may
win.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from difflib import get_close_matches
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.errors import CallError


@dataclass(frozen=True, kw_only=True)
class Profile:
    """A temper. The fields' order is the order of the columns that the kernels read.

    tight: a call wants (chance to win) x (pot after it) above tight x (its price). bet_at, raise_at: bet or
    raise with a share above this; every raise before in the round asks `step` more. bluff: how often, of 1, a
    hand below `bet_at` bets all the same; a quarter as often it raises instead of folding. peder_at: bet the
    peder with a share above this, one time in four.
    """

    tight: float
    bet_at: float
    raise_at: float
    step: float
    bluff: float
    peder_at: float


TIGHT, BET_AT, RAISE_AT, STEP, BLUFF, PEDER_AT = range(6)
NEVER = 99.0

PROFILES: dict[str, Profile] = {
    "steady": Profile(tight=1.0, bet_at=1.25, raise_at=1.55, step=0.15, bluff=0.05, peder_at=1.9),
    "tight": Profile(tight=1.5, bet_at=1.4, raise_at=1.75, step=0.2, bluff=0.02, peder_at=2.6),
    "loose": Profile(tight=0.6, bet_at=1.25, raise_at=1.7, step=0.2, bluff=0.06, peder_at=2.2),
    "bold": Profile(tight=0.9, bet_at=1.1, raise_at=1.35, step=0.1, bluff=0.12, peder_at=1.7),
    "cautious": Profile(tight=1.2, bet_at=1.6, raise_at=2.1, step=0.3, bluff=0.0, peder_at=NEVER),
    "caller": Profile(tight=0.0, bet_at=NEVER, raise_at=NEVER, step=0.0, bluff=0.0, peder_at=NEVER),
    "folder": Profile(tight=NEVER, bet_at=0.0, raise_at=NEVER, step=0.0, bluff=0.0, peder_at=NEVER),
    "warrior": Profile(tight=0.0, bet_at=0.0, raise_at=0.0, step=0.05, bluff=0.0, peder_at=0.0),
}
"""The tempers by name. `caller` checks and calls to the end; `folder` and `warrior` try the rules at their
edges.
"""


def find_profile(name: str) -> Profile:
    """The profile of a name. Raises CallError that names the nearest."""
    profile = PROFILES.get(name.strip().lower())
    if profile is None:
        near = get_close_matches(name.strip().lower(), PROFILES, n=1)
        hint = f"Did you mean {near[0]}?" if near else f"There are {', '.join(PROFILES)}."
        raise CallError(f"There is no profile called {name!r}. {hint}")
    return profile


def profile_rows(names: Sequence[str]) -> NDArray[np.float64]:
    """One row for each name, the columns in the order of `Profile`."""
    return np.array([_row(name) for name in names], np.float64)


@cache
def _row(name: str) -> tuple[float, ...]:
    return astuple(find_profile(name))
