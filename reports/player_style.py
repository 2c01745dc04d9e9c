"""How a player plays: the rates, each with what it rests on, and the style beside the group's."""

from __future__ import annotations

import polars as pl

from language import mark, tr, trn
from reports.behind import asked, named
from reports.blocks import Block, Chart, Column, Paragraph, Row, Table
from reports.cells import text_column, with_interval
from reports.data import NamedPlayer
from reports.figures.games import rates
from reports.figures.playing import styles
from reports.html import Child
from reports.links import hands_link
from reports.numbers import number, percent

RATES = {
    "vpip": mark("Put chips in by choice (VPIP)"),
    "pfr": mark("Raised in the first round (PFR)"),
    "three_bet": mark("Raised a raise (3-bet)"),
    "folded": mark("Folded before the showdown"),
    "saw_second_round": mark("Saw the second round"),
    "wtsd": mark("Showdowns of those (WTSD)"),
    "went_to_showdown": mark("Went to the showdown"),
    "won_at_showdown": mark("Won at the showdown (W$SD)"),
    "won_hand": mark("Won the hand"),
    "peder": mark("Used the peder"),
}
"""The metrics that are shares of hands, and what they are called."""

FEW = 0.5
"""Below so much of its own a figure says more of chance than of the player."""


def style_blocks(stats: pl.DataFrame, person: NamedPlayer) -> list[Block]:
    """The style on two axes, where acts are logged (`data.player_stats`)."""
    frame = style_frame(stats)
    mine = frame.filter(pl.col("player_id") == person.player_id)
    if mine.is_empty():
        return [Paragraph(tr("How somebody bets is known of hands logged act by act, and there are none."))]
    about = tr(
        "The group by how many hands each goes into and how often each bets or raises to a call; {player} "
        "with 95 % intervals. The dotted lines are the group's.",
        player=person.name,
    )
    return [
        Paragraph(style_sentence(mine.row(0, named=True))),
        Chart(figure=styles(frame, person.player_id), about=about),
    ]


def style_frame(stats: pl.DataFrame) -> pl.DataFrame:
    """A row a player of whom VPIP and AF are known: both with `_low`, `_high` and `_group` (of all their
    hands together), VPIP drawn toward the group's as far as it is chance, and the `hands` that tell it.
    """
    who = ["player_id", "name", "join_order"]
    vpip = stats.filter((pl.col("metric") == "vpip") & pl.col("value").is_not_null()).select(
        *who,
        pl.coalesce("shrunk", "value").alias("vpip"),
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


def style_sentence(row: Row) -> str:
    """Which way a player differs from the group, and whether that is more than chance."""
    says = []
    if row["vpip_low"] > row["vpip_group"]:
        says.append(tr("looser than the group"))
    elif row["vpip_high"] < row["vpip_group"]:
        says.append(tr("tighter than the group"))
    if row["af_low"] is not None and row["af_low"] > row["af_group"]:
        says.append(tr("more aggressive than the group"))
    elif row["af_high"] is not None and row["af_high"] < row["af_group"]:
        says.append(tr("more passive than the group"))
    if not says:
        return tr("{player} plays like the group, as far as the hands can tell.", player=row["name"])
    return tr("{player} is {how}.", player=row["name"], how=tr(" and ").join(says))


def rates_blocks(stats: pl.DataFrame, person: NamedPlayer) -> list[Block]:
    """The rates as a chart and a table, with what each rests on (`data.player_stats`)."""
    shares = stats.filter(pl.col("metric").is_in(list(RATES)))
    mine = {
        row["metric"]: row
        for row in stats.filter(pl.col("player_id") == person.player_id).iter_rows(named=True)
    }
    rows = [
        {
            "metric": metric,
            "label": tr(label),
            "group": _group_share(shares, metric),
            **_known(mine.get(metric, {})),
        }
        for metric, label in RATES.items()
    ]
    who = named(person._asdict())
    floats = ("value", "low", "high", "group", "shrunk", "own_weight", "needed")
    frame = pl.DataFrame(rows, schema_overrides=dict.fromkeys(floats, pl.Float64))
    drawn = frame.drop_nulls("value")
    chart: list[Block] = []
    if len(drawn):
        figure = rates(drawn, drawn["group"].to_list())
        about = tr(
            "Shares of the hands that know, with 95 % intervals; an upright stroke is the group's share."
        )
        chart = [Chart(figure=figure, about=about)]
    return [
        *chart,
        Table(
            frame=frame,
            caption=tr(
                "The rates, and the hands that each rests on; grey: more chance than the player's own"
            ),
            empty="",
            columns=[
                text_column(tr("Rate"), "label"),
                Column(label=tr("Share"), cell=_share, style=_faint),
                Column(label=tr("Times"), cell=lambda row: _behind(row, "numerator", who)),
                Column(label=tr("Of hands"), cell=lambda row: _behind(row, "denominator", who)),
                Column(label=tr("The group"), cell=lambda row: percent(row["group"])),
                Column(label=tr("Best guess"), cell=lambda row: percent(row["shrunk"]), style=_faint),
            ],
        ),
        Paragraph(_aggression(mine.get("aggression", {})), quiet=True),
        Paragraph(
            tr(
                "Best guess: the share drawn toward the group's as far as it is chance, so far as the "
                "players differ at all."
            ),
            quiet=True,
        ),
    ]


BEHIND = {
    "vpip": ("vpip=yes", "vpip=yes,no"),
    "pfr": ("pfr=yes", "pfr=yes,no"),
    "three_bet": ("threebet=yes", "threebet=yes,no"),
    "folded": ("folded=yes", "folded=yes,no"),
    "saw_second_round": ("second=yes", "second=yes,no"),
    "wtsd": ("second=yes showdown=yes", "second=yes showdown=yes,no"),
    "went_to_showdown": ("showdown=yes", "showdown=yes,no"),
    "won_at_showdown": ("showdown=yes took=yes", "showdown=yes took=yes,no"),
    "won_hand": ("took=yes", "took=yes,no"),
    "peder": ("peder=yes", "peder=yes,no"),
}
"""What to ask for the hands in which a rate is so, and for those that know, with the player beside it."""


def _behind(row: Row, name: str, who: str) -> Child:
    asks = BEHIND[row["metric"]][name == "denominator"]
    return hands_link(number(row[name]), row[name], asked(asks, player=who))


def _known(metric: Row) -> dict[str, float | None]:
    """A rate that no hand knows has no value, and no hands either."""
    known = metric.get("value") is not None
    names = ("value", "low", "high", "denominator", "shrunk", "own_weight", "needed")
    rate = {name: metric.get(name) for name in names}
    return {**rate, "numerator": metric["numerator"] if known else None}


def _group_share(shares: pl.DataFrame, metric: str) -> float | None:
    rows = shares.filter((pl.col("metric") == metric) & pl.col("value").is_not_null())
    hands = float(rows["denominator"].sum())
    return float(rows["numerator"].sum()) / hands if hands else None


def _share(row: Row) -> Child:
    return with_interval(row["value"], row["low"], row["high"], 0, percent)


def _faint(row: Row) -> str:
    return "few" if row["own_weight"] is not None and row["own_weight"] < FEW else ""


def _aggression(metric: Row) -> str:
    value = metric.get("value")
    if value is None:
        return tr("Aggression (bets and raises for each call): not known; it takes hands logged act by act.")
    return trn(
        "Aggression: {value} bets and raises for each call ({low} to {high}; {times} for {n} call).",
        "Aggression: {value} bets and raises for each call ({low} to {high}; {times} for {n} calls).",
        int(metric["denominator"]),
        value=number(value, 2),
        low=number(metric["low"], 2),
        high=number(metric["high"], 2),
        times=number(metric["numerator"]),
    )


__all__ = ["BEHIND", "RATES", "rates_blocks", "style_blocks", "style_frame", "style_sentence"]
