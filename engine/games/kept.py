"""What was learned for a game with a kernel of its own: shipped with it, or learned at first use and kept.

A game's file in `engine/data/players` holds the arrays of every size of table, and a hash of what they were
learned from: the rules, as the game tells them, and the settings. What doesn't fit any more is learned anew
(`make train`); a table that doesn't ship, by house rules of its own, is learned at first use, in seconds, and
kept in the user's cache folder.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.learning.knowledge import cached_file, shipped_file
from engine.table_size import largest_table
from engine.variants.model import Variant

Arrays = dict[str, NDArray[Any]]
_WAY = "way"
"""Under this name a file states by which way it was learned; those of before the ways were numbered don't."""


@dataclass(frozen=True, kw_only=True)
class Training:
    """How a game is learned: `learn(variant, players, recipe)` learns one size of table by a recipe; where
    not `each_size`, all of them at once, `players` being 0.

    rules: what the game's rules come to for who learns it. full: the recipe for what ships; own: that of the
    games that need one of their own, by id; quick: for what is learned at first use. way: the number of the
    way in which it is learned, which a file states; raised by whoever changes what learning comes to. cases:
    of a table of regulars by (variant, players, hands, seed), each the round, the chance that a player acted
    on, how many were in, and the share that was won; None where no chance is.
    """

    rules: Callable[[Variant], object]
    learn: Callable[[Variant, int, Any], Arrays]
    full: Any
    quick: Any
    own: Mapping[str, Any] = field(default_factory=dict)
    each_size: bool = True
    way: int = 1
    cases: Callable[[Variant, int, int, int], NDArray[np.float64]] | None = None

    def fits(self, variant: Variant, recipe: Any) -> str:
        """A hash of a game's rules and a recipe, 16 hexadecimal digits."""
        told = repr((self.rules(variant), asdict(recipe)))
        return hashlib.sha256(told.encode()).hexdigest()[:16]

    def full_fits(self, variant: Variant) -> str:
        """The hash of what ships for a game."""
        return self.fits(variant, self.full_of(variant))

    def full_of(self, variant: Variant) -> Any:
        """The recipe for what ships for a game."""
        return self.own.get(variant.id, self.full)

    def known(self, variant: Variant, players: int) -> Arrays:
        """What is known of a table: what ships, or was kept here; else it is learned now, in seconds."""
        quick = self.fits(variant, self.quick)
        players = players if self.each_size else 0
        found = _shipped(shipped_file(variant), self.full_fits(variant), f"{players} ")
        found = found or _read(cached_file(quick), quick, f"{players} ")
        if not found:
            found = self.learn(variant, players, self.quick)
            _write(cached_file(quick), quick, {**_read(cached_file(quick), quick), **_named(players, found)})
        return found

    def is_shipped(self, variant: Variant) -> bool:
        """Whether a game's file is there, whole, and for its rules and the full recipe."""
        return bool(_read(shipped_file(variant), self.full_fits(variant)))

    def is_of_now(self, variant: Variant) -> bool:
        """Whether what ships was learned by the way of now: learning it again gives the same."""
        way = _read(shipped_file(variant), self.full_fits(variant), _WAY).get("")
        return way is not None and int(way) == self.way

    def ship(self, variant: Variant, again: bool = False) -> bool:
        """Learn every size of table and write the game's file, unless it fits, or, when asked to learn again,
        all the same; whether it was learned.
        """
        if self.is_shipped(variant) and not again:
            return False
        arrays: Arrays = {}
        sizes = range(variant.players[0], largest_table(variant) + 1) if self.each_size else (0,)
        for players in sizes:
            arrays |= _named(players, self.learn(variant, players, self.full_of(variant)))
        _write(shipped_file(variant), self.full_fits(variant), {**arrays, _WAY: np.array(self.way)})
        return True


def _named(players: int, arrays: Mapping[str, NDArray[Any]]) -> Arrays:
    """The arrays of a table as a file names them: ``6 goes_in``."""
    return {f"{players} {name}": array for name, array in arrays.items()}


def _shipped(file: Path, fits: str, mark: str) -> Arrays:
    """What `_read` finds in a shipped file, read once while it stays: a season asks before every hand."""
    return _as_written(file, fits, mark, file.stat().st_mtime_ns) if file.exists() else {}


@lru_cache(maxsize=64)
def _as_written(file: Path, fits: str, mark: str, _written: int) -> Arrays:
    return _read(file, fits, mark)


def _read(file: Path, fits: str, mark: str = "") -> Arrays:
    """The arrays of a file whose names begin with a mark, by the rest of their names; none where it isn't
    there, whole, and for these rules.
    """
    try:
        with file.open("rb") as source, np.load(source, allow_pickle=False) as kept:
            if str(kept["fits"]) != fits:
                return {}
            names = [name for name in kept.files if name != "fits" and name.startswith(mark)]
            return {name.removeprefix(mark): kept[name] for name in names}
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile, zlib.error):
        return {}


def _write(file: Path, fits: str, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write a file whole or not at all; a folder that can't be written is none of its business."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, suffix=".tmp", delete=False) as part:
            np.savez_compressed(part, fits=np.array(fits), **arrays)  # type: ignore[arg-type]
        os.replace(part.name, file)
    except OSError:
        return
