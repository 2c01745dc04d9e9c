"""Whose a session's name is: a night that is logged has a journal, and no other session has one.

Neither takes the other's name, for the tables of a night follow from its journal, and those of a run, a
simulated season or an import from nothing but themselves.
"""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import unquote

from language import tr
from pipeline.store.contents import KEY, journal_of, statement_of
from pipeline.store.parts import StoreError, read_parts

_PLACES = ("sessions/{}", ".unfinished/{}/sessions", ".publishing/{}/sessions")
"""Where the row of a session lies: in its place, while it is written or was interrupted, on its way."""


def check_no_journal(store: Path, folder: str) -> None:
    """Raise StoreError where a session, by its folder's name, is a night that is logged."""
    journal = journal_of(store, folder)
    if journal.exists():
        raise StoreError(
            tr(
                "The session {session!r} is a night that is logged here, in {journal}: give another name.",
                session=unquote(folder.removeprefix(KEY)),
                journal=journal,
            )
        )


def check_may_be_logged(store: Path, folder: str) -> None:
    """Raise StoreError where a session, by its folder's name, has tables and no journal to go on with."""
    rows = [row for place in _PLACES for row in (store / place.format(folder)).glob("part-*")]
    if not rows or journal_of(store, folder).exists():
        return
    session = unquote(folder.removeprefix(KEY))
    stated = statement_of(store, folder)
    if stated and stated.journal:
        raise StoreError(
            tr(
                "The night {session!r} was logged, and its journal {journal} is gone: restore it from a "
                "backup, or log under another name.",
                session=session,
                journal=journal_of(store, folder),
            )
        )
    from pipeline.store.schemas import SESSIONS

    told = read_parts(rows[:1], SESSIONS).row(0, named=True)
    raise StoreError(
        tr(
            "{session!r} is {what}, so there is no journal to log in: log under another name.",
            session=session,
            what=_what(told["kind"], told["house_rules"]),
        )
    )


def _what(kind: str, house_rules: str | None) -> str:
    """What a session without a journal is."""
    if kind == "run":
        return tr("a simulated run")
    if kind == "night" and _is_simulated(house_rules):
        return tr("a night of a simulated season")
    return tr("an imported night")


def _is_simulated(house_rules: str | None) -> bool:
    try:
        rules = json.loads(house_rules or "{}")
    except ValueError:
        return False
    return isinstance(rules, dict) and bool(rules.get("simulated"))
