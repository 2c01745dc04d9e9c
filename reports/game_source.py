"""Input of the page of games: a game's rules in words, and its simulated evenings.

Reports know neither the engine nor the files of runs: `pipeline.analysis.game_facts` hands these over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from duckdb import DuckDBPyConnection

HOURS = (1.0, 2.0, 3.0, 4.0, 4.5, 5.0, 6.0, 8.0)
"""How long an evening may be on the page."""

STACKS = (
    10, 20, 30, 40, 50, 60, 75, 100, 125, 150, 175, 200, 250, 300, 350, 400, 500, 600, 700, 800, 1000, 1250,
    1500, 2000, 2500, 3000, 4000, 5000,
)  # fmt: skip
"""Of which stacks, in chips, the chance to lose them is counted; between two the page interpolates."""

QUARTER = 0.25
"""Hours between two points of a sample evening."""

STRETCHES = (10, 25, 50, 100, 200)
"""Hours of a game over which the drawdown is given."""

FALLS = (1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99)
"""The percentiles at which it is given."""


@dataclass(frozen=True, kw_only=True)
class Rules:
    """A game in words, as `peder show` says it: what it is, its course, the board drawn a row a line, …"""

    summary: str
    course: Sequence[str]
    board: Sequence[str]
    wild: str
    turns: Sequence[str]
    own_rules: Sequence[str]
    winning: Sequence[str]
    stakes: str
    table: str


@dataclass(frozen=True, kw_only=True)
class EveningFigures:
    """What evenings of one length brought a player, in chips.

    `net` are its 5th, 25th, 50th, 75th and 95th percentile; `usual` what two of three evenings stay within,
    with the ends of its 95 % interval; `fall` the median and the 95th percentile of the deepest fall from
    where the evening stood best; `gone` of each of `STACKS` the chance that so much is gone at the end of
    some hand, with its interval. `hands` to an evening, of which `evenings` were played.
    """

    hands: int
    evenings: int
    net: Sequence[int]
    usual: tuple[int, int, int]
    ahead: float
    fall: tuple[int, int]
    gone: Sequence[tuple[float, float, float]]


@dataclass(frozen=True, kw_only=True)
class GameEvenings:
    """A game's evenings at one table by one line-up, by their length in hours.

    `samples` are evenings of one player each, what was won after each quarter of an hour, in chips. `falls`
    has, over each of `STRETCHES` hours, the deepest fall from where a player stood best at the percentiles
    `FALLS`, in chips.
    """

    variant_id: str
    additions: str
    players: int
    lineup: str
    by_hours: Mapping[float, EveningFigures]
    samples: Sequence[Sequence[int]]
    falls: Mapping[int, Sequence[int]]


@dataclass(frozen=True, kw_only=True)
class GameSource:
    """Who knows: the rules of a game with its additions (None for one that isn't in the catalogue), the
    evenings of all games that runs have played, those for comparisons last, and the marts of the runs that
    comparisons played, None where there were none.
    """

    rules: Callable[[str, str], Rules | None] = lambda variant_id, additions: None
    evenings: Callable[[], Sequence[GameEvenings]] = tuple
    compared: Callable[[], DuckDBPyConnection | None] = lambda: None


NOBODY = GameSource()
"""Who knows nothing."""
