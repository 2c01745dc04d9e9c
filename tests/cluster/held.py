"""`peder`, held at a point of its work, to be killed there: `python -m tests.cluster.held POINT FILE WORDS…`.

It makes the file when it is there, and goes on when somebody takes the file away. `statement` is right
before a session's statement is put, `stated` right after; `summing` is when the first portion of a build has
come back (which doesn't wait). A build's portions are small.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from pipeline import cli
from pipeline.store.bucket import Bucket
from pipeline.store.contents import CONTENTS
from queries import builder, sources

POINTS = ("statement", "stated", "summing")
PORTION = 60  # hands


def main() -> None:
    """Run `peder`."""
    point, file, *words = sys.argv[1:]
    sys.argv = ["peder", *words]
    place = Path(file)
    put, merge = Bucket.put, builder.merge

    def wait() -> None:
        place.touch()
        while place.exists():
            time.sleep(0.02)

    def held_put(bucket: Bucket, key: str, *what: Any, **how: Any) -> bool:
        states = key.startswith(CONTENTS)
        if states and point == "statement":
            wait()
        done = put(bucket, key, *what, **how)
        if states and point == "stated":
            wait()
        return done

    def told_merge(*what: Any) -> None:
        merge(*what)
        place.touch()

    sources.HANDS_AT_ONCE = PORTION
    Bucket.put = held_put  # type: ignore[method-assign]
    if point == "summing":
        builder.merge = told_merge
    cli.main()


if __name__ == "__main__":
    main()
