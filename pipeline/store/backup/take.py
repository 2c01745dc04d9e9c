"""Takes a backup: every session as it was at one moment, every journal up to its last complete line.

Parts of sessions are never changed, only replaced: a hard link to each, in a folder within the store, preserves them
until they are copied, even if the session is replaced meanwhile. If the disk has no hard links, they are copied.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from language import tr
from pipeline.formats.output import opened
from pipeline.store.backup.archive import SECRET, ArchiveWriter, BackupError, workspace
from pipeline.store.backup.encryption import Key, encrypted
from pipeline.store.columns import SESSION_FOLDERS
from pipeline.store.files import readable_errors
from pipeline.store.manifest import (
    FIRST_PART,
    JOURNALS,
    KEY,
    LAST,
    MANIFESTS,
    PLAYERS,
    SEASON_PAYMENTS,
    manifest_path,
    read_manifest,
    table_path,
)
from pipeline.store.progress import Progress
from pipeline.store.publication import recover
from pipeline.store.schemas import REFERENCE_TABLES
from pipeline.store.store import Store

_TRIES = 10
_PAUSE = 0.02
_MADE = {*SESSION_FOLDERS, *REFERENCE_TABLES, MANIFESTS}
"""Folders of which only the files in manifests are taken; other folders of the store are taken whole."""
_PASSING = (".lock", ".holder", LAST, *SECRET)


@dataclass(kw_only=True)
class BackupSummary:
    """The number of sessions, journals, files and bytes in a backup; `damaged` sessions were left out."""

    sessions: int = 0
    journals: int = 0
    files: int = 0
    bytes: int = 0
    damaged: list[str] = field(default_factory=list)


def take_backup(
    store: Store,
    out: Path,
    *,
    skip_damaged: bool = False,
    key: Key | None = None,
    progress: Progress | None = None,
) -> BackupSummary:
    """Write a store to one file, whole or not at all, which only its owner can read; with a `key` encrypted.

    Raises BackupError if there is no store or a session differs from its manifest (unless `skip_damaged`),
    ExportError and StoreError if the file or the store can't be written.

    >>> from pipeline.store.players import add_names
    >>> friends = Store(tmp / "friends")
    >>> _ = add_names(friends, {"anna": ["Anna"]})
    >>> summary = take_backup(friends, tmp / "friends.peder")
    >>> summary.sessions, summary.files  # the file is the table of players
    (0, 1)
    >>> take_backup(Store("frends"), tmp / "frends.peder")
    Traceback (most recent call last):
    ...
    pipeline.store.backup.archive.BackupError: There is no store at frends: name another with --store.
    """
    if not store.path.is_dir():
        raise BackupError(tr("There is no store at {path}: name another with --store.", path=store.path))
    recover(store.path)
    summary = BackupSummary()
    folders = sorted(
        {place.name for table in (MANIFESTS, "sessions") for place in store.path.glob(f"{table}/{KEY}*")}
        - {SEASON_PAYMENTS}  # their rows and manifest are derived from their journal
    )
    if (store.path / manifest_path(PLAYERS)).exists():
        folders.append(PLAYERS)
    with (
        readable_errors(store.path),
        opened(out, 0o600) as file,
        workspace(store.path, "backup") as links,
        encrypted(file, key) as archive,
        ArchiveWriter(archive) as writer,
    ):
        for number, folder in enumerate(folders):
            name = unquote(folder.removeprefix(KEY))
            if progress:
                progress(tr("backing up {name}", name=name), number, len(folders))
            fault = _take_session(store.path, folder, writer, links / str(number))
            if fault is None:
                summary.sessions += name != PLAYERS
            elif skip_damaged:
                summary.damaged.append(name)
            else:
                raise BackupError(
                    tr(
                        "{name!r} isn't as it was written ({fault}): `peder store check` says what to do; "
                        "--skip-damaged takes the rest.",
                        name=name,
                        fault=fault,
                    )
                )
        summary.journals = _take_others(store.path, writer)
    summary.files = len(writer.members)
    summary.bytes = sum(member.bytes for member in writer.members.values())
    return summary


def _take_session(store: Path, folder: str, writer: ArchiveWriter, links: Path) -> str | None:
    """Add a session, by its folder's name, or the players as described in their manifest; returns a fault, None for
    none.

    A session that is being replaced is tried again: only a persistent fault counts.
    """
    place = store / manifest_path(folder)
    faults = 0
    while True:
        shutil.rmtree(links, ignore_errors=True)
        try:
            manifest = read_manifest(store, folder)
            for part in manifest.parts:
                source = store / table_path(part.table, folder) / part.name
                link = links / part.table / part.name
                link.parent.mkdir(parents=True, exist_ok=True)
                _link(source, link)
                if hashlib.sha256(link.read_bytes()).hexdigest() != part.sha256:
                    raise ValueError(tr("{source} isn't as it was written", source=source))
            written_at = place.stat().st_mtime
            break
        except (FileNotFoundError, ValueError, KeyError, TypeError) as error:
            faults = 0 if (store / ".publishing" / folder).exists() else faults + 1
            if faults == _TRIES:
                return str(error)
            time.sleep(_PAUSE)
    for part in manifest.parts:
        link = links / part.table / part.name
        where = f"{table_path(part.table, folder)}/{part.name}"
        writer.add(where, link.read_bytes(), link.stat().st_mtime)
    if folder != PLAYERS:  # they are merged with those of another store
        writer.add(manifest_path(folder), manifest.text().encode(), written_at)
    shutil.rmtree(links, ignore_errors=True)
    return None


def _link(source: Path, place: Path) -> None:
    try:
        os.link(source, place)
    except FileNotFoundError:
        raise
    except OSError:  # a disk without hard links
        shutil.copy2(source, place)


def _take_others(store: Path, writer: ArchiveWriter) -> int:
    """Add the journals up to their last whole lines, players without a manifest and the settings in the store;
    returns the number of journals. Tables that this version writes itself are left out.
    """
    players = store / PLAYERS / FIRST_PART
    places = [players] if players.exists() and not (store / manifest_path(PLAYERS)).exists() else []
    for folder in sorted(store.iterdir()):
        if folder.is_dir() and folder.name not in _MADE and not folder.name.startswith("."):
            places += [place for place in sorted(folder.rglob("*")) if place.is_file()]
    journals = 0
    for place in places:
        if place.suffix in _PASSING or place.name.startswith("."):
            continue
        name, data = place.relative_to(store).as_posix(), place.read_bytes()
        if name.startswith(f"{JOURNALS}/") and place.suffix == ".jsonl":
            data = data[: data.rfind(b"\n") + 1]
            journals += 1
        writer.add(name, data, place.stat().st_mtime)
    return journals
