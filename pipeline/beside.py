"""Tables that follow from a session's hands and seats, kept beside them: each session's anew when its own
change.

They lie in a folder of their own (`.equities`, `.deals`), a file a session, and may be deleted at any time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.progress import Progress
from pipeline.store.contents import KEY
from pipeline.store.parts import PARTS, part_bytes, read_parts, session_folder, write_whole
from pipeline.store.store import Store
from queries.sources import signature

if TYPE_CHECKING:
    import polars as pl

_RULES = {"equities": 3, "deals": 3}
"""Another number where the rules of a table change: all its rows are worked out anew."""


def write_beside(store: Store, progress: Progress | None = None, only: str | None = None) -> None:
    """Write the rows of sessions whose own tables have changed since, or of `only` one; a store that can't be
    written keeps those that it has. Runs have none: nobody has a name in them.

    A build asks for all, and whoever has told a night for that one, so that the build needn't wait for it.
    """
    tables = store.tables()
    parts: dict[str, dict[str, list[Path]]] = {}
    for table in ("hands", "seats"):
        for part in tables[table]:
            if only is None or part.parent.name == session_folder(only):
                parts.setdefault(part.parent.name, {"hands": [], "seats": []})[table].append(part)
    signs = {folder: signature([*some["hands"], *some["seats"]]) for folder, some in parts.items()}
    waiting = [
        (table, folder, facts)
        for table, rules in _RULES.items()
        for folder, sign in signs.items()
        if not _sound(_place(store, table, folder), facts := _digest(f"{rules} {sign}".encode()))
    ]
    for number, (table, folder, facts) in enumerate(waiting):
        if progress:
            progress(folder.removeprefix(KEY), number, len(waiting))
        data = part_bytes(_rows(store, table, folder, parts[folder]))
        place = _place(store, table, folder)
        with suppress(OSError):
            place.mkdir(parents=True, exist_ok=True)
            for old in place.iterdir():
                old.unlink(missing_ok=True)
            write_whole(place / f"part-{facts}-{_digest(data)}.parquet", data)


def _rows(store: Store, table: str, folder: str, parts: Mapping[str, Sequence[Path]]) -> pl.DataFrame:
    """The rows of a session, by its folder's name; none of a run."""
    import polars as pl

    from pipeline.store.schemas import DERIVED_TABLES, SESSIONS

    kind = pl.Schema({"kind": SESSIONS["kind"]})
    row = read_parts(sorted((store.path / "sessions" / folder).glob(PARTS)), kind, only=True)
    if row["kind"].to_list() == ["run"]:
        return pl.DataFrame(schema=DERIVED_TABLES[table])
    if table == "equities":
        from pipeline.equity_rows import equity_rows

        return pl.DataFrame([*equity_rows(**parts)], schema=DERIVED_TABLES[table], orient="row")
    from pipeline.deal_rows import deal_rows

    return deal_rows(**parts)


def _place(store: Store, table: str, session: str) -> Path:
    return store.path / f".{table}" / session


def parts_beside(store: Path, table: str) -> list[Path]:
    """The files of a table that follows, of sessions that the store holds."""
    parts = store.glob(f".{table}/{KEY}*/{PARTS}")
    return sorted(part for part in parts if (store / "sessions" / part.parent.name).is_dir())


def _sound(place: Path, facts: str) -> bool:
    """Whether the rows that follow from such files are there, byte for byte as they were written."""
    return any(
        part.stem.endswith(_digest(part.read_bytes())) for part in place.glob(f"part-{facts}-*.parquet")
    )


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


__all__ = ["parts_beside", "write_beside"]
