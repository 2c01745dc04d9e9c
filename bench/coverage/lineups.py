"""The default line-ups in every kind of game: runs of seeds of their own against one long run.

Samples drawn from one run's chains are independent whatever the run was. These aren't drawn: a run's chains that
depend on each other, or on what is the same under every seed, show.
"""

from __future__ import annotations

from collections.abc import Iterator

from bench.coverage.games import chains_of, held, sums_of, truth_of
from bench.coverage.samples import formulas, percent, put_samples

LINEUPS = ("friends", "careful")
GAMES = (
    "guts", "guts-3-card", "guts-jokers", "gutter-sluts", "seven-twenty-seven",
    "liars-poker", "bluff-dice", "poker-dice", "screw-your-neighbor", "fan-tan",
    "texas-holdem", "omaha-high-low", "three-card-draw", "chicago-seven", "seven-card-stud", "harakiri", "mississippi-ratfuck",
    "cincinnati", "deuce-to-seven-triple-draw",
)  # fmt: skip
"""Every game with a kernel of its own, and card games of each family."""
CHAINS = 6_000
"""Chains of a run."""
TRUTH = 100
"""The long run has this many times as many."""
_FIRST = 20_000
"""Seed of the first run."""


def lineup_table(runs: int) -> Iterator[str]:
    """A row a line-up and game: in what share of runs the interval of each figure covers the long run's."""
    con = formulas()
    yield "| line-up | game | deviation, chain | deviation, hand | mean pot | showdown | carried |"
    yield "|---" * 7 + "|"
    for lineup in LINEUPS:
        for game in GAMES:
            truth = truth_of(chains_of(game, TRUTH * CHAINS, lineup))
            seeds = range(_FIRST, _FIRST + runs)
            put_samples(con, (sums_of(chains_of(game, CHAINS, lineup, seed)) for seed in seeds))
            figures = held(con, truth)
            cells = [
                percent(figures.chain), percent(figures.hand), percent(figures.pot),
                *(
                    percent(share) if 0 < truth[name] < 1 else "no variation"
                    for name, share in (("showdown", figures.showdown), ("carried", figures.carried))
                ),
            ]  # fmt: skip
            yield f"| {lineup} | {game} | {' | '.join(cells)} |"
