"""A player beside the others: against whom, what is called when dealing, by position, dealer and table."""

from __future__ import annotations

import polars as pl

from language import tr
from reports.behind import COUNTED, Ask, against, asked, behind_column, called, named
from reports.blocks import Block, Column, Paragraph, Row, Table
from reports.cells import (
    FEW,
    count_column,
    counted,
    faint,
    gain_column,
    interval_column,
    player_column,
    share_column,
)
from reports.hand_fields import quoted
from reports.html import Child
from reports.links import game_link, hands_link
from reports.numbers import percent, signed

MOST_CALLS = 15


def versus_blocks(versus: pl.DataFrame, who: str) -> list[Block]:
    """Head to head (`player_data.versus`) of the player that conditions name `who`."""

    def met(row: Row, so: str = "") -> str:
        return asked(so, player=who, met=named(_other(row)))

    return [
        Table(
            frame=_per_100(versus),
            caption=tr("Antes that came from each other player (+) or went to them (−)"),
            empty=tr("Nobody else has played."),
            columns=[
                player_column(tr("Against")),
                behind_column(tr("Hands"), "hands", lambda row: against(who, _other(row))),
                gain_column(tr("Antes"), "net_units"),
                interval_column(tr("Antes per 100 hands"), "net_per_100", 0, signed),
                behind_column(tr("Showdowns"), "showdowns", met),
                behind_column(tr("Won"), "won", lambda row: f"{met(row, 'took=yes')} {_took(row, '!=')}"),
                behind_column(tr("Lost"), "lost", lambda row: f"{met(row, 'took=no')} {_took(row, '=')}"),
            ],
            sortable=True,
        )
    ]


def calls_blocks(calls: pl.DataFrame, who: str) -> list[Block]:
    """What the player that conditions name `who` calls, and how it pays (`player_data.calls`)."""
    if calls.is_empty():
        return [Paragraph(tr("Nobody noted who dealt."))]
    return [
        Table(
            frame=_per_100(calls).head(MOST_CALLS),
            caption=tr(
                "The games called most when dealing; the others' share of their calls beside it; grey: fewer "
                "than {few} hands",
                few=FEW,
            ),
            empty="",
            columns=[
                Column(label=tr("Game"), kind="text", sort="game", cell=_game),
                behind_column(tr("Called"), "calls", lambda row: called(row, who)),
                share_column(tr("Share"), "share"),
                share_column(tr("The others"), "others_share"),
                count_column(tr("Hands"), "hands"),
                interval_column(tr("Antes per 100 hands"), "net_per_100", 0, signed),
                others_column(),
            ],
            sortable=True,
        )
    ]


def others_column() -> Column:
    """What a player nets at a game that is called, when others deal it, of how many hands."""
    faintly = faint("others_per_100", "others_hands")
    return gain_column(tr("When others deal it"), "others_per_100", style=faintly, of="others_hands")


def splits_blocks(splits: pl.DataFrame, who: str) -> list[Block]:
    """By position, dealer and size of the table (`player_data.splits`) of the player that conditions name
    `who`.
    """
    headings = {
        "position": (
            tr("By position"),
            tr("Seats before the dealer; 0 deals and acts last. Antes per 100 hands with the 95 % interval"),
        ),
        "dealer": (
            tr("Whose deal"),
            tr("By who deals, and so calls the game. Antes per 100 hands with the 95 % interval"),
        ),
        "table": (tr("Players"), tr("By how many play. Antes per 100 hands with the 95 % interval")),
    }

    def part(split: str, so: str) -> Ask:
        if split == "dealer":
            return lambda row: asked(so, player=who, dealer=named({**row, "player_id": row["part"]}))
        asks = {"position": "position", "table": "players"}[split]
        return lambda row: asked(so, player=who, **{asks: row["part"]})

    blocks: list[Block] = []
    for split, (label, caption) in headings.items():
        rows = splits.filter(pl.col("split") == split)
        if rows.is_empty():
            continue
        columns = [
            player_column(label)
            if split == "dealer"
            else Column(label=label, kind="text", cell=lambda row: str(row["part"])),
            behind_column(tr("Hands"), "hands", part(split, COUNTED)),
            interval_column(tr("Antes per 100 hands"), "net_per_100", 0, signed),
            _share(tr("Won the hand"), "won_hand", "played", part(split, "took=yes")),
        ]
        if rows["vpip"].is_not_null().any():
            columns.append(_share(tr("VPIP"), "vpip", "vpip_known", part(split, "vpip=yes")))
        blocks.append(Table(frame=_per_100(rows), caption=caption, empty="", columns=columns))
    return blocks or [Paragraph(tr("No hand of this player's is confirmed yet."))]


def _share(label: str, name: str, of: str, ask: Ask) -> Column:
    """A share of the hands that know, leading to those of which it is so."""

    def cell(row: Row) -> Child:
        link = hands_link(percent(row[name]), (row[name] or 0) * (row[of] or 0), ask(row))
        return counted(link, row[of])

    return Column(label=label, sort=name, cell=cell)


def _other(row: Row) -> Row:
    return {"player_id": row["other_id"], "name": row["name"]}


def _took(row: Row, sign: str) -> str:
    return quoted(f"winner{sign}{named(_other(row))}")


def _per_100(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.rename({"low": "net_per_100_low", "high": "net_per_100_high"})


def _game(row: Row) -> Child:
    return game_link(row["game"], row["variant_id"])


__all__ = ["calls_blocks", "others_column", "splits_blocks", "versus_blocks"]
