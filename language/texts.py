"""Texts in the current language. Each remembers how it was made, so that it can be translated for another reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from inspect import cleandoc
from typing import Any

from language.current import SOURCE, Language, current_language, speaking
from language.forms import fill_in, number


class Text(str):
    """A text, and the function that makes it in the current language."""

    _make: Callable[[], str]
    _language: Language
    key: str = ""
    """The text's key in the catalogue; "" for a text joined from several."""

    @classmethod
    def by(cls, make: Callable[[], str], key: str = "") -> Text:
        """Return the text that `make` returns now and makes again for another language."""
        text = cls(make())
        text._make = make
        text._language = current_language()
        text.key = key
        return text


def text_by(make: Callable[[], str]) -> str:
    """The text that a function returns, which can be retranslated."""
    return Text.by(make)


def mark(text: str) -> str:
    """Mark a literal as a text to translate; `tr` translates it where it is used."""
    return text


def mark_plural(one: str, many: str) -> tuple[str, str]:
    """Mark the singular and the plural of a text to translate; `trn` translates them where they are used."""
    return one, many


def tr(text: str, /, **values: Any) -> str:
    """Translate a text into the current language and fill in its `{places}`, as `str.format` does.

    >>> tr("There is no game called {name!r}.", name="Woolwort")
    "There is no game called 'Woolwort'."
    """

    def make() -> str:
        translated = current_language().texts.gettext(text) if text else ""
        return fill_in(translated, _retranslated(values)) if values else translated

    return Text.by(make, text)


def trn(one: str, many: str, n: int, /, **values: Any) -> str:
    """Translate a text with a count `{n}`, in the singular or plural of the language.

    >>> trn("{n} hand", "{n} hands", 12)
    '12 hands'
    """

    def make() -> str:
        translated = current_language().texts.ngettext(one, many, n)
        return fill_in(translated, {"n": number(n), **_retranslated(values)})

    return Text.by(make)


def join_words(words: Sequence[str]) -> str:
    """``a, b and c``; empty for no words.

    >>> join_words(["Anna", "Bo", "Carl"])
    'Anna, Bo and Carl'
    """
    *first, last = words or [""]
    return ", ".join(first) + tr(" and ") + last if first else last


def retranslate(text: str) -> str:
    """Translate a text of `tr` into the current language; return any other text unchanged."""
    if isinstance(text, Text) and text._language is not current_language():
        return Text.by(text._make, text.key)
    return text


def in_english(text: str) -> str:
    """A text of `tr` in English, the language of stored data. It can still be retranslated."""
    with speaking(SOURCE):
        return retranslate(text)


def key_of(text: str) -> str:
    """Return the catalogue's key of a text of `tr`, in whichever language it is; any other text is its own key.

    >>> key_of(tr("Net"))
    'Net'
    """
    return text.key if isinstance(text, Text) else text


def join_sentences(texts: Iterable[str]) -> str:
    """Texts separated by spaces, without the empty ones, as one that can be retranslated. A text gets a full stop before the
    next one, if it has no mark at its end.

    >>> join_sentences(["Taken back: #5 7s 9 +a", "", "The pot is 45."])
    'Taken back: #5 7s 9 +a. The pot is 45.'
    """
    parts = tuple(filter(None, texts))

    def make() -> str:
        *first, last = [*map(retranslate, parts)] or [""]
        return " ".join([*(one if one[-1] in ".!?:" else f"{one}." for one in first), last])

    return Text.by(make)


def paragraphs(text: str) -> list[str]:
    r"""Return the paragraphs of a docstring or a help text, each on one line: the texts that are translated.

    >>> paragraphs("One line\n    goes on.\n\n    Another.")
    ['One line goes on.', 'Another.']
    """
    return [" ".join(part.split()) for part in cleandoc(text).split("\n\n")]


def _retranslated(values: dict[str, Any]) -> dict[str, Any]:
    return {name: retranslate(value) for name, value in values.items()}


__all__ = [
    "Text",
    "in_english",
    "join_sentences",
    "join_words",
    "key_of",
    "mark",
    "paragraphs",
    "retranslate",
    "text_by",
    "tr",
    "trn",
]
