"""A session that was laid out elsewhere, as by a restore, made part of the store."""

from __future__ import annotations

from pathlib import Path

from language import tr
from pipeline.store.contents import CONTENTS
from pipeline.store.locks import LockedError
from pipeline.store.parts import flush, in_words
from pipeline.store.publishing import publish, session_lock
from pipeline.store.schemas import SESSION_TABLES
from pipeline.store.store import Store, StoreError


def adopt(store: Store, whole: Path) -> None:
    """Make a session that is laid out whole, in a folder named as sessions are on the store's own disk, part
    of the store, in place of the one with its id. Raises StoreError while somebody writes that.
    """
    with in_words(store.path):
        lock = session_lock(store.path, whole.name)
        lock.place.parent.mkdir(exist_ok=True)
        try:
            lock.acquire()
        except LockedError as error:
            raise StoreError(
                tr("The session {name!r} is being written by another peder.", name=whole.name)
            ) from error
        with lock:
            place = store.path / ".publishing" / whole.name
            if place.is_dir():
                publish(store.path, place)
            place.parent.mkdir(exist_ok=True)
            for table in (*SESSION_TABLES, CONTENTS):
                flush(whole / table)
            whole.rename(place)
            flush(place.parent)
            publish(store.path, place)
