"""Publishes the files of a session, of the seasons' payments or of the players: all of them or none.

A publication is made whole by one rename to `.publishing/<name>/<table>/…`, and moves to its places from there. The
next reader completes a move that was interrupted. A session's tables move as folders, its row last, so that readers
see all of it or nothing; the files of the players replace the former ones, so that readers always see players.
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from language import tr
from pipeline.store.columns import SESSION_FOLDERS
from pipeline.store.files import StoreError, readable_errors, write_whole
from pipeline.store.locks import FileLock, LockedError
from pipeline.store.manifest import (
    FIRST_PART,
    KEY,
    MANIFESTS,
    PLAYERS,
    SEASON_PAYMENTS,
    JournalState,
    Manifest,
    manifest_of,
    manifest_path,
    part_faults,
    part_of,
)
from queries import system
from queries.system import flush_names

FOLDERS = (*SESSION_FOLDERS, MANIFESTS)
"""The folders of a session's files; the first has its row, without which there is no session."""


def recover(store: Path) -> None:
    """Complete the moves that an interruption left unfinished; leave a publication that another process is moving.

    >>> stopped = tmp / "stopped"
    >>> (stopped / ".publishing/session_id=March/hands").mkdir(parents=True)
    >>> (stopped / ".publishing/session_id=March/hands" / FIRST_PART).touch()
    >>> (stopped / ".unfinished").mkdir()
    >>> recover(stopped)
    >>> [place.relative_to(stopped).as_posix() for place in stopped.rglob("*.parquet")]
    ['hands/session_id=March/part-0.parquet']
    """
    for whole in store.glob(".publishing/*"):
        # either its writer is moving it right now, or we may only read here
        with suppress(LockedError, OSError, StoreError), session_lock(store, whole.name):
            if whole.is_dir():
                publish(store, whole)


def session_lock(store: Path, name: str) -> FileLock:
    """The lock of the writer of a session, by its folder's name, or of the players."""
    return FileLock(store / ".unfinished" / f"{name}.lock")


def publish(store: Path, whole: Path) -> None:
    """Move each table of a whole publication to its place.

    A table that is still under `whole` hasn't moved, so this can be repeated after any interruption.
    """
    if whole.name == PLAYERS:
        _replace_files(store, whole)
    else:
        _replace_folders(store, whole)
    shutil.rmtree(whole)


def _replace_files(store: Path, whole: Path) -> None:
    for table in (PLAYERS, MANIFESTS):
        (store / table).mkdir(exist_ok=True)
        for file in sorted((whole / table).glob("*")):
            system.replace(file, store / table / file.name)
        flush_names(store / table)


def _replace_folders(store: Path, whole: Path) -> None:
    retired = whole / "retired"
    retired.mkdir(exist_ok=True)
    waiting = [table for table in FOLDERS if (whole / table).is_dir()]
    for table in waiting:  # sessions first: without its row the rest isn't a session
        place = store / table / whole.name
        if place.is_dir():
            system.replace(place, retired / table)
    for table in reversed(waiting):  # and last
        place = store / table / whole.name
        if any((whole / table).iterdir()):
            place.parent.mkdir(exist_ok=True)
            system.replace(whole / table, place)
            flush_names(place.parent)


def adopt(store: Path, whole: Path) -> None:
    """Publish a whole session, or the players, from a folder named after it, on the store's own disk, in place of
    the one of that name. Raises StoreError while that is being written.

    >>> whole = tmp / "copied" / "session_id=March"
    >>> _ = begin_whole(whole).write_text("{}")
    >>> (tmp / "adopted").mkdir()
    >>> adopt(tmp / "adopted", whole)
    >>> [place.relative_to(tmp).as_posix() for place in (tmp / "adopted").rglob("*.json")]
    ['adopted/contents/session_id=March/contents.json']
    """
    with readable_errors(store):
        lock = session_lock(store, whole.name)
        lock.place.parent.mkdir(exist_ok=True)
        try:  # players and payments are written at once, while a run may take hours
            lock.acquire(wait=whole.name in (PLAYERS, SEASON_PAYMENTS))
        except LockedError as error:
            raise StoreError(
                tr("The session {name!r} is being written by another peder.", name=whole.name)
            ) from error
        with lock:
            place = store / ".publishing" / whole.name
            if place.is_dir():
                publish(store, place)
            place.parent.mkdir(exist_ok=True)
            for folder in whole.iterdir():
                flush_names(folder)
            system.replace(whole, place)
            flush_names(place.parent)
            publish(store, place)


def begin_whole(whole: Path) -> Path:
    """Make the folders of a publication that is to be named after `whole`, in place of a killed writer's; returns the
    place of its manifest there. Raises OSError.

    >>> place = begin_whole(tmp / "session_id=2026-03-14")
    >>> place.relative_to(tmp).as_posix()
    'session_id=2026-03-14/contents/contents.json'
    >>> sorted(folder.name for folder in (tmp / "session_id=2026-03-14").iterdir())
    ['bank', 'contents', 'hands', 'seats', 'sessions', 'sums']
    """
    shutil.rmtree(whole, ignore_errors=True)
    for folder in (PLAYERS, MANIFESTS) if whole.name == PLAYERS else FOLDERS:
        (whole / folder).mkdir(parents=True)
    return whole / MANIFESTS / Path(manifest_path(whole.name)).name


def publish_table(
    store: Path, name: str, table: str, data: bytes, rows: int, journal: JournalState | None = None
) -> None:
    """Publish a table's single part and its manifest, in place of everything published by this name; writes nothing
    if they are unchanged. Raises StoreError.

    >>> publish_table(tmp / "alone", PLAYERS, "players", b"...", rows=2)
    >>> [(part.rows, part.bytes) for part in manifest_of(tmp / "alone", PLAYERS).parts]
    [(2, 3)]
    """
    manifest = Manifest(
        session_id=name.removeprefix(KEY), parts=(part_of(data, table, FIRST_PART, rows),), journal=journal
    )
    if manifest_of(store, name) == manifest and not any(part_faults(store, name)):
        return
    whole = store / ".unfinished" / table / name
    with readable_errors(store):
        place = begin_whole(whole)
        write_whole(whole / table / FIRST_PART, data)
        write_whole(place, manifest.text().encode())
    adopt(store, whole)


def drop(store: Path, folder: str) -> None:
    """Remove a session, by its folder's name, completely: an empty one is published in its place. Raises StoreError
    while the session is being written.

    >>> (tmp / "friends/hands/session_id=March").mkdir(parents=True)
    >>> drop(tmp / "friends", "session_id=March")
    >>> [*(tmp / "friends/hands").iterdir()]
    []
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
