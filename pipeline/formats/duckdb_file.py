"""The marts and staging views of a store as tables of one DuckDB database, with the meaning of each table and column
as a comment.

Programs that read comments (DBeaver, Evidence, Rill, marimo, language models) show them; `duckdb_columns()` has them in SQL.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import duckdb

from language import tr
from pipeline.formats.output import STDOUT, ExportError, not_written
from queries import system
from queries.meanings import descriptions
from queries.models import as_query_error
from queries.selects import selected
from queries.sources import name_in_sql, text_in_sql
from queries.warehouse import has_database_path

_BLOCK = 65536
"""Bytes of a block: each column takes at least one, and most have few rows."""
Progress = Callable[[str, int, int], None]


def export_duckdb(store: Path, out: Path, progress: Progress | None = None) -> int:
    """Write all marts and staging views of a store into a database file, which is there whole or not at all. Returns the
    number of tables.

    Raises ExportError if the file can't be written, and the errors of `open_marts`.
    """
    from pipeline.analysis.marts import open_marts, sentences  # which follow from what imports write

    if out == STDOUT or not has_database_path(out.absolute()):
        raise ExportError(tr("{out} can't be a database: name a file, without ? in its path.", out=out))
    described = descriptions()
    with open_marts(store) as source, sentences(), _whole(out) as part, duckdb.connect() as target:
        target.execute(
            f"attach {text_in_sql(str(part))} as exported_to (block_size {_BLOCK}); use exported_to"
        )
        for done, (name, about) in enumerate(described.items()):
            if progress:
                progress(name, done, len(described))
            types = source.execute(f"describe {name}").fetchall()  # Arrow widens some
            columns = ", ".join(
                f"cast({name_in_sql(column)} as {kind}) as {name_in_sql(column)}"
                for column, kind, *_ in types
            )
            _, rows = selected(source, f"from {name}", None)
            with as_query_error(tr("the export")):
                target.register("exported", rows)
                target.execute(f"create table {name} as select {columns} from exported")
                target.unregister("exported")
            del rows  # while it is open, the connection takes no other query
            target.execute(f"comment on table {name} is {text_in_sql(str(about))}")
            for column, *_ in types:
                meaning = text_in_sql(str(about.columns[column]))
                target.execute(f"comment on column {name}.{name_in_sql(column)} is {meaning}")
        target.execute("use memory; detach exported_to")
    return len(described)


def _check_ours(out: Path) -> None:
    """Raise FileExistsError if a file is no database that was exported, or has tables of others as well."""
    others = [tr("a file of another kind is there")]
    with suppress(duckdb.Error), duckdb.connect(str(out), read_only=True) as con:
        tables = con.execute(
            "select table_name, comment from duckdb_tables() union all "
            "select view_name, null from duckdb_views() where not internal"
        ).fetchall()
        others = [name for name, comment in tables if comment is None or name not in descriptions()]
        others = others and [tr("it has tables of others, such as {name}", name=others[0])]
    if others:
        raise FileExistsError(errno.EEXIST, others[0], str(out))


@contextmanager
def _whole(out: Path) -> Iterator[Path]:
    """A path for a database that takes the place of `out` when the block ends, and is removed where the block raises."""
    part = out.with_name(f".{out.name}.{os.getpid()}.part")
    try:
        if out.is_dir():
            raise IsADirectoryError(21, os.strerror(21))
        part.touch()
        part.unlink()
        if out.exists() and out.stat().st_size:
            _check_ours(out)
        yield part
        system.replace(part, out)
    except OSError as error:
        raise not_written(out, error) from error
    finally:
        for left in (part, part.with_name(f"{part.name}.wal")):
            with suppress(OSError):
                left.unlink()
