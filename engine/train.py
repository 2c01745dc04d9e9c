"""`make train`: train the games that have no shipped model for their rules.

    python -m engine.train [GAME]…             these games, or all; also a call ('omaha pot-limit'), or a file with a game
    python -m engine.train --again GAME…       these games, though they have a model
    python -m engine.train --people [GAME]…    only the chances among `friends`, after these were fitted again

Names the games whose model wasn't trained by today's recipe: trained again they would play differently, so that
happens only on request, and is measured then (`make players`).
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from engine.catalogue import TRAINED, VARIANTS
from engine.catalogue.additions import parse_additions
from engine.catalogue.calls import call
from engine.catalogue.model import Variant
from engine.catalogue.reading import read_definition
from engine.players.training import card_games
from engine.players.training.store import Training, shipped_file
from engine.special import kernel_of

_AGAIN, _PEOPLE = "--again", "--people"
CALLS = ("texas-holdem no-limit", "texas-holdem limit", "omaha pot-limit")
"""Calls whose models ship: what `friends` and `careful` are fitted to is the same on every machine."""


def training_of(variant: Variant) -> Training | None:
    """Return how a game is trained; None if it isn't."""
    return kernel_of(variant.kernel).training if variant.kernel else card_games.TRAINING


def find_game(name: str) -> Variant:
    """A game or a call by its words, or a game as a file defines it."""
    if name.endswith(".toml"):
        definition = read_definition(Path(name).read_text(encoding="utf-8"), Path(name).stem)
        if definition.variant is None:
            raise SystemExit(f"{name}, {definition.faults[0]}")
        return definition.variant
    game, *additions = name.split()
    return call(VARIANTS.find(game), parse_additions(additions))


def main(words: list[str]) -> int:
    """Train games, by the words of the command line; the exit code."""
    names = [word for word in words if word not in (_AGAIN, _PEOPLE)]
    again = _AGAIN in words
    if any(name.startswith("-") for name in names) or (again and not names):
        print(f"Write {_AGAIN} and the games after it, or only games.", file=sys.stderr)
        return 1
    games = [*map(find_game, names)] or [*TRAINED.values(), *map(find_game, CALLS)]
    if _PEOPLE in words:
        for number, variant in enumerate(games, 1):
            if not variant.kernel:
                card_games.refit_people(variant)
                print(f"{number}/{len(games)} {shipped_file(variant).stem}", flush=True)
        return 0
    older = []
    for number, variant in enumerate(games, 1):
        training, began = training_of(variant), time.process_time()
        if training is None:
            continue
        if training.ship(variant, again):
            size, took = shipped_file(variant).stat().st_size, time.process_time() - began
            print(
                f"{number}/{len(games)} {shipped_file(variant).stem}: {took:.0f} s, {size:,} bytes",
                flush=True,
            )
        if not training.is_current(variant):
            older.append(shipped_file(variant).stem)
    if older:
        print(f"{len(older)} models weren't trained by today's recipe: {' '.join(older)}")
        print(f"To train them again: python -m engine.train {_AGAIN} GAME… (then make players)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
