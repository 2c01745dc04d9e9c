"""The server's routes: page, board, login, lines, events.

Everything but the static page needs the cookie that a PIN gives (`pipeline.serve.auth`).
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from language import LANGUAGES, current_language, speaking, tr
from pipeline.serve.auth import Auth
from pipeline.serve.limits import Turns
from pipeline.serve.requests import PhoneRequest, RefusedError, respond
from pipeline.serve.secret import DAYS
from pipeline.serve.shared import SharedNight
from pipeline.serve.words import words
from reports.components.palette import style_rules

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
"""Maximum size of a request body in bytes; a line has at most a thousand letters."""
BEAT = 10.0
"""Seconds between heartbeats of an idle event stream."""
LISTENERS = 64
"""Maximum number of simultaneous event streams."""
STREAMS_OF_PHONE, STREAMS_OF_ADDRESS = 4, 16
"""Maximum number of event streams of one phone and of one address: a further one ends their oldest."""
BODY_SECONDS = 10.0
"""Seconds that a phone may take to send a request's body."""

Handler = Callable[[Request], Awaitable[Response]]


class _Stream:
    """An open event stream of a phone (its cookie) at an address."""

    def __init__(self, phone: str, address: str) -> None:
        self.phone, self.address = phone, address
        self.event = asyncio.Event()
        self.over = False


class Listeners:
    """The open event streams; may be notified from any thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._streams: list[_Stream] = []
        self.over = False

    def notify(self) -> None:
        """Wake all streams."""
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake)

    def end(self) -> None:
        """End all streams: the server stops."""
        self.over = True
        self.notify()

    def _wake(self) -> None:
        for stream in self._streams:
            stream.event.set()

    async def stream(self, table: SharedNight, code: str, phone: str, address: str) -> AsyncIterator[str]:
        """The night as server-sent events: now, and after each change."""
        self._loop = asyncio.get_running_loop()
        stream = _Stream(phone, address)
        self._make_room(stream)
        self._streams.append(stream)
        try:
            sent: object = None
            yield "retry: 1000\n\nevent: beat\ndata: 1\n\n"
            while not (self.over or stream.over):
                stream.event.clear()
                if table.state != sent:
                    sent = table.state
                    yield f"data: {await run_in_threadpool(table.view, code)}\n\n"
                try:
                    await asyncio.wait_for(stream.event.wait(), BEAT)
                except TimeoutError:
                    await run_in_threadpool(table.follow_games)
                    yield "event: beat\ndata: 1\n\n"
        finally:
            self._streams.remove(stream)

    def _make_room(self, new: _Stream) -> None:
        """End the oldest streams of a phone or an address that has too many."""
        open_ = [stream for stream in self._streams if not stream.over]
        same_phone = [stream for stream in open_ if stream.phone == new.phone]
        same_address = [stream for stream in open_ if stream.address == new.address]
        for same, most in ((same_phone, STREAMS_OF_PHONE), (same_address, STREAMS_OF_ADDRESS)):
            for stream in same[: max(0, len(same) + 1 - most)]:
                stream.over = True
                stream.event.set()

    @property
    def full(self) -> bool:
        """Whether no more streams can be opened."""
        return len(self._streams) >= LISTENERS


def application(table: SharedNight, auth: Auth, *, tls: bool = False) -> Starlette:
    """The ASGI application for a night; with `tls`, cookies are sent over TLS only."""
    answers = _Answers(table, auth, tls=tls)
    table.on_change(answers.listeners.notify)

    def route(path: str, handler: Handler, method: str = "GET") -> Route:
        return Route(path, answers.guarded(handler), methods=[method])

    app = Starlette(
        routes=[
            route("/", answers.page),
            route("/board", answers.board),
            route("/page/{name}", answers.part),
            route("/palette.css", answers.palette),
            route("/words/{code}", answers.words),
            route("/login", answers.login, "POST"),
            *(route(path, answers.ask) for path in ("/who", "/books", "/race", "/rules/{game}")),
            *(route(path, answers.ask, "POST") for path in ("/lines", "/games")),
            route("/events", answers.events),
        ],
        exception_handlers={HTTPException: _plain, Exception: _fault},
    )
    app.state.listeners = answers.listeners
    return app


class _Answers:
    """What the server answers to each request."""

    def __init__(self, table: SharedNight, auth: Auth, *, tls: bool) -> None:
        self.table, self.auth, self.tls = table, auth, tls
        self.listeners = Listeners()
        self.turns = Turns()

    def guarded(self, handler: Handler) -> Handler:
        """A handler for requests from this site, in the phone's language, whose refusals are answers."""

        async def guard(request: Request) -> Response:
            with speaking(_language(request)):
                try:
                    self.auth.check(request)
                    response = await handler(request)
                except RefusedError as error:
                    wait = {"retry-after": "60"} if error.status == 429 else None
                    response = JSONResponse({"text": error.text}, error.status, wait)
            response.headers.update(HEADERS)
            return response

        return guard

    async def page(self, request: Request) -> Response:
        """The screens of a phone."""
        return _file("index.html")

    async def board(self, request: Request) -> Response:
        """The table, for a screen that all see."""
        return _file("board.html")

    async def part(self, request: Request) -> Response:
        """A file of the page."""
        return _file(request.path_params["name"])

    async def palette(self, request: Request) -> Response:
        """The colours."""
        return Response(style_rules(), media_type="text/css")

    async def words(self, request: Request) -> Response:
        """The page's texts in a language."""
        code = request.path_params["code"]
        if code not in LANGUAGES:
            raise RefusedError(404, tr("There is nothing here."))
        return JSONResponse(words(code))

    async def login(self, request: Request) -> Response:
        """A cookie for a PIN."""
        pin = (await _body(request)).get("pin")
        cookie = self.auth.log_in(pin, _address(request))
        response = JSONResponse({"role": self.auth.secret.role(cookie, self.auth.others)})
        response.set_cookie(
            self.auth.cookie, cookie, max_age=DAYS * 86_400, httponly=True, samesite="strict", secure=self.tls
        )
        return response

    async def ask(self, request: Request) -> Response:
        """What `pipeline.serve.requests` answers, a phone at a time."""
        role, body = self.auth.role(request), {}
        if request.method == "POST":
            self.auth.count_line(_address(request))
            body = await _body(request)
        asked = PhoneRequest(
            path=request.scope["path"],
            query=request.query_params,
            body=body,
            role=role,
            language=_language(request),
        )
        async with self.turns.turn(_address(request), request.cookies.get(self.auth.cookie, "")):
            answer = await run_in_threadpool(respond, self.table, asked)
        return Response(answer, media_type="application/json")

    async def events(self, request: Request) -> Response:
        """The night, now and after each change."""
        self.auth.role(request)
        if self.listeners.full:
            raise RefusedError(503, tr("Too many phones listen."))
        phone = request.cookies.get(self.auth.cookie, "")
        stream = self.listeners.stream(self.table, _language(request), phone, _address(request))
        return StreamingResponse(stream, media_type="text/event-stream")


def _file(name: str) -> Response:
    """A file of the page's folder."""
    kind = KINDS.get(name.rpartition(".")[2])
    place = {file.name: file for file in files("pipeline.serve").joinpath("page").iterdir()}.get(name)
    if kind is None or place is None:
        raise RefusedError(404, tr("There is nothing here."))
    return Response(place.read_bytes(), media_type=kind)


async def _body(request: Request) -> dict[str, Any]:
    """The JSON object in a request's body. Raises RefusedError."""
    data = b""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for piece in request.stream():
                data += piece
                if len(data) > LARGEST:
                    raise RefusedError(413, tr("That is too long."))
    except TimeoutError:
        raise RefusedError(408, tr("The line didn't arrive in time: send it again.")) from None
    except ClientDisconnect:
        raise RefusedError(400, tr("The connection was lost: send the line again.")) from None
    try:
        body = json.loads(data)
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise RefusedError(400, tr("That isn't a JSON object."))
    return body


def _language(request: Request) -> str:
    """The language that a phone asks for, else the server's."""
    code = request.query_params.get("lang", "")
    return code if code in LANGUAGES else current_language().code


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


async def _plain(request: Request, error: Exception) -> Response:
    """The answer for an unknown path or method."""
    assert isinstance(error, HTTPException)
    return JSONResponse({"text": tr("There is nothing here.")}, error.status_code, HEADERS)


async def _fault(request: Request, error: Exception) -> Response:
    """Report an internal error on the terminal, without details to the phone."""
    print(f"peder: a fault in peder itself, {type(error).__name__}: {error}", file=sys.stderr, flush=True)
    return JSONResponse({"text": tr("A fault in the server.")}, 500, HEADERS)
