"""Repair of a damaged journal: unreadable lines are set aside, and the other entries keep their numbers.

A note takes the place of each lost entry, with what it seems to have said; `ret #17 …` puts the right line there.
The damaged file is saved in the same folder.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from language import in_english, tr
from pipeline.night.entries import Entry
from pipeline.night.journal import JournalError, decode_entries, encode_entries, set_aside
from pipeline.night.parser.grammar import LONGEST_LINE, clean
from pipeline.store.files import readable_errors, write_whole
from pipeline.store.locks import FileLock, LockedError

_LINE = re.compile(r'"(?:typed|line)": "((?:[^"\\]|\\.)*)"')
_ENTRY = re.compile(r'(?=\{"n": )')


def repair(place: Path) -> list[str]:
    """Repair a journal; returns a sentence for each damaged entry, none if it is sound.

    A torn end is left to the next writer. Raises JournalError while a logger has it open, StoreError if it can't
    be written.
    """
    with readable_errors(place.parent.parent):
        try:
            with FileLock(place.with_suffix(".lock")):
                return _repair(place)
        except LockedError as error:
            raise JournalError(
                tr("The night {stem!r} is open in a logger: leave that first (quit).", stem=place.stem)
            ) from error


def _repair(place: Path) -> list[str]:
    data = place.read_bytes()
    whole = data.rfind(b"\n") + 1
    kept: list[bytes] = []
    lost: list[bytes] = []
    report: list[str] = []
    last = 0
    at = datetime.now(UTC)
    for line in data[:whole].splitlines(keepends=True):
        entries = _sound(line)
        if not entries or entries[0].n <= last:
            lost.append(line)
            continue
        at = entries[0].at
        notes = list(_notes(lost, last + 1, entries[0].n, at))
        kept += [*(encode_entries([note]) for note, _ in notes), line]
        report += [sentence for _, sentence in notes]
        lost, last = [], entries[-1].n
    if any(line.strip(b"\0\r\n\t ") for line in lost):
        notes = list(_notes(lost, last + 1, None, at))
        kept += [encode_entries([note]) for note, _ in notes]
        report += [sentence for _, sentence in notes]
    if report:
        aside = set_aside(place, data, "damaged")
        write_whole(place, b"".join(kept) + data[whole:])
        report.append(tr("The journal as it was lies in {aside}.", aside=aside))
    return report


def _sound(line: bytes) -> list[Entry]:
    """The entries of a line if it is readable and they are consecutive, else none."""
    try:
        entries = list(decode_entries(line))
    except ValueError:
        return []
    first = entries[0].n if entries else 0
    return entries if [entry.n for entry in entries] == list(range(first, first + len(entries))) else []


def _notes(lost: list[bytes], first: int, end: int | None, at: datetime) -> Iterator[tuple[Entry, str]]:
    """A note and a sentence for each lost entry from `first` to before `end` (None: as many as are legible)."""
    legible = [text for line in lost for text in _legible(line)]
    count = max(1, len(legible)) if end is None else end - first
    for number in range(count):
        n = first + number
        text = legible[number] if len(legible) == count else " / ".join(legible) if count == 1 else ""
        seems = tr(": it seems to have said {text!r}", text=text) if text else ""
        note = in_english(tr("; entry #{n} was damaged and set aside{seems}", n=n, seems=seems))
        words = {"n": n, "seems": seems, "text": text}
        yield (
            Entry(n=n, at=at, line=clean(note)[:LONGEST_LINE]),
            tr("Entry #{n} is damaged and set aside{seems}; edit #{n} {text} puts that there.", **words)
            if text
            else tr("Entry #{n} is damaged and set aside{seems}; edit #{n} LINE puts one there.", **words),
        )


def _legible(line: bytes) -> Iterator[str]:
    """The legible line of each entry in some damaged bytes."""
    text = line.decode(errors="replace")
    for part in _ENTRY.split(text) if _ENTRY.search(text) else [text]:
        matches = _LINE.findall(part)
        if matches:
            try:
                yield clean(str(json.loads(f'"{matches[-1]}"')).encode(errors="replace").decode())
            except ValueError:
                yield clean(matches[-1])
