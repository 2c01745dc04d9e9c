"""What games' evenings came to, kept beside the store's tables until their runs change.

One file of JSON in the store (`.evenings.json`), which may be deleted at any time: what isn't there, or
can't be read, is walked again; a store that can't be written is walked every time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pipeline.store.parts import write_whole
from reports.game_source import EveningFigures, GameEvenings

KEPT = ".evenings.json"

Key = tuple[str, str, int, str]
"""A game, what was added, how many players, their line-up."""
Game = tuple[str, str, int]


@dataclass
class KeptEvenings:
    """What a store's file holds: evenings by the stamp of what they were walked from, None for a game that
    isn't in the catalogue; and which game a part file has, by the file's signature.
    """

    place: Path
    games: dict[str, GameEvenings | None] = field(default_factory=dict)
    parts: dict[str, Game | None] = field(default_factory=dict)
    seen: dict[str, Game | None] = field(default_factory=dict)

    @classmethod
    def of(cls, store: Path) -> KeptEvenings:
        """What was kept for a store; nothing where there is no file, or none that can be read."""
        place = store / KEPT
        with suppress(OSError, ValueError, TypeError, KeyError):
            told = json.loads(place.read_bytes())
            games = {stamp: _game(row) for stamp, row in told["games"].items()}
            parts = {part: tuple(game) if game else None for part, game in told["parts"].items()}
            return cls(place, games, parts)
        return cls(place)

    def game_of(self, part: Path, signature: str, read: Callable[[Path], Game | None]) -> Game | None:
        """The game of a part file, read from it where it isn't known."""
        self.seen[signature] = self.parts[signature] if signature in self.parts else read(part)
        return self.seen[signature]

    def keep(self, games: Mapping[str, GameEvenings | None]) -> None:
        """Write the file where these, and the parts asked of, are others than it has."""
        if games.keys() == self.games.keys() and self.seen == self.parts:
            return
        told = {"games": dict(games), "parts": self.seen}
        with suppress(OSError):
            write_whole(self.place, json.dumps(told, default=vars).encode())


def _game(row: dict[str, Any] | None) -> GameEvenings | None:
    """A game's evenings as they were before they were written."""
    if row is None:
        return None
    by_hours = {float(hours): _evening(told) for hours, told in row["by_hours"].items()}
    falls = {int(hours): told for hours, told in row["falls"].items()}
    return GameEvenings(**{**row, "by_hours": by_hours, "falls": falls})


def _evening(row: dict[str, Any]) -> EveningFigures:
    gone = [tuple(shares) for shares in row["gone"]]
    return EveningFigures(**{**row, "usual": tuple(row["usual"]), "fall": tuple(row["fall"]), "gone": gone})


__all__ = ["KEPT", "Game", "KeptEvenings", "Key"]
