"""Of evenings: chances and quantiles, whose intervals have the evening as their cluster."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb
import numpy as np

from bench.coverage.samples import PLAYERS, PROFILE, SEED, formulas
from engine.catalogue import VARIANTS
from engine.kernel.record import HandColumn, SeatColumn
from engine.simulate import play
from pipeline.analysis.evenings import EveningCount, quantile, share_intervals
from pipeline.simulation.columns import Array
from pipeline.simulation.evenings import Ints, by_place, cut, hands_of, paths

EVENING_GAMES = ("texas-holdem", "guts", "gutter-sluts", "harakiri", "seven-card-stud", "midnight-baseball")
EVENING_SIZES = {50: 1_000, 200: 1_000, 800: 1_000}
"""Evenings to a sample, and how many samples are drawn."""
CHANCES = (
    ("75 gone", "lowest", -75),
    ("150 gone", "lowest", -150),
    ("300 gone", "lowest", -300),
    ("not ahead", "net", 0),
)
QUANTILES = (
    ("net", 0.05),
    ("net", 0.5),
    ("net", 0.95),
    ("reach", 2 / 3),
    ("drawdown", 0.5),
    ("drawdown", 0.95),
)
"""`reach` is how far up or down a net was: two of three evenings stay within it."""


def evenings_of(game: str, count: int) -> dict[str, Ints]:
    """Each figure of the evenings (evenings, players) of `count` chains."""
    variant = VARIANTS[game]
    nets, on = [], []
    for _, record in play(variant, players=PLAYERS, hands=count, seed=SEED, profiles=(PROFILE,)):
        nets.append(record.seat[:, :, SeatColumn.WON] - record.seat[:, :, SeatColumn.PAID])
        on.append(record.hand[:, HandColumn.POT_IN] > 0)
    every = np.concatenate(nets).astype(np.int64)
    of_evening = cut(np.flatnonzero(~np.concatenate(on)), len(every), hands_of(variant))
    whole = of_evening >= 0
    results = dict(paths(by_place(every, np.arange(len(every)))[whole], of_evening[whole]))
    return {**results, "reach": np.abs(results["net"])}


def evening_table(count: int) -> Iterator[str]:
    """Coverage of the intervals of samples of evenings, in Markdown; for quantiles also with ties broken at random,
    so that values lie as close as need be.
    """
    con = formulas()
    rng = np.random.default_rng(SEED)
    heads = [name for name, *_ in CHANCES]
    heads += [f"{fact} {share:.0%}" for fact, share in QUANTILES]
    yield "| game | evenings | " + " | ".join(heads) + " |"
    yield "|---" * (len(heads) + 2) + "|"
    for game in EVENING_GAMES:
        figures = evenings_of(game, count)
        for size, samples in EVENING_SIZES.items():
            drawn = rng.integers(0, len(figures["net"]), (samples, size))
            cells = [_chance(con, figures[fact] <= chips, drawn) for _, fact, chips in CHANCES]
            for fact, share in QUANTILES:
                whole = figures[fact]
                apart = 1000 * whole + rng.integers(0, 1000, whole.shape)
                cells.append(
                    f"{_quantile(con, whole, share, drawn):.1%} ({_quantile(con, apart, share, drawn):.1%})"
                )
            yield f"| {game} | {size} | " + " | ".join(cells) + " |"


def _chance(con: duckdb.DuckDBPyConnection, holds: Array, drawn: Ints) -> str:
    true = float(holds.mean())
    ends = share_intervals(con, [EveningCount.of(holds[chosen]) for chosen in drawn])
    return f"{np.mean([low - 1e-9 <= true <= high + 1e-9 for _, low, high in ends]):.1%} ({true:.3f})"


def _quantile(con: duckdb.DuckDBPyConnection, values: Ints, share: float, drawn: Ints) -> float:
    true = quantile(np.sort(values, axis=None), share)
    in_order = [np.sort(values[chosen], axis=None) for chosen in drawn]
    counts = [
        EveningCount.of(values[chosen] <= quantile(sample, share), share)
        for chosen, sample in zip(drawn, in_order, strict=True)
    ]
    ends = share_intervals(con, counts)
    return float(
        np.mean(
            [
                quantile(sample, low) <= true <= quantile(sample, high)
                for sample, (_, low, high) in zip(in_order, ends, strict=True)
            ]
        )
    )
