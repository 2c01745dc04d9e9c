"""`peder`, stopped at a point of its work, to be killed there: `python -m tests.cluster.held POINT FILE WORDS…`.

It makes the file when it gets there, and goes on when the file is removed. `statement` is right
before a session's statement is put, `stated` right after; `summing` is when the sums of the first part have come back
(which doesn't wait).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pipeline import cli
from pipeline.distributed import sums
from pipeline.distributed.bucket import Bucket
from pipeline.store.manifest import MANIFESTS

POINTS = ("statement", "stated", "summing")


def main() -> None:
    """Run `peder`."""
    point, file, *words = sys.argv[1:]
    sys.argv = ["peder", *words]
    place = Path(file)
    put, results_on = Bucket.put, sums.results_on

    def wait() -> None:
        place.touch()
        while place.exists():
            time.sleep(0.02)

    def held_put(bucket: Bucket, key: str, *what: Any, **how: Any) -> bool:
        states = key.startswith(MANIFESTS)
        if states and point == "statement":
            wait()
        done = put(bucket, key, *what, **how)
        if states and point == "stated":
            wait()
        return done

    def noted_results_on(*what: Any) -> Iterator[Any]:
        for done in results_on(*what):
            place.touch()
            yield done

    Bucket.put = held_put  # type: ignore[method-assign]
    if point == "summing":
        sums.results_on = noted_results_on
    cli.main()


if __name__ == "__main__":
    main()
