"""Series of a player's nights, rows of `data.luck` in time order: form, drawdowns, streaks."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from reports.data import ANTES

FORM = 10
"""Number of nights in the form."""


def add_form(luck: pl.DataFrame, lines: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """Nights (`data.luck`) with the night's net `value`, and `form`, `drawdown`, `max_drawdown`, `volatility`
    and `chance_volatility`, all in `measure`: the measure of the only line (`luck.add_chance`), or antes if
    there are several.

    >>> from reports import data
    >>> nights = add_form(data.luck(con, "2026"), [])
    >>> nights["measure"].unique().to_list()
    ['antes']
    """
    if len(lines) != 1:
        return luck.with_columns(
            value="net_units", form="form_units", drawdown="drawdown_units", max_drawdown="max_drawdown_units",
            measure=pl.lit(ANTES),
        )  # fmt: skip
    brought = lines[0].select(
        "session_id", "player_id", "measure", pl.col("value", "value_sd").cast(pl.Float64)
    )
    nights = luck.join(brought, on=["session_id", "player_id"], how="left", maintain_order="left")
    total = pl.col("value").cum_sum()
    variance = pl.col("value_sd").fill_null(0.0).pow(2).rolling_mean(FORM)
    return nights.with_columns(
        form=pl.col("value").rolling_sum(FORM, min_samples=1).over("player_id"),
        drawdown=(total.cum_max().clip(0) - total).over("player_id"),
        volatility=pl.col("value").rolling_std(FORM).over("player_id"),
        chance_volatility=pl.when(pl.col("chance_volatility").is_not_null()).then(
            variance.sqrt().over("player_id")
        ),
    ).with_columns(max_drawdown=pl.col("drawdown").cum_max().over("player_id"))


def add_depth(drawdowns: pl.DataFrame, nights: pl.DataFrame) -> pl.DataFrame:
    """Drawdowns (`data.drawdowns`) with their `depth` in the `measure` of nights (`add_form`).

    >>> from reports import data
    >>> nights = add_form(data.luck(con, "2026"), [])
    >>> (add_depth(data.drawdowns(con, "2026"), nights)["depth"] > 0).all()
    True
    """
    depths = []
    for row in drawdowns.iter_rows(named=True):
        mine = nights.filter(pl.col("player_id") == row["player_id"])
        names = mine["session_id"].to_list()
        first = 0 if row["best_session"] is None else names.index(row["best_session"]) + 1
        depths.append(-float(mine["value"][first : names.index(row["deepest_session"]) + 1].sum()))
    return drawdowns.with_columns(
        depth=pl.Series(depths, dtype=pl.Float64), measure=pl.lit(nights["measure"].first())
    )


def last_nights(nights: pl.DataFrame) -> pl.DataFrame:
    """The nights of a player (`data.luck`) that count in the form.

    >>> from reports import data
    >>> anna = data.luck(con, "2026").filter(name="Anna")
    >>> len(last_nights(anna))
    10
    """
    return nights.tail(nights["form_nights"][-1])


def deepest_drawdown(nights: pl.DataFrame) -> pl.DataFrame:
    """The nights of a player from the best total of the season to the end of the deepest drawdown.

    >>> from reports import data
    >>> anna = data.luck(con, "2026").filter(name="Anna")
    >>> nights = deepest_drawdown(anna)
    >>> nights["session_id"][0], nights["session_id"][-1]
    ('2026-02', '2026-12')
    """
    depths = nights["drawdown_units"]
    last = depths.arg_max() or 0
    first = max((place + 1 for place in range(last + 1) if depths[place] == 0), default=0)
    return nights[first : last + 1]


def longest_streak(nights: pl.DataFrame, *, ahead: bool) -> pl.DataFrame:
    """The longest streak of a player's nights that ended ahead, or behind.

    >>> from reports import data
    >>> anna = data.luck(con, "2026").filter(name="Anna")
    >>> len(longest_streak(anna, ahead=False)) == -anna["streak"].min()
    True
    """
    streaks = nights["streak"] if ahead else -nights["streak"]
    last = streaks.arg_max() or 0
    return streak_at(nights, last) if streaks[last] > 0 else nights.clear()


def streak_at(nights: pl.DataFrame, last: int) -> pl.DataFrame:
    """The streak of a player's nights with the same outcome that ends at a night, by its index.

    >>> from reports import data
    >>> anna = data.luck(con, "2026").filter(name="Anna")
    >>> len(streak_at(anna, -1)) == abs(anna["streak"][-1])
    True
    """
    length = abs(nights["streak"][last])
    return nights.slice(last % len(nights) - length + 1, length)
