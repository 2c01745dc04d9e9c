"""The help lists what commands share once, and former names not at all; they go on working."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
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


@pytest.mark.parametrize("name", MODULES)
def test_the_help_of_a_command_begins_with_one_sentence(name: str) -> None:
    assert ". " not in ROOT.about(None, name)


@pytest.mark.parametrize("words", [("nights",), ("game", "list"), ("store", "check")])
def test_every_command_takes_the_language(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "s").mkdir()
    before, after = peder(tmp_path / "s", "--lang", "da", *words), peder(tmp_path / "s", *words, "--lang=da")
    assert (before.exit_code, before.output) == (after.exit_code, after.output)
    assert "--lang" not in helped(*words)
    assert "There is no language 'xx'" in peder(tmp_path / "s", *words, "--lang", "xx", code=2).stderr


def test_what_imports_share_stands_in_the_help_of_import_alone() -> None:
    whole, own = helped("import"), helped("import", "csv")
    assert "Usage: root import [OPTIONS] FILES… | COMMAND ..." in whole
    for name in ("--session", "--season", "--currency", "--replace", "--merge"):
        assert whole.count(f"  {name} ") + whole.count(f"  {name}\n") == 1
        assert f"  {name} " not in own
    assert "--month-first" in own
    assert "Also --session, --season, --currency, --replace, --merge" in own
    assert "--session" not in helped("import", "json")  # which doesn't take it


@pytest.mark.parametrize(
    ("words", "ours", "typers"),
    [
        (("show",), "GAME… is missing.", "Missing argument 'GAME'."),
        (("nights", "--nope"), "There is no option --nope.", "No such option: --nope"),
        (("nights", "--lang", "xx"), "There is no language 'xx'", "There is no language 'xx'"),
    ],
)
def test_where_classes_of_errors_lie_elsewhere_typer_says_it_in_its_own_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], ours: str, typers: str
) -> None:
    assert ours in peder(tmp_path, *words, code=2).stderr
    monkeypatch.setattr(typer.BadParameter, "__module__", "typer")  # which has that class, and no other
    assert typers in peder(tmp_path, *words, code=2).stderr


def test_without_typers_description_of_values_options_still_have_help(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert "--seed, -s NUMBER" in helped("simulate")
    monkeypatch.setattr("pipeline.commands.usage._descriptor", lambda param: None)
    assert "--seed, -s TEXT" in helped("simulate")


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
    assert (
        peder(tmp_path / "s", "settings", "backup").output
        == peder(tmp_path / "s", "store", "backup", "--after-nights").output
    )


def test_completion_offers_what_is_listed() -> None:
    group = typer.main.get_command(app)
    offered = {item.value for item in group.shell_complete(typer.Context(group), "")}
    assert {"store", "simulate", "nights"} <= offered
    assert not offered & ALIASES.keys()
    assert all(" " not in name for name in offered)
