"""One writer at a time: a lock file that the system frees when its process ends, however it ends."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType

from language import tr
from pipeline.store.files import StoreError
from queries import system


class LockedError(Exception):
    """Another process or thread has the lock."""


class FileLock:
    """Holds `place` (a file made for this, gone when released) against every other process and thread."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self._file = -1

    @property
    def is_held(self) -> bool:
        return self._file >= 0

    def acquire(self, *, wait: bool = False) -> None:
        """Take the lock; raises LockedError at once if another has it, unless `wait`. Raises StoreError if the disk
        doesn't support locks.
        """
        while self._file < 0:
            file = os.open(self.place, os.O_RDWR | os.O_CREAT, 0o644)
            try:
                if not system.lock(file, wait=wait):
                    raise LockedError(self.place)
                if os.path.samestat(os.fstat(file), os.stat(self.place)):
                    self._file = file
            except FileNotFoundError:
                pass  # its last holder removed the file while we waited: use the new one
            except OSError as error:
                raise StoreError(
                    tr(
                        "{place} can't be locked ({strerror}), and two could write at once: put the store on "
                        "another disk (--store).",
                        place=self.place,
                        strerror=error.strerror,
                    )
                ) from error
            finally:
                if self._file < 0:
                    os.close(file)

    def release(self) -> None:
        """Release the lock; does nothing if it isn't held."""
        if self._file >= 0:
            try:
                system.remove_open(self.place)
            finally:
                os.close(self._file)
                self._file = -1

    def __enter__(self) -> FileLock:
        self.acquire()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()
