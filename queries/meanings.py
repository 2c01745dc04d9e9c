"""The meanings of marts and staging views: the `.yml` next to each model has its grain, and each column's unit and
meaning.

The files are a small part of YAML, which is read here: a line of text, a folded text (`>`), a list in brackets, and columns with one
unit and its meaning each. A column without one has the meaning that `marts/columns.yml` states once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from queries.models import FOLDER

DESCRIBED = ("staging", "marts")
"""The folders of models that are described."""
SHARED = "columns"
_COLUMN = re.compile(r" *(\w+): *(?:\{(.+?): (\"(?:[^\"\\]|\\.)*\")\})? *")


@dataclass(frozen=True)
class Meaning:
    """The unit and the meaning of a column."""

    unit: str
    about: str

    def __str__(self) -> str:
        return f"{self.unit}: {self.about}"


@dataclass(frozen=True, kw_only=True)
class Description:
    """The description of a table: what a row is, its grain (the columns that identify a row), and all columns."""

    about: str
    grain: Sequence[str]
    columns: Mapping[str, Meaning]

    def __str__(self) -> str:
        return f"{self.about} Grain: {', '.join(self.grain)}."


@cache
def descriptions() -> Mapping[str, Description]:
    """Return the descriptions of all marts and staging views, by name.

    >>> descriptions()["mart_hands"].columns["pot"]
    Meaning(unit='chips', about='everything in the pot at the end')
    """
    shared = {
        name: meaning
        for line in _lines(FOLDER / "marts" / f"{SHARED}.yml")
        for name, meaning in [_column(line)]
        if meaning
    }
    return {
        file.stem: _description(file, shared)
        for kind in DESCRIBED
        for file in sorted((FOLDER / kind).glob("*.yml"))
        if file.stem != SHARED
    }


def _lines(file: Path) -> list[str]:
    return [line for line in file.read_text(encoding="utf-8").splitlines() if line.strip() and line[0] != "#"]


def _description(file: Path, shared: Mapping[str, Meaning]) -> Description:
    about: list[str] = []
    grain: list[str] = []
    columns: dict[str, Meaning] = {}
    part = ""
    for line in _lines(file):
        if line[0] != " ":
            part, _, rest = line.partition(":")
            if part == "about":
                about = [_plain(rest.strip()).removeprefix(">")]
            elif part == "grain":
                grain = [name.strip() for name in rest.strip(" []").split(",")]
        elif part == "about":
            about.append(line.strip())
        elif part == "columns":
            name, meaning = _column(line)
            columns[name] = meaning or shared[name]
    return Description(about=" ".join(filter(None, map(str.strip, about))), grain=grain, columns=columns)


def _column(line: str) -> tuple[str, Meaning | None]:
    match = _COLUMN.fullmatch(line)
    if match is None:
        raise ValueError(f"not a column and its meaning: {line!r}")
    name, unit, about = match.groups()
    return name, Meaning(_plain(unit), _plain(about)) if about else None


def _plain(text: str) -> str:
    """A text without the quotes around it, if it has any."""
    return str(json.loads(text)) if text[:1] == '"' else text
