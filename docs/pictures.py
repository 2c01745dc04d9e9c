"""Make the pictures of the README: the log as SVG, a season's page as PNG (`make pictures`; needs Chromium)."""

from __future__ import annotations

import io
import re
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text
from typer.testing import CliRunner

from pipeline.cli import app
from tests.docs.pages import blocks_of
from tests.reports.browser import Browser

PICTURES = Path(__file__).parent / "pictures"
NIGHTS = 20


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


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    draw_log(PICTURES / "log.svg")
    draw_season(PICTURES / "season.png")
