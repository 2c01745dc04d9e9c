"""Nights of one date: wherever they stand in one list, each has a title of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from duckdb import DuckDBPyConnection

from language import speaking
from pipeline.analysis.marts import open_marts
from reports import data
from reports.components.html import text_of
from reports.components.links import Links, linking
from reports.page import render
from reports.pages.hands import season_hands_page
from reports.pages.index import index_page
from reports.pages.night import night_page, no_payments
from reports.pages.player import player_page
from reports.pages.season import season_page
from tests.reports.browser import Browser, chromium
from tests.reports.page_scripts import script_data_of
from tests.reports.test_season_money import log

NIGHTS = {
    "afternoon": ["place Farum"],
    "evening": ["place Valby"],
    "late": ["place Valby"],
    "later": ["date 2026-05-08"],
}
OF_DATE = ["1 May (Farum)", "1 May (evening)", "1 May (late)", "8 May"]


@pytest.fixture(scope="module")
def con(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DuckDBPyConnection]:
    """Three nights of a date, two of them in one place, and a night a week later."""
    store = tmp_path_factory.mktemp("titles") / "store"
    for night, lines in NIGHTS.items():
        log(store, night, "date 2026-05-01", *lines, "7s 14 +a")
    with open_marts(store) as con:
        yield con


def links(page: str) -> list[str]:
    """The texts that lead to nights, in order."""
    return [re.sub("<.*?>", "", text) for text in re.findall(r'<a href="night-\w+.html">(.*?)</a>', page)]


def test_each_list_of_nights_tells_those_of_one_date_apart(con: DuckDBPyConnection) -> None:
    """The nights of a season and of a player were told by the date alone."""
    nights = {name: f"night-{name}.html" for name in data.sessions(con)["session_id"]}
    with linking(Links(nights=nights)):
        season = next(one.html() for one in season_page(con, "s").sections if one.anchor == "nights")
        player = next(one.html() for one in player_page(con, "Anna", "s").sections if one.anchor == "nights")
        front = next(one.html() for one in index_page(con, no_payments).sections if one.anchor == "nights")
    for there in (season, player):
        assert [text for text in links(there) if " May" in text] == OF_DATE
    assert [text.replace(" 2026", "") for text in links(front)] == OF_DATE[::-1]


def test_the_search_names_them_apart(con: DuckDBPyConnection) -> None:
    nights = script_data_of(render(season_hands_page(con, "s")), "hands-data")["nights"]
    assert [night["said"].replace(" 2026", "") for night in nights.values()] == OF_DATE


def test_the_nights_before_and_after_are_told_apart(con: DuckDBPyConnection) -> None:
    nights = {name: f"night-{name}.html" for name in NIGHTS}
    with linking(Links(nights=nights)):
        around = {name: [text_of(link) for link in night_page(con, name).around] for name in NIGHTS}
    assert around == {
        "afternoon": ["Fri, 1 May 2026 (Valby) →"],
        "evening": ["← Fri, 1 May 2026 (Farum)", "Fri, 1 May 2026 (late) →"],
        "late": ["← Fri, 1 May 2026 (evening)", "Fri, 8 May 2026 →"],
        "later": ["← Fri, 1 May 2026"],
    }


def test_a_place_that_is_part_of_a_date_is_shown(tmp_path: Path) -> None:
    """Of a night in May, the front page left out that it was at May's."""
    for night, lines in {"first": ["place Valby"], "second": ["date 2026-05-08", "place Valby"]}.items():
        log(tmp_path, night, "date 2026-05-01", *lines, "7s 14 +a")
    log(tmp_path, "third", "date 2026-05-15", "place May", "7s 14 +a")
    with open_marts(tmp_path) as con:
        front = next(one.html() for one in index_page(con, no_payments).sections if one.anchor == "nights")
    assert "15 May May" in text_of(front)
    assert "Valby" not in text_of(front)


@pytest.mark.skipif(chromium() is None, reason="needs Chromium, and there is none on this machine")
def test_dates_with_a_year_stand_on_one_line_of_a_phone(tmp_path: Path, browser: Browser) -> None:
    """Seasons of two years have years in their tables; on a phone those went to a line of their own."""
    for night, day in {"n1": "2025-12-25", "n2": "2026-09-18", "n3": "2026-12-25"}.items():
        log(tmp_path / "store", night, f"date {day}", "7s 60 +a", "7s 30 +b", "7s 30 +a")
    with speaking("da"), open_marts(tmp_path / "store") as con:
        pages = {
            "front": index_page(con, no_payments), "season": season_page(con, "s"), "player": player_page(con, "Anna", "s"),
        }  # fmt: skip
        for name, page in pages.items():
            (tmp_path / f"{name}.html").write_text(render(page), "utf-8")
    for name in pages:
        browser.open(tmp_path / f"{name}.html", width=360, past_charts=False)
        browser.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        lines = browser.evaluate("""[...document.querySelectorAll('#nights tbody th .dated')]
            .filter((each) => each.checkVisibility()).map((each) => each.getClientRects().length)""")
        assert lines == [1] * 3, name
        assert browser.evaluate("document.documentElement.scrollWidth") <= 360, name
