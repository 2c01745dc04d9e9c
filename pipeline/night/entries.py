"""The entries of a journal, and how corrections among them are worked in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A line of the journal: its number (from 1), when it was written, the canonical line, what was typed.

    `draft` says why a line was kept as a draft; "" for one that is right.
    """

    n: int
    at: datetime
    line: str
    typed: str = ""
    draft: str = ""


_UNDO = re.compile(r"undo #(\d+)")
_EDIT = re.compile(r"edit #(\d+) (.*)", re.S)
_OK = re.compile(r"ok #(\d+)")


def is_correction(entry: Entry) -> bool:
    """Whether an entry corrects another one and is nothing by itself."""
    return bool(_UNDO.fullmatch(entry.line) or _EDIT.fullmatch(entry.line) or _OK.fullmatch(entry.line))


def undone(entries: Sequence[Entry]) -> set[int]:
    """The numbers of the entries that were taken back. Taking back an undo brings its entry back."""
    gone: set[int] = set()
    for entry in reversed(entries):
        match = _UNDO.fullmatch(entry.line)
        if match and entry.n not in gone:
            gone.add(int(match[1]))
    return gone


def effective(entries: Sequence[Entry]) -> list[Entry]:
    """The entries as they stand after all corrections, in the order in which they were first written."""
    gone = undone(entries)
    standing: dict[int, Entry] = {}
    for entry in entries:
        if entry.n in gone or _UNDO.fullmatch(entry.line):
            continue
        if match := _EDIT.fullmatch(entry.line):
            if old := standing.get(int(match[1])):
                standing[old.n] = replace(old, line=match[2], draft=entry.draft)
        elif match := _OK.fullmatch(entry.line):
            if old := standing.get(int(match[1])):
                standing[old.n] = replace(old, draft="")
        else:
            standing[entry.n] = entry
    return list(standing.values())
