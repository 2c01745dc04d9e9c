"""What a table says of a night beside chips: notes, common cards, and the cards that an imported log knows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from duckdb import DuckDBPyConnection

from pipeline.analysis.marts import open_marts
from pipeline.formats.pokernow.log import import_log
from pipeline.formats.sessions import write_import
from pipeline.store.store import Store
from reports import data
from reports.components.html import text_of
from reports.components.replays import ZERO
from reports.page import render
from reports.pages.awards import MEASURES, season_figures
from reports.pages.night import night_page, night_text, no_payments
from reports.pages.player import player_page
from reports.pages.season import season_page
from tests.reports.browser import Browser
from tests.reports.marts import PAGE_MARTS
from tests.reports.page_scripts import script_data_of
from tests.reports.test_accounts import store
from tests.reports.test_season_money import log
from tests.stores import peder

SAMPLE = Path(__file__).parents[2] / "pipeline" / "formats" / "samples" / "pokernow-sample.csv"


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Store:
    imports = Store(tmp_path_factory.mktemp("imported"))
    write_import(imports, [import_log(SAMPLE)])
    return imports


def test_notes_on_a_night_stand_on_its_page(tmp_path: Path) -> None:
    log(tmp_path, "n1", "; Dorte's birthday", "7s 14 +a", "; <b>cake</b> at ten")
    log(tmp_path, "n2", "7s 14 +a")
    with open_marts(tmp_path, PAGE_MARTS) as con:
        assert data.sessions(con)["notes"].to_list() == [["Dorte's birthday", "<b>cake</b> at ten"], None]
        first, second = (render(night_page(con, night)) for night in ("n1", "n2"))
    assert (
        '<p class="note">Dorte&#x27;s birthday</p><p class="note">&lt;b&gt;cake&lt;/b&gt; at ten</p>' in first
    )
    assert 'class="note">Dorte' not in second


def test_the_board_of_a_hand_on_one_line_is_kept_and_shown(tmp_path: Path) -> None:
    log(tmp_path, "n1", "th 14 a b, +a (As Ad) board (Ks 7d 2c 9h 3s)", "7s 14 +b")
    with open_marts(tmp_path, PAGE_MARTS) as con:
        assert data.hand_log(con, "n1")["common"].to_list() == [["Ks 7d 2c 9h 3s"], None]
        html = night_page(con, "n1")
        (hands,) = (section.html() for section in html.sections if section.anchor == "hands")
    assert "The board: K♠ 7♦ 2♣ 9♥ 3♠" in text_of(hands).replace("\u202f", " ")
    assert hands.count("The board") == 1


def test_a_night_that_was_read_from_a_file_has_no_times(tmp_path: Path) -> None:
    """Its lines are written within seconds: each hand was "at 01:44", and a night over a full minute "from 01:44 to 01:45"."""
    log(tmp_path, "n1", "7s 14 +a", "7s 10 +b", "buy b 50", "buy a 50")
    with open_marts(tmp_path) as con:
        page = render(night_page(con, "n1", no_payments))
    assert not re.search(r"\b\d\d:\d\d\b", re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL))


def test_a_low_that_was_announced_is_shown(tmp_path: Path) -> None:
    """A low hand and a count have no category, and weren't shown."""
    log(tmp_path, "n1", "razz 20 +a 7-5", "7s hilo 12 +b hi fl +a lo 6-4", "7/27 10 +a lo 6,5 +b hi 26,5")
    with open_marts(tmp_path) as con:
        page = night_page(con, "n1")
    hands = text_of(next(one.html() for one in page.sections if one.anchor == "hands"))
    held = re.findall(r"(?:Anna|Bo) (?:[0-9.]+ )?(7-5|6-4|flush|6½|26½)", hands)
    assert held == ["7-5", "6-4", "flush", "6½", "26½"]


def test_a_replay_has_the_cards_that_an_imported_log_knows(
    imported: Store, tmp_path: Path, browser: Browser
) -> None:
    (night,) = imported.session_ids()
    with open_marts(imported.path, PAGE_MARTS) as con:
        known = data.hand_seats(con, night).filter(hand_no=2).drop_nulls("cards")
        assert dict(known.select("seat", "cards").iter_rows()) == {0: "5s 5d", 1: "2c Ad"}
        html = render(night_page(con, night))
    night_data = script_data_of(html, "night-data")
    (hand,) = (hand for hand in night_data["hands"] if hand["no"] == 2)
    seats = {
        seat: ["".join(night_data["deck"][ord(letter) - ZERO]) for letter in "".join(cards)]
        for seat, _, *cards in hand["seats"]
    }
    assert (seats[0], seats[1], seats[2]) == (["5♠", "5♦"], ["2♣", "A♦"], [])
    page = tmp_path / "night.html"
    page.write_text(html, "utf-8")
    browser.open(page)
    browser.evaluate("location.hash = '#hand-2'")
    browser.wait("document.querySelector('#hand-2 svg .seat') !== null")
    cards = "[...document.querySelectorAll('#hand-2 svg .seat .card-{}')].length"
    shown = "[...document.querySelectorAll('#hand-2 svg .card-face .rank')].map((rank) => rank.textContent)"
    browser.evaluate(
        "[...document.querySelectorAll('#hand-2 .replay button')].find((each) => each.textContent.includes('End')).click()"
    )
    browser.wait(f"{cards.format('face')} === 4")
    assert {"5", "2", "A"} <= set(browser.evaluate(shown))
    held = "[...document.querySelectorAll('#hand-2 td i')].map((card) => [card.textContent, card.className])"
    assert sorted(browser.evaluate(held)) == [["2♣", ""], ["5♠", ""], ["5♦", "red"], ["A♦", "red"]]


def test_nobody_calls_a_game_on_the_web(imported: Store) -> None:
    (night,) = imported.session_ids()
    with open_marts(imported.path, PAGE_MARTS) as con:
        assert "called" not in night_text(con, night, no_payments)
        assert con.sql("select count(*) from mart_player_calls").fetchall() == [(0,)]


def test_who_deals_one_game_all_night_has_called_it(tmp_path: Path) -> None:
    log(tmp_path, "n1", *["7s 14 +a"] * 6)
    with open_marts(tmp_path, PAGE_MARTS) as con:
        assert con.sql("select sum(calls) from mart_player_calls where scope = 'season'").fetchall() == [(6,)]


def test_chips_worth_one_thing_and_another_are_not_added_up_in_silence(tmp_path: Path) -> None:
    log(tmp_path, "n1", "7s 40 +a")
    with open_marts(tmp_path, PAGE_MARTS) as con:
        assert "at higher stakes" not in render(season_page(con))
    log(tmp_path, "n2", "chip 20 kr", "7s 20 +b")
    with open_marts(tmp_path, PAGE_MARTS) as con:
        said = text_of(render(season_page(con)))
    assert "A small chip was worth 0.25 kr on some of these nights and 20.00 kr on others" in said.replace(
        "\u202f", " "
    )


def test_a_sheet_of_results_says_nothing_of_chips(tmp_path: Path) -> None:
    """Its season had chips of 0.25 and 0.50 kr, at which no night was played."""
    folder, sheet = tmp_path / "store", tmp_path / "results.csv"
    sheet.write_text("date,Anna,Bo\n2025-03-14,12.25,-12.25\n2025-03-21,-10.50,10.50\n2025-03-28,20,-20\n")
    peder(folder, "import", "csv", sheet, "--currency", "DKK", code=0)
    with open_marts(folder, PAGE_MARTS) as con:
        assert con.sql("select count(distinct chip_value) from mart_sessions").fetchall() != [(1,)]
        said = text_of(render(season_page(con)))
    assert "small chip" not in said
    assert "at higher stakes" not in said


def test_a_night_s_text_says_what_moved_chips_besides_the_hands(tmp_path: Path) -> None:
    lines = ("7s 14 +a", "pay b a 5 bet", "guts 2 ++ a! b!", "end next")
    log(tmp_path, "n1", *lines)
    log(tmp_path, "n2", "carry 12", "7s 14 +a", "guts 2 ++ a! b!", "end shared")
    for night in ("n1", "n2"):
        settled = peder(tmp_path, "settle", night, "--text", code=0).stdout.splitlines()
        with open_marts(tmp_path, PAGE_MARTS) as con:
            said = night_text(con, night, no_payments).splitlines()
        besides = [line for line in settled if "side bet" in line or "pot of" in line]
        assert len(besides) == 2
        assert [line for line in said if line in settled and line] == besides


def test_standings_in_chips_go_by_chips(tmp_path: Path) -> None:
    """Where chips have no known worth, all stood first."""
    with open_marts(store(tmp_path, chip_value=None).path, PAGE_MARTS) as con:
        rows = data.standings(con, "2026").select("rank", "name", "net").rows()
    assert rows == [(1, "Anna", 20), (2, "Ida", -8), (3, "Bo", -12)]


def test_antes_per_100_hands_are_those_of_each_currency(tmp_path: Path) -> None:
    log(tmp_path, "n1", "7s 14 +a", "7s 14 +a")
    log(tmp_path, "n2", "chip 0.10 EUR", "7s 14 +b")
    with open_marts(tmp_path, PAGE_MARTS) as con:
        rows = data.standings(con, "s").select("currency", "name", "net_per_100", "low").rows()
        page = render(season_page(con))
    per_100 = {(currency, name): value for currency, name, value, _ in rows}
    assert per_100["DKK", "Anna"] > 0 > per_100["EUR", "Anna"]
    assert per_100["DKK", "Bo"] < 0 < per_100["EUR", "Bo"]
    assert {low for *_, low in rows} == {None}
    assert "at higher stakes" not in page  # of each currency all chips were worth the same


def test_one_name_is_one_measure(con: DuckDBPyConnection) -> None:
    """The award of raises is of all rounds, the style and the aggression factor of those after the first; each says so."""
    award, aggression = MEASURES["aggression"].show(2.1), text_of(render(player_page(con, "Bo")))
    assert award == "2.10 bets and raises per call, all rounds"
    assert "Aggression factor (AF" in aggression
    assert "each call after the first round" in aggression


def test_an_award_for_a_rate_shows_the_share_of_the_players_page(con: DuckDBPyConnection) -> None:
    figures = season_figures(con, "2026").filter(measure="went_to_showdown")
    stats = data.player_stats(con, "2026").filter(metric="went_to_showdown")
    shown = dict(figures.select("player_id", "shown").iter_rows())
    assert shown == dict(stats.drop_nulls("value").select("player_id", "value").iter_rows())
    estimates = dict(stats.select("player_id", "shrinkage_estimate").iter_rows())
    assert all(
        figures["value"][n] == pytest.approx(estimates[who] or shown[who])
        for n, who in enumerate(figures["player_id"])
    )
