"""Tables that follow from journals: derived when a night is left, or when somebody reads the store.

Beside a journal lies a mark of what its tables were last derived from. A journal that is ahead of its mark,
because its logger is at work or was killed, is derived by whoever reads the tables next.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from engine.errors import PederError
from pipeline.night.course import night_of
from pipeline.night.journal import Contents, journal_place, journals, night_name, read_journal
from pipeline.night.tables import enter_players, write_night
from pipeline.store.locks import FileLock
from pipeline.store.parts import in_words
from pipeline.store.store import Store


def follow(place: Path, write: Callable[[Contents], None]) -> None:
    """Have `write` derive the tables of a journal that is ahead of them; whoever comes second waits.

    Raises JournalError for a journal that can't be read, StoreError where the tables can't be written.
    """
    if _is_followed(place):
        return
    with in_words(place.parent.parent):
        lock = FileLock(place.with_suffix(".deriving"))
        lock.acquire(wait=True)
        try:
            mark = _mark(place)
            write(read_journal(place))
            _put(place.with_suffix(".derived"), mark)
        finally:
            lock.release()


def derive_night(store: Path, name: str) -> None:
    """Have a night's tables follow its journal. Raises as `follow`."""
    kept = Store(store)

    def write(contents: Contents) -> None:
        night = night_of(contents.entries)
        if night.players:
            enter_players(kept, night.players)
            write_night(kept, name, night)

    place = journal_place(store, name)
    if place.exists():
        if not kept.has(name):
            place.with_suffix(".derived").unlink(missing_ok=True)
        follow(place, write)


def derive_nights(store: Path, progress: Callable[[str, int, int], None] | None = None) -> Iterable[str]:
    """Have the tables of every night follow; a sentence for each where that can't be.

    `progress` hears a night, how many are done, of how many.
    """
    places = journals(store)
    for number, place in enumerate(places):
        if progress:
            progress(night_name(place), number, len(places))
        try:
            derive_night(store, night_name(place))
        except PederError as error:
            yield f"The tables of {night_name(place)} are older than its journal: {error}"


def _mark(place: Path) -> str:
    """What the whole lines of a journal are known by, and who derives from them."""
    data = place.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    return f"{version('peder')} {len(whole)} {zlib.crc32(whole):08x}\n"


def _is_followed(place: Path) -> bool:
    with suppress(OSError):
        return place.with_suffix(".derived").read_text() == _mark(place)
    return False


def _put(place: Path, text: str) -> None:
    beside = place.with_name(f".{place.name}.{os.getpid()}")
    beside.write_text(text)
    beside.replace(place)
