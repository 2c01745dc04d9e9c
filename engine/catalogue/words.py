"""The words of a definition in English and Danish: its keys and their values. `reading` and `writing` use them.

The words of a deal are in `engine.catalogue.operations`.
"""

from __future__ import annotations

import re
from typing import Any

from engine.cards.card import SUIT_LANE, SUIT_WORDS
from engine.catalogue.model import WildKind
from engine.catalogue.names import fold_name
from engine.terms import Limit, Ranking

DANISH_KEYS = {
    "name": "navn", "name_da": "navn_da", "aliases": "aliaser", "summary": "beskrivelse", "like": "som",
    "deal": "giv", "wild": "vilde", "hand": "haand", "lines": "linjer", "layout": "opstilling",
    "players": "spillere", "pack": "kort", "betting": "indsats", "ante": "ante", "max_raise": "hoejeste_raise",
    "peder": "peder", "blinds": "blinds", "straddle": "straddle", "bring_in": "bring_in",
    "button_blind": "blind_fra_knappen", "doubles_from": "fordobles_fra", "raise_before_call": "raise_foer_call",
    "opens": "aabner", "sends_out": "sender_ud", "redeals": "giver_om", "buys": "koeber", "price": "pris", "costs": "koster",
    "costs_if_asked": "koster_efter_aftale", "gives": "giver", "may_come_back": "maa_komme_igen",
    "anticlockwise": "mod_uret", "wild_alone": "vilde_alene", "short_order": "kort_raekkefoelge", "same_as": "samme_som",
}  # fmt: skip
"""The keys of a definition, each with its Danish form."""
KEYS = tuple(DANISH_KEYS)
KEY_OF = {
    fold_name(word): key
    for key, danish in DANISH_KEYS.items()
    for word in (danish, danish.replace("aa", "å").replace("oe", "ø").replace("ae", "æ"), key)
}
FIELDS = {
    "layout": "layout", "pack": "pack", "opens": "openers", "sends_out": "sent_out", "redeals": "redeals", "buys": "buys",
    "price": "buy_price", "costs": "levy", "costs_if_asked": "charge", "gives": "extra", "may_come_back": "reentry",
    "anticlockwise": "anticlockwise", "wild_alone": "alone", "short_order": "short_order",
}  # fmt: skip
"""Keys that each fill a field of the model."""
STAKES = {
    "ante": "ante", "max_raise": "max_raise", "straddle": "straddle", "bring_in": "bring_in",
    "button_blind": "button_blind", "doubles_from": "doubles_from", "raise_before_call": "by_letter",
}  # fmt: skip
"""Keys that each fill a field of the stakes (`Betting`)."""
SHIPPED_KEYS = {
    "family": "family", "source": "source", "rounds": "rounds_printed", "rulings": "rulings", "kernel": "kernel",
    "in_or_out": "in_or_out", "matches_pot": "matches_pot", "counts_cards": "counts_cards", "trumps": "trumps",
    "pace": "pace_seconds", "hand_means": "hand_means", "how_to_play": "how_to_play",
}  # fmt: skip
"""The keys that only files of the catalogue have, each with the field of the model that it fills."""

LAYOUTS = {
    "cross": (" 1 ", "452", " 3 "),
    "hole": (" 1 ", "4 2", " 3 "),  # the cross without its centre
    "triangle": ("  4  ", " 3 1 ", "6 2 5"),
    "corners first": ("  1  ", " 6 4 ", "3 5 2"),
    "circle": (" 1 4 ", "6   2", " 3 5 "),
    "floors": ("3 6", "572", "1 4"),  # the lift in its shaft, two floors above the ground
}
"""The layouts of common cards. The cross: the four outer places clockwise, then the centre. The triangle: three
middles, then three corners, or the other way round. The circle: every other place, then the gaps.
"""
LIMITS = {
    "house": Limit.HOUSE, "huset": Limit.HOUSE, "limit": Limit.FIXED, "fixed": Limit.FIXED, "fast": Limit.FIXED,
    "pot limit": Limit.POT, "pot": Limit.POT, "no limit": Limit.NO, "no": Limit.NO, "uden limit": Limit.NO,
}  # fmt: skip
LIMIT_WORDS = {Limit.HOUSE: "house", Limit.FIXED: "limit", Limit.POT: "pot limit", Limit.NO: "no limit"}

HANDS: tuple[tuple[str, str, str, Any], ...] = (
    ("best five", "de bedste fem", "", None),
    ("high", "høj", "", None),
    ("a line of the board", "en linje af bordet", "lines", True),
    ("low", "lav", "ranking", Ranking.ACE_FIVE),
    ("high and low", "høj og lav", "share", "low"),
    ("declared", "erklæret", "share", "declared"),
    ("eight or better", "otte eller bedre", "share", "eight"),
    ("ace to five low", "es til fem lav", "ranking", Ranking.ACE_FIVE),
    ("deuce to seven low", "to til syv lav", "ranking", Ranking.DEUCE_SEVEN),
    ("six four low", "seks fire lav", "ranking", Ranking.ACE_SIX),
    ("three cards", "tre kort", "ranking", Ranking.THREE_CARD),
    ("two cards", "to kort", "ranking", Ranking.TWO_CARD),
    ("badugi", "badugi", "ranking", Ranking.BADUGI),
    ("six plus", "six plus", "ranking", Ranking.SIX_PLUS),
    ("highest spade in the hole", "højeste lukkede spar", "spade", "highest"),
    ("lowest spade in the hole", "laveste lukkede spar", "spade", "lowest"),
)
"""The values of `hand` in English and Danish, with the part of the game that each sets."""
HAND_KEYS = {fold_name(words): (part, value) for *both, part, value in HANDS for words in both}
HAND_FORMS, DANISH_HAND_FORMS = (
    (*(row[column] for row in HANDS), *counts)
    for column, counts in enumerate(
        (("highest sum of diamonds", "most diamonds"), ("højeste sum af ruder", "flest ruder"))
    )
)
COUNTED = re.compile(r"(highest sum of|højeste sum af|most|flest) (\w+)")
SUITS = {word: 0x1FFF << SUIT_LANE * suit for words in SUIT_WORDS.values() for suit, word in enumerate(words)}
OWN = re.compile(r"(exactly|præcis|at most|højst) (\d+) (?:of your own|af dine egne)")

RULES: dict[WildKind, tuple[str, ...]] = {
    WildKind.LOWEST_CLOSED: ("lowest hole card", "lowest closed card", "laveste lukkede kort"),
    WildKind.LAST_OWN: ("last card", "your last card", "sidste kort", "dit sidste kort"),
    WildKind.KEPT_CLOSED: ("the card kept closed", "kortet der holdes lukket"),
    WildKind.LOWEST_BOARD: ("lowest common card", "laveste fælleskort"),
    WildKind.BOTTOM: ("bottom card", "nederste kort"),
    WildKind.CHOICE: ("a rank of your choice", "en værdi efter eget valg"),
    WildKind.PICKED: ("a rank picked among your own cards", "en værdi valgt blandt dine egne kort"),
    WildKind.EXACT_PAIR: (
        "a rank held exactly twice",
        "a rank only if paired",
        "en værdi du har præcis to af",
    ),
    WildKind.SPLIT_OPEN: ("a rank held both open and closed", "en værdi du har både åbent og lukket"),
    WildKind.SPLIT_BOARD: (
        "a rank both in your hand and on the board",
        "en værdi både på hånden og på bordet",
    ),
}
RULE_KEYS = {fold_name(words): kind for kind, forms in RULES.items() for words in forms}
FOLLOWS = re.compile(r"(?:follow(?:s|ing)?(?: the)?|what follows(?: the)?|følger|det der følger) (.+)")
COMMON = re.compile(r"(?:common cards?|fælleskort) ((?:\d+)(?:(?:,| |and|og)+\d+)*)")
LAST_COMMON = ("last common card", "sidste fælleskort")
CANCELLED = re.compile(r"(.+?) (?:until (?:one is )?turned|indtil (?:en|de) vendes)")
