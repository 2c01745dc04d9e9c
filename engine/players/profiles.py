"""Profiles: named ways of playing, as departures from the trained player or as plain thresholds.

`regular` plays the trained model of a game: the best player that we can train. Other profiles play the same except
for their departures. Plain players need no training: they compare an estimate of their share (the chance to win times
the players still in: 1 is a fair share, a certain win among n is n) with thresholds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, fields, replace
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.errors import CallError
from engine.players.people import LINEUPS
from language import nearest, tr

NEVER = 99.0


@dataclass(frozen=True, kw_only=True)
class Profile:
    """A profile. The order of the fields is the order of the columns that the kernels read.

    Plain play, which also decides what isn't trained (levies, bought cards, games with kernels of their own).
    tight: a call needs (chance to win) x (pot after it) above tight x (its price). bet_at, raise_at: bet or raise
    with a share above this; each earlier raise of the round adds `step`. bluff: share of the hands below `bet_at`
    that bet anyway; a quarter of it raise instead of folding. peder_at: bet the peder with a share above this, one
    time in four.

    learned: 1 for a player with a trained model, 0 for plain play. Its departures are 0 by default:

    - loose_first, loose_later: by how much the log-odds of folding fall (in steps of two), in the first betting round and
      in later ones. What the trained player never folds isn't folded; nor is what is beaten by open cards called at last.
    - aggression: log-odds of winning added to its hand when it decides whether to bet or raise (anchored: added to the log-odds of
      betting and raising).
    - aggression_later: added to that after the first betting round.
    - plays_first: part of the hands it plays in the first betting round, the best ones (1: all that the trained player would,
      the default); it folds the others to a bet (but for the best 8 in 1,000), and bets them only as a bluff.
    - raises_first: the same of betting and raising in that round; with the others it calls or folds.
    - bluffs: share of decisions to check or fold that it replaces by a small bet or raise.
    - sizing: share of small raises that it makes big; below 0, of big ones that it makes small.
    - reading: part of the others' raises it takes into account (1: all, the default; 0: all look like the first).
    - error: standard deviation of its error about its hand, in log-odds, drawn each betting round.
    - peder_use: part of the peders (at no limit all-ins) it bets that the trained player would (1: all, the
      default); else it raises big.
    - sizes: share of its bets that have another size than the trained player's two: at the house's table one to three
      chips for a small one, the most or one less for a big one; else a third or two thirds of the pot for half of it (anchored, a
      quarter four times in five), and for the pot three quarters, one time in ten twice.
    - anchored: 1 for a player who bets, raises and folds about as often as people do in the same situation (`engine.players.anchor`),
      with the hands that the trained player would; the other departures are from there.
    - reraises: part of the raises it makes that the trained player would after a bet (before the flop a raise),
      its square after a raise of that, and so on (1: all, the default); else it calls or folds.
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
    sizes: float = 0.0
    anchored: float = 0.0


(
    TIGHT, BET_AT, RAISE_AT, STEP, BLUFF, PEDER_AT,
    LEARNED, LOOSE_FIRST, LOOSE_LATER, AGGRESSION, BLUFFS, SIZING, READING, ERROR, PEDER_USE, RERAISES,
    AGGRESSION_LATER, PLAYS_FIRST, RAISES_FIRST, SIZES, ANCHORED,
) = range(21)  # fmt: skip

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
    "rock": Profile(
        learned=1.0, loose_first=-1.0, loose_later=-0.5, aggression=-0.5, peder_use=0.5, plays_first=0.4
    ),
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


def make_styles(
    spread: Sequence[tuple[float, float, float]], shared: Mapping[str, float]
) -> tuple[Profile, ...]:
    """Return styles around one mean, from departures of each and what they share."""
    mean = Profile(learned=1.0, anchored=1.0, peder_use=0.0, **shared)
    return tuple(
        replace(
            mean,
            loose_first=round(mean.loose_first + first, 3),
            loose_later=round(mean.loose_later + later, 3),
            aggression=round(mean.aggression + bold, 3),
        )
        for first, later, bold in spread
    )


def _mean(styles: Sequence[Profile]) -> Profile:
    means = np.mean([astuple(style) for style in styles], axis=0).round(3).tolist()
    return Profile(**{field.name: mean for field, mean in zip(fields(Profile), means, strict=True)})


SPREADS: Mapping[str, Sequence[tuple[float, float, float]]] = {
    "friends": (
        (-0.64, -0.34, 0.41),
        (-0.57, -0.01, 0.7),
        (0.32, 0.62, 0.47),
        (0.63, -0.11, -1.32),
        (0.82, -0.96, -0.27),
        (-0.56, 0.8, 0.01),
    ),
    "careful": (
        (0.21, 0.33, 0.09),
        (0.11, 0.48, -0.2),
        (-0.09, 0.58, 0.01),
        (0.01, 0.18, -0.16),
        (-0.04, -0.62, 0.06),
        (-0.19, -0.97, 0.2),
    ),
}
"""How the styles of a line-up differ: `loose_first`, `loose_later` and `aggression`."""
POPULATIONS: dict[str, tuple[Profile, ...]] = {
    name: make_styles(spread, LINEUPS[name]) for name, spread in SPREADS.items()
}
"""Line-ups of people: in every hand each seat of a population is one of its styles, at random.

Both act in a situation as people do (`engine.players.anchor`). `friends` bet, raise and fold as often as people at home games; `careful` are tighter and
more aggressive, as professionals and a strong bot are (`bench.populations.LOGGED`). The styles also have names: ``friends-1`` to ``friends-6``.
"""
PROFILES.update({name: _mean(styles) for name, styles in POPULATIONS.items()})
PROFILES.update(
    {
        f"{name}-{number}": style
        for name, styles in POPULATIONS.items()
        for number, style in enumerate(styles, 1)
    }
)


class Populations(NamedTuple):
    """Players who change: the player in a seat is any of the `size[seat]` rows of `profiles` from `first[seat]` on;
    with size 0 the player stays.
    """

    profiles: NDArray[np.float64]
    first: NDArray[np.int64]
    size: NDArray[np.int64]


class Seating(NamedTuple):
    """Players who change from hand to hand: `style[row, seat]` is a row of `profiles`, or -1 for a player who stays.
    Hand i uses row i modulo the number of rows; without rows all players stay.
    """

    profiles: NDArray[np.float64]
    style: NDArray[np.int64]


_ROWS = 4096


def populations_of(players: Sequence[str | Profile]) -> Populations:
    """Return the populations at a table, by seat.

    >>> pools = populations_of(["friends", "regular"])
    >>> pools.size, pools.profiles.shape
    (array([6, 0]), (6, 21))
    """
    pools = [POPULATIONS.get(player, ()) if isinstance(player, str) else () for player in players]
    size = np.array([len(pool) for pool in pools], np.int64)
    styles = profile_rows([style for pool in pools for style in pool]).reshape(-1, len(fields(Profile)))
    return Populations(styles, np.cumsum(size) - size, size)


def seating_of(players: Sequence[str | Profile]) -> Seating:
    """Return the seating of a table; the same in every game, so that hands can be compared.

    >>> seating_of(["friends", "friends", "regular"]).style[:3]
    array([[ 4,  6, -1],
           [ 0, 11, -1],
           [ 1,  6, -1]])
    """
    pools = populations_of(players)
    if not len(pools.profiles):
        return Seating(pools.profiles, np.zeros((0, len(players)), np.int64))
    rng = np.random.default_rng(len(players))
    style = np.full((_ROWS, len(players)), -1)
    for seat in np.flatnonzero(pools.size):
        style[:, seat] = pools.first[seat] + rng.integers(pools.size[seat], size=_ROWS)
    return Seating(pools.profiles, style)


def find_profile(name: str) -> Profile:
    """Return the profile with this name. Raises CallError, which suggests the nearest name.

    >>> find_profile("regular").learned
    1.0
    """
    profile = PROFILES.get(name.strip().lower())
    if profile is None:
        near = nearest(name.strip().lower(), PROFILES)
        hint = (
            tr("Did you mean {near}?", near=near)
            if near
            else tr("There are {names}.", names=", ".join(PROFILES))
        )
        raise CallError(tr("There is no profile called {name!r}. {hint}", name=name, hint=hint))
    return profile


def profile_rows(players: Sequence[str | Profile]) -> NDArray[np.float64]:
    """Return one row for each player, a name or a profile; the columns in the order of `Profile`. Raises CallError for
    an unknown name.

    >>> rows = profile_rows(["regular", Profile(tight=1.5)])
    >>> rows.shape, rows[:, TIGHT], rows[:, LEARNED]
    ((2, 21), array([1. , 1.5]), array([1., 0.]))
    """
    return np.array([_row(player) for player in players], np.float64)


@cache
def _row(player: str | Profile) -> tuple[float, ...]:
    return astuple(find_profile(player) if isinstance(player, str) else player)
