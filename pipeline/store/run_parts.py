"""Parts of a run, written by the process that played them into the location of their session.

    seats/part-<first>-<last>.parquet    and hands/: the rows
    stated/part-<first>-<last>.json      the description of those files, written last: with it the part is complete

Writing a part again writes the same bytes again, so no lock is needed, and a worker may be killed at any time.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from itertools import pairwise

import polars as pl

from pipeline.store.locations import Location
from pipeline.store.manifest import Part
from pipeline.store.parts import compact, fitted, part_bytes
from pipeline.store.schemas import SESSION_TABLES

PART_TABLES = ("seats", "hands")
"""The tables of a part, in the order of writing: in a folder a part with hands is complete."""
STATED = "stated"


def part_name(hands: pl.DataFrame, seats: pl.DataFrame) -> str:
    """Return the name of a part's files: its first and last hand. Raises ValueError for seats of other hands; a draft
    may have no seats.
    """
    numbers = hands["hand_no"]
    first, last = int(numbers.min()), int(numbers.max())  # type: ignore[arg-type]
    if not seats["hand_no"].is_between(first, last).all():
        raise ValueError(f"the seats are not those of the hands {first} to {last}")
    return f"part-{first:010d}-{last:010d}.parquet"


def range_of(name: str) -> tuple[int, int]:
    """The first and the last hand of a part, from the name of one of its files."""
    _, first, last = name.partition(".")[0].split("-")
    return int(first), int(last)


def check_apart(session_id: str, ranges: Sequence[tuple[int, int]]) -> None:
    """Raise ValueError if two parts of a session, in order, have the same hand."""
    for (_, last), (first, _) in pairwise(ranges):
        if first <= last:
            raise ValueError(f"two parts of session {session_id!r} hold hand {first}")


def pack_part(hands: pl.DataFrame, seats: pl.DataFrame) -> tuple[tuple[Part, ...], list[bytes]]:
    """The description of a part's files, and the bytes of each: the frames' own columns and widths, compacted."""
    name = part_name(hands, seats)
    tables = [*zip(PART_TABLES, (seats, hands), strict=True)]
    packed = [part_bytes(compacted(rows, SESSION_TABLES[table], len(hands))) for table, rows in tables]
    parts = [described(table, name, rows, data) for (table, rows), data in zip(tables, packed, strict=True)]
    return tuple(parts), packed


def put_packed(location: Location, parts: Sequence[Part], packed: Sequence[bytes]) -> None:
    """Write the files of a part, and then their description. Raises StoreError."""
    for part, data in zip(parts, packed, strict=True):
        location.put(f"{part.table}/{part.name}", data)
    location.put(stated_key(parts[0].name), json.dumps([asdict(part) for part in parts]).encode())


def compacted(rows: pl.DataFrame, schema: pl.Schema, hands: int) -> pl.DataFrame:
    """Rows of a run's hands, `hands` of them, as a part stores them: narrow, without the columns that follow
    from others (`pipeline.store.parts`).
    """
    return compact(fitted(rows, schema), hands)


def described(table: str, name: str, rows: pl.DataFrame, data: bytes) -> Part:
    digest = hashlib.sha256(data).hexdigest()
    return Part(table=table, name=name, rows=len(rows), bytes=len(data), sha256=digest)


def stated_key(name: str) -> str:
    """The key of the description of a part, by the name of its files."""
    return f"{STATED}/{name.removesuffix('.parquet')}.json"


def stated_parts(data: bytes) -> Iterable[Part]:
    return (Part(**part) for part in json.loads(data))
