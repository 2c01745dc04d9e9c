"""What the learned players know of a game: shipped with the games, or learned at first use and kept.

A game's file in `engine/data/players` holds the weights of strength and chance, the cuts and the policy, and
a hash of the game's compiled rules and of the recipe; what doesn't fit any more is learned anew (`make
train`). What a dealer adds is learned at first use and kept in the user's cache folder, or played at once by
what is known of the game that it was added to. What is known of a game serves every size of table.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import zipfile
import zlib
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from platformdirs import user_cache_path

from engine.learning.betting import USUALLY_ALONE, Learner, Recipe
from engine.learning.chances import PLAIN_TABLE, learn_bends, learn_odds, learn_strength
from engine.programme import PROGRAMME, compile_programme
from engine.strength import learn_quantiles, main_table, quantiles_of
from engine.table_size import largest_table
from engine.variants import VARIANTS
from engine.variants.model import Variant

SHIPPED = Path(__file__).parents[1] / "data" / "players"
_KNOWN = (
    "quantiles", "open_quantiles", "all_open", "stages", "weights", "cuts", "odds", "bends", "policy",
)  # fmt: skip
_KEPT = ("weights", "cuts", "odds")
_SOMETIMES = ("bends",)
"""Kept where there is something of it."""
_RULES = tuple(sorted(set(PROGRAMME.names or ()) - set(_KNOWN)))
_LAYOUT = repr([(name, PROGRAMME[name].shape[1:]) for name in (*_KEPT, "policy")])

BETTING_WAY, CHANCES_WAY = 1, 1
"""Numbers of the ways in which betting (and strength) and chances are learned, which a file states: to be
raised by whoever changes what learning comes to. Files of way 0 were learned before the ways were numbered.
"""
FULL = Recipe()
"""For what ships with the games; the batches follow the rounds."""
QUICK = replace(FULL, strength_hands=5000, odds_hands=5000)
"""For what doesn't ship, such as what a dealer adds: some seconds."""


_LONGER = {
    "ups-and-downs": 8,
    "downs-and-ups": 4,
    "five-card-stud": 6,
    "midnight-baseball": 3,
    "narwidjan-munaeklips": 3,
    "baseball": 2,
    "bermuda-trekanten": 2,
    "bush-league": 2,
    "five-card-stud-deuces": 2,
    "paradise-lost": 2,
    "razz": 2,
    "seven-bright-stars": 3,
    "seven-card-stud": 4,
    "seven-card-stud-deuces": 2,
    "shifting-sands": 2,
    "texas-league": 2,
    "trafalgar-square": 2,
    "wild-kingdom": 2,
    "three-card-draw": 3,
    "three-card-draw-deuces-one-eyed": 3,
    "farum-park": 3,
    "cincinnati": 3,
    "stora-spelet": 3,
    "lunatic": 3,
    "somaerket": 3,
}
"""Games that somebody still beat after the usual length: how many times as long is learned (decision 576)."""
_LEAST = 0.3
_WARY: dict[str, tuple[float, float]] = {
    "baseball": (0.8, 0.7),
    "bermuda-trekanten": (0.8, 0.7),
    "bush-league": (0.8, 0.7),
    "cincinnati": (0.4, 0.4),
    "farum-park": (0.4, 0.4),
    "five-card-stud-deuces": (0.8, 0.4),
    "lunatic": (0.4, 0.4),
    "paradise-lost": (0.8, 0.7),
    "razz": (0.8, 0.4),
    "seven-card-stud": (0.4, 0.4),
    "seven-card-stud-deuces": (0.8, 0.4),
    "shifting-sands": (0.8, 0.4),
    "somaerket": (0.4, 0.4),
    "stora-spelet": (0.4, 0.4),
    "texas-league": (0.8, 0.4),
    "three-card-draw": (0.4, 0.4),
    "three-card-draw-deuces-one-eyed": (0.4, 0.4),
    "trafalgar-square": (0.8, 0.7),
    "wild-kingdom": (0.8, 0.7),
}
"""Games in which departures of `regular` won from it: how often others at its table were such, and how often
all were itself (decisions 635, 636 and 660).
"""
_ANSWERED = {"bush-league": 8, "wild-kingdom": 8}
"""Games in which best responses that were found join those whom it learns against: how many times one is
looked for (decision 691).
"""
_TRUER = {"bush-league": 3, "seven-card-stud-deuces": 3}
"""Games in which the usual hands left a chance of some round untrue: how many times as many are played."""
_BRAVED = frozenset({"seven-bright-stars"})
"""Games without a chase in which it lost to who always raises until it met him (decision 662)."""
_RESOLUTE = frozenset(
    {
        "one-two-three-four-five",
        "poker-32",
        "seven-bright-stars",
        "texas-2-step",
        "ups-and-downs",
    }
)
"""Games in which it plays better without the choices that it would rarely make (decision 635)."""


def full_recipe(variant: Variant) -> Recipe:
    """By which recipe a game is learned that ships."""
    usual = 60 + 20 * min(variant.rounds or 3, 7)
    wary, alone = _WARY.get(variant.id, (FULL.wary, FULL.alone))
    return replace(
        FULL,
        batches=usual * _LONGER.get(variant.id, 1),
        odds_hands=FULL.odds_hands * _TRUER.get(variant.id, 1),
        least=_LEAST if variant.id in _RESOLUTE | _WARY.keys() else FULL.least,
        wary=wary,
        alone=alone,
        braves=variant.id in _BRAVED,
        answers=_ANSWERED.get(variant.id, 0),
    )


def quick_recipe(variant: Variant) -> Recipe:
    """By which recipe a game is learned at first use."""
    return replace(QUICK, batches=20 + 3 * min(variant.rounds or 3, 7))


def hash_of(programme: Any, recipe: Recipe) -> str:
    """A hash of a game's compiled rules, of how it is learned and of how that is kept, 16 hexadecimal digits.

    A rule that is 0 for a game leaves its hash alone: new rules void nothing but the games that have them.
    """
    values = ((name, np.asarray(programme[name])) for name in _RULES)
    rules = b"".join(name.encode() + value.tobytes() for name, value in values if value.any())
    how = repr(recipe) + ("" if recipe.alone == USUALLY_ALONE else f" alone {recipe.alone}")
    how += " braves" if recipe.braves else ""
    how += f" answers {recipe.answers}" if recipe.answers else ""
    return hashlib.sha256((how + _LAYOUT).encode() + rules).hexdigest()[:16]


def shipped_file(variant: Variant) -> Path:
    """Where a game's knowledge is shipped."""
    return SHIPPED / f"{variant.id}.npz"


def cached_file(fits: str) -> Path:
    """Where what was learned on this machine is kept."""
    return user_cache_path("peder") / "players" / f"{fits}.npz"


def is_known(variant: Variant) -> bool:
    """Whether the players know a game without having to learn it first."""
    return _recall(compile_programme(variant, main_table(variant)), variant)


@lru_cache(maxsize=1024)
def known_programme(variant: Variant, learning: bool = True) -> Any:
    """A game's programme with all that the learned players know. Not to be changed.

    Learns what isn't known, which takes seconds; without `learning`, an addition that doesn't ship is played
    by what is known of the game itself, if the betting is alike: whatever this machine learned before, so
    that a seed stands for the same hands everywhere.
    """
    programme = _with_quantiles(variant)
    if not learning and (_recall_shipped(programme, variant) or _recall_base(programme, variant)):
        return programme
    if _recall(programme, variant):
        return programme
    learned = learn(variant, quick_recipe(variant))
    for name in (*_KEPT, "policy"):
        programme[name] = learned[name]
    fits = hash_of(programme, quick_recipe(variant))
    _write(learned, cached_file(fits), fits)
    return programme


def learn_game(variant: Variant) -> None:
    """Learn a game, if it isn't known, and keep it: takes seconds."""
    known_programme(variant)


def _recall(programme: Any, variant: Variant) -> bool:
    """Fill a programme with what ships with the game or was learned here before, if either is there."""
    quick = hash_of(programme, quick_recipe(variant))
    return _recall_shipped(programme, variant) or _read(programme, cached_file(quick), quick)


def _recall_shipped(programme: Any, variant: Variant) -> bool:
    """Fill a programme with what ships with the game, if it does."""
    return _read(programme, shipped_file(variant), hash_of(programme, full_recipe(variant)))


@lru_cache(maxsize=1024)
def plain_programme(variant: Variant) -> Any:
    """A game's programme with all that plain players need. Not to be changed."""
    return _with_quantiles(variant)


def _with_quantiles(variant: Variant) -> Any:
    """A programme of its own with what hands hold: a third of a megabyte, of which little is touched."""
    programme = compile_programme(variant, main_table(variant))
    learn_quantiles(programme, quantiles_of(variant))
    return programme


def _recall_base(programme: Any, variant: Variant) -> bool:
    """Fill an addition's programme with what is known of the game itself, round by round."""
    base = VARIANTS.get(variant.id)
    if base is None or base == variant:
        return False
    known = known_programme(base)
    if (known.limit, known.chase) != (programme.limit, programme.chase):
        return False
    rounds = 1 + np.arange(programme.streets)
    alike = -(-rounds * known.streets // programme.streets)
    for name in (*_KEPT, "stages"):
        programme[name][rounds] = known[name][alike]
    programme.bends[rounds] = known.bends[alike]
    programme.policy[:] = known.policy
    return True


def learn(variant: Variant, recipe: Recipe) -> Any:
    """Learn a game by a recipe; its programme with what was learned.

    Where a dealer's additions leave rounds and limit as they are, the base game's betting is kept, for it
    asks what part of the hands one beats, and what hands are worth is learned anew.
    """
    players = main_table(variant)
    programme = _with_quantiles(variant)
    learn_strength(programme, players, recipe.strength_hands, recipe.seed + 1)
    learn_odds(programme, [PLAIN_TABLE[:players]], recipe.odds_hands // 2, recipe.seed + 3)
    if not _bets_as_base(programme, variant):
        learner = Learner(programme, variant.unit, recipe, largest_table(variant), variant.players[0])
        learner.learn()
    learn_odds(programme, regular_tables(variant), recipe.odds_hands, recipe.seed + 2)
    return programme


def regular_tables(variant: Variant) -> list[list[str]]:
    """The tables at which chances are fitted: of every size."""
    return [["regular"] * size for size in range(variant.players[0], largest_table(variant) + 1)]


def _bets_as_base(programme: Any, variant: Variant) -> bool:
    """Give a programme the betting of the game that was added to, if that is known and the rounds are the
    same.
    """
    base = VARIANTS.get(variant.id)
    if base is None or base == variant:
        return False
    known = compile_programme(base, main_table(base))
    if (known.streets, known.limit) != (programme.streets, programme.limit):
        return False
    if not _read(known, shipped_file(base), hash_of(known, full_recipe(base))):
        return False
    programme.policy[:] = known.policy
    return True


class Ways(NamedTuple):
    """By which way betting and chances were learned (`BETTING_WAY`, `CHANCES_WAY`)."""

    betting: int
    chances: int


NOW = Ways(BETTING_WAY, CHANCES_WAY)


def ship(variant: Variant, again: bool = False) -> bool:
    """Learn a game and write its file, unless the file fits, or all the same; whether it was learned."""
    programme = compile_programme(variant, main_table(variant))
    recipe = full_recipe(variant)
    fits = hash_of(programme, recipe)
    if not again and _read(programme, shipped_file(variant), fits):
        return False
    learned = learn(variant, recipe)
    learn_bends(learned, regular_tables(variant), recipe.odds_hands, recipe.seed + 4)
    _write(learned, shipped_file(variant), fits, NOW)
    return True


def ship_chances(variant: Variant) -> bool:
    """Learn the chances of a game that ships anew, strength and betting left as they are; always true."""
    recipe = full_recipe(variant)
    ways = _ways_of(variant)
    if ways is None:
        return ship(variant)
    programme = known_programme(variant).copy()
    learn_odds(programme, regular_tables(variant), recipe.odds_hands, recipe.seed + 2)
    learn_bends(programme, regular_tables(variant), recipe.odds_hands, recipe.seed + 4)
    _write(programme, shipped_file(variant), hash_of(programme, recipe), Ways(ways.betting, CHANCES_WAY))
    return True


def is_of_now(variant: Variant) -> bool:
    """Whether what ships with a game was learned by the ways of now: learning it again gives the same."""
    return _ways_of(variant) == NOW


def _ways_of(variant: Variant) -> Ways | None:
    """By which ways a game's file was learned; None where no file fits."""
    if not _recall_shipped(compile_programme(variant, main_table(variant)), variant):
        return None
    with np.load(shipped_file(variant), allow_pickle=False) as kept:
        return Ways(*kept["ways"].tolist()) if "ways" in kept else Ways(0, 0)


def _read(programme: Any, file: Path, fits: str) -> bool:
    """Fill a programme from a file, if it is there, whole, and for these rules."""
    try:
        with file.open("rb") as source, np.load(source, allow_pickle=False) as kept:
            if str(kept["fits"]) != fits:
                return False
            names = [*_KEPT, "policy", *(name for name in _SOMETIMES if name in kept)]
            arrays = {name: kept[name] for name in names}
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile, zlib.error):
        return False
    for name, values in arrays.items():
        programme[name][: len(values)] = values
    return True


def _write(programme: Any, file: Path, fits: str, ways: Ways = NOW) -> None:
    """Write what was learned, whole or not at all; a folder that can't be written is none of its business."""
    policy = programme.policy
    used = int(np.flatnonzero(policy.any(axis=1))[-1]) + 1 if policy.any() else 1
    arrays = {name: programme[name][: programme.streets + 1].astype(np.float32) for name in _KEPT}
    if programme.bends.any():
        arrays["bends"] = programme.bends[: programme.streets + 1]
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, suffix=".tmp", delete=False) as part:
            np.savez_compressed(part, fits=fits, ways=np.array(ways), policy=policy[:used], **arrays)
        os.replace(part.name, file)
    except OSError:
        return
