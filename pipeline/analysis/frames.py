"""A store opened in Python (`peder.open_store`): its marts, and any select over them, as polars frames."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import TYPE_CHECKING

import polars as pl

from engine.api import PederError
from language import tr
from pipeline.analysis.marts import open_marts, sentences
from pipeline.store.games import catalogue_of
from pipeline.store.reference import variants_table
from queries import selects
from reports.errors import ReportError

if TYPE_CHECKING:
    from reports.figures import Figures

_is_forked = False
"""Whether this process was forked from one that had loaded polars and DuckDB: their threads don't exist here."""


def _note_fork() -> None:
    global _is_forked
    _is_forked = True


if hasattr(os, "register_at_fork"):  # not on Windows, which doesn't fork
    os.register_at_fork(after_in_child=_note_fork)


def _check_process() -> None:
    """Raise PederError in a forked process, where a query would wait without end for threads that don't exist."""
    if _is_forked:
        raise PederError(
            tr(
                "This process was forked after a store had been opened, and can't query one: start processes with "
                "multiprocessing.get_context('spawn'), and open the store in each."
            )
        )


class OpenStore:
    """A store in the state in which it was opened; close it, or use it in a `with` statement. Threads may share it:
    their queries run one after the other, each on all cores. Forked processes can't use it.

    >>> import peder
    >>> with peder.open_store("demo/store") as store:  # doctest: +SKIP
    ...     store.sql("select count(*) as hands from stg_hands")
    """

    def __init__(self, path: Path) -> None:
        _check_process()
        self._con = open_marts(path)
        self._lock = Lock()
        self._games = catalogue_of(path)

    def sql(self, query: str, **values: object) -> pl.DataFrame:
        """Run one select over the views (`stg_*`, `int_*`) and the marts, with `values` bound to `$name`, and return
        its rows. Whole numbers are Int64, money is Decimal, times are in UTC. Raises PederError for anything but one
        select, for a select that fails, and in a forked process.

        >>> store.sql("select count(*) as nights from mart_sessions where kind = $kind", kind="night")["nights"].item()
        12
        """
        with self._querying():
            return selects.read(self._con, query, values)

    def mart(self, name: str) -> pl.DataFrame:
        """Return all rows of a mart. Raises PederError if no mart has that name.

        >>> store.mart("mart_sessions").height == store.sessions().height
        True
        """
        if name not in (marts := self.marts()):
            raise PederError(
                tr("There is no mart {name!r}: there are {marts}.", name=name, marts=", ".join(marts))
            )
        return self.sql(f"from {name}")

    def marts(self) -> list[str]:
        """Return the names of the marts.

        >>> "mart_player_nights" in store.marts()
        True
        """
        tables = self.sql("select table_name from duckdb_tables() where starts_with(table_name, 'mart_')")
        return sorted(tables["table_name"])

    def sessions(self) -> pl.DataFrame:
        """Return the nights, imports and runs, a row each, in time order: `mart_sessions`.

        >>> store.sessions().filter(kind="run").height
        1
        """
        return self.sql("from mart_sessions order by started_at nulls first, session_id")

    def games(self) -> pl.DataFrame:
        """Return the games that ship with Peder and the group's own, a row each: ids, names, family, wild cards,
        rounds, players, pace.

        >>> store.games().filter(variant_id="guts")["name"].item()
        'Guts'
        """
        return variants_table(self._games)

    def simulate(
        self,
        game: str,
        *,
        hands: int = 10_000,
        players: int = 5,
        seed: int = 1,
        profiles: Sequence[str] = ("regular",),
    ) -> pl.DataFrame:
        """Play hands of a game, also of the group's own games, and return a row for each hand and seat, as
        `peder.simulate` does.

        >>> store.simulate("seven-card-stud", hands=10).columns
        ['chain', 'hand', 'seat', 'paid', 'won', 'net']
        """
        from pipeline.simulation.hands_frame import hands_frame

        return hands_frame(self._games, game, hands=hands, players=players, seed=seed, profiles=profiles)

    @cached_property
    def figures(self) -> Figures:
        """The figures of the pages by name, each a `plotly.graph_objects.Figure`: `store.figures.season_line()`.

        They raise PederError for missing players, nights or seasons, and if there is nothing to draw.

        >>> figure = store.figures.season_line()
        >>> figure.update_layout(title="Our season").layout.title.text
        'Our season'
        """
        from reports.figures import Figures

        return Figures(self._con, self._querying)

    @contextmanager
    def _querying(self) -> Iterator[None]:
        """Run queries of one thread; their errors become PederErrors."""
        _check_process()
        with sentences(), self._lock:
            try:
                yield
            except ReportError as error:
                raise PederError(str(error)) from error

    def close(self) -> None:
        """Close the store, after the query that another thread may be running.

        >>> opened = peder.open_store(folder)
        >>> opened.close()
        """
        if not _is_forked:
            with self._lock:
                self._con.close()

    def __enter__(self) -> OpenStore:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
