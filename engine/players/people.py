"""What is fitted to real people: how their acts depend on the situation, and how `friends` and `careful` differ from that.

The numbers are in `people.json`, which `python -m bench.anchor` writes. `engine.players.anchor` explains the model.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

UNSEEN = ("log of seats, first round", "log of seats, later rounds", "acted before", "limped to")
"""What acts depend on and the rows of the betting table don't distinguish: the players dealt in (the log of their number over
`USUAL_SEATS`) in the first round and later, whether the player has called or raised in the round, and whether others called the blind.
"""
SEATS, LATER_SEATS, ACTED, LIMPED = range(len(UNSEEN))
USUAL_SEATS = 5.0
ACTS = BETTING, RAISING, FOLDING = range(3)
"""Acts whose log-odds are shifted by `UNSEEN`: betting where nothing is to be paid, raising a bet, and folding."""
FREE = (
    "constant",
    "first round",
    "middle round",
    "last round",
    "log of players in",
    "last to bet",
    "last to bet, by that log",
    "acts last",
    "fixed number of own cards",
    *UNSEEN,
)
"""The columns of bets where nothing is to be paid; the log is of players in over two, and the round not named is the second."""
PRICED = (
    "constant", "first round", "middle round", "last round", "log of players in", "first round, by that log",
    "raised before", "only the blind raised", "price below a sixth", "price of two fifths or more", "acts last", "shallow", "deep", "fixed number of own cards",
    *UNSEEN,
)  # fmt: skip
"""The columns of raises and folds. Shallow: less behind than the pot; deep: four times the pot or more. "Fixed number of own cards"
is 1 if a hand must use a fixed number of a player's own cards, as at omaha.
"""
SIZED = ("constant", "first round", "first round, after a raise")
"""The columns of bets' sizes: the pot rather than half of it."""


class Anchor(NamedTuple):
    """Weights on log-odds: of betting (by `FREE`), raising and folding (`PRICED`), and a big size (`SIZED`)."""

    bets: Floats
    raises: Floats
    folds: Floats
    sizes: Floats

    @property
    def unseen(self) -> Floats:
        """The weights of `UNSEEN` on each of `ACTS` (3 x 4)."""
        return np.stack([each[-len(UNSEEN) :] for each in (self.bets, self.raises, self.folds)])


FILE = Path(__file__).parent / "people.json"


def read_people(text: str) -> tuple[Anchor, Mapping[str, Mapping[str, float]]]:
    """The anchor in a file, and of each line-up the fields that its styles share."""
    read = json.loads(text)
    return Anchor(**{name: np.array(read["anchor"][name]) for name in Anchor._fields}), read["lineups"]


def people_text(anchor: Anchor, lineups: Mapping[str, Mapping[str, float]]) -> str:
    """A file of an anchor, in hundredths, and of line-ups.

    >>> anchor, lineups = read_people(FILE.read_text(encoding="utf-8"))
    >>> people_text(anchor, lineups) == FILE.read_text(encoding="utf-8")
    True
    """
    weights = {name: (np.round(each, 2) + 0.0).tolist() for name, each in anchor._asdict().items()}
    return json.dumps({"anchor": weights, "lineups": lineups}, indent=1) + "\n"


PEOPLE, LINEUPS = read_people(FILE.read_text(encoding="utf-8"))
