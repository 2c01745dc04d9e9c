"""What a line is about: so that a phone is asked only where it matters what happened meanwhile, and may send
only what its role allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.api import PederError
from pipeline.night.corrections import change_of, entry_of
from pipeline.night.course import Course
from pipeline.night.entries import Entry
from pipeline.night.night import Night
from pipeline.night.scribe import in_open_hand
from pipeline.night.text.grammar import looks_like_hand, parse
from pipeline.night.text.lines import (
    About,
    Ask,
    Confirm,
    Counted,
    Day,
    DealerTurn,
    DetailLine,
    Edit,
    End,
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


class Role(StrEnum):
    """What a phone may do: the banker's everything, one that logs hands and notes, one that looks."""

    BANKER = "banker"
    LOG = "log"
    LOOK = "look"


class Concern(StrEnum):
    """What a line is about."""

    HAND = "hand"
    TABLE = "table"
    BANK = "bank"
    END = "end"
    NOTE = "note"
    QUESTION = "question"


_MATTERS: dict[Concern, frozenset[Concern]] = {
    Concern.HAND: frozenset({Concern.HAND, Concern.TABLE, Concern.END}),
    Concern.TABLE: frozenset({Concern.TABLE, Concern.END}),
    Concern.BANK: frozenset({Concern.BANK, Concern.TABLE, Concern.END}),
    Concern.END: frozenset({Concern.HAND, Concern.TABLE, Concern.BANK, Concern.END}),
    Concern.NOTE: frozenset(),
    Concern.QUESTION: frozenset(),
}
"""What may have happened meanwhile that changes what a line means."""

_LOGGED = frozenset({Concern.HAND, Concern.NOTE, Concern.QUESTION})


@dataclass(frozen=True)
class Sent:
    """A line that came in: what it is about and, of a correction, the entry that it corrects in the end.

    `last` says that it goes by what was last (`u`, `ok`, `=66`), whatever that is.
    """

    concern: Concern
    corrects: int | None = None
    last: bool = False


def sent(text: str, course: Course) -> Sent:
    """What a line that was sent is about, as far as that can be told; the desk says what is wrong with it."""
    night = course.night
    try:
        lines = parse(in_open_hand(text, night), night.handles)
    except PederError:
        return Sent(Concern.HAND if looks_like_hand(text) or night.open_hand else Concern.QUESTION)
    line = lines[0]
    try:
        match line:
            case Edit(target, new):
                if not new:
                    return Sent(Concern.QUESTION)
                entry = _root(entry_of(target, course), course.entries)
                return _stricter(_of_entry(entry, night), sent(new, course), entry.n, target is None)
            case Undo() | Redo() | Confirm():
                corrected = change_of(line, course).line.target
                assert corrected
                entry = _root(course.entries[corrected.number - 1], course.entries)
                last = isinstance(line, Redo) or line.target is None
                return Sent(_of_entry(entry, night), entry.n, last)
            case Counted() | HandError():
                return Sent(Concern.HAND, last=True)
    except LogError:
        return Sent(Concern.QUESTION)  # the desk refuses it with a sentence
    return Sent(_of_line(line))


def may(role: Role, line: Sent) -> bool:
    """Whether a phone in a role may send a line."""
    match role:
        case Role.BANKER:
            return True
        case Role.LOG:
            return line.concern in _LOGGED
    return line.concern is Concern.QUESTION


def meanwhile(line: Sent, phone: str, seen: int, course: Course) -> list[Entry]:
    """The entries of others since the first `seen` that matter to a line: notes never do, and a correction
    that names its entry minds others of that entry alone.
    """
    if line.concern is Concern.QUESTION:
        return []
    found = []
    for entry in course.entries[max(0, seen) :]:
        if phone_of(entry.key) == phone:
            continue
        root = _root(entry, course.entries)
        concern = _of_entry(root, course.night)
        if line.last:
            matters = concern is not Concern.NOTE
        elif line.corrects is not None:
            matters = root.n == line.corrects
        else:
            matters = concern in _MATTERS[line.concern]
        if matters:
            found.append(entry)
    return found


def phone_of(key: str) -> str:
    """The phone that sent a line with this key; "" for a line that none did."""
    return key.rpartition("-")[0]


def _root(entry: Entry, entries: Sequence[Entry]) -> Entry:
    """The entry that a correction of corrections is about in the end; one that corrects nothing itself."""
    while entry.correction and entry.correction.target:
        entry = entries[entry.correction.target.number - 1]
    return entry


def _stricter(old: Concern, new: Sent, number: int, last: bool) -> Sent:
    """An edit is about what stood there; where it puts something of another kind there, about that."""
    changed = new.concern not in (old, Concern.QUESTION)
    both = {old, new.concern} - _LOGGED if changed else set()
    return Sent(next(iter(both), old), number, last)


def _of_entry(entry: Entry, night: Night) -> Concern:
    try:
        return _of_line(parse(entry.line, night.handles)[0])
    except PederError:
        return Concern.HAND  # a draft that can't be read


def _of_line(line: Line) -> Concern:
    match line:
        case HandLine() | DetailLine() | Skip() | DealerTurn() | Counted() | HandError():
            return Concern.HAND
        case Loan() | Trade() | Owe() | PayMoney():
            return Concern.BANK
        case Note() | About() | Day():
            return Concern.NOTE
        case End():
            return Concern.END
        case Ask():
            return Concern.QUESTION
    return Concern.TABLE
