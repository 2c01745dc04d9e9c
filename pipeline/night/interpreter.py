"""Turns typed lines into entries and answers, in memory only.

A doubtful or unreadable hand becomes a draft; any other invalid line is refused, and no entry is made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from engine.api import PederError, fold_name
from language import in_english, join_words, mark, tr
from pipeline.bank.money import money_as_chips
from pipeline.bank.records import replace
from pipeline.night.confirmation import confirmation, hand_text
from pipeline.night.corrections import (
    Change,
    broken_entries,
    change_of,
    correction_text,
    edit_command,
    edit_of,
    entry_of,
)
from pipeline.night.entries import Entry, sender_of, undone_numbers
from pipeline.night.guards import check_sure, suggestion
from pipeline.night.hand.act_lines import read_announcement
from pipeline.night.hand.doubts import draft_reason, short_of_chips
from pipeline.night.hand.open_hand import guide
from pipeline.night.hands import check_no_open_hand, continue_hand, play, with_hand, with_open_hand
from pipeline.night.naming import resolve_players
from pipeline.night.night import Night
from pipeline.night.parser.canonical import line_text, mending_loan
from pipeline.night.parser.grammar import LONGEST_LINE, clean, entry_text, looks_like_hand, parse
from pipeline.night.parser.hands import begins_with_game
from pipeline.night.parser.lines import (
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
    Target,
    Undo,
    UnevenPotError,
)
from pipeline.night.parser.plain_speech import spelled
from pipeline.night.parser.sentences import in_log_words, unknown_words, vocabulary
from pipeline.night.parser.spoken_questions import NO, Missing, Question
from pipeline.night.parser.tokens import ONLY_CHIPS, in_marks, is_body
from pipeline.night.parser.words import COMMAND_OF, NAME, is_player, present
from pipeline.night.replay import Replay, apply, with_time
from pipeline.night.sentences import answer_text, left_out, lines_of, question_text
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


MOST_SENDERS = 100
"""Maximum number of phones whose last unreadable line is remembered."""


def _is_new(question: Question, night: Night) -> bool:
    """Whether a hand that may be one of those before is a new one: it has the next number, or is the first."""
    is_next = question.hand == night.next_hand_no if question.hand else not night.hands
    return question.missing is Missing.HAND and is_next


class Interpreter:
    """Turns typed lines into entries of a replay, in memory only."""

    def __init__(self, replay: Replay, registry: Registry, now: Callable[[], datetime]) -> None:
        self.replay = replay
        self.registry = registry
        self._now = now
        self._key = ""  # key of the current line
        self._unreadable_lines: dict[
            str, str
        ] = {}  # by sender: the last line, if it was a hand that can't be read
        self._questions: dict[str, Question] = {}  # by sender: what the last line lacked
        self._refused = ""  # the last line of the open hand, if it was refused

    @property
    def night(self) -> Night:
        """The night after all entries."""
        return self.replay.night

    def take(self, text: str, *, key: str = "", keep_unreadable: bool = False) -> Answer:
        """Append the entries of a line; none if it is refused, or was taken before with the same `key`.

        An unreadable hand becomes a draft if it is sent twice, or with `keep_unreadable`.
        """
        if key and (known := next((one for one in reversed(self.replay.entries) if one.key == key), None)):
            if known.n in undone_numbers(self.replay.entries):
                text = tr("Logged as #{n} and taken back since: {said}", n=known.n, said=known.said)
            else:
                text = tr("Logged already: #{n} {said}", n=known.n, said=known.said)
            return Answer("draft" if known.draft else "kept", text)
        self._key = key
        answer = self._take(text, keep_unreadable=keep_unreadable)
        if self.night.open_hand is None or answer.status == "kept":
            self._refused = ""
        elif answer.status == "refused":
            self._refused = clean(text)
        return answer

    def take_lines(self, lines: Sequence[Line]) -> None:
        """Append the entries of lines, all or none. Raises PederError."""
        before = len(self.replay.entries)
        try:
            for line in lines:
                self._append(self._result(line, line_text(line), self.night))
        except PederError:
            self.replay.cut(before)
            raise

    def _take(self, text: str, *, keep_unreadable: bool) -> Answer:
        question = self._questions.pop(sender_of(self._key), None)
        if question and (whole := question.answered(clean(text), self.night.handles, self.night.games)):
            return self._take(whole, keep_unreadable=keep_unreadable)
        if (
            question
            and question.missing in (Missing.MEANT, Missing.STAYED)
            and clean(text).strip(" .!").casefold() in NO
        ):
            return Answer("asked", tr("Nothing is logged: write the line again."))
        text = in_open_hand(text, self.night)
        previous = self._unreadable_lines.pop(sender_of(self._key), "")
        again = clean(text) == previous
        try:
            lines = parse(text, self.night.handles, self.night.games)
        except PederError as wrong:
            error = wrong
            if completed := self._completed(in_marks(text, self.night.handles), previous):
                return completed
            if not again and (said := self._in_sentence(clean(text).lstrip(": "), asks=not keep_unreadable)):
                return said
            if not again and (bought := self._in_chips(clean(text), asks=not keep_unreadable)):
                return bought
            if self.night.handles and is_rest(text, self.night):
                why = tr("A hand begins with its game, such as 7s 14 {text}.", text=clean(text))
                return Answer("refused", why)
            if not again and not keep_unreadable and (meant := self._meant(clean(text))):
                return meant
            if "+" not in text and (
                words := unknown_words(clean(text), self.night.handles, self.night.games)
            ):
                names = join_words([self.night.handles[one].name for one in present(self.night.handles)])
                error = LogError(
                    tr(
                        "{words!r} isn't understood. At the table: {names}. Write such as 7s 14, bo folds at 3, anna wins.",
                        words=words,
                        names=names,
                    ),
                    words,
                )
            is_hand = looks_like_hand(text, self.night.games) and len(text) <= LONGEST_LINE
            if not is_hand or not self.night.handles or self.night.open_hand:
                return Answer("refused", str(error), place=find_place(text, error))
            return self._unreadable_answer(text, error, keep=again or keep_unreadable)
        answer = self._enter(lines, text, keep_unreadable=again or keep_unreadable)
        if answer.status == "refused" and in_marks(text, self.night.handles) != text and not again:
            said = self._in_sentence(clean(text), asks=not keep_unreadable)
            if said and said.status != "refused":
                self._unreadable_lines.pop(sender_of(self._key), None)
                return said
        return answer

    def _enter(
        self, lines: Sequence[Line], text: str, *, keep_unreadable: bool, in_words: bool = False
    ) -> Answer:
        """Log the lines that a text gave, all or none; `in_words` says that they were put in words."""
        before = len(self.replay.entries)
        answer = Answer("asked")
        texts: dict[type[Line], str] = {}  # the last of each kind: skips, then a note on them
        try:
            for line in lines:
                answer = self._one(line, text, keep_unreadable=keep_unreadable, in_words=in_words)
                texts[type(line)] = answer.text
        except PederError as error:
            self.replay.cut(before)
            return Answer(
                "refused", str(error), offer=getattr(error, "offer", ""), place=find_place(text, error)
            )
        return replace(answer, text=" ".join(texts.values()))

    def _in_sentence(self, text: str, *, asks: bool) -> Answer | None:
        """Return the answer to a line that is a sentence; None if it isn't understood, or is incomplete and `asks` is
        false.
        """
        night = self.night
        try:
            said = in_log_words(text, night.handles, _usual(night), night.games)
            if said is None or (night.open_hand and not said.lines) or (said.question and not asks):
                return None
            remark = left_out(said, self.replay)
            lines = lines_of(said, self.replay)
        except PederError as error:
            return Answer("refused", str(error), place=find_place(text, error))
        if said.fact:
            return Answer("asked", answer_text(said, night))
        if said.question and _is_new(said.question, night):
            return self._take(said.question.said, keep_unreadable=not asks)
        if said.question:
            question = self._ask(said.question)
            return question if said.question.in_words else None
        if isinstance(lines, Question):
            return self._ask(lines)
        if not lines:
            return Answer("asked", tr("A comment: nothing is logged."))
        before = len(self.replay.entries)
        answers = []
        for line in lines:
            try:
                answer = self._enter(
                    parse(line, self.night.handles, self.night.games),
                    text,
                    keep_unreadable=not asks,
                    in_words=True,
                )
            except PederError as error:
                self.replay.cut(before)
                return None if len(lines) == 1 else Answer("refused", str(error))
            if answer.status == "refused":
                self.replay.cut(before)
                offer = f"{text} !" if answer.offer.endswith("!") and len(lines) > 1 else answer.offer
                return replace(answer, offer=offer, place=None)
            answers.append(answer)
        return replace(answers[-1], text=" ".join([*(answer.text for answer in answers), remark]).rstrip())

    def _in_chips(self, text: str, *, asks: bool) -> Answer | None:
        """Return the answer to a line that is understood once its money is written as chips: ``bo buys $20``; else None."""
        night = self.night
        written, wrong = money_as_chips(text, night.chip_value, night.currency)
        if written == text:
            return None
        before = len(self.replay.entries)
        try:
            answer: Answer | None = self._enter(
                parse(written, night.handles, night.games), text, keep_unreadable=not asks, in_words=True
            )
        except PederError:
            answer = self._in_sentence(written, asks=asks)
        if wrong and answer and answer.status != "refused":
            self.replay.cut(before)
            return Answer("refused", str(wrong))
        return answer

    def _meant(self, text: str) -> Answer | None:
        """Return the question whether a line with a typo was meant as another line; None if the corrected line isn't
        understood either.
        """
        night = self.night
        names = {fold_name(word): word for player in night.handles.values() for word in player.name.split()}
        said, words = spelled(text, vocabulary(night.games), names)
        if not words or night.open_hand:
            return None
        try:
            if not (said_so := in_log_words(said, night.handles, _usual(night), night.games)):
                parse(said, night.handles, night.games)
            elif said_so.lines:
                parse(said_so.lines[0], night.handles, night.games)
        except PederError:
            return None
        return self._ask(Question(Missing.MEANT, said, meant=words))

    def _ask(self, question: Question) -> Answer:
        """A question, which the next line of this sender may answer by a word."""
        if len(self._questions) >= MOST_SENDERS:
            self._questions.clear()
        self._questions[sender_of(self._key)] = question
        return Answer("asked", question_text(question, self.night))

    def _unreadable_answer(self, text: str, error: PederError, *, keep: bool) -> Answer:
        """Refuse a hand that can't be read; make it a draft if it was sent twice, or comes from a file."""
        if keep:
            return self._append(self._unreadable(text, str(error), self.night))
        if len(self._unreadable_lines) >= MOST_SENDERS:
            self._unreadable_lines.clear()
        self._unreadable_lines[sender_of(self._key)] = clean(text)
        why = tr("{why} Change the line, or send it again to keep it as a draft.", why=error)
        return Answer("refused", why, place=find_place(text, error))

    def _completed(self, text: str, unreadable: str) -> Answer | None:
        """The answer to a line such as ``+d`` or ``b3`` that completes the hand before it, which was refused as
        unreadable or is a draft; None for another line.
        """
        if not is_rest(text, self.night):
            return None
        if unreadable and not is_rest(unreadable, self.night):
            return self._take(f"{unreadable} {clean(text)}", keep_unreadable=False)
        last = self.night.hands[-1] if self.night.hands else None
        if last is None or not last.is_draft:
            return None
        old = self.replay.effective(last.entry_no).line
        completed = f"{old} {clean(text)}"
        try:
            parse(completed, self.replay.before(last.entry_no).handles, self.night.games)
            return self._corrected(Edit(Target(last.hand_no, False), completed), text)
        except PederError:
            return None

    def _one(self, line: Line, text: str, *, keep_unreadable: bool, in_words: bool) -> Answer:
        match line:
            case Ask():
                return Answer("asked", lookup=line)
            case Undo() | Redo() | Edit() | Confirm() | Counted() | HandError():
                return self._corrected(line, text)
        if isinstance(line, HandLine):
            try:
                return self._append(self._hand(line, text, self.night))
            except PederError as error:
                missing = None
                if isinstance(error, UnevenPotError):
                    missing = Missing.FOLDED
                elif line.level is None and line.counted is None:
                    missing = Missing.LEVEL
                if missing and not keep_unreadable:
                    question = self._ask(Question(missing, clean(text)))
                    if in_words or in_marks(text, self.night.handles) != text:
                        return question
                return self._unreadable_answer(text, error, keep=keep_unreadable)
        return self._append(self._result(line, text, self.night))

    def _append(self, result: _Result) -> Answer:
        self.replay.add(result.entry, result.line, result.night)
        return result.answer

    def _entry(
        self, line: str, typed: str, draft: str = "", hand: int | None = None, refused: str = ""
    ) -> Entry:
        number = len(self.replay.entries) + 1
        return Entry(
            n=number,
            at=self._now(),
            line=line,
            typed=clean(typed),
            draft=in_english(draft),
            refused=refused,
            hand=hand,
            key=self._key,
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
        if isinstance(line, Skip):
            hand = after.hands[-1]
            skipped = mark("{hand_no}? A hand that wasn't logged.")
            if not hand.is_draft:
                skipped = mark("{hand_no} A hand that wasn't logged.")
            answer = Answer("draft" if hand.is_draft else "kept", tr(skipped, hand_no=hand.hand_no))
        else:
            more, offer = suggestion(line, after)
            answer = Answer("kept", " ".join(filter(None, [confirmation(line, after), more])), offer=offer)
        return _Result(entry, line, after, answer)

    def _hand(self, line: HandLine, text: str, night: Night) -> _Result:
        hand = play(night, line)
        assert hand.line
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
        refused = self._refused if ended else ""
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

    def _corrected(self, line: Undo | Redo | Edit | Confirm | Counted | HandError, text: str) -> Answer:
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
        if isinstance(line, Counted | HandError) and not self._still_readable(change, before):
            raise LogError(tr("Not saved: the hand couldn't be read again with that. Correct it with edit."))
        answer, broken = correction_text(change, self.replay), list(broken_entries(before, self.night))
        if broken and answer and answer[-1] not in ".!?":
            answer += "."
        return Answer("draft" if change.draft else "kept", " ".join(filter(None, [answer, *broken])))

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
        then = self.replay.before(target.n)
        try:
            lines = parse(in_open_hand(edit.text, then), then.handles, then.games)
        except PederError:
            said = in_log_words(clean(edit.text), then.handles, _usual(then), then.games)
            if said is None or len(said.lines) != 1:
                raise
            lines = parse(said.lines[0], then.handles, then.games)
        if len(lines) != 1 or isinstance(lines[0], Ask | Undo | Redo | Edit | Confirm | Counted | HandError):
            raise LogError(
                tr(
                    "{text!r} can't stand in the place of entry #{n}: give one hand, setting or booking.",
                    text=edit.text,
                    n=target.n,
                )
            )
        return self._result(lines[0], edit.text, then).entry


def _usual(night: Night) -> str:
    """The call of a hand that names no game; "" where its dealer has no usual one."""
    usual = night.usual_call(night.dealer) if night.dealer else None
    return f"{usual[0]} {usual[1].text}".rstrip() if usual else ""


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


def find_place(text: str, error: PederError) -> tuple[int, int] | None:
    """Where a typed line has the part that an error is about; None if the error doesn't say."""
    part = getattr(error, "place", "")
    start = text.casefold().find(part.casefold()) if part else -1
    return (start, start + len(part)) if start >= 0 else None


def in_open_hand(text: str, night: Night) -> str:
    """The line with a leading colon if it belongs to the hand that is being logged bet by bet."""
    line = clean(text)
    if not night.open_hand or not line or line[0] in ":;?=" or line.startswith("!fejl"):
        return text
    return text if fold_name(line.split()[0]) in COMMAND_OF else f": {line}"


def is_rest(text: str, night: Night) -> bool:
    """Whether a line is the rest of a hand, such as ``b3 +d``; ``th14 +d`` and ``b5 14 +d`` begin with a game."""
    words = clean(text).split()
    if not words or not is_body(words[0]):
        return False
    if not begins_with_game(text, night.games):
        return True
    name = re.match(NAME, words[0])
    is_level_next = len(words) > 1 and ONLY_CHIPS.fullmatch(words[1])
    return bool(name and is_player(name[0], night.handles) and not is_level_next)
