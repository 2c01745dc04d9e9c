"""Takes a backup: every session as it was at one moment, every journal up to its last whole line.

Parts of sessions are never changed, only replaced: a second name for each, in a folder of the store's own,
keeps them as they are until they are copied, whoever replaces the session meanwhile. Where the system gives
no second names they are copied.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from language import tr
from pipeline.backups.archive import ArchiveWriter, BackupError, aside
from pipeline.exports.out import opened
from pipeline.store.contents import CONTENTS, FILE, JOURNALS, KEY, SEASON_PAYMENTS, Contents
from pipeline.store.parts import in_words
from pipeline.store.publishing import recover
from pipeline.store.schemas import REFERENCE_TABLES, SESSION_TABLES
from pipeline.store.store import Store

_TRIES = 10
_PAUSE = 0.02
_MADE = {*SESSION_TABLES, *REFERENCE_TABLES, CONTENTS}
"""Folders of which only what is stated is taken; the rest of the store is taken as it lies there."""
_PASSING = (".lock", ".holder")


@dataclass(kw_only=True)
class Taken:
    """What a backup holds: sessions, journals, all files and bytes; `damaged` sessions were left out."""

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
    progress: Callable[[str, int, int], None] | None = None,
) -> Taken:
    """Write all of a store to one file, which is there whole or not at all.

    Raises BackupError where there is no store or a session isn't as it was written (unless `skip_damaged`),
    ExportError and StoreError where the file or the store can't be written.
    """
    if not store.path.is_dir():
        raise BackupError(tr("There is no store at {path}: name another with --store.", path=store.path))
    recover(store.path)
    taken = Taken()
    folders = sorted(
        {place.name for table in (CONTENTS, "sessions") for place in store.path.glob(f"{table}/{KEY}*")}
        - {SEASON_PAYMENTS}  # their rows and statement follow from their journal
    )
    with (
        opened(out) as file,
        in_words(store.path),
        aside(store.path, "backup") as kept_in,
        ArchiveWriter(file) as writer,
    ):
        for number, folder in enumerate(folders):
            name = unquote(folder.removeprefix(KEY))
            if progress:
                progress(tr("backing up {name}", name=name), number, len(folders))
            fault = _take_session(store.path, folder, writer, kept_in / str(number))
            if fault is None:
                taken.sessions += 1
            elif skip_damaged:
                taken.damaged.append(name)
            else:
                raise BackupError(
                    tr(
                        "The session {name!r} isn't as it was written ({fault}): `peder check` tells what "
                        "next; --skip-damaged takes the rest.",
                        name=name,
                        fault=fault,
                    )
                )
        taken.journals = _take_journals(store.path, writer)
        _take_others(store.path, writer)
    taken.files = len(writer.members)
    taken.bytes = sum(member.bytes for member in writer.members.values())
    return taken


def _take_session(store: Path, folder: str, writer: ArchiveWriter, kept_in: Path) -> str | None:
    """Add a session as its statement has it; returns what is wrong with it, None for nothing.

    One that is just being replaced is looked at again: at fault is what stays so while nobody is at it.
    """
    place = store / CONTENTS / folder / FILE
    faults = 0
    while True:
        shutil.rmtree(kept_in, ignore_errors=True)
        try:
            stated = place.read_bytes()
            contents = Contents.of_text(stated.decode())
            for part in contents.parts:
                source = store / part.table / folder / part.name
                kept = kept_in / part.table / part.name
                kept.parent.mkdir(parents=True, exist_ok=True)
                _keep(source, kept)
                with kept.open("rb") as file:
                    if hashlib.file_digest(file, "sha256").hexdigest() != part.sha256:
                        raise ValueError(tr("{source} isn't as it was written", source=source))
            written_at = place.stat().st_mtime
            break
        except (FileNotFoundError, ValueError, KeyError, TypeError) as error:
            faults = 0 if (store / ".publishing" / folder).exists() else faults + 1
            if faults == _TRIES:
                return str(error)
            time.sleep(_PAUSE)
    for part in contents.parts:
        writer.add(f"{part.table}/{folder}/{part.name}", kept_in / part.table / part.name)
    writer.add_bytes(f"{CONTENTS}/{folder}/{FILE}", stated, written_at)
    shutil.rmtree(kept_in, ignore_errors=True)
    return None


def _keep(source: Path, place: Path) -> None:
    try:
        os.link(source, place)
    except FileNotFoundError:
        raise
    except OSError:  # no second names there
        shutil.copy2(source, place)


def _take_journals(store: Path, writer: ArchiveWriter) -> int:
    count = 0
    for place in sorted((store / JOURNALS).rglob("*")):
        if place.is_file() and place.suffix not in _PASSING and not place.name.startswith("."):
            data = place.read_bytes()
            if place.suffix == ".jsonl":
                data = data[: data.rfind(b"\n") + 1]
                count += 1
            writer.add_bytes(place.relative_to(store).as_posix(), data, place.stat().st_mtime)
    return count


def _take_others(store: Path, writer: ArchiveWriter) -> None:
    """Players, and whatever of settings lies in the store; what this version makes anew stays out."""
    players = store / "players" / "part-0.parquet"
    places = [players] if players.exists() else []
    for folder in sorted(store.iterdir()):
        known = folder.name in _MADE or folder.name == JOURNALS or folder.name.startswith(".")
        if folder.is_dir() and not known:
            places += [place for place in sorted(folder.rglob("*")) if place.is_file()]
    for place in places:
        name = place.relative_to(store).as_posix()
        if place.suffix not in _PASSING and not place.name.startswith("."):
            writer.add_bytes(name, place.read_bytes(), place.stat().st_mtime)
