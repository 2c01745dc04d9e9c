"""Regular backups: one after each night that has ended, in a folder with a dated file a day. The oldest are deleted.

`<store>/.backups.json` belongs to this machine and is in no backup: the folder, the number of files to keep, the key
if they are encrypted (readable only by the owner, as the store is), and the time of the last backup.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from engine.api import PederError
from language import tr, trn
from pipeline.store.backup.archive import BackupError
from pipeline.store.files import readable_errors, whole_file
from pipeline.store.manifest import JOURNALS

if TYPE_CHECKING:
    from pipeline.store.backup.encryption import Key
    from pipeline.store.backup.take import BackupSummary
    from pipeline.store.progress import Progress
    from pipeline.store.store import Store

FILE = ".backups.json"
KEEP = 10
"""Number of backups in a folder, unless another is asked for."""
SUFFIX = ".peder"


@dataclass(frozen=True, kw_only=True)
class BackupSettings:
    """How a store is backed up on this machine; `store_id` distinguishes its files from those of other stores in the
    folder.
    """

    store_id: str
    folder: str = ""  # empty: no backup after a night
    keep: int = KEEP
    key: str = ""  # `Key.text`; empty: backups aren't encrypted
    last_file: str = ""
    last_at: float = 0  # seconds since 1970; 0: none yet

    @property
    def cipher_key(self) -> Key | None:
        """The key of the files in the folder; None if they aren't encrypted."""
        from pipeline.store.backup.encryption import Key

        return Key.of_text(self.key) if self.key else None


def read_settings(store: Path) -> BackupSettings:
    """Read how a store is backed up on this machine; the initial settings if nothing was set. Raises BackupError for a
    damaged file.

    >>> settings = read_settings(tmp / "new")
    >>> settings.folder, settings.keep, settings.last_at
    ('', 10, 0)
    """
    place = store / FILE
    try:
        if not place.exists():
            return BackupSettings(store_id=secrets.token_hex(3))
        settings = BackupSettings(**json.loads(place.read_text()))
        if any(type(value) is not type(getattr(_EXAMPLE, name)) for name, value in asdict(settings).items()):
            raise ValueError
        settings.cipher_key  # noqa: B018 - raises for a damaged one
    except (OSError, ValueError, TypeError) as error:
        raise BackupError(
            tr(
                "{place} can't be read: delete it, and say again where backups go: peder store backup FOLDER --after-nights.",
                place=place,
            )
        ) from error
    return settings


_EXAMPLE = BackupSettings(store_id="", last_at=0.0)


def write_settings(store: Path, settings: BackupSettings) -> None:
    """Write the settings, readable only by the owner. Raises StoreError."""
    with readable_errors(store), whole_file(store / FILE, 0o600) as file:
        file.write(json.dumps(asdict(replace(settings, last_at=float(settings.last_at)))).encode())


def set_regular(store: Path, folder: Path | None, *, keep: int, key: Key | None) -> BackupSettings:
    """Turn on a backup after each night, in `folder`, which keeps the last `keep` files, or turn it off with None.
    Returns the settings. Raises BackupError for a folder that can't have backups, StoreError if the store can't be
    written.

    >>> (tmp / "stick").mkdir()
    >>> settings = set_regular(tmp / "regular", tmp / "stick", keep=5, key=None)
    >>> Path(settings.folder).name, settings.keep
    ('stick', 5)
    >>> set_regular(tmp / "regular", None, keep=5, key=None).folder
    ''
    """
    with readable_errors(store):
        store.mkdir(parents=True, exist_ok=True)
    settings = replace(read_settings(store), folder="", key="")
    if folder is not None:
        check_folder(store, folder)
        settings = replace(
            settings,
            folder=str(folder.absolute()),
            keep=keep,
            key=key.text if key else "",
        )
    write_settings(store, settings)
    return settings


def check_folder(store: Path, folder: Path) -> None:
    """Raise BackupError for a folder that doesn't exist, or is inside the store.

    >>> check_folder(Path("friends"), Path("no stick"))
    Traceback (most recent call last):
    ...
    pipeline.store.backup.archive.BackupError: There is no folder no stick: make it, or connect the disk that it is on.
    """
    if not folder.is_dir():
        raise BackupError(
            tr("There is no folder {folder}: make it, or connect the disk that it is on.", folder=folder)
        )
    if folder.resolve().is_relative_to(store.resolve()):
        raise BackupError(
            tr("{folder} lies in the store: a backup belongs in another place, best on another disk.",
               folder=folder)
        )  # fmt: skip


def back_up_into(
    store: Store,
    folder: Path,
    *,
    keep: int | None,
    key: Key | None = None,
    skip_damaged: bool = False,
    progress: Progress | None = None,
    now: datetime | None = None,
) -> tuple[Path, BackupSummary, int]:
    """Take a backup into the file of the day in a folder, and delete this store's oldest ones above `keep` (None:
    delete none). Returns the file, its summary, and the number of deleted ones: none if sessions had to be left out.
    Raises as `check_folder` and `take_backup`.

    >>> from pipeline.store.players import add_names
    >>> from pipeline.store.store import Store
    >>> friends, disk = Store(tmp / "friends"), tmp / "disk"
    >>> _ = add_names(friends, {"anna": ["Anna"]})
    >>> disk.mkdir()
    >>> for day in (13, 14, 15):
    ...     file, summary, deleted = back_up_into(friends, disk, keep=2, now=datetime(2026, 3, day, 12, tzinfo=UTC))
    >>> file.name[-16:], summary.files, deleted
    ('2026-03-15.peder', 1, 1)
    """
    from pipeline.store.backup.take import take_backup

    check_folder(store.path, folder)
    settings = read_settings(store.path)
    now = now or datetime.now(UTC)
    begin = f"{store.path.resolve().name}-{settings.store_id}-"
    file = folder / f"{begin}{now.astimezone():%Y-%m-%d}{SUFFIX}"
    summary = take_backup(store, file, skip_damaged=skip_damaged, key=key, progress=progress)
    if summary.damaged:
        return file, summary, 0
    note_backup(store.path, file, now, settings)
    dated = re.compile(re.escape(begin) + r"\d{4}-\d\d-\d\d" + re.escape(SUFFIX))
    files = sorted(place for place in folder.iterdir() if dated.fullmatch(place.name))
    old = files[:-keep] if keep else []
    for place in old:
        place.unlink(missing_ok=True)
    return file, summary, len(old)


def note_backup(store: Path, file: Path, at: datetime, settings: BackupSettings) -> None:
    """Record in the settings of a store the file of a complete backup and the time at which it was begun. Raises
    StoreError if the store can't be written.

    >>> settings = read_settings(tmp)
    >>> note_backup(tmp, Path("friends.peder"), datetime(2026, 3, 14, tzinfo=UTC), settings)
    >>> read_settings(tmp).last_at  # seconds since 1970
    1773446400.0
    """
    write_settings(store, replace(settings, last_file=str(file.absolute()), last_at=at.timestamp()))


def back_up_after_night(store: Path, say: Callable[[str], None]) -> None:
    """Take the backup that is due after a night, and `say` a sentence on the result. Nothing is due if regular backups
    are off, or no journal was written since the last. A backup that fails never stops the command.

    >>> nights, lost = tmp / "nights", tmp / "lost"
    >>> lost.mkdir()
    >>> _ = set_regular(nights, lost, keep=10, key=None)
    >>> (nights / JOURNALS).mkdir()
    >>> (nights / JOURNALS / "2026-03-14.jsonl").touch()
    >>> lost.rmdir()
    >>> back_up_after_night(nights, lambda text: print(text.replace(str(lost), "LOST")))
    The night is saved, but not backed up: There is no folder LOST: make it, or connect the disk that it is on.
    """
    from pipeline.store.store import Store

    try:
        settings = read_settings(store)
        if not settings.folder or not _nights_since(store, settings.last_at):
            return
        file, _, _ = back_up_into(
            Store(store), Path(settings.folder), keep=settings.keep, key=settings.cipher_key
        )
    except (PederError, OSError) as error:
        say(tr("The night is saved, but not backed up: {error}", error=error))
        return
    say(tr("Backed up: {file}", file=file))


def _nights_since(store: Path, at: float) -> int:
    """The number of journals that were written later."""
    return sum(place.stat().st_mtime > at for place in (store / JOURNALS).glob("*.jsonl"))


def age_text(store: Path, now: datetime | None = None) -> str:
    """Return a sentence on the age of the last backup, for `peder store check`; "" for a store without nights and
    backups. Raises BackupError for settings that can't be read.

    >>> aged = tmp / "aged"
    >>> aged.mkdir()
    >>> note_backup(aged, Path("/stick/friends.peder"), datetime(2026, 3, 1, tzinfo=UTC), read_settings(aged))
    >>> age_text(aged, now=datetime(2026, 3, 14, tzinfo=UTC))
    'The last backup is 13 days old: /stick/friends.peder.'
    """
    settings = read_settings(store)
    if not settings.last_at:
        if not any((store / JOURNALS).glob("*.jsonl")):
            return ""
        return tr("No backup yet: peder store backup FOLDER --after-nights has one taken after each night.")
    days = int(((now or datetime.now(UTC)).timestamp() - settings.last_at) // 86_400)
    age = trn("{n} day old", "{n} days old", days) if days > 0 else tr("of today")
    file = Path(settings.last_file)
    is_there = file.is_file() or not file.parent.is_dir()  # a stick that isn't connected is no fault
    sentences = [
        tr("The last backup is {age}: {file}.", age=age, file=file)
        if is_there
        else tr("The last backup is {age}, and {file} is gone.", age=age, file=file)
    ]
    if later := _nights_since(store, settings.last_at):
        sentences.append(trn("{n} night has changed since.", "{n} nights have changed since.", later))
    return " ".join(sentences)
