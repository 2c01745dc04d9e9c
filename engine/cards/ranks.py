"""The ranks and their words, in one table: Danish, English, and the Dutch of a rule text.

Used by all code that reads or writes ranks as words: cards, additions of the dealer, announced melds.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from language import nearest
from language.suggestions import CUTOFF_OF_SHORT_WORDS

Language = Literal["en", "da"]


class RankWords(NamedTuple):
    """The words for a rank in a language: on a card, singular, plural, and others."""

    short: str
    one: str
    several: str
    others: tuple[str, ...] = ()


RANK_WORDS: dict[Language, tuple[RankWords, ...]] = {
    "en": (
        RankWords("2", "two", "twos", ("deuce", "deuces")),
        RankWords("3", "three", "threes", ("trey", "treys")),
        RankWords("4", "four", "fours"),
        RankWords("5", "five", "fives"),
        RankWords("6", "six", "sixes"),
        RankWords("7", "seven", "sevens"),
        RankWords("8", "eight", "eights"),
        RankWords("9", "nine", "nines"),
        RankWords("T", "ten", "tens"),
        RankWords("J", "jack", "jacks", ("knave", "knaves")),
        RankWords("Q", "queen", "queens"),
        RankWords("K", "king", "kings"),
        RankWords("A", "ace", "aces"),
    ),
    "da": (
        RankWords("2", "toer", "toere", ("to", "toerne")),
        RankWords("3", "treer", "treere", ("tre", "treerne")),
        RankWords("4", "firer", "firere", ("fire", "firerne")),
        RankWords("5", "femmer", "femmere", ("fem", "femmerne")),
        RankWords("6", "sekser", "seksere", ("seks", "sekserne")),
        RankWords("7", "syver", "syvere", ("syv", "syverne")),
        RankWords("8", "otter", "ottere", ("otte", "otterne")),
        RankWords("9", "nier", "niere", ("ni", "nierne")),
        RankWords("10", "tier", "tiere", ("ti", "tierne")),
        RankWords("Kn", "knægt", "knægte", ("knægtene", "bonde", "bønder")),
        RankWords("Da", "dame", "damer", ("damerne", "dronning", "dronninger", "dronningerne")),
        RankWords("Ko", "konge", "konger", ("kongerne",)),
        RankWords("Es", "es", "esser", ("esserne",)),
    ),
}
"""By language, the lowest rank first (0 is a two, 12 an ace)."""

_DUTCH = (
    ("twee", "tweeën"), ("drie", "drieën"), ("vier", "vieren"), ("vijf", "vijven"), ("zes", "zessen"),
    ("zeven", "zevens"), ("acht", "achten"), ("negen", "negens"), ("tien", "tienen", "tienens"),
    ("boer", "boeren"), ("vrouw", "vrouwen"), ("heer", "heren"), ("aas", "azen"),
)  # fmt: skip

_RANK_OF: dict[str, int] = {
    word.casefold(): rank
    for table in RANK_WORDS.values()
    for rank, words in enumerate(table)
    for word in (words.short, words.one, words.several, *words.others)
} | {word: rank for rank, words in enumerate(_DUTCH) for word in words}
_SHORT = {words.short.casefold() for table in RANK_WORDS.values() for words in table}
_ENDING = re.compile(r"(?P<short>[^']+)'(?:s|er|ere|erne)|(?P<number>\d+)(?:er|ere|erne)")


def find_rank(text: str) -> int | None:
    """The rank, 0 to 12, that a word names: ``7``, ``Kn``, ``tre``, ``deuces``, ``2'ere``; None for no rank.

    Only words of the table are known, and its short forms with a plural ending; nothing is guessed.

    >>> find_rank("deuces"), find_rank("Kn"), find_rank("twelve")
    (0, 9, None)
    """
    word = text.strip().casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    if ending := _ENDING.fullmatch(word):
        word = ending["short"] or ending["number"]
        return _RANK_OF[word] if word in _SHORT else None
    return _RANK_OF.get(word, _RANK_OF.get(word.replace("ae", "æ").replace("oe", "ø")))


def near_rank(text: str) -> str:
    """Return the word for a rank that is nearest to the typed one; "" if none is near.

    >>> near_rank("quen"), near_rank("banana")
    ('queen', '')
    """
    return nearest(text.casefold(), _RANK_OF, CUTOFF_OF_SHORT_WORDS)
