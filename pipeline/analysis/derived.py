"""Tables derived from the hands and seats of a session, and cached session by session: the sums of runs, and for
nights and imports the luck of the cards.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import engine
from language import tr
from pipeline.store.columns import DERIVED_TABLES, PRIVATE, REFERENCE_TABLES, SESSION_TABLES, type_in_sql
from pipeline.store.files import PARTS
from pipeline.store.manifest import KEY
from pipeline.store.parts import part_bytes, read_parts
from pipeline.store.progress import Progress
from pipeline.store.reference import action_kinds_table, terms_table
from pipeline.store.session_names import session_folder
from pipeline.store.store import Store
from queries.cache import Cache, key_of
from queries.run_sums import RunSums, code_of_sums
from queries.sources import Portion, StoredTable

if TYPE_CHECKING:
    import polars as pl

    from engine.api import Catalogue

Files = Mapping[str, Sequence[Path]]
"""The part files of a session's hands and seats."""

SumParts = Callable[[Sequence[Portion]], Iterator["pl.DataFrame"]]
"""Sums up portions of a run: `RunSums.row` of each, in order."""


def derive_luck(
    store: Store,
    progress: Progress | None = None,
    only: Collection[str] | None = None,
    *,
    last_first: bool = False,
) -> None:
    """Compute the luck of the nights and imports whose hands have changed, or of `only` these sessions.

    A build computes all; writers of sessions compute theirs, so that the build needn't wait. Another process may
    compute the `last_first` at the same time.

    >>> derive_luck(Store(logged), only=["2026-11-27"])
    >>> [file.parent.name for file in luck_files(Store(logged))]
    ['session_id=2026-11-27']
    """
    luck = Cache(store.path, "luck", ".parquet")
    folders = None if only is None else {session_folder(name) for name in only}
    sessions = {
        folder: files
        for folder, files in _files(store, folders).items()
        if not _may_be_run(files) or not _is_run(store, folder)
    }
    ordered = [*sessions.items()]
    for number, (folder, files) in enumerate(reversed(ordered) if last_first else ordered):
        key = _key(files, _luck_code())
        if not luck.find(folder, key):
            if progress:
                progress(folder.removeprefix(KEY), number, len(sessions))
            luck.put(folder, key, part_bytes(luck_rows(files, store.catalogue)))
    if only is None and not last_first:
        luck.prune(sessions)


def luck_rows(files: Files, games: Catalogue) -> pl.DataFrame:
    """The rows of `pipeline.store.schemas.LUCK` of a session with these part files, of a store with these games."""
    import polars as pl

    from pipeline.analysis.all_in_equity import all_in_equity_rows
    from pipeline.analysis.deal_luck import deal_luck_rows
    from pipeline.store.schemas import LUCK

    names = ("hand_no", "seat", "board", "expected", "expected_variance")
    equities = pl.DataFrame(
        [*all_in_equity_rows(**files, games=games)], schema={name: LUCK[name] for name in names}, orient="row"
    )
    rows = equities.join(
        deal_luck_rows(**files, games=games), on=["hand_no", "seat"], how="full", coalesce=True
    )
    return rows.select(*LUCK).sort("hand_no", "seat")


def luck_files(store: Store) -> list[Path]:
    """Return the files of luck of the store's sessions."""
    folders = dict.fromkeys(part.parent.name for part in store.tables()["sessions"])
    return Cache(store.path, "luck", ".parquet").files(folders)


def derive_sums(
    store: Store, progress: Progress | None = None, sum_parts: SumParts | None = None
) -> dict[str, Path]:
    """Sum up the runs whose hands have changed, and return the files of all runs' sums by session folder."""
    sums = Cache(store.path, "sums", ".parquet")
    runs = {folder: files for folder, files in _files(store).items() if _may_be_run(files)}
    stored: dict[str, Path] = {}
    with ExitStack() as stack:
        adding: RunSums | None = None
        for number, (folder, files) in enumerate(runs.items()):
            key = _key(files, _sums_code())
            place = sums.find(folder, key)
            if place is None and _is_run(store, folder):
                if progress:
                    progress(tr("summing up hands"), number, len(runs))
                adding = adding or stack.enter_context(run_sums())
                place = sums.put(folder, key, part_bytes(sums_of_run(adding, files, sum_parts)))
            if place:
                stored[folder] = place
    sums.prune(runs)
    return stored


def sums_of_run(sums: RunSums, files: Files, sum_parts: SumParts | None = None) -> pl.DataFrame:
    """The sums of a run with these part files, a row a portion. Raises QueryError."""
    import polars as pl

    parts = sums.portions(files, HANDS_OF_A_WORKER if sum_parts else None)
    rows = [*(sum_parts(parts) if sum_parts else map(sums.row, parts))]
    return pl.concat(rows) if rows else sums.row(Portion((), (), 0))


def run_sums() -> RunSums:
    """Return what sums up the hands of runs with the words of this version, portion by portion. It has a connection of its
    own, open until its block ends.

    >>> parts = {table: [*(folder / table).glob("session_id=run-1/*")] for table in ("hands", "seats")}
    >>> with run_sums() as sums:
    ...     [portion.rows for portion in sums.portions(parts)]
    [400]
    """
    return RunSums(stored_tables({}), {"terms": terms_table(), "action_kinds": action_kinds_table()})


def stored_tables(parts: Mapping[str, Sequence[Path]]) -> dict[str, StoredTable]:
    """Return all tables, these with part files and the others without."""
    return {
        name: StoredTable(
            columns={
                column: type_in_sql(kind)
                for column, kind in columns.items()
                if name != "players" or column not in PRIVATE
            },
            parts=parts.get(name, ()),
            by_session=name not in REFERENCE_TABLES,
        )
        for name, columns in {**SESSION_TABLES, **DERIVED_TABLES, **REFERENCE_TABLES}.items()
    }


HANDS_OF_A_WORKER = 1 << 17
"""Number of hands of a portion that is handed to a worker."""
_COLUMNS = "part-columns.parquet"
"""The part without rows that states the columns of a run's narrow parts."""


def _may_be_run(files: Files) -> bool:
    return any(part.name == _COLUMNS for part in files["hands"])


def _is_run(store: Store, folder: str) -> bool:
    import polars as pl

    from pipeline.store.schemas import SESSIONS

    kind = pl.Schema({"kind": SESSIONS["kind"]})
    rows = read_parts(sorted((store.path / "sessions" / folder).glob(PARTS)), kind, only=True)
    return rows["kind"].to_list() == ["run"]


def _files(store: Store, folders: Iterable[str] | None = None) -> dict[str, dict[str, list[Path]]]:
    """The part files of sessions, by folder."""
    tables = store.tables()
    parts: dict[str, dict[str, list[Path]]] = {}
    for table in ("hands", "seats"):
        for part in tables[table]:
            if folders is None or part.parent.name in folders:
                parts.setdefault(part.parent.name, {"hands": [], "seats": []})[table].append(part)
    return parts


def _key(files: Files, code: str) -> str:
    return key_of([*files["hands"], *files["seats"]], facts=[code])


def code_key() -> str:
    """A key of the code that derives all these tables."""
    return key_of(facts=[_luck_code(), _sums_code()])


@cache
def _luck_code() -> str:
    """A key of the rules of the games and the modules of luck."""
    modules = ("all_in_equity", "deal_luck")
    rules = sorted(Path(engine.__file__).parent.rglob("*.py"))
    return key_of(code=[*rules, __file__, *(Path(__file__).with_name(f"{module}.py") for module in modules)])


@cache
def _sums_code() -> str:
    return key_of(code=[__file__, *code_of_sums(stored_tables({}))])
