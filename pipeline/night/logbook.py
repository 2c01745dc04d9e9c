"""Logs the lines of a night that are understood: an entry each, and the answer to it, in memory only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from engine.api import PederError
from language import in_english, join_sentences, mark, tr
from pipeline.bank.records import replace
from pipeline.night.confirmation import confirmation, hand_text
from pipeline.night.corrections import (
    Change,
    change_of,
    correction_text,
    edit_command,
    edit_of,
    entry_of,
    other_changes,
)
from pipeline.night.days import ahead_text
from pipeline.night.entries import Entry
from pipeline.night.guards import check_currency, check_halves, check_sure, suggestion
from pipeline.night.hand.act_lines import read_announcement
from pipeline.night.hand.doubts import draft_reason, short_of_chips
from pipeline.night.hand.open_hand import guide
from pipeline.night.hands import (
    check_no_open_hand,
    continue_hand,
    in_open_hand,
    play,
    with_hand,
    with_open_hand,
)
from pipeline.night.naming import resolve_players, with_former_names
from pipeline.night.night import Night
from pipeline.night.parser.canonical import line_text, mending_loan
from pipeline.night.parser.grammar import clean, entry_text, parse
from pipeline.night.parser.hands import without_low
from pipeline.night.parser.lines import (
    Ask,
    Confirm,
    Counted,
    Day,
    DetailLine,
    Edit,
    HandError,
    HandLine,
    Line,
    LogError,
    QuestionError,
    Redo,
    Skip,
    Undo,
)
from pipeline.night.parser.sentences import in_log_words
from pipeline.night.replay import Replay, apply, with_time
from pipeline.night.sentences import usual_call_text
from pipeline.store.people import Registry

Status = Literal["kept", "draft", "refused", "asked"]


@dataclass(frozen=True)
class Answer:
    """The answer to a line: whether it was logged, a sentence, the look-up it asks for, a line to suggest next.

    `place` is where a refused line is wrong: the start and end of the part, as indices of the typed line. Of several
    lines that were pasted, `rest` are those that weren't entered, the refused one first.
    """

    status: Status
    text: str = ""
    lookup: Ask | None = None
    offer: str = ""
    place: tuple[int, int] | None = None
    rest: str = ""


@dataclass(frozen=True)
class _Result:
    """The entry of a line, the completed line (None if unreadable), the night after it, and the answer."""

    entry: Entry
    line: Line | None
    night: Night
    answer: Answer


class Logbook:
    """Appends lines to a replay, an entry each; `key` is what a sender gives the entries of the line being logged. A line
    that `is_asked` has no entries.
    """

    def __init__(self, replay: Replay, registry: Registry, now: Callable[[], datetime]) -> None:
        self.replay = replay
        self.registry = registry
        self._now = now
        self.key = ""
        self.is_asked = False
        self.refused = ""  # the last line of the open hand, if it was refused

    @property
    def night(self) -> Night:
        """The night after all entries."""
        return self.replay.night

    def log(self, line: Line, text: str) -> Answer:
        """Append the entry of a line that was typed as `text`. Raises PederError if it is impossible."""
        if isinstance(line, Undo | Redo | Edit | Confirm | Counted | HandError):
            return self._correct(line, text)
        return self._append(self._result(line, text, self.night))

    def log_unreadable(self, text: str, why: str) -> Answer:
        """Append a hand that can't be read, as a draft."""
        return self._append(self._unreadable(text, why, self.night))

    @contextmanager
    def all_or_none(self) -> Iterator[None]:
        """Take back the entries of a block that raises PederError."""
        before = len(self.replay.entries)
        try:
            yield
        except PederError:
            self.replay.cut(before)
            raise

    def _append(self, result: _Result) -> Answer:
        is_opened = self.night.ended_at is not None and result.night.ended_at is None
        self.replay.add(result.entry, result.line, result.night)
        if not is_opened:
            return result.answer
        opened = tr("The night is open again: end closes it.")
        return replace(result.answer, text=join_sentences([result.answer.text, opened]))

    def _entry(
        self, line: str, typed: str, draft: str = "", hand: int | None = None, refused: str = ""
    ) -> Entry:
        """The next entry. Raises QuestionError for a line that asks."""
        if self.is_asked:
            raise QuestionError
        number = len(self.replay.entries) + 1
        return Entry(
            n=number,
            at=self._now(),
            line=line,
            typed=clean(typed),
            draft=in_english(draft),
            refused=refused,
            hand=hand,
            key=self.key,
        )

    def _result(self, line: Line, text: str, night: Night) -> _Result:
        """Apply a line that is no correction to a night. Raises PederError if it is impossible."""
        match line:
            case HandLine():
                return self._hand(line, text, night)
            case DetailLine():
                return self._detail(line, text, night)
        if isinstance(line, Skip):
            check_no_open_hand(night)
        line = resolve_players(line, night, self.registry)
        check_sure(line, replace(night, ended_at=None))
        number = self.night.next_hand_no if isinstance(line, Skip) else None
        entry = self._entry(entry_text(line, night.handles, night.games), text, hand=number)
        after = apply(night, line, entry)
        check_currency(night, after)
        if isinstance(line, Skip):
            hand = after.hands[-1]
            skipped = mark("{hand_no}? A hand that wasn't logged.")
            if not hand.is_draft:
                skipped = mark("{hand_no} A hand that wasn't logged.")
            answer = Answer("draft" if hand.is_draft else "kept", tr(skipped, hand_no=hand.hand_no))
        else:
            more, offer = suggestion(line, after)
            ahead = ahead_text(line.day, self._now()) if isinstance(line, Day) else ""
            text = " ".join(filter(None, [confirmation(line, after), ahead, more]))
            answer = Answer("kept", text, offer=offer)
        return _Result(entry, line, after, answer)

    def _hand(self, line: HandLine, text: str, night: Night) -> _Result:
        hand = play(night, without_low(line, night.games))
        assert hand.line
        check_halves(hand.line, hand.variant, night)
        line_again = entry_text(hand.line, night.handles, night.games)
        entry = self._entry(line_again, text, draft_reason(hand), self.night.next_hand_no)
        after = with_hand(night, hand, entry)
        number = after.hands[-1].hand_no
        mend = tr("ok confirms it, edit {number} changes it.", number=number)
        return _Result(entry, hand.line, after, _hand_answer(after, mend))

    def _unreadable(self, text: str, why: str, night: Night) -> _Result:
        entry = self._entry(clean(text), text, why, self.night.next_hand_no)
        after = self.replay.after(night, entry)
        number = after.hands[-1].hand_no
        answer = Answer(
            "draft",
            tr("{number}? Logged as a draft: {why} (edit {number} changes it)", number=number, why=why),
        )
        return _Result(entry, None, after, answer)

    def _detail(self, line: DetailLine, text: str, night: Night) -> _Result:
        opened = continue_hand(night, line.text)
        before = night.open_hand.over if night.open_hand else ()
        if opened and len(opened.over) > len(before):
            raise LogError(opened.over[-1])
        if opened and night.open_hand is None:
            line = DetailLine(line_text(replace(opened.line, wins=((),))))
            if read_announcement(line.text, night.handles, night.games) != opened.line:
                raise LogError(
                    tr("{text!r} can't be stored so: open the hand with the game alone.", text=clean(text))
                )
        ended = opened.hand if opened else None
        refused = self.refused if ended else ""
        doubtful = draft_reason(ended, refused) if ended else ""
        number = self.night.next_hand_no if ended else None
        entry = self._entry(entry_text(line, night.handles, night.games), text, doubtful, number, refused)
        after = with_time(with_open_hand(night, opened, entry), entry)
        if ended:
            answer = _hand_answer(after, tr("ok confirms it"))
        else:
            answer = Answer(
                "kept", guide(opened) if opened else tr("The hand is dropped: nothing of it counts.")
            )
        return _Result(entry, line, after, answer)

    def _correct(self, line: Undo | Redo | Edit | Confirm | Counted | HandError, text: str) -> Answer:
        if isinstance(line, Edit):
            if not line.text:
                asked = tr("Change the line and press Enter.")
                return Answer("asked", asked, offer=edit_command(line.target, self.replay))
            new = self._replacement(line)
            target = entry_of(line.target, self.replay)
            change = edit_of(target, new.line, new.draft, new.refused)
            hand = self.night.hand_of(target.n)
            number = hand.hand_no if hand else new.hand
        else:
            change, number = change_of(line, self.replay), None
        before = self.night
        self.replay.add(self._entry(line_text(change.line), text, change.draft, number, change.refused))
        self._check_numbers()
        check_currency(before, self.night)
        if isinstance(line, Counted | HandError) and not self._still_readable(change, before):
            raise LogError(tr("Not saved: the hand couldn't be read again with that. Correct it with edit."))
        assert change.line.target
        answer = correction_text(change, self.replay)
        others = other_changes(change.line.target.number, before, self.night)
        return Answer("draft" if change.draft else "kept", join_sentences([answer, *others]))

    def _still_readable(self, change: Change, before: Night) -> bool:
        """Whether the hand of a change can be read, if it could be before."""
        assert change.line.target
        hands = [night.hand_of(change.line.target.number) for night in (before, self.night)]
        return not (hands[0] and hands[0].readable) or bool(hands[1] and hands[1].readable)

    def _check_numbers(self) -> None:
        """Raise LogError if a restored hand would need a number that another hand has meanwhile. In a merged night
        (`pipeline.night.merge`) two hands may have been given one number: the later one has the next that is free.
        """
        if any(entry.follows is not None for entry in self.replay.entries):
            return
        for hand in self.night.hands:
            given = self.replay.entries[hand.entry_no - 1].hand
            if given not in (None, hand.hand_no):
                raise LogError(
                    tr(
                        "Hand {given} is another one by now, and a hand keeps its number: write the line "
                        "again instead.",
                        given=given,
                    )
                )

    def _replacement(self, edit: Edit) -> Entry:
        """The entry that an edit puts in its target's place, in canonical words. Raises PederError."""
        target = entry_of(edit.target, self.replay)
        then = with_former_names(self.replay.before(target.n), self.registry, self.night)
        try:
            lines = parse(in_open_hand(edit.text, then), then.handles, then.games)
        except PederError:
            sentence = in_log_words(
                clean(edit.text), then.handles, usual_call_text(then), then.games, then.carried
            )
            if sentence is None or len(sentence.lines) != 1:
                raise
            lines = parse(sentence.lines[0], then.handles, then.games)
        if len(lines) != 1 or isinstance(lines[0], Ask | Undo | Redo | Edit | Confirm | Counted | HandError):
            raise LogError(
                tr(
                    "{text!r} can't stand in the place of entry #{n}: give one hand, setting or booking.",
                    text=edit.text,
                    n=target.n,
                )
            )
        return self._result(lines[0], edit.text, then).entry


def _hand_answer(night: Night, mend: str) -> Answer:
    """The answer to the last hand; for a draft, how to correct it."""
    hand = night.hands[-1]
    text = hand_text(hand, night)
    if not hand.is_draft:
        return Answer("kept", text)
    loan = next((mending_loan(seat.handle, short) for seat, short in short_of_chips(hand)), "")
    return Answer(
        "draft", tr("{text} A draft: {why} ({mend})", text=text, why=hand.why, mend=mend), offer=loan
    )
