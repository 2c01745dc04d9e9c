"""Names of sessions, and whether a name is in use.

Only a logged night has a journal, from which its tables are derived. A run, a simulated season or an import can't
take the name of such a night, nor a night theirs.
"""

from __future__ import annotations

import json
import re
import unicodedata
from contextlib import suppress
from datetime import date
from pathlib import Path
from urllib.parse import quote, unquote

from language import tr
from pipeline.store.files import StoreError
from pipeline.store.manifest import KEY, SEASON_PAYMENTS, journal_of, manifest_of
from queries import system
from queries.system import file_name_fault

_PLACES = ("sessions/{}", ".unfinished/{}/sessions", ".publishing/{}/sessions")
"""Folders of a session's row: published, unfinished, being published."""


def session_folder(session_id: str) -> str:
    """The folder of a session within a table, in the form that SQL reads back as the column `session_id`.

    Letters of any language, digits, space, `-`, `_` and `.` stay unchanged, other characters become `%XX` (UTF-8).
    Raises StoreError for an id that is empty, too long for a file name, or not printable.

    >>> session_folder("2026-03-14"), session_folder("Bo/Anna")
    ('session_id=2026-03-14', 'session_id=Bo%2FAnna')
    """
    name = unicodedata.normalize("NFC", session_id)
    if not name.strip() or not name.isprintable() or name.startswith("__"):
        raise StoreError(
            tr("{session_id!r} can't name a session: use letters, digits and - _ .", session_id=session_id)
        )
    if KEY + name.casefold() == SEASON_PAYMENTS:
        raise StoreError(
            tr("{name!r} is the name for the payments of seasons: give another name.", name=name)
        )
    escaped = "".join(char if char.isalnum() or char in "-_. " else quote(char, safe="") for char in name)
    if system.WINDOWS and file_name_fault(KEY + escaped):
        escaped = f"{escaped[:-1]}%{ord(escaped[-1]):02X}"  # Windows drops a dot or a space at the end
    if len(escaped.encode()) > 200:
        raise StoreError(
            tr("The session name {name!r}… is too long: keep it under 100 letters.", name=name[:40])
        )
    return KEY + escaped


_MONTHS = "jan|feb|mar|apr|ma[iyj]|jun|jul|aug|sep|o[ck]t|nov|dec"
_DATE = re.compile(
    r"(?P<first>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<last>\d{1,2})(?!\d).*"
    r"|(?P<day>\d{1,2})[-/.](?P<middle>\d{1,2})(?:[-/.](?P<year>\d{4}|\d\d))?\.?"
    rf"|\d{{1,2}}\.? ?(?:{_MONTHS})[a-z]*\.?(?: \d{{4}})?|(?:{_MONTHS})[a-z]* \d{{1,2}}(?:,? \d{{4}})?"
    r"|(?:19|20)\d{6}"
)
"""Names that look like a day."""


def check_night_name(name: str) -> None:
    """Raise StoreError for a new night's name that looks like a date and isn't an ISO day, with the day to write.

    >>> check_night_name("2026-11-28")
    >>> check_night_name("at Bo's")
    >>> check_night_name("2026/11/28")
    Traceback (most recent call last):
    ...
    pipeline.store.files.StoreError: '2026/11/28' looks like a day: write it as 2026-11-28, or name the night in words.
    """
    if file_name_fault(name):
        raise StoreError(
            tr(
                "{name!r} can't name a night: Windows has no file of that name. Choose another, without a dot at the end.",
                name=name,
            )
        )
    match = _DATE.fullmatch(name.strip().casefold())
    if match is None or _is_iso_day(name.strip()):
        return
    if day := _meant_day(match):
        raise StoreError(
            tr(
                "{name!r} looks like a day: write it as {day}, or name the night in words.",
                name=name,
                day=day,
            )
        )
    raise StoreError(
        tr(
            "{name!r} looks like a day and isn't one: write the year, month and day such as 2026-03-14, or name the "
            "night in words.",
            name=name,
        )
    )


def _is_iso_day(name: str) -> bool:
    """Whether a name is an ISO day, or begins with one."""
    with suppress(ValueError):
        date.fromisoformat(name[:10])
        return re.match(r"\d{4}-\d\d-\d\d(?!\d)", name) is not None
    return False


def _meant_day(match: re.Match[str]) -> date | None:
    """Return the only day that a name can mean; None if it can be two, or none."""
    if match["first"]:
        days = [(match["first"], match["month"], match["last"])]
    elif match["year"] and len(match["year"]) == 4:
        days = [
            (match["year"], *pair)
            for pair in ((match["middle"], match["day"]), (match["day"], match["middle"]))
        ]
    elif match[0].isdecimal():
        days = [(match[0][:4], match[0][4:6], match[0][6:])]
    else:
        days = []
    possible = set()
    for parts in days:
        with suppress(ValueError):
            possible.add(date(*map(int, parts)))
    return possible.pop() if len(possible) == 1 else None


def check_no_journal(store: Path, folder: str) -> None:
    """Raise StoreError if a session, by its folder's name, is a logged night.

    >>> (tmp / "journal").mkdir()
    >>> (tmp / "journal" / "2026-03-14.jsonl").touch()
    >>> check_no_journal(tmp, "session_id=2026-03-15")
    >>> check_no_journal(tmp, "session_id=2026-03-14")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    pipeline.store.files.StoreError: The session '2026-03-14' is a night that is logged here, in ...
    """
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
    """Raise StoreError if a session, by its folder's name, has tables but no journal to continue.

    >>> check_may_be_logged(folder, "session_id=2027-01")
    >>> check_may_be_logged(folder, "session_id=run-1")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    pipeline.store.files.StoreError: 'run-1' is a simulated run, so there is no journal to log in: log under ...
    """
    rows = [row for place in _PLACES for row in sorted((store / place.format(folder)).glob("part-*"))]
    if not rows or journal_of(store, folder).exists():
        return
    session = unquote(folder.removeprefix(KEY))
    manifest = manifest_of(store, folder)
    if manifest and manifest.journal:
        raise StoreError(
            tr(
                "The night {session!r} was logged, and its journal {journal} is gone: restore it from a "
                "backup, or log under another name.",
                session=session,
                journal=journal_of(store, folder),
            )
        )
    from pipeline.store.parts import read_parts
    from pipeline.store.schemas import SESSIONS

    row = read_parts(rows[:1], SESSIONS).row(0, named=True)
    raise StoreError(
        tr(
            "{session!r} is {what}, so there is no journal to log in: log under another name.",
            session=session,
            what=_kind_text(row["kind"], row["house_rules"]),
        )
    )


def _kind_text(kind: str, house_rules: str | None) -> str:
    """The kind of a session without a journal, as text."""
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
