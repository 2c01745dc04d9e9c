"""The help lists what commands share once, and former names not at all; they go on working."""

from __future__ import annotations

import re
from pathlib import Path

import typer

from pipeline.cli import ALIASES, MODULES, app
from tests.stores import peder

ROOT = typer.main.get_command(app)


def helped(*words: str) -> str:
    return peder(Path("nowhere"), "--lang", "en", *words, "--help", code=0).stdout


def test_the_root_lists_each_command_once_and_no_alias() -> None:
    text = helped()
    listed = re.findall(r"^  ([a-z]+(?: [a-z]+)?)  ", text, re.M)
    assert listed == [name for name in MODULES if name not in ALIASES]
    assert text.count("--json") == 1
    assert "--lang en|da" in text


def test_no_command_repeats_what_all_have() -> None:
    for words in (("bank",), ("simulate", "season"), ("store", "check"), ("report", "season"), ("sql",)):
        text = helped(*words)
        assert f"Usage: root {' '.join(words)} " in text
        assert "--store" not in text
        assert "--json" not in text


def test_former_names_are_the_same_commands(tmp_path: Path) -> None:
    (tmp_path / "s").mkdir()
    for former, words in (("check", ("store", "check")), ("build", ("store", "build"))):
        old, new = peder(tmp_path / "s", former, "--json"), peder(tmp_path / "s", *words, "--json")
        assert (old.exit_code, old.output) == (new.exit_code, new.output)
    for name in ALIASES:
        assert f"Usage: root {name} " in helped(name)


def test_completion_offers_what_is_listed() -> None:
    group = typer.main.get_command(app)
    offered = {item.value for item in group.shell_complete(typer.Context(group), "")}
    assert {"store", "simulate", "nights"} <= offered
    assert not offered & ALIASES.keys()
    assert all(" " not in name for name in offered)
