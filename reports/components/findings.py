"""Results at single games that are more than luck, or closest to it."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist

import polars as pl

from language import tr, trn
from reports.components.blocks import Block, Column, Paragraph, Table
from reports.components.columns import MIN_HANDS, gain_column, game_column, interval_column
from reports.components.drill_down import game_query, hands_column
from reports.components.numbers import number, signed

Z95 = NormalDist().inv_cdf(0.975)
"""Standard deviations to each side of a 95 % interval."""
MAX_CERTAIN = 5
"""Number of results at single games that the page lists where none is certain."""


def findings_blocks(
    games: pl.DataFrame, who: Sequence[Column] = (), person: str | None = None
) -> list[Block]:
    """The results at single games that are more than luck; if there are none, a sentence and the most certain
    results (`data.player_games`, of all players or of a `person`). `who` are the columns before the game.

    >>> from reports import data
    >>> blocks = findings_blocks(data.player_games(con, "2026"))
    >>> [type(block).__name__ for block in blocks]
    ['Paragraph', 'Table']
    """
    known = with_certainty(games)
    findings = known.filter(pl.col("certainty") > Z95)
    if len(findings):
        caption = tr("Results at single games that are more than luck, the most certain first")
        return [_table(findings, caption, who)]
    if known.is_empty():
        none = (
            tr("{player} has {few} hands at no game yet.", player=person, few=MIN_HANDS) if person else None
        )
        return [Paragraph(none or tr("Nobody has {few} hands at one game.", few=MIN_HANDS))]
    text = (
        tr(
            "{player} hasn't played enough of any one game to tell; the most certain results come first.",
            player=person,
        )
        if person
        else tr("Nobody has played enough of any one game to tell; the most certain results come first.")
    )
    caption = trn(
        "The most certain result; it could be luck",
        "The most certain of {n} results; all could be luck",
        len(known),
    )
    return [Paragraph(text), _table(known.head(MAX_CERTAIN), caption, who, single=False)]


def with_certainty(games: pl.DataFrame) -> pl.DataFrame:
    """The rows with enough hands, the most certain first. Adds `estimate` with its interval `estimate_low` to
    `estimate_high` (antes per 100 hands, shrunk toward 0 by `reliability`), and `certainty`: the estimate's
    distance from 0 in standard deviations.

    >>> from reports import data
    >>> "certainty" in with_certainty(data.player_games(con, "2026")).columns
    True
    """
    weight = pl.col("reliability").fill_null(0.0).cast(pl.Float64)
    sd = 100 * pl.col("chance_sd") / pl.col("hands")
    known = games.filter((pl.col("chance_sd") > 0) & (pl.col("hands") >= MIN_HANDS)).with_columns(
        (weight * 100 * pl.col("net_units") / pl.col("hands")).alias("estimate"),
        (Z95 * weight.sqrt() * sd).alias("reach"),
        (pl.col("net_units") / pl.col("chance_sd")).abs().alias("deviations"),
    )
    return known.with_columns(
        (pl.col("estimate") - pl.col("reach")).alias("estimate_low"),
        (pl.col("estimate") + pl.col("reach")).alias("estimate_high"),
        (weight.sqrt() * pl.col("deviations")).alias("certainty"),
    ).sort("certainty", "deviations", "table_hands", descending=True, maintain_order=True)


def _table(frame: pl.DataFrame, caption: str, who: Sequence[Column], *, single: bool = True) -> Table:
    """A table of results. `single` adds how far luck alone can move one result, which doesn't hold for the
    largest of many.
    """
    known = bool((frame["reliability"].fill_null(0) > 0).any())
    return Table(
        frame=frame,
        caption=caption,
        columns=[
            *who,
            game_column(),
            hands_column(tr("Hands"), "hands", game_query),
            gain_column(tr("Antes"), "net_units"),
            *([_by_luck_alone()] if single else []),
            *([interval_column(tr("Estimate, antes per 100 hands"), "estimate", 0, signed)] if known else []),
        ],
        sortable=True,
    )


def _by_luck_alone() -> Column:
    return Column(
        label=tr("By luck alone"), sort="chance_sd", cell=lambda row: f"±{number(Z95 * row['chance_sd'])}"
    )
