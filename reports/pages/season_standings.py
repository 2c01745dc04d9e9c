"""The standings of a season: who won how much, night by night, and whether it is luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate

import polars as pl

from language import tr
from reports.components.amounts import CellForm, amount_column, exact, unit_shown
from reports.components.blocks import Block, Column, Paragraph, Row, Table
from reports.components.columns import count_column, placed_column, trend_column
from reports.components.drill_down import COUNTED, hand_query, hands_column, player_term
from reports.components.html import Child, filled
from reports.components.numbers import number, stakes_sentences
from reports.data import CHIPS
from reports.pages.luck import Verdict, season_verdicts


def standings_blocks(
    standings: pl.DataFrame, evenings: pl.DataFrame, lines: Sequence[pl.DataFrame]
) -> list[Block]:
    """The standings of a season (`data.standings`), a table for each currency, from its nights (`data.player_nights`) and its
    `lines` (`add_chance`, by measure).

    >>> from reports import data
    >>> standings, evenings = data.standings(con, "2026"), data.player_nights(con, "2026")
    >>> [type(block).__name__ for block in standings_blocks(standings, evenings, [])]
    ['Table']
    """
    if standings.is_empty():
        return [Paragraph(tr("No hand of this season is confirmed yet."))]
    parts = standings.partition_by("currency", maintain_order=True)
    blocks: list[Block] = []
    with_hands = evenings.filter(pl.col("hands") > 0)  # in money, a sheet's results have no stakes
    for part in parts:
        measure = _measure(part, evenings)
        rows = _in_chips(part, evenings) if measure == CHIPS else part
        line = _line_of(lines, measure)
        verdicts = season_verdicts(line) if line is not None else {}
        totals = _totals_of(line, measure, rows["player_id"].to_list())
        blocks.append(_standing(rows, measure, verdicts, totals, alone=len(parts) == 1))
        remarks = _chips_added_up(evenings) if measure == CHIPS else []
        blocks += [
            Paragraph(sentence, quiet=True)
            for sentence in stakes_sentences(with_hands, rows["currency"][0]) or remarks
        ]
    return blocks


def _measure(rows: pl.DataFrame, evenings: pl.DataFrame) -> str:
    """The measure of the nights of some standings."""
    nights = evenings.filter(pl.col("currency").eq_missing(pl.lit(rows["currency"][0])))
    return str(nights["measure"].first() or "") if len(nights) else rows["currency"][0] or CHIPS


def _chips_added_up(evenings: pl.DataFrame) -> list[str]:
    """A sentence if standings without a currency add up chips of different values."""
    worth = evenings.filter(pl.col("currency").is_null())["chip_value"].drop_nulls()
    if worth.n_unique() < 2:
        return []
    return [
        tr(
            "Chips of different value are added up here as if they were equal: a small one was worth {low} on some of these "
            "nights and {high} on others, of a currency that the files don't name.",
            low=number(float(worth.min()), 2),  # type: ignore[arg-type]
            high=number(float(worth.max()), 2),  # type: ignore[arg-type]
        )
    ]


def _line_of(lines: Sequence[pl.DataFrame], measure: str) -> pl.DataFrame | None:
    """The line in a measure, if there is one; the only line for any measure."""
    if len(lines) == 1:
        return lines[0]
    return next((line for line in lines if line["measure"][0] == measure), None)


def _totals_of(line: pl.DataFrame | None, measure: str, players: Sequence[str]) -> dict[str, list[float]]:
    """The totals of each of some players after each night, if the line is in this measure."""
    if line is None or line["measure"][0] != measure:
        return {}
    return night_totals(line, players)


def night_totals(line: pl.DataFrame, players: Sequence[str]) -> dict[str, list[float]]:
    """The totals of each of some players after each night of a line (from 0, before the first), by id.

    >>> line = pl.DataFrame({"player_id": ["p1", "p1"], "session_id": ["n1", "n2"], "value": [5, -2]})
    >>> night_totals(line, ["p1"])
    {'p1': [0.0, 5.0, 3.0]}
    """
    places = {night: at for at, night in enumerate(line["session_id"].unique(maintain_order=True), 1)}
    totals = {player_id: [0.0] * (len(places) + 1) for player_id in players}
    for player_id, night, value in line.select("player_id", "session_id", "value").iter_rows():
        if player_id in totals:
            totals[player_id][places[night]] = float(value)
    return {player_id: list(accumulate(values)) for player_id, values in totals.items()}


def places_climbed(totals: Mapping[str, Sequence[float]]) -> dict[str, int]:
    """Number of places that each player rose on the last night (of `night_totals`), if there were several.

    >>> places_climbed({"p1": [0, 5, 3], "p2": [0, -5, 9]})
    {'p1': -1, 'p2': 1}
    """
    if not totals or len(next(iter(totals.values()))) < 3:
        return {}
    before, now = (
        {player_id: place for place, player_id in enumerate(sorted(totals, key=lambda p: -totals[p][at]))}
        for at in (-2, -1)
    )
    return {player_id: before[player_id] - now[player_id] for player_id in totals}


def trend_columns(totals: Mapping[str, Sequence[float]]) -> list[Column]:
    """A column of sparklines of the totals (`night_totals`), if there are enough nights for it.

    >>> len(trend_columns({"p1": [0, 5, 3, 4]})), len(trend_columns({"p1": [0, 5]}))
    (1, 0)
    """
    is_enough = any(len(line) > 3 for line in totals.values())
    return [trend_column(tr("Night by night"), totals)] if is_enough else []


def _in_chips(rows: pl.DataFrame, evenings: pl.DataFrame) -> pl.DataFrame:
    """The standings in chips, as the lines are, for nights without a currency."""
    in_chips = (
        evenings.filter(pl.col("measure") == CHIPS)
        .group_by("player_id")
        .agg(
            pl.col("value").sum().cast(pl.Int64).alias("net"),
            pl.col("value").filter(pl.col("value") > 0).max().alias("best_night_money"),
            pl.col("value").filter(pl.col("value") < 0).min().alias("worst_night_money"),
        )
    )
    return (
        rows.with_columns(net_money=pl.lit(None, pl.Float64))
        .drop("net", "best_night_money", "worst_night_money")
        .join(in_chips, on="player_id", how="left", maintain_order="left")
        .with_columns(rank=pl.col("net").rank("min", descending=True).cast(pl.Int64))
        .sort("net", descending=True, nulls_last=True, maintain_order=True)
    )


def _standing(
    rows: pl.DataFrame,
    measure: str,
    verdicts: dict[str, Verdict],
    totals: Mapping[str, Sequence[float]],
    *,
    alone: bool,
) -> Table:
    currency = None if alone else rows["currency"][0] or ""
    ends = pl.concat([rows["best_night_money"], rows["worst_night_money"]]).drop_nulls().cast(pl.Float64)
    form = CellForm(places=exact(ends))
    net = "net" if rows["net_money"].has_nulls() and not rows["net"].has_nulls() else "net_money"

    def verdict(row: Row) -> Child:
        return verdicts[row["player_id"]].short() if row["player_id"] in verdicts else ""

    return Table(
        frame=rows,
        caption=filled(tr("Won and lost over the season, in {unit}"), unit=unit_shown(measure)),
        columns=[
            placed_column(places_climbed(totals)),
            amount_column(tr("Net"), rows[net], CellForm(places=exact(rows[net].drop_nulls()))),
            *trend_columns(totals),
            count_column(tr("Nights"), "nights", minor=True),
            count_column(tr("Ahead"), "nights_won", minor=True),
            amount_column(tr("Best night"), rows["best_night_money"], form, minor=True, none=""),
            amount_column(tr("Worst night"), rows["worst_night_money"], form, minor=True, none=""),
            hands_column(
                tr("Hands"),
                "hands",
                lambda row: hand_query(COUNTED, player=player_term(row), currency=currency),
                minor=True,
            ),
            *(
                [Column(label=tr("Luck?"), kind="text", cell=verdict, style=lambda row: "verdict")]
                if verdicts
                else []
            ),
        ],
        sortable=True,
    )
