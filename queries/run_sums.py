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
from queries.models import FOLDER, FORMULAS, Model, as_query_error, load_models, needed_for
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
        self._models = models_of_runs(load_models(tables))
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

        self.con.execute(f"set memory_limit = '{memory_to_build(self.con, portion.size)}B'")
        selects = portion.rows_in_sql(self._tables)
        with as_query_error(tr("the sums")), sums_of(selects, self.con, self._models) as sums:
            # one after the other: in one select their memory adds up to more than a build may use
            columns = [self._list_of_rows(name, rows) for name, rows in sums.items()]
        return pl.concat(columns, how="horizontal")

    def _list_of_rows(self, name: str, rows: str) -> pl.DataFrame:
        """The rows of a select as one list of structs, in the column `name`."""
        import polars as pl

        select = f"select list(m) as {name} from (select * exclude (session_id) from ({rows})) as m"
        if name not in self._kinds:
            ((_, kind, *_),) = self.con.execute(f"describe {select}").fetchall()
            # Parquet has no integers of 128 bits
            self._kinds[name] = kind.replace("HUGEINT", "DECIMAL(38,0)")
        cast = f"select cast({name} as {self._kinds[name]}) as {name} from ({select})"
        return pl.DataFrame(arrow.RecordBatchReader.from_arrow(self.con.sql(cast)).read_all())


def models_of_runs(models: Mapping[str, Model]) -> dict[str, Model]:
    """Return the models without those of players with names, which no run has: they would be planned for each portion.

    >>> "int_named_seats" in models_of_runs(load_models(tables))
    False
    """
    named = {"int_named_hands", "int_named_seats"}
    for model in models.values():  # each comes after those that it reads
        if model.reads & named:
            named.add(model.name)
    return {name: model for name, model in models.items() if name not in named}


def code_of_sums(tables: Iterable[str]) -> list[Path]:
    """The source files that the sums depend on.

    >>> {place.name for place in code_of_sums(tables)} >= {"formulas.sql", "int_session_sums.sql"}
    True
    """
    models = models_of_runs(load_models(tables))
    needed = needed_for([model.name for model in models_by_session(models)], models)
    code = [Path(__file__).with_name(f"{name}.py") for name in ("run_sums", "portions", "sources")]
    return [FORMULAS, *code, *(FOLDER / model.kind / f"{model.name}.sql" for model in needed)]
