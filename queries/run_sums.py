"""The sums of runs: the rows that the models stored session by session have of a run. Each portion of its hands is a
row, and each model a column with its rows as a list of structs. These files stay valid when marts change.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

import arro3.core as arrow
import duckdb

from language import tr
from queries.models import FOLDER, FORMULAS, as_query_error, load_models, needed_for
from queries.portions import models_by_session, sums_of
from queries.sources import (
    BY_PART,
    Portion,
    StoredTable,
    create_column_tables,
    parts_by_session,
    portions,
    rows_of,
    text_in_sql,
)
from queries.warehouse import memory_to_build

if TYPE_CHECKING:
    import polars as pl


class RunSums:
    """Sums up portions of the hands of runs, one run after the other. `tables` state the columns; `words` are the tables
    of the words and acts in hands.

    Games are the versions that the hands were played by, whichever the store counts them with now.
    """

    def __init__(self, tables: Mapping[str, StoredTable], words: Mapping[str, pl.DataFrame]) -> None:
        self._tables = tables
        self._models = load_models(tables)
        self._kinds: dict[str, str] = {}
        self.con = duckdb.connect(config={"python_enable_replacements": False})
        self._spill = tempfile.TemporaryDirectory(prefix="peder-", ignore_cleanup_errors=True)
        self.con.execute(f"set temp_directory = {text_in_sql(self._spill.name)}")
        self.con.execute(FORMULAS.read_text(encoding="utf-8"))
        create_column_tables(self.con, tables)
        for name, table in tables.items():
            if name in words:
                self.con.from_arrow(arrow.Table.from_arrow(words[name])).create(name)
            else:
                self.con.execute(f"create view {name} as {rows_of(name, table, [])}")
        for model in needed_for([model.name for model in models_by_session(self._models)], self._models):
            self.con.execute(f"create view {model.name} as {model.sql}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.con.close()
        self._spill.cleanup()

    def portions(
        self, parts: Mapping[str, Sequence[Path]], hands_at_once: int | None = None
    ) -> list[Portion]:
        """The hands of a run with these part files of `hands` and `seats`, in portions of whole chains, of about
        `hands_at_once`, those of a build if that is None. Raises QueryError.
        """
        tables = {name: replace(self._tables[name], parts=parts[name]) for name in BY_PART}
        with as_query_error(tr("the sums")):
            return portions(self.con, tables, parts_by_session(tables["hands"]), hands_at_once)

    def row(self, portion: Portion) -> pl.DataFrame:
        """The sums of a portion of one session. Raises QueryError for files that can't be read."""
        import polars as pl

        size = sum(part.stat().st_size for part in (*portion.hands, *portion.seats))
        self.con.execute(f"set memory_limit = '{memory_to_build(self.con, size)}B'")
        selects = portion.rows_in_sql(self._tables)
        with as_query_error(tr("the sums")), sums_of(selects, self.con, self._models) as sums:
            lists = [
                f"(select list(m) from (select * exclude (session_id) from ({rows})) as m) as {name}"
                for name, rows in sums.items()
            ]
            select = f"select {', '.join(lists)}"
            self._kinds = self._kinds or {
                name: kind.replace("HUGEINT", "DECIMAL(38,0)")  # Parquet has no integers of 128 bits
                for name, kind, *_ in self.con.execute(f"describe {select}").fetchall()
            }
            cast = ", ".join(f"cast({name} as {kind}) as {name}" for name, kind in self._kinds.items())
            rows = arrow.RecordBatchReader.from_arrow(self.con.sql(f"select {cast} from ({select})"))
            return pl.DataFrame(rows.read_all())


def code_of_sums(tables: Iterable[str]) -> list[Path]:
    """The source files that the sums depend on.

    >>> {place.name for place in code_of_sums(tables)} >= {"formulas.sql", "int_session_sums.sql"}
    True
    """
    models = load_models(tables)
    needed = needed_for([model.name for model in models_by_session(models)], models)
    code = [Path(__file__).with_name(f"{name}.py") for name in ("run_sums", "portions", "sources")]
    return [FORMULAS, *code, *(FOLDER / model.kind / f"{model.name}.sql" for model in needed)]
