"""The subject of a line: which roles may send it, and which lines of other phones conflict with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.api import PederError
from pipeline.night.corrections import change_of, entry_of
from pipeline.night.journal import Entry
from pipeline.night.night import Night
from pipeline.night.parser.grammar import looks_like_hand, parse
from pipeline.night.parser.lines import (
    About,
    Ask,
    Confirm,
    Counted,
    Day,
    DealerTurn,
    DetailLine,
    Edit,
    End,
    Expense,
    HandError,
    HandLine,
    Line,
    Loan,
    LogError,
    Note,
    Owe,
    PayMoney,
    Redo,
    Skip,
    Trade,
    Undo,
)
from pipeline.night.replay import Replay
from pipeline.night.service import in_open_hand


class Role(StrEnum):
    """What a phone may send: anything (the banker's), hands and notes, or only questions."""

    BANKER = "banker"
    LOG = "log"
    LOOK = "look"


class Subject(StrEnum):
    """The subject of a line."""

    HAND = "hand"
    TABLE = "table"
    BANK = "bank"
    END = "end"
    ABOUT = "about"
    NOTE = "note"
    QUESTION = "question"


_CONFLICTS: dict[Subject, frozenset[Subject]] = {
    Subject.HAND: frozenset({Subject.HAND, Subject.TABLE, Subject.END}),
    Subject.TABLE: frozenset({Subject.TABLE, Subject.END}),
    Subject.BANK: frozenset({Subject.BANK, Subject.TABLE, Subject.END}),
    Subject.END: frozenset({Subject.HAND, Subject.TABLE, Subject.BANK, Subject.END}),
    Subject.ABOUT: frozenset({Subject.ABOUT}),
    Subject.NOTE: frozenset(),
    Subject.QUESTION: frozenset(),
}
"""For each subject, the subjects of other lines that may change its meaning."""

_LOGGED = frozenset({Subject.HAND, Subject.NOTE, Subject.QUESTION})


@dataclass(frozen=True)
class LineSubject:
    """The subject of a line; for a correction, the original entry that it corrects.

    `last` is true for a line that refers to the last entry or hand without naming it (`u`, `ok`, `=66`).
    """

    subject: Subject
    corrects: int | None = None
    last: bool = False


def subject_of(text: str, replay: Replay) -> LineSubject:
    """The subject of a typed line; for an invalid line, the most probable one."""
    night = replay.night
    try:
        lines = parse(in_open_hand(text, night), night.handles)
    except PederError:
        return LineSubject(Subject.HAND if looks_like_hand(text) or night.open_hand else Subject.QUESTION)
    line = lines[0]
    try:
        match line:
            case Edit(target, new):
                if not new:
                    return LineSubject(Subject.QUESTION)
                entry = _root(entry_of(target, replay), replay.entries)
                return _stricter(_of_entry(entry, night), subject_of(new, replay), entry.n, target is None)
            case Undo() | Redo() | Confirm():
                corrected = change_of(line, replay).line.target
                assert corrected
                entry = _root(replay.entries[corrected.number - 1], replay.entries)
                last = isinstance(line, Redo) or line.target is None
                return LineSubject(_of_entry(entry, night), entry.n, last)
            case Counted() | HandError():
                return LineSubject(Subject.HAND, last=True)
    except LogError:
        return LineSubject(Subject.QUESTION)  # the service will refuse it
    return LineSubject(_of_line(line))


def may_send(role: Role, line: LineSubject) -> bool:
    """Whether a phone with this role may send a line."""
    match role:
        case Role.BANKER:
            return True
        case Role.LOG:
            return line.subject in _LOGGED
    return line.subject is Subject.QUESTION


def conflicts(line: LineSubject, phone: str, seen: int, replay: Replay) -> list[Entry]:
    """Entries of other phones after the first `seen` that conflict with a line.

    Notes never conflict, and a correction that names its entry conflicts only with corrections of the same one.
    """
    if line.subject is Subject.QUESTION:
        return []
    conflicting = []
    for entry in replay.entries[max(0, seen) :]:
        if phone_of(entry.key) == phone:
            continue
        root = _root(entry, replay.entries)
        subject = _of_entry(root, replay.night)
        if line.last:
            is_conflict = subject is not Subject.NOTE
        elif line.corrects is not None:
            is_conflict = root.n == line.corrects
        else:
            is_conflict = subject in _CONFLICTS[line.subject]
        if is_conflict:
            conflicting.append(entry)
    return conflicting


def phone_of(key: str) -> str:
    """The phone that sent a line with this key; "" for a line from elsewhere."""
    return key.rpartition("-")[0]


def _root(entry: Entry, entries: Sequence[Entry]) -> Entry:
    """The original entry behind a chain of corrections."""
    while entry.correction and entry.correction.target:
        entry = entries[entry.correction.target.number - 1]
    return entry


def _stricter(old: Subject, new: LineSubject, number: int, last: bool) -> LineSubject:
    """The subject of an edit: the more restricted of the old and the new line's subjects."""
    changed = new.subject not in (old, Subject.QUESTION)
    both = {old, new.subject} - _LOGGED if changed else set()
    return LineSubject(next(iter(both), old), number, last)


def _of_entry(entry: Entry, night: Night) -> Subject:
    try:
        return _of_line(parse(entry.line, night.handles)[0])
    except PederError:
        return Subject.HAND  # a draft that can't be read


def _of_line(line: Line) -> Subject:
    match line:
        case HandLine() | DetailLine() | Skip() | DealerTurn() | Counted() | HandError():
            return Subject.HAND
        case Loan() | Trade() | Owe() | PayMoney() | Expense():
            return Subject.BANK
        case About() | Day():
            return Subject.ABOUT
        case Note():
            return Subject.NOTE
        case End():
            return Subject.END
        case Ask():
            return Subject.QUESTION
    return Subject.TABLE
