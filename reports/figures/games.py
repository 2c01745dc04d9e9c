"""Games and rates side by side: how wild they are, how big their pots, what a player wins at them."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go
import polars as pl

from reports.figures.rows import ChartRows, bars, intervals, quantiles, words
from reports.numbers import number, percent, plural, signed


def volatility(games: pl.DataFrame, per: str) -> go.Figure:
    """The standard deviation of a seat's net per hand, chain or hour, in antes, the wildest game first.

    `games` has rows with `net_sd_<per>` (`data.game_stats`) and a `label`.
    """
    name = f"net_sd_{per}"
    known = (
        games.drop_nulls(name)
        .sort(name, "label", descending=[True, False])
        .with_columns(pl.col(f"{name}_low", f"{name}_high").fill_null(pl.col(name)))
    )
    value, low, high = (known[each] for each in (name, f"{name}_low", f"{name}_high"))
    told = [
        words(label, f"{number(v, 2)} antes per {per}", f"95 % interval {number(lo, 2)} to {number(hi, 2)}")
        for label, v, lo, hi in zip(known["label"], value, low, high, strict=True)
    ]
    return intervals(_rows(known, told), value.to_list(), low.to_list(), high.to_list(), show=number)


def pots(games: pl.DataFrame) -> go.Figure:
    """The size of a hand's pot in antes: the middle half and 80 % of the hands, the biggest pots first."""
    names = [f"pot_{quantile}_hand" for quantile in ("p10", "p25", "p50", "p75", "p90")]
    known = games.drop_nulls(names).sort("pot_p50_hand", "label", descending=[True, False])
    told = [
        words(
            row["label"],
            f"half the pots are below {number(row['pot_p50_hand'], 1)} antes",
            f"half lie between {number(row['pot_p25_hand'], 1)} and {number(row['pot_p75_hand'], 1)}",
            f"one in ten is above {number(row['pot_p90_hand'], 1)}",
        )
        for row in known.iter_rows(named=True)
    ]
    p10, p25, p50, p75, p90 = (known[name].to_list() for name in names)
    return quantiles(_rows(known, told), p10, p25, p50, p75, p90, show=number)


def net_by_game(games: pl.DataFrame) -> go.Figure:
    """What one player won and lost at each game, in chips, the best first (`data.player_games`)."""
    ordered = games.sort("net", "game", descending=[True, False])
    told = [
        words(row["game"], f"{signed(row['net'])} chips in {plural(row['hands'], 'hand')}")
        for row in ordered.iter_rows(named=True)
    ]
    rows = ChartRows(ids=ordered["variant_id"].to_list(), labels=ordered["game"].to_list(), words=told)
    return bars(rows, ordered["net"].to_list(), show=signed)


def rates(shares: pl.DataFrame, labels: dict[str, str], group: Sequence[float | None]) -> go.Figure:
    """One player's rates with their intervals, in this order; `group` is everybody's, as a mark."""
    told = [
        words(labels[row["metric"]], f"{percent(row['value'])} of {number(row['denominator'])}")
        for row in shares.iter_rows(named=True)
    ]
    rows = ChartRows(ids=shares["metric"].to_list(), labels=[labels[m] for m in shares["metric"]], words=told)
    return intervals(
        rows,
        shares["value"].to_list(),
        shares["low"].to_list(),
        shares["high"].to_list(),
        show=lambda value, decimals: percent(value),
        marks=group,
        reach=1,
    )


def _rows(games: pl.DataFrame, told: list[str]) -> ChartRows:
    return ChartRows(ids=games["row_id"].to_list(), labels=games["label"].to_list(), words=told)
