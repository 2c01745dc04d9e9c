"""A line of a journal as it is kept: JSON, each entry with a checksum of what stands before it.

    {"n": 17, "at": "2026-03-14T21:04:05+00:00", "line": "a:seven-card-stud 14 +d", …, "sum": "5f3e0a91"}

The checksum is the CRC-32 of the entry's JSON without it, so that every flipped bit is seen. Entries of
journals of old have none.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from datetime import datetime

from language import tr
from pipeline.night.entries import Entry

_KNOWN = frozenset({"n", "at", "line", "typed", "draft", "hand", "key"})


def line_of(entries: Sequence[Entry]) -> bytes:
    """Entries that count only together, as one line with its line feed."""
    rows = [_with_sum(json.dumps(_row(entry), ensure_ascii=False)) for entry in entries]
    return (rows[0] if len(rows) == 1 else f"[{', '.join(rows)}]").encode() + b"\n"


def entries_of(line: bytes) -> Iterator[Entry]:
    """The entries of a line. Raises ValueError with what is wrong with it."""
    try:
        found = json.loads(line)
    except RecursionError:
        raise ValueError(tr("it is nested without end")) from None
    for row in found if isinstance(found, list) else [found]:
        if not isinstance(row, dict):
            raise ValueError(tr("it is no entry"))
        stated = row.pop("sum", None)
        if unknown := row.keys() - _KNOWN:
            raise ValueError(tr("it has a field {unknown!r:.20}", unknown=min(unknown)))
        if stated is not None and stated != _sum(json.dumps(row, ensure_ascii=False)):
            raise ValueError(tr("its checksum isn't that of what it says"))
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
    """The entry of a row. Raises ValueError where a field isn't what it should be."""
    n, at, line = row.get("n"), row.get("at"), row.get("line")
    typed, draft, hand, key = row.get("typed", ""), row.get("draft", ""), row.get("hand"), row.get("key", "")
    if type(n) is not int or not isinstance(at, str) or not isinstance(line, str):
        raise ValueError(tr("it has no number, time or line"))
    if not (isinstance(typed, str) and isinstance(draft, str) and isinstance(key, str)):
        raise ValueError(tr("a field isn't text"))
    if hand is not None and (type(hand) is not int or not 1 <= hand <= 1_000_000):
        raise ValueError(tr("it has no hand's number"))
    "".join((line, typed, draft, key)).encode()  # half a character is an error
    time = datetime.fromisoformat(at)
    if time.tzinfo is None or not 1900 <= time.year <= 9998:
        raise ValueError(tr("it has no time that can be"))
    return Entry(n=n, at=time, line=line, typed=typed, draft=draft, hand=hand, key=key)
