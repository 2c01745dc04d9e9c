"""The banker's desk: takes lines, keeps what they mean in the journal, answers each with one sentence.

`Desk.enter` is all that the prompt, a file and a test need. A line that makes sense is on disk before it is
answered; a hand that doesn't, or that is doubtful, is kept as a draft; anything else that doesn't is refused
and nothing is kept. The store's tables follow when the desk is left, or when somebody reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from engine.api import PederError
from language import tr
from pipeline.night.course import Course
from pipeline.night.deriving import derive_night
from pipeline.night.journal import Journal, journal_place
from pipeline.night.night import Night
from pipeline.night.scribe import Answer, Scribe
from pipeline.night.text.grammar import clean
from pipeline.people import Registry
from pipeline.store.parts import session_folder
from pipeline.store.store import Store
from pipeline.store.taken import check_may_be_logged

__all__ = ["Answer", "BadLine", "Desk"]


@dataclass(frozen=True)
class BadLine:
    """A line of a file that isn't right: its number, the line, the sentence."""

    number: int
    line: str
    why: str


class Desk:
    """A night opened for logging; a context that holds it against other loggers."""

    def __init__(
        self,
        store: Path,
        name: str,
        *,
        now: Callable[[], datetime] | None = None,
        told: Course | None = None,
    ) -> None:
        """`told` is the course of the night, where it was told before and nothing has been logged since.

        Raises JournalError where it can't be written, StoreError where the name is another session's.
        """
        self.name = name
        self.store = Store(store)
        check_may_be_logged(store, session_folder(name))
        self.journal = Journal(journal_place(store, name), now=now)
        try:
            if told is None or told.entries != list(self.journal.entries):
                told = Course(self.journal.entries)
            self._scribe = Scribe(told, Registry.of(self.store), self.journal.now)
        except BaseException:
            self.journal.close()
            raise

    @property
    def night(self) -> Night:
        """The night as it stands."""
        return self._scribe.night

    @property
    def course(self) -> Course:
        """The night's entries, and the night that they tell."""
        return self._scribe.course

    @property
    def registry(self) -> Registry:
        """Everybody whom the store knows."""
        return self._scribe.registry

    @property
    def warnings(self) -> list[str]:
        """What somebody who opens the night should know."""
        found = []
        if self.journal.torn_file:
            found.append(
                tr(
                    "The journal ended in a line that was never confirmed: it is set aside in {torn_file}.",
                    torn_file=self.journal.torn_file,
                )
            )
        found += [tr("Entry #{n}: {why}", n=n, why=why) for n, why in self.night.faults]
        return found

    def enter(self, text: str, *, key: str = "") -> Answer:
        """Take a line in. One that is sent again with the same `key` is the same line and kept once.

        Raises JournalError where it can't be kept; then nothing has changed.
        """
        answer = self._scribe.take(text, key=key)
        self._write()
        return answer

    def _write(self) -> None:
        """Write the entries down that were taken, all or none."""
        course = self._scribe.course
        written = len(self.journal.entries)
        if len(course.entries) == written:
            return
        try:
            self.journal.append(course.entries[written:])
        except BaseException:
            course.cut(written)
            raise

    def rest(self) -> str:
        """Have the tables follow; a sentence where that fails, for the journal holds everything."""
        try:
            derive_night(self.store.path, self.name, mend=True)
        except (PederError, OSError) as error:
            return tr(
                "Everything is kept in the journal; the tables follow when they are read: {error}",
                error=error,
            )
        return ""

    def read_file(self, lines: Sequence[str], *, keep_going: bool = False) -> tuple[list[str], list[BadLine]]:
        """Take the lines of a file in, all or none; with `keep_going` those that are right, hands that aren't
        as drafts.

        Returns the answers and the bad lines; without `keep_going` nothing is kept where there are any. Lines
        that are empty or begin with # are passed over.
        """
        course = self._scribe.course
        written = len(self.journal.entries)
        answers: list[str] = []
        bad: list[BadLine] = []
        drafts: dict[int, BadLine] = {}
        for number, line in enumerate(lines, 1):
            if not _says_something(line):
                continue
            answer = self._scribe.take(line)
            told = BadLine(number, line.strip(), answer.text)
            if answer.status == "refused":
                bad.append(told)
            elif answer.status == "draft":
                drafts[course.entries[-1].n] = told
            answers.append(answer.text)
        still = {hand.entry_no for hand in self.night.drafts if hand.text != "skip"}
        bad += [told for n, told in drafts.items() if n in still]
        bad.sort(key=lambda told: told.number)
        if bad and not keep_going:
            course.cut(written)
            return answers, bad
        self._write()
        return answers, bad

    def has_read(self, lines: Sequence[str]) -> bool:
        """Whether the lines of a file are what was read last: the same entries come of them once more."""
        typed = {clean(line) for line in lines}
        last = self.journal.last_line
        first = next((place for place, entry in enumerate(last) if entry.said in typed), len(last))
        if first == len(last):
            return False
        before = self.journal.entries[: len(self.journal.entries) - len(last) + first]
        again = Scribe(Course(before), self.registry, self.journal.now)
        for line in filter(_says_something, lines):
            again.take(line)
        made = again.course.entries[len(before) :]
        return [(one.line, one.draft) for one in made] == [(one.line, one.draft) for one in last[first:]]

    def close(self, *, rest: bool = True) -> None:
        """Let the night go, its tables as they should be if that can be; without `rest` they follow when they
        are read.
        """
        if self.journal.entries and rest:
            self.rest()
        self.journal.close()

    def __enter__(self) -> Desk:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _says_something(line: str) -> bool:
    """Whether a line of a file is more than empty or a comment."""
    return bool(line.strip()) and not line.lstrip().startswith("#")
