"""A terminal for tests: `peder` on a pseudo-terminal, what it shows, what is typed."""

from __future__ import annotations

import fcntl
import multiprocessing
import os
import pty
import re
import select
import struct
import sys
import termios
import time
from collections.abc import Sequence
from multiprocessing.reduction import DupFd
from typing import Any

_ESCAPE = re.compile(rb"\x1b(?:\[[0-9;?>=]*[a-zA-Z]|\][^\x07]*\x07|[()][A-Z0-9]|[=>])")
_ASKS_POSITION = b"\x1b[6n"
PATIENCE = 60.0
"""Seconds until a program that shows nothing is given up."""


_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["pipeline.cli", "pipeline.commands.log", "pipeline.night.prompt.app"])
"""Processes forked from one that has imported the prompt, which takes longer than anything typed here."""


def _run(terminal: Any, words: Sequence[str]) -> None:
    """Be `peder`, with this terminal as the one that controls the process."""
    from pipeline.cli import main

    os.setsid()
    file = terminal.detach()
    fcntl.ioctl(file, termios.TIOCSCTTY, 0)
    for standard in range(3):
        os.dup2(file, standard)
    os.close(file)
    sys.stdin = os.fdopen(0)
    sys.stdout, sys.stderr = (os.fdopen(number, "w", buffering=1) for number in (1, 2))
    os.environ.update({"TERM": "xterm-256color", "NO_COLOR": "1"})
    sys.argv = ["peder", *words]
    main()


class Terminal:
    """`peder` with these words on a pseudo-terminal of 140 columns."""

    def __init__(self, words: Sequence[str]) -> None:
        self.shown = b""
        self._read = 0
        self.file, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 140, 0, 0))
        self.process = _FORKS.Process(target=_run, args=(DupFd(theirs), list(words)), daemon=True)
        self.process.start()
        os.close(theirs)

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
            if time.monotonic() > until or (not self._take(1) and not self.process.is_alive()):
                raise AssertionError(f"{wanted!r} wasn't shown; the end of what was: {self.text[-1500:]!r}")

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
            self.process.kill()
            self.close()

    def close(self) -> int:
        """Wait for the program's end; its exit code, or the signal that ended it, negative."""
        while self._take(0.2):
            pass
        self.process.join()
        os.close(self.file)
        self.file = -1
        return int(self.process.exitcode or 0)
