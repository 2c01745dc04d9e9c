"""Pictures to share: of nights, seasons and players, by the command and by the buttons of the pages."""

from __future__ import annotations

import json
import re
import struct
from base64 import b64decode
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import polars as pl
import pytest
from duckdb import DuckDBPyConnection

from language import speaking
from pipeline.store.store import Store
from reports import data
from reports.components import numbers
from reports.components.amounts import Unit, Worth, chips_in_chart, in_unit, other_units, worth_of_night
from reports.errors import ReportError
from reports.page import render
from reports.pages.night import night_page, night_picture
from reports.pages.player import player_page, player_picture
from reports.pages.season import season_page, season_picture
from reports.pictures.drawing import BOLD, TALL, WIDE, Line, Poster, draw
from reports.pictures.posters import player_year
from tests.reports.browser import Browser, chromium
from tests.reports.house import HOSTILE
from tests.reports.page_scripts import pictures_to_share
from tests.stores import build, hand, peder, session, variant, write


def texts(svg: str) -> list[str]:
    """What is written on a picture."""
    return [node.text or "" for node in ET.fromstring(svg).iter() if node.tag == "text"]


@pytest.mark.parametrize("language", ["en", "da"])
def test_a_night_a_season_and_a_player_are_pictures_wide_and_tall(
    con: DuckDBPyConnection, language: str
) -> None:
    with speaking(language):
        for poster in (night_picture(con), season_picture(con), player_picture(con, "Anna")):
            for shape in (WIDE, TALL):
                svg = draw(poster, shape)
                drawing = ET.fromstring(svg)
                assert (drawing.get("width"), drawing.get("height")) == (str(shape.width), str(shape.height))
                assert len(svg) < 20_000
                assert "Anna" in " ".join(texts(svg))
                for node in drawing.iter():
                    if node.tag == "text" and node.get("text-anchor") is None:
                        weight = BOLD if node.get("font-weight") else 0.5
                        right = float(node.get("x", 0)) + weight * 0.9 * float(
                            node.get("font-size", 0)
                        ) * len(node.text or "")
                        assert right <= shape.width, node.text
                        assert float(node.get("y", 0)) < shape.height


def test_what_was_typed_stays_text(hostile: DuckDBPyConnection, empty: DuckDBPyConnection) -> None:
    name = next(iter(HOSTILE))
    for poster in (night_picture(hostile), season_picture(hostile), player_picture(hostile, name)):
        tags = {node.tag for node in ET.fromstring(draw(poster, TALL)).iter()}
        assert tags <= {"svg", "title", "desc", "rect", "text", "path"}
    for picture in (night_picture, season_picture):
        with pytest.raises(ReportError):
            picture(empty)
    with pytest.raises(ReportError):
        player_picture(empty, "Anna")


def test_a_shared_picture_has_a_short_title_and_says_the_rest_in_its_description(
    con: DuckDBPyConnection,
) -> None:
    for poster, title in (
        (night_picture(con, "2026-03"), "Fri, 6 Feb 2026 · Night"),
        (season_picture(con, "2026"), "Season 2026 · Dealer's choice"),
        (player_picture(con, "Anna"), "Anna · Season 2026"),
    ):
        named = ET.fromstring(draw(poster, WIDE))
        assert named.findtext("title") == title
        assert named.findtext("desc") == poster.in_unit(None).about
        assert poster.lead in poster.about


def test_the_places_and_the_net_of_a_player_are_those_of_the_standings(con: DuckDBPyConnection) -> None:
    standings = data.standings(con, data.chosen_season(data.sessions(con, "night"), None))
    for row in standings.iter_rows(named=True):
        poster = player_picture(con, row["player_id"])
        (line,) = poster.lines
        assert line.points[-1][1] == -row["rank"]
        assert poster.is_loss == (row["net_money"] < 0)
        assert poster.places == len(standings)


def test_a_players_year_is_five_pictures_that_agree_with_the_hands(con: DuckDBPyConnection) -> None:
    season = data.chosen_season(data.sessions(con, "night"), None)
    person = data.find_player(data.players(con), "Anna")
    nights, games = data.player_nights(con, season), data.player_games(con, season)
    year = list(player_year(con, person, season, nights, games).cards())
    assert [poster.title for poster in year] == [
        "The result",
        "The way",
        "The best hand",
        "The others",
        "The games",
    ]
    result, way, _, _, played = year
    nights = nights.filter(player_id=person.player_id)
    assert result.facts[0][1] == f"{(nights['value'] > 0).sum()} of {len(nights)}"
    places = {int(text.removeprefix("no. ")) for _, text, _ in way.facts}
    assert max(places) <= way.places
    called = data.calls(con, season, nights["player_id"][0])
    assert played.facts[0][1] == called["game"][0]


def test_amounts_are_never_cut() -> None:
    lines = [
        Line(name="A name that is far too long to stand there", label=label, points=[(0, 0), (1, total)])
        for label, total in (("+106,750.00 kr", 106750.0), ("−99,999.50 kr", -99999.5))
    ]
    poster = Poster(kicker="Night", title="Friday", lines=lines)
    for shape in (WIDE, TALL):
        said = texts(draw(poster, shape))
        assert [text for text in said if text.endswith(("+106,750.00 kr", "−99,999.50 kr"))]
        assert sum("kr" in text for text in said) == 2


def test_the_command_writes_them_and_names_what_is_wrong(tmp_path: Path, house: Store) -> None:
    for words in (["night"], ["season"], ["player", "Anna"]):
        out = tmp_path / f"{words[0]}.svg"
        done = peder(house.path, "report", *words, "--picture", out, "--tall", code=0)
        assert done.output.strip() == str(out)
        assert ET.parse(out).getroot().get("height") == "1920"
    png = peder(house.path, "report", "night", "--picture", tmp_path / "x.png", code=1)
    assert "pictures are SVG" in png.output
    assert not (tmp_path / "x.png").exists()
    alone = peder(house.path, "report", "season", "--tall", code=1)
    assert "--picture FILE.svg" in alone.output


@pytest.mark.skipif(chromium() is None, reason="needs Chromium, and there is none on this machine")
def test_the_buttons_share_a_png_of_the_size(
    con: DuckDBPyConnection, browser: Browser, tmp_path: Path
) -> None:
    for page in (night_page(con), season_page(con), player_page(con, "Anna")):
        file = tmp_path / "page.html"
        file.write_text(render(page), "utf-8")
        browser.open(file, past_charts=False)
        browser.wait("!!document.querySelector('.share:not([hidden])')")
        browser.evaluate(
            "navigator.canShare = () => true; window.files = []; navigator.share = async ({ files: [file] }) => {"
            " const bytes = new Uint8Array(await file.arrayBuffer());"
            " window.files.push([file.name, btoa(String.fromCharCode(...bytes.slice(0, 24)))]) }"
        )
        count = browser.evaluate("document.querySelectorAll('[data-picture]').length")
        browser.evaluate("for (const button of document.querySelectorAll('[data-picture]')) button.click()")
        browser.wait(f"window.files.length === {count}")
        files = json.loads(browser.evaluate("JSON.stringify(window.files)"))
        assert all(name.startswith("peder-") for name, _ in files)
        sizes = {
            name.rpartition("-")[2]: struct.unpack(">II", b64decode(head)[16:24]) for name, head in files
        }
        assert sizes.pop("wide.png") == (1200, 630)
        assert set(sizes.values()) == {(1080, 1920)}
        assert browser.problems == []


def test_pictures_follow_the_units_of_the_page(con: DuckDBPyConnection) -> None:
    worth = worth_of_night(data.sessions(con, "night").row(-1, named=True))
    assert worth
    chips, peders = other_units(worth)
    poster = night_picture(con)
    money, in_chips, in_peders = (
        {name: text for line in poster.in_unit(unit).lines for name, text in [(line.name, line.label)]}
        for unit in (None, chips, peders)
    )
    running = data.running_nets(con, data.sessions(con, "night")["session_id"][-1])
    totals = dict(running.group_by("name").agg(pl.sum("value")).iter_rows())
    assert {name: number_in(text) for name, text in money.items()} == pytest.approx(totals, abs=0.006)
    for shown, each, digits in ((in_chips, worth.chip, 0), (in_peders, worth.chip * 50, 1)):
        assert {name: number_in(text) for name, text in shown.items()} == {
            name: pytest.approx(value / each, abs=0.51 * 10**-digits) for name, value in totals.items()
        }
    for html in (render(night_page(con)), render(season_page(con)), render(player_page(con, "Anna"))):
        assert "¤" not in "".join([*pictures_to_share(html), *re.findall("<svg.*?</svg>", html, re.DOTALL)])
        assert [
            " ".join(texts(svg)) for svg in pictures_to_share(html)[:3] if "peder" in " ".join(texts(svg))
        ]


def number_in(text: str) -> float:
    """The number that a text begins with."""
    return float(re.split(r"[^\d.,+−]", text)[0].replace(",", "").replace("−", "-"))


@pytest.mark.skipif(chromium() is None, reason="needs Chromium, and there is none on this machine")
def test_the_pictures_of_a_year_follow_the_switch(con: DuckDBPyConnection, tmp_path: Path) -> None:
    browser = Browser(tmp_path / "profile")
    try:
        (tmp_path / "page.html").write_text(render(player_page(con, "Anna")), "utf-8")
        browser.open(tmp_path / "page.html")
        said = "document.querySelector('.swiped svg').textContent"
        assert "kr" in browser.evaluate(said)
        browser.evaluate("document.querySelector('.units [value=peders]').click()")
        browser.wait(f"{said}.includes('peders')")
        assert "kr" not in browser.evaluate(said)
        assert browser.problems == []
    finally:
        browser.close()


def test_one_of_a_unit_is_named_so_and_eleven_are_not() -> None:
    chips = Unit(0.25, 0, "chips", "chip")
    money = {value: chips_in_chart(value, Worth(0.25, "DKK")) for value in (1, -1, 11, 21)}
    texts = {value: in_unit(text, chips).replace(numbers.THIN, " ") for value, text in money.items()}
    assert texts == {1: "+1 chip", -1: "−1 chip", 11: "+11 chips", 21: "+21 chips"}


@pytest.mark.parametrize("common", [None, ["Ah Kh Qh Jh 9d"]])
def test_the_best_hand_is_drawn_where_all_of_it_is_known(tmp_path: Path, common: list[str] | None) -> None:
    """A straight flush in hold'em can't be seen from two cards."""
    row, seats = hand("n", 1, {"anna": 2, "bo": 2}, {"anna": 4}, variant_id="texas-holdem", common=common)
    seats[0] |= {"meld": "straight_flush", "cards": "Th 2c", "showed": True}
    store = write(
        tmp_path,
        sessions=[session("n")],
        hands=[(row, seats)],
        players=[{"player_id": one, "name": one.title()} for one in ("anna", "bo")],
        variants=[variant("texas-holdem", name="Texas Hold'em", traits=["holdem", "common"])],
    )
    with build(store) as con:
        poster = night_picture(con)
    assert poster.cards == ([] if common is None else ["Th", "2c", "Ah", "Kh", "Qh", "Jh", "9d"])
    said = " ".join(texts(draw(poster, WIDE)))
    assert "straight flush" in said


def test_of_many_lines_the_first_and_the_last_are_named_and_stand_apart() -> None:
    lines = [
        Line(name=f"Anna (PokerNow, since {n} Mar 2021)", label=f"+{n}", points=[(0.0, 0.0), (1.0, float(n))])
        for n in range(10, 50)
    ]
    for shape in (WIDE, TALL):
        nodes = ET.fromstring(draw(Poster(kicker="", title="Season", lines=lines), shape))
        named = [node for node in nodes.iter() if node.tag == "text" and "Anna" in (node.text or "")]
        numbers_ = [int((node.text or "").split("+")[1]) for node in named]
        assert 8 <= len(numbers_) <= 12
        first = len(numbers_) - len(numbers_) // 2
        assert numbers_ == [*range(49, 49 - first, -1), *range(9 + len(numbers_) // 2, 9, -1)]
        assert all("Mar 2021" in (node.text or "") for node in named)  # what tells them apart isn't cut off
        heights = [float(node.get("y", 0)) for node in named]
        assert all(b - a > 25 * shape.scale for a, b in pairwise(heights))
        assert heights[0] > shape.lines[2] - 1
        assert max(heights) < shape.height - 40  # above the name at the bottom


def test_a_fact_too_long_for_its_line_takes_two_and_a_long_title_a_smaller_font() -> None:
    title = "Anna (PokerNow, since 14 Mar 2021)"
    poster = Poster(
        kicker="", title=title, facts=[("Best hand", "Birgit: full house", "Texas Hold 'Em")],
        lines=[Line(name="A", label="", points=[(0, 0), (1, 1)])],
    )  # fmt: skip
    written = texts(draw(poster, WIDE))
    assert {"Birgit: full house", "Texas Hold 'Em"} <= set(written)
    assert " ".join(written).count(title) == 1


def test_a_players_number_is_in_the_measure_of_the_players_own_nights(con: DuckDBPyConnection) -> None:
    """Bo plays most nights of a season in chips, but Anna all of hers for money."""
    nights = data.player_nights(con, "2026")
    [anna, bo, *_] = data.people(nights)
    rows = nights.filter(pl.col("player_id").is_in([anna.player_id, bo.player_id]))
    of_bo = rows.filter(player_id=bo.player_id)
    more = pl.concat(
        [
            of_bo.with_columns(measure=pl.lit(data.CHIPS), session_id=pl.col("session_id") + f"-{n}")
            for n in range(3)
        ]
    )
    year = player_year(con, anna, "2026", pl.concat([rows, more]), data.player_games(con, "2026"))
    assert "kr" in year.whole().figure
    assert not any(label == "Besides" for label, *_ in year.whole().facts)


def test_a_game_played_once_is_nobodys_favourite(con: DuckDBPyConnection) -> None:
    nights, games = data.player_nights(con, "2026"), data.player_games(con, "2026")
    year = player_year(con, data.people(nights)[0], "2026", nights, games)
    assert year._favourite()
    once = replace(year, calls=year.calls.with_columns(calls=pl.lit(1)))
    assert once._favourite() == []
