"""The journal of a night: JSON lines that are only ever appended to, each on disk before it counts.

A line of the file (`pipeline.night.rows`) holds one entry, or a list of entries that belong together and
count only as a whole. Entries are numbered; numbers, not times, say what came first. A line that isn't
complete (no line feed, because the program was killed or the disk was full) was never confirmed: whoever
opens the journal for writing sets it aside in a file of its own and says so, and readers stop before it. A
line that was damaged is set aside on demand (`pipeline.night.repair`). One program writes a night at a time;
the lock is the system's and goes with its process.
"""

from __future__ import annotations

import getpass
import json
import os
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from urllib.parse import unquote

from language import tr
from pipeline.night.entries import Entry
from pipeline.night.rows import entries_of, line_of
from pipeline.night.text.lines import LogError
from pipeline.store.contents import JOURNALS
from pipeline.store.locks import FileLock, LockedError
from pipeline.store.parts import flush, session_folder

_BINARY = getattr(os, "O_BINARY", 0)


class JournalError(LogError):
    """The journal can't be read or written, or somebody else writes it."""


def journal_place(store: Path, night: str) -> Path:
    """The journal of a night within a store. Raises StoreError for a name that can't be one."""
    return store / JOURNALS / f"{session_folder(night).removeprefix('session_id=')}.jsonl"


def journals(store: Path) -> list[Path]:
    """Every night's journal in a store."""
    return sorted((store / JOURNALS).glob("*.jsonl"))


def night_name(place: Path) -> str:
    """The night whose journal a file is."""
    return unquote(place.stem)


@dataclass(frozen=True)
class JournalContents:
    """What a journal file holds: entries, how many bytes of it are whole, the bytes of a torn end, and how
    many entries the last line has.
    """

    entries: tuple[Entry, ...]
    whole: int
    torn: bytes
    last_line: int = 0


def read_journal(place: Path) -> JournalContents:
    """Read a journal up to a torn end. Raises JournalError where an earlier line can't be read."""
    try:
        data = place.read_bytes()
    except FileNotFoundError:
        return JournalContents((), 0, b"")
    whole = data.rfind(b"\n") + 1
    entries: list[Entry] = []
    read = last = before = 0
    for number, line in enumerate(data[:whole].splitlines(keepends=True), 1):
        try:
            for entry in entries_of(line):
                if entry.n != len(entries) + 1:
                    raise ValueError(
                        tr("it is entry {n} where {due} should be", n=entry.n, due=len(entries) + 1)
                    )
                entries.append(entry)
        except ValueError as error:
            if line.strip(b"\0\r\n \t") == b"" and not data[read + len(line) : whole].strip(b"\0\r\n \t"):
                # blocks that a power cut left empty
                return JournalContents(tuple(entries), read, data[read:])
            raise JournalError(
                tr(
                    "{place}: line {number} isn't an entry of a journal ({error}). `peder log "
                    "{night_name!r} --repair` sets it aside and keeps the rest, or restore the file from "
                    "a backup.",
                    place=place,
                    number=number,
                    error=error,
                    night_name=night_name(place),
                )
            ) from error
        read += len(line)
        last, before = len(entries) - before, len(entries)
    return JournalContents(tuple(entries), whole, data[whole:], last)


def set_aside(place: Path, data: bytes, why: str) -> Path:
    """Keep bytes of a journal beside it, under a name that is free; returns where."""
    number = 1
    while (aside := place.with_suffix(f".{why}-{number}")).exists():
        number += 1
    with open(aside, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return aside


def clock() -> Callable[[], datetime]:
    """The time of new entries: now; from PEDER_CLOCK on where that is set (ISO 8601), a second each, for
    nights that must come out alike. Raises JournalError for one that is no time.
    """
    start = os.environ.get("PEDER_CLOCK")
    if not start:
        return lambda: datetime.now(UTC)
    try:
        first = datetime.fromisoformat(start)
    except ValueError as error:
        raise JournalError(
            tr("PEDER_CLOCK is {start!r}, and no time such as 2026-03-14T20:00:00+01:00.", start=start)
        ) from error
    if first.tzinfo is None:
        first = first.replace(tzinfo=UTC)
    seconds = count()
    return lambda: first + timedelta(seconds=next(seconds))


class Journal:
    """A night's journal opened for writing; a context that holds the lock.

    `torn_file` is where a torn end was set aside when it was opened, None where there was none.
    """

    def __init__(self, place: Path, *, now: Callable[[], datetime] | None = None) -> None:
        self.place = place
        self.torn_file: Path | None = None
        self.now = now or clock()
        self._file = -1
        self._lock = FileLock(place.with_suffix(".lock"))
        self._holder = place.with_suffix(".holder")
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            self._take_lock()
            self._open()
        except OSError as error:
            self.close()
            raise JournalError(
                tr(
                    "The journal {place} can't be written ({strerror}): choose another --store.",
                    place=place,
                    strerror=error.strerror,
                )
            ) from error
        except BaseException:
            self.close()
            raise

    def _take_lock(self) -> None:
        try:
            self._lock.acquire()
        except LockedError as error:
            raise JournalError(self._taken()) from error
        self._since = self.now()
        self.tell()

    def tell(self, served_at: str = "") -> None:
        """Leave word of who has the night, and of where phones find it, for whoever finds it locked."""
        user = "somebody"
        with suppress(Exception):  # no name, no password file: then nobody in particular
            user = getpass.getuser()
        told = {
            "user": user,
            "host": socket.gethostname(),
            "pid": os.getpid(),
            "since": self._since.isoformat(),
            "served_at": served_at,
        }
        with suppress(OSError):  # a full disk: the lock holds all the same
            self._holder.write_text(json.dumps(told))

    def _taken(self) -> str:
        """Who has the lock and since when, as far as it is told; where the night is served, if it is."""
        name = night_name(self.place)
        try:
            told = json.loads(self._holder.read_text())
            since = datetime.fromisoformat(told["since"]).astimezone()
            who = tr(
                " ({user} on {host}, process {pid}, since {since:%Y-%m-%d %H:%M})",
                user=told["user"],
                host=told["host"],
                pid=told["pid"],
                since=since,
            )
            if served_at := told.get("served_at"):
                return tr(
                    "The night {name!r} is at the table on phones, at {served_at}{who}: open that page "
                    "and log there, or end that program first.",
                    name=name,
                    served_at=served_at,
                    who=who,
                )
        except (OSError, ValueError, KeyError, TypeError):
            who = ""
        return tr(
            "The night {name!r} is open in another logger{who}: close that one first.", name=name, who=who
        )

    def _open(self) -> None:
        contents = read_journal(self.place)
        new = not self.place.exists()
        self._file = os.open(self.place, os.O_RDWR | os.O_CREAT | _BINARY, 0o644)
        if contents.torn:
            self.torn_file = set_aside(self.place, contents.torn, "torn")
            os.ftruncate(self._file, contents.whole)
            os.fsync(self._file)
        if new:  # the disk must keep the file's name, and that of its folder
            flush(self.place.parent)
            flush(self.place.parent.parent)
        self._size = contents.whole
        self._entries = list(contents.entries)
        self._last_line = contents.last_line

    @property
    def entries(self) -> Sequence[Entry]:
        """The entries so far."""
        return self._entries

    @property
    def last_line(self) -> Sequence[Entry]:
        """The entries that were written last, together: what was read from a file, or a line."""
        return self._entries[len(self._entries) - self._last_line :]

    def new_entry(self, line: str, typed: str, draft: str = "", after: int = 0) -> Entry:
        """The next entry, not yet written; `after` counts those before it that aren't written either."""
        return Entry(n=len(self._entries) + after + 1, at=self.now(), line=line, typed=typed, draft=draft)

    def append(self, entries: Sequence[Entry]) -> None:
        """Write entries, all or none; when this returns they are on disk.

        Raises JournalError where that fails; then the file is as before.
        """
        if not entries:
            return
        if [entry.n for entry in entries] != list(
            range(len(self._entries) + 1, len(self._entries) + len(entries) + 1)
        ):
            raise ValueError("entries out of number")
        data = line_of(entries)
        try:
            os.lseek(self._file, self._size, os.SEEK_SET)
            _write_all(self._file, data)
            os.fsync(self._file)
        except OSError as error:
            with suppress(OSError):  # else the torn end is set aside when the night is opened again
                os.ftruncate(self._file, self._size)
                os.fsync(self._file)
            raise JournalError(
                tr(
                    "Not kept: the journal {place} can't be written ({strerror}). Make room and send the "
                    "line again.",
                    place=self.place,
                    strerror=error.strerror,
                )
            ) from error
        self._size += len(data)
        self._entries.extend(entries)
        self._last_line = len(entries)

    def close(self) -> None:
        """Let the night go; one in which nothing was written leaves no file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
            if not self._entries:
                self.place.unlink(missing_ok=True)
        if self._lock.held:
            self._holder.unlink(missing_ok=True)
        self._lock.release()
        for folder in (self.place.parent, self.place.parent.parent):
            with suppress(OSError):  # only where it is empty
                folder.rmdir()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _write_all(file: int, data: bytes) -> None:
    while data:
        data = data[os.write(file, data) :]
