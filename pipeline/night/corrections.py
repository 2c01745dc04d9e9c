"""Undo, redo, edit, confirm: the target entry, and the entry that corrects it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from language import join_words, tr
from pipeline.bank.records import replace
from pipeline.night.confirmation import change_text, count_off_text, hand_text
from pipeline.night.entries import Entry, undone_numbers
from pipeline.night.guards import without_banker
from pipeline.night.hand.deal import Hand
from pipeline.night.hand.doubts import count_doubt, draft_reason
from pipeline.night.night import Night
from pipeline.night.parser.body import parse_ending
from pipeline.night.parser.canonical import ending_text, error_text, line_text
from pipeline.night.parser.commands import COMMAND_OF
from pipeline.night.parser.lines import (
    Confirm,
    Counted,
    Edit,
    HandError,
    HandLine,
    LogError,
    Redo,
    Skip,
    Target,
    Undo,
)
from pipeline.night.parser.tokens import cut, split_note
from pipeline.night.replay import Replay


@dataclass(frozen=True)
class Change:
    """A correction as the journal stores it, with its target, and why the result is a draft (else ""), as of an entry.

    `answer` is the answer to the correction; "" if the corrected entry is described instead.
    """

    line: Undo | Edit | Confirm
    draft: str = ""
    refused: str = ""
    answer: str = ""


def change_of(line: Undo | Redo | Confirm | Counted | HandError, replay: Replay) -> Change:
    """Return the change of a correction. Raises LogError if there is nothing that it could correct.

    >>> change_of(Undo(None), replay).answer
    'Taken back: #8 straight 12 +a'
    """
    match line:
        case Undo(target):
            return _undo(target, replay)
        case Redo():
            return _redo(replay)
        case Confirm(target):
            return _confirm(target, replay)
        case Counted(chips):
            return _count_pot(chips, replay)
        case HandError():
            return _with_error(line, replay)


def edit_of(entry: Entry, text: str, draft: str, refused: str = "") -> Change:
    """The change that replaces an entry's line by another canonical line."""
    return Change(Edit(Target(entry.n, True), text), draft, refused)


def entry_of(target: Target | None, replay: Replay) -> Entry:
    """Return the entry of a target, by hand or entry number; None is the last hand. Raises LogError.

    >>> entry_of(None, replay).line
    'd:straight-poker 12 +a'
    >>> entry_of(Target(3, is_entry=True), replay).line
    'chip 0.25 DKK'
    """
    if target is None:
        number = _last_hand(replay.night).entry_no
    elif target.is_entry:
        number = target.number
    else:
        number = _hand(target.number, replay.night).entry_no
    if not 1 <= number <= len(replay.entries):
        raise LogError(
            tr(
                "There is no entry #{number}: the last one is #{n} (history shows them).",
                number=number,
                n=len(replay.entries),
            )
        )
    return replay.entries[number - 1]


def _hand(number: int, night: Night) -> Hand:
    match = next((hand for hand in night.hands if hand.hand_no == number), None)
    if match is None:
        raise LogError(
            tr(
                "There is no hand {number}: the last one is {last_hand_no}.",
                number=number,
                last_hand_no=night.last_hand_no,
            )
        )
    return match


def _last_hand(night: Night) -> Hand:
    if not night.hands:
        raise LogError(tr("No hand has been played yet."))
    return night.hands[-1]


def edit_command(target: Target | None, replay: Replay) -> str:
    """The command that edits an entry, with the current line, to be typed over."""
    entry = replay.effective(entry_of(target, replay).n)
    hand = replay.night.hand_of(entry.n)
    return f"{COMMAND_OF['edit'].word} {hand.hand_no if hand else f'#{entry.n}'} {entry.line}"


def _undo(target: Target | None, replay: Replay) -> Change:
    gone = undone_numbers(replay.entries)
    if target is None:
        left = [e for e in replay.entries if e.n not in gone and not isinstance(e.correction, Undo)]
        if not left:
            raise LogError(tr("There is nothing to take back."))
        entry = left[-1]
    else:
        entry = entry_of(target, replay)
        if entry.n in gone:
            raise LogError(
                tr("Entry #{n} was taken back already (redo brings the last one back).", n=entry.n)
            )
    match entry.correction:
        case Undo(Target(number)):  # of an undo: what that one took back is there again
            return _back_again(entry, number, replay)
    return Change(
        Undo(Target(entry.n, True)), answer=tr("Taken back: #{n} {said}", n=entry.n, said=entry.as_typed)
    )


def _back_again(undo: Entry, number: int, replay: Replay) -> Change:
    """The undo of an undo of an entry."""
    back = replay.entries[number - 1]
    answer = tr("Back again: #{n} {said}", n=back.n, said=back.as_typed)
    return Change(Undo(Target(undo.n, True)), answer=answer)


def _redo(replay: Replay) -> Change:
    gone = undone_numbers(replay.entries)
    last = next((entry for entry in reversed(replay.entries) if entry.n not in gone), None)
    match last and last.correction:
        case Undo(Target(number)) if last:
            return _back_again(last, number, replay)
    raise LogError(tr("The last entry isn't an undo: there is nothing to bring back."))


def _confirm(target: Target | None, replay: Replay) -> Change:
    drafts = replay.night.drafts
    if target is None:
        if not drafts:
            raise LogError(tr("There is no draft to confirm."))
        hand = next((draft for draft in reversed(drafts) if draft.can_be_confirmed), drafts[-1])
    else:
        number = entry_of(target, replay).n
        draft = next((one for one in drafts if one.entry_no == number), None)
        if draft is None:
            raise LogError(tr("That isn't a draft: nothing is doubtful about it."))
        hand = draft
    if hand.is_skipped:
        if carried := replay.before(hand.entry_no).carried:
            raise LogError(tr("A pot of {chips} was carried into this hand: log who won it.", chips=carried))
        return edit_of(replay.effective(hand.entry_no), line_text(Skip(confirmed=True)), "")
    if not hand.readable:
        raise LogError(
            tr(
                "Hand {hand_no} can't be read, so it can't be confirmed: correct it with edit {hand_no}. "
                "{why}",
                hand_no=hand.hand_no,
                why=hand.why,
            )
        )
    return Change(Confirm(Target(hand.entry_no, True)))


def _count_pot(chips: int, replay: Replay) -> Change:
    """Put the counted pot in the last hand, in place of an earlier count; if it differs, the hand becomes a draft."""
    hand = _last_hand(replay.night)
    if not hand.readable:
        raise LogError(
            tr("Hand {hand_no} can't be read: correct it first, with edit {hand_no}.", hand_no=hand.hand_no)
        )
    entry = replay.effective(hand.entry_no)
    if hand.is_draft:
        assert hand.line
        draft = draft_reason(replace(hand, line=replace(hand.line, counted=chips)), entry.refused)
    else:
        draft = count_doubt(chips, hand)
    line = replace(_line_of(hand, replay.night), counted=chips)
    return edit_of(entry, _text(hand, line), draft, entry.refused)


def _with_error(line: HandError, replay: Replay) -> Change:
    """Add a dealer's error to the last hand."""
    hand = _last_hand(replay.night)
    entry = replay.effective(hand.entry_no)
    if hand.readable:
        old = _line_of(hand, replay.night)
        text = _text(hand, replace(old, errors=(*old.errors, line.error)))
    else:
        words, note = split_note(entry.line)
        text = f"{words} !error {error_text(line.error)}" + (f" ; {note}" if note else "")
    return edit_of(entry, text, hand.why, entry.refused)


def _line_of(hand: Hand, night: Night) -> HandLine:
    """The line of a hand; if it was logged act by act, the line that ended it."""
    if not hand.text.startswith(":"):
        assert hand.line
        return hand.line
    tokens, errors, note = cut(hand.text[1:], night.handles)
    return parse_ending(tokens, night.handles, errors, note)


def _text(hand: Hand, line: HandLine) -> str:
    return f": {ending_text(line)}" if hand.text.startswith(":") else line_text(line)


def correction_text(change: Change, replay: Replay) -> str:
    """The answer to a correction, once it is applied."""
    if change.answer:
        return change.answer
    assert change.line.target
    number = change.line.target.number
    hand = replay.night.hand_of(number)
    if hand is None:
        return tr("Entry #{number} now says: {line}", number=number, line=replay.effective(number).line)
    text = tr("Corrected: {hand}", hand=hand_text(hand, replay.night))
    return tr("{text} A draft: {why}", text=text, why=hand.why) if hand.is_draft and hand.readable else text


def other_changes(target: int, before: Night, after: Night) -> Iterable[str]:
    """Sentences on what a correction of the entry `target` changed besides it: other hands, the pot that is carried into the next
    one, and the hands and entries that no longer apply.
    """
    yield from _changed_hands(target, before, after)
    were = {hand.entry_no for hand in before.hands if not hand.readable}
    for hand in after.hands:
        if not hand.readable and hand.entry_no not in were and not hand.is_skipped:
            yield tr("Hand {hand_no} no longer fits: {why}", hand_no=hand.hand_no, why=hand.why)
    yield from _changed_counts(before, after)
    known = set(before.faults)
    yield from (
        tr("Entry #{n} no longer fits: {why}", n=n, why=why)
        for n, why in after.faults
        if (n, why) not in known
    )


_MOST_HANDS = 3
"""Maximum number of hands that are described; more are listed by their numbers."""


def _changed_hands(target: int, before: Night, after: Night) -> Iterable[str]:
    """Sentences on the other hands in which a player's chips are no longer the same, and on the carried pot."""
    were = {hand.entry_no: hand for hand in before.hands}
    pairs = [(were[hand.entry_no], hand) for hand in after.hands if hand.entry_no in were]
    changed = [
        (old, new)
        for old, new in pairs
        if new.entry_no != target and old.readable and new.readable and _chips_of(old) != _chips_of(new)
    ]
    if len(changed) > _MOST_HANDS:
        numbers = join_words([str(new.hand_no) for _, new in changed])
        yield tr("The chips of hands {numbers} change.", numbers=numbers)
    else:
        yield from (change_text(old, new) for old, new in changed)
    if before.carried != after.carried:
        yield tr(
            "Carried into the next hand: {now} chips (before: {was}).", now=after.carried, was=before.carried
        )


def _chips_of(hand: Hand) -> tuple[int, int, list[tuple[str, int, int]]]:
    """The chips that were carried into and out of a hand, and what each player paid and won."""
    return hand.pot_in, hand.pot_out, [(seat.player_id, seat.paid, seat.won) for seat in hand.seats]


def _changed_counts(before: Night, after: Night) -> Iterable[str]:
    """Sentences on counted chips that compare otherwise with the hands after a correction."""
    were, are = before.count_offs, after.count_offs
    changed = {player_id: off for player_id, off in are.items() if off != were.get(player_id, 0)}
    for player_id, off in changed.items():
        yield tr(
            "{name}'s chips were counted: now {off}.", name=after.names[player_id], off=count_off_text(off)
        )
    if after.banker_id is None and any(are.values()) and (any(changed.values()) or before.banker_id):
        yield tr(
            "Counts differ from what the hands leave, and there is no banker to take the difference: write "
            "banker WHO."
        )
    elif after.ended_at is not None and not without_banker(before) and (why := without_banker(after)):
        yield why
