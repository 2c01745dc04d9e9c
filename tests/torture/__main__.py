"""`make torture`: what breaks a store, long; `python -m tests.torture short` is what the tests run.

`python -m tests.torture kills 300` runs one part (see `LONG`), and goes on after its first 300. Prints what
was tried, how often, and all that was wrong; ends with 1 where anything was. Filling and shutting a disk
needs the right to mount, and is passed over without it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from tests.begun import Begun, KnownLuck
from tests.cluster.kills import kills as cluster_kills
from tests.pipeline.serve.app_evening import forty_hands
from tests.pipeline.serve.evening import evening
from tests.reports.browser import chromium
from tests.seasons.planted import all_found
from tests.seasons.simulation import MARTS, seasons
from tests.stores import only
from tests.torture import mutations, phones, recovery, remote, table
from tests.torture.child import warm
from tests.torture.files import files
from tests.torture.grounds import Grounds, many_nights
from tests.torture.growth import growth
from tests.torture.kills import WEIGHTS, Kills

LONG = {
    "damaged": 140, "at-once": 25, "pairs": 56, "forbidden": 84, "filling": 19, "shut": 1, "kills": 1040,
    "twice": 700, "bounded": 320, "cuts": 2000, "nights": 1, "lines": 100_000, "imports": 2500, "journals": 2500, "files": 9000,
    "archives": 2000, "replaced": 40, "idle": 10, "names": 20, "phones": 40, "buckets": 12, "workers": 2,
    "cluster": 34, "games": 20_000, "seasons": 100, "planted": 9, "app-kills": 200, "merges": 10_000,
    "growth": 3, "app-evenings": 2,
}  # fmt: skip
SHORT = {
    "kills": 1,
    "twice": 1,
    "lines": 100,
    "imports": 6,
    "journals": 6,
    "files": 12,
    "games": 100,
    "merges": 10,
}
"""How many of each part are tried."""

KILOBYTES = (4, 8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 160, 192, 256, 512, 1024, 2048, 4096, 8192)
TOLD_EVERY = 30.0
"""Seconds between two counts."""

Tried = Iterator[tuple[int, str, list[str]]]
"""How many were tried so far, what the last is called, and what is wrong with it."""


def _part(name: str, folder: Path, *, is_long: bool, first: int, count: int) -> Tried:
    """The cases `first` to `count` of a part."""
    if name == "kills":
        kills = Kills(folder / "kills", tuple(WEIGHTS) if is_long else ("log", "import", "settle"))
        for number in range(first, count):
            what, faults = kills.once(number)
            yield number + 1, f"kill {number} ({what})", faults
    elif name == "phones":
        for number in range(first, count):
            languages = ("da", "en") if number % 2 else ("en", "da")
            yield number + 1, f"night {number}", evening(folder / str(number), languages, number).faults
    elif name == "app-evenings":
        for number in range(first, count):
            language = ("da", "en")[number % 2]
            yield number + 1, f"evening in {language}", forty_hands(folder / f"app-{number}", language)
    elif name in ("app-kills", "merges"):
        tried = phones.app_kills(folder, first, count) if name == "app-kills" else phones.merges(first, count)
        yield from tried
    elif name == "seasons":
        yield from seasons(first, count, steps=150 if is_long else 12, in_browsers=is_long)
    elif name == "planted":
        yield from all_found()
    elif name == "growth":
        yield from growth(folder, first, count)
    elif name == "cluster":
        yield from cluster_kills(folder / "cluster", first, count)
    elif name == "files":
        yield from files(folder, first, count)
    elif name == "twice":
        kills = Kills(folder / "kills", ("settle season",))
        for number in range(first, count):
            yield number + 1, *kills.twice(number)
    elif name == "bounded":
        kills = Kills(folder / "kills")
        for number in range(first, count):
            yield number + 1, *recovery.bounded(kills, number)
    elif name == "cuts":
        cuts = recovery.Cuts(folder)
        for number in range(first, count):
            yield number + 1, *cuts.once(number)
    elif name in ("replaced", "idle", "names"):
        yield from getattr(table, name)(folder, first, count)
    elif name in ("archives", "buckets", "workers"):
        yield from getattr(remote, name)(folder, first, count)
    elif name == "nights":
        yield 1, "2,000 nights", many_nights(folder)
    elif name in ("lines", "imports", "journals", "games"):
        yield from getattr(mutations, name)(first, count)
    else:
        grounds = Grounds(folder, runs=is_long)
        if name == "damaged":
            for number, (what, faults) in enumerate(islice(grounds.damaged(first), count - first), first):
                yield number + 1, what, faults
        elif name in ("at-once", "pairs", "forbidden"):
            for number in range(first, count):
                yield number + 1, f"round {number}", getattr(grounds, name.replace("-", "_"))(number)
        elif name == "filling":
            for number, kilobytes in enumerate(KILOBYTES[first:count], first):
                yield number + 1, f"{kilobytes} kB", grounds.filling(kilobytes)
        else:
            yield 1, name, grounds.shut()


def main(counts: dict[str, int], *, is_long: bool, first: int = 0) -> int:
    """Run parts, from their case `first` on; returns in how many cases something was wrong."""
    all_wrong = 0
    if is_long:
        warm()
    for name, count in counts.items():
        if name in ("phones", "names", "app-kills", "app-evenings") and chromium() is None:
            print(f"{name}: passed over, for there is no Chromium", flush=True)
            continue
        if name == "forbidden" and sys.platform != "linux":
            print(f"{name}: passed over, for only Linux lets root obey permissions", flush=True)
            continue
        if name in ("filling", "shut") and not _may_mount():
            print(f"{name}: passed over, for it needs the right to mount", flush=True)
            continue
        began = told = time.monotonic()
        tried, wrong = first, 0
        memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
        folder = Path(tempfile.mkdtemp(prefix="torture-", dir=memory))
        try:
            for tried, what, faults in _part(name, folder, is_long=is_long, first=first, count=count):
                wrong += bool(faults)
                for fault in faults:
                    print(f"  {name}, {what}: {fault}", flush=True)
                if (now := time.monotonic()) - told > TOLD_EVERY:
                    told = now
                    print(f"  {name}: {tried} of {count}, {wrong} wrong", flush=True)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        all_wrong += wrong
        print(f"{name}: {tried - first} tried, {wrong} wrong ({time.monotonic() - began:.0f} s)", flush=True)
    return all_wrong


def _may_mount() -> bool:
    with tempfile.TemporaryDirectory() as place:
        if subprocess.run(
            ["mount", "-t", "tmpfs", "tmpfs", place], capture_output=True, check=False
        ).returncode:
            return False
        subprocess.run(["umount", place], check=True)
    return True


def _asked(words: list[str]) -> int:
    if words[:1] == ["short"]:
        # the long form builds all marts with their views, and computes the luck of the same hands each time
        with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
            patch.setattr("pipeline.analysis.derived.luck_rows", KnownLuck(Path(folder)).rows)
            patch.setattr(
                "queries.warehouse.load_models", only("check_", "mart_hands", "mart_players", *MARTS)
            )
            patch.setattr("queries.warehouse._fill", Begun(Path(folder)).fill)
            return main({"seasons": 1} if words[1:] == ["seasons"] else SHORT, is_long=False)
    if not words:
        # a process each: a fork hangs where threads of an earlier part still run
        return sum(subprocess.call([sys.executable, "-m", "tests.torture", name]) for name in LONG)
    if len(words) > 2 or words[0] not in LONG or not all(word.isdigit() for word in words[1:]):
        sys.exit(f"python -m tests.torture [short | {' | '.join(LONG)} [how many are done]]")
    first = int(words[1]) if len(words) == 2 else 0
    return main({words[0]: LONG[words[0]]}, is_long=True, first=first)


if __name__ == "__main__":
    sys.exit(_asked(sys.argv[1:]) > 0)
