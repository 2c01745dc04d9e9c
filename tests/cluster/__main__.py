"""`make cluster-demo`: ten games on a scheduler and two workers into a bucket, and by threads into a folder.

The bucket is Ceph's gateway where Debian's `radosgw`, `ceph-mon` and `ceph-osd` are installed, else a folder
that stands for one. Shows that both have the same bytes, and stops everything that it started, when it is
interrupted or ended (TERM, HUP) too.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from pipeline.distributed.bucket import cache_of
from tests.cluster.gateway import BUCKET, gateway, missing
from tests.cluster.kills import parts_in
from tests.cluster.processes import WORKERS, Processes, cluster

GAMES = (
    "texas-holdem", "omaha", "five-card-stud", "seven-card-stud", "straight-poker", "guts", "poker-32",
    "seven-card-stud-deuces", "three-card-draw", "liars-poker",
)  # fmt: skip
HANDS = 80_000
_PREFIX = "peder-cluster-"


def main() -> int:
    """Run the demonstration; returns the exit code."""
    for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, signal.default_int_handler)
    try:
        return _show()
    except KeyboardInterrupt:
        print("Interrupted: all that was started is stopped.", file=sys.stderr)
        return 130


def _show() -> int:
    _sweep()
    with tempfile.TemporaryDirectory(prefix=f"{_PREFIX}{os.getpid()}-") as name, ExitStack() as stack:
        folder = Path(name)
        environment: dict[str, str] = {}
        if missing():
            print(f"No bucket of Ceph's here ({', '.join(missing())} missing): a folder stands for one.")
            (folder / "bucket").mkdir()
            url = f"file://{folder}/bucket"
        else:
            print("Starting Ceph's gateway, some 20 s.", flush=True)
            url = f"s3://{BUCKET}/demo"
            environment = stack.enter_context(gateway(folder / "ceph")).environment
        stack.callback(shutil.rmtree, cache_of(url), ignore_errors=True)
        ours = stack.enter_context(cluster(folder / "cluster", environment))
        play = ("simulate", *GAMES, "-n", HANDS, "--session", "ten games")
        told = {
            "cluster": _timed(ours, "cluster", *play, "--store", url, "--cluster", ours.address),
            "threads": _timed(ours, "threads", *play, "--store", folder / "store", "--threads", 2),
        }
        print(", ".join(f"{who} holds {ours.most_memory(who)} MB" for who in WORKERS))
        _timed(ours, "report", "report", "variants", "--store", url, "--out", folder / "games.html")
        shown = {}
        for who, store in (("cluster", url), ("threads", str(folder / "store"))):
            parts = parts_in(store, "ten games", environment)
            digest = hashlib.sha256(repr(sorted(parts.items())).encode()).hexdigest()[:16]
            shown[who] = digest
            print(f"{who}: {len(parts)} files, {digest} over their checksums, {told[who]:.1f} s")
        same = len(set(shown.values())) == 1
        print("The same bytes." if same else "Other bytes: that is a fault.")
        return 0 if same else 1


def _sweep() -> None:
    """Remove what demonstrations have left that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*-*"):
        try:
            os.kill(int(folder.name.removeprefix(_PREFIX).partition("-")[0]), 0)
        except ProcessLookupError:
            shutil.rmtree(folder, ignore_errors=True)
        except (ValueError, PermissionError):
            continue


def _timed(ours: Processes, name: str, *words: object) -> float:
    """Run a command of Peder's; returns its seconds. Ends the demonstration where it fails."""
    print(f"peder {' '.join(map(str, words))}", flush=True)
    begun = time.monotonic()
    if ours.peder(name, *words).wait():
        raise SystemExit(ours.log(name))
    return time.monotonic() - begun


if __name__ == "__main__":
    sys.exit(main())
