"""A scheduler and two workers of Dask's as processes, and `peder` as one: to be killed while they work."""

from __future__ import annotations

import hashlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from tests.cluster.gateway import free_port
from tests.cluster.tied import started

ROOT = Path(__file__).parents[2]
WORKERS = ("worker 1", "worker 2")
_STARTING = 120.0  # seconds


class Held(NamedTuple):
    """Where a command makes a file, and goes on when that is gone (`tests.cluster.held`)."""

    point: str
    file: str


class Processes:
    """What runs for a cluster: started by name, killed by name, and all of it stopped at the end."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self.folder = folder
        self.address = f"tcp://127.0.0.1:{free_port()}"
        self.environment = {
            **os.environ, "PYTHONPATH": str(ROOT), "PEDER_LANG": "en", **environment,
            "DASK_DISTRIBUTED__WORKER__MEMORY__TERMINATE": "0.95",
        }  # fmt: skip
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str) -> None:
        """Start the scheduler or a worker."""
        if name == "scheduler":
            words = ["scheduler", "--host", "127.0.0.1", "--port", self.address.rpartition(":")[2]]
        else:
            room = self.folder / name.replace(" ", "-")
            words = [
                "worker", self.address, "--nworkers", "1", "--nthreads", "1", "--no-nanny",
                "--local-directory", str(room),
            ]  # fmt: skip
        self._run(name, "-m", "distributed.cli.dask_" + words[0], *words[1:], "--no-dashboard")

    def peder(self, name: str, *words: object, held: Held | None = None) -> subprocess.Popen[bytes]:
        """Start a command of Peder's, perhaps stopped at a point; what it prints goes to `<name>.log`."""
        module = ("tests.cluster.held", *held) if held else ("pipeline.cli",)
        self._run(name, "-m", *module, *map(str, words))
        return self.running[name]

    def _run(self, name: str, *words: str) -> None:
        self.running[name] = started(
            [sys.executable, *words], self.folder / f"{name}.log", self.environment, self.folder
        )

    def kill(self, name: str) -> None:
        """Kill -9."""
        self.running[name].kill()
        self.running[name].wait()

    def log(self, name: str) -> str:
        """What a process has printed."""
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def most_memory(self, name: str) -> int:
        """The most memory that a process has used, in MB (Linux)."""
        with suppress(OSError, StopIteration, ValueError):
            status = Path(f"/proc/{self.running[name].pid}/status").read_text()
            line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
            return int(line.split()[1]) >> 10
        return 0


@contextmanager
def cluster(folder: Path, environment: Mapping[str, str]) -> Iterator[Processes]:
    """A scheduler and two workers, which know `environment`; stopped in the end."""
    folder.mkdir(parents=True, exist_ok=True)
    processes = Processes(folder, environment)
    try:
        for name in ("scheduler", *WORKERS):
            processes.start(name)
        _wait_for(int(processes.address.rpartition(":")[2]))
        yield processes
    finally:
        for process in processes.running.values():
            process.kill()
            process.wait()


def _wait_for(port: int) -> None:
    """Wait until the address accepts connections: a busy machine is slow to start a scheduler."""
    until = time.monotonic() + _STARTING
    while time.monotonic() < until:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.1)


def checksums(store: Path) -> dict[str, str]:
    """The checksum of every file of hands, seats and sums of a store that is a folder."""
    return {
        place.relative_to(store).as_posix(): hashlib.sha256(place.read_bytes()).hexdigest()
        for table in ("hands", "seats")
        for place in (store / table).rglob("part-*")
    }
