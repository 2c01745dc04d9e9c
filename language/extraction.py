"""The texts of a Python file, of a game in TOML, and the faults of a check in SQL, as `pybabel extract` asks for them (`[tool.babel]` in pyproject.toml).

Babel's own extractor doesn't look into f-strings or nested calls, and doesn't know that the help of a command
is its docstring.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from typing import IO

from language.texts import paragraphs

Message = tuple[int, str | None, str | tuple[str, ...], list[str]]
"""Line, name of the function that translates it (None for help), text or texts, comments for translators."""

HELPED = ("Argument", "Option", "Application")
HELP = ("help", "metavar", "show_default")
"""Functions that take the help of a command or an option, with the arguments that users read."""


def extract(
    file: IO[bytes], keywords: Collection[str], comment_tags: Collection[str], options: Mapping[str, object]
) -> Iterator[Message]:
    """Yield the literals given to functions named as `keywords`, and the help of commands and options."""
    tree = ast.parse(file.read())
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in keywords:
            texts = tuple(
                arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
            )
            if texts:
                yield node.lineno, node.func.id, texts, []
    if any(_imports_options(node) for node in tree.body):
        yield from ((line, None, text, []) for line, text in _help_texts(tree))


def extract_faults(
    file: IO[bytes], keywords: Collection[str], comment_tags: Collection[str], options: Mapping[str, object]
) -> Iterator[Message]:
    """Yield the texts of the faults of a check: those that its SQL passes to the macro `fault`."""
    sql = file.read().decode("utf-8")
    for match in re.finditer(r"\bfault\(\s*'((?:[^']|'')+)'", sql):
        yield sql.count("\n", 0, match.start()) + 1, None, match[1].replace("''", "'"), []


def extract_games(
    file: IO[bytes], keywords: Collection[str], comment_tags: Collection[str], options: Mapping[str, object]
) -> Iterator[Message]:
    """Yield the texts of a game of the catalogue: a summary, how it is played, what counts as a hand."""
    values = tomllib.loads(file.read().decode("utf-8"))
    texts = [values["summary"], values.get("hand_means", ""), *values.get("how_to_play", ())]
    yield from ((1, None, text, []) for text in texts if text)


def _imports_options(node: ast.stmt) -> bool:
    """Whether a module imports typer, or the options that commands share."""
    if isinstance(node, ast.Import):
        return node.names[0].name == "typer"
    return isinstance(node, ast.ImportFrom) and node.module == "pipeline.commands"


def _help_texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The help of a module's commands: of their options, and their docstrings, a paragraph a text."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and (getattr(node.func, "attr", "") or getattr(node.func, "id", "")) in HELPED
        ):
            for keyword in node.keywords:
                value = keyword.value
                if keyword.arg in HELP and isinstance(value, ast.Constant) and isinstance(value.value, str):
                    texts = paragraphs(value.value) if keyword.arg == "help" else [value.value]
                    yield from ((node.lineno, text) for text in texts)
    for function in tree.body:
        if (
            isinstance(function, ast.FunctionDef)
            and not function.name.startswith("_")
            and _is_command(function)
        ):
            yield from ((function.lineno, text) for text in paragraphs(ast.get_docstring(function) or ""))


def _is_command(function: ast.FunctionDef) -> bool:
    """Whether a function's parameters are a command's: options and arguments."""
    annotations = (arg.annotation for arg in function.args.args if arg.annotation)
    return any(re.search(r"\btyper\.(Option|Argument)|\w+Option\b", ast.unparse(one)) for one in annotations)


__all__ = ["extract", "extract_faults", "extract_games"]
