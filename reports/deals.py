"""The luck of the deal: what the cards brought a player, apart from what was made of them.

`mart_player_deals` holds it: of the first cards, of later ones and of both, in hands whose cards are told
whatever became of them.
"""

from __future__ import annotations

import polars as pl

from language import mark, tr
from reports.behind import asked, behind_column, named, on_night
from reports.blocks import Block, Paragraph, Row, Table
from reports.cells import count_column, gain_column, player_column, share_column, text_column
from reports.luck import BEYOND
from reports.numbers import number, percent, signed

CARDS = {
    "first": (mark("First cards"), "cards=yes"),
    "later": (mark("Later cards"), "later=yes"),
    "both": (mark("Both"), "later=yes"),
}
"""What the cards of a row are called, and which hands they are of."""


def deal_blocks(deals: pl.DataFrame, name: str, hands: int) -> list[Block]:
    """One player's figures and what they say (`player_data.deals`: a row a kind of cards, or none), of so
    many hands in all.
    """
    if deals.is_empty():
        return [Paragraph(tr("Luck of the deal: not known. {needs}", needs=_needs_first()), quiet=True)]
    of_cards = {row["cards"]: row for row in deals.iter_rows(named=True)}
    said = [deal_sentence(of_cards["first"], name, hands)] if "first" in of_cards else []
    if "later" in of_cards:
        said.append(later_sentence(of_cards["later"], of_cards.get("both"), name, hands))
    later = tr("What later cards did is not known. {needs}", needs=_needs_all())
    return [
        *map(Paragraph, said),
        *([] if "later" in of_cards else [Paragraph(later, quiet=True)]),
        Table(
            frame=deals,
            caption=tr(
                "Luck of the deal in antes: what cards bring on average, more or less than others. Later "
                "cards are those that came after the first ones, of nights on which everybody's are told"
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


def deal_sentence(row: Row, name: str, hands: int) -> str:
    """What the first cards brought, and what is left without that, with its interval where there is one."""
    told = tr(
        "In {known} of {hands} hands {player}'s first cards are known. They bring {luck} of the {net} antes "
        "won there.",
        known=number(row["hands"]),
        hands=number(hands),
        player=name,
        net=signed(row["net_units"], 1),
        luck=signed(row["luck_units"], 1),
    )
    if row["rest_error_units"] is None:
        return told
    rest = tr("Without them: {rest}, 95 % interval {low} to {high}.", **_rest(row))
    return f"{told} {rest}"


def later_sentence(row: Row, both: Row | None, name: str, hands: int) -> str:
    """What later cards brought, and what is left of the net without them, or without first ones too."""
    told = tr(
        "In {known} of {hands} hands everybody's cards are known. Those that came after the first bring "
        "{luck} of the {net} antes that {player} won there, and explain {share} of the ups and downs.",
        known=number(row["hands"]),
        hands=number(hands),
        player=name,
        net=signed(row["net_units"], 1),
        luck=signed(row["luck_units"], 1),
        share=percent(max(0, row["explained"] or 0)),
    )
    if both is not None and both["rest_error_units"] is not None:
        rest = tr("Without first and later cards: {rest}, 95 % interval {low} to {high}.", **_rest(both))
        return f"{told} {rest}"
    return told


def night_deal_blocks(deals: pl.DataFrame, hands: int) -> list[Block]:
    """What cards brought each player on a night of so many hands (`player_data.night_deals`): all cards where
    everybody's are told, else the first ones.
    """
    both = deals.filter(cards="both")
    shown = both if not both.is_empty() else deals.filter(cards="first")
    if shown.is_empty():
        unknown = tr("What the cards brought is not known. {needs}", needs=_needs_first())
        return [Paragraph(unknown, quiet=True)]
    caption = tr(
        "What the cards of {known} of {hands} hands brought, in antes: first and later ones",
        known=number(int(shown["hands"].max())),  # type: ignore[arg-type]
        hands=number(hands),
    )
    if both.is_empty():
        caption = tr(
            "What the first cards of {known} of {hands} hands brought, in antes",
            known=number(int(shown["hands"].max())),  # type: ignore[arg-type]
            hands=number(hands),
        )
    return [
        Table(
            frame=shown.sort(["luck_units", "join_order"], descending=[True, False]),
            caption=caption,
            empty="",
            columns=[
                player_column(),
                behind_column(tr("Hands"), "hands", _asked_of_night, deals["session_id"][0]),
                gain_column(tr("Net"), "net_units", 1),
                gain_column(tr("Luck of the cards"), "luck_units", 1),
                count_column(tr("Deviation by chance"), "deviation_units", 1),
                gain_column(tr("Without it"), "rest_units", 1),
            ],
            sortable=True,
        ),
        *([Paragraph(_needs_all(), quiet=True)] if both.is_empty() else []),
    ]


def _asked_of_night(row: Row) -> str:
    return on_night(row, CARDS[row["cards"]][1])


def _needs_first() -> str:
    return tr(
        "It needs a player's first cards in every hand of a night, also where they were folded: nights told "
        "card by card, one's own hands in a log from elsewhere."
    )


def _needs_all() -> str:
    return tr(
        "Later cards need all cards: everybody's, in every hand of a night, also where they were folded."
    )


def _rest(row: Row) -> dict[str, str]:
    rest, error = row["rest_units"], row["rest_error_units"]
    ends = {"rest": rest, "low": rest - BEYOND * error, "high": rest + BEYOND * error}
    return {name: signed(antes, 1) for name, antes in ends.items()}


__all__ = ["deal_blocks", "deal_sentence", "later_sentence", "night_deal_blocks"]
