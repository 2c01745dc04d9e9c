"""Pages with all that a night can bring, open to the last fold: nothing of it shuts readers out or breaks a window."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pipeline.cli import app
from pipeline.formats.pokernow.log import import_log
from pipeline.formats.sessions import write_import
from pipeline.night.service import NightService
from pipeline.store.store import Store
from tests.pipeline.formats.logs import SAMPLE
from tests.reports.browser import FOUND_BY_AXE, Browser, chromium

pytestmark = pytest.mark.skipif(
    chromium() is None, reason="needs Chromium, and there is none on this machine"
)

TABLE = (
    "players Anna, Bo, Carl, Maximilian Christensen-Bjerregaard", "banker c", "chip 25 øre", "season s", "loan 400",
    "place Annas <kitchen>",
)  # fmt: skip
NIGHT = (
    "7s 14 b3 +a full house ; Carl's birthday <b>", "th 20 b2 +a (Kc Kd) board (2c 3c Ks 9h 9d)", "7s 12 +a +b",
    "7s 9 ++", "7s 9 +m", "mr 12 +a hi flush +b lo 6-4", "727 18 b3 +a hi 26,5 +c lo", "7s 12 c12/4 +a", "7s 60 b3 c3 m* +a",
    "7s 14 +a !error an open card too many, corrected", "7s 4 !redeal", "pd 2 +c quads", ": a:7s wild 2",
    ": b ( / Kd) c ( / 9h) m ( / 2c) a ( / 7s)", ": .", ": b2 c. m- a.", ": +b full house", "buy b 1p", "pay b a 5 bet",
    "expense a 300 kr pizza", "joins Frida after b", "loan f 1p", "7s 20 +f pair", "leaves m",
)  # fmt: skip
NAMESAKES = {"Anders": "Anna", "Birgit": "Bo", "Carsten": "Carl"}


def write_nights(store: Path, log: Path) -> None:
    """Three nights, two of them on one date, and a game of a site with three other players of their names."""
    for name, date in (("n1", "2025-12-25"), ("n2", "2026-01-03"), ("n3", "2026-01-03")):
        with NightService(store, name) as service:
            for line in (*TABLE, f"date {date}", *NIGHT[: 24 if name != "n2" else 3]):
                answer = service.enter(line)
                assert answer.status == "kept", (line, answer.text)
            service.enter("7s 500 +a")  # a draft
            assert service.update_tables() == ""
    text = SAMPLE.read_text("utf-8")
    for name, other in NAMESAKES.items():
        text = text.replace(f"{name} @", f"{other} @")
    log.write_text(text, "utf-8")
    write_import(Store(store), [import_log(log, season="s")])


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the site in English and in Danish."""
    folder = tmp_path_factory.mktemp("edges")
    write_nights(folder / "store", folder / "log.csv")
    for language in ("en", "da"):
        words = ["--lang", language, "report", "--all", str(folder / language)]
        answer = CliRunner(env={"PEDER_STORE": str(folder / "store")}).invoke(app, words)
        assert answer.exit_code == 0, answer.output
    return folder


OPEN = """(() => {
    document.querySelectorAll('details').forEach((each) => { each.open = true; });
    const field = document.querySelector('[name=asked]');
    if (field) { field.value = 'Bo won zzz'; field.dispatchEvent(new Event('input')); }
})()"""


@pytest.mark.parametrize(
    ("language", "width", "dark"),
    [
        pytest.param("en", 1280, False, id="desk", marks=pytest.mark.nightly),
        pytest.param("da", 360, True, id="phone"),
    ],
)
@pytest.mark.parametrize(
    "page", ["index", "season-*", "hands-*", "player-*", "player-pokernow-*", "night-n3", "night-p*"]
)
def test_what_a_night_can_bring_shuts_nobody_out(
    sites: Path, browser: Browser, axe: str, page: str, language: str, width: int, dark: bool
) -> None:
    place = min((sites / language).glob(f"{page}.html"))
    browser.open(place, width=width, dark=dark)
    browser.evaluate(OPEN)
    browser.evaluate(axe)
    assert browser.evaluate(FOUND_BY_AXE) == []
    assert browser.evaluate("document.documentElement.scrollWidth") <= width
    assert browser.problems == []
    assert browser.dialogs == []


def test_who_played_two_hands_has_no_verdict_and_no_worst_one(sites: Path) -> None:
    """Frida won the one hand of each night that she sat in: that was more than luck, and her worst hand."""
    season = (sites / "en" / "season-s.html").read_text("utf-8")
    (row,) = [
        row
        for row in re.findall(r"<tr.*?</tr>", season[: season.index("in chips")], re.DOTALL)
        if ">Frida<" in row
    ]
    assert "too early to tell" in row
    assert "2 nights are too few to tell" in (sites / "en" / "player-frida-s.html").read_text("utf-8")
    night = (sites / "en" / "night-n3.html").read_text("utf-8")
    night = night[night.index('id="players"') :]
    (row,) = [
        row
        for row in re.findall(r"<tr.*?</tr>", night[: night.index("</table>")], re.DOTALL)
        if ">Frida<" in row
    ]
    assert re.sub("<.*?>", " ", row).split() == ["Frida", "+20.00", "1", "1", "+20.00"]


CUT = """[...document.querySelectorAll('#nights .scroll')].filter((each) => each.scrollWidth > each.clientWidth + 1).length"""


def test_the_nights_of_the_front_page_fit_a_phone(sites: Path, browser: Browser) -> None:
    """A namesake who won, "Carl (PokerNow)", was broken before the bracket, and the pots were beyond the edge."""
    browser.open(sites / "da" / "index.html", width=360)
    assert browser.evaluate(CUT) == 0
