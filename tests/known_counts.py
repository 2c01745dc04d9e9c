"""Counts that any ranking of poker hands must reproduce, from published tables and exhaustive enumeration.

A wild card may stand for a card already in the hand, five of a kind is the top category, ``straightflush`` leaves out
the royal flush, and a hand counts in its best category. `CATEGORY_COUNTS`: hands by category. `LOW_COUNTS`:
hands that make a low of eight or better. `EQUITIES`: boards that the first hand wins, loses and ties
against the second.
"""

from __future__ import annotations

CATEGORY_COUNTS: dict[str, dict[str, int]] = {
    "5 of 52": {
        "fivekind": 0,
        "royal": 4,
        "straightflush": 36,
        "quads": 624,
        "fullhouse": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "trips": 54_912,
        "twopair": 123_552,
        "pair": 1_098_240,
        "high": 1_302_540,
    },
    "5 of 53, one joker": {
        "fivekind": 13,
        "royal": 24,
        "straightflush": 180,
        "quads": 3_120,
        "fullhouse": 6_552,
        "flush": 7_804,
        "straight": 20_532,
        "trips": 137_280,
        "twopair": 123_552,
        "pair": 1_268_088,
        "high": 1_302_540,
    },
    "5 of 52, deuces wild": {
        "fivekind": 672,
        "royal": 484,
        "straightflush": 2_068,
        "quads": 31_552,
        "fullhouse": 12_672,
        "flush": 14_472,
        "straight": 62_232,
        "trips": 355_080,
        "twopair": 95_040,
        "pair": 1_225_008,
        "high": 799_680,
    },
    "7 of 52": {
        "fivekind": 0,
        "royal": 4_324,
        "straightflush": 37_260,
        "quads": 224_848,
        "fullhouse": 3_473_184,
        "flush": 4_047_644,
        "straight": 6_180_020,
        "trips": 6_461_620,
        "twopair": 31_433_400,
        "pair": 58_627_800,
        "high": 23_294_460,
    },
    "5 of 32 (7 to A), ace not low": {
        "fivekind": 0,
        "royal": 4,
        "straightflush": 12,
        "quads": 224,
        "fullhouse": 1_344,
        "flush": 208,
        "straight": 4_080,
        "trips": 10_752,
        "twopair": 24_192,
        "pair": 107_520,
        "high": 53_040,
    },
    "five dice": {
        "five": 6,
        "four": 150,
        "fullhouse": 300,
        "straight": 240,
        "three": 1_200,
        "twopair": 1_800,
        "pair": 3_600,
        "nothing": 480,
    },
    "two cards": {
        "pair": 78,
        "high": 1_248,
    },
}

GUEST_COUNTS: dict[str, dict[str, int]] = {
    "5 of 36 (6 to A), A-6-7-8-9 a straight": {
        "straight_flush": 24,
        "four": 288,
        "flush": 480,
        "full_house": 1_728,
        "straight": 6_120,
        "three": 16_128,
        "two_pair": 36_288,
        "pair": 193_536,
        "high_card": 122_400,
    },
    "5 of 52, deuce to seven": {
        "straight_flush": 36,
        "four": 624,
        "full_house": 3_744,
        "flush": 5_112,
        "straight": 9_180,
        "three": 54_912,
        "two_pair": 123_552,
        "pair": 1_098_240,
        "high_card": 1_303_560,
    },
    "7 of 52, ace to five": {
        "5": 781_824,
        "6": 3_151_360,
        "7": 7_426_560,
        "8": 13_171_200,
        "9": 19_174_400,
        "T": 23_675_904,
        "J": 24_837_120,
        "Q": 21_457_920,
        "K": 13_939_200,
        "pair": 5_948_800,
        "two_pair": 219_648,
        "full_house": 624,
    },
    "4 of 52, badugi": {
        "badugi": 17_160,
        "three_card_badugi": 154_440,
        "two_card_badugi": 96_252,
        "one_card_badugi": 2_873,
    },
}
"""Hands by rank of the highest card or by category; each adds up to all there are."""

LOW_COUNTS: dict[str, int] = {
    "8-or-better low of 5": 57_344,
    "8-or-better low of 7": 24_530_944,
}

EQUITIES: dict[str, dict[str, tuple[int, int, int]]] = {
    "hold'em boards win/lose/tie of 1712304": {
        "AcAd-KhKs": (1_388_072, 317_694, 6_538),
        "AcKc-QdQh": (787_966, 917_606, 6_732),
        "AcAd-7h2s": (1_493_820, 212_248, 6_236),
    },
    "omaha boards win/lose/tie of 1086008": {
        "AcAdKcKd-JhTh9s8s": (667_649, 418_273, 86),
    },
}
