"""From what somebody types to the entries of a journal, with the answer to it. Nothing is written to disk.

A line is read once: parsed, filled in with who is meant and whose deal it is, worked into the night, and kept
in canonical words. A hand that has no meaning, or is doubtful, is a draft; any other line without a meaning
is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from engine.api import PederError, fold_name
from language import in_source, sentences, tr
from pipeline.night.apply import apply, stamped
from pipeline.night.cautions import check_sure, offered
from pipeline.night.corrections import change_of, edit_of, entry_of, news, offer, outcome
from pipeline.night.course import Course
from pipeline.night.echo import hand_text, line_understood
from pipeline.night.entries import Entry
from pipeline.night.hand.doubts import doubts, short_of_chips
from pipeline.night.hand.guide import guide
from pipeline.night.naming import named
from pipeline.night.night import Night
from pipeline.night.playing import play, tell, with_hand, with_told, with_unread
from pipeline.night.text.grammar import clean, looks_like_hand, parse
from pipeline.night.text.lines import (
    Ask,
    Confirm,
    Counted,
    DetailLine,
    Edit,
    HandError,
    HandLine,
    Line,
    LogError,
    Redo,
    Skip,
    Undo,
)
from pipeline.night.text.words import COMMAND_OF
from pipeline.night.text.write import line_text, mending_loan
from pipeline.people import Registry
from pipeline.records import replace

Status = Literal["kept", "draft", "refused", "asked"]


@dataclass(frozen=True)
class Answer:
    """What came of a line: whether it was kept, in which words; what was asked; what to offer for editing."""

    status: Status
    text: str = ""
    asked: Ask | None = None
    offer: str = ""


@dataclass(frozen=True)
class _Made:
    """The entry that a line makes, what it says in full, the night with it, and the answer.

    `line` is None for a draft that can't be read.
    """

    entry: Entry
    line: Line | None
    night: Night
    answer: Answer


class Scribe:
    """Takes lines down, one after the other, after the entries of a night so far."""

    def __init__(self, course: Course, registry: Registry, now: Callable[[], datetime]) -> None:
        self.course = course
        self.registry = registry
        self._now = now
        self._key = ""  # of the line that is being taken down
        self._refused = ""  # the last line of the open hand, where it was refused and none has come since

    @property
    def night(self) -> Night:
        """The night with everything that was taken down."""
        return self.course.night

    def take(self, text: str, *, key: str = "") -> Answer:
        """Take a line down: the entries that it makes are the last ones of the course, none if it is
        refused, or was taken before with the same `key`.
        """
        if key and (known := next((one for one in reversed(self.course.entries) if one.key == key), None)):
            return Answer(
                "draft" if known.draft else "kept",
                tr("Kept already: #{n} {said}", n=known.n, said=known.said),
            )
        self._key = key
        answer = self._take(text)
        if self.night.open_hand is None or answer.status == "kept":
            self._refused = ""
        elif answer.status == "refused":
            self._refused = clean(text)
        return answer

    def _take(self, text: str) -> Answer:
        before = len(self.course.entries)
        text = in_open_hand(text, self.night)
        answer = Answer("asked")
        try:
            lines = parse(text, self.night.handles)
        except PederError as error:
            if not looks_like_hand(text) or not self.night.handles or self.night.open_hand:
                return Answer("refused", str(error))
            return self._keep(self._unread(text, str(error), self.night))
        try:
            for line in lines:
                answer = self._one(line, text)
        except PederError as error:
            self.course.cut(before)
            return Answer("refused", str(error), offer=getattr(error, "offer", ""))
        return answer

    def _one(self, line: Line, text: str) -> Answer:
        match line:
            case Ask():
                return Answer("asked", asked=line)
            case Undo() | Redo() | Edit() | Confirm() | Counted() | HandError():
                return self._corrected(line, text)
        return self._keep(self._made(line, text, self.night))

    def _keep(self, made: _Made) -> Answer:
        self.course.add(made.entry, made.line, made.night)
        return made.answer

    def _entry(self, line: str, typed: str, draft: str = "", hand: int | None = None) -> Entry:
        number = len(self.course.entries) + 1
        return Entry(
            n=number,
            at=self._now(),
            line=line,
            typed=clean(typed),
            draft=in_source(draft),
            hand=hand,
            key=self._key,
        )

    # --- one line at a night

    def _made(self, line: Line, text: str, night: Night) -> _Made:
        """What a line that corrects nothing makes of a night. Raises PederError where it has no meaning."""
        match line:
            case HandLine():
                return self._hand(line, text, night)
            case DetailLine():
                return self._told(line, text, night)
        line = named(line, night, self.registry)
        check_sure(line, replace(night, ended_at=None))
        number = self.night.next_hand_no if isinstance(line, Skip) else None
        entry = self._entry(line_text(line), text, hand=number)
        after = apply(night, line, entry)
        if isinstance(line, Skip):
            answer = Answer(
                "draft", tr("{hand_no}? A hand that nobody logged.", hand_no=after.hands[-1].hand_no)
            )
        else:
            more, offer = offered(line, after)
            answer = Answer("kept", " ".join(filter(None, [line_understood(line, after), more])), offer=offer)
        return _Made(entry, line, after, answer)

    def _hand(self, line: HandLine, text: str, night: Night) -> _Made:
        try:
            hand = play(night, line)
        except PederError as error:
            return self._unread(text, str(error), night)
        assert hand.line
        doubtful = sentences(doubts(hand))
        entry = self._entry(line_text(hand.line), text, doubtful, self.night.next_hand_no)
        after = stamped(with_hand(night, hand, entry), entry)
        number = after.hands[-1].hand_no
        mend = tr("ok says that it is so, ret {number} mends it.", number=number)
        return _Made(entry, hand.line, after, _of_hand(after, mend))

    def _unread(self, text: str, why: str, night: Night) -> _Made:
        entry = self._entry(clean(text), text, why, self.night.next_hand_no)
        after = stamped(with_unread(night, entry, why), entry)
        number = after.hands[-1].hand_no
        answer = Answer(
            "draft", tr("{number}? Kept as a draft: {why} (ret {number} mends it)", number=number, why=why)
        )
        return _Made(entry, None, after, answer)

    def _told(self, line: DetailLine, text: str, night: Night) -> _Made:
        opened = tell(night, line.text)
        before = night.open_hand.over if night.open_hand else ()
        if opened and len(opened.over) > len(before):
            raise LogError(opened.over[-1])
        if opened and night.open_hand is None:
            line = DetailLine(line_text(replace(opened.line, wins=((),))))
        ended = opened.hand if opened else None
        doubtful = list(doubts(ended)) if ended else []
        if ended and self._refused:
            doubtful.append(
                tr(
                    "The line {refused!r} before the end was refused: is something missing?",
                    refused=self._refused,
                )
            )
        number = self.night.next_hand_no if ended else None
        entry = self._entry(line_text(line), text, sentences(doubtful), number)
        after = stamped(with_told(night, opened, entry), entry)
        if ended:
            answer = _of_hand(after, tr("ok says that it is so"))
        else:
            answer = Answer(
                "kept", guide(opened) if opened else tr("The hand is dropped: nothing of it counts.")
            )
        return _Made(entry, line, after, answer)

    # --- corrections

    def _corrected(self, line: Undo | Redo | Edit | Confirm | Counted | HandError, text: str) -> Answer:
        if isinstance(line, Edit):
            if not line.text:
                asked = tr("Mend the line and press Enter.")
                return Answer("asked", asked, offer=offer(line.target, self.course))
            new = self._in_place(line)
            target = entry_of(line.target, self.course)
            change = edit_of(target, new.line, new.draft)
            made = self.night.hand_of(target.n)
            number = made.hand_no if made else new.hand
        else:
            change, number = change_of(line, self.course), None
        before = self.night
        self.course.add(self._entry(line_text(change.line), text, change.draft, number))
        self._check_numbers()
        said = [outcome(change, self.course), *news(before, self.night)]
        return Answer("draft" if change.draft else "kept", " ".join(filter(None, said)))

    def _check_numbers(self) -> None:
        """A hand keeps its number: raise LogError where one that is back would take another's."""
        for hand in self.night.hands:
            given = self.course.entries[hand.entry_no - 1].hand
            if given not in (None, hand.hand_no):
                raise LogError(
                    tr(
                        "Hand {given} is another one by now, and a hand keeps its number: write the line "
                        "again instead.",
                        given=given,
                    )
                )

    def _in_place(self, edit: Edit) -> Entry:
        """The new line of an edit as it would have been kept at its place: canonical, or refused."""
        target = entry_of(edit.target, self.course)
        then = self.course.before(target.n)
        lines = parse(in_open_hand(edit.text, then), then.handles)
        if len(lines) != 1 or isinstance(lines[0], Ask | Undo | Redo | Edit | Confirm | Counted | HandError):
            raise LogError(
                tr(
                    "{text!r} can't stand in the place of entry #{n}: give one hand, setting or booking.",
                    text=edit.text,
                    n=target.n,
                )
            )
        made = self._made(lines[0], edit.text, then)
        if made.line is None:
            raise LogError(made.answer.text)
        return made.entry


def _of_hand(night: Night, mend: str) -> Answer:
    """The last hand in words; of a draft what to do about it."""
    hand = night.hands[-1]
    told = hand_text(hand, night)
    if not hand.is_draft:
        return Answer("kept", told)
    loan = next((mending_loan(seat.handle, short) for seat, short in short_of_chips(hand)), "")
    return Answer(
        "draft", tr("{told} A draft: {why} ({mend})", told=told, why=hand.why, mend=mend), offer=loan
    )


def in_open_hand(text: str, night: Night) -> str:
    """While a hand is open bet by bet, lines that are no command belong to it."""
    line = clean(text)
    if not night.open_hand or not line or line[0] in ":;?=" or line.startswith("!fejl"):
        return text
    return text if fold_name(line.split()[0]) in COMMAND_OF else f": {line}"
