"""Luck of the cards, separated from how they were played: first cards, street luck, and all-ins."""

from __future__ import annotations

import polars as pl

from language import mark, tr, trn
from reports.components.amounts import (
    CellForm,
    Worth,
    amount_column,
    ante_worth,
    decimals,
    difference_column,
    gain_shown,
    night_shown,
    printed_difference,
    unit_shown,
)
from reports.components.blocks import Block, Column, Paragraph, Row, Table
from reports.components.columns import (
    count_column,
    gain_column,
    player_column,
    text_column,
)
from reports.components.drill_down import hand_query, hands_column, night_query, player_term
from reports.components.html import Child, Html, filled, fragment
from reports.components.numbers import number, percent, signed
from reports.data import ANTES
from reports.pages.luck import Verdict, critical_value, is_near, more_than_luck

CARDS = {
    "first": (mark("First cards"), "cards=yes"),
    "later": (mark("Later cards (street luck)"), "later=yes"),
    "both": (mark("Both"), "later=yes"),
}
"""Names of the cards that a row is about, and the query for its hands."""


def card_luck_blocks(
    deals: pl.DataFrame,
    name: str,
    hands: int,
    verdict: Verdict | None = None,
    ante: Worth | None = None,
) -> list[Block]:
    """One player's luck of the cards as a table and sentences (`data.deals`: a row per kind of cards, or
    none), of `hands` in all. `verdict` is the season's verdict on the player, which the sentences must not
    contradict. Amounts are money if an `ante` has the same value in all hands.

    >>> [type(block).__name__ for block in card_luck_blocks(pl.DataFrame(), "Anna", 24)]
    ['Paragraph']
    """
    if deals.is_empty():
        return [Paragraph(tr("Luck of the cards: not known. {needs}", needs=_needs_first()), quiet=True)]
    of_cards = {row["cards"]: row for row in deals.iter_rows(named=True)}
    sentences = [first_cards_sentence(of_cards["first"], name, hands, ante)] if "first" in of_cards else []
    if "later" in of_cards:
        sentences.append(street_sentence(of_cards["later"], name, hands, ante))
    known = of_cards.get("both", of_cards.get("first"))
    if known and known["adjusted_error_units"] is not None:
        rest = printed_difference(known["net_units"], known["luck_units"], _form(deals, ante))
        sentences.append(without_cards_sentences(known, name, verdict, ante, rest))
    later = tr(
        "Street luck, from the cards dealt after the first ones, is not known. {needs}", needs=_needs_all()
    )
    return [
        *map(Paragraph, sentences),
        *([] if "later" in of_cards else [Paragraph(later, quiet=True)]),
        Table(
            frame=deals,
            caption=filled(
                tr(
                    "Luck of the cards in {unit}: what such cards bring on average. Street luck is from "
                    "the cards dealt after the first ones, on nights when all players' cards are known"
                ),
                unit=_unit(ante),
            ),
            columns=[
                text_column(tr("Cards"), "cards", lambda cards: tr(CARDS[cards][0])),
                hands_column(tr("Hands"), "hands", lambda row: _query(row, name)),
                *_luck_columns(deals, tr("Luck"), ante),
                Column(label=tr("Explained"), cell=lambda row: percent(_explained(row))),
            ],
        ),
    ]


def _query(row: Row, name: str) -> str:
    return hand_query(CARDS[row["cards"]][1], player=player_term({**row, "name": name}))


def first_cards_sentence(row: Row, name: str, hands: int, ante: Worth | None = None) -> Html:
    """The effect of the first cards.

    >>> from reports.components.html import text_of
    >>> row = {"hands": 20, "net_units": 12.0, "luck_units": 4.0}
    >>> text_of(first_cards_sentence(row, "Anna", 24)).partition(".")[0]
    "Anna's first cards are known in 20 of 24 hands"
    """
    return filled(
        tr(
            "{player}'s first cards are known in {known} of {hands} hands. They account for "
            "{luck} of the {net} won there."
        ),
        known=number(row["hands"]),
        hands=number(hands),
        player=name,
        net=_amount(row["net_units"], ante),
        luck=_amount(row["luck_units"], ante),
    )


def street_sentence(row: Row, name: str, hands: int, ante: Worth | None = None) -> Html:
    """The street luck.

    >>> from reports.components.html import text_of
    >>> row = {"hands": 20, "net_units": 12.0, "luck_units": 4.0, "explained": 0.3}
    >>> text_of(street_sentence(row, "Anna", 24)).partition(".")[0]
    "All players' cards are known in 20 of 24 hands"
    """
    explained = _explained(row)
    return filled(
        tr(
            "All players' cards are known in {known} of {hands} hands. The cards after the first "
            "account for {luck} of the {net} that {player} won there."
        )
        if explained is None
        else tr(
            "All players' cards are known in {known} of {hands} hands. The cards after the first "
            "account for {luck} of the {net} that {player} won there, and explain {share} "
            "of the ups and downs."
        ),
        known=number(row["hands"]),
        hands=number(hands),
        player=name,
        net=_amount(row["net_units"], ante),
        luck=_amount(row["luck_units"], ante),
        share="" if explained is None else percent(explained),
    )


def _explained(row: Row) -> float | None:
    """The share of the ups and downs that the cards explain; None if so few hands can't tell."""
    return None if row["explained"] is None else max(0.0, row["explained"])


def without_cards_sentences(
    row: Row,
    name: str,
    verdict: Verdict | None = None,
    ante: Worth | None = None,
    printed: float | None = None,
) -> Html:
    """The effect of the cards, and the season's total without it (if `verdict` is in the same unit); then
    whether luck other than the cards' explains the rest in the hands with known cards: `printed` in the table, in money or
    antes. The band is widened as the season's is, and the wording agrees with its verdict.

    >>> from reports.components.html import text_of
    >>> row = {"hands": 20, "adjusted_units": 8.0, "adjusted_error_units": 10.0}
    >>> text_of(without_cards_sentences(row, "Anna")).rpartition(". ")[2]
    'That could still be luck.'
    """
    players = verdict.players if verdict else 1
    rest, reach = row["adjusted_units"], critical_value(players) * row["adjusted_error_units"]
    left = filled(
        trn(
            "In these {known} hands {player} would stand at {rest} without the luck of the cards; other luck goes as far "
            "as ±{reach} there.",
            "In these {known} hands {player} would stand at {rest} without the luck of the cards; other luck goes as far "
            "as ±{reach} there, widened for {n} players.",
            players,
            **{place: f"{{{place}}}" for place in ("player", "rest", "reach", "known")},
        ),
        player=name,
        known=number(row["hands"]),
        rest=_amount(rest, ante, printed=printed),
        reach=_amount(reach, ante, gain=False),
    )
    more = more_than_luck(rest, barely=is_near(rest, reach))
    if abs(rest) <= reach:
        follows = (
            tr("That could still be luck, barely.")
            if is_near(rest, reach)
            else tr("That could still be luck.")
        )
    elif verdict and verdict.is_luck:
        follows = tr("The season's total could be luck; what is left of these hands is {more}.", more=more)
    else:
        follows = tr("That is {more}.", more=more)
    whole = _of_the_whole(row, name, verdict, ante)
    return fragment(whole, " " if whole else None, left, " ", follows)


def _of_the_whole(row: Row, name: str, verdict: Verdict | None, ante: Worth | None) -> Html | None:
    """The effect of the cards, and the season's total without it."""
    if verdict is None or ante is None or verdict.measure != ante.currency:
        return None
    luck = row["luck_units"] * ante.chip
    luck = round(luck, _money_places(luck))  # what is printed adds up
    return filled(
        tr(
            "The luck of these cards brought {player} {luck}: without it the season's {total} would be about {whole}."
        ),
        player=name,
        luck=_money(luck, ante),
        total=night_shown(verdict.total, verdict.measure),
        whole=_money(verdict.total - luck, ante),
    )


def _money(value: float, ante: Worth, *, gain: bool = True, printed: float | None = None) -> Child:
    return gain_shown(value, ante.currency, _money_places(value), gain=gain, printed=printed)


def _money_places(value: float) -> int:
    return 0 if abs(value) >= 10 else 2


def _amount(antes: float, ante: Worth | None, *, gain: bool = True, printed: float | None = None) -> Child:
    """An amount of antes, as money if an ante has one value; with decimals if it is small."""
    if ante:
        return _money(antes * ante.chip, ante, gain=gain, printed=printed)
    shown = antes if printed is None else printed
    text = (signed if gain else number)(shown, 0 if abs(antes) >= 100 else 1)
    return tr("{antes} antes", antes=text)


def _unit(ante: Worth | None) -> Child:
    return unit_shown(ante.currency if ante else ANTES)


def _luck_columns(deals: pl.DataFrame, luck: str, ante: Worth | None) -> list[Column]:
    """The net, the `luck` in it and the net without it, in antes or in money, all with the same number of
    decimals.
    """
    rest, gain = tr("Without luck"), _form(deals, ante)
    places = gain.places or 0
    if ante is None:
        return [
            gain_column(tr("Net"), "net_units", places),
            gain_column(luck, "luck_units", places),
            count_column(tr("Typical luck"), "deviation_units", places, minor=True),
            difference_column(rest, "adjusted_units", "net_units", "luck_units", gain),
        ]
    typical = CellForm(of=ante, places=places, gain=False)
    return [
        amount_column(tr("Net"), deals["net_units"], gain),
        amount_column(luck, deals["luck_units"], gain),
        amount_column(tr("Typical luck"), deals["deviation_units"], typical, minor=True),
        difference_column(rest, "adjusted_units", "net_units", "luck_units", gain),
    ]


def _form(deals: pl.DataFrame, ante: Worth | None) -> CellForm:
    """How a table of luck writes its amounts: antes have no decimals where one of them reaches a hundred."""
    rows = deals.select("net_units", "luck_units", "adjusted_units").iter_rows()
    figures = [antes * (ante.chip if ante else 1.0) for row in rows for antes in row if antes is not None]
    if ante:
        return CellForm(of=ante, places=decimals(figures))
    return CellForm(in_money=False, places=0 if max(map(abs, figures)) >= 100 else 1)


def night_card_luck_blocks(deals: pl.DataFrame, hands: int, worth: Worth | None = None) -> list[Block]:
    """The luck of the cards of each player on a night (`data.card_luck`): of all cards if all players' cards
    are known, else of the first ones. Amounts are money if a chip has a `worth` and the night has one ante.

    >>> from reports import data
    >>> luck = data.card_luck(con, "2026-03")
    >>> [type(block).__name__ for block in night_card_luck_blocks(luck, 24)]
    ['Paragraph']
    """
    both = deals.filter(cards="both")
    shown = both if not both.is_empty() else deals.filter(cards="first")
    if shown.is_empty():
        unknown = tr("What the cards brought is not known. {needs}", needs=_needs_first())
        return [Paragraph(unknown, quiet=True)]
    ante = ante_worth(worth, shown.row(0, named=True)["ante"])
    caption = filled(
        tr("What the first cards of {known} of {hands} hands brought, in {unit}")
        if both.is_empty()
        else tr("What the cards of {known} of {hands} hands brought, in {unit}: first and later ones"),
        known=number(int(shown["hands"].max())),  # type: ignore[arg-type]
        hands=number(hands),
        unit=_unit(ante),
    )
    return [
        Table(
            frame=shown.sort(["luck_units", "join_order"], descending=[True, False]),
            caption=caption,
            columns=[
                player_column(),
                hands_column(tr("Hands"), "hands", _night_query, deals["session_id"][0], minor=True),
                *_luck_columns(shown, tr("Luck of the cards"), ante),
            ],
            sortable=True,
        ),
        *([Paragraph(_needs_all(), quiet=True)] if both.is_empty() else []),
    ]


def _night_query(row: Row) -> str:
    return night_query(row, CARDS[row["cards"]][1])


def _needs_first() -> str:
    return tr(
        "It needs the player's first cards in every hand of a night, folded ones too: nights "
        "logged card by card, or the player's own hands in an imported log."
    )


def _needs_all() -> str:
    return tr("Street luck needs all players' cards in every hand of a night, folded ones too.")


ENOUGH = 20
"""Minimum number of all-ins for the normal approximation of how rare their luck is."""
RARE = 0.01
"""Luck rarer than this is reported as rarer than this."""


def all_in_blocks(all_ins: pl.DataFrame, name: str) -> list[Block]:
    """One player's luck at all-ins as figures and a sentence (`data.all_ins`: one row, or none).

    >>> [type(block).__name__ for block in all_in_blocks(pl.DataFrame(), "Anna")]
    ['Paragraph']
    """
    if all_ins.is_empty():
        unknown = tr(
            "All-in luck: not known. It needs hands in which all betting was over before the last "
            "cards, with the cards of all players still in."
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
            columns=[
                hands_column(tr("All-ins"), "all_ins", lambda row: _all_in_query(row, name)),
                count_column(tr("Won"), "won_units", 1),
                count_column(tr("Expected"), "expected_units", 1),
                difference_column(
                    tr("Luck"),
                    "luck_units",
                    "won_units",
                    "expected_units",
                    CellForm(in_money=False, places=1),
                ),
                count_column(tr("Typical luck"), "deviation_units", 1),
                gain_column(tr("Luck in chips"), "luck", none=""),
            ],
        ),
    ]


def _all_in_query(row: Row, name: str) -> str:
    return hand_query("allin=yes", player=player_term({**row, "name": name}))


def all_in_sentence(row: Row, name: str) -> str:
    """The luck in antes, and its two-sided probability by chance if that can be computed.

    >>> all_in_sentence({"all_ins": 3, "luck_units": 4.0, "luck_quantile": 0.9}, "Anna")
    '3 all-ins brought Anna +4.0 antes of luck; it takes about 20 to say how rare that is.'
    """
    quantile = row["luck_quantile"]
    if quantile is None:
        return tr("No card to come could change what {player}'s all-ins were worth.", player=name)
    luck = signed(row["luck_units"], 1)
    if row["all_ins"] < ENOUGH:
        return trn(
            "{n} all-in brought {player} {luck} antes of luck; it takes about {enough} to say how rare "
            "that is.",
            "{n} all-ins brought {player} {luck} antes of luck; it takes about {enough} to say how rare "
            "that is.",
            row["all_ins"],
            player=name,
            luck=luck,
            enough=ENOUGH,
        )
    values = {"player": name, "luck": luck, "n": number(row["all_ins"])}
    share = 2 * min(quantile, 1 - quantile)
    if share < RARE:
        return tr(
            "{n} all-ins brought {player} {luck} antes of luck; luck alone goes this far, up or down, less "
            "than {share} of the time.",
            **values,
            share=percent(RARE),
        )
    return tr(
        "{n} all-ins brought {player} {luck} antes of luck; luck alone goes this far or farther, up or down, "
        "{share} of the time.",
        **values,
        share=percent(share),
    )
