"""Files of a store: written completely or not at all, with errors of the disk as one sentence."""

from __future__ import annotations

import errno
import glob
import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from engine.api import PederError
from language import tr
from queries import system

PARTS = "part-*.parquet"
"""The names of part files."""
_UNFINISHED = re.compile(r"\..+\.\d+-\d+")
"""The name of a file that is being written."""


class StoreError(PederError):
    """The store can't be read or written, or already has the data to be added."""


def write_whole(place: Path, data: bytes) -> None:
    """Write a small file: complete or absent, whatever happens. Raises OSError.

    >>> write_whole(tmp / "night.txt", "7s 14 b3".encode())
    >>> (tmp / "night.txt").read_text()
    '7s 14 b3'
    """
    with whole_file(place) as file:
        file.write(data)


@contextmanager
def whole_file(place: Path, mode: int = 0o666) -> Iterator[BinaryIO]:
    """A file with a temporary name, flushed to disk and renamed when it is written; with the permissions `mode`,
    less those that the user's umask takes away. Temporary files of killed processes are deleted first.

    Raises OSError, also for a place that is a device or a folder.

    >>> place = tmp / "players.csv"
    >>> write_whole(place, b"Anna")
    >>> with whole_file(place) as file:
    ...     _ = file.write(b"B")
    ...     raise ValueError("stopped")
    Traceback (most recent call last):
    ...
    ValueError: stopped
    >>> place.read_bytes()
    b'Anna'
    """
    if place.exists() and not place.is_file():
        raise OSError(errno.EINVAL, tr("it isn't a regular file"), str(place))
    sweep_outputs(place)
    temporary = place.with_name(f".{place.name}.{os.getpid()}-{threading.get_ident()}")
    try:
        with open(temporary, "wb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        system.replace(temporary, place)
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename == str(temporary):
            error.filename = str(place)
        raise


def sweep(*folders: Path) -> None:
    """Delete files that killed writers left unfinished in some folders (`whole_file`); the caller must be the
    only writer there.
    """
    for left in (place for folder in folders for place in folder.glob(".*")):
        if _UNFINISHED.fullmatch(left.name):
            left.unlink(missing_ok=True)


def sweep_outputs(place: Path) -> None:
    """Delete the temporary files that killed processes left next to a file they were writing."""
    for left in place.parent.glob(f".{glob.escape(place.name)}.*-*"):
        number = left.name.removeprefix(f".{place.name}.").partition("-")[0]
        if _UNFINISHED.fullmatch(left.name) and number.isdecimal() and not system.is_running(int(number)):
            left.unlink(missing_ok=True)


@contextmanager
def readable_errors(path: Path) -> Iterator[None]:
    """Raise the system's errors while the store at `path` is written as a StoreError of one sentence.

    >>> with readable_errors(Path("friends")):
    ...     raise OSError(errno.ENOSPC, "No space left on device")
    Traceback (most recent call last):
    ...
    pipeline.store.files.StoreError: The disk of the store friends is full: make room and run the command again.
    """
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        if error.errno in system.DISK_FULL:
            what = tr("The disk of the store {path} is full: make room and run the command again.", path=path)
        else:
            what = tr(
                "The store {path} can't be written ({strerror}): name another with --store.",
                path=path,
                strerror=os.strerror(error.errno),
            )
        raise StoreError(what) from error
