"""Melds in a sentence."""

from __future__ import annotations

from language import mark

WITH_ARTICLE = {
    "pair": mark("a pair"),
    "straight": mark("a straight"),
    "flush": mark("a flush"),
    "full_house": mark("a full house"),
    "straight_flush": mark("a straight flush"),
    "small_straight": mark("a small straight"),
    "big_straight": mark("a big straight"),
}
"""Categories with their article, where they have one."""
