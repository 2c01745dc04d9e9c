"""A terminal for tests: a program on a pseudo-terminal, what it shows, what is typed."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Sequence
from pathlib import Path

_ESCAPE = re.compile(rb"\x1b(?:\[[0-9;?>=]*[a-zA-Z]|\][^\x07]*\x07|[()][A-Z0-9]|[=>])")
_ASKS_POSITION = b"\x1b[6n"
PATIENCE = 60.0
"""Seconds until a program that shows nothing is given up."""


class Terminal:
    """A program run by this Python on a pseudo-terminal of 140 columns."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self.shown = b""
        self._read = 0
        self._status: int | None = None
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 140, 0, 0))
            os.environ.update({"TERM": "xterm-256color", "NO_COLOR": "1"})
            os.environ["PYTHONPATH"] = str(Path(__file__).parents[3])
            os.execv(sys.executable, [sys.executable, *arguments])

    def _take(self, wait: float) -> bool:
        """Read what there is; False where nothing came in time or the program has ended."""
        ready, _, _ = select.select([self.file], [], [], wait)
        if not ready:
            return False
        try:
            data = os.read(self.file, 65536)
        except OSError:
            return False
        if _ASKS_POSITION in data:  # as a terminal does
            os.write(self.file, b"\x1b[1;1R")
        self.shown += data
        return bool(data)

    @property
    def text(self) -> str:
        """Everything shown so far, without colours and moves of the cursor."""
        return _ESCAPE.sub(b"", self.shown).decode(errors="replace").replace("\r", "")

    def wait_for(self, wanted: str) -> str:
        """Wait until something is shown that wasn't waited for before; returns what came up to it."""
        until = time.monotonic() + PATIENCE
        while True:
            place = self.text.find(wanted, self._read)
            if place >= 0:
                before = self.text[self._read : place]
                self._read = place + len(wanted)
                return before
            if time.monotonic() > until or (not self._take(1) and self._ended()):
                raise AssertionError(f"{wanted!r} wasn't shown; the end of what was: {self.text[-1500:]!r}")

    def _ended(self) -> bool:
        if self._status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self._status = status if pid else None
        return self._status is not None

    def send(self, keys: str) -> None:
        """Type."""
        os.write(self.file, keys.encode())

    def line(self, text: str, wanted: str) -> str:
        """Type a line over what is offered, and wait for an answer."""
        self.send(f"\x15\x0b{text}\r")
        return self.wait_for(wanted)

    def kill(self) -> None:
        """End the program at once, as a power cut does; one that has ended stays as it is."""
        if self.file >= 0:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            self.close()

    def close(self) -> int:
        """Wait for the program's end; its exit code, or the signal that ended it, negative."""
        while self._take(0.2):
            pass
        if self._status is None:
            _, self._status = os.waitpid(self.pid, 0)
        os.close(self.file)
        self.file = -1
        return os.waitstatus_to_exitcode(self._status)
