"""`make torture`: what breaks a store, long; `python -m tests.torture short` is what the tests run.

Prints what was tried, how often, and all that was wrong; ends with 1 where anything was. Filling and shutting
a disk needs the right to mount, and is passed over without it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path

from tests.torture import mutations
from tests.torture.child import warm
from tests.torture.grounds import Grounds
from tests.torture.kills import WEIGHTS, Kills

LONG = {"kills": 1040, "lines": 100_000, "imports": 2500, "journals": 2500, "damaged": 1000, "at once": 25}
SHORT = {"kills": 8, "lines": 100, "imports": 8, "journals": 8, "damaged": 2, "at once": 1}
KILOBYTES = (4, 8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 160, 192, 256, 512, 1024, 2048, 4096, 8192)


def main(counts: dict[str, int]) -> int:
    """Run all of it; returns how much was wrong."""
    wrong = 0
    is_long = counts is LONG
    mount = is_long and _may_mount()

    def tell(what: str, found: Iterable[tuple[str, list[str]]]) -> None:
        nonlocal wrong
        began, tried, bad = time.monotonic(), 0, 0
        for name, faults in found:
            tried += 1
            bad += bool(faults)
            for fault in faults:
                print(f"  {name}: {fault}", flush=True)
        wrong += bad
        print(f"{what}: {tried} tried, {bad} wrong ({time.monotonic() - began:.0f} s)", flush=True)

    folder = Path(tempfile.mkdtemp(prefix="torture-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
    try:
        if is_long:
            warm()
        grounds = Grounds(folder, runs=is_long)
        tell("kinds of damaged store", islice(grounds.damaged(), counts["damaged"]))
        tell("two at once", ((str(n), grounds.at_once(n)) for n in range(counts["at once"])))
        if mount:
            tell("disks that fill", ((f"{kb} kB", grounds.filling(kb)) for kb in KILOBYTES))
            tell("a store that is shut", [("shut", grounds.shut())])
        kills = Kills(folder / "kills", tuple(WEIGHTS) if is_long else ("log", "import", "settle"))
        died = [0]

        def kill(number: int) -> tuple[str, list[str]]:
            name, done, faults = kills.once(number)
            died[0] += done.code == -9
            return f"kill {number}, {name}", faults

        tell("kills", map(kill, range(counts["kills"])))
        print(f"  {died[0]} of them died")
        mutations.without_the_disk()
        tries: list[tuple[str, Callable[[int, int], Iterable[str]]]] = [
            ("lines", mutations.lines), ("imports", mutations.imports), ("journals", mutations.journals)
        ]  # fmt: skip
        for name, work in tries:
            faults = list(work(counts[name], 1))
            wrong += len(faults)
            print(
                "".join(f"  {fault}\n" for fault in faults)
                + f"mutated {name}: {counts[name]} tried, {len(faults)} wrong"
            )
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return wrong


def _may_mount() -> bool:
    with tempfile.TemporaryDirectory() as place:
        if subprocess.run(
            ["mount", "-t", "tmpfs", "tmpfs", place], capture_output=True, check=False
        ).returncode:
            return False
        subprocess.run(["umount", place], check=True)
    return True


if __name__ == "__main__":
    sys.exit(main(SHORT if sys.argv[1:] == ["short"] else LONG) > 0)
