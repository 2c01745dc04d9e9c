"""Texts for people, in their language: English as written in the code, Danish from `locale/da`.

    tr("There is no player called {name!r}.", name=name)
    trn("{n} hand", "{n} hands", count)

The language is the process's (`speak`, by `--lang` or the locale) or, within `speaking`, the block's: a server
answers each phone in its own. A text remembers its template and values, so that `retranslate` can translate it for
another reader. Numbers, dates and money are formatted by `language.forms`. docs/languages.md says how to write and
translate a text.
"""

from language.current import (
    LANGUAGES,
    SOURCE,
    LanguageError,
    current_language,
    locale_language,
    speak,
    speaking,
)
from language.suggestions import nearest
from language.texts import (
    Text,
    in_english,
    join_sentences,
    join_words,
    key_of,
    mark,
    mark_plural,
    retranslate,
    text_by,
    tr,
    trn,
)

__all__ = [
    "LANGUAGES",
    "SOURCE",
    "LanguageError",
    "Text",
    "current_language",
    "in_english",
    "join_sentences",
    "join_words",
    "key_of",
    "locale_language",
    "mark",
    "mark_plural",
    "nearest",
    "retranslate",
    "speak",
    "speaking",
    "text_by",
    "tr",
    "trn",
]
