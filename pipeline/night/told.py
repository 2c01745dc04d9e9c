"""What a journal comes to, kept, so that a season is settled without telling each of its nights again.

    <store>/.told/<night>.json

It follows from the journal's bytes and the program alone, and is kept under a checksum of both: one that
isn't of these is passed over and made anew. A night with faults, whose sentences are in somebody's language,
or with a torn end is told each time.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from importlib.metadata import version
from pathlib import Path

import msgspec

from pipeline.bank.settlement import NightBook
from pipeline.night.account import book_of_night
from pipeline.night.journal import journal_place
from pipeline.night.night import Night
from pipeline.store.contents import KEY
from pipeline.store.parts import session_folder

TOLD = ".told"
_FORMAT = 1


@dataclass(frozen=True, kw_only=True)
class ToldNight:
    """A night as a settlement asks for it; `book` is what it leaves, `players` names them by their ids."""

    key: str
    season: str | None
    started_at: datetime | None
    day: date | None
    ended: bool
    adrift: int
    players: dict[str, str]
    book: NightBook


def told_of(name: str, night: Night, journal: bytes) -> ToldNight:
    """What the night of a journal with these bytes comes to."""
    return ToldNight(
        key=_key(journal),
        season=night.season,
        started_at=night.started_at,
        day=night.day,
        ended=night.ended_at is not None,
        adrift=night.adrift,
        players=night.names,
        book=book_of_night(name, night),
    )


def keep_told(store: Path, name: str, night: Night, journal: bytes) -> ToldNight:
    """The same, kept where that can be done and is of use, and nobody has added a line meanwhile."""
    told = told_of(name, night, journal)
    whole = journal.endswith(b"\n") and b"\0" not in journal
    with suppress(OSError):  # a store that can only be read, a full disk: it is told again
        if whole and not night.faults and journal_place(store, name).read_bytes() == journal:
            place = _place(store, name)
            place.parent.mkdir(exist_ok=True)
            place.write_bytes(msgspec.json.encode(told))  # half a file is none of these
    return told


def read_told(store: Path, name: str, journal: bytes) -> ToldNight | None:
    """What was kept of a journal with these bytes; None where nothing was."""
    try:
        told = msgspec.json.decode(_place(store, name).read_bytes(), type=ToldNight)
    except (OSError, msgspec.MsgspecError, ValueError):
        return None
    return told if told.key == _key(journal) and told.book.name == name else None


def _place(store: Path, name: str) -> Path:
    return store / TOLD / f"{session_folder(name).removeprefix(KEY)}.json"


def _key(journal: bytes) -> str:
    return f"{_FORMAT} {version('peder')} {hashlib.sha256(journal).hexdigest()}"
