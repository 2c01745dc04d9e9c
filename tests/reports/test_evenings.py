"""An evening of a game in words: figures as the mart has them, and a sentence where there are too few."""

from __future__ import annotations

from typing import Any

import polars as pl
from duckdb import DuckDBPyConnection

from language import speaking
from reports.evenings import METRICS, evening_blocks, evening_text, evenings

GUTS: dict[str, Any] = {
    "variant_id": "guts", "additions": "", "player_count": 5, "lineup": "regular", "name": "Guts",
    "family": "guts", "hands": 160.0, "evenings": 90, "net_p5": -212.0, "net_p50": -3.0, "net_p95": 230.0,
    "ahead": 0.48, "gone_75": 0.41, "gone_150": 0.18, "gone_300": 0.02, "drawdown_p50": 120.0,
}  # fmt: skip


def test_an_evening_is_told_in_words() -> None:
    assert evening_text(GUTS) == (
        "An evening of Guts ends between −212 and +230 chips nine times of ten. "
        "18\u202f% lose a loan of 150 on the way, 48\u202f% go home ahead."
    )
    with speaking("da"):
        assert "18\u202f% mister et lån på 150 undervejs" in evening_text(GUTS)


def test_the_wildest_and_the_calmest_are_told_and_all_are_in_the_table() -> None:
    calm = GUTS | {"variant_id": "sp", "name": "Straight Poker", "net_p5": -40.0, "net_p95": 41.0}
    first, second, table = evening_blocks(pl.DataFrame([GUTS, calm]))
    assert "Guts" in first.html()
    assert "Straight Poker" in second.html()
    assert table.html().count("<tr") == 3
    assert "150 gone" in table.html()


def test_too_few_hands_make_no_evening(con: DuckDBPyConnection) -> None:
    frame = evenings(con, "run")
    assert set(METRICS) <= set(frame.columns)
    (sentence,) = evening_blocks(frame.clear())
    assert "Too few hands" in sentence.html()
