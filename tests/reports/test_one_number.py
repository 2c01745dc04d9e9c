"""What a night brought a player is one number: in its story, its tiles, its race and tables, and in the season's."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import polars as pl

from pipeline.analysis.marts import open_marts
from reports import data
from reports.charts.totals import session_line
from reports.components.html import text_of
from reports.page import Page, render
from reports.pages.hands import season_hands_page
from reports.pages.index import index_page
from reports.pages.night import night_page, night_picture, night_text, no_payments
from reports.pages.player import player_page
from reports.pages.season import season_page
from reports.pictures.drawing import WIDE, draw
from tests.reports.browser import Browser
from tests.reports.test_accounts import store

BOOK = [
    {"player_id": "b", "kind": "difference", "chips": 14, "money": Decimal("3.5")},
    {"player_id": "a", "kind": "difference", "chips": -14, "money": Decimal("-3.5")},
]
"""Bo lost 324 chips at a quarter, 81 kr, and had 14 chips more than the hands say: 77.50 kr."""
NET, OF_HANDS = "\u221277.50", "\u221281"


def texts(page: Page, *anchors: str) -> str:
    """What the sections say, or with no anchors what stands first."""
    sections = [section for section in page.sections if section.anchor in anchors]
    assert len(sections) == len(anchors)
    return text_of([block.html() for block in (sections or page.top)])


def test_a_nights_net_includes_what_the_count_showed_wherever_it_stands(tmp_path: Path) -> None:
    with open_marts(store(tmp_path, book=BOOK, times=27).path) as con:
        night, season, player = night_page(con, "n1"), season_page(con), player_page(con, "Bo")
        said = {
            "story and tiles": texts(night),
            "table": texts(night, "players"),
            "season": texts(season, "nights"),
            "standings": texts(season, "standings"),
            "player": texts(player),
            "nights": texts(player, "nights"),
            "chat": night_text(con, "n1"),
            "picture": text_of(draw(night_picture(con, "n1"), WIDE)),
            "front page": texts(index_page(con, no_payments)),
        }
    assert {name for name, text in said.items() if NET not in text} <= {"front page"}
    of_hands = {name for name, text in said.items() if OF_HANDS in text}
    assert of_hands <= {"table", "player"}  # which have the worst hand
    assert said["story and tiles"].count(NET) == 1
    assert "\u221278" not in "".join(said.values())


def test_a_race_ends_at_the_nets_of_the_night(tmp_path: Path) -> None:
    with open_marts(store(tmp_path, book=BOOK, times=27).path) as con:
        running = data.running_nets(con, "n1")
        nights = dict(data.player_nights(con, "2026").select("name", "value").iter_rows())
    ends = running.group_by("name", maintain_order=True).agg(pl.last("total"), pl.last("is_count"))
    assert dict(ends.select("name", "total").iter_rows()) == nights
    assert dict(ends.select("name", "is_count").iter_rows()) == {"Anna": True, "Bo": True, "Ida": False}
    figure = session_line(running)
    assert figure.layout.xaxis.labelalias["2"].startswith("After the hands: counted chips")
    assert {line.name: (line.x[-1], line.y[-1]) for line in figure.data} == {
        "Anna": (2, 131.5), "Bo": (2, -77.5), "Ida": (2, -54.0),
    }  # fmt: skip


def test_the_search_says_of_whole_nights_what_their_tiles_say(tmp_path: Path, browser: Browser) -> None:
    """It added up the hands alone: Bo lost 81 kr."""
    place = tmp_path / "hands.html"
    with open_marts(store(tmp_path, book=BOOK, times=27).path) as con:
        place.write_text(render(season_hands_page(con, "2026")), "utf-8")
    browser.open(place, past_charts=False)
    browser.wait("document.querySelector('.finder').answer !== undefined")
    browser.evaluate("document.querySelector('.control input[value=money]').click()")

    def told(text: str) -> str:
        field = "document.querySelector('[name=asked]')"
        browser.evaluate(f"{field}.value = '{text}'; {field}.dispatchEvent(new Event('input'))")
        return str(browser.evaluate("document.querySelector('.found').textContent"))

    assert f"Bo {NET}" in told("who won most last night")
    assert NET in told("Bo last night")
    assert NET in told("Bos worst night")
    assert OF_HANDS in told("Bo last night with guts")  # what hands of a game brought
