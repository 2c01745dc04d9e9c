"""The tutorials: each line is typed into a night, and answered as the page says; so is the settlement."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from pipeline.cli import app
from tests.docs.pages import blocks_of


@pytest.mark.parametrize(
    ("page", "language"), [("tutorial.md", "en"), ("tutorial-da.md", "da"), ("your-first-game.md", "en")]
)
def test_the_night_goes_as_the_tutorial_says(page: str, language: str, tmp_path: Path) -> None:
    environment = {"PEDER_STORE": str(tmp_path / "store")}

    def run(*words: str) -> str:
        answer = CliRunner(env=environment).invoke(app, ["--lang", language, *words])
        assert answer.exit_code == 0, answer.output
        return answer.output

    blocks = blocks_of(page)
    for block in blocks:
        if block.kind == "toml":
            (tmp_path / "woolworth.toml").write_text(block.text, encoding="utf-8")
            assert "Woolworth" in run("game", "check", str(tmp_path / "woolworth.toml"))
            run("game", "add", str(tmp_path / "woolworth.toml"))
    lines = [line for block in blocks if block.kind == "night" for line in block.text.splitlines()]
    typed = tmp_path / "night.txt"
    typed.write_text("\n".join(line[2:] for line in lines if line.startswith("> ")), encoding="utf-8")
    answers = [line for line in lines if not line.startswith("> ")]
    assert run("log", "2026-03-14", "--from", str(typed)).splitlines() == answers
    settled = run("settle", "2026-03-14").splitlines()
    said = "".join(block.text for block in blocks if block.kind == "settled").splitlines()
    assert [line for line in said if line not in settled] == []
