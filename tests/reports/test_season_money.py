"""Money of a season on its page, for nights as they are logged."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

import polars as pl
from typer.testing import CliRunner

from pipeline.analysis.marts import open_marts
from pipeline.cli import app
from pipeline.night.service import NightService
from reports import data
from reports.components.html import text_of
from reports.page import render
from reports.pages.index import index_page
from reports.pages.night import night_page
from reports.pages.player import player_page
from reports.pages.season import season_page
from reports.pages.story import Payment
from reports.site import Site
from tests.reports.marts import PAGE_MARTS

TABLE = ("players Anna, Bo, Carl", "banker c", "chip 25 øre", "season s", "loan 100")


def log(store: Path, night: str, *lines: str) -> None:
    with NightService(store, night) as service:
        for line in (*TABLE, *lines):
            assert service.enter(line).status == "kept", line
        assert service.update_tables() == ""


def test_who_never_lost_has_no_worst_night(tmp_path: Path) -> None:
    """There stood "Worst night +7.00", the smaller of two nights that were won."""
    log(tmp_path, "n1", "7s 14 +a")
    log(tmp_path, "n2", "7s 20 +a")
    with open_marts(tmp_path, PAGE_MARTS) as con:
        html = render(season_page(con))
    rows = [re.sub("<.*?>", " ", row).split() for row in re.findall(r"<tr.*?</tr>", html, re.DOTALL)]
    standing = next(row for row in rows if "Anna" in row)
    assert standing.count("+10") == 1  # the best; no worst
    assert any("Anna" in row and row[-1] == "+2" for row in rows)  # nights ahead in a row
    assert "Worst night</summary>" in html  # a fact of those who lost


def test_chips_of_different_worth_are_not_added_up(tmp_path: Path) -> None:
    """80 chips of 25 øre and 40 of 2 kr are 100 kr; there stood 120 chips, and 80 was the biggest win."""
    log(tmp_path, "n1", "7s 40 +a")
    log(tmp_path, "n2", "chip 2 kr", "7s 20 +a")
    with open_marts(tmp_path, PAGE_MARTS) as con:
        frame = data.standings(con, "s")
        assert frame.filter(name="Anna").select("net_money", "net").row(0) == (100, None)
        win = data.extreme_hands(con, "s").row(0, named=True)
        assert (win["what"], win["session_id"], win["net"]) == ("win", "n2", 40)
        html = render(player_page(con, "Anna"))
        facts = re.sub("<.*?>", " ", html[html.index("<dl") : html.index("</dl>")])
        assert "120" not in facts
        assert re.search(r"Biggest win in a hand [^+]*\+40\schips", facts)
        render(season_page(con))


def test_where_nobody_lost_there_is_no_worst_night_to_tell(tmp_path: Path) -> None:
    log(tmp_path, "n1", "7s 14 +a", "7s 14 +b", "7s 14 +c")
    with open_marts(tmp_path, PAGE_MARTS) as con:
        html = render(season_page(con))
    assert not re.search("(Best|Worst) night</summary>", html)  # the columns' heads alone


def test_the_latest_season_is_that_of_the_last_night_and_leads_to_all_players(tmp_path: Path) -> None:
    """A season that was begun first is the latest where the last night is in it; who wasn't there has a page too."""
    log(tmp_path / "store", "2026-01-02", "season long", "7s 14 +a")
    log(tmp_path / "store", "2026-01-09", "season short", "players Anna, Bo, Dorte", "7s 14 +d")
    log(tmp_path / "store", "2026-01-16", "season long", "7s 20 +b")
    with open_marts(tmp_path / "store") as con:
        site = Site(con, tmp_path / "site")
        assert site.seasons == ["short", "long"]
        site.write()
        front = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert front.index("Season long</a>") < front.index("Season short</a>")
    people = front[front.index('class="people"') :].partition("</ul>")[0]
    assert re.findall(r'href="player-(\w+)-(\w+)\.html"', people) == [
        ("anna", "long"), ("bo", "long"), ("carl", "long"), ("dorte", "short"),
    ]  # fmt: skip


def test_nights_of_a_spreadsheet_have_results_and_neither_empty_parts_nor_amounts_without_a_unit(
    tmp_path: Path,
) -> None:
    folder, sheet = tmp_path / "store", tmp_path / "results.csv"
    sheet.write_text(
        "date,player,net\n2026-01-02,Anna,12.5\n2026-01-02,Bo,-12.5\n2026-01-09,Anna,-3\n2026-01-09,Bo,3\n"
    )
    imported = CliRunner().invoke(app, ["--store", str(folder), "import", "csv", str(sheet)])
    assert imported.exit_code == 0, imported.output

    def pays(night: str | None, nights: Sequence[str] = ()) -> Sequence[Payment]:
        return [Payment("Bo", "Anna", Decimal("12.50"), "", payer_id="bo", payee_id="anna")]

    with open_marts(folder, PAGE_MARTS) as con:
        pages = {
            "night": night_page(con, "sheet-2026-01-02", pays),
            "season": season_page(con, "2026", pays=pays),
            "front": index_page(con, pays),
        }
        night, season, front = (text_of(render(page)) for page in pages.values())
    assert [section.anchor for section in pages["night"].sections] == ["bank"]
    assert "no hand of this night was logged" in night
    for text in (night, season, front):
        assert "0 hands of" not in text
    assert "Who pays whom, in the currency of the file" in night
    assert "Who pays whom, in the currency of the file" in front
    assert "If the season is settled now, in the currency of the files" in season
    assert "to get (+) or to pay (−), in the currency of the files" in season
    assert "2 nights, 2 Jan to 9 Jan 2026." in season


def test_a_sheet_without_a_currency_has_its_standings_and_its_line_in_its_own_amounts(tmp_path: Path) -> None:
    """They were in chips made from each night's amounts, a half on one and a quarter on the other: Carl led with +7 to Anna's
    -4 where Anna had won 5.25 and Carl .50.
    """
    folder, sheet = tmp_path / "store", tmp_path / "results.csv"
    sheet.write_text("date,Anna,Bo,Carl\n2026-01-10,12.50,-10,-2.50\n2026-01-17,-7.25,4.25,3\n")
    imported = CliRunner().invoke(app, ["--store", str(folder), "import", "csv", str(sheet)])
    assert imported.exit_code == 0, imported.output
    with open_marts(folder, PAGE_MARTS) as con:
        season = text_of(render(season_page(con, "2026")))
        evenings = data.player_nights(con, "2026")
    assert evenings.group_by("name", "measure").agg(pl.col("value").sum()).sort("name").rows() == [
        ("Anna", "", 5.25), ("Bo", "", -5.75), ("Carl", "", 0.5),
    ]  # fmt: skip
    standings = season[season.index("Won and lost over the season") : season.index("Settlement")]
    assert "in the currency of the files" in standings
    assert standings.index("Anna") < standings.index("Carl") < standings.index("Bo")
    assert "+5.25" in standings
    assert "+12.50" in standings
    assert "chip" not in standings


def test_every_table_of_a_season_names_its_unit(tmp_path: Path) -> None:
    log(tmp_path, "n1", "7s 14 b3 +a", "pay b a 5 kr")
    with open_marts(tmp_path, PAGE_MARTS) as con:
        text = text_of(render(season_page(con)))
        of_night = text_of(render(night_page(con, "n1")))
    assert "Won and lost over the season, in kr" in text
    assert "What each player has to get (+) or to pay (−), in kr" in text
    assert "Net in kr and hands below it" in text
    assert "Net of each night in kr" in text
    assert "to get (+) or to pay (−), in kr" in of_night
    assert "What the bank did, entry by entry, in kr" in of_night
