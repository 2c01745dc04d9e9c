"""Sentences that something else wrote in English, by texts of the catalogue: recognised, and said again.

Typer's words for wrong usage and the faults that SQL finds are whole sentences when they get here. They are
compared with the texts that they are made by, whose places take anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from language.spoken import spoken


def say_known(sentence: str, texts: Iterable[str]) -> str:
    """The sentence in the language spoken, by the first text that fits; as it is where none does.

    What stands in a text's places may be such a sentence too.
    """
    texts = tuple(texts)
    for text in texts:
        found = re.fullmatch(_pattern(text), sentence, re.DOTALL)
        if found:
            named = found.groupdict()
            places = {name: say_known(value, texts) for name, value in named.items()}
            said = spoken().texts.gettext(text)
            return said.format(**places) if named else said.format(*found.groups())
    return sentence


@cache
def _pattern(text: str) -> str:
    """A regular expression for a text: of each place, named or not, a group."""
    return re.sub(
        r"\\{(\w*)\\}", lambda place: f"(?P<{place[1]}>.+?)" if place[1] else "(.+?)", re.escape(text)
    )


__all__ = ["say_known"]
