"""A player beside the others: against whom, what is called when dealing, by position and by table."""

from __future__ import annotations

import polars as pl

from language import tr
from reports.blocks import Block, Column, Paragraph, Row, Table
from reports.cells import count_column, gain_column, interval_column, player_column, share_column
from reports.html import Child
from reports.links import game_link
from reports.numbers import signed

MOST_CALLS = 15


def versus_blocks(versus: pl.DataFrame) -> list[Block]:
    """Head to head (`player_data.versus`)."""
    return [
        Table(
            frame=_per_100(versus),
            caption=tr("Antes that came from each other player (+) or went to them (−)"),
            empty=tr("Nobody else has played."),
            columns=[
                player_column(tr("Against")),
                count_column(tr("Hands"), "hands"),
                gain_column(tr("Antes"), "net_units"),
                interval_column(tr("Antes per 100 hands"), "net_per_100", 0, signed),
                count_column(tr("Showdowns"), "showdowns"),
                count_column(tr("Won"), "won"),
                count_column(tr("Lost"), "lost"),
            ],
            sortable=True,
        )
    ]


def calls_blocks(calls: pl.DataFrame) -> list[Block]:
    """What the player calls, and how it pays (`player_data.calls`)."""
    if calls.is_empty():
        return [Paragraph(tr("Nobody noted who dealt."))]
    return [
        Table(
            frame=_per_100(calls).head(MOST_CALLS),
            caption=tr("The games called most when dealing; the others' share of their calls beside it"),
            empty="",
            columns=[
                Column(label=tr("Game"), kind="text", sort="game", cell=_game),
                count_column(tr("Called"), "calls"),
                share_column(tr("Share"), "share"),
                share_column(tr("The others"), "others_share"),
                interval_column(tr("Antes per 100 hands"), "net_per_100", 0, signed),
                gain_column(tr("When others deal it"), "others_per_100"),
            ],
            sortable=True,
        )
    ]


def splits_blocks(splits: pl.DataFrame) -> list[Block]:
    """By position and by the size of the table (`player_data.splits`)."""
    headings = {
        "position": (
            tr("By position"),
            tr("Seats before the dealer; 0 deals and acts last. Antes per 100 hands with the 95 % interval"),
        ),
        "table": (tr("Players"), tr("By how many play. Antes per 100 hands with the 95 % interval")),
    }
    blocks: list[Block] = []
    for split, (label, caption) in headings.items():
        rows = splits.filter(pl.col("split") == split)
        if rows.is_empty():
            continue
        columns = [
            Column(label=label, kind="text", cell=lambda row: str(row["part"])),
            count_column(tr("Hands"), "hands"),
            interval_column(tr("Antes per 100 hands"), "net_per_100", 0, signed),
            share_column(tr("Won the hand"), "won_hand"),
        ]
        if rows["vpip"].is_not_null().any():
            columns.append(share_column(tr("VPIP"), "vpip"))
        blocks.append(Table(frame=_per_100(rows), caption=caption, empty="", columns=columns))
    return blocks or [Paragraph(tr("No hand of this player's is confirmed yet."))]


def _per_100(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.rename({"low": "net_per_100_low", "high": "net_per_100_high"})


def _game(row: Row) -> Child:
    return game_link(row["game"], row["variant_id"])


__all__ = ["calls_blocks", "splits_blocks", "versus_blocks"]
