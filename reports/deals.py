"""The luck of the deal: what the first cards brought a player, apart from what was made of them.

`mart_player_deals` holds it, of hands whose cards are told whatever became of them.
"""

from __future__ import annotations

import polars as pl

from language import tr
from reports.behind import asked, behind_column, named
from reports.blocks import Block, Paragraph, Row, Table
from reports.cells import count_column, gain_column
from reports.luck import BEYOND
from reports.numbers import number, signed


def deal_blocks(deals: pl.DataFrame, name: str) -> list[Block]:
    """One player's figures and what they say (`player_data.deals`: one row, or none)."""
    if deals.is_empty():
        unknown = tr(
            "Luck of the deal: not known; it takes nights in which the first cards are told in every hand, "
            "also where they were folded."
        )
        return [Paragraph(unknown, quiet=True)]
    return [
        Paragraph(deal_sentence(deals.row(0, named=True), name)),
        Table(
            frame=deals,
            caption=tr(
                "Luck of the deal in antes: what the first cards bring on average, more or less than others"
            ),
            empty="",
            columns=[
                behind_column(
                    tr("Hands"), "hands", lambda row: asked("cards=yes", player=named({**row, "name": name}))
                ),
                gain_column(tr("Net"), "net_units", 1),
                gain_column(tr("Luck"), "luck_units", 1),
                count_column(tr("Deviation by chance"), "deviation_units", 1),
                gain_column(tr("Without it"), "rest_units", 1),
            ],
        ),
    ]


def deal_sentence(row: Row, name: str) -> str:
    """What the cards brought, and what is left without that, with its 95 % interval where there is one."""
    told = tr(
        "In {hands} hands with known cards {player} won {net} antes; the first cards bring {luck} of it.",
        hands=number(row["hands"]),
        player=name,
        net=signed(row["net_units"], 1),
        luck=signed(row["luck_units"], 1),
    )
    error = row["rest_error_units"]
    if error is None:
        return told
    rest = tr(
        "Without them: {rest}, 95 % interval {low} to {high}.",
        rest=signed(row["rest_units"], 1),
        low=signed(row["rest_units"] - BEYOND * error, 1),
        high=signed(row["rest_units"] + BEYOND * error, 1),
    )
    return f"{told} {rest}"


__all__ = ["deal_blocks", "deal_sentence"]
