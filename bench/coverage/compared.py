"""Coverage of comparisons of games: ratios of deviations, ranks, runs that end once they know enough, and N*."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import duckdb
import numpy as np

from bench.coverage.games import chains_of, sums_of
from bench.coverage.samples import (
    PLAYERS,
    SEED,
    Columns,
    Floats,
    drawn,
    formulas,
    put_samples,
    put_sums,
    ratio_sums,
)
from engine.catalogue import VARIANTS
from engine.kernel.record import SeatColumn
from engine.simulate import play
from pipeline.analysis import compare, precision as until
from pipeline.analysis.compare import ComparedRun, DealSums
from pipeline.analysis.deviation import Known

COMPARED = ("texas-holdem", "pineapple", "omaha", "straight-poker", "three-card-draw", "harakiri")
COMPARED_DEALS = 20_000
COMPARED_SAMPLES = 400
UNTIL = ("texas-holdem", "guts", "straight-poker", "seven-card-stud")
WITHIN = 0.02
UNTIL_SAMPLES = 400
SKILLED = ("texas-holdem", "straight-poker", "harakiri", "three-card-draw", "seven-card-stud")
SKILL_DEALS = {1_000: 2_000, 5_000: 2_000, 20_000: 500}
PAIR = ("novice", "regular")

_KNOWN = """
    with told as (
        select
            sqrt(variance(chains)) as sd, chains.clusters as count, effective_sample(chains) as effective,
            pots_grow(pots.number, pots.clusters, 0) as grow, pots.number as hands,
            deviation_ends(effective, count, grow, variance(chains), variance_error(chains)) as ends,
            enough(effective, count, grow) as enough
        from samples
    )

    select
        sd, sd * ends.low, sd * ends.high, cast(count as bigint), effective,
        if(ends is null, cast(ceil(count / enough) as bigint), null), cast(hands as bigint)
    from told
"""
_SKILL = """
    select
        avg(cast($true >= told.n_star_low and $true <= coalesce(told.n_star_high, $true) as int)),
        count(told.n_star_high) / count(*)
    from (
        select skill_of(edges.total / edges.number, sqrt(mean_error(edges)), squares / edges.number) as told
        from samples
    )
"""


def _known(con: duckdb.DuckDBPyConnection) -> list[Known]:
    """What the table `samples` tells of deviations per chain."""
    return [Known(*row) for row in con.execute(_KNOWN).fetchall()]


def compared_table(count: int) -> Iterator[str]:
    """Three tables: ratios and ranks, runs until they are known, N*."""
    con = formulas()
    yield from _ratios(con, count)
    yield ""
    yield from _until(con, count)
    yield ""
    yield from _skill(con, count)


def _ratios(con: duckdb.DuckDBPyConnection, count: int) -> Iterator[str]:
    """Games played from the same cards, deals drawn together: how often the ratios' intervals cover the true ratio."""
    chains = {game: chains_of(game, count) for game in COMPARED}
    units = {game: VARIANTS[game].unit for game in COMPARED}
    truth = [float(some["squares"].sum()) ** 0.5 / units[game] for game, some in chains.items()]
    rng = np.random.default_rng(SEED)
    chosen = rng.integers(0, count, (COMPARED_SAMPLES, COMPARED_DEALS))
    runs: list[list[ComparedRun]] = []
    for game, some in chains.items():
        scale = {"net": 1, "squares": 2, "hand_squares": 2}
        antes = {name: values / units[game] ** scale.get(name, 0) for name, values in some.items()}
        samples = [{name: values[drawn_] for name, values in antes.items()} for drawn_ in chosen]
        put_samples(con, (sums_of(sample) for sample in samples))
        runs.append(
            [
                ComparedRun(
                    deals=DealSums(
                        of_hands=sample["hand_squares"], of_chains=sample["squares"], hands=sample["hands"],
                        chains=np.ones(COMPARED_DEALS), seats=PLAYERS, pace=1,
                    ),
                    known=known, figures={},
                )
                for sample, known in zip(samples, _known(con), strict=True)
            ]
        )  # fmt: skip
    held: dict[tuple[int, int], list[bool]] = {}
    ranked = []
    ranks = [1 + sum(other > mine for other in truth) for mine in truth]
    for place in range(COMPARED_SAMPLES):
        pairs = [
            compare.compare_pair(a, b, "regular", runs[a][place], runs[b][place], "chain")
            for a, b in permutations(range(len(COMPARED)), 2)
        ]
        for pair in pairs:
            if pair["low"] is not None and pair["a"] < pair["b"]:
                true = truth[pair["a"]] / truth[pair["b"]]
                held.setdefault((pair["a"], pair["b"]), []).append(pair["low"] <= true <= pair["high"])
        intervals = compare.rank_intervals(len(COMPARED), ["regular"], pairs)
        ranked.append(all(low <= rank <= high for rank, (low, high) in zip(ranks, intervals, strict=True)))
    shares = {pair: float(np.mean(hits)) for pair, hits in held.items()}
    worst, best = min(shares, key=shares.__getitem__), max(shares, key=shares.__getitem__)
    yield "| of | held |"
    yield "|---|---|"
    yield f"| ratios of {len(shares)} pairs of games, on average | {np.mean(list(shares.values())):.1%} |"
    for one, other in (worst, best):
        yield f"| {COMPARED[one]} and {COMPARED[other]} | {shares[one, other]:.1%} |"
    yield f"| all ranks of {len(COMPARED)} games at once | {np.mean(ranked):.1%} |"


def _until(con: duckdb.DuckDBPyConnection, count: int) -> Iterator[str]:
    """Runs that go on until their interval is narrow enough: how often that holds in the end."""
    yield "| game | chains in the end | known | held |"
    yield "|---|---|---|---|"
    for game in UNTIL:
        chains = chains_of(game, count)
        every = len(chains["net"])
        true = float(chains["squares"].sum() / every / PLAYERS) ** 0.5
        rng = np.random.default_rng(SEED)
        first = round(until.FIRST * every / count)
        names = list(sums_of({name: values[:1] for name, values in chains.items()}))
        sums = np.stack([_drawn_sums(rng, chains, first) for _ in range(UNTIL_SAMPLES)])
        lengths = np.full(UNTIL_SAMPLES, first)
        while True:
            put_sums(con, names, sums)
            known = _known(con)
            short = [place for place, one in enumerate(known) if (until.relative_reach(one) or 1.0) > WITHIN]
            if not short:
                break
            for place in short:
                longer = until.estimate_length(int(lengths[place]), known[place], WITHIN, game)
                sums[place] += _drawn_sums(rng, chains, longer - int(lengths[place]))
                lengths[place] = longer
        held = [one.low <= true <= one.high for one in known if one.low is not None and one.high is not None]
        yield f"| {game} | {np.median(lengths):,.0f} | {WITHIN:.0%} | {np.mean(held):.1%} |"


def _drawn_sums(rng: np.random.Generator, chains: Columns, size: int) -> Floats:
    chosen = rng.integers(0, len(chains["net"]), size)
    sums = sums_of({name: values[chosen] for name, values in chains.items()})
    return np.array([values.sum() for values in sums.values()])


def _skill(con: duckdb.DuckDBPyConnection, count: int) -> Iterator[str]:
    """N* of a regular player against a novice, of duplicate play by the mixed line-up."""
    yield "| game | N* | " + " | ".join(f"{size:,} deals" for size in SKILL_DEALS) + " |"
    yield "|---" * (len(SKILL_DEALS) + 2) + "|"
    for game in SKILLED:
        deals = skill_deals(game, count // 10)
        total = {name: float(values.sum()) for name, values in deals.items()}
        edge = total["edge"] / total["hands"]
        true = (total["squares"] / total["hands"] - edge * edge) / (edge * edge)
        cells = []
        for size, samples in SKILL_DEALS.items():
            put_samples(con, drawn(deals, _skill_sums, size, samples))
            held, known = con.execute(_SKILL, {"true": true}).fetchall()[0]
            cells.append(f"{held:.1%}, {known:.0%} with an upper end")
        yield f"| {game} | {true:,.0f} | {' | '.join(cells)} |"


def _skill_sums(some: Columns) -> Columns:
    return {**ratio_sums("edges", some["hands"], some["edge"]), "squares": some["squares"]}


def skill_deals(game: str, count: int) -> Columns:
    """A row a deal in all its seatings, of a game of one hand a chain: `hands`, what the better of `PAIR` won
    more than the other (`edge`), and that squared (`squares`), in chips.
    """
    lineup = compare.LINEUPS["mixed"]
    results = []
    for turn in range(len(lineup)):
        sat = lineup[turn:] + lineup[:turn]
        nets = np.concatenate(
            [
                record.seat[:, :, SeatColumn.WON] - record.seat[:, :, SeatColumn.PAID]
                for _, record in play(
                    VARIANTS[game], players=len(sat), hands=count, seed=SEED, profiles=sat
                )
            ]
        )  # fmt: skip
        results.append((nets[:, sat.index(PAIR[1])] - nets[:, sat.index(PAIR[0])]).astype(np.float64))
    apart = np.stack(results)
    return {
        "hands": np.full(count, float(len(lineup))),
        "edge": apart.sum(axis=0),
        "squares": (apart**2).sum(axis=0),
    }
