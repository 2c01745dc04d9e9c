"""Luck of the deal on a player's page: what the figures say."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest

from language import speaking
from reports.components.amounts import Worth
from reports.components.blocks import Table
from reports.components.html import text_of
from reports.components.links import Links, linking
from reports.pages.card_luck import (
    card_luck_blocks,
    night_card_luck_blocks,
    street_sentence,
    without_cards_sentences,
)
from reports.pages.luck import MIN_VERDICT_HANDS, Verdict

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
        "In these 1,200 hands Bo would stand at +52.5 antes without the luck of the cards; other luck goes as far as "
        "±98.0 antes there. That could still be luck." in rest.html()
    )
    assert len(card_luck_blocks(pl.DataFrame([{**ROW, "adjusted_error_units": None}]), "Bo", 1500)) == 3


def test_the_luck_of_the_cards_does_not_contradict_the_season() -> None:
    """Eight players make 2.73 deviations of 10 antes: −30 is more, −25 is not, and each sentence says what the
    season said of the total."""

    def said(rest: float, total: float) -> str:
        verdict = Verdict(
            name="Bo",
            nights=9,
            hands=400,
            total=total,
            luck_sd=100,
            own_sd=None,
            measure="DKK",
            players=8,
            season_nights=9,
        )
        return text_of(without_cards_sentences({**BOTH, "adjusted_units": rest}, "Bo", verdict))

    assert said(-20.0, -200).endswith(
        "other luck goes as far as ±27.3 antes there, widened for 8 players. That could still be luck."
    )
    assert said(-25.0, -200).endswith("That could still be luck, barely.")
    assert said(-40.0, -200).endswith(
        "The season's total could be luck; what is left of these hands is more than bad luck."
    )
    assert said(-30.0, -200).endswith("what is left of these hands is barely more than bad luck.")
    assert said(40.0, 400).endswith("That is more than luck.")


def test_what_the_cards_brought_is_taken_from_the_whole_season() -> None:
    """Of +448, cards of 228 antes of half a krone took 114: without them it would be +562, whatever the hands with
    known cards came to.
    """
    verdict = Verdict(
        name="Dorte",
        nights=9,
        hands=400,
        total=448,
        luck_sd=100,
        own_sd=None,
        measure="DKK",
        players=8,
        season_nights=9,
    )
    row = {**BOTH, "net_units": 664.0, "luck_units": -228.0, "adjusted_units": 892.0}
    said = text_of(without_cards_sentences(row, "Dorte", verdict, Worth(0.5, "DKK"))).replace("\u202f", " ")
    assert said.startswith(
        "The luck of these cards brought Dorte −114 kr: without it the season's +448 kr would be about +562 kr. "
        "In these 300 hands Dorte would stand at +446 kr without the luck of the cards;"
    )
    assert "whole" not in said
    in_antes = text_of(without_cards_sentences(row, "Dorte", verdict))  # whose total is in kr
    assert in_antes.startswith("In these 300 hands")


@pytest.mark.parametrize(
    ("total", "own_sd", "heading", "why"),
    [
        (448, 100, "More than luck", ""),
        (300, 100, "Barely more than luck", "That is close to the edge: a night or two could turn it."),
        (-300, 100, "Barely more than bad luck", "That is close to the edge: a night or two could turn it."),
        (
            250,
            None,
            "So far it could be luck, barely",
            "That is close to the edge: a night or two could turn it.",
        ),
        (120, None, "So far it could be luck", ""),
        (448, 180, "Barely more than luck", "By how much Bo's own nights vary, luck would reach ±491 kr."),
        (
            150,
            50,
            "So far it could be luck, barely",
            "By how much Bo's own nights vary, luck would reach ±136 kr.",
        ),
        (448, None, "More than luck", ""),
    ],
)
def test_a_verdict_near_its_edge_hedges(total: float, own_sd: float | None, heading: str, why: str) -> None:
    """Luck reaches ±273 kr by the model: 2.73 deviations for eight players."""
    verdict = Verdict(
        name="Bo",
        nights=20,
        hands=900,
        total=total,
        luck_sd=100,
        own_sd=own_sd,
        measure="DKK",
        players=8,
        season_nights=20,
    )
    assert verdict.heading() == heading
    assert ("barely" in verdict.short()) == ("arely" in heading)
    said = text_of(verdict.sentences()).replace("\u202f", " ")
    assert said.endswith(why or ("." if "More" in heading else "would tell."))
    assert ("close to the edge" in said or "own nights" in said) == bool(why)


def test_later_cards_have_a_sentence_and_a_row() -> None:
    _, said, rest, table = card_luck_blocks(pl.DataFrame([ROW, LATER, BOTH]), "Bo", 1500)
    text = said.html().replace("\u202f", " ").replace("&#x27;", "'")
    assert (
        "All players' cards are known in 300 of 1,500 hands. The cards after the first account for +55.5 antes"
        in text
    )
    assert "of the +40.2 antes that Bo won there, and explain 67 % of the ups and downs." in text
    assert (
        "would stand at −10.0 antes without the luck of the cards; other luck goes as far as ±19.6 antes there."
        in rest.html()
    )
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
    assert (
        "would stand at +26 kr without the luck of the cards; other luck goes as far as ±49 kr there."
        in text_of(rest.html()).replace("\u202f", " ")
    )
    assert "−6.17" in table.html()
    night = {"session_id": "2026-01", "name": "Bo", "join_order": 0, "ante": 2}
    (table,) = night_card_luck_blocks(pl.DataFrame([{**BOTH, **night}]), 310, Worth(0.25, "DKK"))
    page = text_of(table.html()).replace("\u202f", " ")
    assert "What the cards of 300 of 310 hands brought, in kr: first and later ones" in page
    assert "+20.12" in page


@pytest.mark.parametrize("ante", [None, Worth(0.5, "DKK"), Worth(7.0, "DKK")])
def test_a_row_of_luck_adds_up_in_what_is_printed(ante: Worth | None) -> None:
    """40.25 rounds to 40.2, 12.34 to 12.3, and their sum 52.59 to 52.6: what is left is what the other cells leave."""
    rows = [ROW, {**LATER, "net_units": 40.4, "luck_units": -3.4, "adjusted_units": 43.8}]
    *_, table = card_luck_blocks(pl.DataFrame(rows), "Bo", 1500, ante=ante)
    assert isinstance(table, Table)
    columns = {column.label: column for column in table.columns}
    for row in table.frame.iter_rows(named=True):
        net, luck, rest = (
            float(text_of(columns[label].cell(row)).replace("−", "-").replace(",", ""))
            for label in ("Net", "Luck", "Without luck")
        )
        assert rest == pytest.approx(net - luck, abs=1e-9)


def test_what_few_hands_cannot_tell_is_not_nothing() -> None:
    *_, table = card_luck_blocks(pl.DataFrame([{**LATER, "explained": None}]), "Bo", 300)
    assert isinstance(table, Table)
    [cell] = [
        column.cell(LATER | {"explained": None}) for column in table.columns if column.label == "Explained"
    ]
    assert "not known" in text_of(cell)
    assert "explain" not in text_of(street_sentence({**LATER, "explained": None}, "Bo", 300))


def test_few_hands_tell_nothing_however_many_nights() -> None:
    """A guest who won the one hand of each of four nights was more than lucky."""
    verdict = Verdict(
        name="Bo", nights=4, hands=4, total=400, luck_sd=20, own_sd=None, measure="DKK", players=8, season_nights=9
    )  # fmt: skip
    assert verdict.short() == "too early to tell"
    assert text_of(verdict.sentences()) == "4 hands are too few to tell luck from skill."
    assert verdict.heading() == "Luck or skill?"
    assert replace(verdict, hands=MIN_VERDICT_HANDS).short() == "more than luck"
