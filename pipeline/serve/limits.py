"""Limits on connections, so that no device can keep the other phones out."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

CONNECTIONS = 40
"""Maximum number of simultaneous connections from one address; a phone's browser opens up to six."""
HEADER_SECONDS = 10.0
"""Seconds that a connection may take to send the headers of a request."""


class LimitedProtocol(H11Protocol):
    """HTTP/1.1 with a limit of connections for each address and a deadline for headers."""

    open_connections: ClassVar[Counter[str]] = Counter()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Close a connection above the limit at once."""
        super().connection_made(transport)
        self._deadline: asyncio.TimerHandle | None = None
        self._address = self.client[0] if self.client else ""
        self.open_connections[self._address] += 1
        if self.open_connections[self._address] > CONNECTIONS:
            transport.abort()
        else:
            self._start_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_deadline()
        self.open_connections[self._address] -= 1
        if not self.open_connections[self._address]:
            del self.open_connections[self._address]
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
