"""How a player plays, for the player's page: the style, and the rates with their samples."""

from __future__ import annotations

import polars as pl

from language import mark, tr, trn
from reports.charts.games import rates
from reports.charts.styles import styles
from reports.components.blocks import (
    Block,
    Chart,
    Column,
    Folded,
    Paragraph,
    Row,
    Section,
    Table,
)
from reports.components.columns import (
    with_interval,
)
from reports.components.drill_down import (
    hand_query,
    player_term,
)
from reports.components.html import Child
from reports.components.links import hands_link
from reports.components.meanings import tappable
from reports.components.numbers import number, percent
from reports.components.rates import RATES
from reports.data import NamedPlayer
from reports.pages.luck import is_near

MIN_OWN_WEIGHT = 0.5
"""Minimum weight of a player's own sample in a rate; rates with less are grey, because chance dominates them.
"""
MIN_STYLE = 30
"""Minimum number of hands for the other players in the chart of styles."""
DIFFERENCES = (
    ("vpip", "low", mark("looser"), mark("barely looser")),
    ("vpip", "high", mark("tighter"), mark("barely tighter")),
    ("af", "low", mark("more aggressive"), mark("barely more aggressive")),
    ("af", "high", mark("more passive"), mark("barely more passive")),
)
"""Words for a player whose interval lies above or below the group's rate, by rate and side."""


def style_section(stats: pl.DataFrame, person: NamedPlayer) -> Section:
    """The chart of styles, if actions are logged (`data.player_stats`), with its finding as heading.

    >>> from reports import data
    >>> stats = data.player_stats(con, "2026")
    >>> [anna, *_] = data.people(stats)
    >>> style_section(stats, anna).anchor
    'style'
    """
    frame = styles_shown(style_frame(stats), person.player_id)
    mine = frame.filter(pl.col("player_id") == person.player_id)
    if mine.is_empty():
        none = tr("Style needs more hands that are logged action by action.")
        return Section(heading=tr("Style"), anchor="style", summary=none, blocks=[])
    about = tr(
        "To the right: goes into more hands. Up: more bets and raises per call after the first round. {player} with 95 "
        "% intervals; the dotted lines are the group's.",
        player=person.name,
    )
    chart = Chart(figure=styles(frame, person.player_id), about=about)
    summary = tr("How loosely and how aggressively the player plays, next to the others.")
    return Section(
        heading=style_heading(mine.row(0, named=True)), anchor="style", summary=summary, blocks=[chart]
    )


def styles_shown(frame: pl.DataFrame, player_id: str) -> pl.DataFrame:
    """The rows (`style_frame`) of a player, and of others with enough hands.

    >>> players = pl.DataFrame({"player_id": ["a", "b"], "hands": [900, 2]})
    >>> styles_shown(players, "a")["player_id"].to_list()
    ['a']
    """
    return frame.filter((pl.col("hands") >= MIN_STYLE) | (pl.col("player_id") == player_id))


def style_frame(stats: pl.DataFrame) -> pl.DataFrame:
    """One row for each player whose VPIP and AF are known. Columns: both with `_low`, `_high` and `_group`
    (the rate of all players' hands together), VPIP shrunk toward the group's, and the sample size `hands`.

    >>> from reports import data
    >>> stats = data.player_stats(con, "2026")
    >>> style_frame(stats).height  # no aggression factor is known
    0
    """
    who = ["player_id", "name", "join_order"]
    vpip = stats.filter((pl.col("metric") == "vpip") & pl.col("value").is_not_null()).select(
        *who,
        pl.coalesce("shrinkage_estimate", "value").alias("vpip"),
        pl.col("low").alias("vpip_low"),
        pl.col("high").alias("vpip_high"),
        pl.col("group_value").alias("vpip_group"),
        pl.col("denominator").alias("hands"),
    )
    of_af = stats.filter((pl.col("metric") == "af") & (pl.col("numerator") + pl.col("denominator") > 0))
    group = of_af.select(pl.col("numerator").sum() / pl.col("denominator").sum()).to_series()
    af = of_af.drop_nulls("value").select(
        "player_id",
        pl.col("value").alias("af"),
        pl.col("low").alias("af_low"),
        pl.col("high").alias("af_high"),
        pl.lit(group[0] if len(group) else None, pl.Float64).alias("af_group"),
    )
    return vpip.join(af, on="player_id", how="inner", maintain_order="left")


def _is_close(row: Row, name: str, end: str) -> bool:
    """Whether the group's rate is close to an end of a player's interval."""
    value, edge = row[name], row[f"{name}_{end}"]
    return is_near(row[f"{name}_group"] - value, abs(edge - value))


def style_heading(row: Row) -> str:
    """How a player differs from the group, and whether the difference is more than chance.

    >>> row = {"name": "Bo", "vpip_low": 0.3, "vpip_high": 0.5, "vpip_group": 0.4}
    >>> style_heading(row | {"af_low": 1.0, "af_high": 3.0, "af_group": 2.0})
    'So far Bo plays like the group'
    """
    says = [
        tr(barely if _is_close(row, name, end) else word)
        for name, end, word, barely in DIFFERENCES
        if (edge := row[f"{name}_{end}"]) is not None
        and (edge > row[f"{name}_group"] if end == "low" else edge < row[f"{name}_group"])
    ]
    if not says:
        return tr("So far {player} plays like the group", player=row["name"])
    return tr("{player} is {how} than the group", player=row["name"], how=tr(" and ").join(says))


def rates_frame(stats: pl.DataFrame, player_id: str) -> pl.DataFrame:
    """A player's rates (`data.player_stats`), one row each in the order of `RATES`, null if unknown: `value`,
    its interval from `low` to `high`, the `group`'s rate, and the sample.

    >>> from reports import data
    >>> stats = data.player_stats(con, "2026")
    >>> rates_frame(stats, "p1").columns[:4]
    ['metric', 'label', 'group', 'value']
    """
    group = _group_shares(stats)
    mine = {
        row["metric"]: row for row in stats.filter(pl.col("player_id") == player_id).iter_rows(named=True)
    }
    rows = [
        {
            "metric": metric,
            "label": tr(rate.label),
            "group": group.get(metric),
            **_values_of(mine.get(metric, {})),
        }
        for metric, rate in RATES.items()
    ]
    floats = ("value", "low", "high", "group", "shrinkage_estimate", "reliability", "needed")
    return pl.DataFrame(rows, schema_overrides=dict.fromkeys(floats, pl.Float64))


def rates_blocks(stats: pl.DataFrame, person: NamedPlayer) -> list[Block]:
    """The rates as a chart and a table, with their samples (`data.player_stats`).

    >>> from reports import data
    >>> stats = data.player_stats(con, "2026")
    >>> [anna, *_] = data.people(stats)
    >>> [type(block).__name__ for block in rates_blocks(stats, anna)]
    ['Chart', 'Folded']
    """
    who = player_term(person._asdict())
    frame = rates_frame(stats, person.player_id)
    # a group that has never used a peder plays without
    drawn = frame.drop_nulls("value").filter((pl.col("metric") != "peder") | (pl.col("group") > 0))
    chart: list[Block] = []
    if len(drawn):
        figure = rates(drawn, drawn["group"].to_list())
        about = tr(
            "Share of the hands for which it is known, with its 95 % interval; the upright stroke is "
            "the group's share."
        )
        chart = [Chart(figure=figure, about=about)]
    behind: list[Block] = [
        Table(
            frame=drawn,
            empty=tr("No rate is known yet."),
            caption=tr(
                "The rates and the hands that they come from; press a rate for its meaning. Grey: "
                "mostly luck so far"
            ),
            columns=[
                Column(label=tr("Rate"), kind="text", cell=_rate),
                Column(label=tr("Share"), cell=_share, style=_faint),
                Column(label=tr("Times"), cell=lambda row: _behind(row, "numerator", who)),
                Column(label=tr("Of hands"), cell=lambda row: _behind(row, "denominator", who)),
                Column(label=tr("The group"), cell=lambda row: percent(row["group"])),
                Column(
                    label=tr("Estimate"), cell=lambda row: percent(row["shrinkage_estimate"]), style=_faint
                ),
            ],
        ),
        Paragraph(_aggression(stats.filter(player_id=person.player_id, metric="af")), quiet=True),
        *_bet_sizes(stats, person.player_id),
        Paragraph(
            tr("Estimate: the share, drawn toward the group's as far as luck explains the difference."),
            quiet=True,
        ),
    ]
    if not chart:
        return behind
    return [*chart, Folded(summary=tr("What each rate means, and the hands behind it"), blocks=behind)]


def _behind(row: Row, name: str, who: str) -> Child:
    rate = RATES[row["metric"]]
    asks = rate.happened if name == "numerator" else rate.known
    return hands_link(number(row[name]), row[name], hand_query(asks, player=who))


def _values_of(metric: Row) -> dict[str, float | None]:
    """The values of a rate; no sample if no hand knows the rate."""
    known = metric.get("value") is not None
    names = ("value", "low", "high", "denominator", "shrinkage_estimate", "reliability", "needed")
    rate = {name: metric.get(name) for name in names}
    return {**rate, "numerator": metric["numerator"] if known else None}


def _group_shares(stats: pl.DataFrame) -> dict[str, float]:
    """The rate of all players' hands together, by metric (`data.player_stats`), where any are known."""
    sums = stats.drop_nulls("value").group_by("metric").agg(pl.sum("numerator", "denominator"))
    return {metric: share / hands for metric, share, hands in sums.iter_rows() if hands}


def _rate(row: Row) -> Child:
    """The label of a rate, with its explanation one tap away."""
    meaning = tr(RATES[row["metric"]].meaning)
    return tappable(row["label"], meaning)


def _share(row: Row) -> Child:
    return with_interval(row["value"], row["low"], row["high"], 0, percent)


def _faint(row: Row) -> str:
    return "few" if row["reliability"] is not None and row["reliability"] < MIN_OWN_WEIGHT else ""


SIZES = {
    "bet_size_first": mark("the first round"),
    "bet_size_second": mark("the second round"),
    "bet_size_third": mark("the third round"),
    "bet_size_fourth": mark("the fourth round"),
}
"""Metrics of the size of bets, with the names of their rounds in a sentence."""


def _bet_sizes(stats: pl.DataFrame, player_id: str) -> list[Block]:
    """The size of the player's bets in each round as a share of the pot, and the group's typical share."""
    known = stats.filter(pl.col("metric").is_in(list(SIZES)) & (pl.col("denominator") > 0))
    mine = known.filter(player_id=player_id)
    if mine.is_empty():
        return []
    rows, groups = {row["metric"]: row for row in mine.iter_rows(named=True)}, _group_shares(known)
    parts = []
    for metric, round_name in SIZES.items():
        if metric not in rows:
            continue
        row = rows[metric]
        group = groups[metric]
        bets = trn("{n} bet", "{n} bets", int(row["denominator"]))
        parts.append(
            tr(
                "{size} in {round} ({low} to {high}; {bets}; the group {group})",
                size=percent(row["value"]), round=tr(round_name), low=percent(row["low"]), high=percent(row["high"]),
                bets=bets, group=percent(group),
            )
            if row["low"] is not None
            else tr(
                "{size} in {round} ({bets}; the group {group})",
                size=percent(row["value"]), round=tr(round_name), bets=bets, group=percent(group),
            )
        )  # fmt: skip
    return [
        Paragraph(tr("Bets, as shares of the pot before them: {parts}.", parts="; ".join(parts)), quiet=True)
    ]


def _aggression(metrics: pl.DataFrame) -> str:
    metric = next(metrics.drop_nulls("value").iter_rows(named=True), None)
    if metric is None:
        return tr(
            "Aggression factor (AF, bets and raises for each call after the first round): not known; it takes hands "
            "logged act by act."
        )
    return trn(
        "Aggression factor (AF): {value} bets and raises for each call after the first round ({low} to {high}; {times} for {n} call).",
        "Aggression factor (AF): {value} bets and raises for each call after the first round ({low} to {high}; {times} for {n} calls).",
        int(metric["denominator"]),
        value=number(metric["value"], 2),
        low=number(metric["low"], 2),
        high=number(metric["high"], 2),
        times=number(metric["numerator"]),
    )
