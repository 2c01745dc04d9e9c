"""What people read, in the language that they read: English as it stands in the code, Danish from `da.po`.

    tr("There is no player called {name!r}.", name=name)
    trn("{n} hand", "{n} hands", count)

Which language is spoken is the process's (`speak`, by `--lang` or the locale) or, within a `speaking`, the
block's: a server answers each phone in its own. A text remembers what it says, so that what is kept for
somebody else can be said `again` in theirs. Numbers, dates and money are written by `language.forms`. How
to write a text and translate it stands in docs/languages.md.
"""

from language.spoken import LANGUAGES, SOURCE, LanguageError, of_locale, speak, speaking, spoken
from language.texts import Said, again, in_source, listed, mark, said_by, sentences, tr, trn

__all__ = [
    "LANGUAGES",
    "SOURCE",
    "LanguageError",
    "Said",
    "again",
    "in_source",
    "listed",
    "mark",
    "of_locale",
    "said_by",
    "sentences",
    "speak",
    "speaking",
    "spoken",
    "tr",
    "trn",
]
