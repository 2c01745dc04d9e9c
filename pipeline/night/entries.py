"""Entries of a journal, and the entries that remain after corrections."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from pipeline.bank.records import replace
from pipeline.night.parser.grammar import read_correction
from pipeline.night.parser.lines import Confirm, Edit, Undo


@dataclass(frozen=True, kw_only=True)
class Entry:
    """An entry of the journal: its number (from 1), time, canonical line and typed line.

    `draft` is the reason why the line is a draft, or "". `hand` is the permanent number of the hand that the line
    made (None in journals before 0.1). A line that is sent twice with the same `key` is the same line.
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
        """The correction that the entry makes; None for an ordinary line."""
        return read_correction(self.line)

    @property
    def said(self) -> str:
        """The line as it was typed."""
        return self.typed or self.line


def undone_numbers(entries: Sequence[Entry]) -> set[int]:
    """The numbers of undone entries. Undoing an undo restores its entry."""
    gone: set[int] = set()
    for entry in reversed(entries):
        match entry.correction:
            case Undo(target) if target and entry.n not in gone:
                gone.add(target.number)
    return gone


def number_hands(entries: Iterable[Entry], makes_hand: Callable[[str], bool]) -> list[Entry]:
    """The entries with hand numbers for journals before 0.1: one more than the highest number at that time, so
    that no correction renumbers later hands.
    """
    result: list[Entry] = []
    numbers: dict[int, int] = {}  # hand number by entry, without undone hands
    removed: dict[int, dict[int, int]] = {}  # what an undo removed, by the undo's number
    for entry in entries:
        match entry.correction:
            case Undo(target) if target:
                back = removed.pop(target.number, None)
                numbers.update(back or {})
                if back is None and target.number in numbers:
                    removed[entry.n] = {target.number: numbers.pop(target.number)}
            case None if entry.hand is not None or makes_hand(entry.line):
                number = entry.hand or max(numbers.values(), default=0) + 1
                numbers[entry.n] = number
                entry = entry if entry.hand else replace(entry, hand=number)
        result.append(entry)
    return result


def effective_entries(entries: Sequence[Entry]) -> list[Entry]:
    """The entries after all corrections, in the order in which they were first written."""
    gone = undone_numbers(entries)
    effective: dict[int, Entry] = {}
    for entry in entries:
        if entry.n in gone:
            continue
        match entry.correction:
            case None:
                effective[entry.n] = entry
            case Edit(target, text) if target and (old := effective.get(target.number)):
                effective[old.n] = replace(old, line=text, draft=entry.draft, hand=old.hand or entry.hand)
            case Confirm(target) if target and (old := effective.get(target.number)):
                effective[old.n] = replace(old, draft="")
    return list(effective.values())
