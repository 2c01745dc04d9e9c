"""`make train`: learn the card games whose files don't fit their rules; what is whole is left alone."""

from __future__ import annotations

import sys
import time

from engine.learning.knowledge import ship, shipped_file
from engine.variants import VARIANTS, find_variant


def main(names: list[str]) -> None:
    """Learn these games, or all."""
    games = [find_variant(name) for name in names] or [v for v in VARIANTS.values() if not v.kernel]
    for number, variant in enumerate(games, 1):
        began = time.process_time()
        if ship(variant):
            size = shipped_file(variant).stat().st_size
            took = time.process_time() - began
            print(f"{number}/{len(games)} {variant.id}: {took:.0f} s, {size:,} bytes", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
