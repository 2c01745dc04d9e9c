"""The site of the documents in a browser: every page, light and dark, is usable by all and needs no network."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.docs.pages import DOCS
from tests.reports.browser import FOUND_BY_AXE, TOO_FAINT, Browser

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


@pytest.mark.parametrize("page", PAGES)
def test_a_page_needs_no_network_and_shuts_no_reader_out(
    site: Path, browser: Browser, axe: str, page: str
) -> None:
    place = site / page.replace("README.html", "index.html")
    browser.open(place)
    browser.evaluate(axe)
    assert browser.evaluate(FOUND_BY_AXE) == []
    browser.darken()
    assert browser.evaluate(TOO_FAINT) == []
    assert [url for url in browser.requests if not url.startswith(("file:", "data:"))] == []
    assert browser.problems == []


def test_the_search_works_from_the_disk(site: Path, browser: Browser) -> None:
    browser.open(site / "decisions" / "0010-numba.html")
    browser.evaluate("addEventListener('message', ({ data }) => { window.hits = data.data?.items?.length })")
    browser.evaluate("document.querySelector('.md-search__button').click()")
    browser.wait("document.activeElement !== document.body")  # its input is there
    browser.call("Input.insertText", text="straddle")
    browser.wait("window.hits > 3")
    assert [url for url in browser.requests if not url.startswith(("file:", "data:"))] == []
