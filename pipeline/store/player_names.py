"""How names of players are compared, and made into ids; which characters of a text print."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from engine.api import fold_name


def slug(name: str) -> str:
    """Make a player id from a name: plain lower-case letters and digits, hyphens between words.

    >>> slug("Søren Bo")
    'soren-bo'
    """
    words = "".join(char if char.isalnum() else " " for char in unicodedata.normalize("NFC", name)).split()
    return "-".join(filter(None, map(fold_name, words))) or "player"


_LONGEST_NAME = 60
_JOINER = "\u200d"
_PICTURE = "[\u2190-\u21ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]"
_IN_EMOJI = re.compile(rf"(?:(?<={_PICTURE})|(?<={_PICTURE}\ufe0f)){_JOINER}(?={_PICTURE})")
"""The joiner between pictures that make one emoji, as in a family."""


def is_printable(text: str) -> bool:
    r"""Whether all characters of a text print, or join the pictures of an emoji.

    >>> is_printable("Bo \U0001f468\u200d\U0001f467"), is_printable("B\u200do")
    (True, False)
    """
    return _IN_EMOJI.sub("", text).isprintable()


def can_be_name(text: str) -> bool:
    """Whether a player can have a name: at most sixty printable characters, one of them a letter.

    >>> can_be_name("Bo 2"), can_be_name("2")
    (True, False)
    """
    return any(char.isalpha() for char in text) and is_printable(text) and len(text) <= _LONGEST_NAME


def replace_unprintable(text: str) -> str:
    r"""Return a text with spaces in place of the characters that don't print.

    >>> replace_unprintable("Bo\tDahl")
    'Bo Dahl'
    """
    seen = "".join(char if char.isprintable() or char == _JOINER else " " for char in text)
    return _JOINER.join(piece.replace(_JOINER, " ") for piece in _IN_EMOJI.split(seen))


_OTHER_ALPHABETS = str.maketrans(
    "АВЕКМНОРСТУХЅІЈԌаеорсухѕіјԁһԛԝкмтвнΑΒΕΖΗΙΚΜΝΟΡΤΥΧορνικαυı",
    "ABEKMHOPCTYXSIJGaeopcyxsijdhqwkmtbhABEZHIKMNOPTYXopvikaui",
)
"""Letters of Cyrillic and Greek that look like Latin ones."""


@lru_cache(maxsize=10_000)
def same_name(name: str) -> str:
    """Return a name for comparing, without case, spaces at the ends or in a row, and invisible characters.

    >>> same_name("  Søren   BO ")
    'søren bo'
    """
    composed = unicodedata.normalize("NFC", name.casefold())
    seen = (
        char for char in composed if unicodedata.category(char) != "Cf" and not "\ufe00" <= char <= "\ufe0f"
    )
    return " ".join("".join(seen).split())


def fold_similar(name: str) -> str:
    """Return a key that is the same for names that look the same: they differ only in accents, punctuation, emoji, or
    letters of another alphabet.

    >>> fold_similar("José!") == fold_similar("Jose"), same_name("José!") == same_name("Jose")
    (True, False)
    """
    return fold_name(name.translate(_OTHER_ALPHABETS)) or same_name(name)
