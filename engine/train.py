"""`make train`: learn the games whose files don't fit their rules; what is whole is left alone.

    python -m engine.train [GAME]…             these, or all
    python -m engine.train --again GAME…       these anew, though their files fit
    python -m engine.train --chances GAME…     the chances of these anew, the betting kept

Names the games whose files fit and were learned by an earlier way: learned anew they would play otherwise,
and so only who asks for it learns them anew, and measures them (`make players`).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial

from engine.games import kernel_of
from engine.learning.knowledge import is_of_now, ship, ship_chances, shipped_file
from engine.variants import VARIANTS, find_variant
from engine.variants.model import Variant

_AGAIN, _CHANCES = "--again", "--chances"


def main(words: list[str]) -> int:
    """Learn these games, or all; 1 where that can't be asked."""
    options = {word for word in words if word.startswith("-")}
    names = [word for word in words if word not in options]
    if len(options) > 1 or options - {_AGAIN, _CHANCES} or (options and not names):
        print(f"{_AGAIN} or {_CHANCES}, and then the games", file=sys.stderr)
        return 1
    games = [find_variant(name) for name in names] or list(VARIANTS.values())
    own = [variant.id for variant in games if variant.kernel]
    if _CHANCES in options and own:
        print(f"{', '.join(own)}: chance and betting are learned together there: {_AGAIN}", file=sys.stderr)
        return 1
    how: Callable[[Variant], bool] = (
        ship_chances if _CHANCES in options else partial(_learn, again=bool(options))
    )
    for number, variant in enumerate(games, 1):
        began = time.process_time()
        if how(variant):
            size = shipped_file(variant).stat().st_size
            took = time.process_time() - began
            print(f"{number}/{len(games)} {variant.id}: {took:.0f} s, {size:,} bytes", flush=True)
    _tell_older([variant for variant in games if not _is_of_now(variant)])
    return 0


def _learn(variant: Variant, again: bool) -> bool:
    """Learn a game, unless its file fits or there is nothing to learn; whether it was learned."""
    if not variant.kernel:
        return ship(variant, again)
    training = kernel_of(variant.kernel).training
    return training is not None and training.ship(variant, again)


def _is_of_now(variant: Variant) -> bool:
    """Whether learning a game again gives what ships, or nothing is learned in it."""
    if not variant.kernel:
        return is_of_now(variant)
    training = kernel_of(variant.kernel).training
    return training is None or training.is_of_now(variant)


def _tell_older(older: list[Variant]) -> None:
    """Name the games that learning again would change."""
    if older:
        names = " ".join(variant.id for variant in older)
        print(
            f"{len(older)} were learned by an earlier way, and would play otherwise if learned again: {names}"
        )
        print(f"To learn some anew: python -m engine.train {_AGAIN} GAME… (then make players)")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
