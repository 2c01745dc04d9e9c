"""Authentication: checks of host and origin, cookies, limits on PIN attempts and lines."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable

from starlette.requests import Request

from language import tr
from pipeline.serve.conflicts import Role
from pipeline.serve.requests import RefusedError
from pipeline.serve.secret import Secret

TRIES, TRIES_OF_ALL = 5, 30
"""Wrong PINs a minute, for one address and in all: trying half of a million PINs takes eleven days."""
LINES = 240
"""Lines a minute for one address, enough for a queue that waited for the network."""
WINDOW = 60.0
_MOST_ADDRESSES = 1000


class Rate:
    """Counts events of the last minute, by address."""

    def __init__(self, each: int, together: int, now: Callable[[], float] = time.monotonic) -> None:
        self.each, self.together, self.now = each, together, now
        self._times: dict[str, list[float]] = defaultdict(list)

    def is_full(self, address: str) -> bool:
        """Whether an address, or all addresses together, have reached the limit."""
        self._forget()
        mine = len(self._times.get(address, ()))
        return mine >= self.each or sum(map(len, self._times.values())) >= self.together

    def count(self, address: str) -> None:
        """Count an event."""
        if len(self._times) < _MOST_ADDRESSES or address in self._times:
            self._times[address].append(self.now())

    def _forget(self) -> None:
        since = self.now() - WINDOW
        for address, times in list(self._times.items()):
            if left := [at for at in times if at > since]:
                self._times[address] = left
            else:
                del self._times[address]


class Auth:
    """Checks requests for a night served under `hosts` (names with ports) over `scheme`.

    `others` is the role of phones without the banker's PIN.
    """

    def __init__(self, secret: Secret, hosts: frozenset[str], scheme: str, others: Role) -> None:
        self.secret, self.hosts, self.scheme, self.others = secret, hosts, scheme, others
        self.wrong = Rate(TRIES, TRIES_OF_ALL)
        self.sent = Rate(LINES, 10 * LINES)
        port = next(iter(hosts)).rpartition(":")[2]
        self.cookie = f"peder_{port}"  # cookies ignore ports, and one machine may serve two nights

    def check(self, request: Request) -> None:
        """Raise RefusedError for a request under another host name or from another site's page."""
        if request.headers.get("host", "").casefold() not in self.hosts:
            raise RefusedError(421, tr("This isn't served under that name."))  # DNS rebinding
        site = request.headers.get("sec-fetch-site", "same-origin")
        if request.method == "POST":
            origins = {f"{self.scheme}://{host}" for host in self.hosts}
            if request.headers.get("origin", "") not in origins or site != "same-origin":
                raise RefusedError(403, tr("Other pages may not send anything here."))
            kind = request.headers.get("content-type", "").partition(";")[0].strip().casefold()
            if kind != "application/json":
                raise RefusedError(415, tr("Only JSON is accepted."))

    def role(self, request: Request) -> Role:
        """The phone's role. Raises RefusedError without a valid cookie."""
        role = self.secret.role(request.cookies.get(self.cookie, ""), self.others)
        if role is None:
            raise RefusedError(401, tr("The PIN is asked for."))
        return role

    def log_in(self, pin: object, address: str) -> str:
        """The cookie for a PIN. Raises RefusedError for a wrong PIN and after too many attempts."""
        if self.wrong.is_full(address):
            raise RefusedError(429, tr("Too many wrong PINs: wait a minute."))
        banker = self.secret.banker_or_other(pin) if isinstance(pin, str) else None
        if banker is None:
            self.wrong.count(address)
            raise RefusedError(403, tr("That isn't the PIN."))
        return self.secret.cookie(banker)

    def count_line(self, address: str) -> None:
        """Count a line from an address. Raises RefusedError after too many."""
        if self.sent.is_full(address):
            raise RefusedError(429, tr("Too many lines in a minute: wait a little."))
        self.sent.count(address)
