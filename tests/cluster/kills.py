"""Runs on a cluster in which something is killed: each ends in the bytes of threads on this machine."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

from pipeline.store.bucket import Bucket
from pipeline.store.bucket_store import BucketStore
from pipeline.store.contents import Contents, statement_of
from pipeline.store.store import session_folder
from tests.cluster.gateway import BUCKET, Gateway, gateway, missing
from tests.cluster.processes import Processes, cluster

GAME = "texas-holdem"
HANDS = 6 << 16
"""Six chunks."""
_PATIENCE = 600.0
VICTIMS = ("nobody", "worker 1", "scheduler", "gateway", "driver", "two drivers")
"""Who is killed in turn; with two drivers the second plays the same run at the same time."""


def kills(folder: Path, first: int, count: int) -> Iterator[tuple[int, str, list[str]]]:
    """The cases `first` to `count`: how many were tried, what was killed, what is wrong with the outcome.

    The store is a bucket behind a gateway where one is installed, else a folder that stands for one.
    """
    with ExitStack() as stack:
        rgw = None if missing() else stack.enter_context(gateway(folder / "gateway"))
        if rgw:
            url, environment = f"s3://{BUCKET}/store", rgw.environment
            os.environ.update(environment)
        else:
            (folder / "bucket").mkdir(parents=True)
            url, environment = f"file://{folder}/bucket", {}
        ours = stack.enter_context(cluster(folder / "cluster", environment))
        expected = _whole(ours, folder)
        for number in range(first, count):
            victim = VICTIMS[number % len(VICTIMS)]
            if victim == "gateway" and rgw is None:
                continue
            yield number + 1, victim, list(_once(ours, rgw, url, f"run {number}", victim, expected))


def _ask(session: str) -> tuple[object, ...]:
    return ("simulate", GAME, "-n", HANDS, "--profiles", "plain-steady", "--session", session)


def _whole(ours: Processes, folder: Path) -> dict[tuple[str, str], str]:
    """The run played by threads."""
    done = ours.peder("threads", *_ask("threads"), "--store", folder / "threads", "--threads", 2)
    assert done.wait(_PATIENCE) == 0, ours.log("threads")
    return parts_in(str(folder / "threads"), "threads", {})


def parts_in(store: str, session: str, environment: Mapping[str, str]) -> dict[tuple[str, str], str]:
    """The checksums of what a session consists of, but for its row, in a folder or a bucket."""
    os.environ.update(environment)
    if "://" in store:
        return _parts(BucketStore(Bucket(store)).contents(session))
    return _parts(statement_of(Path(store), session_folder(session)))


def _parts(contents: Contents | None) -> dict[tuple[str, str], str]:
    parts = contents.parts if contents else ()
    return {(part.table, part.name): part.sha256 for part in parts if part.table != "sessions"}


def _once(
    ours: Processes,
    rgw: Gateway | None,
    url: str,
    session: str,
    victim: str,
    expected: dict[tuple[str, str], str],
) -> Iterator[str]:
    """Play a run, kill somebody when its second part is there, and tell what is wrong with the outcome."""
    words = (*_ask(session), "--store", url, "--cluster", ours.address)
    driver = ours.peder(session, *words)
    others = [ours.peder(f"{session} too", *words)] if victim == "two drivers" else []
    bucket = Bucket(url)
    parts = f"parts/{session_folder(session)}"

    def has_begun() -> bool:
        there = sum("/stated/" in listed.key for listed in bucket.list(parts))
        return there >= 2 or driver.poll() is not None

    _wait(has_begun)
    if victim == "gateway" and rgw:
        rgw.kill()
        time.sleep(5)
        rgw.begin()
    elif victim == "driver":
        ours.kill(session)
        driver = ours.peder(session, *words)
    elif victim in ours.running:
        ours.kill(victim)
        ours.start(victim)
    if victim == "scheduler":  # its workers end themselves: what supervises them starts them again
        for name in ("worker 1", "worker 2"):
            ours.running[name].wait(_PATIENCE)
            ours.start(name)
    codes = sorted(process.wait(_PATIENCE) for process in (driver, *others))
    if codes[0] != 0 or any(code not in (0, 1) for code in codes):
        yield f"{session}: ended with {codes}: {ours.log(session)[-500:]}"
    for each in [session, *[f"{session} too"] * len(others)]:
        if "fault in peder itself" in ours.log(each):
            yield f"{each}: {ours.log(each)[-500:]}"
    if parts_in(url, session, {}) != expected:
        yield f"{session}: other bytes than by threads"


def _wait(there: Callable[[], bool]) -> None:
    until = time.monotonic() + _PATIENCE
    while not there() and time.monotonic() < until:
        time.sleep(0.1)
