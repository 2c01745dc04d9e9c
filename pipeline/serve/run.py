"""The server process: its address, the invitation on the terminal, a clean end."""

from __future__ import annotations

import asyncio
import io
import ipaddress
import signal
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import segno
import uvicorn
from starlette.applications import Starlette

from language import tr
from pipeline.night.parser.lines import LogError
from pipeline.night.service import NightService
from pipeline.serve.app import application
from pipeline.serve.auth import Auth
from pipeline.serve.certificate import Certificate, load_certificate
from pipeline.serve.conflicts import Role
from pipeline.serve.limits import LimitedProtocol, LimitedSocket
from pipeline.serve.secret import Secret, load_secret
from pipeline.serve.shared import SharedNight

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, kw_only=True)
class Address:
    """The address at which a night is served."""

    host: str
    port: int
    tls: bool

    @property
    def scheme(self) -> str:
        """http or https."""
        return "https" if self.tls else "http"

    @property
    def name(self) -> str:
        """Host and port as in the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    @property
    def hosts(self) -> frozenset[str]:
        """Accepted Host headers: the address, and on loopback also localhost."""
        usual = {f"localhost:{self.port}"} if ipaddress.ip_address(self.host).is_loopback else set()
        return frozenset({self.name, *usual})

    def url(self, path: str = "") -> str:
        """The URL of a page."""
        return f"{self.scheme}://{self.name}/{path}"


def own_address() -> str:
    """This machine's address in the local network, else loopback. Sends no packet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation; only the route is looked up
            address = str(probe.getsockname()[0])
        except OSError:
            return LOOPBACK
    return address if ipaddress.ip_address(address).is_private else LOOPBACK


def checked_host(host: str) -> str:
    """The address to serve at. Raises LogError unless it is a single private address."""
    try:
        address = ipaddress.ip_address("127.0.0.1" if host == "localhost" else host)
    except ValueError:
        raise LogError(
            tr("{host!r} isn't an address: name one of this machine's, such as 192.168.1.20.", host=host)
        ) from None
    if address.is_unspecified or address.is_multicast:
        raise LogError(tr("{host} is every address at once: name the one of the house's network.", host=host))
    if not (address.is_private or address.is_loopback or address.is_link_local):
        raise LogError(
            tr("{host} can be reached from the whole internet: name one of the house's network.", host=host)
        )
    return str(address)


def qr(text: str) -> str:
    """A QR code for a terminal."""
    out = io.StringIO()
    segno.make(text, error="m").terminal(out, compact=True)
    return out.getvalue()


def invitation(
    address: Address, secret: Secret, others: Role, certificate: Certificate | None
) -> Iterator[str]:
    """Lines for the terminal: URLs, PINs and QR codes."""
    may = tr("Everybody else logs hands and notes") if others is Role.LOG else tr("Everybody else looks")
    for who, pin in ((may, secret.others), (tr("The banker's phone"), secret.banker)):
        yield f"{who}: {address.url()}  PIN {pin}"
        yield qr(address.url(f"#{pin}"))
    yield tr("On the wall: {url} (a PIN lets it in)", url=address.url("board"))
    if certificate:
        yield tr(
            "The phone asks whether it trusts a certificate: its SHA-256 is {sum}.",
            sum=certificate.fingerprint,
        )
    else:
        yield tr(
            "Over plain HTTP anyone on this Wi-Fi can read along, and a phone can't reload the page while "
            "the server is away; its lines wait all the same. --tls encrypts."
        )


class _Server(uvicorn.Server):
    """A server that ends its event streams at a signal, without raising the signal again."""

    app: Starlette

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End at SIGTERM and SIGINT."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {sig: signal.signal(sig, self._end) for sig in (signal.SIGTERM, signal.SIGINT)}
        try:
            yield
        finally:
            for sig, handler in before.items():
                signal.signal(sig, handler)

    def _end(self, *_: object) -> None:
        self.should_exit = True
        self.app.state.listeners.end()


def serve(
    store: Path,
    night: str,
    *,
    host: str | None,
    port: int,
    tls: bool,
    others: Role,
    say: Callable[[str], None],
) -> bool:
    """Serve a night until a signal, then derive its tables; returns whether it has ended. `say` prints a line.

    Raises PederError if the night is open elsewhere, or the address can't be used.
    """
    address = Address(host=checked_host(host or own_address()), port=port, tls=tls)
    with NightService(store, night) as service:
        with _listening(address) as socket_:
            secret = load_secret(service.journal.place)
            certificate = load_certificate(service.journal.place.parent, address.host) if tls else None
            address = Address(host=address.host, port=socket_.getsockname()[1], tls=tls)
            for warning in service.warnings:
                say(warning)
            for line in invitation(address, secret, others, certificate):
                say(line)
            service.journal.write_holder(served_at=address.url())
            auth = Auth(secret, address.hosts, address.scheme, others)
            _run(application(SharedNight(service), auth, tls=tls), socket_, certificate)
        has_ended = service.night.ended_at is not None
        if not has_ended:
            say(tr("The night stays open: peder serve or peder log goes on with it, peder settle closes it."))
    return has_ended


def _listening(address: Address) -> socket.socket:
    """The listening socket. Raises LogError if the address can't be used."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    try:
        with socket.create_server((address.host, address.port), family=family) as listening:
            return LimitedSocket(fileno=listening.detach())
    except OSError as error:
        raise LogError(
            tr(
                "Nothing can be served at {place} ({why}): another --port or --host may do.",
                place=address.name,
                why=error.strerror,
            )
        ) from error


def _run(app: Starlette, socket_: socket.socket, certificate: Certificate | None) -> None:
    config = uvicorn.Config(
        app,
        http=LimitedProtocol,
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        ws="none",
        timeout_graceful_shutdown=2,
        timeout_keep_alive=30,
        limit_concurrency=200,
        h11_max_incomplete_event_size=16_384,
        ssl_certfile=certificate.place if certificate else None,
    )
    if certificate:
        config.ssl_version = ssl.PROTOCOL_TLS_SERVER
    server = _Server(config)
    server.app = app
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:  # which calls LimitedSocket.accept
        runner.run(server.serve(sockets=[socket_]))
