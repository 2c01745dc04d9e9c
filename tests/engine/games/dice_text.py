"""Dice and scores as text, for tests and their transcripts."""

from __future__ import annotations

from engine.special.dice import SCORES, dice_category

FACE_NAMES = ("9", "10", "J", "Q", "K", "A")
_FIRST = (0, 1, 7, 22, 28, 29, 59, 60, 66, SCORES)
"""The lowest score of each category."""


def score_text(score: int) -> str:
    """An announcement as text: ``two pairs, K and 10``."""
    category = dice_category(score)
    place = score - _FIRST[category]
    if category in (0, 4, 6):
        return ("nothing", "small straight", "big straight")[category // 2 - (category > 0)]
    if category == 2:
        high = 1
        while (high + 1) * high // 2 <= place:
            high += 1
        return f"two pairs, {FACE_NAMES[high]} and {FACE_NAMES[place - high * (high - 1) // 2]}"
    if category == 5:
        three, pair = divmod(place, 5)
        return f"full house, {FACE_NAMES[three]} over {FACE_NAMES[pair + (pair >= three)]}"
    word = {1: "a pair", 3: "three", 7: "four", 8: "five"}[category]
    return f"{word} of {FACE_NAMES[place]}"
