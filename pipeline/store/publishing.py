"""How a whole session moves to its place in a folder: `.publishing/session_id=<id>/…`, table by table."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from pipeline.store.columns import SESSION_TABLES
from pipeline.store.contents import CONTENTS, KEY
from pipeline.store.locks import FileLock, LockedError
from pipeline.store.parts import flush

FOLDERS = (*SESSION_TABLES, CONTENTS)
"""What a session has a folder in, the row that makes it one first."""


def recover(store: Path) -> None:
    """Complete the moves that an interruption left half-way."""
    for whole in store.glob(f".publishing/{KEY}*"):
        # either its writer is at it right now, or we may only read here
        with suppress(LockedError, OSError), session_lock(store, whole.name):
            if whole.is_dir():
                publish(store, whole)


def session_lock(store: Path, folder: str) -> FileLock:
    """The lock of who writes a session, by its folder's name."""
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
            flush(place.parent)
    shutil.rmtree(whole)
