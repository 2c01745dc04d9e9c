"""Poker dice between two, solved exactly: what the opener's chance is where both throw as well as can be.

Every way to keep some of the dice and every way that the rest can fall is gone through; a tie is thrown
again, the same player opening. It shares no code with the engine.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement, product

import numpy as np
from numpy.typing import NDArray

from tests.oracle.dice import LADDER
from tests.oracle.special import FACES, throw

Dice = tuple[int, ...]
_THROWS: list[Dice] = list(combinations_with_replacement(FACES, 5))
_WORTH = np.array([LADDER.index(throw(dice)) for dice in _THROWS])


@cache
def _falls(kept: Dice) -> NDArray[np.float64]:
    """For every throw: its chance, from the dice that are kept and the rest thrown."""
    number = {dice: place for place, dice in enumerate(_THROWS)}
    ways = Counter(number[tuple(sorted((*kept, *fallen)))] for fallen in product(FACES, repeat=5 - len(kept)))
    chances = np.zeros(len(_THROWS))
    chances[list(ways)] = list(ways.values())
    return chances / chances.sum()


@cache
def _keepings() -> tuple[NDArray[np.float64], list[list[int]]]:
    """What comes of every part that can be kept; by throw, which parts it has, all five dice among them."""
    parts = [part for size in range(6) for part in combinations_with_replacement(FACES, size)]
    number = {part: place for place, part in enumerate(parts)}
    own = [
        sorted({number[part] for size in range(6) for part in combinations(dice, size)}) for dice in _THROWS
    ]
    return np.array([_falls(part) for part in parts]), own


def _thrown_on(worth: NDArray[np.float64]) -> NDArray[np.float64]:
    """The value of a throw that may be continued once, given the value of each throw after that."""
    falls, own = _keepings()
    after = falls @ worth
    return np.array([after[parts].max(axis=0) for parts in own])


def opener_chance(even: bool = False) -> float:
    """The opener's chance to win the pot; with `even`, where a tie is an even chance."""
    before = 0.5
    while True:
        tie = 0.5 if even else before
        follower = (_WORTH[:, None] > np.arange(len(LADDER))) + (1 - tie) * (
            _WORTH[:, None] == np.arange(len(LADDER))
        )
        wins = []  # by throws the opener took: the opener's chance with what it has made
        for _ in range(3):
            wins.append(1 - _falls(()) @ follower)
            follower = _thrown_on(follower)
        now = wins[2][_WORTH]
        for taken in (1, 0):
            now = np.maximum(wins[taken][_WORTH], _thrown_on(now))
        result = float(_falls(()) @ now)
        if even or abs(result - before) < 1e-12:
            return result
        before = result
