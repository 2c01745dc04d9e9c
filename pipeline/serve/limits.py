"""Limits on connections, so that no device can keep the other phones out."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

CONNECTIONS = 40
"""Maximum number of simultaneous connections from one address; a phone's browser opens up to six."""
HEADER_SECONDS = 10.0
"""Seconds that a connection may take to send the headers of a request."""


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
    """HTTP/1.1 with a deadline for headers."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for headers."""
        super().connection_made(transport)
        self._deadline: asyncio.TimerHandle | None = None
        self._start_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._stop_deadline()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Stop the deadline once a request's headers are complete."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_deadline()
        elif self._deadline is None and self.timeout_keep_alive_task is None:
            self._start_deadline()

    def on_response_complete(self) -> None:
        """Wait for the next request as long as uvicorn keeps the connection alive."""
        self._stop_deadline()
        super().on_response_complete()

    def _start_deadline(self) -> None:
        self._deadline = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    def _stop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
