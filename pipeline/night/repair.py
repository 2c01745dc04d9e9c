"""Repair of a damaged journal: unreadable lines are set aside, and the other entries keep their numbers.

Each lost entry is replaced by a note with its legible parts; `ret #17 …` enters the right line there. Lines that
continue another journal stay, and are reported. The damaged file is saved in the same folder.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from language import in_english, tr
from pipeline.night.entries import NO_ENTRY, Chain, Entry
from pipeline.night.journal import JournalError, clock, last_confirmed, read_journal, set_aside
from pipeline.night.parser.grammar import LONGEST_LINE, clean
from pipeline.store.files import readable_errors, write_whole
from pipeline.store.locks import FileLock, LockedError
from pipeline.store.manifest import LAST

_LINE = re.compile(r'"(?:typed|line)": "((?:[^"\\]|\\.)*)"')
_ENTRY = re.compile(r'(?=\{"n": )')


def repair(place: Path) -> list[str]:
    r"""Repair a journal; returns a sentence for each damaged entry, and where the unchanged journal is; none if it is sound.

    A torn end is left to the next writer. Raises JournalError while a logger has it open, StoreError if it can't
    be written.

    >>> lines = (logged / "journal" / "2026-11-27.jsonl").read_bytes().splitlines(keepends=True)
    >>> _ = (tmp / "2026-11-27.jsonl").write_bytes(b"".join([*lines[:6], b"?\n", *lines[7:]]))
    >>> repair(tmp / "2026-11-27.jsonl")[0]
    'Entry #7 is damaged and set aside; edit #7 LINE puts one there.'
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
    try:
        read_journal(place)
        return []
    except JournalError:
        pass
    data = place.read_bytes()
    confirmed = last_confirmed(place)
    whole = data.rfind(b"\n") + 1
    lines: list[bytes] = []
    lost: list[bytes] = []
    report: list[str] = []
    read = written = NO_ENTRY
    at = clock()()

    def keep(entries: list[Entry]) -> None:
        nonlocal written
        line, written = written.encode(entries)
        lines.append(line)

    def note(end: int | None) -> None:
        for entry, sentence in _notes(lost, _next_number(written), end, at):
            keep([entry])
            report.append(sentence)
        lost.clear()

    for line in data[:whole].splitlines(keepends=True):
        try:
            entries, last = Chain(None, None).decode(line)
        except ValueError:
            entries = []
        if not entries or entries[0].n < _next_number(written):
            lost.append(line)
            continue
        at = entries[0].at
        if lost or entries[0].n > _next_number(written):
            note(entries[0].n)
        elif not _follows(read, line):
            report.append(
                tr(
                    "Entry #{n} follows another entry than #{before}: check what they say.",
                    n=entries[0].n,
                    before=entries[0].n - 1,
                )
            )
        read = last
        if _follows(written, line):
            lines.append(line)
            written = last
        else:
            keep(entries)
    if confirmed and (confirmed.n or 0) >= _next_number(written):
        note((confirmed.n or 0) + 1)
    elif any(line.strip(b"\0\r\n\t ") for line in lost):
        note(None)
    aside = set_aside(place, data, "damaged")
    place.with_suffix(LAST).unlink(missing_ok=True)
    write_whole(place, b"".join(lines) + data[whole:])
    report.append(tr("The unchanged journal is in {aside}.", aside=aside))
    return report


def _next_number(last: Chain) -> int:
    return (last.n or 0) + 1


def _follows(last: Chain, line: bytes) -> bool:
    try:
        last.decode(line)
    except ValueError:
        return False
    return True


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
