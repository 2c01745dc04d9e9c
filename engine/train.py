"""`make train`: learn the games whose files don't fit their rules; what is whole is left alone."""

from __future__ import annotations

import sys
import time

from engine.games import kernel_of
from engine.learning.knowledge import ship, shipped_file
from engine.variants import VARIANTS, find_variant
from engine.variants.model import Variant


def main(names: list[str]) -> None:
    """Learn these games, or all."""
    games = [find_variant(name) for name in names] or list(VARIANTS.values())
    for number, variant in enumerate(games, 1):
        began = time.process_time()
        if _learn(variant):
            size = shipped_file(variant).stat().st_size
            took = time.process_time() - began
            print(f"{number}/{len(games)} {variant.id}: {took:.0f} s, {size:,} bytes", flush=True)


def _learn(variant: Variant) -> bool:
    """Learn a game, unless its file fits or there is nothing to learn; whether it was learned."""
    if not variant.kernel:
        return ship(variant)
    training = kernel_of(variant.kernel).training
    return training is not None and training.ship(variant)


if __name__ == "__main__":
    main(sys.argv[1:])
