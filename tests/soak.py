"""`make soak`: every card game at every legal table size, many hands, with every profile at its edges.

    python -m tests.soak [HANDS]     HANDS of each, 100,000 if not said

Chips are conserved in every hand, and a part of the hands is replayed by the oracle. Stops at the first
fault.
"""

from __future__ import annotations

import sys
import time

from rich.progress import track

from engine.additions import parse_additions
from engine.calls import call
from engine.simulate import play
from engine.table_size import largest_table
from engine.variants import VARIANTS
from tests.engine.replayed import compare
from tests.engine.test_simulate import assert_conserved

PROFILES = (
    ("plain-steady", "plain-bold", "plain-loose", "plain-tight", "plain-cautious"),
    ("plain-caller",),
    ("plain-folder",),
    ("plain-warrior",),
)
MIXED = (
    "plain-bold",
    "plain-caller",
    "plain-steady",
    "plain-warrior",
    "plain-loose",
    "plain-folder",
    "plain-tight",
    "plain-cautious",
)
LIMITS = ("pot straddle", "no-limit straddle", "no-limit")
REPLAYED = 200
"""One hand in so many is replayed."""


def soak(hands: int) -> int:
    """Play and replay; returns how many hands were played. Raises what went wrong."""
    variants = [variant for variant in VARIANTS.values() if not variant.kernel]
    variants += [
        call(variant, parse_additions(words.split()))
        for variant in variants
        if variant.all_in
        for words in LIMITS
    ]
    played = 0
    for variant in track(variants, "Playing"):
        for players in range(variant.players[0], largest_table(variant) + 1):
            for number, profiles in enumerate(PROFILES):
                count = hands if number == 0 else hands // 4
                for _, record in play(
                    variant, players=players, hands=count, seed=number, profiles=profiles, detail="actions"
                ):
                    assert_conserved(record)
                    played += len(record.hand)
            compare(variant, players, max(1, hands // REPLAYED), seed=players, profiles=MIXED)
    return played


if __name__ == "__main__":
    started = time.monotonic()
    total = soak(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
    print(f"{total:,} hands without a fault in {time.monotonic() - started:.0f} s")
