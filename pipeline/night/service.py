"""The log's service: a night that is open for logging, whose every valid line is on disk before it is answered.

The prompt, the phones and `peder log --from` all use `NightService.enter`. `pipeline.night.interpreter` says what a
line means. The store's tables are derived when the service is closed, or when they are next read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from engine.api import PederError
from language import tr
from pipeline.bank.records import replace
from pipeline.night.days import ahead_text, date_in_name
from pipeline.night.derive import derive_night
from pipeline.night.entries import Entry
from pipeline.night.interpreter import Interpreter
from pipeline.night.journal import Journal, JournalError, journal_place
from pipeline.night.logbook import Answer
from pipeline.night.night import Night
from pipeline.night.parser.grammar import clean
from pipeline.night.parser.lines import (
    Line,
)
from pipeline.night.replay import (
    Replay,
)
from pipeline.store.games import load_games
from pipeline.store.manifest import PLAYERS, manifest_path
from pipeline.store.people import Registry
from pipeline.store.session_names import check_may_be_logged, check_night_name, session_folder
from pipeline.store.store import Store


@dataclass(frozen=True)
class BadLine:
    """A wrong line of a file: its number, the line, what is wrong."""

    number: int
    line: str
    why: str


class NightService:
    """A night open for logging; a context manager that locks it against other loggers."""

    def __init__(
        self,
        store: Path,
        name: str,
        *,
        now: Callable[[], datetime] | None = None,
        replay: Replay | None = None,
        registry: Registry | None = None,
    ) -> None:
        """Pass the night's `replay` if there is one; it is used if the journal hasn't grown since. Pass a `registry`
        where the players aren't those of the store's table.

        Raises JournalError if the journal can't be written, StoreError if the name is another session's,
        or a new night's that looks like a date and isn't one.
        """
        self.name = name
        self.store = Store(store)
        check_may_be_logged(store, session_folder(name))
        place = journal_place(store, name)
        if not place.exists():
            check_night_name(name)
        self.journal = Journal(place, now=now)
        try:
            if replay is None or replay.entries != list(self.journal.entries):
                replay = Replay(self.journal.entries, self.store.catalogue)
            self._players_read = None if registry else self._players_written()
            known = registry or Registry.when_needed(self.store)
            self._interpreter = Interpreter(replay, known, self.journal.now)
        except BaseException:
            self.journal.close()
            raise

    @property
    def night(self) -> Night:
        """The current night."""
        return self._interpreter.night

    @property
    def replay(self) -> Replay:
        """The night's entries and their replay."""
        return self._interpreter.replay

    @property
    def registry(self) -> Registry:
        """The players of the store."""
        return self._interpreter.logbook.registry

    def _players_written(self) -> tuple[int, int]:
        """When the store's table of players was written last."""
        try:
            state = (self.store.path / manifest_path(PLAYERS)).stat()
        except OSError:
            return 0, 0
        return state.st_mtime_ns, state.st_ino

    def _reread_players(self) -> None:
        """Read the players of the store again, where they were renamed or merged while the night is open."""
        if self._players_read not in (None, written := self._players_written()):
            self._players_read = written
            self._interpreter.logbook.registry = Registry.when_needed(self.store)

    @property
    def warnings(self) -> list[str]:
        """Sentences to show when the night is opened."""
        sentences = []
        if self.journal.torn_file:
            sentences.append(
                tr(
                    "The journal ended in a line that was never confirmed: it is set aside in {torn_file}.",
                    torn_file=self.journal.torn_file,
                )
            )
        if ahead := ahead_text(self.night.day or date_in_name(self.name), self.journal.now()):
            sentences.append(ahead)
        sentences += [tr("Entry #{n}: {why}", n=n, why=why) for n, why in self.night.faults]
        return sentences

    def enter(
        self, text: str, *, key: str = "", check: Callable[[Sequence[Entry]], None] = lambda _: None
    ) -> Answer:
        """Enter a line; a line sent again with the same `key` is logged once. It may name a game that was added
        a moment ago. Pasted lines are entered one by one, up to one that isn't logged. `check` is given the entries
        of the line before they are written; if it raises, nothing is logged.

        Raises JournalError if it can't be written; then nothing has changed.
        """
        lines = pasted_lines(text)
        if len(lines) > 1:
            return self._enter_pasted(lines, key, check)
        load_games(self.store.path)
        self._reread_players()
        answer = self._interpreter.take(text, key=key)
        self._write(check)
        return answer

    def _enter_pasted(
        self, lines: Sequence[str], key: str, check: Callable[[Sequence[Entry]], None]
    ) -> Answer:
        answer, texts = Answer("kept"), []
        for number, line in enumerate(lines):
            try:
                answer = self.enter(line, key=f"{key}.{number}" if key else "", check=check)
            except JournalError as error:
                answer = Answer("refused", str(error))
            texts.append(answer.text)
            if answer.status in ("refused", "asked"):
                rest = lines[number + (answer.lookup is not None) :]  # a question that was answered is done
                return replace(answer, text="\n".join(filter(None, texts)), place=None, rest="\n".join(rest))
        return replace(answer, text="\n".join(texts))

    def enter_lines(self, lines: Sequence[Line]) -> None:
        """Enter lines that a program made, all or none. Raises PederError where one is impossible."""
        self._interpreter.take_lines(lines)
        self._write()

    def _write(self, check: Callable[[Sequence[Entry]], None] = lambda _: None) -> None:
        """Append the new entries to the journal, all or none."""
        replay = self._interpreter.replay
        written = len(self.journal.entries)
        if len(replay.entries) == written:
            return
        try:
            check(replay.entries[written:])
            self.journal.append(replay.entries[written:])
        except BaseException:
            replay.cut(written)
            raise

    def update_tables(self, *, with_luck: bool = True) -> str:
        """Derive the store's tables; returns a sentence if that fails (the journal has everything)."""
        try:
            derive_night(self.store.path, self.name, repair=True, with_luck=with_luck)
        except (PederError, OSError) as error:
            return tr(
                "Everything is saved in the journal; the tables follow when they are read: {error}",
                error=error,
            )
        return ""

    def enter_file(
        self, lines: Sequence[str], *, keep_going: bool = False
    ) -> tuple[list[str], list[BadLine]]:
        """Enter the lines of a file, all or none; with `keep_going` the valid ones, and wrong hands as drafts.

        Returns the answers and the wrong lines. Empty lines and lines that begin with # are skipped.
        """
        replay = self._interpreter.replay
        written = len(self.journal.entries)
        answers: list[str] = []
        bad: list[BadLine] = []
        drafts: dict[int, BadLine] = {}
        for number, line in enumerate(lines, 1):
            if not _has_content(line):
                continue
            answer = self._interpreter.take(line, keep_unreadable=True)
            bad_line = BadLine(number, line.strip(), answer.text)
            if answer.status == "refused":
                bad.append(bad_line)
            elif answer.status == "draft":
                drafts[replay.entries[-1].n] = bad_line
            answers.append(answer.text)
        remaining = {hand.entry_no for hand in self.night.drafts if not hand.is_skipped}
        bad += [bad_line for n, bad_line in drafts.items() if n in remaining]
        bad.sort(key=lambda bad_line: bad_line.number)
        if bad and not keep_going:
            replay.cut(written)
            return answers, bad
        self._write()
        return answers, bad

    def has_file(self, lines: Sequence[str]) -> bool:
        """Whether the lines of a file were the last ones entered: they would give the same entries again."""
        typed = {clean(line) for line in lines}
        last = self.journal.last_line
        first = next((place for place, entry in enumerate(last) if entry.as_typed in typed), len(last))
        if first == len(last):
            return False
        before = self.journal.entries[: len(self.journal.entries) - len(last) + first]
        again = Interpreter(Replay(before, self.night.games), self.registry, self.journal.now)
        for line in filter(_has_content, lines):
            again.take(line, keep_unreadable=True)
        made = again.replay.entries[len(before) :]
        return [(one.line, one.draft) for one in made] == [(one.line, one.draft) for one in last[first:]]

    def close(self, *, update_tables: bool = True) -> None:
        """Close the journal; derive the tables first unless `update_tables` is false."""
        if self.journal.entries and update_tables:
            self.update_tables()
        self.journal.close()

    def __enter__(self) -> NightService:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def pasted_lines(text: str) -> list[str]:
    r"""Return the lines of a text with line breaks, without empty lines and comments, which a file leaves out too.

    >>> pasted_lines("# after dinner\n7s 14 b3 +d\n\nstraight 12 +a")
    ['7s 14 b3 +d', 'straight 12 +a']
    """
    return [line.strip() for line in text.splitlines() if _has_content(line)]


def _has_content(line: str) -> bool:
    """Whether a line of a file is neither empty nor a comment."""
    return bool(line.strip()) and not line.lstrip().startswith("#")
