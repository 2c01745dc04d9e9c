"""A text in the language spoken, which remembers what it says: it can be said again to who reads another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from inspect import cleandoc
from typing import Any

from language.forms import number
from language.spoken import SOURCE, speaking, spoken


class Said(str):
    """A text as it was said, and how to say it again."""

    _say: Callable[[], str]

    @classmethod
    def by(cls, say: Callable[[], str]) -> Said:
        """What `say` says now, and will say where another language is spoken."""
        said = cls(say())
        said._say = say
        return said


def said_by(say: Callable[[], str]) -> str:
    """What a function says in the language spoken, as a text that can be said again."""
    return Said.by(say)


def mark(text: str) -> str:
    """Mark a text of a table of texts as one to translate; `tr` says it in the reader's language."""
    return text


def tr(text: str, /, **values: Any) -> str:
    """A text in the language spoken, its `{places}` filled in as by `str.format`."""

    def say() -> str:
        said = spoken().texts.gettext(text) if text else ""
        return said.format(**_again(values)) if values else said

    return Said.by(say)


def trn(one: str, many: str, n: int, /, **values: Any) -> str:
    """The same for a count, which stands as `{n}`: the form that the language takes for it."""
    return Said.by(lambda: spoken().texts.ngettext(one, many, n).format(n=number(n), **_again(values)))


def listed(words: Sequence[str]) -> str:
    """``a, b and c``; nothing for none."""
    *first, last = words or [""]
    return ", ".join(first) + tr(" and ") + last if first else last


def again(text: str) -> str:
    """A text of `tr` in the language spoken now, wherever it was said first; any other as it is."""
    return Said.by(text._say) if isinstance(text, Said) else text


def in_source(text: str) -> str:
    """A text of `tr` in the language of the code: for what is kept, so that it is the same whoever wrote it.
    It can still be said again.
    """
    with speaking(SOURCE):
        return again(text)


def sentences(texts: Iterable[str]) -> str:
    """Texts one after the other, as one that can be said again; empty ones are left out."""
    parts = tuple(filter(None, texts))
    return Said.by(lambda: " ".join(map(again, parts)))


def paragraphs(text: str) -> list[str]:
    """A docstring's or a help's paragraphs, each on one line: the texts that it is translated by."""
    return [" ".join(part.split()) for part in cleandoc(text).split("\n\n")]


def _again(values: dict[str, Any]) -> dict[str, Any]:
    return {name: again(value) if isinstance(value, Said) else value for name, value in values.items()}


__all__ = [
    "Said",
    "again",
    "in_source",
    "listed",
    "mark",
    "paragraphs",
    "said_by",
    "sentences",
    "tr",
    "trn",
]
