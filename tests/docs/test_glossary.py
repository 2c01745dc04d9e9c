"""The glossary's replaced words stay away, and classes are named once."""

from __future__ import annotations

import ast
import re
from collections import Counter

import pytest

from tests.docs.pages import DOCS

ROOT = DOCS.parent
ROOMS = ("engine", "pipeline", "queries", "reports")
TABLE = (DOCS / "glossary.md").read_text(encoding="utf-8").partition("## Replaced")[2]
REPLACED = [
    (word.replace(r"\|", "|"), place)
    for word, place in re.findall(r"^\| `(.+?)` \| `(.+?)` \|", TABLE, re.MULTILINE)
]
KNOWN_TWICE = {
    "Chances": "what a plan of dice looks up, and one of liar's poker: neither leaves its game",
    "Hand": "cards to be ranked, for `peder meld`, and a hand of a night",
    "Plan": "how the players of a game with a kernel of its own decide: one a game, beside it",
    "Table": "what the kernel of such a game needs, one a game; and a block of a page",
}
"""Class names that two files may have, each with the reason."""


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


def test_no_class_name_is_met_twice_without_a_reason() -> None:
    names = Counter(
        node.name
        for room in ROOMS
        for file in (ROOT / room).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert {name for name, times in names.items() if times > 1} <= set(KNOWN_TWICE)
