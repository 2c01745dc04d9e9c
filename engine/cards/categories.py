"""The categories of melds, the lowest first, and the layout of a score (`engine.cards.high`)."""

from __future__ import annotations

CATEGORIES = (
    "high_card", "pair", "two_pair", "three", "straight", "flush", "full_house", "four", "straight_flush",
    "five", "badugi", "three_card_badugi", "two_card_badugi", "one_card_badugi",
)  # fmt: skip
"""The last four are badugi's, the largest badugi first: as in every low, the smallest score wins."""
(
    HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, FIVE, WHOLE_BADUGI,
) = range(11)  # fmt: skip

SIX_PLUS_ORDER = (
    HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FULL_HOUSE, FLUSH, FOUR, STRAIGHT_FLUSH,
)  # fmt: skip
"""The order of a pack from six to ace, the lowest first."""

THREE_CARD_ORDER = (HIGH_CARD, PAIR, FLUSH, STRAIGHT, THREE, STRAIGHT_FLUSH)
"""The order of hands of three cards, the lowest first."""

OWN_ORDERS = {"six-plus": SIX_PLUS_ORDER, "three-card": THREE_CARD_ORDER}
"""The order of categories where it isn't the usual one, by the word of `engine.terms.Ranking`."""

SHORT_ORDER = (
    HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FULL_HOUSE, FLUSH, FOUR, STRAIGHT_FLUSH, STRAIGHT_FLUSH,
)  # fmt: skip
"""The short pack's order (SR), the lowest first: a flush beats a full house, there is no five of a kind, and the
last is the royal flush, a separate place above the straight flush (ruling 13).
"""
ROYAL_FLUSH = len(SHORT_ORDER) - 1
"""The royal flush's place in the short pack's order."""

CATEGORY_SHIFT = 44
PRIMARY_SHIFT = 31
SECONDARY_SHIFT = 18
NATURAL_SHIFT = 4

LANE = 0x1FFF
"""The thirteen ranks of a suit, or of a set of ranks."""
