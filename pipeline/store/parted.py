"""A part of a session put into the location in which the session is gathered, by whoever has played it.

    sums/part-<first>-<last>.parquet     and seats/ and hands/: the rows
    stated/part-<first>-<last>.json      what those files consist of, put last: with it the part is there

Putting a part again puts the same bytes again, so nobody needs a lock, and nobody minds a worker that was
killed in the midst of one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from itertools import pairwise

import polars as pl

from pipeline.store.contents import Part
from pipeline.store.parts import fitted, part_bytes
from pipeline.store.places import Location
from pipeline.store.schemas import SESSION_TABLES
from pipeline.store.spared import spare

PARTED = ("sums", "seats", "hands")
"""The tables of a part, as they are written: in a folder it counts as there when its hands are."""
STATED = "stated"


def part_name(hands: pl.DataFrame, seats: pl.DataFrame) -> str:
    """The name of a part's files: from which hand to which. Raises ValueError where its seats are others'."""
    numbers = hands["hand_no"]
    first, last = int(numbers.min()), int(numbers.max())  # type: ignore[arg-type]
    if (seats["hand_no"].min(), seats["hand_no"].max()) != (first, last):
        raise ValueError(f"the seats are not those of the hands {first} to {last}")
    return f"part-{first:010d}-{last:010d}.parquet"


def range_of(name: str) -> tuple[int, int]:
    """The first and the last hand of a part, by the name of one of its files."""
    _, first, last = name.partition(".")[0].split("-")
    return int(first), int(last)


def check_apart(session_id: str, ranges: Sequence[tuple[int, int]]) -> None:
    """Raise ValueError where two parts of a session, in order, hold the same hand."""
    for (_, last), (first, _) in pairwise(ranges):
        if first <= last:
            raise ValueError(f"two parts of session {session_id!r} hold hand {first}")


def put_part(
    location: Location, hands: pl.DataFrame, seats: pl.DataFrame, sums: pl.DataFrame | None
) -> tuple[Part, ...]:
    """Put a part into the location of its session; returns what it consists of.

    The frames keep to their columns and widths, less what follows. Raises StoreError.
    """
    parts, packed = pack_part(hands, seats, sums)
    put_packed(location, parts, packed)
    return parts


def pack_part(
    hands: pl.DataFrame, seats: pl.DataFrame, sums: pl.DataFrame | None
) -> tuple[tuple[Part, ...], list[bytes]]:
    """What a part consists of, and the bytes of each of these files."""
    name = part_name(hands, seats)
    tables = [
        (table, rows) for table, rows in zip(PARTED, (sums, seats, hands), strict=True) if rows is not None
    ]
    packed = [part_bytes(spared(rows, SESSION_TABLES[table], len(hands))) for table, rows in tables]
    parts = [_stated(table, name, rows, data) for (table, rows), data in zip(tables, packed, strict=True)]
    return tuple(parts), packed


def put_packed(location: Location, parts: Sequence[Part], packed: Sequence[bytes]) -> None:
    """Put the files of a part, and then what they consist of. Raises StoreError."""
    for part, data in zip(parts, packed, strict=True):
        location.put(f"{part.table}/{part.name}", data)
    location.put(stated_key(parts[0].name), json.dumps([asdict(part) for part in parts]).encode())


def spared(rows: pl.DataFrame, schema: pl.Schema, hands: int) -> pl.DataFrame:
    """Rows of so many hands of a run as a part keeps them: narrow, and without the columns that follow from
    others (`pipeline.store.spared`).
    """
    return spare(fitted(rows, schema), hands)


def put_table(location: Location, table: str, name: str, rows: pl.DataFrame, *, new: bool = False) -> Part:
    """Put the rows of a table as a file, which is stated; with `new` one that is there stays as it is."""
    data = part_bytes(rows)
    if not location.put(f"{table}/{name}", data, new=new):
        data = location.get(f"{table}/{name}")
    return _stated(table, name, rows, data)


def _stated(table: str, name: str, rows: pl.DataFrame, data: bytes) -> Part:
    digest = hashlib.sha256(data).hexdigest()
    return Part(table=table, name=name, rows=len(rows), bytes=len(data), sha256=digest)


def stated_key(name: str) -> str:
    """Under which key it stands what a part consists of, by the name of its files."""
    return f"{STATED}/{name.removesuffix('.parquet')}.json"


def stated_parts(data: bytes) -> Iterable[Part]:
    """What a part consists of, as `put_part` stated it."""
    return (Part(**part) for part in json.loads(data))
