"""A season beside chance: verdicts that a reader works out, and the band that is drawn."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import polars as pl
import pytest
from duckdb import DuckDBPyConnection

from language import speaking
from reports import player_data
from reports.figures.chance import chance_band
from reports.luck import Verdict, player_luck, season_luck


def nights(units: list[float], sd: float | None = 100.0, known: int = 50) -> pl.DataFrame:
    rows: list[dict[str, Any]] = []
    total = 0.0
    for n, each in enumerate(units, 1):
        total += each
        rows.append(
            {
                "player_id": "p1", "name": "Anna", "join_order": 0, "night_no": n, "hands": 50,
                "hands_known": known, "net_units": each, "chance_sd": sd, "season_units": total,
                "started_at": datetime(2026, 1, 1, tzinfo=UTC) + timedelta(weeks=n), "form_nights": n,
                "form_units": total, "fall_units": 0.0, "drawdown_units": 0.0, "streak": n, "scale": None,
            }
        )  # fmt: skip
    return pl.DataFrame(rows, schema_overrides={"chance_sd": pl.Float64, "scale": pl.Float64})


def test_a_lead_within_chance_is_told_with_the_nights_it_takes() -> None:
    """Four nights of 50 antes, each with a deviation of 100: 196 times 100 / 50 squared is 15.4 nights."""
    verdict = Verdict.of(nights([50, 50, 50, 50]))
    assert (verdict.net, verdict.chance_sd) == (200, 200)
    assert verdict.is_luck
    assert verdict.more_nights == 12
    assert verdict.sentence() == (
        "Anna stands at +200 antes; chance alone ends within ±392 antes in 19 of 20 such seasons. "
        "It could be chance: about 12 more such nights would tell."
    )


def test_more_than_chance_is_told_both_ways() -> None:
    assert Verdict.of(nights([200] * 4)).sentence().endswith("That is more than luck.")
    assert Verdict.of(nights([-200] * 4)).short() == "more than bad luck"


def test_what_chance_was_taken_from_is_told_where_that_was_runs() -> None:
    """A variance 2.25 times that of the runs is a deviation 1.5 times theirs."""
    wide = nights([50] * 4).with_columns(scale=pl.lit(2.25))
    for blocks in (season_luck(wide), player_luck(wide, 0)):
        assert any("simulated players at these games, times 1.50" in block.html() for block in blocks)
    assert not any("simulated" in block.html() for block in season_luck(nights([50] * 4)))


def test_what_would_take_for_ever_has_no_number() -> None:
    assert Verdict.of(nights([1, -1, 1])).sentence().endswith("It could all be chance.")
    assert Verdict.of(nights([0, 0])).short() == "could be chance"


@pytest.mark.parametrize("frame", [nights([50], sd=None), nights([50] * 3, known=40)])
def test_where_chance_isnt_known_there_is_no_verdict(frame: pl.DataFrame) -> None:
    assert Verdict.of(frame).chance_sd is None
    assert Verdict.of(frame).short() == "not known"
    assert len(player_luck(frame, 0)) == 1


def test_the_band_widens_with_the_root_of_the_nights() -> None:
    upper, lower, line = chance_band(nights([50, -20, 10, 0]), 1.96, 0).data
    assert list(upper.y) == pytest.approx([0, 196, 196 * 2**0.5, 196 * 3**0.5, 392])
    assert [-each for each in lower.y] == list(upper.y)
    assert list(line.y) == [0, 50, 30, 40, 40]


def test_the_best_season_stands_first_with_its_verdict() -> None:
    bo = nights([-50] * 4).with_columns(
        player_id=pl.lit("p2"), name=pl.lit("Bo"), join_order=pl.lit(1, pl.Int64)
    )
    table, _ = season_luck(pl.concat([bo, nights([50] * 4)]).sort("night_no"))
    assert table.html().index("Anna") < table.html().index("Bo")
    with speaking("da"):
        assert "cirka 12 aftener mere" in season_luck(nights([50] * 4))[0].html()


def test_head_to_head_adds_up_to_what_was_won(con: DuckDBPyConnection) -> None:
    """Both sides of a pair have opposite nets, and whoever a player met is in the list once."""
    anna = {row["other_id"]: row for row in player_data.versus(con, "2026", "p1").to_dicts()}
    assert set(anna) == {"p2", "p3", "p4", "p5", "p6"}
    for other, row in anna.items():
        back = next(r for r in player_data.versus(con, "2026", other).to_dicts() if r["other_id"] == "p1")
        assert back["net_units"] == pytest.approx(-row["net_units"])
    calls = player_data.calls(con, "2026", "p1")
    assert calls["share"].sum() == pytest.approx(1)
