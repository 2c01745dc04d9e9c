"""Something is killed while a cluster is at work: each ends in the bytes, or the marts, of one machine."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import duckdb

from pipeline.distributed.bucket import Bucket, cache_of
from pipeline.distributed.bucket_store import BucketStore
from pipeline.store.manifest import Manifest, manifest_of
from pipeline.store.session_names import session_folder
from tests.cluster.gateway import BUCKET, Gateway, gateway, missing
from tests.cluster.processes import WORKERS, Held, Processes, cluster
from tests.stores import Marts, everything

GAME = "texas-holdem"
HANDS = 6 << 16
"""Six chunks."""
_PATIENCE = 600.0
_AWAY = 5.0
"""Seconds that a gateway is away."""
_ALL = ("nobody", "worker 1", "scheduler", "gateway", "driver", "two drivers")
CASES = (
    *(("play", victim) for victim in _ALL),
    *(("statement", victim) for victim in _ALL[2:]),
    ("stated", "driver"),
    *(("summing", victim) for victim in _ALL),
)
"""When who is killed: while a run is played, right before and after its statement is put, while the parts of
a run are summed up. With two drivers the second does the same at the same time.
"""


@dataclass(frozen=True)
class _Ground:
    """A cluster, a store in a bucket for runs and one to build, and what comes of a run and of a build where
    nobody is killed.
    """

    folder: Path
    ours: Processes
    rgw: Gateway | None
    runs: str
    built: str
    run: dict[tuple[str, str], str]
    marts: Marts


def kills(folder: Path, first: int, count: int) -> Iterator[tuple[int, str, list[str]]]:
    """The cases `first` to `count`: how many were tried, who was killed when, what is wrong with the outcome.

    The store is a bucket behind a gateway where one is installed, else a folder that stands for one.
    """
    with ExitStack() as stack:
        rgw = None if missing() else stack.enter_context(gateway(folder / "gateway"))
        if rgw:
            urls, environment = [f"s3://{BUCKET}/runs", f"s3://{BUCKET}/built"], rgw.environment
            os.environ.update(environment)
        else:
            places = [folder / "runs", folder / "built"]
            for place in places:
                place.mkdir(parents=True)
            urls, environment = [f"file://{place}" for place in places], {}
        for url in urls:
            stack.callback(shutil.rmtree, cache_of(url), ignore_errors=True)
        ours = stack.enter_context(cluster(folder / "cluster", environment))
        ground = _Ground(folder, ours, rgw, *urls, _run_here(ours, folder), _marts_here(ours, urls[1]))
        for number in range(first, count):
            point, victim = CASES[number % len(CASES)]
            if victim == "gateway" and rgw is None:
                continue
            yield number + 1, f"{victim} at {point}", list(_once(ground, f"run {number}", point, victim))


def _run_here(ours: Processes, folder: Path) -> dict[tuple[str, str], str]:
    """The run played by threads."""
    done = ours.peder("threads", *_played("threads"), "--store", folder / "threads", "--threads", 2)
    assert done.wait(_PATIENCE) == 0, ours.log("threads")
    return parts_in(str(folder / "threads"), "threads", {})


def _marts_here(ours: Processes, url: str) -> Marts:
    """The marts of a run in the bucket, built without workers."""
    for words in (_played("run"), ("build",)):
        done = ours.peder("here", *words, "--store", url)
        assert done.wait(_PATIENCE) == 0, ours.log("here")
    return _marts_of(url)


def _marts_of(url: str) -> Marts:
    (built,) = (cache_of(url) / "store" / ".cache").rglob("*.duckdb")
    with duckdb.connect(built, read_only=True) as con:
        return everything(con)


def _played(session: str) -> tuple[object, ...]:
    return ("simulate", GAME, "-n", HANDS, "--profiles", "plain-steady", "--session", session)


def parts_in(store: str, session: str, environment: Mapping[str, str]) -> dict[tuple[str, str], str]:
    """The checksums of what a session consists of, but for its row, in a folder or a bucket."""
    os.environ.update(environment)
    if "://" in store:
        return _parts(BucketStore(Bucket(store)).manifest(session))
    return _parts(manifest_of(Path(store), session_folder(session)))


def _parts(contents: Manifest | None) -> dict[tuple[str, str], str]:
    parts = contents.parts if contents else ()
    return {(part.table, part.name): part.sha256 for part in parts if part.table != "sessions"}


def _once(ground: _Ground, session: str, point: str, victim: str) -> Iterator[str]:
    """Do some work, kill a process in the midst, and report what is wrong with the outcome."""
    ours = ground.ours
    words = ("build",) if point == "summing" else _played(session)
    store = ground.built if point == "summing" else ground.runs
    words = (*words, "--store", store, "--cluster", ours.address)
    if point == "summing":
        shutil.rmtree(cache_of(store) / "store" / ".cache")
    drivers = [session, f"{session} too"][: 2 if victim == "two drivers" else 1]
    marks = {}
    for name in drivers:
        marks[name] = ground.folder / f"{name} is there"
        held = None if point == "play" else Held(point, str(marks[name]))
        ours.peder(name, *words, held=held)
    _wait(lambda: _is_there(ground, point, session, [*marks.values()]) or _ended(ours, drivers))
    if _ended(ours, drivers):
        yield f"{session}: had ended before anybody was killed: {ours.log(session)[-500:]}"
    for name in _strike(ground, victim, session, [*marks.values()]):
        ours.peder(name, *words)
    codes = {name: ours.running[name].wait(_PATIENCE) for name in drivers}
    for name, code in codes.items():
        if code == 1 and "run the command again" in ours.log(name):
            codes[name] = ours.peder(name, *words).wait(_PATIENCE)
    done = [0, 1] if point == "stated" or victim == "two drivers" else [0]  # 1: it is there already
    if any(code not in done for code in codes.values()):
        yield f"{session}: ended with {codes}: {ours.log(session)[-500:]}"
    for name in drivers:
        if "fault in peder itself" in ours.log(name):
            yield f"{name}: {ours.log(name)[-500:]}"
    if point == "summing":
        if _marts_of(store) != ground.marts:
            yield f"{session}: other marts than without workers"
    elif parts_in(store, session, {}) != ground.run:
        yield f"{session}: other bytes than by threads"


def _is_there(ground: _Ground, point: str, session: str, marks: Sequence[Path]) -> bool:
    """Whether all drivers have come to the point, or of a run two parts are played."""
    if point != "play":
        return all(mark.exists() for mark in marks)
    listed = Bucket(ground.runs).list(f"parts/{session_folder(session)}")
    return sum("/stated/" in one.key for one in listed) >= 2


def _ended(ours: Processes, drivers: Sequence[str]) -> bool:
    return any(ours.running[name].poll() is not None for name in drivers)


def _strike(ground: _Ground, victim: str, session: str, marks: Sequence[Path]) -> Iterator[str]:
    """Kill somebody, let those go on who wait, and have up again what was killed; yields the drivers among
    them.
    """
    ours = ground.ours
    if victim == "gateway" and ground.rgw:
        ground.rgw.kill()
    elif victim == "driver":
        ours.kill(session)
    elif victim in ours.running:
        ours.kill(victim)
    for mark in marks:
        mark.unlink(missing_ok=True)
    if victim == "gateway" and ground.rgw:
        time.sleep(_AWAY)
        ground.rgw.begin()
    elif victim == "driver":
        yield session
    elif victim in ours.running:
        ours.start(victim)
    if victim == "scheduler":  # its workers end themselves: what supervises them starts them again
        for name in WORKERS:
            ours.running[name].wait(_PATIENCE)
            ours.start(name)


def _wait(there: Callable[[], bool]) -> None:
    until = time.monotonic() + _PATIENCE
    while not there() and time.monotonic() < until:
        time.sleep(0.1)
