"""A seed stands for the same hands: hashes of 300 hands of each game, recorded before any rewrite of the engine.

A change of rules or a newly trained player may change a hash; nothing else may. Then record them again with
``python -m tests.engine.test_seeded_hands``.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from engine.catalogue import TRAINED, VARIANTS
from engine.catalogue.model import largest_table
from engine.kernel.record import SeatColumn
from engine.simulate import play

HASHES = Path(__file__).parents[1] / "golden" / "seeded-hands.json"
HANDS, SEED, PLAYERS = 300, 27, 5
LINE_UPS = {
    "plain": ("plain-steady", "plain-loose", "plain-bold", "plain-tight", "plain-caller"),
    "regular": ("regular",),
    "friends": ("friends",),
    "mixed": ("regular", "novice", "station", "rock", "aggressive", "maniac"),
}


def seats_hash(game: str, profiles: tuple[str, ...]) -> str:
    """A hash of what each seat paid, won and netted (chips) in `HANDS` hands, 16 hexadecimal digits."""
    variant = VARIANTS[game]
    players = min(max(variant.players[0], PLAYERS), largest_table(variant))
    digest = hashlib.sha256()
    for _, record in play(variant, players=players, hands=HANDS, seed=SEED, profiles=profiles):
        paid, won = record.seat[:, :, SeatColumn.PAID], record.seat[:, :, SeatColumn.WON]
        digest.update(np.stack([paid, won, won - paid], axis=2).astype("<i8").tobytes())
    return digest.hexdigest()[:16]


@pytest.mark.parametrize("line_up", LINE_UPS)
def test_seeded_hands_stay_the_same(line_up: str) -> None:
    """Every game of the catalogue, with plain, trained and mixed players."""
    recorded = json.loads(HASHES.read_text(encoding="utf-8"))[line_up]
    assert {game: seats_hash(game, LINE_UPS[line_up]) for game in TRAINED} == recorded


if __name__ == "__main__":
    hashes = {
        name: {game: seats_hash(game, players) for game in TRAINED} for name, players in LINE_UPS.items()
    }
    HASHES.write_text(json.dumps(hashes, indent=1) + "\n", encoding="utf-8")
