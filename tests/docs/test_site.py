"""The site of the documents: every page, light and dark, is usable by all and needs no network."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.docs.pages import DOCS
from tests.reports.browser import FOUND_BY_AXE, TOO_FAINT, Browser, Chromium

pytestmark = pytest.mark.skipif(
    find_spec("zensical") is None, reason="needs the site's generator, which `make .venv/docs` installs"
)

PAGES = sorted(str(page.relative_to(DOCS).with_suffix(".html")) for page in DOCS.rglob("*.md"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` does: `--strict` fails at a broken link."""
    folder = tmp_path_factory.mktemp("docs")
    shutil.copytree(DOCS, folder / "docs")
    shutil.copy(DOCS.parent / "zensical.toml", folder)
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    built = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    return folder / "site"


def test_every_page_is_built(site: Path) -> None:
    built = {
        str(page.relative_to(site)).replace("index.html", "README.html") for page in site.rglob("*.html")
    }
    assert built - {"404.html"} == set(PAGES)


class Element(NamedTuple):
    """A kind of element, and the kind that it is in: what styles, and most rules of axe, go by."""

    tag: str
    classes: frozenset[str]
    role: str | None
    parent: tuple[str, frozenset[str]] | None


class Elements(HTMLParser):
    """The elements of a page: their kinds, and what each page must get right by itself."""

    VOID = frozenset(
        ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
    )

    def __init__(self, page: Path) -> None:
        super().__init__()
        self._open: list[tuple[str, frozenset[str]]] = []
        self.kinds: set[Element] = set()
        self.ids: list[str] = []
        self.headings: list[int] = []
        self.loads: list[str] = []
        self.without_text: list[str] = []
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        values = dict(attrs)
        one = tag, frozenset((values.get("class") or "").split())
        self.kinds.add(Element(*one, values.get("role"), self._open[-1] if self._open else None))
        if tag not in self.VOID:
            self._open.append(one)
        if values.get("id"):
            self.ids.append(str(values["id"]))
        if tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            self.headings.append(int(tag[1]))
        if tag == "img" and not values.get("alt"):
            self.without_text.append(str(values.get("src")))
        if values.get("src") or (tag == "link" and values.get("rel") != "canonical"):
            self.loads.append(str(values.get("src") or values.get("href")))

    def handle_endtag(self, tag: str) -> None:
        """Leave an element, and what was left open in it."""
        while self._open and self._open.pop()[0] != tag:
            pass


@pytest.fixture(scope="module")
def elements(site: Path) -> dict[Path, Elements]:
    """The elements of each page."""
    return {page: Elements(page) for page in sorted(site.rglob("*.html"))}


@pytest.fixture(scope="module")
def browser(running: Chromium) -> Iterator[Browser]:
    """A browser that is closed after these tests: a page of the site draws for as long as it is open."""
    browser = Browser(running)
    yield browser
    browser.close()


def check_in_browser(browser: Browser, axe: str, place: Path) -> None:
    browser.open(place)
    browser.evaluate(axe)
    assert browser.evaluate(FOUND_BY_AXE) == [], place.name
    browser.darken()
    assert browser.evaluate(TOO_FAINT) == [], place.name
    assert [url for url in browser.requests if not url.startswith(("file:", "data:"))] == []
    assert browser.problems == [], place.name


@pytest.mark.nightly  # of the generator alone
def test_the_page_with_most_kinds_of_element_needs_no_network_and_shuts_no_reader_out(
    elements: dict[Path, Elements], browser: Browser, axe: str
) -> None:
    check_in_browser(browser, axe, max(elements, key=lambda page: len(elements[page].kinds)))


@pytest.mark.nightly
@pytest.mark.parametrize("page", PAGES)
def test_a_page_needs_no_network_and_shuts_no_reader_out(
    site: Path, browser: Browser, axe: str, page: str
) -> None:
    check_in_browser(browser, axe, site / page.replace("README.html", "index.html"))


def test_what_one_page_can_get_wrong_is_right_on_each(elements: dict[Path, Elements]) -> None:
    for page, one in elements.items():
        assert len(set(one.ids)) == len(one.ids), page.name
        assert [place for place in one.loads if ":" in place.partition("/")[0]] == [], page.name
        assert one.without_text == [], page.name
        assert one.headings.count(1) == 1, page.name
        skipped = [(a, b) for a, b in zip(one.headings, one.headings[1:], strict=False) if b > a + 1]
        assert skipped == [], page.name


def test_the_search_works_from_the_disk(site: Path, browser: Browser) -> None:
    browser.open(site / "decisions" / "0010-numba.html")
    browser.evaluate("addEventListener('message', ({ data }) => { window.hits = data.data?.items?.length })")
    browser.evaluate("document.querySelector('.md-search__button').click()")
    browser.wait("document.activeElement !== document.body")  # its input is there
    browser.call("Input.insertText", text="straddle")
    browser.wait("window.hits > 3")
    assert [url for url in browser.requests if not url.startswith(("file:", "data:"))] == []
