"""Input of the page of games: a game's rules as text, and its simulated evenings.

Reports know neither the engine nor the files of runs: `pipeline.analysis.game_facts` hands these over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from duckdb import DuckDBPyConnection

EVENING_HOURS = (1.0, 2.0, 3.0, 4.0, 4.5, 5.0, 6.0, 8.0)
"""The lengths of an evening, in hours, that the page offers."""

STACKS = (
    10, 20, 30, 40, 50, 60, 75, 100, 125, 150, 175, 200, 250, 300, 350, 400, 500, 600, 700, 800, 1000, 1250,
    1500, 2000, 2500, 3000, 4000, 5000,
)  # fmt: skip
"""Stacks, in chips, for which the chance to lose them is computed; the page interpolates between two."""

SAMPLE_STEP = 0.25
"""Hours between two points of a sample evening."""

DRAWDOWN_HOURS = (10, 25, 50, 100, 200)
"""Hours of a game over which the deepest drawdown is given."""

DRAWDOWN_PERCENTILES = (1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99)
"""The percentiles of that drawdown."""


@dataclass(frozen=True, kw_only=True)
class Rules:
    """A game as text, as in `peder show`: its description, its course, the board drawn a row a line, …"""

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
    """A player's results in evenings of one length, in chips.

    `net` are its 5th, 25th, 50th, 75th and 95th percentile; `typical_range` the amount
    that two of three evenings stay within, with the ends of its 95 % interval; `ahead` the share that ended with a gain; `drawdown`
    the median and the 95th percentile of the deepest drawdown; `ruin_chance` the chance to lose each of `STACKS` by the
    end of a hand, with its interval. An evening has `hands` hands, and `evenings` were played.
    """

    hands: int
    evenings: int
    net: Sequence[int]
    typical_range: tuple[int, int, int]
    ahead: float
    drawdown: tuple[int, int]
    ruin_chance: Sequence[tuple[float, float, float]]


@dataclass(frozen=True, kw_only=True)
class GameEvenings:
    """A game's evenings at one table by one line-up, by their length in hours.

    `samples` are evenings of one player each, what was won after each quarter of an hour, in chips. `drawdowns`
    has the percentiles `DRAWDOWN_PERCENTILES` of the deepest drawdown over each of `DRAWDOWN_HOURS` hours, in chips.
    """

    variant_id: str
    additions: str
    players: int
    lineup: str
    by_hours: Mapping[float, EveningFigures]
    samples: Sequence[Sequence[int]]
    drawdowns: Mapping[int, Sequence[int]]


@dataclass(frozen=True, kw_only=True)
class GameSource:
    """What reports need to know about games.

    `rules` returns a game's rules by its id and additions; None for a game that isn't in the catalogue. `evenings` returns
    the evenings of all games that runs have played, with the runs of comparisons last. `compared` returns the marts of the
    runs of comparisons; None if there are none. `added` returns additions in the words that people use.
    """

    rules: Callable[[str, str], Rules | None] = lambda variant_id, additions: None
    evenings: Callable[[], Sequence[GameEvenings]] = tuple
    compared: Callable[[], DuckDBPyConnection | None] = lambda: None
    added: Callable[[str], str] = str


NO_GAMES = GameSource()
"""A source without rules or evenings."""
