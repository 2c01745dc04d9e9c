"""All-in luck: what the last cards did for a player once nobody could act any more.

`mart_player_all_ins` holds it: won less what the pots were worth on average over all that might come.
"""

from __future__ import annotations

import polars as pl

from language import tr, trn
from reports.behind import asked, behind_column, named
from reports.blocks import Block, Paragraph, Row, Table
from reports.cells import count_column, gain_column
from reports.numbers import number, percent, signed

ENOUGH = 20
"""With fewer all-ins the normal distribution tells too roughly how rare a luck is."""
RARE = 0.01
"""A rarer luck is told as rarer than this."""


def all_in_blocks(all_ins: pl.DataFrame, name: str) -> list[Block]:
    """One player's figures and what they say (`player_data.all_ins`: one row, or none)."""
    if all_ins.is_empty():
        unknown = tr(
            "All-in luck: not known. It needs hands in which nobody could act any more before the last "
            "cards, and all cards of those who were in."
        )
        return [Paragraph(unknown, quiet=True)]
    return [
        Paragraph(all_in_sentence(all_ins.row(0, named=True), name)),
        Table(
            frame=all_ins,
            caption=tr(
                "All-in luck in antes: what was won less what the pots were worth on average over all "
                "cards that might come"
            ),
            empty="",
            columns=[
                behind_column(tr("All-ins"), "all_ins", lambda row: _asked(row, name)),
                count_column(tr("Won"), "won_units", 1),
                count_column(tr("To be expected"), "expected_units", 1),
                gain_column(tr("Luck"), "luck_units", 1),
                count_column(tr("Deviation by chance"), "deviation_units", 1),
                gain_column(tr("Luck in chips"), "luck", none=""),
            ],
        ),
    ]


def _asked(row: Row, name: str) -> str:
    return asked("allin=yes", player=named({**row, "name": name}))


def all_in_sentence(row: Row, name: str) -> str:
    """What the luck came to, and how rare chance makes it, both ways, where that can be told."""
    quantile = row["luck_quantile"]
    if quantile is None:
        return tr("No card that might still come changed what {player}'s all-ins were worth.", player=name)
    luck = signed(row["luck_units"], 1)
    if row["all_ins"] < ENOUGH:
        return trn(
            "{n} all-in brought {player} {luck} antes of luck; how rare that is can be told from about "
            "{enough} of them.",
            "{n} all-ins brought {player} {luck} antes of luck; how rare that is can be told from about "
            "{enough} of them.",
            row["all_ins"],
            player=name,
            luck=luck,
            enough=ENOUGH,
        )
    said = {"player": name, "luck": luck, "n": number(row["all_ins"])}
    share = 2 * min(quantile, 1 - quantile)
    if share < RARE:
        return tr(
            "{n} all-ins brought {player} {luck} antes of luck; chance alone goes so far, up or down, less "
            "than {share} of the time.",
            **said,
            share=percent(RARE),
        )
    return tr(
        "{n} all-ins brought {player} {luck} antes of luck; chance alone goes at least so far, up or down, "
        "{share} of the time.",
        **said,
        share=percent(share),
    )


__all__ = ["all_in_blocks", "all_in_sentence"]
