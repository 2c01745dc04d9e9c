"""Nothing that a person reads goes past the catalogue: errors, answers, help, what SQL finds."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import polars as pl
import pytest
import typer
from pydantic import TypeAdapter, ValidationError
from typer.core import TyperGroup
from typer.testing import CliRunner

from engine.api import FAMILIES
from engine.variants.model import Family
from language import again, in_source, sentences, speaking, tr, trn
from language.catalogue import KEYWORDS, read, texts_in
from language.known import say_known
from language.texts import paragraphs
from pipeline.cli import app
from pipeline.commands.fault_texts import FAULT_TEXTS, fault_text
from pipeline.commands.helped import FRAME, OWN, WRONG
from pipeline.night.shell.help import games_text
from pipeline.store.schemas import PLAYERS
from pipeline.store.store import Store
from tests.language.marked import MARKED, unsaid

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
        for folder in ("engine", "pipeline", "queries", "reports")
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
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    assert group.list_commands(typer.Context(group))  # all are there then
    shown = {text for text in helped(group) if text}
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


REFUSALS = {"BadArgumentUsage", "BadOptionUsage", "BadParameter", "UsageError", "fail"}
"""What Typer raises, and calls, to refuse a command line."""
PUT_TOGETHER = {"Option x requires x", "Value must be an iterable."}
"""Of those what is said otherwise in the end, and what only a program's own default can cause."""


def refusals() -> Iterator[str]:
    """The sentences by which Typer refuses a command line, an x in each place."""
    for file in Path(typer.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and called(node) in REFUSALS:
                for text in written(node):
                    pieces = text.values if isinstance(text, ast.JoinedStr) else [text]  # type: ignore[list-item]
                    yield "".join(
                        re.sub(r"{[^}]*}", "x", piece.value) if isinstance(piece, ast.Constant) else "x"  # type: ignore[arg-type]
                        for piece in pieces
                    )


def test_every_sentence_by_which_typer_refuses_is_known() -> None:
    wrong = [
        (int, "x"),
        (int, "1.5"),
        (int, 1.5),
        (int, "9" * 5000),
        (int, None),
        (float, "x"),
        (float, None),
    ]
    told = set(refusals()) - PUT_TOGETHER | {"Option x requires 2 arguments."}
    for kind, value in wrong:
        with pytest.raises(ValidationError) as caught:
            TypeAdapter(kind).validate_python(value)
        told.add(caught.value.errors()[0]["msg"])
    assert len(told) > 12
    with speaking(MARKED):
        assert [text for text in sorted(told) if unsaid(say_known(text, WRONG)) - {"x"}] == []


def test_the_catalogue_is_told_in_the_language() -> None:
    with speaking(MARKED):
        named = re.findall(r"^(\S.*):$", games_text(), re.MULTILINE)
    assert len(named) == len(FAMILIES) == len(get_args(Family))
    assert not set().union(*map(unsaid, named))
    answer = CliRunner().invoke(app, ["--lang", "da", "variants", "klubspil"], env={"COLUMNS": "200"})
    assert answer.output.count("klubspil") == 9


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("drop table x", "Forespørgslen skal være én select: herfra ændres intet."),
        ("from nowhere", "Forespørgslen kan ikke køres: Table with name nowhere does not exist!"),
    ],
)
def test_what_sql_refuses_is_said_in_danish(tmp_path: Path, sql: str, said: str) -> None:
    Store(tmp_path).write_reference("players", pl.DataFrame(schema=PLAYERS))
    answer = CliRunner().invoke(app, ["--lang", "da", "--store", str(tmp_path), "sql", sql])
    assert said in answer.output


def test_a_text_can_be_said_again_in_another_language() -> None:
    with speaking("da"):
        one = trn("{n} hand", "{n} hands", 2)
        said = sentences([tr("Games"), "", tr("{chips} carried in", chips=one)])
        assert said == "Spil 2 hænder med fra før"
        assert in_source(said) == "Games 2 hands carried in"
        assert again(in_source(said)) == "Spil 2 hænder med fra før"
    assert again(said) == "Games 2 hands carried in"
    assert again("as it was typed") == "as it was typed"
