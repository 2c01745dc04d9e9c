"""`make train`: train the games that have no shipped model for their rules.

    python -m engine.train [GAME]…             these games, or all; also a file that defines one
    python -m engine.train --again GAME…       these games, though they have a model

Names the games whose model wasn't trained by today's recipe: trained again they would play differently, so that
happens only on request, and is measured then (`make players`).
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from engine.catalogue import VARIANTS, find_variant
from engine.catalogue.definition import read_definition
from engine.catalogue.model import Variant
from engine.players.training import card_games
from engine.players.training.store import Training, shipped_file
from engine.special import kernel_of

_AGAIN = "--again"


def training_of(variant: Variant) -> Training | None:
    """How a game is trained; None where nothing is."""
    return kernel_of(variant.kernel).training if variant.kernel else card_games.TRAINING


def _named(name: str) -> Variant:
    """A game by its name, or as a file defines it."""
    if name.endswith(".toml"):
        definition = read_definition(Path(name).read_text(encoding="utf-8"), Path(name).stem)
        if definition.variant is None:
            raise SystemExit(f"{name}, {definition.faults[0]}")
        return definition.variant
    return find_variant(name)


def main(words: list[str]) -> int:
    """Train games, by the words of the command line; the exit code."""
    names = [word for word in words if word != _AGAIN]
    again = len(names) < len(words)
    if any(name.startswith("-") for name in names) or (again and not names):
        print(f"Write {_AGAIN} and the games after it, or only games.", file=sys.stderr)
        return 1
    games = [*map(_named, names)] or list(VARIANTS.values())
    older = []
    for number, variant in enumerate(games, 1):
        training, began = training_of(variant), time.process_time()
        if training is None:
            continue
        if training.ship(variant, again):
            size, took = shipped_file(variant).stat().st_size, time.process_time() - began
            print(f"{number}/{len(games)} {variant.id}: {took:.0f} s, {size:,} bytes", flush=True)
        if not training.is_current(variant):
            older.append(variant.id)
    if older:
        print(f"{len(older)} models weren't trained by today's recipe: {' '.join(older)}")
        print(f"To train them again: python -m engine.train {_AGAIN} GAME… (then make players)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
