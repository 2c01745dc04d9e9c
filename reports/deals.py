"""The luck of the deal: what the cards brought a player, apart from what was made of them.

`mart_player_deals` holds it: of the first cards, of later ones and of both, in hands whose cards are told
whatever became of them.
"""

from __future__ import annotations

import polars as pl

from language import mark, tr
from reports.behind import asked, behind_column, named
from reports.blocks import Block, Paragraph, Row, Table
from reports.cells import count_column, gain_column, share_column, text_column
from reports.luck import BEYOND
from reports.numbers import number, percent, signed

CARDS = {
    "first": (mark("First cards"), "cards=yes"),
    "later": (mark("Later cards"), "later=yes"),
    "both": (mark("Both"), "cards=yes later=yes"),
}
"""What the cards of a row are called, and which hands they are of."""


def deal_blocks(deals: pl.DataFrame, name: str) -> list[Block]:
    """One player's figures and what they say (`player_data.deals`: a row a kind of cards, or none)."""
    if deals.is_empty():
        unknown = tr(
            "Luck of the deal: not known; it takes nights in which the first cards are told in every hand, "
            "also where they were folded."
        )
        return [Paragraph(unknown, quiet=True)]
    of_cards = {row["cards"]: row for row in deals.iter_rows(named=True)}
    said = [deal_sentence(of_cards["first"], name)] if "first" in of_cards else []
    if "later" in of_cards:
        said.append(later_sentence(of_cards["later"], of_cards.get("both"), name))
    return [
        *map(Paragraph, said),
        Table(
            frame=deals,
            caption=tr(
                "Luck of the deal in antes: what cards bring on average, more or less than others. Later "
                "cards are those that came after a bet, in hands in which everybody's are told"
            ),
            empty="",
            columns=[
                text_column(tr("Cards"), "cards", lambda cards: tr(CARDS[cards][0])),
                behind_column(tr("Hands"), "hands", lambda row: _asked(row, name)),
                gain_column(tr("Net"), "net_units", 1),
                gain_column(tr("Luck"), "luck_units", 1),
                count_column(tr("Deviation by chance"), "deviation_units", 1),
                gain_column(tr("Without it"), "rest_units", 1),
                share_column(tr("Explained"), "explained"),
            ],
        ),
    ]


def _asked(row: Row, name: str) -> str:
    return asked(CARDS[row["cards"]][1], player=named({**row, "name": name}))


def deal_sentence(row: Row, name: str) -> str:
    """What the first cards brought, and what is left without that, with its interval where there is one."""
    told = tr(
        "In {hands} hands with known cards {player} won {net} antes; the first cards bring {luck} of it.",
        hands=number(row["hands"]),
        player=name,
        net=signed(row["net_units"], 1),
        luck=signed(row["luck_units"], 1),
    )
    if row["rest_error_units"] is None:
        return told
    rest = tr("Without them: {rest}, 95 % interval {low} to {high}.", **_rest(row))
    return f"{told} {rest}"


def later_sentence(row: Row, both: Row | None, name: str) -> str:
    """What later cards brought, and what is left of the net without them, or without first ones too."""
    told = tr(
        "In {hands} hands with everybody's cards known {player} won {net} antes; the cards that came later "
        "bring {luck} of it, and explain {share} of the ups and downs.",
        hands=number(row["hands"]),
        player=name,
        net=signed(row["net_units"], 1),
        luck=signed(row["luck_units"], 1),
        share=percent(max(0, row["explained"] or 0)),
    )
    if both is not None and both["rest_error_units"] is not None:
        rest = tr("Without first and later cards: {rest}, 95 % interval {low} to {high}.", **_rest(both))
        return f"{told} {rest}"
    return told


def _rest(row: Row) -> dict[str, str]:
    rest, error = row["rest_units"], row["rest_error_units"]
    ends = {"rest": rest, "low": rest - BEYOND * error, "high": rest + BEYOND * error}
    return {name: signed(antes, 1) for name, antes in ends.items()}


__all__ = ["deal_blocks", "deal_sentence", "later_sentence"]
