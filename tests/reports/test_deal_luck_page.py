"""Luck of the deal on a player's page: what the figures say."""

from __future__ import annotations

import polars as pl

from language import speaking
from reports.blocks import Table
from reports.deals import deal_blocks, deal_sentence

ROW = {
    "hands": 1200, "net_units": 40.25, "luck_units": -12.34, "deviation_units": 30.0, "luck_quantile": 0.34,
    "rest_units": 52.59, "net_error_units": 60.0, "rest_error_units": 50.0,
}  # fmt: skip


def test_the_sentence_parts_the_cards_from_the_rest() -> None:
    said, table = deal_blocks(pl.DataFrame([ROW]), "Bo")
    assert isinstance(table, Table)
    assert "In 1,200 hands with known cards Bo won +40.2 antes; the first cards bring −12.3 of it." in (
        said.html()
    )
    assert "Without them: +52.6, 95 % interval −45.4 to +150.6." in said.html().replace("\u202f", " ")
    assert "interval" not in deal_sentence({**ROW, "rest_error_units": None}, "Bo")


def test_where_no_cards_are_told_stands_one_quiet_line() -> None:
    (line,) = deal_blocks(pl.DataFrame(), "Bo")
    assert line.html().startswith('<p class="quiet">Luck of the deal: not known')
    with speaking("da"):
        assert "Held i kortene: vides ikke" in deal_blocks(pl.DataFrame(), "Bo")[0].html()
