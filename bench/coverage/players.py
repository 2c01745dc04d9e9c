"""Of players: what they win, how far it spreads, their rates and acts, whose chips went to whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb
import numpy as np
import polars as pl

from bench.coverage.samples import (
    PROFILE,
    SEED,
    Columns,
    Floats,
    drawn,
    formulas,
    net_sums,
    percent,
    put_samples,
    ratio_sums,
)
from engine.catalogue import VARIANTS
from pipeline.analysis.marts import open_marts
from pipeline.simulation.group import GROUP
from pipeline.simulation.season import play_season
from pipeline.store.store import Store

SEASONS: Mapping[str, tuple[str, ...]] = {
    "texas-holdem": ("texas-holdem",), "seven-card-stud": ("seven-card-stud",), "harakiri": ("harakiri",),
    "straight-poker": ("straight-poker",), "guts": ("guts",), "gutter-sluts": ("gutter-sluts",),
    "hold'em and gutter-sluts": ("texas-holdem", "gutter-sluts"), "all games": (),
}  # fmt: skip
"""The games of a season of equal players."""
SIZES = (30, 100, 300, 1_000, 3_000)
"""Hands of a player in a sample, about."""
SAMPLES = 1_000
FEW = 0.03
"""Where so few of the samples have an interval, nothing is said of it."""
LONG = {5_000: 1_000, 20_000: 500}
"""Chains to a sample where deviations are asked."""
RATES = {
    "vpip": "vpip", "pfr": "pfr", "three_bet": "three_bet", "folded": "folded",
    "saw_second_round": "saw_second", "wtsd": "second_to_showdown", "went_to_showdown": "at_showdown",
    "won_at_showdown": "won_showdown", "won_hand": "won_hand", "peder": "peder",
}  # fmt: skip
"""Each rate's flag in `int_seats`."""
_COUNTED = ("raises", "calls", "raises_later", "calls_later")

_MEAN = """
    select
        avg(cast(abs(mean - $mean) <= margin + 1e-9 as int)),
        avg(cast(abs(flow) <= flow_margin + 1e-9 as int))
    from (
        select
            nets.net_sum / nets.seats as mean,
            net_margin(nets.clusters, effective_sample(nets), net_error(nets)) as margin,
            flows.total / flows.number as flow,
            mean_margin(flows) as flow_margin
        from samples
    )
"""
_ODDS = """
    select
        count(m),
        avg(cast($share between share_low(k / n * m, m) - 1e-9 and share_high(k / n * m, m) + 1e-9 as int))
    from (select acts.total as k, acts.number as n, rare_sample(acts) as m from samples where acts.number > 0)
"""
_RATE = """
    select count(*), avg(cast($share between share_low(k, n) - 1e-9 and share_high(k, n) + 1e-9 as int))
    from (select acts.total as k, acts.number as n from samples where acts.number > 0)
"""
_DEVIATION = """
    with known as (
        select
            sqrt(variance(nets)) as sd,
            deviation_ends(
                effective_sample(nets), nets.clusters, 4 * growing > nets.net_squares, variance(nets),
                variance_error(nets)
            ) as ends
        from samples
    )

    select
        count(ends) / count(*),
        avg(cast($sd between sd * ends.low - 1e-9 and sd * ends.high + 1e-9 as int))
            filter (where ends is not null)
    from known
"""


def seats_of(games: tuple[str, ...], nights: int) -> pl.DataFrame:
    """Rows of `int_seats` of a season of `nights` nights: a row a player's chain, in antes."""
    flags = ", ".join(
        f"count(*) filter (where {flag}) as {rate}_k, count({flag}) as {rate}_n"
        for rate, flag in RATES.items()
    )
    with TemporaryDirectory() as place:
        group = [replace(member, profile=PROFILE) for member in GROUP]
        chosen = [VARIANTS[game] for game in games] or None
        play_season(Store(Path(place)), nights=nights, seed=SEED, group=group, variants=chosen)
        with open_marts(Path(place)) as con:
            asked = con.execute(
                f"""
                select
                    session_id, chain_no, variant_id, player_id, count(*) as hands, sum(net / unit) as net,
                    sum((net / unit) ** 2) as squares,
                    {", ".join(f"sum({act}) as {act}" for act in _COUNTED)},
                    {flags}
                from int_seats
                where unit is not null
                group by all
                order by all
                """
            )
            names = [column[0] for column in asked.description]
            rows = pl.DataFrame(asked.fetchall(), schema=names, orient="row", infer_schema_length=None)
    game = rows.group_by("variant_id").agg(grows=3 * pl.col("hands").sum() > 4 * pl.len())
    return rows.join(game, on="variant_id").with_columns(
        growing=pl.when("grows").then("squares").otherwise(0.0)
    )


def flows_of(rows: pl.DataFrame) -> Columns:
    """Hands and flow of each two players in each chain, as `mart_player_versus` has them."""
    hands, flows = [], []
    for chain in rows.partition_by("session_id", "chain_no", "variant_id", maintain_order=True):
        nets, dealt = chain["net"].to_list(), chain["hands"].to_list()
        pot = max(sum(max(net, 0) for net in nets), sum(max(-net, 0) for net in nets))
        for a, b in permutations(range(len(nets)), 2):
            hands.append(min(dealt[a], dealt[b]))
            flows.append(nets[a] * abs(nets[b]) / pot if nets[a] * nets[b] < 0 else 0.0)
    return {"hands": np.array(hands, np.float64), "flow": np.array(flows)}


def _acts(number: Floats, total: Floats) -> Columns:
    return {"number": number, "total": total}


def _held(con: duckdb.DuckDBPyConnection, sql: str, acts: Columns, size: int) -> float | None:
    """How often the interval of a share holds; None where hardly a sample has one."""
    known = acts["number"].sum()
    if not acts["total"].sum() or acts["total"].sum() == known:
        return None
    put_samples(
        con, drawn(acts, lambda some: ratio_sums("acts", some["number"], some["total"]), size, SAMPLES)
    )
    estimates, held = con.execute(sql, {"share": float(acts["total"].sum() / known)}).fetchall()[0]
    return float(held) if estimates > FEW * SAMPLES else None


def player_table(nights: int) -> Iterator[str]:
    """A row a season and figure: how often its interval held, by how many hands a player had; then
    deviations, by how many chains.
    """
    con = formulas()
    yield f"| games | figure | {' | '.join(f'{size:,}' for size in SIZES)} |"
    yield "|---" * (len(SIZES) + 2) + "|"
    deviations = []
    for name, games in SEASONS.items():
        rows = seats_of(games, nights)
        columns = {
            column: rows[column].cast(pl.Float64).fill_null(0.0).to_numpy()
            for column in rows.columns
            if rows[column].dtype.is_numeric()
        }
        cells = _cells(con, columns, flows_of(rows[: 6 * 8_000]))
        for figure, row in cells.items():
            yield f"| {name} | {figure} | {' | '.join(row)} |"
        deviations.append(f"| {name} | {' | '.join(_deviations(con, columns))} |")
    yield ""
    yield f"| games | {' | '.join(f'{size:,}' for size in LONG)} |"
    yield "|---" * (len(LONG) + 1) + "|"
    yield from deviations


def _cells(con: duckdb.DuckDBPyConnection, columns: Columns, flows: Columns) -> dict[str, list[str]]:
    cells: dict[str, list[str]] = {}
    mean = {"mean": float(columns["net"].sum() / columns["hands"].sum())}
    for hands in SIZES:
        size = max(2, round(hands / columns["hands"].mean()))
        met = drawn(flows, lambda some: ratio_sums("flows", some["hands"], some["flow"]), size, SAMPLES)
        won = drawn(
            columns, lambda some: net_sums("nets", some["hands"], some["net"], some["squares"]), size, SAMPLES
        )
        put_samples(con, ({**one, **other} for one, other in zip(won, met, strict=True)))
        ((net, versus),) = con.execute(_MEAN, mean).fetchall()
        rates = [
            held
            for rate in RATES
            if (held := _held(con, _RATE, _acts(columns[f"{rate}_n"], columns[f"{rate}_k"]), size))
        ]
        estimates = {"net_per_100": percent(net), "head to head": percent(versus)}
        estimates["rates"] = f"{min(rates):.1%} to {max(rates):.1%}"
        for odds, later in (("aggression", ""), ("af", "_later")):
            raises, calls = columns[f"raises{later}"], columns[f"calls{later}"]
            estimates[odds] = percent(_held(con, _ODDS, _acts(raises + calls, raises), size))
        for figure, cell in estimates.items():
            cells.setdefault(figure, []).append(cell)
    return cells


def _deviations(con: duckdb.DuckDBPyConnection, columns: Columns) -> Iterator[str]:
    hands = columns["hands"].sum()
    true = float((columns["squares"].sum() / hands - (columns["net"].sum() / hands) ** 2) ** 0.5)
    for size, samples in LONG.items():
        put_samples(
            con,
            drawn(
                columns,
                lambda some: net_sums("nets", some["hands"], some["net"], some["squares"])
                | {"growing": some["growing"]},
                size, samples,
            ),
        )  # fmt: skip
        known, held = con.execute(_DEVIATION, {"sd": true}).fetchall()[0]
        yield f"{held:.1%} of {known:.0%}" if known > 0.01 else "too few"
