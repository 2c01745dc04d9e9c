"""Everything a person reads is translated: errors, answers, help, faults that SQL finds."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import polars as pl
import pytest
import typer
from typer.core import TyperGroup
from typer.testing import CliRunner

from engine.api import FAMILIES, VARIANTS
from engine.catalogue.model import Family
from language import LANGUAGES, in_english, join_sentences, retranslate, speaking, tr, trn
from language.catalogue import read_catalogue
from language.texts import paragraphs
from pipeline.cli import app
from pipeline.night.prompt.help import games_text
from pipeline.store.schemas import PLAYERS
from pipeline.store.store import Store
from tests.language.marked import MARKED, unsaid
from tests.stores import hand, session, write

ROOT = Path(__file__).parents[2]
PROSE = re.compile(r"[^\W\d_]{2,}[,.:;]? [^\W\d_]{2,}")
"""Two words in a row: not the name of a file, not code."""

TELLS = {"Answer", "BadParameter", "Fault", "HttpError", "_reply", "confirm", "echo", "progress", "say"}
"""Calls whose texts a person reads, in addition to errors."""

FAULTS_OF_THE_PROGRAM = {
    "AssertionError", "AttributeError", "IndexError", "KeyError", "RuntimeError", "TypeError", "ValueError",
}  # fmt: skip


def called(call: ast.Call) -> str:
    return getattr(call.func, "id", None) or getattr(call.func, "attr", "")


def tells(call: ast.Call) -> bool:
    name = called(call)
    return name in TELLS or (name.endswith("Error") and name not in FAULTS_OF_THE_PROGRAM)


def written(node: ast.AST) -> Iterator[ast.AST]:
    """The texts in an expression that are not translated; words in a tuple are those of a format."""
    if isinstance(node, ast.Tuple) or (isinstance(node, ast.Call) and called(node) in {"tr", "mark", "trn"}):
        return
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        pieces = node.values if isinstance(node, ast.JoinedStr) else [node]
        texts = [piece.value if isinstance(piece, ast.Constant) else " 0 " for piece in pieces]
        if PROSE.search("".join(map(str, texts))):
            yield node
            return
    for child in ast.iter_child_nodes(node):
        yield from written(child)


def test_every_error_and_answer_is_translated() -> None:
    results = [
        f"{place.relative_to(ROOT)}:{text.lineno}"  # type: ignore[attr-defined]
        for folder in ("engine", "pipeline", "queries", "reports")
        for place in sorted((ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(place.read_text("utf-8")))
        if isinstance(node, ast.Call) and tells(node)
        for argument in node.args
        for text in written(argument)
    ]
    assert results == []


def commands(command: Any) -> Iterator[Any]:
    """A command and all below it."""
    yield command
    if isinstance(command, TyperGroup):
        context = typer.Context(command)
        for name in command.list_commands(context):
            yield from commands(command.get_command(context, name))


def help_texts(command: Any) -> Iterator[str]:
    """What the help of a command says of it and its parameters."""
    yield from paragraphs(command.help or "")
    for param in command.params:
        yield from paragraphs(param.help or "")
        yield param.metavar or ("" if param.opts[0].startswith("-") else param.name.upper().replace("_", "-"))
        if isinstance(param.show_default, str):
            yield param.show_default


def test_the_help_of_every_command_is_in_the_catalogue() -> None:
    shown = {text for each in commands(typer.main.get_command(app)) for text in help_texts(each) if text}
    assert len(shown) > 150
    assert shown - {str(message.id) for message in read_catalogue("da")} == {"|".join(LANGUAGES)}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--lang da show --help", "Beskriv et spil i almindelige ord"),
        ("--help --lang da", "Tilbageblik"),
        ("--lang da rulings 99", "Der er ingen afgørelse 99"),
        ("--lang da simulat", "Der er ingen kommando 'simulat'. Mente du 'simulate'?"),
        (
            "--lang da simulate 7s --players x",
            "peder: --players: 'x' er ikke et helt tal",
        ),
        ("--lang da simulate --players", "Efter --players skal der stå en værdi."),
        ("--lang da simulate --all=3", "--all tager ingen værdi."),
        ("--lang da simulate --playrs 3", "Der er intet valg --playrs. Mente du --players?"),
        ("--lang da restore", "FIL mangler."),
        ("--lang da serve n1 --port 99999", "--port: 99999 er for stort: højst 65535"),
        ("--lang da serve n1 --port -1", "--port: -1 er for lidt: mindst 0"),
        ("--lang da serve n1 --others x", "--others: 'x' er ingen af log, look"),
        ("--lang da serve n1 n2", "Det her er for meget: n2"),
        ("--lang da --store x", "Der mangler en kommando."),
        ("--lang da risk 7s --hours x", "--hours: 'x' er ikke et tal"),
        ("--lang da show qqq", "Der er intet spil, der hedder 'qqq'."),
        ("show --help", "Describe a game in plain words"),
    ],
)
def test_the_command_line_speaks_the_chosen_language(line: str, said: str) -> None:
    answer = CliRunner().invoke(app, line.split(), env={"COLUMNS": "200"})
    assert said in answer.output
    assert "Usage:" not in answer.output or "da" not in line


def test_the_faults_of_a_check_are_translated(tmp_path: Path) -> None:
    store = write(
        tmp_path, sessions=[session("n1")], hands=[hand("n1", 1, {"a": 2, "b": 2, "c": 2}, {"a": 6}, pot=7)]
    )
    words = ["--lang", "da", "check", "--store", str(store)]
    answer = CliRunner().invoke(app, words, env={"COLUMNS": "200"})
    assert "en pulje på 7" in answer.output
    assert "a pot of 7" in CliRunner().invoke(app, [*words, "--json"]).stdout


def test_families_are_translated() -> None:
    with speaking(MARKED):
        named = re.findall(r"^(\S.*):$", games_text(VARIANTS), re.MULTILINE)
    assert len(named) == len({variant.family for variant in VARIANTS.values()})
    assert FAMILIES.keys() == set(get_args(Family))
    assert not set().union(*map(unsaid, named))
    answer = CliRunner().invoke(app, ["--lang", "da", "variants", "klubspil"], env={"COLUMNS": "200"})
    assert answer.output.count("klubspil") == 9


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("drop table x", "Forespørgslen skal være én select: herfra kan intet ændres."),
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
        said = join_sentences([tr("Games"), "", tr("{chips} carried in", chips=one)])
        assert said == "Spil. 2 hænder med fra før"
        assert in_english(said) == "Games. 2 hands carried in"
        assert retranslate(in_english(said)) == "Spil. 2 hænder med fra før"
    assert retranslate(said) == "Games. 2 hands carried in"
    assert retranslate("as it was typed") == "as it was typed"
