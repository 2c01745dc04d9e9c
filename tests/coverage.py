"""How often the 95 % intervals hold: the table of docs/statistics.md.

    python -m tests.coverage [CHAINS]             CHAINS of each of 20 games are the truth, else 200,000
    python -m tests.coverage evenings [CHAINS]    the same of what evenings of some games bring
    python -m tests.coverage verdicts             how often players who are alike stay within chance

Samples of each size are drawn from a game's chains (with replacement, so that what is true is known), and the
formulas of queries/formulas.sql are asked for their intervals. Some minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from statistics import fmean, median
from typing import Any

import arro3.core as arrow
import duckdb
import numpy as np
import polars as pl

from engine.record import HandColumn, SeatColumn
from engine.simulate import play
from engine.variants import VARIANTS
from pipeline.risk import EveningCount, quantile, share_intervals
from pipeline.simulation.evenings import by_place, cut, hands_of, paths
from queries.models import FORMULAS

GAMES = (
    "texas-holdem", "gutter-sluts", "guts", "cincinnati", "straight-poker", "omaha", "seven-card-stud",
    "midnight-baseball", "harakiri", "chicago-seven", "screw-your-neighbor", "poker-dice", "fan-tan",
    "three-card-draw", "your-choise", "three-card-draw-deuces-one-eyed", "seven-eleven", "mexican-stud",
    "roll-them", "follow-the-queen",
)  # fmt: skip
SIZES = {500: 1_000, 2_000: 1_000, 5_000: 2_000, 20_000: 1_000}
"""Chains to a sample, and how many samples are drawn."""
DRAWS = 4_000_000
"""How many chains are drawn at once."""
PLAYERS = 5
PROFILE = "regular"
SEED = 20261122

EVENING_GAMES = ("texas-holdem", "guts", "gutter-sluts", "harakiri", "seven-card-stud", "midnight-baseball")
EVENING_SIZES = (50, 200, 800)
EVENING_SAMPLES = 200
ASKED = (
    ("75 gone", "lowest", -75, None), ("150 gone", "lowest", -150, None), ("300 gone", "lowest", -300, None),
    ("not ahead", "net", 0, None), ("net 5 %", "net", 0, 0.05), ("net 95 %", "net", 0, 0.95),
    ("drawdown 50 %", "drawdown", 0, 0.5), ("drawdown 95 %", "drawdown", 0, 0.95),
)  # fmt: skip

VERDICT_GAMES = {
    "calm": ("texas-holdem", "seven-card-stud", "straight-poker"),
    "wild": ("midnight-baseball", "harakiri", "chicago-seven"),
}
"""Games of chains of one hand."""
WHO = ("regular", "station", "rock", "maniac", "plain-steady")
SEASONS = {150: 400, 600: 400, 2_400: 200}
"""Hands to a season, and how many seasons are played."""

Chains = np.ndarray[Any, np.dtype[np.int64]]
Sample = tuple[float, bool | None, bool]


def chains_of(game: str, count: int) -> Chains:
    """(chains, 4): a chain's sum of nets, of nets squared, its hands, and the hands whose pot went on."""
    variant = VARIANTS[game]
    found = []
    for _, record in play(variant, players=PLAYERS, hands=count, seed=SEED, profiles=(PROFILE,)):
        number = record.hand[:, HandColumn.CHAIN]
        nets = record.seat[:, :, SeatColumn.WON] - record.seat[:, :, SeatColumn.PAID]
        places = (np.arange(PLAYERS) - number[:, None]) % PLAYERS  # the deal moves within a chain
        begins = np.flatnonzero(number == 0)
        of_chain = np.add.reduceat(np.take_along_axis(nets, places, axis=1), begins, axis=0)
        on = record.hand[:, HandColumn.POT_OUT] > 0
        hands = np.diff([*begins, len(number)])
        found.append(
            np.column_stack([of_chain.sum(1), (of_chain**2).sum(1), hands, np.add.reduceat(on, begins)])
        )
    return np.concatenate(found)


def coverage(con: duckdb.DuckDBPyConnection, chains: Chains, size: int, samples: int) -> list[Sample]:
    """A row a sample: its effective sample, whether its interval holds what is true of all the chains (null:
    it has none), and whether that of `carried` does.
    """
    rng = np.random.default_rng(size)
    net, squares, hands, on = chains.sum(axis=0, dtype=float)
    seats = len(chains) * PLAYERS
    columns = ["net", "squares", "hands", "carried"]
    truth = {"sd": float(np.sqrt(squares / seats - (net / seats) ** 2)), "share": float(on / hands)}
    _put(con, "chains", pl.DataFrame(chains, schema=columns).with_row_index("chain"))
    found: list[Sample] = []
    for first in range(0, samples, at_once := max(1, DRAWS // size)):
        some = min(at_once, samples - first)
        _put(con, "draws", pl.DataFrame({
            "sample": np.repeat(np.arange(some), size), "chain": rng.integers(0, len(chains), size * some)
        }))  # fmt: skip
        found += con.execute(
            f"""
            with sums as (
                select net_sums({PLAYERS}, net, squares) as nets, ratio_sums(hands, carried) as carries
                from draws join chains using (chain) group by sample
            ),
            ends as (
                select
                    effective_sample(nets) as effective,
                    sqrt(variance(nets)) as sd,
                    pots_grow(carries.number, nets.clusters, 0) as grow,
                    variance_error(nets) as error,
                    deviation_ends(effective, nets.clusters, grow, variance(nets), error) as ends,
                    carries.total / carries.number as share, share_sample(carries) as known
                from sums
            )
            select
                effective,
                $sd between sd * ends.low - 1e-9 and sd * ends.high + 1e-9 as deviation,
                $share between share_low(share * known, known) - 1e-9
                    and share_high(share * known, known) + 1e-9 as carried
            from ends
            """,
            truth,
        ).fetchall()
    return found


def _put(con: duckdb.DuckDBPyConnection, name: str, rows: pl.DataFrame) -> None:
    con.execute(f"drop table if exists {name}")
    con.from_arrow(arrow.Table.from_arrow(rows)).create(name)


def table(count: int) -> Iterator[str]:
    """The rows of the table, in Markdown."""
    con = duckdb.connect()
    con.execute(FORMULAS.read_text(encoding="utf-8"))
    sizes = [f"{size:,}" for size in SIZES]
    yield f"| game | {' | '.join(sizes)} | `carried`, {sizes[0]} to {sizes[-1]} |"
    yield "|---" * (len(SIZES) + 2) + "|"
    for game in GAMES:
        chains = chains_of(game, count)
        cells, carries = [], []
        for size, samples in SIZES.items():
            found = coverage(con, chains, size, samples)
            answered = [held for _, held, _ in found if held is not None]
            known = len(answered) / samples
            told = f"{fmean(answered):.1%} of {known:.0%}" if known > 0.01 else "too few"
            cells.append(f"{median(effective for effective, *_ in found):,.0f}: {told}")
            carries.append(f"{fmean(held for *_, held in found):.1%}")
        carried = ", ".join(carries) if chains[:, 3].any() else "never"
        yield f"| {game} | {' | '.join(cells)} | {carried} |"


def evenings_of(game: str, count: int) -> dict[str, Chains]:
    """Each figure of the evenings (evenings, players) of so many chains."""
    variant = VARIANTS[game]
    nets, on = [], []
    for _, record in play(variant, players=PLAYERS, hands=count, seed=SEED, profiles=(PROFILE,)):
        nets.append(record.seat[:, :, SeatColumn.WON] - record.seat[:, :, SeatColumn.PAID])
        on.append(record.hand[:, HandColumn.POT_IN] > 0)
    every = np.concatenate(nets).astype(np.int64)
    of_evening = cut(np.flatnonzero(~np.concatenate(on)), len(every), hands_of(variant))
    whole = of_evening >= 0
    return dict(paths(by_place(every, np.arange(len(every)))[whole], of_evening[whole]))


def evening_table(count: int) -> Iterator[str]:
    """How often the intervals of samples of evenings hold what is true of all of them, in Markdown."""
    con = duckdb.connect()
    con.execute(FORMULAS.read_text(encoding="utf-8"))
    rng = np.random.default_rng(SEED)
    yield "| game | evenings | " + " | ".join(name for name, *_ in ASKED) + " |"
    yield "|---" * (len(ASKED) + 2) + "|"
    for game in EVENING_GAMES:
        truth = evenings_of(game, count)
        for size in EVENING_SIZES:
            cells = []
            for _, fact, chips, share in ASKED:
                values = truth[fact]
                at = chips if share is None else quantile(np.sort(values, axis=None), share)
                true = share if share is not None else float((values <= at).mean())
                held = 0
                for _ in range(EVENING_SAMPLES):
                    sample = values[rng.integers(0, len(values), size)]
                    if share is None:
                        ((_, low, high),) = share_intervals(con, [EveningCount.of(sample <= at)])
                        held += low - 1e-9 <= true <= high + 1e-9
                    else:
                        in_order = np.sort(sample, axis=None)
                        held = EveningCount.of(sample <= quantile(in_order, share), share)
                        ((_, low, high),) = share_intervals(con, [held])
                        held += quantile(in_order, low) <= at <= quantile(in_order, high)
                told = "" if share is not None else f" ({true:.3f})"
                cells.append(f"{held / EVENING_SAMPLES:.1%}{told}")
            yield f"| {game} | {size} | " + " | ".join(cells) + " |"


def antes_of(game: str, profile: str, count: int, seed: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The nets (hands, players) of players who are alike, each moved a seat on after a hand."""
    variant = VARIANTS[game]
    found = []
    for _, record in play(variant, players=PLAYERS, hands=count, seed=seed, profiles=(profile,)):
        found.append(record.seat[:, :, SeatColumn.WON] - record.seat[:, :, SeatColumn.PAID])
    nets = np.concatenate(found)[:count]
    return by_place(nets.astype(np.int64), np.arange(len(nets))) / variant.unit


def scale_of(squares: np.ndarray[Any, np.dtype[np.float64]], expected: float) -> float:
    """`int_chance_scale`, from the squares of the nets of each chain and what runs make of their sum."""
    effective = squares.sum() ** 2 / (squares**2).sum()
    error = (1 + 1.5 / np.sqrt(effective)) ** 2 / effective
    return float(np.exp((np.log(squares.sum() / expected) + error / 2) / (1 + error)))


def verdict_table() -> Iterator[str]:
    """How many players of seasons are told to be within chance, where all are alike: 95 % is right."""
    yield "| games | who plays | hands | by runs alone | scaled | scale, 5 to 95 % |"
    yield "|---|---|---|---|---|---|"
    for kind, games in VERDICT_GAMES.items():
        runs = {game: float((antes_of(game, "regular", 40_000, 1) ** 2).mean()) for game in games}
        for who in WHO:
            for hands, seasons in SEASONS.items():
                each = hands // len(games)
                nets = {game: antes_of(game, who, each * seasons, 2) for game in games}
                plain, scaled, scales = 0, 0, []
                for season in range(seasons):
                    mine = {game: some[season * each : (season + 1) * each] for game, some in nets.items()}
                    totals = sum(some.sum(axis=0) for some in mine.values())
                    squares = np.concatenate([(some**2).sum(axis=1) for some in mine.values()])
                    variance = sum(runs[game] * each for game in games)
                    scales.append(scale_of(squares, variance * PLAYERS))
                    plain += int((np.abs(totals) <= 1.96 * np.sqrt(variance)).sum())
                    scaled += int((np.abs(totals) <= 1.96 * np.sqrt(variance * scales[-1])).sum())
                low, high = np.quantile(scales, (0.05, 0.95))
                held = " | ".join(f"{count / seasons / PLAYERS:.1%}" for count in (plain, scaled))
                yield f"| {kind} | {who} | {hands} | {held} | {low:.2f} to {high:.2f} |"


if __name__ == "__main__":
    count = int(sys.argv[-1]) if sys.argv[-1].isdigit() else 200_000
    tables: dict[str, Callable[[], Iterator[str]]] = {
        "evenings": lambda: evening_table(count),
        "verdicts": verdict_table,
    }
    asked = next((name for name in tables if name in sys.argv), None)
    for line in tables[asked]() if asked else table(count):
        print(line, flush=True)
