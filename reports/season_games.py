"""A season's games: who gains at which beyond chance, what each calls when dealing, who has whose chips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from language import tr, trn
from reports import numbers
from reports.behind import COUNTED, against, asked, at_game, behind_column, called, named
from reports.blocks import Block, Column, Folded, Paragraph, Row, Table
from reports.cells import (
    FEW,
    count_column,
    gain_column,
    interval_column,
    player_column,
    share_column,
    tint,
)
from reports.data import NamedPlayer
from reports.habits import others_column
from reports.html import Child, fragment, tag
from reports.links import game_link, hands_link
from reports.matrix import SIDE_BY_SIDE, by_batches, own, spread_out
from reports.numbers import number, signed

TEN = 10
"""So many of the best and of the worst stand open."""


def games_blocks(games: pl.DataFrame, group: Sequence[NamedPlayer]) -> list[Block]:
    """Who gains at which game (`data.player_games`): the ten best and the ten worst, and all to unfold."""
    if games.is_empty():
        return [Paragraph(tr("No game has been played this season."))]
    best, worst = extremes(games)
    every = Folded(summary=_every(games), blocks=_matrix(games, group))
    if best.is_empty() and worst.is_empty():
        return [Paragraph(tr("Nobody has {few} hands at one game.", few=FEW)), every]
    return [
        Paragraph(needed_sentence(games)),
        _ranked(best, tr("The most gained, beside chance"), games),
        _ranked(worst, tr("The most lost, beside chance"), games),
        every,
    ]


def extremes(games: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The ten best and the ten worst: by what is left of a figure once chance is taken from it; where players
    differ no more than by chance, by how far they lie beside it. Of few hands there is nothing to tell.

    Adds `beside`: a net in deviations of chance.
    """
    known = games.filter((pl.col("chance_sd") > 0) & (pl.col("hands") >= FEW)).with_columns(
        (pl.col("net_units") / pl.col("chance_sd")).alias("beside")
    )
    order = ["shrunk", "beside", "table_hands"]
    best = known.filter(pl.col("beside") > 0).sort(order, descending=True, maintain_order=True)
    worst = known.filter(pl.col("beside") < 0).sort(
        order, descending=[False, False, True], maintain_order=True
    )
    return best.head(TEN), worst.head(TEN)


def is_chance(games: pl.DataFrame) -> bool:
    """Whether the players' gains at single games differ no more than chance alone would make them."""
    return bool(games["needed"].null_count() == len(games))


def needed_sentence(games: pl.DataFrame) -> str:
    """What a figure at a single game is worth here."""
    if is_chance(games):
        return tr(
            "What players gain at single games differs here no more than chance alone would make it: the "
            "lists go by how far they lie beside chance, in its deviations."
        )
    needed = games["needed"].drop_nulls()[0]
    return tr(
        "After about {hands} at a game half of a figure is the player's own, the rest is chance: the lists "
        "go by what is left once that is taken away.",
        hands=numbers.hands(round(needed)),
    )


def ranked_columns(games: pl.DataFrame) -> list[Column]:
    """What a list of games, the best or the worst, says of each: count, interval, and what it is worth."""
    left = [] if is_chance(games) else [gain_column(tr("Without the chance in it"), "shrunk")]
    return [
        behind_column(tr("Hands"), "hands", at_game),
        interval_column(tr("Antes per 100 hands"), "net_per_100", 0, signed),
        *left,
        gain_column(tr("Beside chance"), "beside", 1),
    ]


def _ranked(frame: pl.DataFrame, caption: str, games: pl.DataFrame) -> Table:
    return Table(
        frame=frame.rename({"low": "net_per_100_low", "high": "net_per_100_high"}),
        caption=caption,
        empty=tr("Nobody has {few} hands at one game.", few=FEW),
        columns=[
            player_column(),
            Column(
                label=tr("Game"),
                kind="text",
                sort="game",
                cell=lambda row: game_link(row["game"], row["variant_id"]),
            ),
            *ranked_columns(games),
        ],
        sortable=True,
    )


def _every(games: pl.DataFrame) -> str:
    count = games["variant_id"].n_unique()
    return trn("The {n} game, by player", "All {n} games, by player", count)


def _matrix(games: pl.DataFrame, group: Sequence[NamedPlayer]) -> list[Block]:
    rows = games.select("variant_id", "game", "table_hands").unique(maintain_order=True)
    wide = spread_out(rows, games, "variant_id", group, "net", "hands")
    large = games["net"].abs().quantile(0.95) or 0.0  # a few wild hands shouldn't pale all the rest
    caption = tr(
        "Net in chips and hands below it, the most played game first. The deeper the blue, the larger the "
        "gain; the deeper the orange, the larger the loss; grey: fewer than {few} hands",
        few=FEW,
    )

    def table(some: Sequence[NamedPlayer]) -> Table:
        return Table(
            frame=wide,
            caption=caption,
            empty=tr("No game has been played this season."),
            columns=[
                Column(label=tr("Game"), kind="text", sort="game", cell=_game),
                *(_tinted(person, large) for person in some),
            ],
            sortable=True,
            matrix=True,
        )

    blocks = by_batches(group, table)
    if any(wide[own(person, "net")].has_nulls() for person in group):
        blocks.append(Paragraph(tr("An empty cell: the player never sat in that game."), quiet=True))
    return blocks


def _game(row: Row) -> Child:
    game = game_link(row["game"], row["variant_id"])
    hands = numbers.hands(row["table_hands"])
    behind = hands_link(hands, row["table_hands"], asked(COUNTED, game=row["variant_id"] or ""))
    return fragment(game, " ", tag("span", behind, class_="quiet"))


def _tinted(person: NamedPlayer, largest: float) -> Column:
    net, hands = own(person, "net"), own(person, "hands")
    who = person._asdict()

    def cell(row: Row) -> Child:
        if row[net] is None:
            return ""
        figures = fragment(signed(row[net]), tag("small", number(row[hands])))
        return hands_link(figures, row[hands], at_game({**who, "variant_id": row["variant_id"]}))

    def style(row: Row) -> str:
        return "few" if (row[hands] or 0) < FEW else tint(row[net], largest)

    return Column(label=person.name, sort=net, cell=cell, style=style)


def favourites_blocks(favourites: pl.DataFrame) -> list[Block]:
    """What each calls most when dealing, and how it pays (`player_data.favourites`)."""
    if favourites.is_empty():
        return [Paragraph(tr("Nobody noted who dealt."))]
    return [
        Table(
            frame=favourites.rename({"low": "net_per_100_low", "high": "net_per_100_high"}),
            caption=tr(
                "The game that each calls more than the others do, and how it pays; grey: fewer "
                "than {few} hands",
                few=FEW,
            ),
            empty="",
            columns=[
                player_column(),
                replace(
                    behind_column(
                        tr("Calls"), "all_calls", lambda row: asked("called=yes", dealer=named(row))
                    ),
                    minor=True,
                ),
                replace(count_column(tr("Games"), "games"), minor=True),
                Column(
                    label=tr("Favourite"),
                    kind="text",
                    sort="game",
                    cell=lambda row: game_link(row["game"], row["variant_id"]),
                ),
                behind_column(tr("Called"), "calls", lambda row: called(row, named(row))),
                share_column(tr("Share"), "share"),
                share_column(tr("The others"), "others_share"),
                replace(count_column(tr("Hands"), "hands"), minor=True),
                interval_column(tr("Antes per 100 hands"), "net_per_100", 0, signed),
                others_column(),
            ],
            sortable=True,
            dense=True,
        )
    ]


def versus_blocks(pairs: pl.DataFrame, group: Sequence[NamedPlayer]) -> list[Block]:
    """Head to head (`player_data.pairs`): those who came most, each beside each."""
    some = group[:SIDE_BY_SIDE]
    if len(some) < 2 or pairs.is_empty():
        return [Paragraph(tr("Nobody else has played."))]
    rows = pl.DataFrame([person._asdict() for person in some]).with_columns(other_id="player_id")
    flows = pairs.with_columns(value=-pl.col("net_units"))
    wide = spread_out(rows, flows, "other_id", some, "value", "hands")
    large = pairs["net_units"].abs().quantile(0.95) or 0.0
    blocks: list[Block] = [
        Table(
            frame=wide,
            caption=tr("Antes that whoever stands at the left has from whoever stands above"),
            empty="",
            columns=[player_column(), *(_against(person, large) for person in some)],
            sortable=True,
            matrix=True,
        )
    ]
    if len(group) > len(some):
        told = tr("Those who came most; everybody's pairs are on the pages of the players.")
        blocks.append(Paragraph(told, quiet=True))
    return blocks


def _against(person: NamedPlayer, largest: float) -> Column:
    name, hands = own(person), own(person, "hands")

    def cell(row: Row) -> Child:
        if row[name] is None:
            return ""
        return hands_link(signed(row[name]), row[hands], against(named(row), person._asdict()))

    return Column(label=person.name, sort=name, cell=cell, style=lambda row: tint(row[name], largest))


__all__ = [
    "extremes", "favourites_blocks", "games_blocks", "is_chance", "needed_sentence", "ranked_columns",
    "versus_blocks",
]  # fmt: skip
