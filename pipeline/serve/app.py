"""The server's addresses: the page and the board, letting phones in, lines, what changed since.

Everything but the page itself and its parts asks for the cookie that a PIN buys. What a request may be is for
`pipeline.serve.gate`, what a line may be for `pipeline.serve.table`.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from engine.api import PederError, call, find_variant, parse_additions
from language import LANGUAGES, speaking, spoken, tr
from pipeline.catalogue import describe
from pipeline.serve.gate import Gate, RefusedError
from pipeline.serve.secret import DAYS
from pipeline.serve.sight import catalogue
from pipeline.serve.table import SharedDesk
from pipeline.serve.words import words
from reports.palette import style_rules

KINDS = {"html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
LARGEST = 8192
"""Bytes of a request's body: a line has a thousand letters at the most."""
BEAT = 10.0
"""Seconds without news after which a listener hears that the server is there."""
LISTENERS = 64
"""Phones and boards that listen at a time."""
_KEY = re.compile(r"[A-Za-z0-9]{8,40}-[A-Za-z0-9]{1,20}")

Handler = Callable[[Request], Awaitable[Response]]


class Listeners:
    """Whoever waits for news of the night; told from any thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: set[asyncio.Event] = set()
        self.over = False

    def tell(self) -> None:
        """Wake everybody who listens."""
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake)

    def end(self) -> None:
        """Let everybody go: the server ends."""
        self.over = True
        self.tell()

    def _wake(self) -> None:
        for event in self._waiting:
            event.set()

    async def stream(self, table: SharedDesk, code: str) -> AsyncIterator[str]:
        """The night as server-sent events: now, and whenever it has changed."""
        self._loop = asyncio.get_running_loop()
        event = asyncio.Event()
        self._waiting.add(event)
        try:
            told = -1
            yield "retry: 1000\n\nevent: beat\ndata: 1\n\n"
            while not self.over:
                event.clear()
                if table.version != told:
                    told = table.version
                    yield f"data: {await run_in_threadpool(table.sight, code)}\n\n"
                try:
                    await asyncio.wait_for(event.wait(), BEAT)
                except TimeoutError:
                    yield "event: beat\ndata: 1\n\n"
        finally:
            self._waiting.discard(event)

    @property
    def full(self) -> bool:
        """Whether nobody more can listen."""
        return len(self._waiting) >= LISTENERS


def application(table: SharedDesk, gate: Gate, *, tls: bool = False) -> Starlette:
    """The server of a night. `tls` says that cookies go over TLS alone."""
    listeners = Listeners()
    table.on_change(listeners.tell)

    async def page(request: Request) -> Response:
        return _file("index.html")

    async def board(request: Request) -> Response:
        return _file("board.html")

    async def part(request: Request) -> Response:
        return _file(request.path_params["name"])

    async def login(request: Request) -> Response:
        pin = (await _body(request)).get("pin")
        cookie = gate.let_in(pin, _address(request))
        role = gate.secret.role(cookie, gate.others)
        response = JSONResponse({"role": role})
        response.set_cookie(
            gate.cookie, cookie, max_age=DAYS * 86_400, httponly=True, samesite="strict", secure=tls
        )
        return response

    async def who(request: Request) -> Response:
        return JSONResponse({"role": gate.role(request), "games": catalogue()})

    async def lines(request: Request) -> Response:
        role = gate.role(request)
        gate.counted(_address(request))
        body = await _body(request)
        text, key, seen = body.get("text"), body.get("key"), body.get("seen")
        if not (isinstance(text, str) and isinstance(key, str) and type(seen) is int and _KEY.fullmatch(key)):
            raise RefusedError(400, tr("A line has a text, a key, and what the phone had seen."))
        reply = await run_in_threadpool(
            table.enter, text, key=key, seen=seen, role=role, code=_language(request)
        )
        state = reply.pop("state")
        return Response(f'{json.dumps(reply)[:-1]}, "state": {state}}}', media_type="application/json")

    async def events(request: Request) -> Response:
        gate.role(request)
        if listeners.full:
            raise RefusedError(503, tr("Too many phones listen."))
        return StreamingResponse(listeners.stream(table, _language(request)), media_type="text/event-stream")

    async def books(request: Request) -> Response:
        gate.role(request)
        return JSONResponse(await run_in_threadpool(table.books, _language(request)))

    async def race(request: Request) -> Response:
        gate.role(request)
        return JSONResponse(await run_in_threadpool(table.race))

    async def rules(request: Request) -> Response:
        gate.role(request)
        try:
            added = parse_additions([request.query_params.get("add", "")[:200]])
            return JSONResponse(describe(call(find_variant(request.path_params["game"][:100]), added)))
        except PederError as error:
            return JSONResponse({"text": str(error)}, 404)

    async def spoken(request: Request) -> Response:
        code = request.path_params["code"]
        if code not in LANGUAGES:
            raise RefusedError(404, tr("There is nothing here."))
        return JSONResponse(words(code))

    async def palette(request: Request) -> Response:
        return Response(style_rules(), media_type="text/css")

    def guarded(handler: Handler) -> Handler:
        async def guard(request: Request) -> Response:
            with speaking(_language(request)):
                try:
                    gate.check(request)
                    response = await handler(request)
                except RefusedError as error:
                    wait = {"retry-after": "60"} if error.status == 429 else None
                    response = JSONResponse({"text": error.text}, error.status, wait)
            response.headers.update(HEADERS)
            return response

        return guard

    app = Starlette(
        routes=[
            Route("/", guarded(page)),
            Route("/board", guarded(board)),
            Route("/page/{name}", guarded(part)),
            Route("/palette.css", guarded(palette)),
            Route("/words/{code}", guarded(spoken)),
            Route("/login", guarded(login), methods=["POST"]),
            Route("/who", guarded(who)),
            Route("/lines", guarded(lines), methods=["POST"]),
            Route("/events", guarded(events)),
            Route("/books", guarded(books)),
            Route("/race", guarded(race)),
            Route("/rules/{game}", guarded(rules)),
        ],
        exception_handlers={HTTPException: _plain, Exception: _fault},
    )
    app.state.listeners = listeners
    return app


def _file(name: str) -> Response:
    """A part of the page, one of those that stand in its folder."""
    kind = KINDS.get(name.rpartition(".")[2])
    found = {place.name: place for place in files("pipeline.serve").joinpath("page").iterdir()}.get(name)
    if kind is None or found is None:
        raise RefusedError(404, tr("There is nothing here."))
    return Response(found.read_bytes(), media_type=kind)


async def _body(request: Request) -> dict[str, Any]:
    """The JSON object that a request brings. Raises RefusedError."""
    data = b""
    async for piece in request.stream():
        data += piece
        if len(data) > LARGEST:
            raise RefusedError(413, tr("That is too long."))
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise RefusedError(400, tr("That is no JSON object."))
    return found


def _language(request: Request) -> str:
    """The language that a phone asks for, else the house's."""
    code = request.query_params.get("lang", "")
    return code if code in LANGUAGES else spoken().code


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


async def _plain(request: Request, error: Exception) -> Response:
    """What isn't there, or isn't done that way."""
    assert isinstance(error, HTTPException)
    return JSONResponse({"text": tr("There is nothing here.")}, error.status_code, HEADERS)


async def _fault(request: Request, error: Exception) -> Response:
    """A fault of ours: a sentence on the terminal, none of it to the phone."""
    print(f"peder: a fault in peder itself, {type(error).__name__}: {error}", file=sys.stderr, flush=True)
    return JSONResponse({"text": tr("A fault in the server.")}, 500, HEADERS)
