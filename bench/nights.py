"""A night at the table that grows: what a line, an undo and opening the night cost, in processor time.

The night is like one at a table: six games, side pots, high and low, pots that carry, shadow, a purchase now
and then, and loans so large that no hand is a draft for want of chips. The figures are
medians over lines; the growth is that of a line's time from 250 to 2,000 hands.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Iterator, MutableMapping
from functools import cache
from pathlib import Path
from typing import Any

from starlette.applications import Starlette

from pipeline.night.service import NightService

SHORT, LONG = 250, 2000
_SET = ("players Anna, Bo, Carl, Dorte, Erik, Ester", "banker c", "chip 25 øre", "loan 900p")
_HANDS = (
    "7s 14 b3 c7 +d hus",
    ". 8 a2 +b",
    "guts 2 +a",
    "sp vild 2 hilo 12 b3 +d hi fl +e lo 6-4",
    "th 20 a0 b1 c2 d=12 +d side +e",
    "7s 14 e/4 b3 +a 2par",
    "7s 10 ++",
    "7s 12 +d +e",
)
_TRIES = 31
_FAR_TRIES = 7
_HOST = "127.0.0.1:8282"


def _told(service: NightService, hands: int) -> None:
    """Log the night. Raises RuntimeError for drafts, which would be measured instead of hands."""
    service.enter_file(list(_lines(hands)), keep_going=True)
    if service.night.drafts:
        raise RuntimeError(f"{len(service.night.drafts)} of {hands} hands are drafts")


def _lines(hands: int) -> Iterator[str]:
    yield from _SET
    for number in range(hands):
        yield _HANDS[number % len(_HANDS)]
        if number % 25 == 24:
            yield "buy a 1p"


@cache
def _measured(hands: int) -> tuple[float, float, float]:
    """Seconds to open a night of `hands` hands, for a line more, and to take that back."""
    with tempfile.TemporaryDirectory(prefix="peder-bench-") as folder:
        store = Path(folder)
        with NightService(store, "n") as service:
            _told(service, hands)
        opening, lines, undos = [], [], []
        for _ in range(3):
            start = time.process_time()
            service = NightService(store, "n")
            opening.append(time.process_time() - start)
            service.journal.close()
        with NightService(store, "n") as service:
            for _ in range(_TRIES):
                start = time.process_time()
                service.enter(_HANDS[0])
                middle = time.process_time()
                service.enter("u")
                lines.append(middle - start)
                undos.append(time.process_time() - middle)
        return statistics.median(opening), statistics.median(lines), statistics.median(undos)


def opening() -> float:
    """Seconds to open a night of 2,000 hands."""
    return _measured(LONG)[0]


def line_ms() -> float:
    """Milliseconds that a line costs at 2,000 hands, its fsync aside (which is the disk's time)."""
    return 1000 * _measured(LONG)[1]


def line_growth() -> float:
    """How many times what a line costs at 250 hands it costs at 2,000."""
    return _measured(LONG)[1] / _measured(SHORT)[1]


def opening_growth() -> float:
    """How many times what opening a night of 250 hands costs one of 2,000, eight times as many, does."""
    return _measured(LONG)[0] / _measured(SHORT)[0]


def served_ms() -> float:
    """Milliseconds of processor time that the server takes for a phone's line at 2,000 hands: from the
    request to the answer with the night as it stands since, the wire and the fsync aside.
    """
    from pipeline.serve.app import application
    from pipeline.serve.auth import Auth
    from pipeline.serve.conflicts import Role
    from pipeline.serve.secret import load_secret
    from pipeline.serve.shared import SharedNight

    with (
        tempfile.TemporaryDirectory(prefix="peder-bench-") as folder,
        NightService(Path(folder), "n") as service,
    ):
        _told(service, LONG)
        secret = load_secret(service.journal.place)
        auth = Auth(secret, frozenset({_HOST}), "http", Role.LOG)
        app = application(SharedNight(service), auth)
        cookie = f"{auth.cookie}={secret.cookie(banker=True)}"
        times = []
        for number in range(_TRIES):
            line = {"text": _HANDS[0], "key": f"benchmark-{number}", "seen": len(service.journal.entries)}
            start = time.process_time()
            status = asyncio.run(_posted(app, json.dumps(line).encode(), cookie))
            times.append(time.process_time() - start)
            if status != 200:
                raise RuntimeError(f"the server answered {status}")
    return 1000 * statistics.median(times)


async def _posted(app: Starlette, body: bytes, cookie: str) -> int:
    """Send a line to the server's program as its web server would; the status of the answer."""
    headers = {
        "host": _HOST,
        "origin": "http" + f"://{_HOST}",
        "content-type": "application/json",
        "cookie": cookie,
    }
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": "/lines",
        "raw_path": b"/lines",
        "query_string": b"lang=en",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 50000),
        "server": ("127.0.0.1", 8282),
    }
    answered: list[int] = []

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            answered.append(message["status"])

    await app(scope, receive, send)
    return answered[0]


def undo_ms() -> float:
    """Milliseconds that taking the last line back costs at 2,000 hands."""
    return 1000 * _measured(LONG)[2]


def far_undo_ms() -> float:
    """Milliseconds that taking back hand 5 of 2,000 costs: all later ones are replayed."""
    return 1000 * _far_undo(LONG)


def far_undo_growth() -> float:
    """Time to take back hand 5 of 2,000, divided by the time of 250."""
    return _far_undo(LONG) / _far_undo(SHORT)


@cache
def _far_undo(hands: int) -> float:
    with tempfile.TemporaryDirectory(prefix="peder-bench-") as folder:
        with NightService(Path(folder), "n") as service:
            _told(service, hands)
        with NightService(Path(folder), "n") as service:
            took = []
            for _ in range(_FAR_TRIES):
                start = time.process_time()
                service.enter("u 5")
                took.append(time.process_time() - start)
                service.enter("gendan")
        return statistics.median(took)
