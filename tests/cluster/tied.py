"""Processes that end with the one that started them, however that ends."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

_SET_PARENT_DEATH_SIGNAL = 1  # of prctl(2): Linux has it, others leave children behind


def started(
    words: Sequence[str], log: Path, environment: Mapping[str, str] | None = None, folder: Path | None = None
) -> subprocess.Popen[bytes]:
    """Start a process that writes into a log; killed by the system when this one is killed."""
    ours = os.getpid()
    system = ctypes.CDLL(None) if sys.platform == "linux" else None

    def tie() -> None:
        if system:
            system.prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
            if os.getppid() != ours:  # it was killed before
                os._exit(1)

    with log.open("ab") as told:
        return subprocess.Popen(words, cwd=folder, env=environment, stdout=told, stderr=told, preexec_fn=tie)
