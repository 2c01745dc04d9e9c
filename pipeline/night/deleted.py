"""Deleted nights: moved to `<store>/deleted/NIGHT/`, from where they can be restored.

    <store>/deleted/2026-03-14/2026-03-14.jsonl   the journal of a night that was logged, with its sidecars
    <store>/deleted/import/import.jsonl           any other night, as Peder's JSON (`pipeline.formats.json`)

The journal moves first, by one rename, and the export is complete before its tables go: a deletion that is killed loses
nothing, and repeating it completes it. A deleted night of the same name moves to `deleted/NIGHT.older-1`, by which it is restored.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from language import join_words, tr
from pipeline.night.derive import derive_night
from pipeline.night.journal import JournalError, journal_place
from pipeline.store.files import StoreError, readable_errors
from pipeline.store.locks import FileLock, LockedError
from pipeline.store.manifest import KEY, manifest_of
from pipeline.store.publication import drop, recover
from pipeline.store.session_names import check_may_be_logged, session_folder
from pipeline.store.store import Store
from queries.system import flush_names, replace

DELETED = "deleted"
"""The folder of deleted nights in a store."""
_PASSING = (".lock", ".holder")


@dataclass(frozen=True)
class DeletedNight:
    """A deleted night: its name, the file that has all of it, and whether that is a journal (else Peder's JSON)."""

    name: str
    file: Path
    is_journal: bool


def delete_night(store: Path, name: str) -> DeletedNight:
    """Move a night to the folder of deleted nights, and drop its tables. Repeated, it completes a deletion that was
    interrupted.

    Raises StoreError if there is no such night or the store can't be written, JournalError if the night is open.

    >>> import shutil
    >>> copy = shutil.copytree(logged, tmp / "copy")
    >>> delete_night(copy, "2026-11-27").file.relative_to(copy).as_posix()
    'deleted/2026-11-27/2026-11-27.jsonl'
    >>> Store(copy).session_ids()
    []
    """
    recover(store)
    journal, place, folder = journal_place(store, name), _place(store, name), session_folder(name)
    has_tables, manifest = Store(store).has(name), manifest_of(store, folder)
    with readable_errors(store):
        if has_tables and not journal.exists() and not (manifest and manifest.journal):
            if Store(store).read("sessions", name)["kind"].item() == "run":
                check_may_be_logged(store, folder)
            _export(store, name, place)
        elif journal.exists() or (place.exists() and _is_journal(place)):
            _move_journal(journal, place)
        elif has_tables:  # its journal is lost
            check_may_be_logged(store, folder)
        elif not place.exists():
            raise StoreError(
                tr(
                    "There is no night {night!r} in {store}: peder nights lists them.",
                    night=name,
                    store=store,
                )
            )
        drop(store, folder)
    return DeletedNight(name, place, _is_journal(place))


def restore_night(store: Path, name: str) -> str:
    """Restore a deleted night, and return its name: an earlier one of that name by ``NIGHT.older-1``. Repeated, it completes an
    interrupted restoration. Raises StoreError if no such night was deleted, or the store now has one with its name.

    >>> import shutil
    >>> copy = shutil.copytree(logged, tmp / "restored")
    >>> deleted = delete_night(copy, "2026-11-27")
    >>> restore_night(copy, "2026-11-27")
    '2026-11-27'
    >>> Store(copy).session_ids()
    ['2026-11-27']
    """
    name, place = _deleted(store, name)
    journal = journal_place(store, name)
    if not place.exists():
        if journal.exists() and place.parent.is_dir():  # interrupted between the journal and its sidecars
            _move_files(place.parent, journal.parent, journal.stem)
            return name
        if older := _older(place):
            raise StoreError(
                tr(
                    "There is no deleted night {night!r} in {store} but earlier ones of that name: {names}. peder nights restore {last!r} "
                    "brings the last of them back.",
                    night=name,
                    store=store,
                    names=join_words(older),
                    last=older[0],
                )
            )
        raise StoreError(tr("No night {night!r} was deleted from {store}.", night=name, store=store))
    if journal.exists() or Store(store).has(name):
        raise StoreError(
            tr(
                "The store has a night {night!r} again: delete that one first. The deleted one is in "
                "{folder}.",
                night=name,
                folder=place.parent,
            )
        )
    with readable_errors(store):
        if _is_journal(place):
            check_may_be_logged(store, session_folder(name))
            journal.parent.mkdir(exist_ok=True)
            replace(place, journal)
            flush_names(journal.parent)
            _move_files(place.parent, journal.parent, journal.stem)
        else:
            from pipeline.formats.json.reader import import_json

            import_json(Store(store), place)
            place.unlink()
            place.parent.rmdir()
    derive_night(store, name, repair=True)
    return name


def _deleted(store: Path, name: str) -> tuple[str, Path]:
    """The name of a deleted night and its file; ``NIGHT.older-1`` is an earlier night called NIGHT."""
    place = _place(store, name)
    night, _, version = name.rpartition(".")
    if not place.exists() and night and re.fullmatch(r"older-\d+", version):
        stem = _place(store, night).stem
        if place.parent.is_dir():
            return night, place.parent / f"{stem}.jsonl"
    return name, place


def _older(place: Path) -> list[str]:
    """The earlier nights of a deleted night's name, the latest first, as they are restored."""
    folders = place.parent.parent.glob("*.older-*")
    numbers = [one.name.removeprefix(f"{place.stem}.older-") for one in folders]
    return [f"{place.stem}.older-{n}" for n in sorted(map(int, filter(str.isdecimal, numbers)), reverse=True)]


def _place(store: Path, name: str) -> Path:
    """The file of a deleted night."""
    stem = session_folder(name).removeprefix(KEY)
    return store / DELETED / stem / f"{stem}.jsonl"


def _is_journal(place: Path) -> bool:
    """Whether a deleted night is a journal; Peder's JSON begins with a line of the type `peder`."""
    with place.open("rb") as file:
        return b'"type":"peder"' not in file.readline()


def _move_journal(journal: Path, place: Path) -> None:
    """Move a journal, then its sidecars, while no logger has the night."""
    journal.parent.mkdir(exist_ok=True)
    try:
        with FileLock(journal.with_suffix(".lock")):
            if journal.exists():
                _make_room(place)
                replace(journal, place)
                flush_names(place.parent)
                flush_names(journal.parent)
            _move_files(journal.parent, place.parent, journal.stem)
            journal.with_suffix(".holder").unlink(missing_ok=True)
    except LockedError as error:
        raise JournalError(
            tr("The night {night!r} is open in a logger: leave that first.", night=place.stem)
        ) from error


def _move_files(source: Path, target: Path, stem: str) -> None:
    """Move the sidecars of a journal, except those that are already in the other folder."""
    for sidecar in sorted(source.iterdir()):
        if sidecar.stem == stem and sidecar.suffix not in _PASSING and not (target / sidecar.name).exists():
            replace(sidecar, target / sidecar.name)
    with suppress(OSError):  # not empty
        source.rmdir()


def _make_room(place: Path) -> None:
    """A folder for a deleted night; one of its name that was deleted before moves aside."""
    number = 1
    if place.parent.is_dir() and any(place.parent.iterdir()):
        while (older := place.parent.with_name(f"{place.parent.name}.older-{number}")).exists():
            number += 1
        replace(place.parent, older)
    place.parent.mkdir(parents=True, exist_ok=True)
    flush_names(place.parent.parent)


def _export(store: Path, name: str, place: Path) -> None:
    """Write a session as Peder's JSON, unless the file exists."""
    from pipeline.formats.json.writer import export_json

    place.parent.parent.mkdir(exist_ok=True)
    written = place.parent.with_name(f".{place.name}")
    export_json(Store(store), [name], written)
    if place.exists() and place.read_bytes() == written.read_bytes():
        written.unlink()
        return
    _make_room(place)
    replace(written, place)
    flush_names(place.parent)
