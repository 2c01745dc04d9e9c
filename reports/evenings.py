"""What an evening of a game brings a player: the paths of simulated evenings (`mart_variant_nights`)."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection

from language import tr
from reports.blocks import Block, Column, Paragraph, Row, Table
from reports.cells import count_column, gain_column
from reports.data import frame_of
from reports.html import Child
from reports.numbers import number, percent, signed, unknown

METRICS = ("net_p5", "net_p50", "net_p95", "ahead", "gone_75", "gone_150", "gone_300", "drawdown_p50")


def evenings(con: DuckDBPyConnection, kind: str) -> pl.DataFrame:
    """A row a game, its additions, table size and line-up, the widest band first: a column a metric with
    the ends of its interval, `hands` to an evening and `evenings` that were played.
    """
    long = frame_of(
        con,
        """
        select n.*, coalesce(v.name, n.variant_id) as name, v.family
        from mart_variant_nights as n
        left join mart_variants as v using (variant_id)
        where n.kind = $kind
        """,
        kind=kind,
    )
    key = ["variant_id", "additions", "player_count", "lineup"]
    wide = long.select(*key, "name", "family", "hands", "evenings").unique(key, maintain_order=True)
    for ending, column in (("", "value"), ("_low", "low"), ("_high", "high")):
        named = long.with_columns(pl.format("{}{}", "metric", pl.lit(ending)).alias("column"))
        wide = wide.join(named.pivot("column", index=key, values=column), on=key)
    missing = [
        pl.lit(None, pl.Float64).alias(f"{metric}{ending}")
        for metric in METRICS
        for ending in ("", "_low", "_high")
        if f"{metric}{ending}" not in wide.columns
    ]
    return wide.with_columns(missing).sort(
        pl.col("net_p95") - pl.col("net_p5"), "name", descending=[True, False], nulls_last=True
    )


def evening_blocks(frame: pl.DataFrame) -> list[Block]:
    """The wildest evening and the calmest in words, and every game's in a table."""
    known = frame.drop_nulls(["net_p5", "net_p95", "gone_150"])
    if known.is_empty():
        return [
            Paragraph(
                tr("Too few hands to cut into evenings: a run of some ten thousand hands of a game tells.")
            )
        ]
    wildest, calmest = known.row(0, named=True), known.row(-1, named=True)
    blocks: list[Block] = [Paragraph(evening_text(wildest))]
    if len(known) > 1:
        blocks.append(Paragraph(evening_text(calmest)))
    blocks.append(_table(known))
    return blocks


def evening_text(row: Row) -> str:
    """An evening of a game in two sentences."""
    return tr(
        "An evening of {game} ends between {low} and {high} chips nine times of ten. {share} lose a loan of "
        "150 on the way, {ahead} go home ahead.",
        game=row["name"],
        low=signed(row["net_p5"]),
        high=signed(row["net_p95"]),
        share=percent(row["gone_150"]),
        ahead=percent(row["ahead"]),
    )


def _table(frame: pl.DataFrame) -> Table:
    several = frame.select("player_count", "lineup").n_unique() > 1
    return Table(
        frame=frame.with_columns(
            pl.concat_str(
                "name", "variant_id", "family", "additions", separator=" ", ignore_nulls=True
            ).alias("find"),
            (pl.col("variant_id") + "+" + pl.col("additions")).alias("row_id"),
        ),
        caption=tr("A player's evening of four and a half hours, in chips, from simulated evenings"),
        empty="",
        columns=[
            Column(label=tr("Game"), kind="text", sort="name", cell=_game),
            *([count_column(tr("Players"), "player_count"), _lineup()] if several else []),
            gain_column(tr("One in 20 below"), "net_p5"),
            gain_column(tr("Middle"), "net_p50"),
            gain_column(tr("One in 20 above"), "net_p95"),
            *(_gone(chips) for chips in (75, 150, 300)),
            Column(label=tr("Ahead"), sort="ahead", cell=lambda row: percent(row["ahead"])),
            count_column(tr("Deepest fall"), "drawdown_p50"),
            count_column(tr("Hands"), "hands"),
            count_column(tr("Evenings"), "evenings"),
        ],
        sortable=True,
        row_id="row_id",
        find="find",
        dense=True,
    )


def _lineup() -> Column:
    return Column(
        label=tr("Who"), kind="text", sort="lineup", cell=lambda row: row["lineup"] or "", minor=True
    )


def _gone(chips: int) -> Column:
    name = f"gone_{chips}"
    return Column(
        label=tr("{chips} gone", chips=number(chips)),
        sort=name,
        cell=lambda row: unknown() if row[name] is None else percent(row[name]),
    )


def _game(row: Row) -> Child:
    return ", ".join(filter(None, [row["name"], row["additions"]]))


__all__ = ["evening_blocks", "evening_text", "evenings"]
