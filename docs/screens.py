"""Look at every kind of page: on a laptop, a phone, in the dark, in Danish and on paper (`make screens`).

Plays a season of `NIGHTS` nights, simulates every game, writes the site in both languages and pictures of its
pages to build/screens/ (needs Chromium). A picture is named after its page and its reader: `season-phone.png`.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from importlib.resources import as_file, files
from pathlib import Path

from typer.testing import CliRunner

from docs.pictures import NIGHTS
from pipeline.cli import app
from tests.reports.browser import Browser

SCREENS = Path("build/screens")
READERS = {
    "laptop": {"width": 1280},
    "phone": {"width": 390},
    "dark": {"width": 1280, "dark": True},
    "dark-phone": {"width": 390, "dark": True},
    "danish": {"width": 1280},
    "danish-phone": {"width": 390},
}
"""How `Browser.open` opens a page for each reader."""


def write_sites(folder: Path) -> None:
    """A store, and its site in English (`en`) and Danish (`da`)."""
    environment = {"PEDER_STORE": f"{folder}/store"}
    sample = files("pipeline") / "formats" / "samples" / "pokernow-sample.csv"
    with as_file(sample) as log:
        for words in (
            ["season", "--nights", str(NIGHTS), "--season", "2026"],
            ["import", str(log), "--season", "imported"],
            ["simulate", "--all", "--hands", "4000"],
        ):
            run(environment, *words)
    for language in ("en", "da"):
        run(environment, "--lang", language, "report", "--all", f"{folder}/{language}")


def run(environment: dict[str, str], *words: str) -> None:
    """A command; what it says, where it fails."""
    answer = CliRunner(env=environment).invoke(app, words)
    if answer.exit_code:
        raise SystemExit(f"{' '.join(words)}: {answer.output}")


def kinds(site: Path) -> Iterator[tuple[str, str]]:
    """One page of each kind: what it is called, and its address within the site."""
    yield "front", "index.html"
    for kind in ("season", "hands", "player", "night"):
        first = next(
            path
            for path in sorted(site.glob(f"{kind}-*.html"))
            if "night-2026" in path.name or kind != "night"
        )
        yield kind, first.name
        if kind == "night":
            shown = re.findall(r'id="(hand-\d+)"', first.read_text("utf-8"))
            yield "hand", f"{first.name}#{shown[len(shown) // 2]}" if shown else first.name
    yield "games", "games.html"


def take_pictures(folder: Path, out: Path, only: str = "") -> list[Path]:
    """A picture of each kind of page for each reader, and of its paper; those whose names contain `only`."""
    taken = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(Path(profile))
        try:
            for reader, settings in READERS.items():
                site = folder / ("da" if "danish" in reader else "en")
                for kind, address in kinds(site):
                    place = out / f"{kind}-{reader}.png"
                    if only not in place.name:
                        continue
                    name, _, anchor = address.partition("#")
                    browser.open(site / name, **settings, anchor=anchor)  # type: ignore[arg-type]
                    browser.screenshot(place, whole=True)
                    taken.append(place)
            for kind, address in kinds(folder / "en"):
                place = out / f"{kind}-paper.pdf"
                if only in place.name:
                    browser.open(folder / "en" / address.partition("#")[0])
                    place.write_bytes(browser.pdf())
                    browser.on_paper()
                    browser.screenshot(place.with_suffix(".png"), whole=True)
                    taken.append(place)
        finally:
            browser.close()
    return taken


def main(only: str = "") -> None:
    """Write the sites where there are none, and the pictures."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    if not (SCREENS / "da" / "index.html").is_file():
        write_sites(SCREENS)
    for place in take_pictures(SCREENS, SCREENS, only):
        print(place)


if __name__ == "__main__":
    main(*sys.argv[1:2])
