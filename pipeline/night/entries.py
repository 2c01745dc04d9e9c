"""The entries of a journal, and the lines of its file.

    {"n": 17, "at": "2026-03-14T21:04:05+00:00", "line": "a:seven-card-stud 14 +d", …, "after": "0c77d1be", "sum": "5f3e0a91"}

A line of the file has one entry, or a list of entries that were written together, all or none. Entries are ordered by
number, not by time. `sum` is the CRC-32 of the entry's JSON without it, and `after` the `sum` of the entry before.
Journals of version 0.1 have no `after`.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from language import tr
from pipeline.bank.records import replace
from pipeline.night.parser.grammar import read_correction
from pipeline.night.parser.lines import Confirm, Edit, Undo

FIRST_YEAR, LAST_YEAR = 1900, 9998
"""Years that a time of an entry may have."""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """An entry of the journal: its number (from 1), time, canonical line and typed line.

    `draft` is the reason why the line is a draft, or "": English for people who read the file, which nothing in the
    program reads; `refused` is the line before the end of a hand that was refused, which makes it a draft. `hand` is the permanent number of the hand that the line
    made, None for other lines. A line that is sent twice with the same `key` is the same line. `follows` is the
    number of the entry after which it was written, 0 for none, if that isn't the one before it (`pipeline.night.merge`).
    """

    n: int
    at: datetime
    line: str
    typed: str = ""
    draft: str = ""
    refused: str = ""
    hand: int | None = None
    key: str = ""
    follows: int | None = None

    @cached_property
    def correction(self) -> Undo | Edit | Confirm | None:
        """The correction that the entry makes; None for an ordinary line."""
        return read_correction(self.line)

    @property
    def as_typed(self) -> str:
        """The line as it was typed."""
        return self.typed or self.line


def sender_of(key: str) -> str:
    """The phone that sent a line with this key; "" for a line from elsewhere.

    >>> sender_of("4fk2m8qz-17")
    '4fk2m8qz'
    """
    return key.rpartition("-")[0]


def undone_numbers(entries: Sequence[Entry]) -> set[int]:
    """Return the numbers of undone entries. Undoing an undo restores its entry.

    >>> undo = replace(replay.entries[7], n=9, line="undo #8")
    >>> undone_numbers([*replay.entries, undo])
    {8}
    """
    gone: set[int] = set()
    for entry in reversed(entries):
        match entry.correction:
            case Undo(target) if target and entry.n not in gone:
                gone.add(target.number)
    return gone


def effective_entries(entries: Sequence[Entry]) -> list[Entry]:
    """The entries after all corrections, in the order in which they were first written."""
    gone = undone_numbers(entries)
    effective: dict[int, Entry] = {}
    for entry in entries:
        if entry.n in gone:
            continue
        match entry.correction:
            case None:
                effective[entry.n] = entry
            case Edit(target, text) if target and (old := effective.get(target.number)):
                effective[old.n] = replace(
                    old, line=text, draft=entry.draft, refused=entry.refused, hand=old.hand or entry.hand
                )
            case Confirm(target) if target and (old := effective.get(target.number)):
                effective[old.n] = replace(old, draft="", refused="")
    return list(effective.values())


_KNOWN = frozenset({"n", "at", "line", "typed", "draft", "refused", "hand", "key", "follows", "after"})


@dataclass(frozen=True)
class Chain:
    """The number and checksum of an entry, which the next one follows; at first those of an empty journal.

    Anything may follow an unknown entry (None).
    """

    n: int | None = 0
    sum: str | None = ""
    is_named: bool = False  # the entry names the one before it, as all after it must

    def encode(self, entries: Sequence[Entry]) -> tuple[bytes, Chain]:
        """Entries that follow and are written together, as one line of the file, and the last of them."""
        rows, chain = [], self
        for entry in entries:
            row = _row(entry) | ({"after": chain.sum} if chain.sum else {})
            text = json.dumps(row, ensure_ascii=False)
            chain = Chain(entry.n, _sum(text), bool(chain.sum))
            rows.append(f'{text[:-1]}, "sum": "{chain.sum}"}}')
        return (rows[0] if len(rows) == 1 else f"[{', '.join(rows)}]").encode() + b"\n", chain

    def decode(self, line: bytes) -> tuple[list[Entry], Chain]:
        """The entries of a line of the file, and the last of them. Raises ValueError if the line is damaged or
        doesn't follow.
        """
        entries, chain = [], self
        try:
            value = json.loads(line)
            for row in value if isinstance(value, list) else [value]:
                if not isinstance(row, dict):
                    raise ValueError(tr("it isn't an entry"))
                entry, chain = chain._next(row)
                entries.append(entry)
        except RecursionError:
            raise ValueError(tr("it is nested too deeply")) from None
        return entries, chain

    def _next(self, row: dict[str, object]) -> tuple[Entry, Chain]:
        stated, after = row.pop("sum", None), row.get("after")
        if unknown := row.keys() - _KNOWN:
            raise ValueError(tr("it has an unknown field {unknown!r:.20}", unknown=min(unknown)))
        text = json.dumps(row, ensure_ascii=False)
        if stated not in (None, _sum(text)):
            raise ValueError(tr("its checksum is wrong"))
        entry = _entry(row)
        if self.n is not None and entry.n != self.n + 1:
            raise ValueError(tr("it is entry {n} where {due} should be", n=entry.n, due=self.n + 1))
        if self.sum is not None and after != self.sum and (after is not None or self.is_named):
            raise ValueError(tr("it follows another entry than the one before it"))
        return entry, Chain(entry.n, _sum(text), after is not None)

    def text(self) -> str:
        """As a line of fixed length, with its own checksum."""
        text = f"{self.n:>10} {self.sum} {int(self.is_named)}"
        return f"{text} {_sum(text)}\n"

    @classmethod
    def of_text(cls, text: str) -> Chain:
        """Read what `text` wrote. Raises ValueError for anything else."""
        chain = cls(int(text[:10]), text[11:19], text[20:21] == "1")
        if chain.text() != text:
            raise ValueError(text)
        return chain


NO_ENTRY = Chain()
"""What the first entry follows."""


def decode_entries(line: bytes) -> list[Entry]:
    """Return the entries of a line of any journal. Raises ValueError if the line is damaged.

    >>> lines = (logged / "journal" / "2026-11-27.jsonl").read_bytes().splitlines()
    >>> [(entry.n, entry.line) for entry in decode_entries(lines[4])]
    [(5, 'a:seven-card-stud 14 b3 +d full_house')]
    """
    return Chain(None, None).decode(line)[0]


def _row(entry: Entry) -> dict[str, object]:
    row: dict[str, object] = {"n": entry.n, "at": entry.at.isoformat(), "line": entry.line}
    if entry.typed and entry.typed != entry.line:
        row["typed"] = entry.typed
    for name in ("draft", "refused", "hand", "key"):
        if value := getattr(entry, name):
            row[name] = value
    if entry.follows is not None:
        row["follows"] = entry.follows
    return row


def _sum(text: str) -> str:
    return f"{zlib.crc32(text.encode()):08x}"


def _entry(row: dict[str, object]) -> Entry:
    """The entry of a JSON object. Raises ValueError for a wrong field."""
    n, at, line = row.get("n"), row.get("at"), row.get("line")
    typed, draft, hand, key = row.get("typed", ""), row.get("draft", ""), row.get("hand"), row.get("key", "")
    refused = row.get("refused", "")
    if type(n) is not int or not isinstance(at, str) or not isinstance(line, str):
        raise ValueError(tr("it has no number, time or line"))
    if not (
        isinstance(typed, str)
        and isinstance(draft, str)
        and isinstance(key, str)
        and isinstance(refused, str)
    ):
        raise ValueError(tr("a field isn't text"))
    if hand is not None and (type(hand) is not int or not 1 <= hand <= 1_000_000):
        raise ValueError(tr("it has no hand's number"))
    follows = row.get("follows")
    if follows is not None and (type(follows) is not int or not 0 <= follows < n):
        raise ValueError(tr("it follows no entry before it"))
    "".join((line, typed, draft, refused, key)).encode()  # raises for half a surrogate pair
    time = datetime.fromisoformat(at)
    if time.tzinfo is None or not FIRST_YEAR <= time.year <= LAST_YEAR:
        raise ValueError(tr("its time is impossible"))
    return Entry(
        n=n,
        at=time,
        line=line,
        typed=typed,
        draft=draft,
        refused=refused,
        hand=hand,
        key=key,
        follows=follows,
    )
