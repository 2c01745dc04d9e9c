"""Five dice with the faces 9 10 J Q K A, numbered 0 to 5: combinations of a throw, and the chances of throwing on.

A *score* is the number of a combination among all 72, from nothing (0) to five aces (71). Only the faces of
the combination count (ruling 32): the pair, both pairs, the three and the pair. A *throw* is five dice in any
order, one of 252; a *part* is any of the 462 sets of up to five dice, those of five first, by score.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np

from engine.cards.high import CATEGORY_SHIFT
from engine.compile.jit import kernel, njit
from engine.kernel.actions import Act
from engine.special.batch import draw, note

FACES = 6
DICE = 5
SCORES = 72
FIVE_ACES = SCORES - 1
THROWS = 252
PARTS = 462
ALL_DICE = 0b11111
_ROLL = int(Act.ROLL)

DICE_CATEGORIES = (
    "nothing", "pair", "two_pair", "three", "small_straight", "full_house", "big_straight", "four", "five",
)  # fmt: skip
_FIRST = (0, 1, 7, 22, 28, 29, 59, 60, 66, SCORES)
"""The lowest score of each category."""
_FIRST_SCORES = np.array(_FIRST)
_PAIR, _TWO_PAIR, _THREE, _SMALL, _FULL, _BIG, _FOUR, _FIVE = _FIRST[1:9]


@kernel
def throw_score(dice: Any) -> int:
    """The score of five dice, faces 0 to 5."""
    counts = np.zeros(FACES, np.int64)
    for face in dice:
        counts[face] += 1
    high_pair, low_pair, three = -1, -1, -1
    for face in range(FACES):
        if counts[face] == 5:
            return _FIVE + face
        if counts[face] == 4:
            return _FOUR + face
        if counts[face] == 3:
            three = face
        elif counts[face] == 2:
            low_pair = high_pair
            high_pair = face
    if three >= 0:
        if high_pair >= 0:
            return _FULL + 5 * three + high_pair - (1 if high_pair > three else 0)
        return _THREE + three
    if low_pair >= 0:
        return _TWO_PAIR + high_pair * (high_pair - 1) // 2 + low_pair
    if high_pair >= 0:
        return _PAIR + high_pair
    if counts[0] == 0:
        return _BIG
    return _SMALL if counts[5] == 0 else 0


@njit
def dice_category(score: int) -> int:
    """The category of a score, 0 nothing to 8 five of a kind."""
    category = 0
    while score >= _FIRST_SCORES[category + 1]:
        category += 1
    return category


@njit
def dice_meld(score: int) -> int:
    """A score as it is recorded: the category above the bit of every meld's category, the score below."""
    return dice_category(score) << CATEGORY_SHIFT | score


def dice_category_name(meld: int) -> str:
    """The category of a recorded score, in a word."""
    return DICE_CATEGORIES[meld >> CATEGORY_SHIFT]


@njit
def roll_value(dice: Any, thrown: int) -> int:
    """The value of a `ROLL`: three bits for each face, die 0 lowest, then a bit for each die thrown."""
    value = thrown << 15
    for die in range(DICE):
        value |= dice[die] << 3 * die
    return value


class DiceChances(NamedTuple):
    """Exact chances of five dice. `odds[part, throw]`: of ending with that throw when a part is kept and the
    rest thrown once. `below[part, score]`: of ending with a score under that (73 columns). `faces[part,
    face]`: how many the part holds. `number[key]`: the part of a key (`part_key`). `score[throw]`.
    `parts[throw, kept]`: the part that is left of a throw's dice in order of face, a bit for each die that stays.
    """

    odds: Any
    below: Any
    faces: Any
    number: Any
    score: Any
    parts: Any


_POWERS = 6 ** np.arange(FACES)


@kernel
def part_key(dice: Any, kept: int) -> int:
    """A number for the kept dice, whatever their order."""
    key = 0
    for die in range(DICE):
        if kept >> die & 1:
            key += _POWERS[dice[die]]
    return key


@njit
def matching(dice: Any, faces: Any) -> int:
    """The dice, as bits, that make up a part given by how many it has of each face."""
    missing = 0
    for face in range(FACES):
        missing |= faces[face] << 3 * face
    kept = 0
    for die in range(DICE):
        is_kept = (missing >> 3 * dice[die] & 7) > 0
        missing -= is_kept << 3 * dice[die]
        kept |= is_kept << die
    return kept


@cache
def chances() -> DiceChances:
    throws = list(combinations_with_replacement(range(FACES), DICE))
    throws.sort(key=lambda throw: (throw_score(np.array(throw)), throw))
    smaller = [part for size in range(DICE) for part in combinations_with_replacement(range(FACES), size)]
    everything = [*throws, *smaller]
    faces = np.array([[part.count(face) for face in range(FACES)] for part in everything], np.int64)
    number = np.full(5 * 6**5 + 1, -1, np.int64)
    number[faces @ 6 ** np.arange(FACES)] = np.arange(PARTS)
    missing = faces[None, :THROWS] - faces[:, None]
    thrown = DICE - faces.sum(axis=1)
    factorial = np.array([1, 1, 2, 6, 24, 120])
    ways = factorial[thrown][:, None] / factorial[np.maximum(missing, 0)].prod(axis=2)
    odds = np.where((missing >= 0).all(axis=2), ways / FACES ** thrown[:, None], 0.0)
    score = np.array([throw_score(np.array(throw)) for throw in throws], np.int64)
    by_score = np.zeros((PARTS, SCORES + 1))
    for place, made in enumerate(score):
        by_score[:, made + 1] += odds[:, place]
    kept = np.arange(1 << DICE)[:, None] >> np.arange(DICE) & 1
    parts = np.ascontiguousarray(number[6 ** np.array(throws) @ kept.T])
    return DiceChances(odds, by_score.cumsum(axis=1), faces, number, score, parts)


@njit
def throw_dice(state: Any, dice: Any, thrown: int, seat: int, round_no: int) -> None:
    """Throw some of the dice, given as bits; the rest stay as they are."""
    for die in range(DICE):
        if thrown >> die & 1:
            dice[die] = draw(state, FACES)
    note(state, _ROLL, seat, round_no, roll_value(dice, thrown))
