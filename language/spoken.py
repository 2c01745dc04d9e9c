"""Which language is spoken."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import NullTranslations

LANGUAGES = {"en": "en_GB", "da": "da_DK"}
"""The languages there are, each with the locale that its numbers and dates are written by; the first is the
one that the code is written in."""

SOURCE = next(iter(LANGUAGES))


class LanguageError(ValueError):
    """A language that isn't there; `str` of it is a sentence for the user."""


class Spoken:
    """A language with its texts."""

    def __init__(self, code: str, texts: NullTranslations) -> None:
        self.code = code
        self.locale = LANGUAGES[code]
        self.texts = texts


@cache
def language(code: str) -> Spoken:
    """The language with this code. Raises LanguageError."""
    if code not in LANGUAGES:
        raise LanguageError(f"There is no language {code!r}: there are {', '.join(LANGUAGES)}.")
    if code == SOURCE:
        return Spoken(code, NullTranslations())
    from language.catalogue import compiled  # Babel's parts take a while to import: English needs none

    return Spoken(code, compiled(code))


_in_block: ContextVar[Spoken | None] = ContextVar("_in_block", default=None)
_of_process = language(SOURCE)


def spoken() -> Spoken:
    """The language spoken here."""
    return _in_block.get() or _of_process


def speak(code: str) -> None:
    """Let the process speak a language, in all its threads. Raises LanguageError."""
    global _of_process
    _of_process = language(code)


@contextmanager
def speaking(one: str | Spoken) -> Iterator[None]:
    """Speak a language within a block (of one thread or task). Raises LanguageError."""
    before = _in_block.set(language(one) if isinstance(one, str) else one)
    try:
        yield
    finally:
        _in_block.reset(before)


def of_locale(environ: Mapping[str, str] = os.environ) -> str:
    """The language of a user who named none: that of the locale where there is one, else English.

    The first of LC_ALL, LC_MESSAGES and LANG that says something counts, as POSIX has it.
    """
    said = next(filter(None, map(environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    code = said.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return code if code in LANGUAGES else SOURCE


__all__ = [
    "LANGUAGES",
    "SOURCE",
    "LanguageError",
    "Spoken",
    "language",
    "of_locale",
    "speak",
    "speaking",
    "spoken",
]
