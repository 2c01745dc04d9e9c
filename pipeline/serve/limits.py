"""Limits on connections and the order of requests, so that no device can keep the other phones out."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

CONNECTIONS = 40
"""Maximum number of simultaneous connections from one address; a phone's browser opens up to six."""
HEADER_SECONDS = 10.0
"""Seconds that a connection may take to send the headers of a request."""


@dataclass(eq=False)
class _Waiting:
    """A request that waits for its turn."""

    address: str
    phone: str
    ready: asyncio.Event = field(default_factory=asyncio.Event)


class Turns:
    """One request at a time reads or writes the night: next is the address, and then the phone, that had the fewest
    turns since the night was last idle.
    """

    def __init__(self) -> None:
        self._waiting: list[_Waiting] = []
        self._had: Counter[str] = Counter()
        self._busy = False

    @asynccontextmanager
    async def turn(self, address: str, phone: str) -> AsyncIterator[None]:
        """Wait for the turn of a phone (its cookie) at an address, and have it.

        >>> async def ask(turns: Turns) -> str:
        ...     async with turns.turn("192.168.1.7", "cookie"):
        ...         return "answered"
        >>> asyncio.run(ask(Turns()))
        'answered'
        """
        own = _Waiting(address, phone)
        self._waiting.append(own)
        self._next()
        try:
            await own.ready.wait()
            yield
        finally:
            if own in self._waiting:
                self._waiting.remove(own)  # cancelled while it waited
            else:
                self._busy = False
                self._next()

    def _next(self) -> None:
        if self._busy:
            return
        if not self._waiting:
            self._had.clear()
            return
        first = min(self._waiting, key=lambda one: (self._had[one.address], self._had[one.phone]))
        self._waiting.remove(first)
        self._had.update({first.address, first.phone})
        self._busy = True
        first.ready.set()


class LimitedSocket(socket.socket):
    """A listening socket with a limit of connections for each address, those still at a TLS handshake included."""

    def __init__(self, *options: Any, **more: Any) -> None:
        super().__init__(*options, **more)
        self._open: list[tuple[str, socket.socket]] = []

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection. Raises ConnectionAbortedError, having closed it, where its address has too many."""
        connection, address = super().accept()
        self._open = [one for one in self._open if one[1].fileno() >= 0]
        if sum(host == address[0] for host, _ in self._open) >= CONNECTIONS:
            connection.close()
            raise ConnectionAbortedError
        self._open.append((address[0], connection))
        return connection, address


class LimitedProtocol(H11Protocol):
    """HTTP/1.1 with a deadline for headers.

    Only this class uses undocumented parts of uvicorn's protocol: `cycle`, the request that is being answered, and
    `timeout_keep_alive_task`, the timer of an idle connection. Tested with uvicorn 0.35 and 0.54; with another that
    lacks them, headers have no deadline.
    """

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for headers."""
        super().connection_made(transport)
        self._connection = transport
        self._has_deadlines = hasattr(self, "cycle") and hasattr(self, "timeout_keep_alive_task")
        self._start_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._stop_deadline()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Stop the deadline once a request's headers are complete."""
        super().data_received(data)
        if not self._has_deadlines:
            return
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_deadline()
        elif self._deadline is None and self.timeout_keep_alive_task is None:
            self._start_deadline()

    def on_response_complete(self) -> None:
        """Wait for the next request as long as uvicorn keeps the connection alive."""
        self._stop_deadline()
        super().on_response_complete()

    def _start_deadline(self) -> None:
        if self._has_deadlines:
            self._deadline = asyncio.get_running_loop().call_later(HEADER_SECONDS, self._connection.abort)

    def _stop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
