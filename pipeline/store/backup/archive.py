"""The file of a backup: a zip archive of the store's files, unchanged, and a manifest with their checksums.

Files have their names within the store. Nothing is compressed again (Parquet is already), so an archive
can't unpack to more than its size. The manifest comes last and contains its own checksum.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import time
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import BinaryIO

from engine.api import PederError
from language import tr
from pipeline.store.columns import STORE_FORMAT

MANIFEST = "manifest.json"
SECRET = (".secret", ".pem")
"""Suffixes of files that a backup leaves out: the PINs and certificates of `peder serve`, which are made again.
Archives of version 0.1 have them, and a restore skips them.
"""
_FORMAT = "peder-backup"
_STALE = 24 * 3600
_LAST_TIME = 253_402_300_799  # the last second of the year 9999


class BackupError(PederError):
    """A backup that can't be taken, is incomplete or damaged, or would overwrite newer data."""


@dataclass(frozen=True, kw_only=True)
class Archived:
    """A file of the store: its name there, bytes, SHA-256, time of writing (seconds since 1970)."""

    path: str
    bytes: int
    sha256: str
    written_at: float


@contextmanager
def workspace(store: Path, what: str) -> Iterator[Path]:
    """A temporary folder within the store that no reader looks into; one of a killed process goes after a day."""
    hidden = store / ".unfinished"
    hidden.mkdir(exist_ok=True)
    for old in hidden.glob(f"{what}-*"):
        with suppress(OSError):
            if time.time() - old.stat().st_mtime > _STALE:
                shutil.rmtree(old)
    with TemporaryDirectory(prefix=f"{what}-", dir=hidden, ignore_cleanup_errors=True) as folder:
        yield Path(folder)


class ArchiveWriter:
    def __init__(self, file: BinaryIO) -> None:
        self._zip = zipfile.ZipFile(file, "w", zipfile.ZIP_STORED)
        self.members: dict[str, Archived] = {}

    def add(self, path: str, data: bytes, written_at: float) -> None:
        self._zip.writestr(zipfile.ZipInfo(path), data)
        digest = hashlib.sha256(data).hexdigest()
        self.members[path] = Archived(path=path, bytes=len(data), sha256=digest, written_at=written_at)

    def __enter__(self) -> ArchiveWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            with suppress(OSError, ValueError):  # what was written is thrown away
                self._zip.close()
            return
        manifest: dict[str, object] = {
            "format": _FORMAT,
            "version": STORE_FORMAT,
            "program": version("peder"),
            "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
            "files": [asdict(member) for member in self.members.values()],
        }
        data = json.dumps({**manifest, "checksum": _checksum(manifest)}, ensure_ascii=False, indent=1)
        self._zip.writestr(zipfile.ZipInfo(MANIFEST), data)
        self._zip.close()


class Archive:
    """A verified archive: it has the files of its manifest, unchanged, and no others.

    Raises BackupError for a file that isn't such an archive, or is incomplete.
    """

    def __init__(self, place: Path, file: BinaryIO | None = None) -> None:
        """`file` is the decrypted content of `place`, if it was encrypted."""
        self.place = place
        try:
            self._zip = zipfile.ZipFile(file or place)
        except OSError as error:
            raise BackupError(
                tr(
                    "{place} can't be read ({strerror}): check the name of the file.",
                    place=place,
                    strerror=error.strerror,
                )
            ) from error
        except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
            raise BackupError(
                tr("{place} isn't a backup made by peder, or was cut off: take another.", place=place)
            ) from error
        try:
            self.members, self.made_at = self._manifest()
            for member in self.members.values():
                self._verify(member)
        except (zipfile.BadZipFile, OSError, ValueError, KeyError, TypeError, RuntimeError, EOFError,
                NotImplementedError, RecursionError) as error:  # fmt: skip
            self._zip.close()
            raise BackupError(
                tr(
                    "{place} is damaged, and nothing of it was restored ({said}).",
                    place=place,
                    said=" ".join(str(error).split())[:160] or type(error).__name__,
                )
            ) from error

    def _manifest(self) -> tuple[Mapping[str, Archived], str]:
        listed = self._zip.infolist()
        names = [info.filename for info in listed]
        if MANIFEST not in names or len(set(names)) != len(names):
            raise ValueError(tr("it has no manifest, or a file twice"))
        if any(info.compress_type != zipfile.ZIP_STORED for info in listed):
            raise ValueError(tr("a file in it is packed, and peder packs none"))
        manifest = json.loads(self._zip.read(MANIFEST))
        if not isinstance(manifest, dict) or manifest.pop("checksum", None) != _checksum(manifest):
            raise ValueError(tr("its manifest isn't as it was written"))
        if manifest["format"] != _FORMAT or manifest["version"] > STORE_FORMAT:
            raise ValueError(
                tr(
                    "it is of version {version}, and this peder knows {ours}",
                    version=manifest["version"],
                    ours=STORE_FORMAT,
                )
            )
        members = {member.path: member for member in (Archived(**row) for row in manifest["files"])}
        if members.keys() != set(names) - {MANIFEST}:
            raise ValueError(tr("its files aren't those of its manifest"))
        for path, member in members.items():
            if not 0 <= member.written_at <= _LAST_TIME:
                raise ValueError(tr("{path} was written at no time that there is", path=path[:60]))
            if not is_safe(path):
                raise ValueError(tr("{path!r} isn't the name of a file in a store", path=path[:60]))
        return members, str(manifest["made_at"])

    def _verify(self, member: Archived) -> None:
        info = self._zip.getinfo(member.path)
        if info.file_size != member.bytes or info.compress_size != member.bytes:
            raise ValueError(
                tr(
                    "{path} has {file_size} bytes, and {bytes} were written",
                    path=member.path,
                    file_size=info.file_size,
                    bytes=member.bytes,
                )
            )
        if hashlib.sha256(self.read(member.path)).hexdigest() != member.sha256:
            raise ValueError(tr("{path} isn't as it was written", path=member.path))

    def read(self, path: str) -> bytes:
        return self._zip.read(path)

    def __enter__(self) -> Archive:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._zip.close()


def is_safe(path: str) -> bool:
    """Whether a name stays within the store and outside its hidden folders."""
    parts = PurePosixPath(path).parts
    return (
        len(parts) > 1
        and path == "/".join(parts)
        and not path.startswith((".", "/"))
        and not {"..", "."} & set(parts)
        and not set("\\:\0") & set(path)
        and all(len(part.encode()) <= 255 for part in parts)
    )


def _checksum(manifest: object) -> str:
    return hashlib.sha256(json.dumps(manifest, sort_keys=True).encode()).hexdigest()
