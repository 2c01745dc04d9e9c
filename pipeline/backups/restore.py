"""Puts a backup back: all of it is verified and laid out beside the tables before any of them is touched.

What the store has and the backup hasn't stays. Where both have something that differs, the store's is newer
if its journal isn't the beginning of the backup's, or, for want of one, if it was written later. Nothing
newer is overwritten unless the user says so; a journal that is overwritten stays beside the new one.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from urllib.parse import unquote

from language import tr
from pipeline.backups.archive import Archive, BackupError, aside
from pipeline.night.deriving import derive_nights
from pipeline.night.journal import set_aside
from pipeline.night.rows import entries_of
from pipeline.people import Registry, add_people
from pipeline.settling.payments import derive_payments
from pipeline.store.adopt import adopt
from pipeline.store.contents import CONTENTS, FILE, JOURNALS, KEY, Contents, session_faults, statement_of
from pipeline.store.engine_tables import write_engine_tables
from pipeline.store.locks import FileLock, LockedError
from pipeline.store.parts import flush, in_words, read_parts, write_whole
from pipeline.store.schemas import PLAYERS, SESSION_TABLES
from pipeline.store.store import Store, StoreError
from pipeline.store.taken import check_may_be_logged, check_no_journal

Newer = Literal["refuse", "keep", "overwrite"]
"""What becomes of things newer in the store: nothing is restored, they stay, they are overwritten."""

_PLAYERS = "players/part-0.parquet"


@dataclass(kw_only=True)
class Restored:
    """What came back, by name, what was there already the same, and what is newer in the store and stayed."""

    restored: list[str] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)  # sentences on tables that can't follow their journals


@dataclass(frozen=True)
class _Thing:
    """A session with its files and journal, or a file by itself."""

    name: str
    files: tuple[str, ...]
    journal: str | None = None
    folder: str | None = None


def restore_backup(store: Store, place: Path, *, newer: Newer = "refuse") -> Restored:
    """Restore a backup. Raises BackupError for one that isn't whole, and where the store has newer things and
    nobody said what is to become of them; then nothing was touched.
    """
    with Archive(place) as archive:
        things = list(_things(archive))
        done = Restored()
        wanted = []
        for thing in things:
            match _state(store.path, archive, thing):
                case "same":
                    done.same.append(thing.name)
                case "newer" if newer != "overwrite":
                    done.kept.append(thing.name)
                case _:
                    wanted.append(thing)
        if done.kept and newer == "refuse":
            named = ", ".join(map(repr, done.kept[:5])) + (tr(" and more") if len(done.kept) > 5 else "")
            raise BackupError(
                tr(
                    "In the store {path} these are newer than in {name}: {named}. Nothing was restored: "
                    "--keep-newer restores the rest, --overwrite also these.",
                    path=store.path,
                    name=place.name,
                    named=named,
                )
            )
        for thing in wanted:
            _check_name(store.path, thing)
        with in_words(store.path):
            store.path.mkdir(parents=True, exist_ok=True)
            _put(store, archive, wanted)
        done.restored = [thing.name for thing in wanted]
        _put_players(store, archive, overwrite=newer == "overwrite")
        write_engine_tables(store)
    done.late = [*derive_nights(store.path), *derive_payments(store.path)]
    return done


def _things(archive: Archive) -> Iterator[_Thing]:
    """What the archive holds. Raises BackupError for a session that isn't just what its statement says."""
    left = dict.fromkeys(archive.members)
    left.pop(_PLAYERS, None)
    for path in [path for path in archive.members if path.startswith(f"{CONTENTS}/")]:
        folder = path.split("/")[1]
        try:
            contents = Contents.of_text(archive.read(path).decode())
            if path != f"{CONTENTS}/{folder}/{FILE}" or contents.session_id != unquote(
                folder.removeprefix(KEY)
            ):
                raise ValueError(tr("it is another session's"))
            files = [f"{part.table}/{folder}/{part.name}" for part in contents.parts]
            for part, file in zip(contents.parts, files, strict=True):
                if archive.members[file].sha256 != part.sha256 or part.table not in SESSION_TABLES:
                    raise ValueError(tr("{file} isn't as it states", file=file))
        except (ValueError, KeyError, TypeError) as error:
            raise BackupError(
                tr(
                    "{place} is damaged, and nothing was restored ({path}: {error}).",
                    place=archive.place,
                    path=path,
                    error=error,
                )
            ) from error
        journal = f"{JOURNALS}/{folder.removeprefix(KEY)}.jsonl"
        has_journal = journal in archive.members
        for file in (path, *files, *([journal] if has_journal else ())):
            left.pop(file, None)
        yield _Thing(contents.session_id, (path, *files), journal if has_journal else None, folder)
    for path in left:
        if path.split("/")[0] in SESSION_TABLES:
            raise BackupError(
                tr(
                    "{place} is damaged, and nothing was restored ({path} is of no session).",
                    place=archive.place,
                    path=path,
                )
            )
        is_journal = path.startswith(f"{JOURNALS}/") and path.endswith(".jsonl")
        yield _Thing(path, () if is_journal else (path,), path if is_journal else None)


def _state(store: Path, archive: Archive, thing: _Thing) -> Literal["absent", "same", "older", "newer"]:
    """How the store's stands to the backup's."""
    if thing.journal is not None:
        ours, theirs = _lines(store / thing.journal), archive.read(thing.journal)
        _check_journal(archive, thing.journal, theirs)
        if ours is not None and ours != theirs:
            return "older" if theirs.startswith(ours) else "newer"
        if ours is not None:
            sound = thing.folder is None or not any(session_faults(store, thing.folder))
            return "same" if sound else "older"
    if thing.folder is not None:
        return _state_of_session(store, archive, thing.folder)
    if thing.journal is not None:
        return "absent"
    for path in thing.files:
        place = store / path
        if not place.exists():
            return "absent"
        if place.read_bytes() != archive.read(path):
            return "newer" if place.stat().st_mtime > archive.members[path].written_at else "older"
    return "same"


def _state_of_session(
    store: Path, archive: Archive, folder: str
) -> Literal["absent", "same", "older", "newer"]:
    path = f"{CONTENTS}/{folder}/{FILE}"
    ours, theirs = statement_of(store, folder), archive.read(path).decode()
    if ours is None:
        return "absent"
    if ours.text() == theirs:
        return "older" if any(session_faults(store, folder)) else "same"
    return "newer" if (store / path).stat().st_mtime > archive.members[path].written_at else "older"


def _check_name(store: Path, thing: _Thing) -> None:
    """Raise StoreError where the store has a night that is logged and the backup a session by its name that
    isn't, or the other way about.
    """
    if thing.folder is not None and thing.journal is None:
        check_no_journal(store, thing.folder)
    elif thing.folder is None and thing.journal is not None and thing.journal.count("/") == 1:
        check_may_be_logged(store, KEY + Path(thing.journal).stem)


def _lines(place: Path) -> bytes | None:
    """The whole lines of a journal; None where there is none."""
    try:
        data = place.read_bytes()
    except FileNotFoundError:
        return None
    return data[: data.rfind(b"\n") + 1]


def _check_journal(archive: Archive, path: str, data: bytes) -> None:
    try:
        for line in data.splitlines():
            list(entries_of(line))
    except ValueError as error:
        raise BackupError(
            tr(
                "{place} holds a journal {path} that can't be read ({error}): nothing was restored.",
                place=archive.place,
                path=path,
                error=error,
            )
        ) from error


def _put(store: Store, archive: Archive, things: list[_Thing]) -> None:
    """Lay everything out beside the tables, then move it to its place, journals before their tables."""
    with ExitStack() as stack:
        beside = stack.enter_context(aside(store.path, "restore"))
        for thing in things:
            for path in (*thing.files, *([thing.journal] if thing.journal else ())):
                archive.extract(path, beside / path)
                at = archive.members[path].written_at
                os.utime(beside / path, (at, at))
        for thing in things:
            if thing.journal is not None:
                _lock(stack, (store.path / thing.journal).with_suffix(".lock"), thing.name)
        for thing in things:
            if thing.journal is not None:
                _put_journal(store.path / thing.journal, (beside / thing.journal).read_bytes())
            if thing.folder is not None:
                _put_session(store, beside, thing)
            elif thing.journal is None:
                for path in thing.files:
                    place = store.path / path
                    place.parent.mkdir(parents=True, exist_ok=True)
                    (beside / path).replace(place)
                    flush(place.parent)


def _lock(stack: ExitStack, place: Path, name: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        stack.enter_context(FileLock(place))
    except LockedError as error:
        raise StoreError(
            tr("The night {name!r} is open in a logger: leave that first.", name=name)
        ) from error


def _put_journal(place: Path, data: bytes) -> None:
    if place.exists() and not data.startswith(before := place.read_bytes()):
        set_aside(place, before, "replaced")
    write_whole(place, data)
    flush(place.parent)


def _put_session(store: Store, beside: Path, thing: _Thing) -> None:
    assert thing.folder is not None
    whole = beside / "whole" / thing.folder
    for path in thing.files:
        table, _, name = path.split("/")
        (whole / table).mkdir(parents=True, exist_ok=True)
        (beside / path).replace(whole / table / name)
    for table in SESSION_TABLES:  # what the session hasn't any more goes
        (whole / table).mkdir(exist_ok=True)
    adopt(store, whole)


def _put_players(store: Store, archive: Archive, *, overwrite: bool) -> None:
    """The backup's players join those of the store; of one whom both know, the row that was written later
    counts.
    """
    if _PLAYERS not in archive.members:
        return
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "players.parquet"
        archive.extract(_PLAYERS, place)
        theirs = Registry.of_table(read_parts([place], PLAYERS))
    ours = store.path / _PLAYERS
    later = not ours.exists() or archive.members[_PLAYERS].written_at >= ours.stat().st_mtime
    if overwrite or later:
        store.change_reference(
            "players",
            lambda table: Registry({**Registry.of_table(table).people, **theirs.people}.values()).frame(),
        )
    else:
        known = Registry.of(store).people
        add_people(store, [person for person in theirs.people.values() if person.player_id not in known])
