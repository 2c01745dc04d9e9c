"""The code blocks of the pages under docs/, for tests that run them as a reader would."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(
    r"""^```(?P<kind>\w*)(?: title="(?P<place>[^"]+)")?\n(?P<text>.*?)^```$""", re.DOTALL | re.MULTILINE
)


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its file (where the fence names one), its text and line."""

    kind: str
    place: str | None
    text: str
    line: int


def blocks_of(page: str) -> list[Block]:
    """The fenced blocks of a page, in order."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return [
        Block(result["kind"], result["place"], result["text"], text.count("\n", 0, result.start()) + 1)
        for result in BLOCK.finditer(text)
    ]
