"""Pages of people with long names fit their windows; charts stand there without scripts; what is chosen, copied and played."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from language import speaking
from pipeline.analysis.marts import open_marts
from reports.site import Site
from tests.reports.browser import Browser, chromium
from tests.reports.house import build_house

NAMES = (
    "Maximilian Christensen-Bjerregaard", "Alexandra von Hohenberg", "Christopher Østergaard", "Bo",
    "Marie-Louise Vestergaard", "Donaudampfschifffahrtsgesellschaft", "Karl-Johan Ib", "Bartholomew", "Ida", "Åse",
)  # fmt: skip


@pytest.fixture(scope="module")
def long_names(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the site of people with long names, with the page of one of them."""
    store = build_house(tmp_path_factory.mktemp("long"), names=NAMES, nights=3, hands=14, run_hands=20)
    folder = tmp_path_factory.mktemp("long-site")
    with open_marts(store.path) as con:
        site = Site(con, folder)
        for name in sorted(name for name in site.files if name.startswith("player-"))[1:]:
            del site.files[name]
        site.write()
    return folder


@pytest.fixture(scope="module")
def short_names(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the Danish pages of a season of people with short names."""
    names = ("Mads", "Karen", "Bo", "Dorte", "Søren", "Anna", "Line", "Erik")
    store = build_house(tmp_path_factory.mktemp("short"), names=names, nights=6, hands=40, run_hands=20)
    folder = tmp_path_factory.mktemp("short-site")
    with speaking("da"), open_marts(store.path) as con:
        site = Site(con, folder)
        for name in sorted(name for name in site.files if name.startswith(("player-", "night-"))):
            del site.files[name]
        site.write()
    return folder


needs_browser = pytest.mark.skipif(
    chromium() is None, reason="needs Chromium, and there is none on this machine"
)

OPEN = "document.querySelectorAll('details:not(.hand)').forEach((each) => { each.open = true; })"
OVERLAPS = """[...document.querySelectorAll('.people li')].map((each) => each.querySelector('.player'))
    .filter((each) => each.scrollWidth > each.parentElement.clientWidth + 1).length"""
COVERED = """[...document.querySelectorAll('.placed')].filter((each) => each.checkVisibility()
    && each.scrollWidth > each.parentElement.clientWidth).map((each) => each.textContent)"""
SLIDING = """[...document.querySelectorAll('#players .scroll, #bank .scroll')]
    .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent.slice(0, 40))"""
HAND_TABLE = """(() => {
    const hand = document.querySelector('.hand');
    hand.open = true;
    return new Promise((done) => setTimeout(() => done(hand.querySelector('.scroll > table')?.scrollWidth ?? 0), 50));
})()"""
PARTED = """[...document.querySelectorAll('.meanings dl > div')].filter((pair) => pair.checkVisibility()
    && pair.firstChild.getBoundingClientRect().left !== pair.lastChild.getBoundingClientRect().left).length"""


@needs_browser
@pytest.mark.parametrize(
    "width", [360, *(pytest.param(wide, marks=pytest.mark.nightly) for wide in (768, 1280))]
)
def test_no_page_is_wider_than_its_window(long_names: Path, browser: Browser, width: int) -> None:
    """One page of each kind: the width of a page doesn't depend on which player or night it is about."""
    pages = [
        "index.html",
        "season-2026.html",
        "hands-2026.html",
        "games.html",
        "night-2026-02.html",
        "night-log-1.html",
    ]
    pages.append(min(page.name for page in long_names.glob("player-*.html")))
    for name in pages:
        browser.open(long_names / name, width=width, past_charts=False)
        browser.evaluate(OPEN)
        assert browser.evaluate("document.documentElement.scrollWidth") <= width, name
        assert browser.evaluate(OVERLAPS) == 0, name
        assert browser.evaluate(COVERED) == [], name
        if name.startswith("night-"):
            assert browser.evaluate(SLIDING) == [], name
        if name.startswith("night-") and width < 600:
            assert browser.evaluate(HAND_TABLE) <= width, name
        assert browser.evaluate(PARTED) == 0, name


IN_TWO_LINES = """(within) => [...document.querySelectorAll(within)].filter((each) => each.checkVisibility()
    && each.getBoundingClientRect().height > 1.6 * parseFloat(getComputedStyle(each).fontSize) + 2).map((each) => each.textContent)"""
STEPS = """[...document.querySelectorAll('#all tr:has(> th > button):has(> td)')].filter((row) => row.checkVisibility()).map((row) => {
    const [head, figure] = [row.querySelector('th > button'), row.querySelector('td')].map((each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        return [...range.getClientRects()].filter(({ width }) => width);
    });
    return [new Set(head.map(({ top }) => Math.round(top))).size, Math.abs(head[0].top - figure[0].top) < 3];
})"""


@needs_browser
def test_short_names_and_verdicts_stand_on_one_line_of_a_phone(short_names: Path, browser: Browser) -> None:
    """Names were broken after a few letters in the tables by player, and verdicts word by word."""
    browser.open(short_names / "season-2026.html", width=290, past_charts=False)
    browser.evaluate(OPEN)
    assert browser.evaluate(f"({IN_TWO_LINES})('.matrix tbody th .player')") == []
    for page, table in (("season-2026.html", "#standings"), ("index.html", "#season")):
        browser.open(short_names / page, width=360, past_charts=False, dark=True)
        rows = browser.evaluate(
            f"""[...document.querySelectorAll('{table} tbody tr')].filter((row) => row.textContent.endsWith('kan være held'))
                .map((row) => row.getBoundingClientRect().height)"""
        )
        assert len(rows) > 4, page
        assert max(rows) < 45, page  # pixels: a line and its padding


@needs_browser
def test_no_table_on_paper_has_its_head_alone_at_the_foot_of_a_sheet(
    short_names: Path, browser: Browser
) -> None:
    """A sheet of a season ended with the heading of a table and its columns, without a row."""
    browser.open(short_names / "season-2026.html", past_charts=False)
    browser.on_paper()
    browser.evaluate(OPEN)
    breaking = """[...document.querySelectorAll('.folds .scroll')]
        .map((each) => [each.querySelectorAll('tbody tr').length, getComputedStyle(each).breakInside])"""
    tables = browser.evaluate(breaking)
    assert {inside for rows, inside in tables if rows <= 12} == {"avoid"}


@needs_browser
def test_a_script_writes_the_danish_genitive_as_its_name_ends(short_names: Path, browser: Browser) -> None:
    """The page of hands suggested "Madss største pulje"."""
    browser.open(short_names / "hands-2026.html", past_charts=False)
    browser.wait("document.querySelectorAll('.asks button').length === 6")
    asks = browser.evaluate("[...document.querySelectorAll('.asks button')].map((each) => each.textContent)")
    assert asks[:2] == ["Mads' største pulje", "Annas værste hånd"]


@needs_browser
def test_the_figures_of_a_game_stand_beside_the_first_line_of_its_name(
    short_names: Path, browser: Browser
) -> None:
    browser.open(short_names / "games.html", width=360, past_charts=False)
    browser.evaluate(OPEN)
    rows = browser.evaluate(STEPS)
    assert max(lines for lines, _ in rows) > 1
    assert all(is_beside for _, is_beside in rows)


@needs_browser
def test_the_chosen_unit_is_known_on_the_next_page(long_names: Path, browser: Browser) -> None:
    browser.open(long_names / "season-2026.html", past_charts=False)
    browser.evaluate("document.querySelector('.units [value=chips]').click()")
    browser.open(long_names / "night-2026-02.html", past_charts=False)
    assert browser.evaluate("document.querySelector('.units :checked').value") == "chips"


@needs_browser
def test_a_copied_table_is_cells(long_names: Path, browser: Browser) -> None:
    browser.open(long_names / "season-2026.html", past_charts=False)
    copied = browser.evaluate(
        """(() => {
            getSelection().selectAllChildren(document.querySelector('#standings table'));
            const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
            document.body.dispatchEvent(event);
            return event.clipboardData.getData('text/plain');
        })()"""
    )
    head, first, *_, last = [line.split("\t") for line in copied.splitlines()]
    assert head[:3] == ["", "Player", "Net"]
    assert first[0] == "1"
    assert first[1] in NAMES
    assert re.fullmatch(r"-[\d,.]+", last[2])
    assert len(head) == len(first)


@needs_browser
def test_space_plays_the_race_in_sight(long_names: Path, browser: Browser) -> None:
    browser.open(long_names / "night-2026-02.html", past_charts=False)
    button = "document.querySelector('.race button')"
    browser.evaluate(f"{button}.scrollIntoView({{ block: 'center' }})")
    said = browser.evaluate(f"{button}.textContent")
    key = json.dumps({"key": " ", "bubbles": True, "cancelable": True})
    assert browser.evaluate(f"document.body.dispatchEvent(new KeyboardEvent('keydown', {key}))") is False
    assert browser.evaluate(f"{button}.textContent") != said


@needs_browser
def test_a_comparison_of_games_has_an_address(long_names: Path, browser: Browser) -> None:
    browser.open(long_names / "games.html", past_charts=False)
    ids = browser.evaluate(
        """(() => {
            const [a, b] = document.querySelectorAll('.side-by-side select');
            const [one, other] = [...a.options].map(({ value }) => value).filter(Boolean).slice(-2);
            a.value = one; b.value = other;
            b.dispatchEvent(new Event('change', { bubbles: true }));
            return [one, other];
        })()"""
    )
    address = browser.evaluate("location.hash")
    browser.open(long_names / "games.html", past_charts=False, anchor=address[1:])
    chosen = "[...document.querySelectorAll('.side-by-side select')].slice(0, 2).map(({ value }) => value)"
    browser.wait(f"JSON.stringify({chosen}) === {json.dumps(json.dumps(ids, separators=(',', ':')))}")


def test_every_chart_of_a_season_is_there_without_scripts(long_names: Path) -> None:
    for page in ("season-2026.html", "night-2026-02.html"):
        text = (long_names / page).read_text("utf-8")
        assert text.count('class="chart"') == len(re.findall(r"<noscript><svg [^>]*>.*?<path", text)) > 0
        for name in NAMES[:3]:
            assert re.search(rf"<noscript><svg.*?>{re.escape(name[:11])}", text)


def test_the_list_of_hands_says_that_it_needs_scripts(long_names: Path) -> None:
    assert "<noscript><p>This list needs JavaScript" in (long_names / "hands-2026.html").read_text("utf-8")


def test_navigation_stays_within_a_pages_own_season(long_names: Path) -> None:
    imported = (long_names / "night-log-1.html").read_text("utf-8")
    assert 'href="hands-' not in imported
    assert 'href="hands-2026.html"' in (long_names / "night-2026-02.html").read_text("utf-8")
