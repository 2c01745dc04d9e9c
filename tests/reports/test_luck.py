"""Luck: verdicts computed by hand, and text, chart and table of a season that agree."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from math import erf, sqrt
from typing import Any

import polars as pl
import pytest
from duckdb import DuckDBPyConnection

from reports import data
from reports.charts.form import luck_band
from reports.components.blocks import Chart, Paragraph, Table
from reports.components.html import text_of
from reports.pages.luck import (
    add_chance,
    band,
    critical_value,
    luck_basis,
    player_luck,
    season_verdicts,
)
from reports.pages.season import season_page
from tests.reports.figures import plotted

START = datetime(2026, 1, 9, 19, tzinfo=UTC)


def line(values: dict[str, list[float | None]], sd: float | None = 100.0, known: int = 50) -> pl.DataFrame:
    """A season's line: nets in kroner by player, with the deviation of a night by luck alone."""
    rows: list[dict[str, Any]] = []
    totals = dict.fromkeys(values, 0.0)
    for n in range(len(next(iter(values.values())))):
        for order, (name, nets) in enumerate(values.items()):
            if (value := nets[n]) is None:
                continue
            totals[name] += value
            rows.append(
                {
                    "session_id": f"n{n}", "started_at": START + timedelta(weeks=n), "player_id": name.lower(),
                    "name": name, "join_order": order, "value": value, "total": totals[name],
                    "measure": "DKK", "hands": 50, "hands_known": known, "value_sd": sd,
                }
            )  # fmt: skip
    return pl.DataFrame(rows, schema_overrides={"value_sd": pl.Float64})


@pytest.mark.parametrize("players", [1, 2, 7, 20])
def test_luck_alone_keeps_all_players_within_their_bands_in_19_of_20_seasons(players: int) -> None:
    within = erf(critical_value(players) / sqrt(2))
    assert within**players == pytest.approx(0.95)


def test_a_lead_within_luck_comes_with_the_nights_it_takes() -> None:
    """Four nights of 50 kr with a deviation of 100 each: two players make 2.236 deviations, so 447 kr; it
    takes 4 times (447 / 200) squared nights, 20.01, of which 4 were played."""
    verdict = season_verdicts(line({"Anna": [50] * 4, "Bo": [-50] * 4}))["anna"]
    assert (verdict.total, verdict.luck_sd) == (200, 200)
    assert verdict.is_luck
    assert verdict.more_nights == 17
    assert text_of(verdict.sentences()) == (
        "Anna stands at +200\u202fkr. By luck alone Anna would end within ±447\u202fkr in 19 of 20 such "
        "seasons; the band is widened because 2 players are compared. So far it could be luck; about 17 more "
        "nights like these would tell."
    )


def test_more_than_luck_both_ways() -> None:
    anna, bo = season_verdicts(line({"Anna": [300] * 4, "Bo": [-300] * 4})).values()
    assert anna.sentences().endswith("This is more than luck.")
    assert bo.short() == "more than bad luck"


def test_a_lead_that_is_more_than_luck_for_one_player_may_be_luck_for_the_best_of_many() -> None:
    alone = season_verdicts(line({"Anna": [105] * 4}))["anna"]
    others: dict[str, list[float | None]] = {f"P{n}": [0.0] * 4 for n in range(6)}
    assert not alone.is_luck
    assert season_verdicts(line({"Anna": [105] * 4, **others}))["anna"].is_luck


def test_a_total_near_zero_names_no_number_of_nights() -> None:
    verdict = season_verdicts(line({"Anna": [1, -1, 1]}))["anna"]
    assert verdict.sentences().endswith("So far it could all be luck.")


@pytest.mark.parametrize("frame", [line({"Anna": [50] * 3}, sd=None), line({"Anna": [50] * 3}, known=40)])
def test_without_a_known_spread_there_is_no_verdict(frame: pl.DataFrame) -> None:
    verdict = season_verdicts(frame)["anna"]
    assert verdict.reach is None
    assert verdict.short() == "not known"
    assert band(frame, "anna", verdict) is None
    assert player_luck(frame, "anna", "basis") == (verdict.sentences(), None)


def test_two_nights_are_too_few_for_a_verdict_however_large_the_total() -> None:
    frame = line({"Anna": [9000, 9000], "Bo": [-9000, None]})
    verdict = season_verdicts(frame)["anna"]
    assert verdict.short() == "too early to tell"
    assert text_of(verdict.sentences()) == "2 nights are too few to tell luck from skill."
    assert band(frame, "anna", verdict) is None
    assert player_luck(frame, "anna", "basis") == (verdict.sentences(), None)


def test_the_band_widens_with_the_root_of_the_nights_and_is_level_on_nights_missed() -> None:
    frame = line({"Bo": [1.0] * 4, "Anna": [50, None, 10, 0]})
    z = critical_value(2)
    assert band(frame, "anna", season_verdicts(frame)["anna"]) == pytest.approx(
        [100 * z, 100 * z, 141.42136 * z, 173.20508 * z]
    )
    says, reach = player_luck(frame, "anna", "A basis.")
    assert reach is not None
    assert says.endswith("A basis.")
    upper, lower, total = plotted(luck_band(frame.filter(player_id="anna"), reach)).data
    assert list(upper.y) == pytest.approx([0, 100 * z, 141.42136 * z, 173.20508 * z])
    assert [-each for each in lower.y] == list(upper.y)
    assert list(total.y) == [0, 50, 60, 60]


def test_text_chart_and_table_of_a_season_agree(con: DuckDBPyConnection) -> None:
    """The sentence, the end of the band drawn and the row of the table have the same reach and verdict."""
    page = season_page(con)
    blocks = {section.anchor: section.blocks for section in page.sections}
    sentence = next(text_of(block.text) for block in blocks["line"] if isinstance(block, Paragraph))
    chart = next(block for block in blocks["line"] if isinstance(block, Chart))
    table = next(block for block in blocks["luck"] if isinstance(block, Table))
    standings = next(block for block in blocks["standings"] if isinstance(block, Table))
    said = re.search(r"^(\S+) stands at (\S+)\u202fkr.*within ±([\d,]+)\u202fkr", sentence)
    assert said
    name, total, reach = said.groups()
    assert f"{chart.figure.data[0]['y'][-1]:,.0f}" == reach
    row = next(table.frame.filter(pl.col("name") == name).iter_rows(named=True))
    cells = [
        re.sub("<.*?>", "", column.html(row, column.cell(row), heads_row=False)) for column in table.columns
    ]
    assert cells[1:3] == [total, f"±{reach}"]
    verdict = cells[3]
    assert ("more than" in sentence) == verdict.startswith("more than")
    standing = next(standings.frame.filter(pl.col("name") == name).iter_rows(named=True))
    assert verdict in [
        re.sub("<.*?>", "", column.html(standing, column.cell(standing), heads_row=False))
        for column in standings.columns
    ]
    leader = max(
        season_verdicts(add_chance(data.player_nights(con, "2026"), data.luck(con, "2026"))).values(),
        key=lambda each: each.total,
    )
    assert leader.name == name
    assert leader.is_luck == (abs(leader.total) <= chart.figure.data[0]["y"][-1])


def test_the_spread_says_where_it_comes_from() -> None:
    """A variance 2.25 times that of the runs is a deviation 1.5 times theirs."""
    assert "multiplied by 1.50" in luck_basis(pl.DataFrame({"scale": [2.25]}))
    assert luck_basis(pl.DataFrame({"scale": [None]})) == ""
