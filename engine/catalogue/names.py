"""Names of games, and how a typed one is compared with them."""

from __future__ import annotations

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
