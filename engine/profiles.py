"""How simulated players play: by name, as departures from the trained player or as plain thresholds.

`regular` plays what was learned for the game (`engine.learning`). Another profile sees and does the same, but
for the fields in which it departs. The plain players need no training: they compare an estimate of their
share (the chance to win times the players still in: 1 is a fair share, a certain win among n is n) with
thresholds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from difflib import get_close_matches
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.errors import CallError
from language import tr

NEVER = 99.0


@dataclass(frozen=True, kw_only=True)
class Profile:
    """A profile. The fields' order is the order of the columns that the kernels read.

    Plain play, which also decides what was not learned (levies, bought cards, games with kernels of their
    own). tight: a call wants (chance to win) x (pot after it) above tight x (its price). bet_at, raise_at:
    bet or raise with a share above this; every raise before in the round asks `step` more. bluff: how often,
    of 1, a hand below `bet_at` bets all the same; a quarter as often it raises instead of folding. peder_at:
    bet the peder with a share above this, one time in four.

    learned: 1 for a player who plays what was learned for the game, 0 for plain play. Its departures are 0
    where nothing else is said:

    - loose_first, loose_later: by how much better, in log-odds of winning, it takes its hand to be when it
      asks whether to fold: in the first betting round, and in the later ones.
    - aggression: the same when it asks whether to bet or raise.
    - aggression_later: what is added to that after the first betting round.
    - plays_first: what part of the hands it plays in the first betting round, the best ones (1: all that the
      trained player would, the default); it folds the others to a bet, and never bets them but to bluff.
    - raises_first: the same of betting and raising in that round; with the others it calls or folds.
    - bluffs: how often, of 1, it bets or raises as if it held the best, where it would check or fold.
    - sizing: how often, of 1, it makes a small raise a big one; below 0, a big one small.
    - reading: what part of the others' raises it takes in (1: all, the default; 0: all look like the first).
    - error: the standard deviation of its judgement, in log-odds, drawn anew each betting round.
    - peder_use: what part of the peders it bets that the trained player would, at no limit of the all-ins (1:
      all, the default); else it raises big.
    - reraises: what part of the raises it makes that the trained player would after a bet (before the flop a
      raise), its square after a raise of that, and so on (1: all, the default); else it calls or folds.
    """

    tight: float = 1.0
    bet_at: float = 1.25
    raise_at: float = 1.55
    step: float = 0.15
    bluff: float = 0.05
    peder_at: float = 1.9
    learned: float = 0.0
    loose_first: float = 0.0
    loose_later: float = 0.0
    aggression: float = 0.0
    bluffs: float = 0.0
    sizing: float = 0.0
    reading: float = 1.0
    error: float = 0.0
    peder_use: float = 1.0
    reraises: float = 1.0
    aggression_later: float = 0.0
    plays_first: float = 1.0
    raises_first: float = 1.0


(
    TIGHT, BET_AT, RAISE_AT, STEP, BLUFF, PEDER_AT,
    LEARNED, LOOSE_FIRST, LOOSE_LATER, AGGRESSION, BLUFFS, SIZING, READING, ERROR, PEDER_USE, RERAISES,
    AGGRESSION_LATER, PLAYS_FIRST, RAISES_FIRST,
) = range(19)  # fmt: skip

_PLAIN: dict[str, Profile] = {
    "plain-steady": Profile(tight=1.0, bet_at=1.25, raise_at=1.55, step=0.15, bluff=0.05, peder_at=1.9),
    "plain-tight": Profile(tight=1.5, bet_at=1.4, raise_at=1.75, step=0.2, bluff=0.02, peder_at=2.6),
    "plain-loose": Profile(tight=0.6, bet_at=1.25, raise_at=1.7, step=0.2, bluff=0.06, peder_at=2.2),
    "plain-bold": Profile(tight=0.9, bet_at=1.1, raise_at=1.35, step=0.1, bluff=0.12, peder_at=1.7),
    "plain-cautious": Profile(tight=1.2, bet_at=1.6, raise_at=2.1, step=0.3, bluff=0.0, peder_at=NEVER),
    "plain-caller": Profile(tight=0.0, bet_at=NEVER, raise_at=NEVER, step=0.0, bluff=0.0, peder_at=NEVER),
    "plain-folder": Profile(tight=NEVER, bet_at=0.0, raise_at=NEVER, step=0.0, bluff=0.0, peder_at=NEVER),
    "plain-warrior": Profile(tight=0.0, bet_at=0.0, raise_at=0.0, step=0.05, bluff=0.0, peder_at=0.0),
}

PROFILES: dict[str, Profile] = {
    "regular": Profile(learned=1.0),
    "novice": Profile(learned=1.0, loose_first=0.6, loose_later=0.4, aggression=-0.4, reading=0.4, error=1.0),
    "station": Profile(
        learned=1.0, loose_first=1.5, loose_later=2.0, aggression=-1.5, reading=0.2, error=0.4
    ),
    "rock": Profile(learned=1.0, loose_first=-1.0, loose_later=-0.5, aggression=-0.5, peder_use=0.5),
    "aggressive": Profile(learned=1.0, loose_first=0.2, aggression=0.8, bluffs=0.05, sizing=0.3),
    "maniac": Profile(
        learned=1.0, loose_first=1.5, loose_later=1.0, aggression=2.0, bluffs=0.2, sizing=0.7, reading=0.3
    ),
    "never-folds": _PLAIN["plain-caller"],
    "always-checks": _PLAIN["plain-folder"],
    **_PLAIN,
}
"""The profiles by name. `never-folds` checks and calls to the end; `always-checks` folds to any bet. The
plain ones are the thresholds alone; `plain-folder` and `plain-warrior` try the rules at their edges.
"""


def find_profile(name: str) -> Profile:
    """The profile of a name. Raises CallError that names the nearest."""
    profile = PROFILES.get(name.strip().lower())
    if profile is None:
        near = get_close_matches(name.strip().lower(), PROFILES, n=1)
        hint = (
            tr("Did you mean {near}?", near=near[0])
            if near
            else tr("There are {names}.", names=", ".join(PROFILES))
        )
        raise CallError(tr("There is no profile called {name!r}. {hint}", name=name, hint=hint))
    return profile


def profile_rows(players: Sequence[str | Profile]) -> NDArray[np.float64]:
    """One row for each player, a name or a profile; the columns in the order of `Profile`."""
    return np.array([_row(player) for player in players], np.float64)


@cache
def _row(player: str | Profile) -> tuple[float, ...]:
    return astuple(find_profile(player) if isinstance(player, str) else player)
