"""The best answer to a way of playing Screw Your Neighbor by two, computed exactly: every way that both cards
and the one to cut can lie is counted. It shares no code with the engine.

Of two, who isn't the dealer speaks first. A picture card of the dealer's stops the swap: a king has nobody
else to go to, a jack stops it, and a queen sends it to the right, which is the dealer again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

RANKS, JACK = 13, 10
Opens = Callable[[int], float]
"""How often who speaks first swaps a rank (0 an ace, 12 a king)."""
Cuts = Callable[[int, int | None, bool], float]
"""How often the dealer cuts, by its rank, the rank that it gave away, and whether the other asked to swap."""


def gained(opener: int, dealer: int) -> int:
    """Lives that the first player wins of the dealer: who ties loses one too, and two kings lose none."""
    return (opener > dealer) - (opener < dealer)


def gains(opens: Opens, cuts: Cuts) -> tuple[float, float]:
    """By how many lives a round the best answers of the first player and of the dealer do better against the
    other's play than their own play does.
    """
    total = 0.0
    value = 0.0
    by_opener = [[0.0, 0.0] for _ in range(RANKS)]  # what keeping and swapping bring, all cards counted
    by_dealer: dict[tuple[int, int | None, bool], list[float]] = defaultdict(lambda: [0.0, 0.0])
    for first in range(RANKS):
        for second in range(RANKS):
            for third in range(RANKS):
                ways = 4 * (4 - (second == first)) * (4 - (third == first) - (third == second))
                total += ways
                for asks, often in enumerate((1 - opens(first), opens(first))):
                    swapped = bool(asks) and second < JACK
                    opener, dealer = (second, first) if swapped else (first, second)
                    seen = (dealer, opener if swapped else None, bool(asks))
                    kept, cut = gained(opener, dealer), gained(opener, third)
                    mean = kept + cuts(*seen) * (cut - kept)
                    value += ways * often * mean
                    by_opener[first][asks] += ways * mean
                    by_dealer[seen][0] += ways * often * kept
                    by_dealer[seen][1] += ways * often * cut
    best, least = sum(map(max, by_opener)), sum(map(min, by_dealer.values()))
    return (best - value) / total, (value - least) / total
