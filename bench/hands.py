"""Random hands, the same for everyone who ranks them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

HANDS = 20_000
"""Too many for a processor to learn by heart, which makes rankers half as fast again with 5,000."""

SIZE = 7


def random_hands(count: int = HANDS) -> NDArray[np.int64]:
    """Random hands of seven cards, count x 7; a card is 4 * rank + suit, rank 0 a two and suit 0 clubs."""
    rng = np.random.default_rng(7)
    return np.argsort(rng.random((count, 52)), axis=1)[:, :SIZE]


def as_sets(hands: NDArray[np.int64]) -> NDArray[np.int64]:
    """The same hands as the engine's sets of cards: bit 16 * suit + rank."""
    sets: NDArray[np.int64] = np.bitwise_or.reduce(np.int64(1) << (16 * (hands % 4) + hands // 4), axis=1)
    return sets


def with_twos(count: int = HANDS) -> NDArray[np.int64]:
    """Sets of seven cards with one, two or three twos, as many of each, mixed: for ranking with twos wild."""
    rng = np.random.default_rng(7)
    twos = np.argsort(rng.random((count, 4)), axis=1)
    others = 4 + np.argsort(rng.random((count, 48)), axis=1)
    cards = np.concatenate([twos, others], axis=1)
    held, place = rng.integers(1, 4, (count, 1)), np.arange(SIZE)
    places = np.where(place < held, place, 4 + place - held)
    return as_sets(np.take_along_axis(cards, places, axis=1))
