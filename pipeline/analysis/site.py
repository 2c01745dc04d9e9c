"""Writes the site of a store's pages, with the help of other processes if there are many."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from threading import Thread

from duckdb import DuckDBPyConnection

from engine.api import PederError
from engine.cores import usable_cores
from language import speak
from language.current import current_language
from pipeline.analysis.derived import derive_luck
from pipeline.analysis.game_facts import game_source
from pipeline.analysis.marts import open_marts
from pipeline.night.payments import PagePayments
from pipeline.store.games import load_games
from pipeline.store.people import Registry
from pipeline.store.progress import bar
from pipeline.store.store import Store
from reports.errors import ReportError
from reports.manifest import SiteState, WrittenSite, missing_nights
from reports.pages.awards import read_awards
from reports.site import Elsewhere, Site, SiteFacts

MANY = 12
"""Number of nights without a page from which other processes help: they take seconds to start and read the store."""
MOST = 3
"""Number of processes that help: each takes as much memory as this one."""


@dataclass(frozen=True, kw_only=True)
class SiteKind:
    """Whether a site is public, and whether it shows debts and payments."""

    is_public: bool = False
    has_payments: bool = True


OWN = SiteKind()
"""The site on the owner's own disk."""


def site_state(state: SiteState, kind: SiteKind) -> SiteState:
    """Return the state of a site's data, for a site of this kind: pages of another kind aren't up to date.

    >>> site_state(SiteState(store="3 nights"), SiteKind(is_public=True)).store
    'SiteKind(is_public=True, has_payments=True) 3 nights'
    """
    if kind == OWN:
        return state

    def of_kind(known: str) -> str:
        return f"{kind} {known}" if known else ""

    return replace(state, store=of_kind(state.store), night=lambda night: of_kind(state.night(night)))


def write_site(store: Path, folder: Path, state: SiteState, kind: SiteKind = OWN) -> WrittenSite:
    """Write the pages of a store's site that aren't up to date, and return which were written, unchanged or removed. Raises
    PederError, and the errors of `open_marts`.
    """
    people = Registry.of(Store(store)).people.values()
    payees = {one.player_id: repr((one.pay_to, one.pay_public)) for one in people if one.pay_to}
    state = replace(site_state(state, kind), payees=payees)
    with _helpers(store, folder, kind) as elsewhere, open_marts(store) as con, bar() as progress:
        try:
            return _site(con, store, folder, state, kind).write(progress, elsewhere)
        except ReportError as error:
            raise PederError(str(error)) from error


def _site(con: DuckDBPyConnection, store: Path, folder: Path, state: SiteState, kind: SiteKind) -> Site:
    pays = PagePayments(store, con) if kind.has_payments else None
    facts = SiteFacts(
        pays=pays.night if pays else None,
        season_pays=pays.season if pays else None,
        source=game_source(con, store),
        awards=read_awards(store),
    )
    return Site(con, folder, state, facts, is_public=kind.is_public)


@contextmanager
def _helpers(store: Path, folder: Path, kind: SiteKind) -> Iterator[Elsewhere | None]:
    """Processes that write pages, where there are many and a core for them. They begin at once, and derive luck
    from the last session on while this process does from the first on, until it builds the marts.
    """
    count = min(usable_cores() - 1, MOST)
    if not count or missing_nights(folder, sum(1 for _ in (store / "sessions").glob("*"))) < MANY:
        yield None
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    processes = ProcessPoolExecutor(
        count, mp_context=get_context("spawn"), initializer=_begin, initargs=(current_language().code,)
    )
    try:
        processes.submit(_derive_luck_of_last, store)
        for _ in range(1, count):
            processes.submit(int)
        yield lambda name: processes.submit(_write_page, store, folder, kind, name)
    finally:
        processes.shutdown(cancel_futures=True)


def _begin(language: str) -> None:
    """Begin a process that helps: quietly, and no longer than the one that it helps."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    Thread(target=_end_with_parent, daemon=True).start()
    speak(language)


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    if parent := parent_process():
        parent.join()
        os._exit(1)


def _derive_luck_of_last(store: Path) -> None:
    load_games(store)
    derive_luck(Store(store), last_first=True)


def _write_page(store: Path, folder: Path, kind: SiteKind, name: str) -> bool:
    return _site_of(store, folder, kind).write_page(name)


@cache
def _site_of(store: Path, folder: Path, kind: SiteKind) -> Site:
    load_games(store)
    return _site(open_marts(store), store, folder, SiteState(), kind)
