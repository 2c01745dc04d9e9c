"""Has the store hold the reference tables of this version of the program (`pipeline.store.reference`).

    <store>/.reference.json   of which sources and bytes the tables were found to be what they should

While both are the same nobody needs to make the tables and compare them, which takes the catalogue of games
and polars. The file may be deleted at any time.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from pathlib import Path

from pipeline.store.parts import PARTS, StoreError, write_whole
from pipeline.store.store import Store

TABLES = ("variants", "action_kinds", "terms")
_KEPT = ".reference.json"
_HOUSE = Path(__file__).parents[2]
_SOURCES = ("engine/**/*.py", "pipeline/bank/book.py", "pipeline/store/*.py")
"""What the rows of these tables, and how they are written, follow from."""


def write_engine_tables(store: Store) -> None:
    """Have the store hold this version's reference tables; written only where they differ, or are damaged."""
    sources = _digest([place for pattern in _SOURCES for place in sorted(_HOUSE.glob(pattern))])
    if _kept(store) == _facts(store, sources):
        return
    from pipeline.store.reference import engine_tables

    for table, rows in engine_tables().items():
        try:
            same = store.read(table).equals(rows)
        except StoreError:
            same = False
        if not same:
            store.write_reference(table, rows)
    with suppress(OSError):  # where nothing can be written the tables are compared each time
        write_whole(store.path / _KEPT, json.dumps(_facts(store, sources)).encode())


def _kept(store: Store) -> object:
    try:
        return json.loads((store.path / _KEPT).read_bytes())
    except (OSError, ValueError):
        return None


def _facts(store: Store, sources: str) -> dict[str, str]:
    files = [place for table in TABLES for place in sorted(store.path.glob(f"{table}/{PARTS}"))]
    return {"sources": sources, "files": _digest(files)}


def _digest(files: list[Path]) -> str:
    """A digest of what files hold and what they are called."""
    digest = hashlib.sha256()
    for place in files:
        data = place.read_bytes()
        digest.update(f"{place.parent.name}/{place.name} {len(data)}\n".encode() + data)
    return digest.hexdigest()
