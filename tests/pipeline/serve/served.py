"""A night that is served, for tests: `peder serve` in a process of its own on loopback, and clients of it.

The processes are forks of one that has imported the command, which takes longer than serving most nights.
"""

from __future__ import annotations

import http.client
import json
import multiprocessing
import os
import re
import signal
import socket
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from pipeline.cli import main
from pipeline.serve import limits
from pipeline.serve.limits import HEADER_SECONDS

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(
    ["pipeline.cli", "pipeline.commands.serve", "pipeline.serve.run"]
)  # no polars: a fork of it hangs
TABLE = ("spillere Anna, Bo, Carl, Dorte, Erik, Ester", "bankør c", "chip 25 øre", "lån 20p")


def free_port() -> int:
    """A free port."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@dataclass
class Served:
    """`peder serve` at a port that stays the same however often it is killed and started again."""

    store: Path
    night: str = "n"
    options: tuple[str, ...] = ()
    header_seconds: float = HEADER_SECONDS
    port: int = field(default_factory=free_port)
    banker: str = ""
    others: str = ""

    def start(self) -> Served:
        """Start it and wait until it listens; it tells its PINs."""
        command = ["serve", self.night, "--store", str(self.store)]
        options = ["--host", "127.0.0.1", "--port", str(self.port), *self.options]
        ours, theirs = multiprocessing.Pipe(duplex=False)
        given = (theirs, [*command, *options], dict(os.environ), self.header_seconds)
        self.process = FORKS.Process(target=_run, args=given, daemon=True)
        self.process.start()
        theirs.close()
        self._output = os.fdopen(os.dup(ours.fileno()), encoding="utf-8")
        ours.close()
        self.said = ""
        while "/board" not in self.said:
            line = self._output.readline()
            if not line:
                raise RuntimeError(self.said)
            self.said += line
        self.others, self.banker = re.findall(r"PIN (\d{6})", self.said)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        end = time.monotonic() + 30
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return self
            except OSError:
                time.sleep(0.02)
        raise TimeoutError(self.said)

    def _read(self) -> None:
        for line in self._output:
            self.said += line

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """End it by a signal; returns its exit code."""
        assert self.process.pid
        os.kill(self.process.pid, how)
        self.process.join(60)
        code = self.process.exitcode
        assert code is not None, "it goes on after a minute"
        self._reader.join(timeout=10)
        self._output.close()
        return code

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def __enter__(self) -> Served:
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self.process.is_alive():
            self.stop(signal.SIGKILL)


def _run(
    output: Connection, command: Sequence[str], environment: Mapping[str, str], header_seconds: float
) -> None:
    """Run a command of Peder in this process, as if it had been started for it."""
    for number in (1, 2):
        os.dup2(output.fileno(), number)
    output.close()
    sys.stdout, sys.stderr = (os.fdopen(number, "w", 1, "utf-8", closefd=False) for number in (1, 2))
    os.environ.clear()
    os.environ.update(environment)
    limits.HEADER_SECONDS = header_seconds
    sys.argv = ["peder", *command]
    main()


@dataclass
class Client:
    """A client, with the headers of a page of ours or others."""

    served: Served
    cookie: str = ""
    sent: int = 0

    def ask(
        self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any, dict[str, str]]:
        """Status, body (JSON where it is that) and headers of an answer; a header of "" isn't sent."""
        wire = http.client.HTTPConnection("127.0.0.1", self.served.port, timeout=60)
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        usual = {"host": self.served.host, "cookie": self.cookie}
        if method == "POST":
            own = {"origin": f"{'http'}://{self.served.host}", "content-type": "application/json"}
            usual |= own | {"content-length": str(len(data))}
        wire.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in (usual | (headers or {})).items():
            if value:
                wire.putheader(name, value)
        wire.endheaders(data)
        answer = wire.getresponse()
        text = answer.read()
        results = {name.lower(): value for name, value in answer.getheaders()}
        wire.close()
        is_json = results.get("content-type", "").startswith("application/json")
        return answer.status, json.loads(text) if is_json else text.decode(errors="replace"), results

    def login(self, pin: str) -> tuple[int, Any, dict[str, str]]:
        """Let in by a PIN, if it is one."""
        status, body, headers = self.ask("POST", "/login", {"pin": pin})
        if status == 200:
            self.cookie = headers["set-cookie"].partition(";")[0]
        return status, body, headers

    def line(self, text: str, *, key: str = "", seen: int = 10**6) -> Any:
        """Send a line, having seen everything unless `seen` says otherwise; the answer."""
        self.sent += 1
        status, body, _ = self.ask(
            "POST", "/lines", {"text": text, "key": key or f"client00-{id(self)}x{self.sent}", "seen": seen}
        )
        assert status == 200, (status, body)
        return body
