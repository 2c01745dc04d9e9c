"""What a night at the table may meet: a journal replaced beneath both loggers, idle connections, hostile names."""

from __future__ import annotations

import random
import shutil
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

from pipeline.night.journal import JournalError, journal_place, read_journal
from pipeline.night.parser.grammar import clean
from pipeline.serve.limits import CONNECTIONS
from tests.pipeline.night.terminal import Terminal
from tests.pipeline.serve.phone import Phone
from tests.pipeline.serve.served import TABLE, Client, Served

SETTINGS = tuple(zip(TABLE, ("deals", "keeps the bank", "small chip", "lends"), strict=True))
"""The first lines of a night, each with a part of the answer of `peder log`."""


def _copied(place: Path) -> None:
    copy = place.with_name("copy")
    shutil.copy(place, copy)
    copy.replace(place)


def _moved_and_copied_back(place: Path) -> None:
    moved = place.parent.with_name("moved")
    place.parent.rename(moved)
    shutil.copytree(moved, place.parent)


def _another(place: Path) -> None:
    other = place.with_name("other")
    other.write_bytes(b"".join(place.read_bytes().splitlines(keepends=True)[:2]))
    other.replace(place)


CHANGES: tuple[Callable[[Path], None], ...] = (_copied, Path.unlink, _moved_and_copied_back, _another)


def replaced(folder: Path, first: int, count: int) -> Iterator[tuple[int, str, list[str]]]:
    """Replace the journal of an open night: what was kept is at its place or in the file saved for it."""
    for number in range(first, count):
        change, is_served = CHANGES[number // 2 % len(CHANGES)], number % 2
        what = f"{change.__name__.strip('_')} beneath peder {'serve' if is_served else 'log'}"
        store = folder / str(number)
        store.mkdir(parents=True)
        before = random.Random(number).randint(1, 5)
        yield number + 1, what, list(_replaced(store, change, before, is_served=bool(is_served)))


def _replaced(store: Path, change: Callable[[Path], None], before: int, *, is_served: bool) -> Iterator[str]:
    place = journal_place(store, "n")
    hands = [f"7s {level} +a" for level in range(10, 20)]
    with ExitStack() as stack:
        if is_served:
            served = stack.enter_context(Served(store))
            client = Client(served)
            client.login(served.banker)
            for line in (*TABLE, *hands[:before]):
                assert client.line(line)["status"] == "kept"
            change(place)
            if [line for line in hands[before:] if client.line(line)["status"] == "kept"]:
                yield "a line was kept in no file"
            if served.stop():
                yield f"the server says {served.said[-300:]}"
        else:
            words = ["--store", str(store), "--lang", "en", "log", "n"]
            terminal = Terminal(words)
            stack.callback(terminal.kill)
            for line, answer in (*SETTINGS, *((line, "stayed at") for line in hands[:before])):
                terminal.line(line, answer)
            change(place)
            try:
                terminal.line(hands[before], "Not saved")
            except AssertionError as error:
                yield f"{error}"
    saved = [place] if place.exists() else []
    if change is Path.unlink and saved:
        yield "the deleted journal is there again"
    for each in (*saved, *place.parent.glob("n.rescued-*")):
        with suppress(JournalError):
            if len(read_journal(each).entries) >= len(TABLE) + before:
                return
    yield "no file has what was kept"


def idle(folder: Path, first: int, count: int) -> Iterator[tuple[int, str, list[str]]]:
    """Hundreds of connections that say nothing, half of something or noise, from one address; by every other
    number the page is encrypted. The banker's phone is answered all the same.
    """
    for number in range(first, count):
        draw, is_encrypted = random.Random(number), number % 2
        faults = []
        with ExitStack() as stack:
            options = ("--tls",) if is_encrypted else ()
            served = stack.enter_context(Served(folder / str(number), options=options))
            for _ in range(8 * CONNECTIONS):
                said = draw.choice(
                    [
                        b"",
                        b"GET /who HT",
                        b"POST /lines HTTP/1.1\r\ncontent-length: 9\r\n\r\n{",
                        draw.randbytes(60),
                        b"\x16\x03\x01",
                    ]
                )
                with suppress(OSError):
                    one = socket.create_connection(
                        ("127.0.0.1", served.port), timeout=30, source_address=("127.0.0.2", 0)
                    )
                    stack.callback(one.close)
                    one.sendall(said)
            for _ in range(3):
                if not _answers(served, is_encrypted=bool(is_encrypted)):
                    faults.append("no answer to another address")
            if served.stop() or "fault" in served.said or "Traceback" in served.said:
                faults.append(served.said[-400:])
        yield number + 1, f"{'TLS' if is_encrypted else 'plain'}, round {number}", faults


def _answers(served: Served, *, is_encrypted: bool) -> bool:
    """Whether the first page comes within half a minute."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", served.port), timeout=30) as plain:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        with context.wrap_socket(plain) if is_encrypted else plain as wire:
            wire.sendall(f"GET / HTTP/1.1\r\nhost: {served.host}\r\n\r\n".encode())
            return wire.recv(15).startswith(b"HTTP/1.1 200")
    return False


NAMES = (
    "<img src onerror>", "<script>", "<svg onload>", "<b>Bo", '"><i>Q', "' onclick '", "${alert(5)}", "\u202ednA", "`alert(8)`",
    "A\u0301\u0301\u0301\u0301", "&ltb&gt", "x" * 60, "javascript:alert(6)", "constructor", "__proto__", "toString", "👑 K",
)  # fmt: skip
NOTES = (
    "<img src=x onerror=alert(1)>", "</script><script>alert(2)</script>", '" onmouseover="alert(3)', "<svg onload=alert(4)>",
)  # fmt: skip
"""Names and notes that a page must only ever show."""


def names(folder: Path, first: int, count: int) -> Iterator[tuple[int, str, list[str]]]:
    """Nights of players with hostile names, and notes and places of the same, on two phones in a browser."""
    for number in range(first, count):
        draw = random.Random(number)
        chosen = draw.sample(NAMES, 3)
        place = folder / str(number)
        place.mkdir(parents=True)
        with Served(place / "store") as served:
            phone = Phone(place / "profile", language=("en", "da")[number % 2])
            try:
                yield number + 1, " / ".join(chosen), _shown(phone, served, chosen)
            finally:
                phone.close()


def _shown(phone: Phone, served: Served, chosen: list[str]) -> list[str]:
    client = Client(served)
    client.login(served.banker)
    seated = f"players Anna, Bo, Carl, {', '.join(chosen)}"
    for line in (
        seated,
        "banker a",
        "chip 25 øre",
        "loan 10p",
        "7s 14 +a",
        *(f"place {note}" for note in NOTES),
    ):
        if (answer := client.line(line))["status"] != "kept":
            return [f"{line!r}: {answer}"[:400]]
    for note in NOTES:
        client.line(f"7s 10 +b ; {note}")
    phone.sit_down(served, served.banker)
    faults = []
    for tab in ("night", "bank", "hand"):
        phone.tap(f'[data-tab="{tab}"]')
        phone.wait(
            "!!document.querySelector('main, #main, #line, table') && !document.querySelector('.question')"
        )
        hostile = "img[src=x], img[onerror], svg[onload], [onmouseover], [onclick], script:not([src]), b > i"
        if made := phone.evaluate(f"document.querySelectorAll('{hostile}').length"):
            faults.append(f"{made} elements were made of names on {tab}")
        shown = phone.evaluate("document.body.textContent")
        if tab == "bank" and (lacking := [name for name in map(clean, chosen) if name not in shown]):
            faults.append(f"not shown: {lacking}")
    return [*faults, *phone.dialogs, *(problem for problem in phone.problems if "ERR_" not in problem)]
