"""The words within a line of the log, in Danish and English, each stated once: marks, melds, what no player may be called."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Literal

from engine.api import JOINING, RANKS, CardError, Declared, Half, Outcome, find_rank, fold_name
from pipeline.night.parser.lines import Announced, Part
from pipeline.night.parser.spoken_words import OTHERWISE

HALVES: dict[str, Part] = {
    **dict.fromkeys(("hi", "high", "høj"), Declared.HIGH),
    **dict.fromkeys(("lo", "low", "lav"), Declared.LOW),
    **dict.fromkeys(("begge", "both"), Declared.BOTH),
    **dict.fromkeys(("spar", "spade"), Half.SPADE),
    **dict.fromkeys(("sum", "count"), Half.COUNT),
}  # fmt: skip
SIDE = ("side",)
AGAIN = ("igen", "again")
BOARD = ("bord", "board")
AFTER = ("efter", "after")
CASH = ("kontant", "cash")
PART = ("del", "part")
BET = ("væddemål", "bet", "bounty")
POT_ENDS: dict[str, Literal["", "shared", "next", "bank"]] = {
    "": "",
    **dict.fromkeys(("delt", "shared", "split"), "shared"),
    **dict.fromkeys(("næste", "next"), "next"),
    **dict.fromkeys(("bank", "banken"), "bank"),
}  # fmt: skip
"""What becomes of a carried pot at the end of the night."""
ALL = ("alle", "all")
FOR = ("for", "til")
FILLERS = ("in", "ind", "for", "om")
"""Words that may occur between a player and the chips: ``bo buys in for 100``."""
SKIPPED = ("", "over", "it", "this", "thisone", "den", "denne", "denover")
"""What may follow ``skip`` for one hand; folded."""
BUT = ("undtagen", "except", "but", "uden")
ARTICLES = ("a", "an", "the", "en", "et", "den")
"""Articles, which may be handles or the beginnings of names as well."""
ERROR_MARKS = ("fejl", "error")
ENDING_MARKS = {"nd": Outcome.NEW_DEAL, "om": Outcome.REDEALT, "redeal": Outcome.REDEALT}

_MELD_PARTS = (
    "to", "tre", "fire", "fem", "two", "three", "four", "five", "full", "fuldt", "hus", "house", "straight",
    "small", "big", "lille", "stor", "højt", "high", "card", "kort", "ens", "alike", "par", "pair", "flush",
    "nothing",
)  # fmt: skip
_DICE_MELDS = {
    **dict.fromkeys(("smallstraight", "lillestraight", "lille"), "small_straight"),
    **dict.fromkeys(("bigstraight", "storstraight", "stor"), "big_straight"),
}  # fmt: skip


_SLANG = {
    **dict.fromkeys(("set", "3kind", "threes"), "three"),
    **dict.fromkeys(("boat", fold_name("båd")), "full_house"),
    **dict.fromkeys(("4kind",), "four"),
    **dict.fromkeys(("2pairs", "twopairs"), "two_pair"),
}  # fmt: skip
"""Players' names for melds that the rules don't have."""


@cache
def is_reserved(handle: str) -> bool:
    """Return whether a word means something within a line, so that no player can have it for a handle.

    >>> is_reserved("low"), is_reserved("flush"), is_reserved("bo")
    (True, True, False)
    """
    words = (*HALVES, *SIDE, *AGAIN, *BOARD, *AFTER, *CASH, *ALL, *_MELD_PARTS)
    folded = fold_name(handle)
    return folded in map(fold_name, words) or _category(handle) is not None


@cache
def may_be_name(word: str) -> bool:
    """Whether a later word of a name may stand for it: no initial, no rank and no word of a line."""
    return len(word) > 1 and word.isalpha() and find_rank(word) is None and not is_reserved(word)


@cache
def _category(text: str) -> str | None:
    """The category that words name, single letters and bare numbers left out: those are players and chips."""
    from engine.api import CATEGORIES, find_category

    folded = fold_name(text)
    if folded in _DICE_MELDS:
        return _DICE_MELDS[folded]
    if folded in _SLANG:
        return _SLANG[folded]
    if len(folded) < 2 or folded.isdigit() or (folded[:-1].isdigit() and folded[-1] == "p"):
        return None
    try:
        return CATEGORIES[find_category(text)]
    except CardError:
        return None


_WHOLE_MELDS = (
    "pair", "par", "2pair", "2par", "twopair", "topar", "set", "3ens", "trips", "straight", "flush", "fullhouse",
    "fuldthus", "hus", "boat", "båd", "quads", "4ens",
)  # fmt: skip


def complete_meld(text: str) -> str:
    """The meld that two letters or more begin, ``hus`` for ``hu``; "" where there is none, or more than one."""
    typed = fold_name(text)
    if len(typed) < 2 or re.fullmatch(r"\d+p?", typed):  # a player, or chips
        return ""
    melds = [meld for meld in _WHOLE_MELDS if fold_name(meld).startswith(typed)]
    return melds[0] if len(set(map(_category, melds))) == 1 else ""


_COUNT = re.compile(r"([0-9]{1,3})(?:[.,]5|½)")
"""A count of 7/27 with a half."""
LONGEST_MELD = 12
"""The words of the longest meld, ``five of a kind`` with five ranks and words between them."""
_BETWEEN_RANKS = JOINING | {"over", "med", "with", "af", "of", "i"}


_TO_A_RANK = ("straight", "flush", "straight_flush")
"""Melds of which only the highest rank is said."""


def _ranks(words: Sequence[str]) -> str:
    """Ranks as they are stored, ``K-4``; "" where a word is none."""
    ranks = [find_rank(word) for word in words]
    return "" if None in ranks else "-".join(RANKS[rank] for rank in ranks if rank is not None)


def read_meld(text: str) -> Announced | None:
    """Return the meld that a text names, in Danish or English: ``hus``, ``full house``, ``3 ens``, with ranks ``hus-K-4`` or
    ``hus konger over firere``, a low ``6-4``, or in 7/27 a count, ``26,5`` or ``26½``. Returns None for another text.

    >>> read_meld("hus konger over firere")
    Announced(text='full_house-K-4', category='full_house')
    """
    words = text.replace("-", " ").split()
    if len(words) > LONGEST_MELD:
        return None
    for end in range(len(words), 0, -1):
        if end == 1 < len(words) and words[0].casefold() in HALVES:
            break  # `high 6-4` is a direction and a low
        category = _category(" ".join(words[:end]))
        ranks = [word for word in words[end:] if word.casefold() not in _BETWEEN_RANKS]
        if category in _TO_A_RANK and len(ranks) == 2 and ranks[0].casefold() == "to":
            del ranks[0]  # `straight to ten`, where `to` is no two
        shown = _ranks(ranks)
        if category and (shown or not words[end:]):
            return Announced("-".join(filter(None, (category, shown))), category)
    low = ["A" if word == "1" else word for word in text.split("-")]  # PR writes 1, 2, 3, 4, 6
    if 2 <= len(low) <= 5 and _ranks(low):
        return Announced(_ranks(low), None)
    count = _COUNT.fullmatch(text)
    return Announced(f"{count[1].lstrip('0')}.5", None) if count else None


_MORE_THAN_NAME = re.compile(
    rf"{OTHERWISE.pattern}|efter|this|that|denne|dette|her|at|kl|i|am|is|er|have|har|think|tror|hope|håber|bet"
)
_MAYBE = re.compile(
    r"maybe|perhaps|probably|almost|if|when|unless|not|don['\u2019]?t|måske|hvis|når|næsten|ikke", re.I
)
_PARTICLES = frozenset(
    [
        "af",
        "al",
        "auf",
        "av",
        "bin",
        "da",
        "de",
        "del",
        "den",
        "der",
        "di",
        "do",
        "dos",
        "du",
        "el",
        "la",
        "le",
        "lo",
        "los",
        "ten",
        "ter",
        "the",
        "van",
        "von",
        "vom",
        "y",
        "zu",
        "zum",
    ]
)


def says_more_than_name(name: str) -> bool:
    """Whether some of these words belong to no name, such as when a player comes: ``gitte after this hand``, ``gitte might``."""
    first, *_ = words = name.split()
    return bool(_MAYBE.fullmatch(first)) or any(map(_MORE_THAN_NAME.fullmatch, words))


def is_half_name(name: str) -> bool:
    """Whether only some words of a name have capitals: ``Suppose gitte``, ``Bobby again``."""
    words = [word for word in name.split() if word not in _PARTICLES]
    return len({word.islower() for word in words}) > 1


NOTE = re.compile(r"(?:note|notat|remember|husk) ?:? (.+)", re.I)
"""A note in words."""
