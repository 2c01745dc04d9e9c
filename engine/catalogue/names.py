"""Names of games, and how a typed one is compared with them."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache


@lru_cache(maxsize=1 << 14)
def fold_name(text: str) -> str:
    """A name without case, spaces, punctuation and accents, for comparing: ``Sømærket`` is ``somaerket``.

    >>> fold_name("Texas Hold 'Em")
    'texasholdem'
    """
    spelled = text.casefold().replace("æ", "ae").replace("ø", "o").replace("å", "a").replace("ß", "ss")
    plain = unicodedata.normalize("NFKD", spelled)
    return "".join(letter for letter in plain if letter.isalnum())


_NUMBERS = {
    word: str(number)
    for words, first in (
        ("two three four five six seven eight nine ten eleven", 2),
        ("to tre fire fem seks syv otte ni ti elleve", 2),
    )
    for number, word in enumerate(words.split(), first)
} | {"deuce": "2", "twentyseven": "27", "fiftyseven": "57"}
_RANKS = {
    word: f"{rank}s"
    for rank, word in enumerate(
        ["twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens"], 2
    )
}
"""Ranks of a name of several words: alone, ``sevens`` are cards and 7s is a game."""
_MEANING = _NUMBERS | {
    "ace": "a", "hi": "high", "lo": "low", "hilo": "highlow", "cards": "card", "kort": "card", "korts": "card", "kort's": "card",
    "hoj": "high", "lav": "low", "folg": "follow", "dame": "queen", "damen": "queen", "dronningen": "queen", "kongen": "king",
    "knaegte": "jacks", "jokere": "jokers", "bytte": "draw", "bedre": "better", "eller": "or",
}  # fmt: skip
"""Words of a name that have another form, or are Danish where the name is English."""
_SILENT = frozenset({"", "the", "and", "og", "n", "with", "med"})
"""Words that are left out of a name as often as not."""
_IN_CARDS = re.compile(r"([^\W\d_]+|\d+)(korts?)")


@lru_cache(maxsize=1 << 14)
def said_name(text: str) -> str:
    """A name however it is said: numbers as words or digits, hyphens or none, ``hi`` for high, English or Danish.

    >>> said_name("7-card stud hi/lo") == said_name("seven card stud, high-low")
    True
    >>> said_name("syvkorts stud") == said_name("7 card stud")
    True
    """
    text = re.sub(r"\b(twenty|fifty)[- ](seven)\b", r"\1\2", text.casefold())
    words = [fold_name(word) for word in re.split(r"[^\w'\u2019]+", text)]
    words = [part for word in words for part in _parts(word)]
    words = [word for word in words if word not in _SILENT]
    meanings = _MEANING | _RANKS if len(words) > 1 else _MEANING
    said = [meanings.get(word, word) for word in words]
    kept = [
        meant
        for place, (word, meant) in enumerate(zip(words, said, strict=True))
        if not (word in ("to", "til") and _is_rank(said[:place][-1:]) and _is_rank(said[place + 1 :][:1]))
    ]
    return "".join(kept)


def _parts(word: str) -> tuple[str, ...]:
    """``syvkorts`` as its two words; another word alone."""
    match = _IN_CARDS.fullmatch(word)
    return (match[1], match[2]) if match and (match[1].isdigit() or match[1] in _NUMBERS) else (word,)


def _is_rank(word: list[str]) -> bool:
    """Whether a neighbour of `to` is a rank: in ``deuce to seven`` and ``ace to five`` it is no two."""
    return bool(word) and (word[0] == "a" or word[0].isdigit())


SHARED_NAMES = {
    said_name("draw"): ("three-card-draw", "five-card-draw"),
    said_name("five card"): ("five-card-stud", "five-card-draw"),
}
"""Names of several games, as `said_name` has them, with the games that players mean: the log asks which one was played, and
elsewhere they are the first one.
"""
