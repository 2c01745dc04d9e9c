"""A language in which everything that is said stands in brackets: a word outside them was forgotten."""

from __future__ import annotations

import re
from gettext import NullTranslations

from language.current import Language


class Marked(NullTranslations):
    """A language in which everything that is said stands in brackets."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"


MARKED = Language("en", Marked())


def unsaid(text: str) -> set[str]:
    """The words of a text that no text of the language said."""
    before = ""
    while before != text:
        before, text = text, re.sub("⟦[^⟦⟧]*⟧", " ", text)
    return set(re.findall(r"[^\W\d_]{2,}", text))
