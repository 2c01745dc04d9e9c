"""Suggestions for an unknown word."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

LONGEST = 60
"""The longest text, in letters, that is compared: longer texts aren't typos, and comparing them is slow."""
CUTOFF_OF_SHORT_WORDS = 0.65
"""Least similarity to words of few letters: at 0.6 ``run`` is near ``vrouwen``."""


def nearest(text: str, known: Collection[str], cutoff: float = 0.6) -> str:
    """Return the known word most similar to a text, "" if none is; `cutoff` is from 0 (anything) to 1 (the same).

    >>> nearest("basebal", ["baseball", "badugi"])
    'baseball'
    """
    return next(iter(several_nearest(text, known, 1, cutoff)), "")


def several_nearest(text: str, known: Collection[str], most: int, cutoff: float = 0.6) -> list[str]:
    """Return up to `most` known words similar to a text, the most similar first.

    >>> several_nearest("baduggi", ["baseball", "badugi", "badge"], most=2)
    ['badugi', 'badge']
    """
    return [*_nearest(text, tuple(known), most, cutoff)] if 0 < len(text) <= LONGEST else []


@lru_cache(maxsize=512)  # reading one line asks for the same word several times
def _nearest(text: str, known: tuple[str, ...], most: int, cutoff: float) -> list[str]:
    from difflib import get_close_matches  # no right word needs it

    return get_close_matches(text, known, n=most, cutoff=cutoff)


def likeness(one: str, other: str) -> float:
    """Return the similarity of two texts, from 0 to 1.

    >>> likeness("guts", "guts"), likeness("guts", "xyz")
    (1.0, 0.0)
    """
    if max(len(one), len(other)) > LONGEST:
        return float(one == other)
    from difflib import SequenceMatcher

    return SequenceMatcher(None, one, other).ratio()
