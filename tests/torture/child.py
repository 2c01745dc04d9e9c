"""Commands run in forks of this process, which has imported all and started no thread: fast, and killable."""

from __future__ import annotations

import ctypes
import hashlib
import io
import os
import random
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Any

import duckdb  # noqa: F401 - so that forks have it
import polars as pl  # noqa: F401
from typer.testing import CliRunner

import pipeline.analysis.marts
import pipeline.formats.pokernow.ledger
import pipeline.formats.pokernow.log
import pipeline.night.journal
import pipeline.night.service
import pipeline.night.settle
import pipeline.simulation.runs
import pipeline.simulation.season
from engine.ahead import compile_kernels
from engine.catalogue import VARIANTS
from peder import open_store
from pipeline.cli import app

CALLS = ("fsync", "rename", "replace", "mkdir", "unlink", "rmdir", "ftruncate", "open", "write")
"""The system's calls in which a fork can be killed: what a write consists of."""

ANSWERS = "Woolly\nseven-card-stud\n-\n5\n-\ny\n"
"""What is typed to a command that asks: a new game."""


@dataclass(frozen=True)
class Done:
    """How a command ended: its exit code (-9 killed), what it said, how many of `CALLS` it made."""

    code: int
    said: str
    calls: int = 0

    @property
    def fault(self) -> bool:
        """Whether the program itself failed, instead of saying what is wrong."""
        return self.code not in (0, 1, 2, -9) or "a fault in peder" in self.said or "Traceback" in self.said


def warm() -> None:
    """Compile or load the kernels that forks play with, once for all of them."""
    compile_kernels([VARIANTS["straight-poker"], VARIANTS["guts"]])


def started(
    store: Path, words: Sequence[str], *, kill_at: int | None = None, bound: bool = False
) -> tuple[int, int]:
    """Begin a command in a fork, to die in the `kill_at`th call, perhaps `bound` by the permissions of files:
    its process, and where it tells.
    """
    reader, writer = os.pipe()
    process = os.fork()
    if process:
        os.close(writer)
        return process, reader
    try:
        os.close(reader)
        if bound:
            obey_permissions()
        _fix_clock()
        calls = count_calls(kill_at)
        out = io.StringIO()
        with redirect_stdout(out), redirect_stderr(out):
            arguments = [word.replace("{store}", str(store)) for word in words]
            result = CliRunner().invoke(app, ["--store", str(store), *arguments], input=ANSWERS)
        said = f"{result.exit_code}\n{calls[0]}\n{result.output}{result.stderr}{out.getvalue()}"
        if result.exception and not isinstance(result.exception, SystemExit):
            said += f"Traceback: {result.exception!r}"
        os.write(writer, said.encode()[:60_000])
    finally:
        os._exit(0)


def ended(process: int, reader: int) -> Done:
    """Wait for a fork."""
    said = b""
    while chunk := os.read(reader, 1 << 16):
        said += chunk
    os.close(reader)
    os.waitpid(process, 0)
    if not said:
        return Done(-9, "")
    code, calls, text = said.decode(errors="replace").split("\n", 2)
    return Done(int(code), text, int(calls))


def peder(store: Path, *words: str, kill_at: int | None = None) -> Done:
    """Run a command in a fork, to its end or to its death."""
    return ended(*started(store, words, kill_at=kill_at))


def killed_after(store: Path, words: Sequence[str], seconds: float) -> Done:
    """Run a command in a fork and kill it after some time, unless it ends before."""
    process, reader = started(store, words)
    time.sleep(seconds)
    os.kill(process, signal.SIGKILL)
    return ended(process, reader)


def in_fork(work: Callable[[], str]) -> str:
    """Work that may start threads, in a fork of its own."""
    reader, writer = os.pipe()
    process = os.fork()
    if not process:
        try:
            told = work()
        except BaseException as error:
            told = f"Traceback: {error!r}"
        os.write(writer, told.encode()[:60_000])
        os._exit(0)
    os.close(writer)
    said = b""
    while chunk := os.read(reader, 1 << 16):
        said += chunk
    os.close(reader)
    os.waitpid(process, 0)
    assert not said.startswith(b"Traceback"), said.decode(errors="replace")
    return said.decode(errors="replace")


def snapshot(store: Path) -> dict[str, str]:
    """Every file that counts, by what it holds; what was built from them is for `marts`."""
    return {
        str(place.relative_to(store)): hashlib.sha256(place.read_bytes()).hexdigest()[:12]
        for place in sorted(store.rglob("*"))
        if place.is_file()
        and not {".cache", ".unfinished"} & set(place.relative_to(store).parts)
        and place.suffix not in (".lock", ".holder")
        and place.name != ".lock"
        and ".torn-" not in place.name
        and "retired" not in place.parts  # what a move has left to throw away
    }


def marts(store: Path) -> str:
    """A hash of all rows of the marts."""

    def work() -> str:
        digest = hashlib.sha256()
        with open_store(store) as opened:
            for name in opened.marts():
                digest.update(repr(opened.sql(f"from {name} order by all").rows()).encode())
        return digest.hexdigest()

    return in_fork(work)


def obey_permissions() -> None:
    """Give up what root may do above others (Linux)."""
    header, rights = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    if ctypes.CDLL(None).capset(header, rights):
        raise OSError("capset")


def _fix_clock() -> None:
    """One time for everything, so that the bytes of two runs can be compared."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Any:
            return datetime(2026, 11, 22, 12, tzinfo=UTC)

        @classmethod
        def fromisoformat(cls, text: str, /) -> Any:
            return datetime.fromisoformat(text)

    pipeline.night.journal.datetime = Clock  # type: ignore[attr-defined]
    pipeline.simulation.runs.datetime = Clock  # type: ignore[attr-defined]


def count_calls(kill_at: int | None) -> list[int]:
    """Count the calls of `CALLS` that this process makes, and kill it in the `kill_at`th."""
    calls = [0]

    def counted(name: str) -> Callable[..., Any]:
        call = getattr(os, name)

        def die(*args: Any, **options: Any) -> Any:
            calls[0] += 1
            if calls[0] == kill_at:
                if name == "write" and len(args[1]) > 1:  # half of it reaches the disk
                    call(args[0], args[1][: random.Random(kill_at).randrange(len(args[1]))])
                os.kill(os.getpid(), signal.SIGKILL)
            return call(*args, **options)

        return die

    for name in CALLS:
        setattr(os, name, counted(name))
    return calls
