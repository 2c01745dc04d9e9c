"""A player's results by opponent, by called game and by position."""

from __future__ import annotations

import polars as pl

from language import tr
from reports.components.blocks import (
    Block,
    Column,
    Paragraph,
    Row,
    Table,
)
from reports.components.columns import (
    MIN_HANDS,
    count_column,
    enough_hands,
    gain_column,
    game_column,
    others_column,
    per_100,
    per_100_column,
    player_column,
    share_column,
    with_sample,
)
from reports.components.drill_down import (
    COUNTED,
    RowQuery,
    call_query,
    hand_query,
    hands_column,
    pair_query,
    player_term,
)
from reports.components.html import Child
from reports.components.links import hands_link
from reports.components.numbers import percent
from reports.search.fields import quoted

MAX_CALLS = 15
"""Number of games in the table of a player's own deals."""


def versus_blocks(versus: pl.DataFrame, who: str) -> list[Block]:
    """Head to head (`data.versus`) of a player, whom conditions name `who`.

    >>> from reports import data
    >>> len(versus_blocks(data.versus(con, "2026", "p1"), "Anna"))
    1
    """

    def hands_against(row: Row, so: str = "") -> str:
        return hand_query(so, player=who, met=player_term(_other(row)))

    return [
        Table(
            frame=(shown := per_100(enough_hands(versus))),
            caption=tr("Antes that came from each other player (+) or went to them (−); grey: could be luck"),
            empty=tr("No other player has {few} hands yet.", few=MIN_HANDS)
            if len(versus)
            else tr("Nobody else has played."),
            columns=[
                player_column(tr("Against")),
                hands_column(tr("Hands"), "hands", lambda row: pair_query(who, _other(row))),
                gain_column(tr("Antes"), "net_units"),
                per_100_column(shown),
                hands_column(tr("Showdowns"), "showdowns", hands_against),
                hands_column(
                    tr("Won"), "won", lambda row: f"{hands_against(row, 'took=yes')} {_took(row, '!=')}"
                ),
                hands_column(
                    tr("Lost"), "lost", lambda row: f"{hands_against(row, 'took=no')} {_took(row, '=')}"
                ),
            ],
            sortable=True,
        )
    ]


def calls_blocks(calls: pl.DataFrame, who: str) -> list[Block]:
    """The games that a player calls and their results (`data.calls`); conditions name the player `who`.

    >>> from reports import data
    >>> len(calls_blocks(data.calls(con, "2026", "p1"), "Anna"))
    1
    """
    if calls.is_empty():
        return [
            Paragraph(tr("No game was chosen: no hand has its dealer logged, or all were played on the web."))
        ]
    return [
        Table(
            frame=(shown := per_100(enough_hands(calls)).head(MAX_CALLS)),
            caption=tr(
                "The games that the player deals most often, of {few} hands or more, and how often the others deal them; grey: "
                "could be luck",
                few=MIN_HANDS,
            ),
            empty=tr("No game has {few} hands yet.", few=MIN_HANDS),
            columns=[
                game_column(),
                hands_column(tr("Called"), "calls", lambda row: call_query(row, who)),
                share_column(tr("Share"), "share"),
                share_column(tr("The others"), "others_share"),
                count_column(tr("Hands"), "hands"),
                per_100_column(shown),
                others_column(),
            ],
            sortable=True,
        )
    ]


def splits_blocks(splits: pl.DataFrame, who: str) -> list[Block]:
    """Results by dealer and size of the table (`data.splits`) of a player, whom conditions name `who`.

    >>> from reports import data
    >>> len(splits_blocks(data.splits(con, "2026", "p1"), "Anna"))
    2
    """
    headings = {
        "dealer": (
            tr("Whose deal"),
            tr(
                "By who deals, and so calls the game. Antes per 100 hands with the 95 % interval; grey: could be luck"
            ),
        ),
        "table": (
            tr("Players"),
            tr("By how many play. Antes per 100 hands with the 95 % interval; grey: could be luck"),
        ),
    }

    def part(split: str, so: str) -> RowQuery:
        if split == "dealer":
            return lambda row: hand_query(
                so, player=who, dealer=player_term({**row, "player_id": row["part"]})
            )
        return lambda row: hand_query(so, player=who, players=row["part"])

    blocks: list[Block] = []
    for split, (label, caption) in headings.items():
        rows = per_100(enough_hands(splits.filter(pl.col("split") == split)))
        if rows.is_empty():
            continue
        columns = [
            player_column(label)
            if split == "dealer"
            else Column(label=label, kind="text", cell=lambda row: str(row["part"])),
            hands_column(tr("Hands"), "hands", part(split, COUNTED)),
            per_100_column(rows),
            _split_share(tr("Won the hand"), "won_hand", "played", part(split, "took=yes")),
        ]
        if rows["vpip"].is_not_null().any():
            columns.append(_split_share(tr("VPIP"), "vpip", "vpip_known", part(split, "vpip=yes")))
        blocks.append(Table(frame=rows, caption=caption, empty="", columns=columns))
    if blocks:
        return blocks
    return [
        Paragraph(
            tr("No hand of this player's is confirmed yet.")
            if splits.is_empty()
            else tr("No dealer, and no number of players, has {few} hands yet.", few=MIN_HANDS)
        )
    ]


def _split_share(label: str, name: str, of: str, ask: RowQuery) -> Column:
    """A share of the hands that know it, linked to the hands that it counts."""

    def cell(row: Row) -> Child:
        link = hands_link(percent(row[name]), (row[name] or 0) * (row[of] or 0), ask(row))
        return with_sample(link, row[of])

    return Column(label=label, sort=name, cell=cell, value=percent)


def _other(row: Row) -> Row:
    return {"player_id": row["other_id"], "name": row["name"]}


def _took(row: Row, sign: str) -> str:
    return quoted(f"winner{sign}{player_term(_other(row))}")
