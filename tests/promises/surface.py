"""What others build on, as data that can be compared: commands, `--json` keys, marts, lines of the log, `import peder`."""

from __future__ import annotations

import inspect
import json
import re
import shlex
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import typer.main

import peder
from pipeline.analysis.frames import OpenStore
from pipeline.cli import app
from pipeline.night.interpreter import Interpreter
from pipeline.night.replay import Replay
from pipeline.store.people import Registry
from reports.figures import Figures
from tests.docs.pages import DOCS
from tests.pipeline.forty_hands import LINES
from tests.stores import peder as run

Surface = dict[str, Any]
TABLE = (
    "players Anna, Bo, Carl, Dorte, Erik, Frida, Karen",
    "banker c",
    "chip 25 øre",
    "loan 2p50",
    "7s 14 b3 +d hus",
)
"""What a line of the grammar is read after."""
ANSWERS = (
    ("nights",), ("standings",), ("players",), ("hands",), ("variants",), ("show", "baseball"), ("rulings",),
    ("game", "list"), ("settle", "2026-03-06"), ("bank", "2026-03-06"), ("settle", "--season", "2026"), ("risk", "guts"),
    ("store", "check"), ("sql", "select * from mart_player_nights"),
)  # fmt: skip
"""Commands whose `--json` is looked at, on the store of a release."""


def commands() -> dict[str, list[str]]:
    """The options and arguments of each command, also of those that the help leaves out."""
    found: dict[str, list[str]] = {}

    def visit(command: Any, path: tuple[str, ...]) -> None:
        names = [name for one in command.params for name in (*one.opts, *one.secondary_opts)]
        found[" ".join(path)] = sorted(names)
        if hasattr(command, "list_commands"):
            context = typer.Context(command, info_name="peder")
            for name in command.list_commands(context):
                if (below := command.get_command(context, name)) is not None:
                    visit(below, (*path, name))

    visit(typer.main.get_command(app), ())
    return found


def keys(answer: Any, path: str = "") -> Iterator[str]:
    """The keys of a document and what their values are: ``[].player: text``."""
    match answer:
        case dict():
            for name, value in answer.items():
                yield from keys(value, f"{path}.{name}")
        case list():
            for value in answer:
                yield from keys(value, f"{path}[]")
        case None:
            pass  # says nothing about the kind of value
        case bool():
            yield f"{path}: yes or no"
        case str():
            yield f"{path}: text"
        case _:
            yield f"{path}: number"


def json_keys(store: Path) -> dict[str, list[str]]:
    """The keys that each of `ANSWERS` gives on a store."""
    return {shlex.join(words): sorted(set(keys(answer(store, *words)))) for words in ANSWERS}


def answer(store: Path, *words: str) -> Any:
    return json.loads(run(store, *words, "--json", code=0).stdout)


def marts(store: Path) -> dict[str, dict[str, str]]:
    """The columns of each mart, with their types."""
    with peder.open_store(store) as opened:
        return {
            name: {column: str(kind) for column, kind in opened.mart(name).schema.items()}
            for name in opened.marts()
        }


def parameters(function: Any) -> list[str]:
    """The parameters of a function, those that may be left out with a question mark."""
    return [
        f"{one.name}{'' if one.default is one.empty else '?'}"
        for one in inspect.signature(function).parameters.values()
        if one.name != "self"
    ]


def python() -> dict[str, list[str]]:
    """The functions of `import peder`, of a store that was opened, and of its figures, with their parameters."""
    found = {name: parameters(getattr(peder, name)) for name in peder.__all__ if name != "PederError"}
    for kind in (OpenStore, Figures):
        for name, member in vars(kind).items():
            if not name.startswith("_"):
                found[f"{kind.__name__}.{name}"] = parameters(member) if inspect.isfunction(member) else []
    return found


def grammar() -> dict[str, list[str]]:
    """For each line of the reference and of a night that is entered at once: its status, then the lines that are stored."""
    text = (DOCS / "reference" / "log.md").read_text(encoding="utf-8")
    examples = re.findall(r"^- `([^`]+)`: ", text, re.MULTILINE)
    found = {line: read(line) for line in dict.fromkeys((*examples, *LINES))}
    return {line: came_to for line, came_to in found.items() if came_to[0] == "kept"}


def read(line: str) -> list[str]:
    """What a line comes to after `TABLE`: the status of the answer, then the lines that are stored."""
    night = Interpreter(Replay([]), Registry(), lambda: datetime(2026, 3, 14, 20, tzinfo=UTC))
    for before in (*TABLE, ": 7s") if line.startswith(": ") and line != ": 7s" else TABLE:
        night.take(before)
    known = len(night.replay.entries)
    status = night.take(line).status
    return [status, *(entry.line for entry in night.replay.entries[known:])]


def surface(store: Path) -> Surface:
    return {
        "commands": commands(),
        "json": json_keys(store),
        "marts": marts(store),
        "python": python(),
        "grammar": grammar(),
    }


def missing(before: Any, now: Any, path: str = "") -> Iterator[str]:
    """What was there before and isn't now, or is something else. Lists may grow, and so may dictionaries."""
    match before, now:
        case dict(), dict():
            for name, value in before.items():
                if name in now:
                    yield from missing(value, now[name], f"{path}/{name}")
                else:
                    yield f"{path}/{name}"
        case list(), list():
            for value in before:
                if value not in now and all(any(missing(value, other)) for other in now):
                    yield f"{path}: {value}"
        case _:
            if before != now:
                yield f"{path}: {before} became {now}"
