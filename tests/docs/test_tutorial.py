"""The tutorials: each line is typed into a night, and answered as the page says; so is the settlement."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from pipeline.cli import app
from tests.docs.pages import blocks_of


@pytest.mark.parametrize(("page", "language"), [("tutorial.md", "en"), ("tutorial-da.md", "da")])
def test_the_night_goes_as_the_tutorial_says(page: str, language: str, tmp_path: Path) -> None:
    def run(*words: str) -> str:
        answer = CliRunner().invoke(app, ["--lang", language, *words, "--store", str(tmp_path / "store")])
        assert answer.exit_code == 0, answer.output
        return answer.output

    blocks = blocks_of(page)
    lines = [line for block in blocks if block.kind == "night" for line in block.text.splitlines()]
    typed = tmp_path / "night.txt"
    typed.write_text("\n".join(line[2:] for line in lines if line.startswith("> ")), encoding="utf-8")
    answers = [line for line in lines if not line.startswith("> ")]
    assert run("log", "2026-03-14", "--from", str(typed)).splitlines() == answers
    settled = run("settle", "2026-03-14")
    (said,) = (block.text for block in blocks if block.kind == "settled")
    assert [line for line in said.splitlines() if line not in settled.splitlines()] == []
