"""All-in luck on a player's page: the figures of a store that a reader adds up, and what they say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from engine.cards.card import parse_cards
from engine.kernel.actions import TABLE, Act, pack
from language import speaking
from pipeline.analysis.marts import open_marts
from reports import data
from reports.components.blocks import Table
from reports.pages.card_luck import all_in_blocks, all_in_sentence
from tests.stores import Row, few_models, hand, session, variant, write

only_what_it_reads = few_models("mart_player_all_ins", "mart_players", "mart_player_nights")
CARDS = ("As Ah", "Kd Kc")


def aces_against_kings(night: str, number: int) -> tuple[Row, list[Row]]:
    """Anna and Bo are in with 20 chips each before the river, which is the king that 2 of 44 cards are."""
    board = [pack(Act.TURN_BOARD, TABLE, 1, card) for card in parse_cards("2c 7d 9h 3s Kh")]
    acts = [*board[:4], pack(Act.BET, 0, 1, 10), pack(Act.CALL, 1, 1, 10), board[4]]
    facts = {"variant_id": "texas-holdem", "detail": "cards", "actions": acts}
    row, seats = hand(night, number, {"anna": 22, "bo": 22}, {"bo": 44}, **facts)
    for seat, cards in zip(seats, CARDS, strict=True):
        seat |= {"cards": cards, "stack_before": 22}
    return row, seats


def test_the_figures_are_those_of_the_players_season(tmp_path: Path) -> None:
    """given: 2 such hands this season and 1 in the last; expect: 44 antes won, where 2 of 44 kings give 2."""
    hands = [aces_against_kings("n", 1), aces_against_kings("n", 2), aces_against_kings("old", 1)]
    nights = [session("n"), session("old", season="2025")]
    write(tmp_path / "s", sessions=nights, hands=hands, variants=[variant("texas-holdem", rounds=4)])
    with open_marts(tmp_path / "s") as con:
        found = data.all_ins(con, "2026", "bo")
        assert data.all_ins(con, "2026", "carl").is_empty()
    said, table = all_in_blocks(found, "Bo")
    assert isinstance(table, Table)
    row = table.frame.row(0, named=True)
    assert (row["all_ins"], row["won_units"], row["luck"]) == (2, 44, 84)
    assert row["expected_units"] == pytest.approx(2)
    assert row["deviation_units"] == pytest.approx(22 * (2 * 2 / 44 * 42 / 44) ** 0.5)
    assert "2 all-ins brought Bo +42.0 antes of luck" in said.html()


def luck(units: float, quantile: float | None, all_ins: int = 20) -> dict[str, Any]:
    return {"all_ins": all_ins, "luck_units": units, "luck_quantile": quantile}


GIVEN_EXPECT = [
    (
        luck(42, 0.999, 1),
        "1 all-in brought Bo +42.0 antes of luck; it takes about 20 to say how rare that is.",
    ),
    (luck(12.34, 0.9), "20 all-ins brought Bo +12.3 antes of luck; luck alone goes this far or farther"),
    (luck(12.34, 0.9), "up or down, 20\u202f% of the time."),
    (luck(-12.34, 0.1), "20 all-ins brought Bo −12.3 antes of luck; luck alone goes this far or farther"),
    (luck(-12.34, 0.1), "up or down, 20\u202f% of the time."),
    (luck(-90, 0.0004), "luck alone goes this far, up or down, less than 1\u202f% of the time."),
    (luck(0, None), "No card to come could change what Bo's all-ins were worth."),
]


@pytest.mark.parametrize(("given", "expect"), GIVEN_EXPECT)
def test_the_sentence_says_what_the_figures_carry(given: dict[str, Any], expect: str) -> None:
    assert expect in all_in_sentence(given, "Bo")


def test_where_no_hand_is_known_well_enough_stands_one_quiet_line() -> None:
    (line,) = all_in_blocks(pl.DataFrame(), "Bo")
    assert line.html().startswith('<p class="quiet">All-in luck: not known')
    with speaking("da"):
        assert "All-in-held: ukendt" in all_in_blocks(pl.DataFrame(), "Bo")[0].html()
