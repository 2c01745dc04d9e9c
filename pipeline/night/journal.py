"""The journal of a night: JSON lines that are only ever appended to, each on disk before it counts.

    {"n": 17, "at": "2026-03-14T21:04:05+00:00", "line": "a:seven-card-stud 14 +d", …, "sum": "5f3e0a91"}

A line of the file holds one entry, or a list of entries that were written together, all or none. Entries are
ordered by number, not by time. `sum` is the CRC-32 of the entry's JSON without it; journals before 0.1 have none.

A last line without line feed was never confirmed (the program was killed, or the disk was full): the next
writer moves it to a file of its own and says so; readers ignore it. `pipeline.night.repair` handles damaged
lines. One program writes a night at a time, with a lock that ends with its process.
"""

from __future__ import annotations

import getpass
import json
import os
import socket
import tempfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from urllib.parse import unquote

from language import tr, trn
from pipeline.night.entries import Entry
from pipeline.night.parser.lines import LogError
from pipeline.store.files import flush
from pipeline.store.locks import FileLock, LockedError
from pipeline.store.manifest import JOURNALS
from pipeline.store.session_names import session_folder

FIRST_YEAR, LAST_YEAR = 1900, 9998
"""Years that a time of an entry may have."""
NOON = 12
_KNOWN = frozenset({"n", "at", "line", "typed", "draft", "hand", "key"})


def encode_entries(entries: Sequence[Entry]) -> bytes:
    """Entries written together as one line of the file."""
    rows = [_with_sum(json.dumps(_row(entry), ensure_ascii=False)) for entry in entries]
    return (rows[0] if len(rows) == 1 else f"[{', '.join(rows)}]").encode() + b"\n"


def decode_entries(line: bytes) -> Iterator[Entry]:
    """The entries of a line of the file. Raises ValueError if it is damaged."""
    try:
        value = json.loads(line)
    except RecursionError:
        raise ValueError(tr("it is nested without end")) from None
    for row in value if isinstance(value, list) else [value]:
        if not isinstance(row, dict):
            raise ValueError(tr("it is no entry"))
        stated = row.pop("sum", None)
        if unknown := row.keys() - _KNOWN:
            raise ValueError(tr("it has a field {unknown!r:.20}", unknown=min(unknown)))
        if stated is not None and stated != _sum(json.dumps(row, ensure_ascii=False)):
            raise ValueError(tr("its checksum is wrong"))
        yield _entry(row)


def _row(entry: Entry) -> dict[str, object]:
    row: dict[str, object] = {"n": entry.n, "at": entry.at.isoformat(), "line": entry.line}
    if entry.typed and entry.typed != entry.line:
        row["typed"] = entry.typed
    for name in ("draft", "hand", "key"):
        if value := getattr(entry, name):
            row[name] = value
    return row


def _with_sum(text: str) -> str:
    return f'{text[:-1]}, "sum": "{_sum(text)}"}}'


def _sum(text: str) -> str:
    return f"{zlib.crc32(text.encode()):08x}"


def _entry(row: dict[str, object]) -> Entry:
    """The entry of a JSON object. Raises ValueError for a wrong field."""
    n, at, line = row.get("n"), row.get("at"), row.get("line")
    typed, draft, hand, key = row.get("typed", ""), row.get("draft", ""), row.get("hand"), row.get("key", "")
    if type(n) is not int or not isinstance(at, str) or not isinstance(line, str):
        raise ValueError(tr("it has no number, time or line"))
    if not (isinstance(typed, str) and isinstance(draft, str) and isinstance(key, str)):
        raise ValueError(tr("a field isn't text"))
    if hand is not None and (type(hand) is not int or not 1 <= hand <= 1_000_000):
        raise ValueError(tr("it has no hand's number"))
    "".join((line, typed, draft, key)).encode()  # raises for half a surrogate pair
    time = datetime.fromisoformat(at)
    if time.tzinfo is None or not FIRST_YEAR <= time.year <= LAST_YEAR:
        raise ValueError(tr("it has no time that can be"))
    return Entry(n=n, at=time, line=line, typed=typed, draft=draft, hand=hand, key=key)


_BINARY = getattr(os, "O_BINARY", 0)


class JournalError(LogError):
    """The journal can't be read or written, or another program has it open."""


def journal_place(store: Path, night: str) -> Path:
    """The path of a night's journal. Raises StoreError for an impossible name."""
    return store / JOURNALS / f"{session_folder(night).removeprefix('session_id=')}.jsonl"


def journals(store: Path) -> list[Path]:
    """The journals of a store."""
    return sorted((store / JOURNALS).glob("*.jsonl"))


def night_name(place: Path) -> str:
    """The night of a journal file."""
    return unquote(place.stem)


def tonight(store: Path) -> str:
    """The name of tonight's night: today's date, but until noon yesterday's if that night was logged here."""
    now = clock()().astimezone()
    yesterday = (now - timedelta(days=1)).date().isoformat()
    if now.hour < NOON and journal_place(store, yesterday).exists():
        return yesterday
    return now.date().isoformat()


@dataclass(frozen=True)
class JournalContents:
    """A journal file: its entries, the number of bytes in whole lines, the bytes of a torn end, and the number
    of entries in the last line.
    """

    entries: tuple[Entry, ...]
    whole: int
    torn: bytes
    last_line: int = 0


def read_journal(place: Path) -> JournalContents:
    """Read a journal up to a torn end. Raises JournalError for a damaged line before it."""
    try:
        data = place.read_bytes()
    except FileNotFoundError:
        return JournalContents((), 0, b"")
    return _contents(data, place)


def _contents(data: bytes, place: Path) -> JournalContents:
    whole = data.rfind(b"\n") + 1
    entries: list[Entry] = []
    read = last = before = 0
    for number, line in enumerate(data[:whole].splitlines(keepends=True), 1):
        try:
            for entry in decode_entries(line):
                if entry.n != len(entries) + 1:
                    raise ValueError(
                        tr("it is entry {n} where {due} should be", n=entry.n, due=len(entries) + 1)
                    )
                entries.append(entry)
        except ValueError as error:
            if line.strip(b"\0\r\n \t") == b"" and not data[read + len(line) : whole].strip(b"\0\r\n \t"):
                # zero bytes after a power cut
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
    """Save bytes of a journal in a new file in its folder; returns the path."""
    number = 1
    while (aside := place.with_suffix(f".{why}-{number}")).exists():
        number += 1
    with open(aside, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return aside


def clock() -> Callable[[], datetime]:
    """The clock for new entries. PEDER_CLOCK (ISO 8601) starts a fixed one, a second per entry, so that a night
    is reproducible. Raises JournalError if PEDER_CLOCK is no time.
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
    """A night's journal open for writing; a context manager that holds the lock.

    `torn_file` is the file to which a torn end was moved; None if there was none.
    """

    def __init__(self, place: Path, *, now: Callable[[], datetime] | None = None) -> None:
        self.place = place
        self.torn_file: Path | None = None
        self._rescue_file: Path | None = None
        self.now = now or clock()
        self._file = -1
        self._size = self._last_line = 0
        self._entries: list[Entry] = []
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
            contents = _contents(file.read(), self.place)
        if contents.torn:
            self.torn_file = set_aside(self.place, contents.torn, "torn")
            os.ftruncate(self._file, contents.whole)
            os.fsync(self._file)
        if new:  # so that the names of file and folder are on disk
            flush(self.place.parent)
            flush(self.place.parent.parent)
        self._size = contents.whole
        self._entries = list(contents.entries)
        self._last_line = contents.last_line

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
        data = encode_entries(entries)
        self._check_place()
        try:
            os.lseek(self._file, self._size, os.SEEK_SET)
            _write_all(self._file, data)
            os.fsync(self._file)
        except OSError as error:
            with suppress(OSError):  # else the torn end is set aside the next time
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
        self._check_place()
        self._size += len(data)
        self._entries.extend(entries)
        self._last_line = len(entries)

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
            "Not kept: {place} was replaced, deleted or moved while the night was open, so no more lines are "
            "written. Leave the log, put the right file there and open the night again.",
            place=self.place,
        )
        if self._rescue_file is None:
            raise JournalError(reason)
        n = len(self._entries)
        saved = trn(
            "The {n} entry in memory was saved to {file}: copy it to {place} if that one lacks it.",
            "The {n} entries in memory were saved to {file}: copy it to {place} if that one lacks any.",
            n,
            file=self._rescue_file,
            place=self.place,
        )
        raise JournalError(f"{reason} {saved}")

    def _rescue(self) -> Path | None:
        """Save the entries in memory beside the journal, else in the system's temporary folder."""
        data = b"".join(encode_entries([entry]) for entry in self._entries)
        for folder in (self.place.parent, Path(tempfile.gettempdir())):
            with suppress(OSError):
                return set_aside(folder / self.place.name, data, "rescued")
        return None

    def close(self) -> None:
        """Close the journal and release the lock; a night without entries leaves no file."""
        if self._file >= 0:
            if not self._entries and self._is_in_place() and not os.fstat(self._file).st_size:
                with suppress(OSError):
                    self.place.unlink()
            os.close(self._file)
            self._file = -1
        if self._lock.held:
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
