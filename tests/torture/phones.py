"""A night on a phone whose browser is killed, and copies of a night that are merged."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from random import Random

from pipeline.night.entries import NO_ENTRY
from pipeline.night.merge import identities, merge
from pipeline.night.replay import Replay
from pipeline.serve.app_folder import write_app
from tests.pipeline.night.copies import begun, continued, lines_of, model
from tests.pipeline.serve.offered import AppPhone, Offered

LONGEST = 2.5
"""Seconds after the log runs until the browser is killed, at most."""
SEND = """import('/page/transport.js').then(({ ask }) => ask('/lines', %s, 'en')).then((one) => one.json())
.then((reply) => reply.status)"""


def app_kills(folder: Path, first: int, count: int) -> Iterator[tuple[int, str, list[str]]]:
    """Log lines on a phone, kill its browser at a random moment, and look for every line that was answered."""
    write_app(folder / "site", None)
    answered: set[str] = set()
    sent = 0
    with Offered(folder / "site") as offered:
        for number in range(first, count):
            random = Random(number)
            phone = AppPhone(folder / "profile", language="en")
            phone.visit(offered)
            night, text = phone.journal()
            faults = list(_faults(text, answered))
            killer = threading.Timer(random.uniform(0, LONGEST), phone.kill)
            killer.start()
            try:
                while True:
                    sent += 1
                    key = f"torture0-{sent}"
                    line = "players Anna, Bo, Carl" if sent == 1 else f"7s {random.randint(5, 30)} +a"
                    body = json.dumps({"text": line, "key": key, "seen": 10**6})
                    status = phone.evaluate(SEND % body)
                    if status != "kept":
                        faults.append(f"{line!r} was {status}")
                    answered.add(key)
            except (OSError, EOFError, RuntimeError):
                pass  # killed
            killer.join()
            phone.close()
            yield number + 1, f"kill {number} of {night}, after {len(answered)} lines", faults
        phone = AppPhone(folder / "profile", language="en")
        phone.visit(offered)
        faults = list(_faults(phone.journal()[1], answered))
        phone.close()
    yield count, "the last kill", faults


def _faults(text: str, answered: set[str]) -> Iterator[str]:
    """What is wrong with a journal that should have the lines with these keys."""
    chain, keys = NO_ENTRY, []
    for line in text.encode().splitlines(keepends=True):
        entries, chain = chain.decode(line)
        keys += [entry.key for entry in entries]
    if lost := sorted(answered - set(keys)):
        yield f"{len(lost)} answered lines are gone: {lost[:5]}"
    if len(keys) != len(set(keys)):
        yield "a line is there twice"


def merges(first: int, count: int) -> Iterator[tuple[int, str, list[str]]]:
    """Continue copies of a night apart, and compare what they merge to with the model, in every order."""
    for number in range(first, count):
        random = Random(number)
        start = begun(random)
        devices = ("phone000", "laptop00", "prompt")[: random.choice((2, 2, 3))]
        copies = [continued(start, random, device, random.randint(0, 9)) for device in devices]
        merged = merge(*copies)
        faults = []
        if any(merge(*some) != merged for some in permutations(copies)):
            faults.append("the order of the copies matters")
        if merge(merged, copies[-1]) != merged or merge(merge(copies[0], copies[1]), *copies[2:]) != merged:
            faults.append("merging again changes it")
        if sorted(lines_of(merged)) != sorted(model(copies)):
            faults.append("the model has other lines")
        if any(entry.correction and entry.correction.target.number >= entry.n for entry in merged):  # type: ignore[union-attr]
            faults.append("a correction stands before its entry")
        on = continued(merged, random, "tablet00", 3)
        off = continued(copies[0], random, "laptop01", 3)
        if merge(on, off) != merge(off, on) or set(identities(merge(on, off))) != {
            *identities(on),
            *identities(off),
        }:
            faults.append("the merged night doesn't merge again")
        Replay(merge(on, off))
        yield number + 1, f"copies {number}", faults
