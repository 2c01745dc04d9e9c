"""The course of a night: its entries, and the night that they tell, as far as they are written.

The journal only grows, and corrections among its entries are worked in where those stand that they correct
(`pipeline.night.entries.effective`). The same entries tell the same night, whenever that is done. A line more
is worked in by itself; a correction retells what follows the entry that it corrects, from the nearest of the
nights that are kept on the way, with the lines that were read and the hands that were played already.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.api import PederError
from language import SOURCE, speaking, tr
from pipeline.night.apply import apply, stamped
from pipeline.night.entries import Entry, effective, numbered
from pipeline.night.hand.deal import Hand
from pipeline.night.night import Night
from pipeline.night.playing import play, with_hand, with_unread
from pipeline.night.text.grammar import looks_like_hand, makes_hand, parse
from pipeline.night.text.lines import HandLine, Line, LogError
from pipeline.records import replace

_STEP = 16
"""A night is kept after every so many entries."""


class Course:
    """Entries and the night that they tell."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.entries: list[Entry] = numbered(entries, makes_hand)
        self.night = Night()
        self._standing: list[Entry] = []
        self._nights = [self.night]  # before every entry whose place among those that stand is k * _STEP
        self._lines: dict[int, tuple[str, Sequence[str], Line]] = {}
        self._played: dict[int, Hand] = {}
        self._retell()

    def add(self, entry: Entry, line: Line | None = None, night: Night | None = None) -> None:
        """One entry more; `line` is what it says and `night` the night with it, where they are known."""
        self.entries.append(entry)
        if entry.correction:
            self._retell()
            return
        if line is not None:
            self._lines[entry.n] = (entry.line, _handles(self.night), line)
        self._keep(entry, night or self._with(self.night, entry))

    def cut(self, count: int) -> None:
        """Go back to the first `count` entries."""
        del self.entries[count:]
        self._retell()

    def standing(self, entry_no: int) -> Entry:
        """An entry as it stands, edits included. Raises LogError where it was taken back or corrects."""
        return self._standing[self._place(entry_no)]

    def before(self, entry_no: int) -> Night:
        """The night before an entry that stands. Raises LogError where it was taken back or corrects."""
        place = self._place(entry_no)
        kept = place // _STEP
        night = self._nights[kept]
        for entry in self._standing[kept * _STEP : place]:
            night = self._with(night, entry)
        return night

    def _place(self, entry_no: int) -> int:
        for place, entry in enumerate(self._standing):
            if entry.n == entry_no:
                return place
        raise LogError(
            tr("Entry #{entry_no} was taken back already, or corrects another.", entry_no=entry_no)
        )

    # --- telling

    def _retell(self) -> None:
        """Tell the night anew from where the entries no longer stand as they did."""
        standing = effective(self.entries)
        same = 0
        for old, new in zip(self._standing, standing, strict=False):
            if old is not new and old != new:
                break
            same += 1
        kept = same // _STEP
        del self._nights[kept + 1 :]
        del self._standing[kept * _STEP :]
        self.night = self._nights[kept]
        for entry in standing[kept * _STEP :]:
            self._keep(entry, self._with(self.night, entry))

    def _keep(self, entry: Entry, night: Night) -> None:
        self.night = night
        self._standing.append(entry)
        if len(self._standing) % _STEP == 0:
            self._nights.append(night)

    def _with(self, night: Night, entry: Entry) -> Night:
        """The night after an entry that stands. A hand that has no meaning there is a draft, another line a
        fault. The reasons are in the language of the code, to be said again to who reads them.
        """
        try:
            line = self._read(night, entry)
            if not isinstance(line, HandLine):
                return apply(night, line, entry)
            hand = self._played[entry.n] = play(night, line, self._played.get(entry.n))
            return stamped(with_hand(night, hand, entry), entry)
        except PederError as error:
            with speaking(SOURCE):
                why = str(error)
            if entry.draft or looks_like_hand(entry.line):
                return stamped(with_unread(night, entry, why), entry)
            return stamped(replace(night, faults=(*night.faults, (entry.n, why))), entry)

    def _read(self, night: Night, entry: Entry) -> Line:
        """What an entry says, read once for the same players."""
        handles = _handles(night)
        text, known, line = self._lines.get(entry.n, ("", (), None))
        if line is None or text != entry.line or known != handles:
            found = parse(entry.line, night.handles)
            if len(found) != 1:
                raise LogError(
                    tr("{line!r} is {n} lines: an entry of a journal is one.", line=entry.line, n=len(found))
                )
            line = found[0]
            self._lines[entry.n] = (entry.line, handles, line)
        return line


def _handles(night: Night) -> tuple[str, ...]:
    return tuple(player.handle for player in night.players)


def night_of(entries: Iterable[Entry]) -> Night:
    """The night that a journal's entries tell."""
    return Course(entries).night
