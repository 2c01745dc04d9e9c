"""Moves whole sessions to their places, table by table, by way of `.publishing/session_id=<id>/…`."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from language import tr
from pipeline.store.columns import SESSION_FOLDERS, SESSION_TABLES
from pipeline.store.files import StoreError, readable_errors
from pipeline.store.locks import FileLock, LockedError
from pipeline.store.manifest import KEY, MANIFESTS
from queries.system import flush_names

FOLDERS = (*SESSION_FOLDERS, MANIFESTS)
"""The folders of a session's files; first that of its row, without which the rest is no session."""


def recover(store: Path) -> None:
    """Complete the moves that an interruption left half-way."""
    for whole in store.glob(f".publishing/{KEY}*"):
        # either its writer is at it right now, or we may only read here
        with suppress(LockedError, OSError, StoreError), session_lock(store, whole.name):
            if whole.is_dir():
                publish(store, whole)


def session_lock(store: Path, folder: str) -> FileLock:
    """The lock of the writer of a session, by its folder's name."""
    return FileLock(store / ".unfinished" / f"{folder}.lock")


def publish(store: Path, whole: Path) -> None:
    """Move each table of a whole session to its place, the old one out of the way first.

    A table still under `whole` hasn't moved yet, so this can be begun again after any interruption.
    """
    retired = whole / "retired"
    retired.mkdir(exist_ok=True)
    waiting = [table for table in FOLDERS if (whole / table).is_dir()]
    for table in waiting:  # sessions first: without its row the rest isn't a session
        place = store / table / whole.name
        if place.is_dir():
            place.rename(retired / table)
    for table in reversed(waiting):  # and last
        place = store / table / whole.name
        if any((whole / table).iterdir()):
            place.parent.mkdir(exist_ok=True)
            (whole / table).rename(place)
            flush_names(place.parent)
    shutil.rmtree(whole)


def adopt(store: Path, whole: Path) -> None:
    """Publish a whole session from a folder named after it, on the store's own disk, in place of the one with
    its id. Raises StoreError while that is being written.
    """
    with readable_errors(store):
        lock = session_lock(store, whole.name)
        lock.place.parent.mkdir(exist_ok=True)
        try:
            lock.acquire()
        except LockedError as error:
            raise StoreError(
                tr("The session {name!r} is being written by another peder.", name=whole.name)
            ) from error
        with lock:
            place = store / ".publishing" / whole.name
            if place.is_dir():
                publish(store, place)
            place.parent.mkdir(exist_ok=True)
            for table in (*SESSION_TABLES, MANIFESTS):
                flush_names(whole / table)
            whole.rename(place)
            flush_names(place.parent)
            publish(store, place)


def drop(store: Path, folder: str) -> None:
    """Remove a session, by its folder's name, as a whole: an empty one is published in its place. Raises StoreError
    while the session is being written.
    """
    if not any((store / table / folder).is_dir() for table in FOLDERS):
        return
    empty = store / ".unfinished" / f"dropped-{folder}" / folder
    with readable_errors(store):
        shutil.rmtree(empty.parent, ignore_errors=True)
        for table in FOLDERS:
            (empty / table).mkdir(parents=True)
        adopt(store, empty)
        empty.parent.rmdir()
