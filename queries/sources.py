"""The store's tables as selects over their part files, and the part files in portions that fit in memory."""

from __future__ import annotations

import glob
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from duckdb import DuckDBPyConnection

HANDS_AT_ONCE = 500_000
"""Approximate number of hands of a portion; chains and part files aren't divided."""

BY_PART = ("hands", "seats")
"""The tables of the store that are read part by part. They have the column `hand_key`, the number of a hand among all
hands read together: joins and groups by one number take half the time of those by session and number.
"""

HAND_BITS = 40
"""The bits of a `hand_key` that the number of a hand within its session takes, unless its range is known."""

_NEEDED = ("first_hand", "dealt")
_HAND = "first_hand + file_row_number // dealt"
_FOLLOWS = {
    "hand_no": _HAND,
    "chain_no": _HAND,
    "seat": "file_row_number % dealt",
    "net": "won - paid",
}
"""The columns that parts of runs leave out (`pipeline/store/parts.py`), with the expressions that restore them. If
the columns of `_NEEDED` are null, nothing was left out.
"""

_SESSION = "url_decode(regexp_extract(filename, 'session_id=([^/]*)/[^/]*$', 1)) as session_id, "


@dataclass(frozen=True, kw_only=True)
class StoredTable:
    """A table of the store: its columns with their types as SQL writes them, and its part files.

    A table stored `by_session` has its files in folders ``session_id=<id>``, and has the column session_id,
    from the folder's name where `columns` doesn't have it.
    """

    columns: Mapping[str, str]
    parts: Sequence[Path]
    by_session: bool

    @property
    def session_in_path(self) -> bool:
        """Whether only the folder's name states the session."""
        return self.by_session and "session_id" not in self.columns


def create_column_tables(con: DuckDBPyConnection, tables: Mapping[str, StoredTable]) -> None:
    """Create `columns.<table>` for each table: no rows, its columns and types.

    >>> import duckdb
    >>> other = duckdb.connect()
    >>> create_column_tables(other, tables)
    >>> other.sql("select count(*) from columns.hands").fetchall()
    [(0,)]
    """
    con.execute("create schema columns")
    for name, table in tables.items():
        session = {"session_id": "varchar"} if table.session_in_path else {}
        key = {"hand_key": "bigint"} if name in BY_PART else {}
        columns = {**key, **session, **table.columns}
        stated = ", ".join(f"{name_in_sql(column)} {kind}" for column, kind in columns.items())
        con.execute(f"create table columns.{name} ({stated})")


def rows_of(
    name: str,
    table: StoredTable,
    parts: Iterable[Path],
    *,
    starts: Mapping[Path, int] | None = None,
    with_files: bool = False,
) -> str:
    """A select of the rows of part files, `with_files` with the column `filename`; of hands and seats with a
    `hand_key`: the number of the hand, plus what `starts` has for its file.

    Columns that a file lacks are null, and narrow integers get the width that `columns.<table>` gives them.
    The columns that a part of a run leaves out are put back.

    >>> select = rows_of("players", tables["players"], tables["players"].parts)
    >>> con.sql(f"select count(*) from ({select})").fetchall()
    [(6,)]
    """
    parts = [*parts]
    if not parts:
        return f"select * from columns.{name}"
    placed = "hand_no" in table.columns
    left_out = dict.fromkeys(_NEEDED, "bigint") if placed else {}
    schema = ", ".join(
        f"{(text := text_in_sql(column))}: {{name: {text}, type: {text_in_sql(kind)}, default_value: null}}"
        for column, kind in {**table.columns, **left_out}.items()
    )
    values = ", ".join(
        f"{_restored(column)} as {column}" for column in _FOLLOWS if placed and column in table.columns
    )
    # with a schema given, DuckDB opens the files when it reads them, not to look up their columns
    first_keys = f" + {[starts[part] for part in parts]}[file_index::bigint + 1]" if starts else ""
    key = f"{_restored('hand_no')}{first_keys} as hand_key, " if name in BY_PART else ""
    return (
        f"select {key}{_SESSION if table.session_in_path else ''}* "
        f"exclude ({', '.join((*left_out, 'file_row_number', *(() if with_files else ('filename',))))}) "
        f"{f'replace ({values}) ' if values else ''}"
        f"from read_parquet({files_in_sql(parts)}, schema = map {{{schema}}}, file_row_number = true, filename = true)"
    )


def together(
    tables: Mapping[str, StoredTable],
    hands: Sequence[Path],
    seats: Sequence[Path],
    *,
    starts: Mapping[Path, int] | None = None,
) -> dict[str, str]:
    """Selects of the rows of part files of `hands` and `seats` that are read together, with hand keys from `starts`,
    or by session. Raises ValueError for a file outside a session's folder, whose rows would belong to no session.

    >>> sorted(together(tables, tables["hands"].parts, tables["seats"].parts))
    ['hands', 'seats']
    """
    files = [*hands, *seats]
    sessions = sorted({part.parent.name for part in files})
    if strays := [name for name in sessions if not name.startswith("session_id=")]:
        raise ValueError(f"part files in {strays[0]!r}, which is no session's folder")
    if not starts:
        first_keys = {session: number << HAND_BITS for number, session in enumerate(sessions)}
        starts = {part: first_keys[part.parent.name] for part in files}
    return {
        name: rows_of(name, tables[name], parts, starts=starts)
        for name, parts in (("hands", hands), ("seats", seats))
    }


def all_rows(tables: Mapping[str, StoredTable]) -> dict[str, str]:
    """A select of all rows of each table.

    >>> all_rows(tables).keys() == tables.keys()
    True
    """
    by_part = together(tables, *(tables[name].parts for name in BY_PART))
    return {name: by_part.get(name) or rows_of(name, table, table.parts) for name, table in tables.items()}


def _restored(column: str) -> str:
    """The value of a column that parts of runs leave out. `coalesce` would take half as long again."""
    return f"if({column} is null and dealt is not null, {_FOLLOWS[column]}, {column})"


def files_in_sql(files: Iterable[Path | str]) -> str:
    """A list of file names as SQL writes it: DuckDB takes them for patterns.

    >>> files_in_sql(["night [1].parquet", "Anna's.parquet"])
    "['night [[]1].parquet', 'Anna''s.parquet']"
    """
    return f"[{', '.join(text_in_sql(glob.escape(str(file))) for file in files)}]"


def text_in_sql(text: str) -> str:
    """Write a string as SQL does.

    >>> text_in_sql("Anna's")
    "'Anna''s'"
    """
    return "'" + text.replace("'", "''") + "'"


def name_in_sql(name: str) -> str:
    """Write a name as SQL does.

    >>> name_in_sql('a"b')
    '"a""b"'
    """
    return '"' + name.replace('"', '""') + '"'


@dataclass(frozen=True)
class Portion:
    """Part files of `hands` and `seats` that belong together: whole hands, whole chains. `rows` are hands.

    `starts` has for each file what is added to its hand numbers, so that the hand keys of a portion are distinct and
    below `keys`. DuckDB joins by keys with few gaps in a fraction of the time.
    """

    hands: tuple[Path, ...]
    seats: tuple[Path, ...]
    rows: int
    starts: Mapping[Path, int] = field(default_factory=dict)
    keys: int = 0

    @property
    def size(self) -> int:
        """The size of the part files in bytes."""
        return sum(part.stat().st_size for part in (*self.hands, *self.seats))

    def rows_in_sql(self, tables: Mapping[str, StoredTable]) -> dict[str, str]:
        """Selects of the rows of hands and of seats."""
        return together(tables, self.hands, self.seats, starts=self.starts)

    def __add__(self, other: Portion) -> Portion:
        following = {part: start + self.keys for part, start in other.starts.items()}
        return Portion(
            self.hands + other.hands,
            self.seats + other.seats,
            self.rows + other.rows,
            {**self.starts, **following},
            self.keys + other.keys,
        )


def portions(
    con: DuckDBPyConnection,
    tables: Mapping[str, StoredTable],
    sessions: Iterable[str],
    hands_at_once: int | None = None,
) -> list[Portion]:
    """Divide the hands of sessions (folder names) into portions of about `hands_at_once`, `HANDS_AT_ONCE` if that is None.

    >>> sum(portion.rows for portion in portions(con, tables, ["session_id=2026-03"]))
    24
    """
    most = HANDS_AT_ONCE if hands_at_once is None else hands_at_once
    wanted = set(sessions)
    parts = [part for name in ("hands", "seats") for part in tables[name].parts if part.parent.name in wanted]
    rows = _row_counts(con, parts)

    def portion(
        hands: Sequence[Path], seats: Sequence[Path], first: int = 0, keys: int = 1 << HAND_BITS
    ) -> Portion:
        starts = dict.fromkeys((*hands, *seats), -first)
        return Portion(tuple(hands), tuple(seats), sum(rows[part] for part in hands), starts, keys)

    by_session = {name: parts_by_session(tables[name], rows) for name in ("hands", "seats")}
    pieces = []
    for session in sorted(wanted):
        hands = by_session["hands"].get(session, [])
        seats = by_session["seats"].get(session, [])
        if [part.name for part in hands] == [part.name for part in seats] and len(hands) > 1:
            seats_of = dict(zip(hands, seats, strict=True))
            pieces += [
                portion(some, [seats_of[part] for part in some], first, last + 1 - first)
                for some, first, last in _by_chains(con, tables, hands)
            ]
        elif hands:
            pieces.append(portion(hands, seats))
    full: list[Portion] = []
    for piece in pieces:
        if full and full[-1].rows + piece.rows <= most:
            full[-1] += piece
        else:
            full.append(piece)
    return full


def parts_by_session(table: StoredTable, having: Mapping[Path, int] | None = None) -> dict[str, list[Path]]:
    """A table's part files by the name of their folder, without those that have no rows by `having`.

    >>> len(parts_by_session(tables["hands"])["session_id=2026-03"])
    1
    """
    parts: dict[str, list[Path]] = {}
    for part in sorted(table.parts):
        if having is None or having.get(part):
            parts.setdefault(part.parent.name, []).append(part)
    return parts


def sessions_in(folders: Iterable[str]) -> list[str]:
    """The ids of the sessions with these folders.

    >>> sessions_in(["session_id=2026-03%201"])
    ['2026-03 1']
    """
    return [unquote(folder.partition("=")[2]) for folder in folders]


def _row_counts(con: DuckDBPyConnection, parts: Sequence[Path]) -> dict[Path, int]:
    if not parts:
        return {}
    counted = con.execute(
        f"select file_name, num_rows from parquet_file_metadata({files_in_sql(parts)})"
    ).fetchall()
    return {Path(file): rows for file, rows in counted}


def _by_chains(
    con: DuckDBPyConnection, tables: Mapping[str, StoredTable], hands: Sequence[Path]
) -> list[tuple[list[Path], int, int]]:
    """A session's part files of hands, in groups that share no chain, each with its first and last hand number."""
    spans = con.execute(
        f"""
        select filename, min(hand_no) as first_hand, max(hand_no),
            min(coalesce(chain_no, hand_no)) as first_chain
        from ({rows_of("hands", tables["hands"], hands, with_files=True)})
        group by filename
        order by first_hand
        """
    ).fetchall()
    groups: list[tuple[list[Path], int, int]] = []
    for file, first_hand, last_hand, first_chain in spans:
        if groups and first_chain < first_hand:
            files, first, last = groups[-1]
            groups[-1] = [*files, Path(file)], first, max(last, last_hand)
        else:
            groups.append(([Path(file)], first_hand, last_hand))
    return groups
