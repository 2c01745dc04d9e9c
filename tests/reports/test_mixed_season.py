"""A season in which friends' own nights, games of a site and a tournament come together."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.analysis.marts import open_marts
from pipeline.bank.settlement import SettleError
from pipeline.formats.pokernow.log import import_log
from pipeline.formats.sessions import write_import
from pipeline.night.ledgers import Nights, latest_night, season_nights
from pipeline.night.payments import PagePayments
from pipeline.night.settle import Settler
from pipeline.store.store import Store
from reports import data
from reports.components.html import text_of
from reports.components.links import Links, linking
from reports.game_data import game_rows
from reports.game_source import NO_GAMES
from reports.page import Page, render
from reports.pages.hands import season_hands_page
from reports.pages.night import night_page
from reports.pages.season import season_page
from reports.pages.variants import labelled
from tests.pipeline.formats.logs import SAMPLE, write_log
from tests.pipeline.formats.test_tournaments import played
from tests.reports.browser import Browser, chromium
from tests.reports.test_season_money import log

TOURNAMENT = "Ann"  # who won it


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A season of two nights for money, a game of a site and a tournament."""
    folder = tmp_path_factory.mktemp("mixed")
    store = folder / "store"
    log(store, "n1", "7s 14 +a pair", "7s 10 +a flush")
    log(store, "n2", "7s 20 +b pair")
    games = [import_log(SAMPLE, season="s"), import_log(write_log(folder / "t.csv", played()), season="s")]
    assert [game.is_tournament for game in games] == [False, True]
    write_import(Store(store), games)
    return store


def tournament_of(store: Path) -> str:
    rows = Store(store).read("sessions").drop_nulls("house_rules")
    return str(
        next(row["session_id"] for row in rows.iter_rows(named=True) if "tournament" in row["house_rules"])
    )


def section(page: Page, anchor: str) -> str:
    return text_of(next(one.html() for one in page.sections if one.anchor == anchor))


def test_nobody_pays_for_the_chips_of_a_tournament(mixed: Path) -> None:
    name = tournament_of(mixed)
    with open_marts(mixed) as con:
        pays = PagePayments(mixed, con)
        page = night_page(con, name, pays.night)
        season = season_page(con, "s", pays=pays.season)
        paid = pays.season("s", data.sessions(con, "night")["session_id"].to_list())
    assert "It was a tournament: its chips aren't money." in page.lead
    assert "Who pays whom" not in render(page)
    assert [one.anchor for one in page.sections] == ["line", "players", "hands"]
    assert paid
    assert TOURNAMENT not in {each for payment in paid for each in (payment.payer, payment.payee)}
    assert f"{TOURNAMENT} pays" not in render(season)
    assert "1 of these nights was a tournament" in section(season, "standings")


def test_a_tournament_is_not_settled(mixed: Path) -> None:
    name = tournament_of(mixed)
    with pytest.raises(SettleError, match="was a tournament, whose chips aren't money"):
        Settler(mixed, night=name, season=None, use_fewest=False, round_to=None).settle()
    assert name not in season_nights(Nights(mixed), "s")
    assert latest_night(Nights(mixed)) != name


def test_standings_in_chips_say_what_each_player_won(mixed: Path) -> None:
    """There stood a dash for all players whose chips had two values, and no verdict in a season of money and chips."""
    with open_marts(mixed) as con:
        season = season_page(con, "s")
        evenings = data.player_nights(con, "s").filter(measure="chips")
    standings = section(season, "standings")
    assert evenings["chip_value"].n_unique() == 2
    assert "Chips of different value are added up here" in standings
    assert "not known: not logged" not in standings
    assert standings.count("Luck?") >= 2


def test_how_often_a_meld_wins_needs_the_melds_of_those_who_lost(mixed: Path) -> None:
    """Where winners alone say what they have, each meld won "100 %" of the time."""
    with open_marts(mixed) as con:
        rows = game_rows(con, "night", labelled(data.game_stats(con, "night")), NO_GAMES)
    melds = next(row["melds"] for row in rows if row["id"] == "seven-card-stud+")
    assert {meld["meld"] for meld in melds} == {"a pair", "flush"}
    assert {(meld["win_rate"], meld["wins_half"]) for meld in melds} == {(None, False)}


def test_a_meld_that_players_lost_with_has_a_rate(tmp_path: Path) -> None:
    log(tmp_path, "n1", "7s 14 +a pair b high card c high card", "7s 14 +b flush a pair c pair")
    with open_marts(tmp_path) as con:
        (row,) = game_rows(con, "night", labelled(data.game_stats(con, "night")), NO_GAMES)
    rates = {meld["meld"]: meld["win_rate"] for meld in row["melds"]}
    assert rates["flush"] == 1
    assert rates["high card"] == 0


def test_the_main_measure_comes_first(tmp_path: Path) -> None:
    """Standings began with money, and the tables of luck with the chips of an older import."""
    for number, night in enumerate(("n1", "n2", "n3"), 1):
        log(tmp_path, night, f"date 2026-02-0{number}", "7s 14 +a pair", "7s 10 +a flush")
    write_import(Store(tmp_path), [import_log(SAMPLE, season="s")])
    with open_marts(tmp_path) as con:
        season = season_page(con, "s")
    for anchor in ("standings", "luck", "settlement"):
        text = section(season, anchor)
        assert 0 < text.find("in kr") < max(text.find("in chips"), text.find("currency of the files")), anchor


def test_the_hand_of_the_season_is_the_one_that_it_leads_to(tmp_path: Path) -> None:
    """The most chips of a hand won it, whatever those were worth, and led to the hand that brought most money."""
    log(tmp_path, "n1", "7s 14 +a pair", "7s 10 +a flush")
    log(tmp_path, "n2", "7s 20 +b pair", "7s 30 +c pair")
    write_import(Store(tmp_path), [import_log(SAMPLE, season="s")])
    with open_marts(tmp_path) as con:
        with linking(Links(nights={"n1": "n1.html", "n2": "n2.html"})):
            season = season_page(con, "s")
        most = data.player_nights(con, "s").drop_nulls("biggest_win").sort("biggest_win").row(-1, named=True)
    awards = next(one.html() for one in season.sections if one.anchor == "awards")
    box = next(text for text in awards.split("<div>") if "The hand of the season" in text)
    assert most["measure"] == "chips"  # of a game of the site
    assert "Carl</span> </dd>" in box
    assert "+15" in box  # 60 chips at 25 øre
    assert "chips" not in box
    assert 'href="n2.html#hand-2"' in box


@pytest.mark.skipif(chromium() is None, reason="needs Chromium, and there is none on this machine")
def test_a_search_compares_amounts_of_one_measure(tmp_path: Path, browser: Browser) -> None:
    """The most chips were the biggest pot and won the most, whatever they were worth."""
    store = tmp_path / "store"
    log(store, "n1", "date 2026-01-02", "7s 14 +a pair", "7s 10 +a flush")
    log(store, "n2", "date 2026-01-03", "7s 20 +b pair", "7s 30 +c pair")
    write_import(Store(store), [import_log(SAMPLE, season="s")])
    with open_marts(store) as con:
        (tmp_path / "hands.html").write_text(render(season_hands_page(con, "s")), "utf-8")
    browser.open(tmp_path / "hands.html", past_charts=False)
    browser.wait("document.querySelectorAll('.asks button').length > 0")
    assert browser.evaluate("document.querySelector('.asks button').textContent") == "Carl's biggest pot"

    def ask(text: str) -> list[str]:
        found: list[str] = browser.evaluate(f"""(() => {{
            const field = document.querySelector("[name=asked]");
            field.value = {text!r};
            field.dispatchEvent(new Event("input"));
            return document.querySelector(".found").textContent.replaceAll("\u202f", " ").split(" · ");
        }})()""")
        return found

    assert ask("the biggest pot") == ["1 hand", "of the nights in kr"]
    assert browser.evaluate("document.querySelector('.finder tbody').textContent").startswith("3 Jan 2026")
    ranked = ask("who won the most")
    assert ranked[1:3] == ["Carl +4.00 kr", "Anna −0.50 kr"]
    assert [text.split()[-1] for text in ranked[1:]] == ["kr"] * 3 + ["chips"] * 5
