"""Of games: deviations by chain and by hand, the mean pot, shares of hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import duckdb
import numpy as np

from bench.coverage.samples import (
    PLAYERS,
    PROFILE,
    SEED,
    Columns,
    drawn,
    formulas,
    net_sums,
    percent,
    put_samples,
    ratio_sums,
)
from engine.catalogue import VARIANTS
from engine.kernel.record import HandColumn, SeatColumn
from engine.simulate import play

GAMES = (
    "texas-holdem", "gutter-sluts", "guts", "cincinnati", "straight-poker", "omaha", "seven-card-stud",
    "midnight-baseball", "harakiri", "chicago-seven", "screw-your-neighbor", "poker-dice", "fan-tan",
    "three-card-draw", "your-choise", "three-card-draw-deuces-one-eyed", "seven-eleven", "mexican-stud",
    "roll-them", "follow-the-queen",
)  # fmt: skip
SIZES = {100: 2_000, 500: 1_000, 2_000: 1_000, 5_000: 2_000, 20_000: 1_000}
"""Chains to a sample, and how many samples are drawn."""
GROWING = 5
"""Multiple of the number of hands where pots grow: there a few hands determine the true value."""

_HELD = """
    with known as (
        select
            *,
            effective_sample(chains) as effective,
            pots_grow(pots.number, pots.clusters, 0) as grow,
            pots_grow(pots.number, pots.number, carried.total) as hands_grow,
            share_sample(carried) as carried_known,
            share_sample(showdown) as showdown_known,
            carried.total / carried.number * carried_known as carried_count,
            showdown.total / showdown.number * showdown_known as showdown_count,
            sqrt(variance(chains)) as chain_sd,
            sqrt(variance(hands)) as hand_sd,
            pot_reach(pots, grow) as reach,
            pots.total / pots.number as pot_mean,
            deviation_ends(
                effective, chains.clusters, grow, variance(chains), variance_error(chains)
            ) as chain_ends,
            deviation_ends(
                effective_sample(hands), hands.clusters, hands_grow, variance(hands), variance_error(hands)
            ) as hand_ends
        from samples
    ),

    held as (
        select
            effective,
            $sd between chain_sd * chain_ends.low - 1e-9 and chain_sd * chain_ends.high + 1e-9 as chain,
            $hand_sd between hand_sd * hand_ends.low - 1e-9 and hand_sd * hand_ends.high + 1e-9 as hand,
            $pot between pot_mean * exp(-reach) - 1e-9 and pot_mean * exp(reach) + 1e-9 as pot,
            $carried between share_low(carried_count, carried_known) - 1e-9
                and share_high(carried_count, carried_known) + 1e-9 as carried,
            $showdown between share_low(showdown_count, showdown_known) - 1e-9
                and share_high(showdown_count, showdown_known) + 1e-9 as showdown
        from known
    )

    select
        median(effective), count(chain) / count(*), avg(cast(chain as int)), count(hand) / count(*),
        avg(cast(hand as int)), count(pot) / count(*), avg(cast(pot as int)), avg(cast(carried as int)),
        avg(cast(showdown as int))
    from held
"""


def chains_of(game: str, count: int, profile: str = PROFILE, seed: int = SEED) -> Columns:
    """A row a chain: nets and their squares by chain (`net`, `squares`) and by hand (`hand_squares`), how
    many `hands`, their `pots` added up, and how many were `carried` on or came to a `showdown`.
    """
    results = []
    for _, record in play(VARIANTS[game], players=PLAYERS, hands=count, seed=seed, profiles=(profile,)):
        number = record.hand[:, HandColumn.CHAIN]
        nets = record.seat[:, :, SeatColumn.WON] - record.seat[:, :, SeatColumn.PAID]
        places = (np.arange(PLAYERS) - number[:, None]) % PLAYERS  # the deal moves within a chain
        begins = np.flatnonzero(number == 0)
        of_chain = np.add.reduceat(np.take_along_axis(nets, places, axis=1), begins, axis=0)
        of_hand = np.column_stack(
            [
                (nets**2).sum(1), np.ones(len(nets), np.int64), record.hand[:, HandColumn.POT],
                record.hand[:, HandColumn.POT_OUT] > 0, record.hand[:, HandColumn.SHOWDOWN] > 1,
            ]
        )  # fmt: skip
        results.append(
            np.column_stack([of_chain.sum(1), (of_chain**2).sum(1), np.add.reduceat(of_hand, begins)])
        )
    names = ("net", "squares", "hand_squares", "hands", "pots", "carried", "showdown")
    return dict(zip(names, np.concatenate(results).astype(np.float64).T, strict=True))


def sums_of(chains: Columns) -> Columns:
    """What samples of chains add up."""
    alike = np.full(len(chains["net"]), float(PLAYERS))
    return {
        **net_sums("chains", alike, chains["net"], chains["squares"]),
        **net_sums("hands", chains["hands"] * PLAYERS, chains["net"], chains["hand_squares"]),
        **ratio_sums("pots", chains["hands"], chains["pots"]),
        **ratio_sums("carried", chains["hands"], chains["carried"]),
        **ratio_sums("showdown", chains["hands"], chains["showdown"]),
    }


def truth_of(chains: Columns) -> dict[str, float]:
    """The figures of chains: deviations by chain (`sd`) and by hand, mean pot, shares of hands."""
    total = {name: float(values.sum()) for name, values in chains.items()}
    seats, hands = len(chains["net"]) * PLAYERS, total["hands"]
    return {
        "sd": (total["squares"] / seats - (total["net"] / seats) ** 2) ** 0.5,
        "hand_sd": (total["hand_squares"] * hands * PLAYERS - total["net"] ** 2) ** 0.5 / hands / PLAYERS,
        "pot": total["pots"] / hands, "carried": total["carried"] / hands,
        "showdown": total["showdown"] / hands,
    }  # fmt: skip


class Held(NamedTuple):
    """Of the table `samples`: the median effective sample; of each figure the share of intervals that cover the truth,
    None where there is none; and the shares of samples that have one.
    """

    effective: float
    known: float
    chain: float | None
    hands_known: float
    hand: float | None
    pots_known: float
    pot: float | None
    carried: float | None
    showdown: float | None


def held(con: duckdb.DuckDBPyConnection, truth: Mapping[str, float]) -> Held:
    """How often the intervals of the table `samples` cover the truth."""
    return Held(*con.execute(_HELD, dict(truth)).fetchall()[0])


def table(count: int) -> Iterator[str]:
    """A row a game and figure: how often its interval held, by how many chains a sample had."""
    con = formulas()
    yield f"| game | figure | {' | '.join(f'{size:,}' for size in SIZES)} |"
    yield "|---" * (len(SIZES) + 2) + "|"
    for game in GAMES:
        chains = chains_of(game, GROWING * count if game in ("guts", "gutter-sluts") else count)
        truth = truth_of(chains)
        cells: dict[str, list[str]] = {
            name: [] for name in ("sd, chain", "sd, hand", "pot", "carried", "showdown")
        }
        for size, samples in SIZES.items():
            put_samples(con, drawn(chains, sums_of, size, samples))
            results = held(con, truth)
            cells["sd, chain"].append(f"{results.effective:,.0f}: {_of(results.chain, results.known)}")
            cells["sd, hand"].append(_of(results.hand, results.hands_known))
            cells["pot"].append(percent(results.pot) if results.pots_known else "too few")
            cells["carried"].append(percent(results.carried))
            cells["showdown"].append(percent(results.showdown))
        for figure, row in cells.items():
            never = figure in ("carried", "showdown") and truth[figure] in (0, 1)
            several = chains["hands"].max() > 1
            if not never and (figure != "sd, hand" or several):
                yield f"| {game} | {figure} | {' | '.join(row)} |"


def _of(held: float | None, known: float) -> str:
    return f"{held:.1%} of {known:.0%}" if held is not None and known > 0.01 else "too few"
