"""The current language: of the process, or of a block of one thread or task."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import NullTranslations

LANGUAGES = {"en": "en_GB", "da": "da_DK"}
"""The languages, each with the locale of its numbers and dates; the first is the one that the code is written in."""

SOURCE = next(iter(LANGUAGES))


class LanguageError(ValueError):
    """A language that doesn't exist; `str` of it is a sentence for the user."""


class Language:
    """A language with its translations."""

    def __init__(self, code: str, texts: NullTranslations) -> None:
        self.code = code
        self.locale = LANGUAGES[code]
        self.texts = texts


@cache
def language(code: str) -> Language:
    """The language with this code. Raises LanguageError."""
    if code not in LANGUAGES:
        raise LanguageError(f"There is no language {code!r}: there are {', '.join(LANGUAGES)}.")
    if code == SOURCE:
        return Language(code, NullTranslations())
    from language.catalogue import translations  # Babel takes a while to import, and English needs none

    return Language(code, translations(code))


_of_block: ContextVar[Language | None] = ContextVar("_of_block", default=None)
_of_process = language(SOURCE)


def current_language() -> Language:
    """The language of this block, else of the process."""
    return _of_block.get() or _of_process


def speak(code: str) -> None:
    """Set the language of the process, in all its threads. Raises LanguageError."""
    global _of_process
    _of_process = language(code)


@contextmanager
def speaking(one: str | Language) -> Iterator[None]:
    """Set the language of a block (of one thread or task). Raises LanguageError."""
    before = _of_block.set(language(one) if isinstance(one, str) else one)
    try:
        yield
    finally:
        _of_block.reset(before)


def locale_language(environ: Mapping[str, str] = os.environ) -> str:
    """The language of the user's locale, else English.

    The first of LC_ALL, LC_MESSAGES and LANG that is set counts, as POSIX says.
    """
    value = next(filter(None, map(environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    code = value.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return code if code in LANGUAGES else SOURCE


__all__ = [
    "LANGUAGES",
    "SOURCE",
    "Language",
    "LanguageError",
    "current_language",
    "language",
    "locale_language",
    "speak",
    "speaking",
]
