"""The subject of a line: which roles may send it, and which lines of other phones conflict with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.api import PederError
from pipeline.night.corrections import change_of, entry_of
from pipeline.night.entries import Entry, sender_of
from pipeline.night.hands import in_open_hand
from pipeline.night.interpreter import is_rest
from pipeline.night.night import Night
from pipeline.night.parser.commands import COMMAND_OF
from pipeline.night.parser.grammar import looks_like_hand, parse
from pipeline.night.parser.lines import (
    About,
    Ask,
    Carry,
    ChipRequest,
    Confirm,
    Counted,
    Day,
    DealerTurn,
    Decline,
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

_OF_COMMAND: dict[str, Subject] = {
    **dict.fromkeys(("players", "banker", "chip", "joins", "leaves", "pause", "back"), Subject.TABLE),
    **dict.fromkeys(("season", "place", "date"), Subject.ABOUT),
    **dict.fromkeys(
        ("loan", "decline", "buy", "return", "count", "pay", "shadow", "expense", "carry"), Subject.BANK
    ),
    "request": Subject.NOTE,
    **dict.fromkeys(("deals", "skip"), Subject.HAND),
    "end": Subject.END,
}
"""The subject of a command's entries, by the command's name."""

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
        lines = parse(in_open_hand(text, night), night.handles, night.games)
    except PederError:
        if night.handles and is_rest(text, night):  # completes the last hand if that is a draft
            return LineSubject(Subject.HAND, last=True)
        return LineSubject(
            Subject.HAND if looks_like_hand(text, night.games) or night.open_hand else Subject.QUESTION
        )
    line = lines[0]
    try:
        match line:
            case Edit(target, new):
                if not new:
                    return LineSubject(Subject.QUESTION)
                corrected = entry_of(target, replay)
                entry = root_of(corrected, replay.entries)
                both = (subject_of_entry(entry), _subject_at(new, replay.before(corrected.n)))
                return LineSubject(_strictest(both), entry.n, target is None)
            case Undo() | Redo() | Confirm():
                change = change_of(line, replay).line.target
                assert change
                entry = root_of(replay.entries[change.number - 1], replay.entries)
                last = isinstance(line, Redo) or line.target is None
                return LineSubject(subject_of_entry(entry), entry.n, last)
            case Counted() | HandError():
                return LineSubject(Subject.HAND, last=True)
    except LogError:
        return LineSubject(Subject.QUESTION)  # the service will refuse it
    return LineSubject(_of_line(line))


def subjects_of(entries: Sequence[Entry], text: str, replay: Replay) -> list[LineSubject]:
    """The subjects of the entries that a typed line gave; the line may be a sentence, which `subject_of` can't read."""
    subjects = []
    for entry in entries:
        root = root_of(entry, replay.entries)
        corrects = root.n if entry.correction else None
        is_last = entry.correction is not None and not any(char.isdigit() for char in text)
        subjects.append(LineSubject(subject_of_entry(root), corrects, is_last))
    return subjects


def _subject_at(text: str, night: Night) -> Subject:
    """The subject of the new line of an edit, read as the edit reads it: at the table of the corrected entry."""
    try:
        return _of_line(parse(in_open_hand(text, night), night.handles, night.games)[0])
    except PederError:
        return Subject.QUESTION  # the service will refuse it


def may_send(role: Role, line: LineSubject) -> bool:
    """Whether a phone with this role may send a line."""
    match role:
        case Role.BANKER:
            return True
        case Role.LOG:
            return line.subject in _LOGGED
    return line.subject is Subject.QUESTION


def is_bankers(entry: Entry, replay: Replay) -> bool:
    """Whether only the banker's phone may correct an entry."""
    return not may_send(Role.LOG, LineSubject(subject_of_entry(root_of(entry, replay.entries))))


def conflicts(line: LineSubject, phone: str, seen: int, replay: Replay) -> list[Entry]:
    """Entries of other phones after the first `seen` that conflict with a line.

    Notes never conflict, and a correction that names its entry conflicts only with corrections of the same one.
    """
    if line.subject is Subject.QUESTION:
        return []
    conflicting = []
    for entry in replay.entries[max(0, seen) :]:
        if sender_of(entry.key) == phone:
            continue
        root = root_of(entry, replay.entries)
        subject = subject_of_entry(root)
        if line.last:
            is_conflict = subject is not Subject.NOTE
        elif line.corrects is not None:
            is_conflict = root.n == line.corrects
        else:
            is_conflict = subject in _CONFLICTS[line.subject]
        if is_conflict:
            conflicting.append(entry)
    return conflicting


def root_of(entry: Entry, entries: Sequence[Entry]) -> Entry:
    """The original entry behind a chain of corrections."""
    while entry.correction and entry.correction.target:
        entry = entries[entry.correction.target.number - 1]
    return entry


def _strictest(subjects: Sequence[Subject]) -> Subject:
    """The first subject that only the banker's phone may send; if there is none, the first."""
    return next((one for one in subjects if one not in _LOGGED), subjects[0])


def subject_of_entry(entry: Entry) -> Subject:
    """The subject of an entry that corrects no other, by its first word and whether it made a hand.

    Who sits at the table doesn't matter. An entry that says neither counts as the subject that is guarded most.
    """
    if entry.hand is not None or entry.line.startswith(":"):
        return Subject.HAND
    if entry.line.startswith(";"):
        return Subject.NOTE
    word = entry.line.partition(" ")[0]
    command = COMMAND_OF.get(word)
    return _OF_COMMAND.get(command.name, Subject.END) if command else Subject.END


def _of_line(line: Line) -> Subject:
    match line:
        case HandLine() | DetailLine() | Skip() | DealerTurn() | Counted() | HandError():
            return Subject.HAND
        case Loan() | Decline() | Trade() | Owe() | PayMoney() | Expense() | Carry():
            return Subject.BANK
        case About() | Day():
            return Subject.ABOUT
        case Note() | ChipRequest():
            return Subject.NOTE
        case End():
            return Subject.END
        case Ask():
            return Subject.QUESTION
    return Subject.TABLE
