"""The entries of a journal, and how corrections among them are worked in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from pipeline.night.text.grammar import read_correction
from pipeline.night.text.lines import Confirm, Edit, Undo
from pipeline.records import replace


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A line of the journal: its number (from 1), when it was written, the canonical line, what was typed.

    `draft` says why a line was kept as a draft; "" for one that is right. `hand` is the number of the hand
    that the line made, which is that hand's for good; None in journals of old. A line that is sent twice with
    the same `key` is the same line.
    """

    n: int
    at: datetime
    line: str
    typed: str = ""
    draft: str = ""
    hand: int | None = None
    key: str = ""

    @cached_property
    def correction(self) -> Undo | Edit | Confirm | None:
        """What the entry corrects; None for one that stands for itself."""
        return read_correction(self.line)

    @property
    def said(self) -> str:
        """The line as somebody typed it."""
        return self.typed or self.line


def undone(entries: Sequence[Entry]) -> set[int]:
    """The numbers of the entries that were taken back. Taking back an undo brings its entry back."""
    gone: set[int] = set()
    for entry in reversed(entries):
        match entry.correction:
            case Undo(target) if target and entry.n not in gone:
                gone.add(target.number)
    return gone


def numbered(entries: Iterable[Entry], makes_hand: Callable[[str], bool]) -> list[Entry]:
    """The entries of a journal, those of old with the numbers that their hands had when they were written:
    one more than the highest that stood then. So no correction gives a later hand another number.
    """
    found: list[Entry] = []
    given: dict[int, int] = {}  # of the hands that stand
    struck: dict[int, dict[int, int]] = {}  # what an undo took out, by its number
    for entry in entries:
        match entry.correction:
            case Undo(target) if target:
                back = struck.pop(target.number, None)
                given.update(back or {})
                if back is None and target.number in given:
                    struck[entry.n] = {target.number: given.pop(target.number)}
            case None if entry.hand is not None or makes_hand(entry.line):
                number = entry.hand or max(given.values(), default=0) + 1
                given[entry.n] = number
                entry = entry if entry.hand else replace(entry, hand=number)
        found.append(entry)
    return found


def effective(entries: Sequence[Entry]) -> list[Entry]:
    """The entries as they stand after all corrections, in the order in which they were first written."""
    gone = undone(entries)
    standing: dict[int, Entry] = {}
    for entry in entries:
        if entry.n in gone:
            continue
        match entry.correction:
            case None:
                standing[entry.n] = entry
            case Edit(target, text) if target and (old := standing.get(target.number)):
                standing[old.n] = replace(old, line=text, draft=entry.draft, hand=old.hand or entry.hand)
            case Confirm(target) if target and (old := standing.get(target.number)):
                standing[old.n] = replace(old, draft="")
    return list(standing.values())
