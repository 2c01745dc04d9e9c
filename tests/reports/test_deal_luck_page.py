"""Luck of the deal on a player's page: what the figures say."""

from __future__ import annotations

import polars as pl

from language import speaking
from reports.components.amounts import Worth
from reports.components.blocks import Table
from reports.components.html import text_of
from reports.components.links import Links, linking
from reports.pages.luck import (
    Verdict,
    card_luck_blocks,
    night_card_luck_blocks,
    street_sentence,
    without_cards_sentence,
)

ROW = {
    "player_id": "bo", "cards": "first", "hands": 1200, "net_units": 40.25, "luck_units": -12.34,
    "deviation_units": 30.0, "luck_quantile": 0.34, "adjusted_units": 52.59, "net_error_units": 60.0,
    "adjusted_error_units": 50.0, "explained": 0.3,
}  # fmt: skip
LATER = {
    **ROW,
    "cards": "later",
    "hands": 300,
    "luck_units": 55.5,
    "adjusted_units": -15.25,
    "explained": 0.67,
}
BOTH = {**LATER, "cards": "both", "luck_units": 50.25, "adjusted_units": -10.0, "adjusted_error_units": 10.0}


def test_the_sentence_parts_the_cards_from_the_rest() -> None:
    said, rest, needs, table = card_luck_blocks(pl.DataFrame([ROW]), "Bo", 1500)
    assert isinstance(table, Table)
    assert (
        "Bo's first cards are known in 1,200 of 1,500 hands. They account for −12.3 antes of the +40.2 antes won there."
        in (said.html().replace("&#x27;", "'"))
    )
    assert "needs all players' cards in every hand" in needs.html().replace("&#x27;", "'")
    assert (
        "would stand at +52.6 antes; other luck goes as far as ±98.0 antes. That could still be luck."
        in rest.html()
    )
    assert len(card_luck_blocks(pl.DataFrame([{**ROW, "adjusted_error_units": None}]), "Bo", 1500)) == 3


def test_the_luck_of_the_cards_does_not_contradict_the_season() -> None:
    """Eight players make 2.73 deviations of 10 antes: −30 is more, −25 is not, and each sentence says what the
    season said of the total."""

    def said(rest: float, total: float) -> str:
        verdict = Verdict(
            name="Bo", nights=9, total=total, luck_sd=100, measure="DKK", players=8, season_nights=9
        )
        return without_cards_sentence({**BOTH, "adjusted_units": rest}, "Bo", verdict)

    assert said(-25.0, -200).endswith(
        "other luck goes as far as ±27.3 antes, widened for 8 players. That could still be luck."
    )
    assert said(-30.0, -200).endswith(
        "The total alone could be luck; without the luck of the cards it is more than bad luck."
    )
    assert said(30.0, 400).endswith("That is more than luck.")


def test_later_cards_have_a_sentence_and_a_row() -> None:
    _, said, rest, table = card_luck_blocks(pl.DataFrame([ROW, LATER, BOTH]), "Bo", 1500)
    text = said.html().replace("\u202f", " ").replace("&#x27;", "'")
    assert (
        "All players' cards are known in 300 of 1,500 hands. The cards after the first account for +55.5 antes"
        in text
    )
    assert "of the +40.2 antes that Bo won there, and explain 67 % of the ups and downs." in text
    assert "would stand at −10.0 antes; other luck goes as far as ±19.6 antes." in rest.html()
    assert isinstance(table, Table)
    with linking(Links(hands={None: "hands.html"})):
        page = table.html()
    for cards in ("First cards", "Later cards", "Both"):
        assert cards in page
    assert "player=Bo%20later=yes" in page
    assert "explain 0" in street_sentence({**LATER, "explained": -0.2}, "Bo", 300)


def test_where_no_cards_are_told_stands_one_quiet_line() -> None:
    (line,) = card_luck_blocks(pl.DataFrame(), "Bo", 9)
    assert "in every hand of a night, folded ones too" in line.html()
    assert line.html().startswith('<p class="quiet">Luck of the cards: not known')
    with speaking("da"):
        assert "Kortheld: ukendt" in card_luck_blocks(pl.DataFrame(), "Bo", 9)[0].html()


def test_a_night_says_what_the_cards_brought_or_what_it_needs() -> None:
    night = {"session_id": "2026-01", "name": "Bo", "join_order": 0, "ante": None}
    both, first = {**BOTH, **night}, {**ROW, **night}
    (table,) = night_card_luck_blocks(pl.DataFrame([first, both]), 310)
    assert "What the cards of 300 of 310 hands brought, in antes: first and later ones" in table.html()
    assert "+50.2" in table.html()
    table, needs = night_card_luck_blocks(pl.DataFrame([first]), 1500)
    assert "What the first cards of 1,200 of 1,500 hands brought" in table.html()
    assert "Street luck needs all players" in needs.html()
    (line,) = night_card_luck_blocks(pl.DataFrame([first]).clear(), 300)
    assert line.html().startswith('<p class="quiet">What the cards brought is not known')


def test_where_all_hands_have_one_ante_the_luck_of_the_cards_is_in_money() -> None:
    """An ante of two chips of 25 øre is half a krone: 12.34 antes are 6.17 kr."""
    ante = Worth(0.5, "DKK")
    said, rest, _, table = card_luck_blocks(pl.DataFrame([ROW]), "Bo", 1500, ante=ante)
    assert "They account for −6.17 kr of the +20 kr won there." in text_of(said.html()).replace("\u202f", " ")
    assert "would stand at +26 kr; other luck goes as far as ±49 kr." in text_of(rest.html()).replace(
        "\u202f", " "
    )
    assert "−6.17" in table.html()
    night = {"session_id": "2026-01", "name": "Bo", "join_order": 0, "ante": 2}
    (table,) = night_card_luck_blocks(pl.DataFrame([{**BOTH, **night}]), 310, Worth(0.25, "DKK"))
    page = text_of(table.html()).replace("\u202f", " ")
    assert "What the cards of 300 of 310 hands brought, in kr: first and later ones" in page
    assert "+20.12" in page
