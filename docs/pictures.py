"""Make the pictures of the README and the app's icons: the log as SVG, a season's page as PNG (`make pictures`; needs
Chromium).
"""

from __future__ import annotations

import base64
import io
import re
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text
from typer.testing import CliRunner

import pipeline.serve
from pipeline.cli import app
from tests.docs.pages import blocks_of
from tests.reports.browser import Browser

PICTURES = Path(__file__).parent / "pictures"
NIGHTS = 20
SERVE = Path(pipeline.serve.__file__).parent
ICONS = {"icon-192": (192, 1.0, False), "icon-512": (512, 1.0, False), "maskable-512": (512, 0.7, True),
         "apple-touch-icon": (180, 0.8, True)}  # fmt: skip
"""Icons of the app: their pixels, how much of the square the chip takes, and whether the rest is filled. A phone cuts a
maskable icon to its own shape.
"""


def draw_log(out: Path) -> None:
    """The night of the tutorial, as a terminal shows it."""
    console = Console(record=True, width=96, file=io.StringIO())
    for block in blocks_of("tutorial.md"):
        for line in block.text.splitlines() if block.kind == "night" else ():
            console.print(Text(line, style="bold" if line.startswith("> ") else "green"))
    svg = console.export_svg(title="peder log 2026-03-14")
    out.write_text(re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL), encoding="utf-8")


def draw_season(out: Path) -> None:
    """The top of a simulated season's page."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "season.html"
        for words in (
            ["season", "--nights", str(NIGHTS), "--season", "2026"],
            ["report", "season", "--out", str(page)],
        ):
            answer = CliRunner().invoke(app, ["--lang", "en", *words, "--store", f"{folder}/store"])
            if answer.exit_code:
                raise SystemExit(answer.output)
        browser = Browser(Path(folder) / "browser")
        try:
            browser.open(page, width=1100, height=1330)
            browser.screenshot(out)
        finally:
            browser.close()


def draw_icons(out: Path) -> None:
    """The app's icons as PNG, of the page's SVG."""
    out.mkdir(exist_ok=True)
    chip = base64.b64encode((SERVE / "page" / "icon.svg").read_bytes()).decode()
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(Path(folder) / "browser")
        try:
            for name, (size, part, is_filled) in ICONS.items():
                page = Path(folder) / f"{name}.html"
                paper = "#f6f5f2" if is_filled else "transparent"
                page.write_text(
                    f'<main style="display:grid;place-items:center;position:fixed;inset:0;background:{paper}">'
                    f'<img style="width:{part:.0%}" src="data:image/svg+xml;base64,{chip}"></main>'
                )
                browser.open(page, width=size, height=size, past_charts=False)
                clear = {"r": 0, "g": 0, "b": 0, "a": 0}
                browser.call("Emulation.setDefaultBackgroundColorOverride", color=clear)
                browser.wait("document.images[0].complete")
                browser.screenshot(out / f"{name}.png")
        finally:
            browser.close()


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    draw_log(PICTURES / "log.svg")
    draw_season(PICTURES / "season.png")
    draw_icons(SERVE / "app_page" / "icons")
