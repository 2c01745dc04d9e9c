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
    """Return the first and the last hand of a part, from the name of one of its files.

    >>> range_of("part-0000000401-0000000800.parquet")
    (401, 800)
    """
    _, first, last = name.partition(".")[0].split("-")
    return int(first), int(last)


def check_apart(session_id: str, ranges: Sequence[tuple[int, int]]) -> None:
    """Raise ValueError if two parts of a session, in order, have the same hand.

    >>> check_apart("run-1", [(1, 400), (401, 800)])
    >>> check_apart("run-1", [(1, 400), (400, 799)])
    Traceback (most recent call last):
    ...
    ValueError: two parts of session 'run-1' hold hand 400
    """
    for (_, last), (first, _) in pairwise(ranges):
        if first <= last:
            raise ValueError(f"two parts of session {session_id!r} hold hand {first}")


def pack_part(hands: pl.DataFrame, seats: pl.DataFrame) -> tuple[tuple[Part, ...], list[bytes]]:
    """Return the description of a part's files, and the bytes of each: the frames' own columns and widths, compacted.
    Raises ValueError for seats of other hands, and for columns that the tables don't have.

    >>> hands = pl.DataFrame({"hand_no": [1, 2], "pot": [8, 14]})
    >>> seats = pl.DataFrame({"hand_no": [1, 1, 2, 2], "seat": [0, 1, 0, 1], "paid": [4, 4, 7, 7]})
    >>> parts, packed = pack_part(hands, seats)
    >>> [(part.table, part.rows) for part in parts]
    [('seats', 4), ('hands', 2)]
    >>> pl.read_parquet(packed[0]).row(0, named=True)  # hand and seat follow from the last two
    {'paid': 4, 'first_hand': 1, 'dealt': 2}
    """
    name = part_name(hands, seats)
    tables = [*zip(PART_TABLES, (seats, hands), strict=True)]
    packed = [part_bytes(compacted(rows, SESSION_TABLES[table], len(hands))) for table, rows in tables]
    parts = [described(table, name, rows, data) for (table, rows), data in zip(tables, packed, strict=True)]
    return tuple(parts), packed


def put_packed(location: Location, parts: Sequence[Part], packed: Sequence[bytes]) -> None:
    """Write the files of a part, and then their description. Raises StoreError.

    >>> from pipeline.store.locations import Folder
    >>> hands, seats = pl.DataFrame({"hand_no": [1]}), pl.DataFrame({"hand_no": [1, 1]})
    >>> put_packed(Folder(tmp), *pack_part(hands, seats))
    >>> sorted(f"{place.parent.name}/{place.name[:15]}…{place.suffix}" for place in tmp.rglob("part-*"))
    ['hands/part-0000000001….parquet', 'seats/part-0000000001….parquet', 'stated/part-0000000001….json']
    """
    for part, data in zip(parts, packed, strict=True):
        location.put(f"{part.table}/{part.name}", data)
    location.put(stated_key(parts[0].name), json.dumps([asdict(part) for part in parts]).encode())


def compacted(rows: pl.DataFrame, schema: pl.Schema, hands: int) -> pl.DataFrame:
    """Rows of a run's hands, `hands` of them, as a part stores them: narrow, without the columns that follow
    from others (`pipeline.store.parts`).
    """
    return compact(fitted(rows, schema), hands)


def described(table: str, name: str, rows: pl.DataFrame, data: bytes) -> Part:
    """Return the description of the part file with these rows and bytes.

    >>> described("hands", "part-0.parquet", pl.DataFrame({"hand_no": [1, 2]}), b"...").rows
    2
    """
    digest = hashlib.sha256(data).hexdigest()
    return Part(table=table, name=name, rows=len(rows), bytes=len(data), sha256=digest)


def stated_key(name: str) -> str:
    """Return the key of the description of a part, by the name of its files.

    >>> stated_key("part-0000000401-0000000800.parquet")
    'stated/part-0000000401-0000000800.json'
    """
    return f"{STATED}/{name.removesuffix('.parquet')}.json"


def stated_parts(data: bytes) -> Iterable[Part]:
    """Return the parts of a description; raises ValueError or TypeError for one that isn't such a description.

    >>> data = json.dumps([asdict(described("hands", "part-0.parquet", pl.DataFrame({"pot": [8]}), b"..."))]).encode()
    >>> [(part.table, part.rows, part.bytes) for part in stated_parts(data)]
    [('hands', 1, 3)]
    """
    return (Part(**part) for part in json.loads(data))
