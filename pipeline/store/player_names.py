"""How names of players are compared, and made into ids."""

from __future__ import annotations

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
