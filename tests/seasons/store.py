"""The store under test: every command, and every logger, in a fork of this process, which starts no thread."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from importlib import import_module
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

from typer.testing import CliRunner

import pipeline.analysis
import pipeline.formats
import pipeline.night
import pipeline.store
import queries
import reports
from engine.compile.cache import ROLLOUT, is_compiled
from language import speaking
from language.current import LANGUAGES, language
from pipeline.cli import MODULES, app
from pipeline.night.journal import journal_place, read_journal
from pipeline.night.night import Night
from pipeline.night.replay import Replay
from pipeline.night.service import NightService
from pipeline.serve.conflicts import Role
from pipeline.serve.shared import SharedNight
from pipeline.store.store import Store
from tests.torture.child import count_calls, obey_permissions


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where and when something is done: language, time zone, the clock's time."""

    language: str
    zone: str
    now: datetime

    def go(self) -> None:
        """Make this process be there."""
        os.environ.update(PEDER_LANG=self.language, TZ=self.zone, PEDER_CLOCK=self.now.isoformat())
        time.tzset()


@dataclass(frozen=True)
class Done:
    """How a command ended: its exit code (-9 killed), both outputs, seconds of processor time."""

    code: int
    out: str
    err: str
    seconds: float
    calls: int = 0

    @property
    def fault(self) -> bool:
        """Whether the program itself failed, instead of saying what is wrong."""
        return (
            self.code not in (0, 1, 2, -9)
            or "a fault in peder" in self.err
            or "Traceback" in self.out + self.err
        )

    def json(self) -> Any:
        return json.loads(self.out)


def warm() -> None:
    """Import all that a command may need, once for all forks: none of it starts a thread."""
    for name in [*MODULES.values(), "report"]:
        import_module(f"pipeline.commands.{name}")
    for package in (pipeline.formats, pipeline.analysis, pipeline.store, pipeline.night, queries, reports):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
    for code in LANGUAGES:
        language(code)  # a checkout parses the catalogue, in each process again
    CliRunner().invoke(app, ["variants", "--json"])  # what a command line takes when it is first read
    if not is_compiled(ROLLOUT):  # half a minute, which is no command's fault
        subprocess.run([sys.executable, "-m", "engine.ahead", ROLLOUT], check=True)


@cache
def unit() -> float:
    """Processor seconds that this machine takes for a fixed piece of work, which times are compared with."""

    def work() -> float:
        began = time.process_time()
        sum(number * number for number in range(200_000))
        return time.process_time() - began

    return min(work() for _ in range(9))


def peder(
    store: Path,
    place: Place,
    words: Sequence[str],
    *,
    kill_at: int | None = None,
    typed: str = "",
    bound: bool = False,
) -> Done:
    """Run a command, to its end or to its death in a call of the system, perhaps `bound` by the permissions of files."""
    ours, theirs = Pipe()
    process = os.fork()
    if not process:
        try:
            ours.close()
            if bound:
                obey_permissions()
            place.go()
            calls = count_calls(kill_at)
            out, err = io.StringIO(), io.StringIO()
            with redirect_stdout(out), redirect_stderr(err):
                words = ["--store", str(store), "--lang", place.language, *words]
                result = CliRunner().invoke(app, words, input=typed)
            said = err.getvalue() + result.stderr
            if result.exception and not isinstance(result.exception, SystemExit):
                said += f"Traceback: {result.exception!r}"
            theirs.send(
                (result.exit_code, result.stdout + out.getvalue(), said, time.process_time(), calls[0])
            )
        finally:
            os._exit(0)
    theirs.close()
    done = Done(-9, "", "", 0.0)
    with suppress(EOFError):
        done = Done(*ours.recv())
    ours.close()
    os.waitpid(process, 0)
    return done


class KilledError(Exception):
    """The logger was killed before it answered."""


@dataclass
class Logger:
    """A logger of a night in a process of its own, to be killed in its `kill_at`th call if that is given."""

    store: Path
    night: str
    place: Place
    kill_at: int | None = None
    process: int = 0
    seconds: float = 0.0
    """Processor time of the last answer."""
    pipe: Connection = field(init=False)

    def __post_init__(self) -> None:
        self.pipe, theirs = Pipe()
        self.process = os.fork()
        if not self.process:
            self.pipe.close()
            try:
                _serve(self, theirs)
            finally:
                os._exit(0)
        theirs.close()
        self._answer()

    def ask(self, what: str, *given: Any, **named: Any) -> Any:
        """Call a method of `_Served`. Raises KilledError, AssertionError where it failed."""
        try:
            self.pipe.send((what, given, named))
        except BrokenPipeError:
            self._gone()
        return self._answer()

    def close(self, *, tables: bool) -> None:
        """Close it; raises KilledError."""
        self.ask("close", tables=tables)
        self.pipe.close()
        os.waitpid(self.process, 0)

    def kill(self) -> None:
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        self.pipe.close()

    def _answer(self) -> Any:
        try:
            failed, answer, self.seconds = self.pipe.recv()
        except (EOFError, ConnectionResetError):
            self._gone()
        assert not failed, answer
        return answer

    def _gone(self) -> None:
        os.waitpid(self.process, 0)
        self.pipe.close()
        raise KilledError


def _serve(logger: Logger, pipe: Connection) -> None:
    logger.place.go()
    count_calls(logger.kill_at)
    try:
        served = _Served(logger.store, logger.night)
    except Exception as error:
        pipe.send((True, f"the night can't be opened: {error!r}", 0.0))
        return
    pipe.send((False, None, time.process_time()))
    while True:
        what, given, named = pipe.recv()
        began = time.process_time()
        try:
            pipe.send((False, getattr(served, what)(*given, **named), time.process_time() - began))
        except Exception as error:
            pipe.send((True, f"{what} {given!r:.300}: {error!r}", 0.0))
        if what == "close":
            return


class _Served:
    """What a logger answers: the prompt's lines, the phones', files', and what the night looks like."""

    def __init__(self, store: Path, night: str) -> None:
        self.store, self.place = store, journal_place(store, night)
        self.service = NightService(store, night)
        self.shared = SharedNight(self.service)

    def enter(self, text: str, language: str) -> tuple[str, str, str]:
        with speaking(language):
            answer = self.service.enter(text)
            return answer.status, "".join(answer.text), "".join(answer.offer)

    def phone(self, text: str, key: str, seen: int, role: str, language: str) -> tuple[str, str, int]:
        answer = self.shared.enter(text, key=key, seen=seen, role=Role(role), code=language)
        return answer["status"], "".join(answer["text"]), answer["version"]

    def file(self, lines: list[str]) -> tuple[list[str], list[str]]:
        answers, faults = self.service.enter_file(lines)
        return ["".join(answer) for answer in answers], ["".join(fault.why) for fault in faults]

    def state(self) -> dict[str, Any]:
        return state_of(self.service.replay)

    def reopened(self, language: str) -> dict[str, Any]:
        """The night as the next reader of the journal has it."""
        with speaking(language):
            return state_of(Replay(read_journal(self.place).entries, Store(self.store).catalogue))

    def view(self, language: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """What phones show: the night and the bank."""
        return json.loads(self.shared.view(language)), json.loads(json.dumps(self.shared.bank(language)))

    def close(self, *, tables: bool) -> None:
        self.service.close(update_tables=tables)


def state_of(replay: Replay) -> dict[str, Any]:
    """All that a night comes to, as plain values."""
    night: Night = replay.night
    return {
        "entries": len(replay.entries),
        "players": [(one.player_id, one.name, one.handle, one.status) for one in night.players],
        "banker": night.banker_id,
        "chip": (str(night.chip_value.normalize()), night.currency),
        "about": {"season": night.season, "place": night.place},
        "hands": {
            hand.hand_no: (hand.status, {seat.player_id: seat.won - seat.paid for seat in hand.seats})
            for hand in night.hands
        },
        "accounts": {
            player_id: {
                name: dict(value) if name == "owes" else value for name, value in vars(account).items()
            }
            for player_id, account in night.accounts.items()
        },
        "stacks": dict(night.stacks),
        "carried": night.carried,
        "dealer": night.dealer.player_id if night.dealer else None,
        "notes": night.notes,
        "faults": [n for n, _ in night.faults],
        "ended": night.ended_at is not None,
        "open": night.open_hand is not None,
    }  # fmt: skip
