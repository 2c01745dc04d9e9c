"""The page of games as data: what each game's row holds, and that its script says what Python gives it."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl
import pytest
from duckdb import DuckDBPyConnection

import reports
from language import speaking
from pipeline.analysis.game_facts import game_source
from reports import data
from reports.game_data import PER_DEVIATION, game_rows, usual
from reports.game_source import NO_GAMES
from reports.page import SCRIPTS, render
from reports.page_json import page_data
from reports.pages.game_chooser import SideBySide
from reports.pages.game_texts import TEXTS
from reports.pages.variants import labelled, variants_page
from tests.reports.games import evenings, source
from tests.reports.page_scripts import script_data_of


def rows_of(con: DuckDBPyConnection, kind: str = "run") -> dict[str, dict[str, object]]:
    told = source(
        evenings("harakiri", 400),
        evenings("harakiri", 200, lineup="rock"),
        evenings("harakiri", 300, players=7, lineup="station"),
        evenings("texas-holdem", 90),
    )
    games = labelled(data.game_stats(con, kind))
    return {row["id"]: row for row in game_rows(con, kind, games, told)}


def test_the_wildest_evening_comes_first_and_regular_players_are_asked_first(con: DuckDBPyConnection) -> None:
    rows = rows_of(con)
    assert next(iter(rows)) == "harakiri+"
    harakiri = rows["harakiri+"]
    assert [table["lineup"] for table in harakiri["evenings"]] == ["regular", "rock", "station"]  # type: ignore[attr-defined]
    assert usual(harakiri) == 400
    assert usual(harakiri, 2.0) == 178


def test_what_no_evening_tells_is_guessed_from_the_spread_of_an_hour(con: DuckDBPyConnection) -> None:
    stats = {row["variant_id"]: row for row in data.game_stats(con, "run").to_dicts()}
    cincinnati = rows_of(con)["cincinnati+"]
    assert cincinnati["evenings"] == []
    deviation = stats["cincinnati"]["net_sd_hour"]
    assert usual(cincinnati, 4.0) == pytest.approx(PER_DEVIATION * deviation * 2 * 2)  # ante 2, four hours
    assert pytest.approx(0.9674, abs=1e-4) == PER_DEVIATION  # two of three of a normal distribution


def test_the_curve_of_a_hand_rises_to_one_and_keeps_its_largest_step(con: DuckDBPyConnection) -> None:
    counted = data.net_distribution(con, "run")
    for row in rows_of(con).values():
        bins, upto = row["curve"]  # type: ignore[misc]
        assert bins == sorted(set(bins))
        assert upto == sorted(upto)
        assert upto[-1] == 1.0
        game = counted.filter(variant_id=row["id"].removesuffix("+"))  # type: ignore[attr-defined]
        most = game.sort("n", "bin", descending=[True, False]).row(0, named=True)
        place = bins.index(most["bin"])
        assert upto[place] - (upto[place - 1] if place else 0) >= most["n"] / game["n"].sum() - 0.011


def test_beside_every_deviation_stand_its_effective_sample_and_what_it_takes(con: DuckDBPyConnection) -> None:
    told = data.frame_of(con, "select * from mart_variant_stats where kind = 'run' and metric = 'net_sd'")
    sums = {
        (row["variant_id"], row["per"]): row
        for row in told.filter(pl.col("player_count").is_null()).to_dicts()
    }
    for row in rows_of(con).values():
        game = str(row["id"]).removesuffix("+")
        for per in ("hour", "hand"):
            mart = sums[game, per]
            assert row[per] == [mart[name] for name in ("value", "low", "high", "effective", "needed")]
        for lineup in row["lineups"]:  # type: ignore[attr-defined]
            assert lineup["effective"] > 0
            assert (lineup["low"] is None) == (lineup["needed"] is not None)


def test_nights_have_no_evenings_and_no_lineups(con: DuckDBPyConnection) -> None:
    for row in rows_of(con, "night").values():
        assert row["evenings"] == row["lineups"] == []


def test_the_script_says_every_text_and_no_other() -> None:
    folder = Path(reports.__file__).parent / "assets" / "games"
    assert {place.stem for place in folder.iterdir()} == set(SCRIPTS["games"])
    script = "".join((folder / f"{name}.js").read_text("utf-8") for name in SCRIPTS["games"])
    said = set(re.findall(r'\b(?:say|withCode)\("(\w+)"', script))
    asked = set(re.findall(r'"(\w+)"', script))
    assert said <= set(TEXTS)
    assert set(TEXTS) <= asked


def test_the_page_is_data_too(con: DuckDBPyConnection) -> None:
    page = page_data(variants_page(con, source=source(evenings("harakiri", 400))))
    every = next(section for section in page["sections"] if section["anchor"] == "all")
    rows = {row["row_id"]: row for row in every["tables"][0]["rows"]}
    assert rows["harakiri+"]["usual"] == 400
    assert rows["harakiri+"]["gone"] == 0.85  # of a stack of 150
    assert rows["texas-holdem+"]["gone"] is None


def test_the_data_cant_end_its_script(con: DuckDBPyConnection) -> None:
    with speaking("da"):
        html = render(variants_page(con, source=source(evenings("harakiri", 400))))
    known = script_data_of(html, "games-data")
    assert known["texts"]["and"] == "og"
    assert len(known["games"]) == 10


def test_the_data_dont_depend_on_the_process(con: DuckDBPyConnection) -> None:
    lineups = ("station", "rock", "loose", "steady", "maniac", "regular")
    told = source(*(evenings("harakiri", 400, lineup=lineup) for lineup in lineups))
    known = script_data_of(render(variants_page(con, source=told)), "games-data")
    assert set(lineups) <= set(known["profiles"])
    assert list(known["profiles"]) == sorted(known["profiles"])


def test_without_a_source_the_page_stands_all_the_same(con: DuckDBPyConnection) -> None:
    html = render(variants_page(con, source=NO_GAMES))
    assert 'id="games-data"' in html


def test_the_page_begins_with_the_game_played_most_and_has_no_column_without_data(
    con: DuckDBPyConnection,
) -> None:
    html = render(variants_page(con, "night"))
    known = script_data_of(html, "games-data")
    played = data.game_stats(con, "night").sort("hands_hand", descending=True)
    assert known["first"].split("+")[0] == played["variant_id"][0]
    assert "gone" not in known["columns"]  # no evening was simulated
    table = html.partition('id="all"')[2].partition("</table>")[0]
    assert table.count('<th scope="col"') == 1 + len(known["columns"])


def test_the_games_side_by_side_are_at_first_two_whose_evenings_are_known(
    con: DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [*rows_of(con)]
    assert len(ids) > 5
    known = {ids[0], ids[-1]}  # games are in order of the spread
    monkeypatch.setattr("reports.pages.variants.usual", lambda row: 1.0 if row["id"] in known else None)
    (compared,) = (
        block
        for section in variants_page(con).sections
        for block in section.blocks
        if isinstance(block, SideBySide)
    )
    assert {*compared.first} == known


def test_additions_are_in_words(con: DuckDBPyConnection, tmp_path: Path) -> None:
    some = data.game_stats(con, "run").head(1).with_columns(additions=pl.lit("wild 2 hilo"))
    assert labelled(some, game_source(con, tmp_path).added)["label"][0].endswith(", twos wild, high and low")
    assert labelled(some)["row_id"][0].endswith("+wild 2 hilo")
