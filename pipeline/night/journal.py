"""The journal of a night: a file of entries (`pipeline.night.entries`) that is only ever appended to, each on disk before
it counts.

A last line without line feed was never confirmed (the program was killed, or the disk was full): the next
writer moves it to a file of its own and says so; readers ignore it. The file `.last` next to the journal has the
number and checksum of the last entry that was confirmed, so that a journal that was cut between two lines, or
replaced by an older copy, is noticed. `pipeline.night.repair` handles damaged and lost lines. One program writes
a night at a time, with a lock that ends with its process.
"""

from __future__ import annotations

import getpass
import json
import os
import socket
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from urllib.parse import unquote

from language import tr, trn
from pipeline.night.entries import FIRST_YEAR, LAST_YEAR, NO_ENTRY, Chain, Entry
from pipeline.night.parser.lines import LogError
from pipeline.store.files import write_whole
from pipeline.store.locks import FileLock, LockedError
from pipeline.store.manifest import JOURNALS, LAST
from pipeline.store.session_names import session_folder
from queries.system import flush_names

NOON = 12
SECRET = ".secret"
"""Suffix of the file with the PINs of a night that is served (`pipeline.serve.secret`)."""
_BINARY = getattr(os, "O_BINARY", 0)


class JournalError(LogError):
    """The journal can't be read or written, or another program has it open."""


def journal_place(store: Path, night: str) -> Path:
    """Return the path of a night's journal. Raises StoreError for an impossible name.

    >>> journal_place(Path("store"), "New Year's Eve").as_posix()
    'store/journal/New Year%27s Eve.jsonl'
    """
    return store / JOURNALS / f"{session_folder(night).removeprefix('session_id=')}.jsonl"


def journals(store: Path) -> list[Path]:
    """Return the paths of a store's journals, by name.

    >>> [place.name for place in journals(logged)]
    ['2026-11-27.jsonl']
    """
    return sorted((store / JOURNALS).glob("*.jsonl"))


def night_name(place: Path) -> str:
    """Return the name of the night that a journal is of.

    >>> night_name(Path("store/journal/New Year%27s Eve.jsonl"))
    "New Year's Eve"
    """
    return unquote(place.stem)


def tonight(store: Path) -> str:
    """Return the name of tonight's night: today's date, but until noon yesterday's if that night was logged here.

    >>> from unittest.mock import patch
    >>> with patch.dict(os.environ, PEDER_CLOCK="2026-11-28T01:30:00+00:00"):
    ...     tonight(logged), tonight(tmp)
    ('2026-11-27', '2026-11-28')
    """
    now = clock()().astimezone()
    yesterday = (now - timedelta(days=1)).date().isoformat()
    if now.hour < NOON and journal_place(store, yesterday).exists():
        return yesterday
    return now.date().isoformat()


@dataclass(frozen=True)
class JournalContents:
    """A journal file: its entries, the number of bytes in whole lines, the bytes of a torn end, the number of
    entries in the last line, and what the next line follows.
    """

    entries: tuple[Entry, ...]
    whole: int
    torn: bytes
    last_line: int = 0
    chain: Chain = NO_ENTRY


def read_journal(place: Path) -> JournalContents:
    """Read a journal up to a torn end; a file that isn't there has no entries. Raises JournalError for a damaged line before
    the end, and for confirmed entries that are gone.

    >>> contents = read_journal(journal_place(logged, "2026-11-27"))
    >>> len(contents.entries), contents.entries[1].line
    (8, 'banker d')
    """
    confirmed = last_confirmed(place)  # read before the journal, to which another program may be appending
    try:
        data = place.read_bytes()
    except FileNotFoundError:
        return JournalContents((), 0, b"")
    return _contents(data, place, confirmed)


def last_confirmed(place: Path) -> Chain | None:
    """The last entry of a journal that was confirmed; None if that isn't known."""
    try:
        return Chain.of_text(place.with_suffix(LAST).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def _contents(data: bytes, place: Path, confirmed: Chain | None) -> JournalContents:
    whole = data.rfind(b"\n") + 1
    entries: list[Entry] = []
    chain = NO_ENTRY
    read = last = 0
    for number, line in enumerate(data[:whole].splitlines(keepends=True), 1):
        try:
            added, chain = chain.decode(line)
            if confirmed and confirmed.n == chain.n and confirmed.sum != chain.sum:
                raise ValueError(tr("it isn't the entry that was confirmed: the file was replaced"))
        except ValueError as error:
            if line.strip(b"\0\r\n \t") == b"" and not data[read + len(line) : whole].strip(b"\0\r\n \t"):
                whole = read  # zero bytes after a power cut
                break
            raise JournalError(
                tr(
                    "{place}: line {number} isn't an entry of a journal ({error}). {remedy}",
                    place=place,
                    number=number,
                    error=error,
                    remedy=_remedy(place),
                )
            ) from error
        entries += added
        read += len(line)
        last = len(added)
    if confirmed and len(entries) < (confirmed.n or 0):
        raise JournalError(
            tr(
                "{place} ends with entry {n}, though entry {confirmed} was confirmed: its end was cut off, or an "
                "older copy took its place. {remedy}",
                place=place,
                n=len(entries),
                confirmed=confirmed.n,
                remedy=_remedy(place),
            )
        )
    return JournalContents(tuple(entries), whole, data[whole:], last, chain)


def _remedy(place: Path) -> str:
    """What to do about a damaged journal."""
    if place.parent.name != JOURNALS:  # the season's payments
        return tr(
            "Restore the file from a backup, or delete {last} to go on with what is left.",
            last=place.with_suffix(LAST),
        )
    return tr(
        "`peder log {night_name!r} --repair` keeps the rest, or restore the file from a backup.",
        night_name=night_name(place),
    )


def set_aside(place: Path, data: bytes | bytearray, why: str) -> Path:
    """Save bytes of a journal in a new file in its folder, unless a file there has the same bytes. Returns the file's path.

    >>> set_aside(tmp / "2026-11-27.jsonl", b'{"n": 9, "at', "torn").name
    '2026-11-27.torn-1'
    """
    number = 1
    while (aside := place.with_suffix(f".{why}-{number}")).exists():
        if aside.read_bytes() == data:
            return aside
        number += 1
    write_whole(aside, bytes(data))
    return aside


def clock() -> Callable[[], datetime]:
    """Return the clock for new entries. PEDER_CLOCK (ISO 8601) starts a fixed one, a second per entry, so that a night
    is reproducible. Raises JournalError if PEDER_CLOCK isn't a time.

    >>> from unittest.mock import patch
    >>> with patch.dict(os.environ, PEDER_CLOCK="2026-11-27T19:00:00"):
    ...     now = clock()
    >>> now().isoformat(), now().isoformat()
    ('2026-11-27T19:00:00+00:00', '2026-11-27T19:00:01+00:00')
    """
    start = os.environ.get("PEDER_CLOCK")
    if not start:
        return lambda: _possible(datetime.now(UTC))
    try:
        first = datetime.fromisoformat(start)
    except ValueError as error:
        raise JournalError(
            tr("PEDER_CLOCK is {start!r}, and no time such as 2026-03-14T20:00:00+01:00.", start=start)
        ) from error
    if first.tzinfo is None:
        first = first.replace(tzinfo=UTC)
    seconds = count()
    return lambda: _possible(first + timedelta(seconds=next(seconds)))


def _possible(time: datetime) -> datetime:
    """The time, if a journal can keep it. Raises JournalError."""
    if not FIRST_YEAR <= time.year <= LAST_YEAR:
        raise JournalError(
            tr("The clock says the year {year}: set the computer's date and try again.", year=time.year)
        )
    return time


class Journal:
    """A night's journal, open for writing and locked; use it in a `with` statement. With `wait` it waits for another
    program that has it open.

    `torn_file` is the file to which a torn end was moved; None if there was none.
    """

    def __init__(self, place: Path, *, now: Callable[[], datetime] | None = None, wait: bool = False) -> None:
        self.place = place
        self.torn_file: Path | None = None
        self._rescue_file: Path | None = None
        self.now = now or clock()
        self._file = -1
        self._data = bytearray()  # all entries of the file
        self._last_line = 0
        self._chain = NO_ENTRY
        self._entries: list[Entry] = []
        self._lock = FileLock(place.with_suffix(".lock"))
        self._holder = place.with_suffix(".holder")
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            self._take_lock(wait=wait)
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

    def _take_lock(self, *, wait: bool) -> None:
        try:
            self._lock.acquire(wait=wait)
        except LockedError as error:
            raise JournalError(self._holder_text()) from error
        self._since = self.now()
        self.write_holder()

    def write_holder(self, served_at: str = "") -> None:
        """Record who has the night open, and the URL for phones, for programs that find it locked."""
        user = "somebody"
        with suppress(Exception):  # no user name
            user = getpass.getuser()
        holder = {
            "user": user,
            "host": socket.gethostname(),
            "pid": os.getpid(),
            "since": self._since.isoformat(),
            "served_at": served_at,
        }
        with suppress(OSError):  # the file is only information
            self._holder.write_text(json.dumps(holder))

    def _holder_text(self) -> str:
        """A sentence on who has the night open, since when, and where it is served."""
        name = night_name(self.place)
        try:
            holder = json.loads(self._holder.read_text())
            since = datetime.fromisoformat(holder["since"]).astimezone()
            who = tr(
                " ({user} on {host}, process {pid}, since {since:%Y-%m-%d %H:%M})",
                user=holder["user"],
                host=holder["host"],
                pid=holder["pid"],
                since=since,
            )
            if served_at := holder.get("served_at"):
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
        new = not self.place.exists()
        self._file = os.open(self.place, os.O_RDWR | os.O_CREAT | _BINARY, 0o644)
        with open(self._file, "rb", closefd=False) as file:
            data = file.read()
        contents = _contents(data, self.place, None if new else last_confirmed(self.place))
        if contents.torn:
            self.torn_file = set_aside(self.place, contents.torn, "torn")
            os.ftruncate(self._file, contents.whole)
            os.fsync(self._file)
        if new:  # so that the names of file and folder are on disk
            flush_names(self.place.parent)
            flush_names(self.place.parent.parent)
        self._data += data[: contents.whole]
        self._entries = list(contents.entries)
        self._last_line = contents.last_line
        self._chain = contents.chain
        if self._entries and last_confirmed(self.place) != self._chain:
            self._write_last()

    def _write_last(self) -> None:
        """Record the last entry. Nothing waits until that is on disk: it may be late, but is never early."""
        with suppress(OSError):
            file = os.open(self.place.with_suffix(LAST), os.O_WRONLY | os.O_CREAT | _BINARY, 0o644)
            try:
                _write_all(file, self._chain.text().encode("ascii"))
            finally:
                os.close(file)

    @property
    def entries(self) -> Sequence[Entry]:
        """All entries."""
        return self._entries

    @property
    def last_line(self) -> Sequence[Entry]:
        """The entries of the last line of the file."""
        return self._entries[len(self._entries) - self._last_line :]

    def new_entry(self, line: str, typed: str, draft: str = "", after: int = 0) -> Entry:
        """The next entry, not yet written; `after` is the number of unwritten entries before it."""
        return Entry(n=len(self._entries) + after + 1, at=self.now(), line=line, typed=typed, draft=draft)

    def append(self, entries: Sequence[Entry]) -> None:
        """Append entries, all or none, and return when they are on disk.

        Raises JournalError if that fails; then the file is unchanged.
        """
        if not entries:
            return
        if [entry.n for entry in entries] != list(
            range(len(self._entries) + 1, len(self._entries) + len(entries) + 1)
        ):
            raise ValueError("entries out of number")
        data, chain = self._chain.encode(entries)
        self._check_place()
        try:
            os.lseek(self._file, len(self._data), os.SEEK_SET)
            _write_all(self._file, data)
            os.fsync(self._file)
        except OSError as error:
            with suppress(OSError):  # else the torn end is set aside the next time
                os.ftruncate(self._file, len(self._data))
                os.fsync(self._file)
            raise JournalError(
                tr(
                    "Not saved: the journal {place} can't be written ({strerror}). Make room and send the "
                    "line again.",
                    place=self.place,
                    strerror=error.strerror,
                )
            ) from error
        self._check_place()
        self._data += data
        self._entries.extend(entries)
        self._last_line = len(entries)
        self._chain = chain
        self._write_last()

    def replace(self, entries: Sequence[Entry]) -> None:
        """Replace all entries of the file by others, all or none: those of a merged copy.

        Raises JournalError if that fails; then the file is unchanged.
        """
        data, chain = bytearray(), NO_ENTRY
        for entry in entries:
            line, chain = chain.encode([entry])
            data += line
        self._check_place()
        try:
            self.place.with_suffix(LAST).unlink(missing_ok=True)  # it would describe the former file
            write_whole(self.place, bytes(data))
            flush_names(self.place.parent)
        except OSError as error:
            self._write_last()
            raise JournalError(
                tr(
                    "The journal {place} can't be written ({strerror}): choose another --store.",
                    place=self.place,
                    strerror=error.strerror,
                )
            ) from error
        os.close(self._file)
        self._file = os.open(self.place, os.O_RDWR | _BINARY)
        self._data, self._entries, self._last_line, self._chain = data, list(entries), 1, chain
        self._write_last()

    def _is_in_place(self) -> bool:
        """Whether the open file is still the one at the journal's path."""
        try:
            return os.path.samestat(os.fstat(self._file), os.stat(self.place))
        except OSError:
            return False

    def _check_place(self) -> None:
        """Raise JournalError if another program has replaced, deleted or moved the file.

        What this program has in memory is then saved to a file of its own, so that nothing is lost.
        """
        if self._is_in_place():
            return
        if self._rescue_file is None and self._entries:
            self._rescue_file = self._rescue()
        reason = tr(
            "Not saved: {place} was replaced, deleted or moved while the night was open, so no more lines are "
            "written. Leave the log, put the right file there and open the night again.",
            place=self.place,
        )
        if self._rescue_file is None:
            raise JournalError(reason)
        n = len(self._entries)
        saved = trn(
            "The {n} entry in memory was saved to {file}: copy it to {place} if it is missing there.",
            "The {n} entries in memory were saved to {file}: copy them to {place} if any are missing there.",
            n,
            file=self._rescue_file,
            place=self.place,
        )
        raise JournalError(f"{reason} {saved}")

    def _rescue(self) -> Path | None:
        """Save the entries in memory next to the journal, else in the system's temporary folder."""
        for folder in (self.place.parent, Path(tempfile.gettempdir())):
            with suppress(OSError):
                return set_aside(folder / self.place.name, self._data, "rescued")
        return None

    def close(self) -> None:
        """Close the journal and release the lock; a night without entries leaves no file."""
        if self._file >= 0:
            confirmed = last_confirmed(self.place)
            was_cut = confirmed is not None and bool(confirmed.n)  # what tells so stays
            if not (self._entries or was_cut) and self._is_in_place() and not os.fstat(self._file).st_size:
                with suppress(OSError):
                    self.place.unlink()
                    for sidecar in (LAST, SECRET):
                        self.place.with_suffix(sidecar).unlink(missing_ok=True)
            os.close(self._file)
            self._file = -1
        if self._lock.is_held:
            self._holder.unlink(missing_ok=True)
        self._lock.release()
        for folder in (self.place.parent, self.place.parent.parent):
            with suppress(OSError):  # not empty
                folder.rmdir()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _write_all(file: int, data: bytes) -> None:
    while data:
        data = data[os.write(file, data) :]
