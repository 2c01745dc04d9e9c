"""Trained models: one file format, one store, and how each game is trained.

A model is an `.npz` file of named arrays and two texts: `rules`, a hash of the rules it was trained
for, and `recipe`, the settings it was trained with (empty where they weren't recorded). Models of the
catalogue's games and of a few calls ship in `engine/players/models`, a file each; the model of any other game is trained
at first use, in seconds, and cached in the user's cache folder. A model whose rules no longer match isn't used.
"""

from __future__ import annotations

import hashlib
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from engine.catalogue.model import Variant, largest_table
from engine.compile.cache import source_hash

SHIPPED = Path(__file__).parents[1] / "models"
Arrays = dict[str, NDArray[Any]]


class Model(NamedTuple):
    """The arrays of a model, and the recipe it was trained by as text."""

    arrays: Arrays
    recipe: str


def short_hash(*parts: bytes | str) -> str:
    """Return a hash of some parts, 16 hexadecimal digits.

    >>> short_hash("seven-card-stud", b"7s")
    '1d68d2dea2eb89cb'
    """
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode() if isinstance(part, str) else part)
    return digest.hexdigest()[:16]


def shipped_file(variant: Variant) -> Path:
    """Return the file of a shipped model, by the words of a call.

    >>> from engine.catalogue import VARIANTS
    >>> shipped_file(VARIANTS.with_additions("texas-holdem", "no-limit")).name
    'texas-holdem-no-limit.npz'
    """
    return SHIPPED / f"{'-'.join([variant.id, *variant.additions.split()])}.npz"


def cached_file(key: str) -> Path:
    """The file of a model that was trained on this machine."""
    return user_cache_path("peder") / "players" / f"{key}.npz"


def read_model(file: Path, rules: str) -> Model | None:
    """The model in a file; None where the file is missing, damaged, or for other rules."""
    try:
        return _read(file, rules, file.stat().st_mtime_ns)
    except OSError:
        return None


@lru_cache(maxsize=64)
def _read(file: Path, rules: str, _modified: int) -> Model | None:
    try:
        with file.open("rb") as source, np.load(source, allow_pickle=False) as stored:
            if str(stored["rules"]) != rules:
                return None
            arrays = {name: stored[name] for name in stored.files if name not in ("rules", "recipe")}
            return Model(arrays, str(stored["recipe"]))
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile, zlib.error):
        return None


def write_model(file: Path, rules: str, model: Model) -> None:
    """Write a file whole or not at all. A folder that can't be written to is no error: the game is then trained
    again at its next use.
    """
    texts = {"rules": np.array(rules), "recipe": np.array(model.recipe)}
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=file.parent, ignore_cleanup_errors=True) as folder:
            part = Path(folder) / file.name
            np.savez_compressed(part, **texts, **model.arrays)  # type: ignore[arg-type]
            part.replace(file)


def from_checkout(module: str, name: str) -> Callable[..., Any]:
    """Return a function that is imported when it is called. For what only makes the models that ship: a wheel leaves
    these modules out.

    >>> from_checkout("math", "comb")(52, 5)
    2598960
    """

    def call(*args: Any) -> Any:
        return getattr(import_module(module), name)(*args)

    return call


@dataclass(frozen=True, kw_only=True)
class Training:
    """The adapter between a game and the trainer.

    rules: a hash of what a model depends on. train: a model's arrays by (variant, players, recipe); for all
    sizes of table at once, `players` being 0, unless `each_size`. recipe: for the shipped model. quick: for
    the one that is trained at first use. cases: for measuring how well chances are calibrated, by (variant,
    players, hands, seed): rows of round, chance that a player acted on, players in, and share won; None where
    the game has no chances.

    A recipe is a frozen dataclass, whose repr is stored with the model.
    """

    rules: Callable[[Variant], str]
    train: Callable[[Variant, int, Any], Arrays]
    recipe: Callable[[Variant], Any]
    quick: Callable[[Variant], Any]
    each_size: bool = False
    cases: Callable[[Variant, int, int, int], NDArray[np.float64]] | None = None

    def shipped(self, variant: Variant) -> Model | None:
        """The shipped model of a game, if there is one for its rules."""
        return read_model(shipped_file(variant), self.rules(variant))

    def find(self, variant: Variant, players: int = 0) -> Arrays | None:
        """Return the arrays for a table of a game, shipped or cached; None if it must be trained first."""
        for model in (self.shipped(variant), self._cached(variant)):
            if model and (arrays := self._of_table(model.arrays, players)):
                return arrays
        return None

    def arrays(self, variant: Variant, players: int = 0) -> Arrays:
        """Return the arrays for a table of a game; trains and caches missing ones, which takes seconds."""
        if arrays := self.find(variant, players):
            return arrays
        recipe = self.quick(variant)
        trained = self.train(variant, players if self.each_size else 0, recipe)
        cached = self._cached(variant)
        before = cached.arrays if cached and self.each_size else {}
        model = Model({**before, **self._named(trained, players)}, repr(recipe))
        write_model(self._cache_file(variant), self.rules(variant), model)
        return trained

    def is_current(self, variant: Variant) -> bool:
        """Whether the shipped model was trained by the current recipe."""
        model = self.shipped(variant)
        return model is not None and model.recipe == repr(self.recipe(variant))

    def ship(self, variant: Variant, again: bool = False) -> bool:
        """Train a game and write its shipped file, unless there is one (with `again`, in any case). Returns whether
        it was trained.
        """
        if self.shipped(variant) and not again:
            return False
        recipe = self.recipe(variant)
        sizes = range(variant.players[0], largest_table(variant) + 1) if self.each_size else (0,)
        arrays: Arrays = {}
        for players in sizes:
            arrays |= self._named(self.train(variant, players, recipe), players)
        write_model(shipped_file(variant), self.rules(variant), Model(arrays, repr(recipe)))
        return True

    def _cache_file(self, variant: Variant) -> Path:
        """The file in which this machine caches a model, named by the rules, the recipe, and the sources of the trainer."""
        trainer = source_hash(Path(self.rules.__code__.co_filename))
        return cached_file(short_hash(self.rules(variant), repr(self.quick(variant)), trainer))

    def _cached(self, variant: Variant) -> Model | None:
        return read_model(self._cache_file(variant), self.rules(variant))

    def _named(self, arrays: Mapping[str, NDArray[Any]], players: int) -> Arrays:
        """Arrays as a file names them: ``6 goes_in`` where each size of table has its own."""
        return {f"{players} {name}" if self.each_size else name: array for name, array in arrays.items()}

    def _of_table(self, arrays: Arrays, players: int) -> Arrays:
        """The arrays of a table by their own names."""
        if not self.each_size:
            return arrays
        mark = f"{players} "
        return {name.removeprefix(mark): array for name, array in arrays.items() if name.startswith(mark)}
