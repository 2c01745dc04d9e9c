"""Differences between systems: locks, names of files, replacing an open file, consoles that lack letters. No other
module asks which system this is. The tests run on Linux; other branches are tested with a faked system.
"""

from __future__ import annotations

import codecs
import errno
import importlib
import os
import sys
import time
import unicodedata
from contextlib import suppress
from pathlib import Path

WINDOWS = os.name == "nt"

_PATIENCE = 2.0
"""Seconds for which another program, such as a virus scanner, may have a file open."""
_HELD = (errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLK)
"""Error codes of a lock that another process has."""
DISK_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Error codes of a file that can't grow."""
_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}


def lock(file: int, *, wait: bool = False) -> bool:
    """Lock an open file against other processes and threads until it is closed. If another has the lock, return False,
    or with `wait` wait until it is free.

    Raises OSError if the disk doesn't support locks.

    >>> with open(tmp / "lock", "w") as first, open(tmp / "lock") as second:
    ...     lock(first.fileno()), lock(second.fileno())
    (True, False)
    """
    while True:
        try:
            if WINDOWS:
                msvcrt = importlib.import_module("msvcrt")
                msvcrt.locking(file, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
            else:
                fcntl = importlib.import_module("fcntl")
                fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except OSError as error:
            if wait and error.errno == errno.EDEADLK:
                continue  # Windows gives up after ten seconds
            if error.errno in _HELD:
                return False
            raise
        return True


def remove_open(place: Path) -> None:
    """Remove a file that this process has open; on Windows, which refuses that, it stays.

    >>> with open(tmp / "part", "w") as file:
    ...     remove_open(tmp / "part")
    """
    if not WINDOWS:
        place.unlink(missing_ok=True)


def flush_names(folder: Path) -> None:
    """Flush the names in a folder to disk (Windows has no such call, and needs none).

    >>> flush_names(tmp)
    """
    if not WINDOWS:
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)


def replace(source: Path, target: Path) -> None:
    """Move a file or a folder, in one step and in place of a file of that name. Windows refuses while another program has
    one of them open, so retry for a moment.

    Raises OSError, on Windows after two seconds.

    >>> (tmp / "new").write_text("2")
    1
    >>> replace(tmp / "new", tmp / "old")
    >>> (tmp / "old").read_text()
    '2'
    """
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            source.replace(target)
        except PermissionError:
            if not WINDOWS or time.monotonic() > end:
                raise
            time.sleep(0.02)
        else:
            return


def error_code(error: Exception) -> int | None:
    """Return the system's error code of a full disk in an error of DuckDB, which states it only in its text (tested
    with 2.0: the system's own words); None for any other error.

    >>> error_code(ValueError("no such thing")) is None
    True
    """
    return errno.ENOSPC if os.strerror(errno.ENOSPC) in str(error) else None


def is_running(process: int) -> bool:
    """Whether a process with this number exists, as far as the system tells.

    >>> is_running(os.getpid())
    True
    """
    if WINDOWS:
        return True  # os.kill would end it
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def memory_limit() -> int | None:
    """Return the bytes that this process may use; None without a limit.

    >>> memory_limit() is None or memory_limit() > 0
    True
    """
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return None
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    return limit if limit >= 0 else None


def file_name_fault(name: str) -> bool:
    """Whether Windows can't have a file of this name, or confuses it with another: ``con``, or a dot at the end.

    >>> [file_name_fault(name) for name in ("con", "Aux.jsonl", "friday.", "console", "2026-03-06")]
    [True, True, True, False, False]
    """
    return name.split(".")[0].rstrip().casefold() in _RESERVED or name.endswith((".", " "))


_PLAIN = str.maketrans(
    {
        "−": "-",
        "–": "-",
        "—": "-",
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        "…": "...",
        "→": "->",
        "·": "-",
        "×": "x",
    }
)


def _plain(error: UnicodeError) -> tuple[str, int]:
    """Replacements for letters that a console lacks: a minus stays a minus, a space a space."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(_PLAIN)
    text = unicodedata.normalize("NFKD", text)
    return "".join(
        " " if char.isspace() else char if char.isascii() else "?"
        for char in text
        if not unicodedata.combining(char)
    ), error.end


def prepare_console() -> None:
    """Keep a missing letter from ending a command: letters that the console's encoding lacks are replaced (``-`` for
    ``−``).

    >>> prepare_console()
    >>> "−12".encode("ascii", errors="peder-plain")
    b'-12'
    """
    codecs.register_error("peder-plain", _plain)
    for stream in (sys.stdout, sys.stderr):
        encoding = (getattr(stream, "encoding", None) or "utf-8").replace("-", "").casefold()
        if not encoding.startswith("utf"):
            with suppress(AttributeError, ValueError):  # a stream that was replaced, or is closed
                stream.reconfigure(errors="peder-plain")  # type: ignore[union-attr]
