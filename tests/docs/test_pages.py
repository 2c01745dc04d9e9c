"""The documents: links lead somewhere, commands exist, generated pages are current, the notebook runs."""

from __future__ import annotations

import ast
import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import polars as pl
import pytest
import typer
from typer.core import TyperGroup

from docs import reference
from pipeline.cli import app
from pipeline.simulation.season import play_season
from pipeline.store.store import Store
from tests.docs.pages import DOCS, blocks_of

ROOT = DOCS.parent
PAGES = sorted([*DOCS.rglob("*.md"), *ROOT.glob("*.md"), *(ROOT / "bench").rglob("*.md")])
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as readers of Markdown make them."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


def test_links_lead_somewhere() -> None:
    broken = []
    for page in PAGES:
        text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
        for link in LINK.findall(re.sub(r"`[^`\n]*`", "", text)):
            if link.startswith("http"):
                continue
            place, _, anchor = link.partition("#")
            target = (page.parent / place).resolve() if place else page
            if not target.exists() or (anchor and anchor not in anchors(target)):
                broken.append(f"{page.relative_to(ROOT)}: {link}")
    assert broken == []


def test_the_site_has_every_page_and_links_within_itself() -> None:
    """A link from `docs/` to a file elsewhere would be broken on the site."""
    site = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]

    def listed(entries: list[Any]) -> Iterator[str]:
        for entry in entries:
            for value in entry.values() if isinstance(entry, dict) else [entry]:
                yield from [value] if isinstance(value, str) else listed(value)

    own = {str(page.relative_to(DOCS)) for page in PAGES if DOCS in page.parents}
    decisions = {name for name in own if name.startswith("decisions/0")}  # their index lists them
    assert set(listed(site["nav"])) == own - decisions
    outside = [
        f"{name}: {link}"
        for name in sorted(own)
        for link in LINK.findall((DOCS / name).read_text(encoding="utf-8"))
        if DOCS not in ((DOCS / name).parent / link).resolve().parents and not link.startswith("#")
    ]
    assert outside == []


@pytest.mark.parametrize("name", reference.PAGES)
def test_a_generated_page_is_current(name: str) -> None:
    page = DOCS / "reference" / name
    assert page.read_text(encoding="utf-8") == reference.written(name), "run: python -m docs.reference"


def typed_commands() -> Iterator[tuple[str, str]]:
    """The lines of code blocks that call peder, without what explains them, and where they are."""
    for page in (page for page in PAGES if DOCS in page.parents and page.parent.name != "reference"):
        for block in blocks_of(str(page.relative_to(DOCS))):
            for line in block.text.splitlines() if block.kind in ("", "sh") else ():
                if line.startswith("peder "):
                    yield f"{page.relative_to(ROOT)}:{block.line}", re.split(r"\s{2,}|\s#\s", line)[0]


def test_the_commands_of_the_pages_exist_with_their_options() -> None:
    group = typer.main.get_command(app)
    wrong, seen = [], 0
    for place, line in typed_commands():
        try:
            words = shlex.split(line.rstrip("\\"))[1:]
        except ValueError:  # a text in quotes goes on in the next line
            words = line.split()[1:]
        command: Any = group
        options = {word for param in command.params for word in param.opts}
        while isinstance(command, TyperGroup) and words:
            word = words.pop(0)
            if word.startswith("-"):
                continue
            context = typer.Context(command)
            below = command.get_command(context, " ".join([word, *words[:1]])) if command is group else None
            if below is not None and words:
                words.pop(0)
            below = below or command.get_command(context, word)
            if below is None:
                break
            command = below
            options |= {option for param in command.params for option in (*param.opts, *param.secondary_opts)}
        known = options | {"--help"}
        named = [word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)]
        seen += 1
        if (isinstance(command, TyperGroup) and not command.invoke_without_command) or set(named) - known:
            wrong.append(f"{place}: {line}")
    assert seen > 50
    assert wrong == []


@pytest.mark.nightly  # its calls are also those of docs/analysis.md
def test_the_notebook_runs_and_its_last_values_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each code cell is run as a notebook does it, where `peder demo` was: what its last line is worth is shown."""
    list(play_season(Store(tmp_path / "demo" / "store"), nights=3, seed=1, season="2026"))
    monkeypatch.chdir(tmp_path)
    notebook = json.loads((DOCS / "notebook.ipynb").read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    shown = []
    for cell in (cell for cell in notebook["cells"] if cell["cell_type"] == "code"):
        *statements, last = ast.parse("".join(cell["source"])).body
        assert isinstance(last, ast.Expr)
        exec(compile(ast.Module(statements, []), "notebook.ipynb", "exec"), names)
        shown.append(eval(compile(ast.Expression(last.value), "notebook.ipynb", "eval"), names))
    frames = [value for value in shown if isinstance(value, pl.DataFrame)]
    figures = [value for value in shown if isinstance(value, go.Figure)]
    assert len(frames) + len(figures) == len(shown)
    assert [len(figure.data) > 0 for figure in figures] == [True] * 4
    assert all(frame.height and "<table" in frame._repr_html_() for frame in frames)
