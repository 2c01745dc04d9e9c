"""The site: every page once, links that lead somewhere, and only what changed written again."""

from __future__ import annotations

import json
import re
from concurrent.futures import Future
from decimal import Decimal
from html import unescape
from pathlib import Path
from shutil import copytree

import polars as pl
import pytest
from duckdb import DuckDBPyConnection
from typer.testing import CliRunner

from language import speaking
from pipeline.cli import app
from reports import data
from reports.errors import ReportError
from reports.manifest import MANIFEST, SiteState, unchanged_site
from reports.page import render, slug
from reports.pages.index import LATEST, night_blocks
from reports.pages.season import season_page
from reports.pages.story import Payment
from reports.site import Site, SiteFacts
from tests.reports.browser import Browser
from tests.reports.house import FRIENDS, build_house


def pages(folder: Path) -> dict[str, str]:
    return {place.name: place.read_text("utf-8") for place in folder.glob("*.html")}


def test_there_is_a_page_for_everything(site: Path) -> None:
    nights = {f"night-2026-0{n}.html" for n in range(1, 6)} | {"night-log-1.html"}
    players = {f"player-p{n}-2026.html" for n in range(1, 7)}
    assert set(pages(site)) == {
        "index.html",
        "games.html",
        "season-2026.html",
        "hands-2026.html",
        *nights,
        *players,
    }


def test_every_link_leads_somewhere(site: Path) -> None:
    there = pages(site)
    links = {
        (name, unescape(link))
        for name, text in there.items()
        for link in re.findall(r'href="(?!data:)([^"]*)"', text)
    }
    assert len(links) > 100
    for name, link in links:
        file, _, anchor = link.partition("#")
        assert (site / (file or name)).is_file(), link
        if anchor and not anchor.startswith("game-") and not file.startswith("hands"):
            assert f'id="{anchor}"' in there[file or name], (name, link)
    season = there["season-2026.html"]
    assert re.search(r'href="night-2026-\d\d\.html#hand-\d+"', season)
    assert 'href="player-p1-2026.html"' in season
    assert 'href="games.html#game-' in season


@pytest.mark.parametrize("hands", [pytest.param(1, marks=pytest.mark.nightly), 10**6])
def test_pages_are_the_same_however_many_nights_are_read_at_once(
    con: DuckDBPyConnection, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hands: int
) -> None:
    monkeypatch.setattr("reports.site.HANDS_AHEAD", hands)
    few = Site(con, tmp_path)
    for name in [*few.files][::-1]:
        if name.startswith(("night-", "hands-")):
            few.write_page(name)
            assert (tmp_path / name).read_text("utf-8") == pages(site)[name]
    few.answers.read_ahead([])


def test_the_hand_behind_a_players_best_and_worst_at_a_game_is_one_click_away(
    con: DuckDBPyConnection, site: Path
) -> None:
    text = pages(site)["player-p1-2026.html"]
    table = text[text.index("Game by game") :].partition("</table>")[0]
    told = re.findall(
        r'<a href="night-([^"]*).html#hand-(\d+)"><data value="([^"]*)">[^<]*</data></a>', table
    )
    mine = data.season_hands(con, "2026", "p1")
    nets = {(night, str(no)): net for night, no, net in mine.select("session_id", "hand_no", "net").rows()}
    assert [nets[night, no] / 4 for night, no, _ in told] == [float(net) for *_, net in told]
    ends = mine.group_by("variant_id").agg(
        pl.col("net").max().alias("most"), pl.col("net").min().alias("least"), pl.len().alias("hands")
    )
    ends = ends.filter(pl.col("hands") >= 10)  # games of fewer hands have no row
    assert len(ends) > 1
    assert len(told) == (ends["most"] > 0).sum() + (ends["least"] < 0).sum()


def test_the_library_stands_beside_the_pages_once(site: Path) -> None:
    assert len(list(site.glob("plotly-*.js"))) == 1
    for text in pages(site).values():
        assert len(text) < 400_000
        assert "script-src 'self';" in unescape(text)
        assert "<style" not in text


def test_a_page_that_is_alone_has_no_links(con: DuckDBPyConnection, site: Path) -> None:
    assert 'href="night-' not in render(season_page(con))


def test_only_what_changed_is_written_again(con: DuckDBPyConnection, site: Path, tmp_path: Path) -> None:
    copytree(site, tmp_path, dirs_exist_ok=True)
    paid = [Payment("Bo", "Anna", Decimal(5), "DKK")]
    state = SiteState(night=lambda night: night + "!" * (night == "2026-03"))
    other = Site(
        con, tmp_path, state, SiteFacts(pays=lambda night: paid)
    ).write()  # the others' payments aren't even asked for
    assert other.written == ["night-2026-03.html", "index.html"]  # which says who paid on the last night
    assert other.removed == []
    assert {*pages(site)} - {*other.written} <= {*other.unchanged}
    (tmp_path / "night-2026-04.html").unlink()
    again = Site(con, tmp_path, state=SiteState(night=lambda night: night)).write().written
    assert again == ["night-2026-03.html", "night-2026-04.html", "index.html"]


def neighbours(text: str) -> list[str]:
    around = text.partition('class="around"')[2].partition("</nav>")[0]
    return re.findall(r'href="night-([^"]*)\.html"', around)


def test_a_night_leads_to_the_nights_before_and_after_it(site: Path) -> None:
    there = pages(site)
    assert neighbours(there["night-2026-01.html"]) == ["2026-02"]
    assert neighbours(there["night-2026-03.html"]) == ["2026-02", "2026-04"]
    assert neighbours(there["night-2026-05.html"]) == ["2026-04"]
    assert neighbours(there["night-log-1.html"]) == []


def test_a_new_night_changes_only_its_neighbours(
    con: DuckDBPyConnection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = SiteState(night=lambda night: night)
    every = data.sessions(con)
    with monkeypatch.context() as patch:
        patch.setattr(
            "reports.data.sessions", lambda con, kind=None: every.filter(pl.col("session_id") != "2026-04")
        )
        Site(con, tmp_path, state=state).write()
    assert neighbours(pages(tmp_path)["night-2026-03.html"]) == ["2026-02", "2026-05"]
    written = Site(con, tmp_path, state=state).write().written
    assert {name for name in written if name.startswith("night")} == {
        f"night-2026-0{n}.html" for n in (3, 4, 5)
    }
    assert neighbours(pages(tmp_path)["night-2026-03.html"]) == ["2026-02", "2026-04"]


def test_others_write_pages_too_and_what_they_fail_to_do_is_done(
    con: DuckDBPyConnection, site: Path, tmp_path: Path
) -> None:
    asked: list[str] = []
    other = Site(con, tmp_path)

    def elsewhere(name: str) -> Future[bool]:
        done: Future[bool] = Future()
        asked.append(name)
        if len(asked) % 3:
            done.set_result(other.write_page(name))
        else:
            done.set_exception(OSError())
        return done

    written = Site(con, tmp_path).write(elsewhere=elsewhere).written
    assert set(asked) <= set(written)
    assert pages(tmp_path) == pages(site)


def test_a_page_that_is_no_more_is_taken_away_and_nothing_else(
    con: DuckDBPyConnection, site: Path, tmp_path: Path
) -> None:
    copytree(site, tmp_path, dirs_exist_ok=True)
    memory = json.loads((tmp_path / MANIFEST).read_text())
    (tmp_path / MANIFEST).write_text(json.dumps(memory | {"night-old.html": "", "../mine.html": ""}))
    for name in ("night-old.html", "../mine.html", "notes.html"):
        (tmp_path / name).write_text("")
    assert Site(con, tmp_path, state=SiteState(night=lambda night: night)).write().removed == [
        "night-old.html"
    ]
    assert (tmp_path / ".." / "mine.html").is_file()
    assert (tmp_path / "notes.html").is_file()


def test_a_site_is_up_to_date_while_the_store_and_its_files_are_the_same(
    con: DuckDBPyConnection, tmp_path: Path
) -> None:
    assert unchanged_site(tmp_path, SiteState(store="a")) is None
    written = Site(con, tmp_path, state=SiteState(store="a")).write().written
    same = unchanged_site(tmp_path, SiteState(store="a"))
    assert same is not None
    assert sorted(same.unchanged) == sorted(written)
    assert unchanged_site(tmp_path, SiteState(store="b")) is None
    assert unchanged_site(tmp_path, SiteState()) is None
    with speaking("da"):
        assert unchanged_site(tmp_path, SiteState(store="a")) is None
    (tmp_path / "games.html").unlink()
    assert unchanged_site(tmp_path, SiteState(store="a")) is None


def test_an_empty_store_has_an_index(empty: DuckDBPyConnection, tmp_path: Path) -> None:
    Site(empty, tmp_path).write()
    with speaking("da"):
        Site(empty, tmp_path).write()
    assert set(pages(tmp_path)) == {"index.html"}
    assert "Ingen aften er noteret endnu." in pages(tmp_path)["index.html"]


def test_a_folder_that_cant_be_made_is_told(con: DuckDBPyConnection, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ReportError, match="can't be written"):
        Site(con, tmp_path / "file" / "site").write()


@pytest.mark.parametrize("name", ["../../etc", "a/b", "Ærø", "x" * 300, "<b>", "A", "a b", ""])
def test_a_name_in_a_file_name_is_plain_and_its_own(name: str) -> None:
    assert re.fullmatch(r"[a-z0-9_-]{0,60}", slug(name))
    assert slug(name) != slug(name + "!")


def test_the_command_writes_a_site(tmp_path: Path) -> None:
    build_house(tmp_path / "store", names=FRIENDS[:3], nights=2, hands=6, run_hands=0)
    command = ["--store", str(tmp_path / "store"), "report", "--all", str(tmp_path / "site")]
    first = CliRunner().invoke(app, command)
    assert first.exit_code == 0, first.output
    assert first.stdout == f"{tmp_path / 'site' / 'index.html'}\n"
    again = CliRunner().invoke(app, command)
    assert again.stderr.startswith("0 files written, 17 up to date")
    wrong = CliRunner().invoke(app, [*command, "season"])
    assert wrong.exit_code == 2


def test_a_sites_pages_draw_and_reach_nothing_beside_themselves(browser: Browser, site: Path) -> None:
    browser.open(site / "season-2026.html", width=390)
    assert browser.evaluate("document.querySelectorAll('.main-svg').length") > 0
    assert browser.problems == []
    assert all(url.startswith((site.as_uri(), "data:")) for url in browser.requests)
    assert browser.evaluate("document.documentElement.scrollWidth") <= 390
    browser.call("Page.navigate", url=browser.evaluate("document.querySelector('a[href*=\"#hand-\"]').href"))
    browser.wait("location.hash && document.querySelector(location.hash)?.open")
    assert browser.problems == []


def test_an_index_of_many_nights_shows_the_latest_and_unfolds_the_others(con: DuckDBPyConnection) -> None:
    some = data.sessions(con, "night")
    [table] = night_blocks(some)
    assert table.html().count("<tr") == len(some) + 1
    assert "Drafts" not in table.html()
    many = pl.concat([some] * (2 * LATEST))
    latest, others = night_blocks(many)
    assert latest.html().count("<tr") == LATEST + 1
    assert others.html().count("<tr") == len(many) - LATEST + 1
    assert "<details>" in others.html()
