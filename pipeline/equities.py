"""What the players of a hand could expect of the pots when all chips were in (`pipeline.equity_rows`), kept.

What follows from a session's tables lies beside them (`.equities`), each session's anew when its tables
change, and may be deleted at any time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from pipeline.progress import Progress
from pipeline.store.contents import KEY
from pipeline.store.parts import PARTS, part_bytes, read_parts, write_whole
from pipeline.store.schemas import EQUITIES, SESSIONS
from pipeline.store.store import Store
from queries.sources import signature

if TYPE_CHECKING:
    from pipeline.equity_rows import EquityRow

_KEPT = ".equities"
_KIND = pl.Schema({"kind": SESSIONS["kind"]})
_RULES = 1  # what an equity is: another number, and all are worked out anew


def write_equities(store: Store, progress: Progress) -> None:
    """Write the equities of sessions whose tables have changed since; a store that can't be written keeps
    those that it has.
    """
    tables = store.tables()
    parts: dict[str, dict[str, list[Path]]] = {}
    for table in ("hands", "seats"):
        for part in tables[table]:
            parts.setdefault(part.parent.name, {"hands": [], "seats": []})[table].append(part)
    facts = {folder: _facts(some) for folder, some in parts.items()}
    waiting = [folder for folder in parts if not _sound(store.path / _KEPT / folder, facts[folder])]
    for number, folder in enumerate(waiting):
        progress(folder.removeprefix(KEY), number, len(waiting))
        row = read_parts(sorted((store.path / "sessions" / folder).glob(PARTS)), _KIND, only=True)
        rows = [] if row["kind"].to_list() == ["run"] else _rows(parts[folder])  # a run's luck is nobody's
        data = part_bytes(pl.DataFrame(rows, schema=EQUITIES, orient="row"))
        place = store.path / _KEPT / folder
        with suppress(OSError):
            place.mkdir(parents=True, exist_ok=True)
            for old in place.iterdir():
                old.unlink(missing_ok=True)
            write_whole(place / f"part-{facts[folder]}-{_digest(data)}.parquet", data)


def equity_parts(store: Path) -> list[Path]:
    """The files of the equities of sessions that the store holds."""
    parts = store.glob(f"{_KEPT}/{KEY}*/{PARTS}")
    return sorted(part for part in parts if (store / "sessions" / part.parent.name).is_dir())


def _rows(parts: Mapping[str, Sequence[Path]]) -> list[EquityRow]:
    from pipeline.equity_rows import equity_rows

    return [*equity_rows(parts["hands"], parts["seats"])]


def _facts(parts: Mapping[str, Sequence[Path]]) -> str:
    """What tells the files that a session's equities follow from, and how they follow, from any others."""
    return _digest(f"{_RULES} {signature([*parts['hands'], *parts['seats']])}".encode())


def _sound(place: Path, facts: str) -> bool:
    """Whether the equities that follow from such files are there, byte for byte as they were written."""
    return any(
        part.stem.endswith(_digest(part.read_bytes())) for part in place.glob(f"part-{facts}-*.parquet")
    )


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
