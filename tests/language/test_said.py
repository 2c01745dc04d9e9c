"""Nothing that a person reads goes past the catalogue: errors, answers, help, what SQL finds."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from language import again, in_source, sentences, speaking, tr, trn
from language.catalogue import KEYWORDS, paragraphs, read, texts_in
from language.known import say_known
from pipeline.cli import app
from pipeline.commands.fault_texts import FAULT_TEXTS, fault_text
from pipeline.commands.helped import FRAME, OWN, WRONG

ROOT = Path(__file__).parents[2]
PROSE = re.compile(r"[^\W\d_]{2,}[,.:;]? [^\W\d_]{2,}")
"""Two words beside each other: no name of a file, no code."""

TELLS = {"Answer", "BadParameter", "Fault", "HttpError", "_reply", "confirm", "echo", "progress", "say"}
"""Calls whose texts a person reads, beside the errors that a user can cause."""

FAULTS_OF_THE_PROGRAM = {
    "AssertionError", "AttributeError", "IndexError", "KeyError", "RuntimeError", "TypeError", "ValueError",
}  # fmt: skip


def called(call: ast.Call) -> str:
    return getattr(call.func, "id", None) or getattr(call.func, "attr", "")


def tells(call: ast.Call) -> bool:
    name = called(call)
    return name in TELLS or (name.endswith("Error") and name not in FAULTS_OF_THE_PROGRAM)


def written(node: ast.AST) -> Iterator[ast.AST]:
    """The texts in an expression that no function of the language says."""
    if isinstance(node, ast.Call) and called(node) in KEYWORDS:
        return
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        pieces = node.values if isinstance(node, ast.JoinedStr) else [node]
        texts = [piece.value if isinstance(piece, ast.Constant) else " 0 " for piece in pieces]
        if PROSE.search("".join(map(str, texts))):
            yield node
            return
    for child in ast.iter_child_nodes(node):
        yield from written(child)


def test_every_error_and_answer_is_said_by_the_language() -> None:
    found = [
        f"{place.relative_to(ROOT)}:{text.lineno}"  # type: ignore[attr-defined]
        for folder in ("engine", "pipeline")
        for place in sorted((ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(place.read_text("utf-8")))
        if isinstance(node, ast.Call) and tells(node)
        for argument in node.args
        for text in written(argument)
    ]
    assert found == []


def helped(command: Any) -> Iterator[str]:
    yield from paragraphs(command.help or "")
    for param in command.params:
        yield from paragraphs(getattr(param, "help", None) or "")
        if isinstance(param.show_default, str):
            yield param.show_default
    for below in getattr(command, "commands", {}).values():
        yield from helped(below)


def test_the_help_of_every_command_is_in_the_catalogue() -> None:
    shown = {text for text in helped(typer.main.get_command(app)) if text}
    assert len(shown) > 150
    assert shown - {str(message.id) for message in read("da")} == set()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--lang da show --help", "Fortæl om et spil i almindelige ord"),
        ("--help --lang da", "Kommandoer"),
        ("--lang da rulings 99", "Der er ingen afgørelse 99"),
        ("--lang da simulat", "Der er ingen kommando 'simulat'. Mente du 'simulate'?"),
        (
            "--lang da simulate 7s --players x",
            "Forkert værdi til '--players' / '-k': Det skal være et helt tal",
        ),
        ("--lang da show qqq", "Der er intet spil, der hedder 'qqq'."),
        ("show --help", "Tell a game in plain words"),
    ],
)
def test_the_command_line_speaks_as_asked(line: str, said: str) -> None:
    answer = CliRunner().invoke(app, line.split(), env={"COLUMNS": "200"})
    assert said in answer.output
    assert "Usage:" not in answer.output or "da" not in line


def test_the_faults_of_check_are_those_that_sql_writes() -> None:
    written = re.compile(
        r"format\(\s*'((?:[^']|'')*)'|(?:then|else|,) '((?:[^']|'')*)'(?= as fault|\s+(?:when|else|end)\b)"
    )
    files = [*(ROOT / "queries/checks").glob("*.sql"), *(ROOT / "queries/parts").glob("check_*.sql")]
    there = {
        (found[1] or found[2]).replace("''", "'")
        for file in files
        for found in written.finditer(file.read_text("utf-8"))
    }
    assert there - {"confirmed"} == set(FAULT_TEXTS) - {"a value is missing"}
    with speaking("da"):
        assert fault_text("seat 3 paid 7, but its acts make 9") == "plads 3 lagde 7, men handlingerne giver 9"


def test_known_sentences_are_said_again() -> None:
    with speaking("da"):
        said = say_known("Invalid value for --x: Input should be greater than 3", WRONG)
    assert said == "Forkert værdi til --x: Det skal være mere end 3"
    assert say_known("Nobody wrote this.", WRONG) == "Nobody wrote this."
    assert texts_in([ROOT / "pipeline"]) >= {*FRAME.values(), *OWN, *WRONG}


def test_a_text_can_be_said_again_in_another_language() -> None:
    with speaking("da"):
        one = trn("{n} hand", "{n} hands", 2)
        said = sentences([tr("Games"), "", tr("{chips} carried in", chips=one)])
        assert said == "Spil 2 hænder med fra før"
        assert in_source(said) == "Games 2 hands carried in"
        assert again(in_source(said)) == "Spil 2 hænder med fra før"
    assert again(said) == "Games 2 hands carried in"
    assert again("as it was typed") == "as it was typed"
