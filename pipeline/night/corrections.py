"""Undo, redo, edit, confirm: which entry is meant, and the entry that corrects it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pipeline.bank.money import chips_text
from pipeline.night.echo import hand_text
from pipeline.night.entries import Entry, effective, undone
from pipeline.night.hand.deal import Hand
from pipeline.night.night import Night
from pipeline.night.text.lines import (
    Confirm,
    Counted,
    Edit,
    HandError,
    LogError,
    Redo,
    Target,
    Undo,
)
from pipeline.night.text.write import error_text


@dataclass(frozen=True)
class Correction:
    """The line of a correcting entry, and why what it puts in place is a draft."""

    line: str
    draft: str = ""


class Corrector:
    """Finds what a correction means among the entries of a night."""

    def __init__(self, entries: Sequence[Entry], night: Night) -> None:
        self.entries = entries
        self.night = night
        self.draft = ""  # of the line that an edit puts in place, set by who worked it out

    # --- which entry

    def entry_of(self, target: Target | None) -> Entry:
        """The entry that is meant: a hand's, or by number; None is the last hand's. Raises LogError."""
        if target is None:
            return self._entry(self._last_hand().entry_no)
        if target.is_entry:
            return self._entry(target.number)
        return self._entry(self._hand(target.number).entry_no)

    def _entry(self, number: int) -> Entry:
        if not 1 <= number <= len(self.entries):
            raise LogError(
                f"There is no entry #{number}: the last one is #{len(self.entries)} (history shows them)."
            )
        return self.entries[number - 1]

    def _hand(self, number: int) -> Hand:
        if not 1 <= number <= len(self.night.hands):
            raise LogError(f"There is no hand {number}: the last one is {len(self.night.hands)}.")
        return self.night.hands[number - 1]

    def _last_hand(self) -> Hand:
        if not self.night.hands:
            raise LogError("No hand has been played yet.")
        return self.night.hands[-1]

    def _standing(self, number: int) -> Entry:
        """An entry as it stands, edits included."""
        found = next((entry for entry in effective(self.entries) if entry.n == number), None)
        if found is None:
            raise LogError(f"Entry #{number} was taken back already, or corrects another.")
        return found

    def offer(self, target: Target | None) -> str:
        """The command that edits an entry, with its line as it stands, for the prompt to begin with."""
        entry = self._standing(self.entry_of(target).n)
        named = next((hand.hand_no for hand in self.night.hands if hand.entry_no == entry.n), None)
        return f"ret {named if named is not None else f'#{entry.n}'} {entry.line}"

    # --- the correcting entry

    def correct(
        self, line: Undo | Redo | Edit | Confirm | Counted | HandError
    ) -> tuple[Correction, Callable[[Night], str]]:
        """The entry that a correction makes, and what to say once it is worked in. Raises LogError."""
        match line:
            case Undo(target):
                return self._undo(target)
            case Redo():
                return self._redo()
            case Confirm(target):
                return self._confirm(target)
            case Counted(chips):
                return self._counted(chips)
            case HandError(error):
                hand = self._last_hand()
                return self._replace(hand, f"!error {error_text(error)}", hand.why)
            case Edit(target, text):
                entry = self.entry_of(target)
                return Correction(f"edit #{entry.n} {text}", self.draft), lambda after: self._told(
                    entry.n, after
                )

    def _undo(self, target: Target | None) -> tuple[Correction, Callable[[Night], str]]:
        gone = undone(self.entries)
        if target is None:
            left = [e for e in self.entries if e.n not in gone and not e.line.startswith("undo #")]
            if not left:
                raise LogError("There is nothing to take back.")
            entry = left[-1]
        else:
            entry = self.entry_of(target)
            if entry.n in gone:
                raise LogError(f"Entry #{entry.n} was taken back already (gendan brings the last one back).")
        return Correction(
            f"undo #{entry.n}"
        ), lambda after: f"Taken back: #{entry.n} {entry.typed or entry.line}"

    def _redo(self) -> tuple[Correction, Callable[[Night], str]]:
        gone = undone(self.entries)
        last = [entry for entry in self.entries if entry.n not in gone]
        if not last or not last[-1].line.startswith("undo #"):
            raise LogError("The last entry is no undo: there is nothing to bring back.")
        undo = last[-1]
        back = self.entries[int(undo.line.removeprefix("undo #")) - 1]
        return Correction(f"undo #{undo.n}"), lambda after: f"Back again: #{back.n} {back.typed or back.line}"

    def _confirm(self, target: Target | None) -> tuple[Correction, Callable[[Night], str]]:
        drafts = self.night.drafts
        if target is None:
            if not drafts:
                raise LogError("There is no draft to confirm.")
            hand = drafts[-1]
        else:
            entry = self.entry_of(target)
            hand = next((one for one in drafts if one.entry_no == entry.n), None)  # type: ignore[assignment]
            if hand is None:
                raise LogError("That is no draft: nothing is doubtful about it.")
        if not hand.readable:
            raise LogError(
                f"Hand {hand.hand_no} can't be read and so can't be right: mend it with ret "
                f"{hand.hand_no}. {hand.why}"
            )
        return Correction(f"ok #{hand.entry_no}"), lambda after: self._told(hand.entry_no, after)

    def _counted(self, chips: int) -> tuple[Correction, Callable[[Night], str]]:
        """The count is put into the last hand's line; one that differs makes the hand a draft."""
        hand = self._last_hand()
        if not hand.readable:
            raise LogError(f"Hand {hand.hand_no} can't be read: mend it first, with ret {hand.hand_no}.")
        draft = "" if chips == hand.played_for else (
            f"The pot was counted to be {chips_text(chips)}, and the line makes {hand.played_for}."
        )  # fmt: skip
        return self._replace(hand, f"={chips}", " ".join(filter(None, [hand.why, draft])))

    def _replace(self, hand: Hand, addition: str, draft: str) -> tuple[Correction, Callable[[Night], str]]:
        """An edit that adds something to the end of a hand's line, before its note."""
        standing = self._standing(hand.entry_no)
        line, semicolon, note = standing.line.partition(";")
        parts = [
            word
            for word in line.split()
            if not (addition[0] == "=" and word.startswith("=") and word[1:].isdigit())
        ]
        before, error, after = " ".join(parts).partition(" !error ")
        counted = f"{before} {addition}{error}{after}"
        line = counted if addition[0] == "=" else f"{' '.join(parts)} {addition}"
        text = f"{line} {semicolon}{note}".strip() if semicolon else line
        return Correction(f"edit #{hand.entry_no} {text}", draft), lambda after_: self._told(
            hand.entry_no, after_
        )

    # --- what to say

    def _told(self, number: int, after: Night) -> str:
        hand = next((one for one in after.hands if one.entry_no == number), None)
        if hand is None:
            return f"Entry #{number} now says: {self._line_in(number, after)}"
        told = hand_text(hand, after)
        return f"{told} A draft: {hand.why}" if hand.is_draft and hand.readable else told

    def _line_in(self, number: int, after: Night) -> str:
        return next((entry.line for entry in effective(self.entries) if entry.n == number), "nothing")

    def news(self, after: Night) -> Iterable[str]:
        """What a correction broke elsewhere: hands that no longer fit, entries that lost their meaning."""
        were = {hand.entry_no for hand in self.night.hands if not hand.readable}
        for hand in after.hands:
            if not hand.readable and hand.entry_no not in were and hand.text != "skip":
                yield f"Hand {hand.hand_no} no longer fits: {hand.why}"
        known = set(self.night.faults)
        yield from (f"Entry #{n} no longer fits: {why}" for n, why in after.faults if (n, why) not in known)
