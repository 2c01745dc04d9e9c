"""Undo, redo, edit, confirm: which entry is meant, and the entry that corrects it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from language import sentences, tr
from pipeline.bank.money import chips_text
from pipeline.night.course import Course
from pipeline.night.echo import hand_text
from pipeline.night.entries import Entry, undone
from pipeline.night.hand.deal import Hand
from pipeline.night.night import Night
from pipeline.night.text.hand_grammar import parse_ending
from pipeline.night.text.lines import (
    Confirm,
    Counted,
    Edit,
    HandError,
    HandLine,
    LogError,
    Redo,
    Target,
    Undo,
)
from pipeline.night.text.tokens import cut, split_note
from pipeline.night.text.write import ending_text, error_text, line_text
from pipeline.records import replace


@dataclass(frozen=True)
class Change:
    """A correction as the journal keeps it, naming its entry, and why what it puts in place is a draft.

    `said` is what to say of it; "" where the entry that is corrected tells how it now stands.
    """

    line: Undo | Edit | Confirm
    draft: str = ""
    said: str = ""


def change_of(line: Undo | Redo | Confirm | Counted | HandError, course: Course) -> Change:
    """The change that a correction makes. Raises LogError."""
    match line:
        case Undo(target):
            return _undo(target, course)
        case Redo():
            return _redo(course)
        case Confirm(target):
            return _confirm(target, course)
        case Counted(chips):
            return _counted(chips, course)
        case HandError():
            return _with_error(line, course)


def edit_of(entry: Entry, text: str, draft: str) -> Change:
    """The change that puts another line, in canonical words, in an entry's place."""
    return Change(Edit(Target(entry.n, True), text), draft)


# --- which entry


def entry_of(target: Target | None, course: Course) -> Entry:
    """The entry that is meant: a hand's, or by number; None is the last hand's. Raises LogError."""
    if target is None:
        number = _last_hand(course.night).entry_no
    elif target.is_entry:
        number = target.number
    else:
        number = _hand(target.number, course.night).entry_no
    if not 1 <= number <= len(course.entries):
        raise LogError(
            tr(
                "There is no entry #{number}: the last one is #{n} (history shows them).",
                number=number,
                n=len(course.entries),
            )
        )
    return course.entries[number - 1]


def _hand(number: int, night: Night) -> Hand:
    found = next((hand for hand in night.hands if hand.hand_no == number), None)
    if found is None:
        raise LogError(
            tr(
                "There is no hand {number}: the last one is {last_hand_no}.",
                number=number,
                last_hand_no=night.last_hand_no,
            )
        )
    return found


def _last_hand(night: Night) -> Hand:
    if not night.hands:
        raise LogError(tr("No hand has been played yet."))
    return night.hands[-1]


def offer(target: Target | None, course: Course) -> str:
    """The command that edits an entry, with its line as it stands, for the prompt to begin with."""
    entry = course.standing(entry_of(target, course).n)
    hand = course.night.hand_of(entry.n)
    return f"ret {hand.hand_no if hand else f'#{entry.n}'} {entry.line}"


# --- the change


def _undo(target: Target | None, course: Course) -> Change:
    gone = undone(course.entries)
    if target is None:
        left = [e for e in course.entries if e.n not in gone and not isinstance(e.correction, Undo)]
        if not left:
            raise LogError(tr("There is nothing to take back."))
        entry = left[-1]
    else:
        entry = entry_of(target, course)
        if entry.n in gone:
            raise LogError(
                tr("Entry #{n} was taken back already (gendan brings the last one back).", n=entry.n)
            )
    return Change(Undo(Target(entry.n, True)), said=tr("Taken back: #{n} {said}", n=entry.n, said=entry.said))


def _redo(course: Course) -> Change:
    gone = undone(course.entries)
    last = next((entry for entry in reversed(course.entries) if entry.n not in gone), None)
    match last and last.correction:
        case Undo(Target(number)) if last:
            back = course.entries[number - 1]
            return Change(
                Undo(Target(last.n, True)), said=tr("Back again: #{n} {said}", n=back.n, said=back.said)
            )
    raise LogError(tr("The last entry is no undo: there is nothing to bring back."))


def _confirm(target: Target | None, course: Course) -> Change:
    drafts = course.night.drafts
    if target is None:
        if not drafts:
            raise LogError(tr("There is no draft to confirm."))
        hand = drafts[-1]
    else:
        number = entry_of(target, course).n
        found = next((one for one in drafts if one.entry_no == number), None)
        if found is None:
            raise LogError(tr("That is no draft: nothing is doubtful about it."))
        hand = found
    if not hand.readable:
        raise LogError(
            tr(
                "Hand {hand_no} can't be read and so can't be right: mend it with ret {hand_no}. {why}",
                hand_no=hand.hand_no,
                why=hand.why,
            )
        )
    return Change(Confirm(Target(hand.entry_no, True)))


def _counted(chips: int, course: Course) -> Change:
    """The count is put into the last hand's line; one that differs makes the hand a draft."""
    hand = _last_hand(course.night)
    if not hand.readable:
        raise LogError(
            tr("Hand {hand_no} can't be read: mend it first, with ret {hand_no}.", hand_no=hand.hand_no)
        )
    draft = hand.why
    if chips != hand.played_for:
        off = tr(
            "The pot was counted to be {chips}, and the line makes {played_for}.",
            chips=chips_text(chips),
            played_for=hand.played_for,
        )
        draft = sentences([hand.why, off])
    line = _line_of(hand, course.night)
    return edit_of(course.standing(hand.entry_no), _text(hand, replace(line, counted=chips)), draft)


def _with_error(line: HandError, course: Course) -> Change:
    """The error is put into the last hand's line."""
    hand = _last_hand(course.night)
    if hand.readable:
        told = _line_of(hand, course.night)
        text = _text(hand, replace(told, errors=(*told.errors, line.error)))
    else:
        words, note = split_note(course.standing(hand.entry_no).line)
        text = f"{words} !error {error_text(line.error)}" + (f" ; {note}" if note else "")
    return edit_of(course.standing(hand.entry_no), text, hand.why)


def _line_of(hand: Hand, night: Night) -> HandLine:
    """The line of a hand; of one that was told act by act, the line that ended it."""
    if not hand.text.startswith(":"):
        assert hand.line
        return hand.line
    tokens, errors, note = cut(hand.text[1:], night.handles)
    return parse_ending(tokens, night.handles, errors, note)


def _text(hand: Hand, line: HandLine) -> str:
    return f": {ending_text(line)}" if hand.text.startswith(":") else line_text(line)


# --- what to say


def outcome(change: Change, course: Course) -> str:
    """What a correction came to, once it is worked in."""
    if change.said:
        return change.said
    assert change.line.target
    number = change.line.target.number
    hand = course.night.hand_of(number)
    if hand is None:
        return tr("Entry #{number} now says: {line}", number=number, line=course.standing(number).line)
    told = hand_text(hand, course.night)
    return tr("{told} A draft: {why}", told=told, why=hand.why) if hand.is_draft and hand.readable else told


def news(before: Night, after: Night) -> Iterable[str]:
    """What a correction broke elsewhere: hands that no longer fit, entries that lost their meaning."""
    were = {hand.entry_no for hand in before.hands if not hand.readable}
    for hand in after.hands:
        if not hand.readable and hand.entry_no not in were and hand.text != "skip":
            yield tr("Hand {hand_no} no longer fits: {why}", hand_no=hand.hand_no, why=hand.why)
    known = set(before.faults)
    yield from (
        tr("Entry #{n} no longer fits: {why}", n=n, why=why)
        for n, why in after.faults
        if (n, why) not in known
    )
