"""The glossary's replaced words stay away, and classes are named once."""

from __future__ import annotations

import ast
import re
from collections import Counter

import pytest

from tests.docs.pages import DOCS

ROOT = DOCS.parent
ROOMS = ("engine", "language", "pipeline", "queries", "reports")
TABLE = (DOCS / "glossary.md").read_text(encoding="utf-8").partition("## Replaced")[2]
REPLACED = [
    (word.replace(r"\|", "|"), place)
    for word, place in re.findall(r"^\| `(.+?)` \| `(.+?)` \|", TABLE, re.MULTILINE)
]


@pytest.mark.parametrize(("word", "place"), REPLACED)
def test_a_replaced_word_stays_away(word: str, place: str) -> None:
    files = [file for file in ROOT.glob(place) if file.relative_to(ROOT).parts[0] in ROOMS and file.is_file()]
    assert files
    found = [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()}"
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        if re.search(word, line.partition("--")[0] if file.suffix == ".sql" else line)
    ]
    assert found == []


def test_no_class_name_is_met_twice() -> None:
    names = Counter(
        node.name
        for room in ROOMS
        for file in (ROOT / room).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, times in names.items() if times > 1] == []
