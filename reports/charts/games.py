"""Games and rates side by side: how wild they are, how big their pots, what a player wins at them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import plotly.graph_objects as go
import polars as pl

from language import mark, tr
from reports.charts.rows import ChartRows, Intervals, bars, intervals, quantiles, words
from reports.components import numbers
from reports.components.amounts import Worth, gain_in_chart
from reports.components.numbers import few_hands, number, percent, signed
from reports.data import CHIPS

PER = {
    "hand": mark("{value} antes per hand"),
    "chain": mark("{value} antes per chain"),
    "hour": mark("{value} antes per hour"),
}
"""Names of the standard deviation by its unit: a hand, a chain or an hour."""


def volatility(games: pl.DataFrame, per: str) -> go.Figure:
    """The standard deviation of a seat's net per hand, chain or hour, in antes, the wildest game first.

    `games` has rows with `net_sd_<per>` (`data.game_stats`) and a `label`.

    >>> from reports.data import game_stats
    >>> games = game_stats(con, "run").with_columns(label="name", row_id="variant_id")
    >>> chart = volatility(games, "hand")
    >>> len(chart.data)
    1
    """
    name = f"net_sd_{per}"
    known = games.drop_nulls(name).sort(name, "label", descending=[True, False])
    hovers = [
        words(row["label"], tr(PER[per], value=number(row[name], 2)), *_how_well(row, name))
        for row in known.iter_rows(named=True)
    ]
    low, high = (known[f"{name}_{end}"].fill_null(known[name]).to_list() for end in ("low", "high"))
    values = Intervals(low=low, value=known[name].to_list(), high=high)
    return intervals(_rows(known, hovers), values, show=number)


def _how_well(row: Mapping[str, Any], name: str) -> Iterator[str]:
    """How certain a standard deviation is: its interval, or the number of hands that an interval takes; and
    its effective sample size.
    """
    if row[f"{name}_low"] is not None:
        ends = {end: number(row[f"{name}_{end}"], 2) for end in ("low", "high")}
        yield tr("95 % interval {low} to {high}", **ends)
    elif row[f"{name}_needed"] is not None:
        yield few_hands(row[f"{name}_needed"])
    if row[f"{name}_effective"] is not None:
        yield tr("effective sample {n}", n=number(row[f"{name}_effective"]))


def pots(games: pl.DataFrame) -> go.Figure:
    """The size of a hand's pot in antes: the middle half and 80 % of the hands, the biggest pots first.

    >>> from reports.data import game_stats
    >>> games = game_stats(con, "run").with_columns(label="name", row_id="variant_id")
    >>> len(pots(games).data)
    2
    """
    names = [f"pot_{quantile}_hand" for quantile in ("p10", "p25", "p50", "p75", "p90")]
    known = games.drop_nulls(names).sort("pot_p50_hand", "label", descending=[True, False])
    hovers = [
        words(
            row["label"],
            tr("half the pots are below {value} antes", value=number(row["pot_p50_hand"], 1)),
            tr(
                "half lie between {low} and {high}",
                low=number(row["pot_p25_hand"], 1),
                high=number(row["pot_p75_hand"], 1),
            ),
            tr("one in ten is above {value}", value=number(row["pot_p90_hand"], 1)),
        )
        for row in known.iter_rows(named=True)
    ]
    return quantiles(_rows(known, hovers), [known[name].to_list() for name in names], show=number)


def net_by_game(games: pl.DataFrame, worth: Worth | None = None) -> go.Figure:
    """What one player won and lost at each game, the best first (`data.player_games`): in money, if a chip is
    `worth` something.

    >>> from reports.data import player_games
    >>> anna = player_games(con, "2026").filter(name="Anna")
    >>> len(net_by_game(anna).data[0].x) == len(anna)
    True
    """
    unit, chip = (worth.currency, worth.chip) if worth else (CHIPS, 1.0)
    ordered = games.sort("net", "game", descending=[True, False])
    hovers = [
        words(
            row["game"],
            tr(
                "{chips} in {hands}",
                chips=gain_in_chart(row["net"] * chip, unit),
                hands=numbers.hands(row["hands"]),
            ),
        )
        for row in ordered.iter_rows(named=True)
    ]
    rows = ChartRows(ids=ordered["variant_id"].to_list(), labels=ordered["game"].to_list(), words=hovers)
    return bars(rows, [net * chip for net in ordered["net"]], show=signed, meta={"money": "xaxis"})


def rates(shares: pl.DataFrame, group: Sequence[float | None]) -> go.Figure:
    """A player's rates, each with its `label` and interval; a mark shows the `group` rate of all players.

    >>> shares = pl.DataFrame(
    ...     {"metric": ["vpip"], "label": ["VPIP"], "value": [0.4], "low": [0.3], "high": [0.5], "denominator": [90]}
    ... )
    >>> rates(shares, [0.45]).data[-1].x
    (0.4,)
    """
    hovers = [
        words(
            row["label"],
            tr("{share} of {count}", share=percent(row["value"]), count=number(row["denominator"])),
        )
        for row in shares.iter_rows(named=True)
    ]
    rows = ChartRows(ids=shares["metric"].to_list(), labels=shares["label"].to_list(), words=hovers)
    known = Intervals(**shares.select("low", "value", "high").to_dict(as_series=False))
    return intervals(rows, known, show=lambda value, decimals: percent(value), marks=group, reach=1)


def _rows(games: pl.DataFrame, hovers: list[str]) -> ChartRows:
    return ChartRows(ids=games["row_id"].to_list(), labels=games["label"].to_list(), words=hovers)
