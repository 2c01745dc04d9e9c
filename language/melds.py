"""Melds as people name them, by the store's word for the category."""

from __future__ import annotations

from language import mark

MELDS = {
    "high_card": mark("high card"),
    "pair": mark("a pair"),
    "two_pair": mark("two pair"),
    "three": mark("three of a kind"),
    "straight": mark("straight"),
    "flush": mark("flush"),
    "full_house": mark("full house"),
    "four": mark("four of a kind"),
    "straight_flush": mark("straight flush"),
    "five": mark("five of a kind"),
    "badugi": mark("badugi"),
    "three_card_badugi": mark("three-card badugi"),
    "two_card_badugi": mark("two-card badugi"),
    "one_card_badugi": mark("one-card badugi"),
}
"""The categories of cards, the lowest first, on pages and in the log (`engine.catalogue.hand_names`)."""

DICE_MELDS = {
    "small_straight": mark("small straight"),
    "big_straight": mark("big straight"),
}
"""The categories that only dice have."""

WITH_ARTICLE = {
    "pair": mark("a pair"),
    "straight": mark("a straight"),
    "flush": mark("a flush"),
    "full_house": mark("a full house"),
    "straight_flush": mark("a straight flush"),
    "small_straight": mark("a small straight"),
    "big_straight": mark("a big straight"),
    "badugi": mark("a badugi"),
    "three_card_badugi": mark("a three-card badugi"),
    "two_card_badugi": mark("a two-card badugi"),
    "one_card_badugi": mark("a one-card badugi"),
}
"""Categories that take an article in a sentence."""

_RANK = "[2-9TJQKA]"
FIRST_LOW_RANKS = f"{_RANK}(-{_RANK})*"
"""The form of the first ranks of a low hand, at least one: a regular expression."""
LOW_RANKS = f"{_RANK}(-{_RANK})+"
"""The form of a low hand as its holder announced it, its ranks alone: a regular expression."""
