"""Restores a backup: all of it is verified and copied into the store's folder before any table is changed.

Sessions that only the store has stay. A session of the store is newer if its journal isn't the beginning of the
backup's or, without a journal, if it was written later. Newer data is overwritten only on request; an overwritten
journal stays next to the new one.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, nullcontext, suppress
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Literal
from urllib.parse import unquote

import polars as pl

from engine.api import PederError
from language import tr
from pipeline.night.derive import derive_nights
from pipeline.night.entries import decode_entries
from pipeline.night.incoming import Copy, take_in
from pipeline.night.journal import read_journal, set_aside
from pipeline.night.merge import merge
from pipeline.night.season_payments import accept_payments, derive_payments
from pipeline.store.backup.archive import SECRET, Archive, BackupError, workspace
from pipeline.store.backup.encryption import decrypted
from pipeline.store.columns import SESSION_FOLDERS
from pipeline.store.files import StoreError, readable_errors, write_whole
from pipeline.store.locks import FileLock, LockedError
from pipeline.store.manifest import (
    JOURNALS,
    KEY,
    LAST,
    MANIFEST_FILE,
    MANIFESTS,
    SEASON_PAYMENTS,
    Manifest,
    journal_of,
    manifest_of,
    session_faults,
    whole_lines,
)
from pipeline.store.parts import full
from pipeline.store.people import Registry
from pipeline.store.players import add_people, frame
from pipeline.store.publication import adopt
from pipeline.store.reference import write_engine_tables
from pipeline.store.schemas import PLAYERS
from pipeline.store.session_names import check_may_be_logged, check_no_journal
from pipeline.store.store import Store
from queries.system import flush_names, replace

Newer = Literal["refuse", "keep", "overwrite"]
"""What to do if the store has newer data: restore nothing, keep it, or overwrite it."""

_PLAYERS = "players/part-0.parquet"


@dataclass(kw_only=True)
class Restored:
    """The names of sessions and files: restored, already equal, merged, and unchanged because the store's are newer; and of the
    players, as the store called them, who are the backup's now.
    """

    restored: list[str] = field(default_factory=list)
    replaced: list[str] = field(
        default_factory=list
    )  # the restored ones of which the store had another version
    same: list[str] = field(default_factory=list)
    merged: list[str] = field(default_factory=list)  # nights that were continued in both places
    skipped: list[str] = field(default_factory=list)  # newer in the store
    players: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)  # sentences on tables that can't follow their journals


@dataclass(frozen=True)
class _Item:
    """A session with its files and journal, or a file by itself."""

    name: str
    files: tuple[str, ...]
    journal: str | None = None
    folder: str | None = None


def restore_backup(
    store: Store,
    place: Path,
    *,
    newer: Newer = "refuse",
    passphrase: str | None = None,
    dry_run: bool = False,
) -> Restored:
    """Restore a backup; with `dry_run` only return what would be done, even if `newer` would refuse. An encrypted
    backup needs its passphrase. Raises BackupError, before any change, for an incomplete backup, one that can't be
    decrypted, and if the store has newer data that `newer` refuses to touch; StoreError if the store can't be written.

    >>> from pipeline.store.backup.take import take_backup
    >>> friends = Store(tmp / "friends")
    >>> night = {"session_id": "2026-03-14", "kind": "night"}
    >>> friends.write_session(night, hands=pl.DataFrame(), seats=pl.DataFrame())
    >>> _ = take_backup(friends, tmp / "friends.peder")
    >>> restore_backup(Store(tmp / "laptop"), tmp / "friends.peder", dry_run=True).restored
    ['2026-03-14']
    >>> restore_backup(friends, tmp / "friends.peder").same
    ['2026-03-14']
    """
    with (
        decrypted(place, passphrase) if passphrase is not None else nullcontext() as file,
        Archive(place, file) as archive,
    ):
        items = list(_items(archive))
        players = _players(archive)
        done = Restored()
        wanted, apart = _sort_out(store.path, archive, items, newer, done)
        if done.skipped and newer == "refuse" and not dry_run:
            named = ", ".join(map(repr, done.skipped[:5])) + (
                tr(" and more") if len(done.skipped) > 5 else ""
            )
            raise BackupError(
                tr(
                    "In the store {path} these are newer than in {name}: {named}. Nothing was restored: "
                    "--keep-newer restores the rest, --overwrite also these.",
                    path=store.path,
                    name=place.name,
                    named=named,
                )
            )
        for item in wanted:
            _check_name(store.path, item)
        done.restored = [item.name for item in wanted]
        if players and _is_later(store, archive, overwrite=newer == "overwrite"):
            known = Registry.of(store).people
            both = [(known[name], person) for name, person in players.people.items() if name in known]
            done.players = [ours.name for ours, theirs in both if ours != theirs]
        if dry_run:
            done.merged = [item.name for item, _ in apart]
            return done
        for item, copy in apart:
            done.late += take_in(store.path, copy, item.name, file=place).remarks
            done.merged.append(item.name)
        with readable_errors(store.path):
            store.path.mkdir(parents=True, exist_ok=True)
            _put(store, archive, wanted, players, overwrite=newer == "overwrite")
        write_engine_tables(store)
    payments = journal_of(store.path, SEASON_PAYMENTS)
    if any(item.journal and store.path / item.journal == payments for item in wanted):
        list(accept_payments(store.path))
    done.late += [*derive_nights(store.path), *derive_payments(store.path)]
    return done


def _sort_out(
    store: Path, archive: Archive, items: Iterable[_Item], newer: Newer, done: Restored
) -> tuple[list[_Item], list[tuple[_Item, Copy]]]:
    """The items to restore, and the nights to merge; notes the others in `done`."""
    wanted = []
    apart: list[tuple[_Item, Copy]] = []
    for item in items:
        state = _state(store, archive, item)
        match state:
            case "same":
                done.same.append(item.name)
            case "newer" if newer != "overwrite" and (copy := _continued(store, archive, item)):
                apart.append((item, copy))
            case "newer" if newer != "overwrite":
                done.skipped.append(item.name)
            case _:
                wanted.append(item)
                if state != "absent":
                    done.replaced.append(item.name)
    return wanted, apart


def _items(archive: Archive) -> Iterator[_Item]:
    """The items of the archive. Raises BackupError for a session that differs from its manifest."""
    left = dict.fromkeys(archive.members)
    left.pop(_PLAYERS, None)
    for path in [path for path in archive.members if path.startswith(f"{MANIFESTS}/")]:
        folder = path.split("/")[1]
        try:
            manifest = Manifest.of_text(archive.read(path).decode())
            if path != f"{MANIFESTS}/{folder}/{MANIFEST_FILE}" or manifest.session_id != unquote(
                folder.removeprefix(KEY)
            ):
                raise ValueError(tr("it is another session's"))
            files = [f"{part.table}/{folder}/{part.name}" for part in manifest.parts]
            for part, file in zip(manifest.parts, files, strict=True):
                if archive.members[file].sha256 != part.sha256 or part.table not in SESSION_FOLDERS:
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
        yield _Item(manifest.session_id, (path, *files), journal if has_journal else None, folder)
    for path in left:
        if path.split("/")[0] in SESSION_FOLDERS:
            raise BackupError(
                tr(
                    "{place} is damaged, and nothing was restored ({path} is of no session).",
                    place=archive.place,
                    path=path,
                )
            )
        if path.endswith(SECRET):
            continue
        is_journal = path.startswith(f"{JOURNALS}/") and path.endswith(".jsonl")
        yield _Item(path, () if is_journal else (path,), path if is_journal else None)


def _state(store: Path, archive: Archive, item: _Item) -> Literal["absent", "same", "older", "newer"]:
    """How the store's version relates to the backup's."""
    if item.journal is not None:
        ours, theirs = whole_lines(store / item.journal), archive.read(item.journal)
        _check_journal(archive, item.journal, theirs)
        if ours is not None and ours != theirs:
            return "older" if theirs.startswith(ours) else "newer"
        if ours is not None:
            sound = item.folder is None or not any(session_faults(store, item.folder))
            return "same" if sound else "older"
    if item.folder is not None:
        return _state_of_session(store, archive, item.folder)
    if item.journal is not None:
        return "absent"
    for path in item.files:
        place = store / path
        if not place.exists():
            return "absent"
        if place.read_bytes() != archive.read(path):
            return "newer" if place.stat().st_mtime > archive.members[path].written_at else "older"
    return "same"


def _continued(store: Path, archive: Archive, item: _Item) -> Copy | None:
    """The backup's copy of a night that was continued in both places; None for anything else."""
    if item.journal is None or item.folder is None:
        return None
    ours, theirs = whole_lines(store / item.journal) or b"", archive.read(item.journal)
    if ours.startswith(theirs):
        return None
    entries = [entry for line in theirs.splitlines() for entry in decode_entries(line)]
    with suppress(PederError):
        before = list(read_journal(store / item.journal).entries)
        return Copy(entries, {}) if merge(before, entries) != before else None
    return None


def _state_of_session(
    store: Path, archive: Archive, folder: str
) -> Literal["absent", "same", "older", "newer"]:
    path = f"{MANIFESTS}/{folder}/{MANIFEST_FILE}"
    ours, theirs = manifest_of(store, folder), archive.read(path).decode()
    if ours is None:
        return "absent"
    if ours.text() == theirs:
        return "older" if any(session_faults(store, folder)) else "same"
    return "newer" if (store / path).stat().st_mtime > archive.members[path].written_at else "older"


def _check_name(store: Path, item: _Item) -> None:
    """Raise StoreError if the store has a logged night and the backup another session by that name, or the other way
    around.
    """
    if item.folder is not None and item.journal is None:
        check_no_journal(store, item.folder)
    elif item.folder is None and item.journal is not None and item.journal.count("/") == 1:
        check_may_be_logged(store, KEY + Path(item.journal).stem)


def _check_journal(archive: Archive, path: str, data: bytes) -> None:
    try:
        for line in data.splitlines():
            decode_entries(line)
    except ValueError as error:
        raise BackupError(
            tr(
                "{place} holds a journal {path} that can't be read ({error}): nothing was restored.",
                place=archive.place,
                path=path,
                error=error,
            )
        ) from error


def _put(
    store: Store, archive: Archive, items: list[_Item], players: Registry | None, *, overwrite: bool
) -> None:
    """Copy everything into the store's folder, then move it into place: players before the hands that name them,
    journals before their tables.
    """
    with ExitStack() as stack:
        copies = stack.enter_context(workspace(store.path, "restore"))
        for item in items:
            for path in (*item.files, *([item.journal] if item.journal else ())):
                (copies / path).parent.mkdir(parents=True, exist_ok=True)
                (copies / path).write_bytes(archive.read(path))
                at = archive.members[path].written_at
                os.utime(copies / path, (at, at))
        for item in items:
            if item.journal is not None:
                lock = (store.path / item.journal).with_suffix(".lock")
                lock.parent.mkdir(parents=True, exist_ok=True)
                try:
                    stack.enter_context(FileLock(lock))
                except LockedError as error:
                    raise StoreError(
                        tr("The night {name!r} is open in a logger: leave that first.", name=item.name)
                    ) from error
        if players:
            _put_players(store, archive, players, overwrite=overwrite)
        for item in items:
            if item.journal is not None:
                _put_journal(store.path / item.journal, (copies / item.journal).read_bytes())
            if item.folder is not None:
                _put_session(store, copies, item)
            elif item.journal is None:
                for path in item.files:
                    place = store.path / path
                    place.parent.mkdir(parents=True, exist_ok=True)
                    replace(copies / path, place)
                    flush_names(place.parent)


def _put_journal(place: Path, data: bytes) -> None:
    if place.exists() and not data.startswith(before := place.read_bytes()):
        set_aside(place, before, "replaced")
    place.with_suffix(LAST).unlink(missing_ok=True)
    write_whole(place, data)
    flush_names(place.parent)


def _put_session(store: Store, copies: Path, item: _Item) -> None:
    assert item.folder is not None
    whole = copies / "whole" / item.folder
    for path in item.files:
        table, _, name = path.split("/")
        (whole / table).mkdir(parents=True, exist_ok=True)
        replace(copies / path, whole / table / name)
    for table in SESSION_FOLDERS:  # files that the session no longer has are removed
        (whole / table).mkdir(exist_ok=True)
    adopt(store.path, whole)


def _players(archive: Archive) -> Registry | None:
    """Return the players of a backup; None if it has none. Raises BackupError for an invalid table."""
    if _PLAYERS not in archive.members:
        return None
    try:
        table = full(pl.read_parquet(BytesIO(archive.read(_PLAYERS))), PLAYERS)
        if (
            table["player_id"].null_count()
            or table["name"].null_count()
            or table["player_id"].is_duplicated().any()
        ):
            raise ValueError(tr("a player has no id or name, or an id is there twice"))
        return Registry.of_rows(table.iter_rows(named=True))
    except (PederError, pl.exceptions.PolarsError, OSError, ValueError, TypeError) as error:
        raise BackupError(
            tr(
                "{place} is damaged, and nothing was restored ({path}: {error}).",
                place=archive.place,
                path=_PLAYERS,
                error=" ".join(str(error).split())[:160],
            )
        ) from error


def _is_later(store: Store, archive: Archive, *, overwrite: bool) -> bool:
    """Whether the backup's rows are used for players in both: they were written later, or are to overwrite the store's."""
    ours = store.path / _PLAYERS
    return overwrite or not ours.exists() or archive.members[_PLAYERS].written_at >= ours.stat().st_mtime


def _put_players(store: Store, archive: Archive, theirs: Registry, *, overwrite: bool) -> None:
    """Add the backup's players to the store's; for a player in both, use the row that was written later."""
    if _is_later(store, archive, overwrite=overwrite):
        store.change_reference(
            "players",
            lambda table: frame(
                Registry({**Registry.of_rows(table.iter_rows(named=True)).people, **theirs.people}.values())
            ),
        )
    else:
        known = Registry.of(store).people
        add_people(store, [person for person in theirs.people.values() if person.player_id not in known])
