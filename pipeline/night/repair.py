"""A damaged journal made whole: what can't be read is set aside, what is left keeps its numbers.

In the place of an entry that is lost stands a note that says so, with what it seems to have said; `ret #17 …`
puts the right line there. The file as it was is kept beside the journal.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from language import in_source, tr
from pipeline.night.entries import Entry
from pipeline.night.journal import JournalError, set_aside
from pipeline.night.rows import entries_of, line_of
from pipeline.night.text.grammar import LONGEST_LINE, clean
from pipeline.store.locks import FileLock, LockedError
from pipeline.store.parts import in_words, write_whole

_SAID = re.compile(r'"(?:typed|line)": "((?:[^"\\]|\\.)*)"')
_ENTRY = re.compile(r'(?=\{"n": )')


def repair(place: Path) -> list[str]:
    """Make a journal whole that has damaged lines; says what became of each, nothing where it is sound.

    A torn end is left to whoever opens the journal. Raises JournalError while a logger has it open,
    StoreError where it can't be written.
    """
    with in_words(place.parent.parent):
        try:
            with FileLock(place.with_suffix(".lock")):
                return _repair(place)
        except LockedError as error:
            raise JournalError(
                tr("The night {stem!r} is open in a logger: leave that first (luk).", stem=place.stem)
            ) from error


def _repair(place: Path) -> list[str]:
    data = place.read_bytes()
    whole = data.rfind(b"\n") + 1
    kept: list[bytes] = []
    lost: list[bytes] = []
    told: list[str] = []
    last = 0
    at = datetime.now(UTC)
    for line in data[:whole].splitlines(keepends=True):
        entries = _sound(line)
        if not entries or entries[0].n <= last:
            lost.append(line)
            continue
        at = entries[0].at
        notes = list(_notes(lost, last + 1, entries[0].n, at))
        kept += [*(line_of([note]) for note, _ in notes), line]
        told += [sentence for _, sentence in notes]
        lost, last = [], entries[-1].n
    if any(line.strip(b"\0\r\n\t ") for line in lost):
        notes = list(_notes(lost, last + 1, None, at))
        kept += [line_of([note]) for note, _ in notes]
        told += [sentence for _, sentence in notes]
    if told:
        aside = set_aside(place, data, "damaged")
        write_whole(place, b"".join(kept) + data[whole:])
        told.append(tr("The journal as it was lies in {aside}.", aside=aside))
    return told


def _sound(line: bytes) -> list[Entry]:
    """The entries of a line, if it can be read and they follow one another; else none."""
    try:
        entries = list(entries_of(line))
    except ValueError:
        return []
    first = entries[0].n if entries else 0
    return entries if [entry.n for entry in entries] == list(range(first, first + len(entries))) else []


def _notes(lost: list[bytes], first: int, end: int | None, at: datetime) -> Iterator[tuple[Entry, str]]:
    """A note for each lost entry from `first` to before `end` (None: as many as are seen), and a sentence."""
    said = [text for line in lost for text in _said(line)]
    count = max(1, len(said)) if end is None else end - first
    for number in range(count):
        n = first + number
        text = said[number] if len(said) == count else " / ".join(said) if count == 1 else ""
        seems = tr(": it seems to have said {text!r}", text=text) if text else ""
        note = in_source(tr("; entry #{n} was damaged and set aside{seems}", n=n, seems=seems))
        told = {"n": n, "seems": seems, "text": text}
        yield (
            Entry(n=n, at=at, line=clean(note)[:LONGEST_LINE]),
            tr("Entry #{n} is damaged and set aside{seems}; ret #{n} {text} puts that there.", **told)
            if text
            else tr("Entry #{n} is damaged and set aside{seems}; ret #{n} LINE puts one there.", **told),
        )


def _said(line: bytes) -> Iterator[str]:
    """What each entry in some damaged bytes seems to have said, as typed where that is legible."""
    text = line.decode(errors="replace")
    for part in _ENTRY.split(text) if _ENTRY.search(text) else [text]:
        found = _SAID.findall(part)
        if found:
            try:
                yield clean(str(json.loads(f'"{found[-1]}"')).encode(errors="replace").decode())
            except ValueError:
                yield clean(found[-1])
