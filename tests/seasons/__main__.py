"""`python -m tests.seasons [SEED [COUNT [STEPS]]]`: seasons at random from a seed on; what is wrong is shown in its
smallest form. `python -m tests.seasons minutes 60 [SEED]` goes on for an hour.
"""

from __future__ import annotations

import itertools
import sys
import time

from tests.seasons.simulation import live, shrink, steps_of
from tests.seasons.store import warm

STEPS = 150


def main(words: list[str]) -> int:
    """Live through seasons; returns in how many something was wrong."""
    minutes = float(words[1]) if words[:1] == ["minutes"] else None
    numbers = [int(word) for word in (words[2:] if minutes else words)]
    first = numbers[0] if numbers else 0
    count = None if minutes else numbers[1] if len(numbers) > 1 else 1
    length = numbers[2] if not minutes and len(numbers) > 2 else STEPS
    warm()
    began = time.monotonic()
    wrong = steps = 0
    for seed in itertools.count(first):
        if (count is not None and seed >= first + count) or (
            minutes and time.monotonic() - began > 60 * minutes
        ):
            break
        season = steps_of(seed, length, in_browsers=True)
        outcome = live(season)
        steps += outcome.done
        print(f"season {seed}: {outcome.done} steps, {outcome.commands} commands, {outcome.lines} lines, "
              f"slowest {outcome.slowest[1]}, {outcome.slowest[0]:.0%} of the time it may take, {time.monotonic() - began:.0f} s", flush=True)  # fmt: skip
        if outcome.fault:
            wrong += 1
            print(f"  {str(outcome.fault)[:3000]}", flush=True)
            small, smallest = shrink(season[: outcome.done], outcome.fault)
            print(f"  {len(small)} steps: {' '.join(map(str, small))}", flush=True)
            for text in smallest.told:
                print(f"    {text}", flush=True)
            print(f"  {str(smallest.fault)[:3000]}", flush=True)
    print(f"{wrong} seasons wrong, {steps} steps, {time.monotonic() - began:.0f} s")
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) > 0)
