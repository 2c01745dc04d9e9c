"""`peder serve` as a command: imported only when it is called, and a sentence for what can't be served."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner

from pipeline.cli import app
from pipeline.night.service import NightService


def said(*words: str) -> str:
    """What the command says before it ends with 1."""
    answer = CliRunner().invoke(app, ["serve", *words])
    assert answer.exit_code == 1, answer.output
    return answer.output


def test_peder_is_as_light_without_it() -> None:
    code = (
        "import sys, pipeline.cli; print([name for name in ('starlette', 'uvicorn', 'segno', 'cryptography') "
        "if name in sys.modules])"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_what_cannot_be_served_is_a_sentence_and_leaves_nothing(tmp_path: Path) -> None:
    store = ("--store", str(tmp_path))
    assert "every address at once" in said("n", *store, "--host", "0.0.0.0")
    assert "whole internet" in said("n", *store, "--host", "8.8.8.8")
    assert "isn't an address" in said("n", *store, "--host", "example")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert "another --port" in said("n", *store, "--host", "127.0.0.1", "--port", port)
    with NightService(tmp_path, "n"):
        assert "open in another logger" in said("n", *store, "--host", "127.0.0.1", "--port", "0")
    assert [place.name for place in tmp_path.rglob("*") if place.is_file()] == []
