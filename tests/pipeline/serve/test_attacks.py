"""Somebody on the house's Wi-Fi who means no good: nothing is told, kept or run that shouldn't be."""

from __future__ import annotations

import hashlib
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pipeline.night.journal import JournalError, journal_place, read_journal
from pipeline.night.parser.lines import LogError
from pipeline.night.service import NightService
from pipeline.serve.app import HEADERS, KINDS, STREAMS_OF_PHONE
from pipeline.serve.auth import TRIES, TRIES_OF_ALL, WINDOW, Auth, Rate
from pipeline.serve.conflicts import Role
from pipeline.serve.limits import CONNECTIONS
from pipeline.serve.requests import RefusedError
from pipeline.serve.run import Address, checked_host
from pipeline.serve.secret import Secret, load_secret
from tests.pipeline.serve.served import TABLE, Client, Served

INSIDE = ("/who", "/events", "/books", "/race", "/rules/7s")
LINE = {"text": "; hello", "key": "attacker-1", "seen": 0}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("store"), header_seconds=2) as served:
        client = Client(served)
        client.login(served.banker)
        for line in TABLE:
            assert client.line(line)["status"] == "kept"
        yield served


@pytest.fixture
def banker(served: Served) -> Client:
    client = Client(served)
    assert client.login(served.banker)[0] == 200
    return client


@pytest.fixture
def nothing_kept(served: Served) -> Iterator[None]:
    place = journal_place(served.store, served.night)
    before = place.read_bytes()
    yield
    assert place.read_bytes() == before


@pytest.mark.usefixtures("nothing_kept")
def test_without_the_pin_there_is_no_answer(served: Served, banker: Client) -> None:
    forged = banker.cookie.replace("=b.", "=o.") if "=b." in banker.cookie else ""
    name, _, value = banker.cookie.partition("=")
    old = f"{name}=b.1000000000.{value.split('.')[2]}.{value.split('.')[3]}"
    for cookie in ("", f"{name}=", f"{name}=b.9999999999.00.00", forged, old, f"{name}=.", f"{name}=å.å.å.å"):
        client = Client(served, cookie.encode().decode("latin-1"))
        for path in INSIDE:
            assert client.ask("GET", path)[0] == 401, (cookie, path)
        assert client.ask("POST", "/lines", LINE)[0] == 401
    for pin in (None, 0, "", "000000 ", ["000000"], {"a": 1}, "0" * 7000, "½"):
        secret = Secret(key="00", banker="123456", others="654321")
        with pytest.raises(RefusedError, match="isn't the PIN"):
            Auth(secret, frozenset({"h:1"}), "x", Role.LOG).log_in(pin, "1")


@pytest.mark.usefixtures("nothing_kept")
def test_other_pages_and_other_names_are_refused(served: Served, banker: Client) -> None:
    """Cross-site requests, and a foreign name that resolves to this address."""
    for host in (
        "evil.example",
        f"evil.example:{served.port}",
        "127.0.0.1",
        f"127.0.0.1:{served.port + 1}",
        "",
    ):
        assert banker.ask("GET", "/who", headers={"host": host})[0] in (400, 421), host
        assert banker.ask("GET", "/", headers={"host": host})[0] in (400, 421), host
    origin = {"origin": f"{'http'}://evil.example"}
    for headers in (
        origin,
        {"origin": ""},
        {"origin": "null"},
        {"origin": f"{'https'}://{served.host}"},
        {"origin": f"{'http'}://{served.host}.evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ):
        assert banker.ask("POST", "/lines", LINE, headers)[0] == 403, headers
        assert banker.ask("POST", "/login", {"pin": served.banker}, headers)[0] == 403, headers
    for kind in ("", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "text/json"):
        assert banker.ask("POST", "/lines", LINE, {"content-type": kind})[0] == 415, kind
    assert banker.ask("GET", "/lines")[0] == 405
    assert banker.ask("OPTIONS", "/lines")[0] == 405
    allowed = banker.ask("GET", "/who", headers=origin)[2]
    assert not [name for name in allowed if name.startswith("access-control")]


@pytest.mark.usefixtures("nothing_kept")
def test_what_is_no_line_is_refused_in_a_sentence(banker: Client) -> None:
    bodies: list[tuple[Any, int]] = [
        (b"", 400), (b"{", 400), (b"[]", 400), (b"null", 400), (b"[" * 5000, 400),
        (b'"a"', 400), (b"\xff", 400),
        (b'{"text": "' + b"a" * 9000 + b'"}', 413), ({}, 400), (LINE | {"text": 1}, 400),
        (LINE | {"key": "k"}, 400), (LINE | {"key": "../../../etc-1"}, 400), (LINE | {"seen": "0"}, 400),
        (LINE | {"seen": True}, 400), (LINE | {"key": None}, 400),
    ]  # fmt: skip
    for body, status in bodies:
        result, told, _ = banker.ask("POST", "/lines", body)
        assert (result, bool(told["text"])) == (status, True), body
    for text in ("", "\0", "\ud800", "x" * 2000, "; " + "y" * 1500, "\n\r", "ret " * 200, "(" * 900):
        assert banker.line(text)["status"] in ("refused", "asked"), text


def test_another_logger_learns_where_the_night_is(served: Served) -> None:
    with pytest.raises(JournalError, match=f"at the table on phones, at {'http'}://{served.host}/"):
        NightService(served.store, served.night)


def test_a_path_leads_nowhere_but_to_the_page(served: Served, banker: Client) -> None:
    for path in (
        "/page/../app.py", "/page/%2e%2e/app.py", "/page/..%2fapp.py", "/page/%2e%2e%2f%2e%2e%2fcli.py",
        "/page//etc/passwd", "/page/%2fetc%2fpasswd", "/page/..\\app.py", "/page/index.html%00.js", "/page/",
        "/page/__init__.py", "/../../etc/passwd", "/journal/n.secret", "/page/.", "/page/..",
    ):  # fmt: skip
        status, told, _ = banker.ask("GET", path)
        assert (status, "root:" in str(told), "import" in str(told)) == (404, False, False), path
    pages = Path(__file__).parents[3] / "pipeline" / "serve" / "page"
    for place in pages.iterdir():
        status, told, headers = Client(served).ask("GET", f"/page/{place.name}")
        assert (status, told) == (200, place.read_text(encoding="utf-8"))
        assert headers["content-type"].startswith(KINDS[place.suffix[1:]])


def test_every_answer_says_what_a_browser_may_do_with_it(served: Served, banker: Client) -> None:
    for method, path in (
        ("GET", "/"),
        ("GET", "/board"),
        ("GET", "/who"),
        ("GET", "/nowhere"),
        ("POST", "/lines"),
    ):
        headers = banker.ask(method, path, LINE | {"text": "?"} if method == "POST" else None)[2]
        assert {name: headers.get(name) for name in HEADERS} == HEADERS, path
        assert "server" not in headers
    assert "unsafe" not in HEADERS["content-security-policy"]
    cookie = Client(served).ask("POST", "/login", {"pin": served.others})[2]["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "secure" not in cookie


def test_pages_have_no_code_or_style_in_them() -> None:
    folder = Path(__file__).parents[3] / "pipeline" / "serve" / "page"
    for place in folder.glob("*.html"):
        text = place.read_text(encoding="utf-8")
        assert "<style" not in text
        assert " style=" not in text
        assert " on" not in text.replace(" on ", "")
        assert text.count("<script") == text.count('<script type="module" src="/page/')
    for place in folder.glob("*.js"):
        text = place.read_text(encoding="utf-8")
        for barred in (
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "Function(",
        ):
            assert barred not in text, place.name


def test_a_wrong_pin_can_be_tried_a_few_times_a_minute_and_locks_out_no_one_inside(tmp_path: Path) -> None:
    now = [0.0]
    auth = Auth(load_secret(tmp_path / "n.jsonl"), frozenset({"h:1"}), "x", Role.LOG)
    auth.wrong = Rate(TRIES, TRIES_OF_ALL, lambda: now[0])
    wrong = next(
        pin for pin in ("000000", "000001", "000002") if pin not in (auth.secret.banker, auth.secret.others)
    )

    def status(address: str, pin: str = wrong) -> int:
        try:
            auth.log_in(pin, address)
        except RefusedError as error:
            return error.status
        return 200

    assert [status("one") for _ in range(TRIES + 2)] == [403] * TRIES + [429] * 2
    assert (
        status("one", auth.secret.banker) == 429
    )  # the right one, too: else a guess would be told from a stop
    assert status("two", auth.secret.banker) == 200
    tried = [status(f"many {number}") for number in range(100)]
    assert tried.count(403) == TRIES_OF_ALL - TRIES
    assert status("three", auth.secret.banker) == 429
    now[0] += WINDOW + 1
    assert status("one", auth.secret.others) == 200


def test_tries_over_the_wire_are_counted(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        inside = Client(served)
        inside.login(served.banker)
        stranger = Client(served)
        wrong = "x" + served.banker[1:]
        assert [stranger.login(wrong)[0] for _ in range(TRIES + 1)] == [403] * TRIES + [429]
        headers = stranger.ask("POST", "/login", {"pin": served.banker})[2]
        assert headers["retry-after"] == "60"
        assert inside.line("; inside all the same")["status"] == "kept"
        assert sum(inside.ask("POST", "/lines", LINE | {"text": "?"})[0] == 429 for _ in range(260)) >= 10
        assert inside.ask("GET", "/who")[0] == 200


def test_secrets_are_for_their_owner_alone_and_outlive_the_server(tmp_path: Path) -> None:
    journal = tmp_path / "journal" / "n.jsonl"
    secret = load_secret(journal)
    place = journal.with_suffix(".secret")
    assert place.stat().st_mode & 0o777 == 0o600
    assert load_secret(journal) == secret
    assert secret.banker != secret.others
    cookie = secret.cookie(True)
    assert load_secret(journal).role(cookie, Role.LOOK) is Role.BANKER
    assert secret.role(secret.cookie(False), Role.LOOK) is Role.LOOK
    place.write_text("{}")
    assert load_secret(journal).role(cookie, Role.LOOK) is None
    place.write_text("broken")
    assert load_secret(journal) != secret


@pytest.mark.parametrize(
    "host", ["0.0.0.0", "::", "224.0.0.1", "8.8.8.8", "evil.example", "", "2001:4860:4860::8888"]
)
def test_one_address_of_the_house_and_no_other_is_served(host: str) -> None:
    with pytest.raises(LogError):
        checked_host(host)


def test_addresses_of_a_house() -> None:
    assert [checked_host(host) for host in ("localhost", "192.168.1.20", "::1")] == [
        "127.0.0.1",
        "192.168.1.20",
        "::1",
    ]
    assert Address(host="192.168.1.20", port=8282, tls=False).hosts == {"192.168.1.20:8282"}
    assert Address(host="::1", port=8282, tls=True).name == "[::1]:8282"


def test_a_phone_that_only_looks_keeps_nothing(tmp_path: Path) -> None:
    with Served(tmp_path, options=("--others", "look", "--tls")) as served:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        with socket.create_connection(("127.0.0.1", served.port)) as wire, context.wrap_socket(wire) as tls:
            told = tls.getpeercert(binary_form=True)
            assert told
            fingerprint = hashlib.sha256(told).hexdigest().upper()
            assert fingerprint in served.said.replace(":", "")
            tls.sendall(f"GET / HTTP/1.1\r\nHost: {served.host}\r\nConnection: close\r\n\r\n".encode())
            assert tls.recv(100).startswith(b"HTTP/1.1 200")
        assert (tmp_path / "journal" / "tls-127.0.0.1.pem").stat().st_mode & 0o777 == 0o600
        assert served.stop() == 0
    assert read_journal(journal_place(tmp_path, "n")).entries == ()


def _connect(served: Served, source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", served.port), timeout=30, source_address=(source, 0))


def _is_closed(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def test_idle_connections_of_one_address_leave_room_for_others(served: Served, banker: Client) -> None:
    idle = [_connect(served, "127.0.0.2") for _ in range(2 * CONNECTIONS)]
    half_sent = idle[0]
    half_sent.sendall(b"GET /who HTTP/1.1\r\nhost: ")
    assert banker.ask("GET", "/who")[0] == 200
    assert all(map(_is_closed, idle[CONNECTIONS:]))
    assert _is_closed(half_sent)  # after the deadline for headers
    for connection in idle:
        connection.close()
    with _connect(served, "127.0.0.2") as connection:
        connection.sendall(f"GET / HTTP/1.1\r\nhost: {served.host}\r\n\r\n".encode())
        assert connection.recv(12) == b"HTTP/1.1 200"


def test_connections_of_one_address_are_limited_before_a_handshake(tmp_path: Path) -> None:
    with Served(tmp_path, options=("--tls",)) as served:
        idle = [_connect(served, "127.0.0.2") for _ in range(2 * CONNECTIONS)]
        assert all(map(_is_closed, idle[CONNECTIONS:]))
        idle[0].sendall(b"\x16\x03\x01")
        idle.pop(1).close()
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        for source in ("127.0.0.1", "127.0.0.2"):  # the second has given up a connection
            with context.wrap_socket(_connect(served, source)) as phone:
                phone.sendall(f"GET / HTTP/1.1\r\nhost: {served.host}\r\n\r\n".encode())
                assert phone.recv(12) == b"HTTP/1.1 200"
        for connection in idle:
            connection.close()


def _ends(stream: socket.socket) -> bool:
    """Whether a stream has sent its last chunk, rather than waiting for more to send."""
    stream.settimeout(0.3)
    data = b""
    try:
        while not data.endswith(b"\r\n0\r\n\r\n"):
            data += stream.recv(65_536)
    except TimeoutError:
        return False
    return True


def test_a_phone_with_many_streams_ends_its_own(served: Served, banker: Client) -> None:
    request = f"GET /events HTTP/1.1\r\nhost: {served.host}\r\ncookie: {banker.cookie}\r\n\r\n".encode()
    streams = []
    for _ in range(STREAMS_OF_PHONE + 1):
        stream = _connect(served)
        stream.sendall(request)
        assert stream.recv(12) == b"HTTP/1.1 200"
        streams.append(stream)
    assert [_ends(stream) for stream in streams] == [True] + [False] * STREAMS_OF_PHONE
    for stream in streams:
        stream.close()


def test_a_phone_that_drops_in_the_middle_of_a_request_is_no_fault(served: Served, banker: Client) -> None:
    with _connect(served) as connection:
        head = f"POST /lines HTTP/1.1\r\nhost: {served.host}\r\norigin: http://{served.host}\r\ncookie: {banker.cookie}"
        rest = "content-type: application/json\r\ncontent-length: 500\r\n\r\n{"
        connection.sendall(f"{head}\r\n{rest}".encode())
    assert banker.ask("GET", "/who")[0] == 200
    assert "fault" not in served.said


def test_a_pin_with_half_a_character_is_a_wrong_pin(served: Served) -> None:
    status, body, _ = Client(served).login("\ud800")
    assert (status, body["text"]) == (403, "That isn't the PIN.")
    assert "fault" not in served.said


def test_only_the_banker_sets_season_date_and_place(served: Served, banker: Client) -> None:
    other = Client(served)
    other.login(served.others)
    for line in ("sæson 2026", "dato 2026-03-14", "sted Farum"):
        assert other.line(line)["status"] == "barred", line
        assert banker.line(line)["status"] == "kept", line
    assert other.line("; a note")["status"] == "kept"
